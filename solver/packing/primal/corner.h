/* Gomory's corner relaxation, 1965: where copies are many, the patterns of the linear program's
 * basis are used so often that it does not matter to have some fewer of each. What matters is
 * that everything comes out whole: other patterns have to make up for the basis' fractions, and
 * of these only what they are modulo the lattice of the basis counts. That is a shortest path in a
 * finite group, from nothing to all copies, whose steps are patterns, as long as their reduced
 * costs. Where the basis then has nothing below zero, that is the best plan of these patterns.
 *
 * O(elements that are reached * steps that are used), some ten of hundred thousands; 24 bytes for
 * each of four million elements at most.
 */
#pragma once

#include "exact_state.h"

/* Few items, and a linear program that is solved; else nothing is done. */
ul_status ul_pack_corner(ul_exact *exact);
