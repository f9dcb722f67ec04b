/* What the root's values prove of machines in whole numbers: together they must hold
 * what all tasks are worth, each at most what the best pattern of its type is.
 *
 *     minimise sum price(k) n_k   so that   sum most(k) n_k >= total,   n whole
 *
 * The root's bound is the linear relaxation of this. With prices that fall with the
 * size (concave) it is far below: a plan buys a last machine for a few tasks.
 */
#ifndef UL_WHOLE_MACHINES_H
#define UL_WHOLE_MACHINES_H

#include "master.h"

/* In units; 0 when more than so many counts would have to be tried. */
int64_t ul_whole_machines_units(const ul_exact_problem *problem, const ul_exact_dual *dual,
                             size_t tries);

#endif
