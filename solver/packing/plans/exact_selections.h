/* Few tasks: the cheapest plan for every selection of them, by dynamic programming.
 * No linear program, no pricing and no tree, so that numbers of any size will do.
 */
#ifndef UL_EXACT_SELECTIONS_H
#define UL_EXACT_SELECTIONS_H

#include "exact_search.h"

/* How much work that is: pairs of a selection and a part of it, some 3 ns each.
 * HUGE_VAL when there are too many selections to hold. */
double ul_exact_selections_work(const ul_exact_problem *problem);

/* Takes over an optimal plan and its cost as the bound; nothing when the time is
 * over first. */
ul_status ul_exact_try_selections(ul_exact *exact);

#endif
