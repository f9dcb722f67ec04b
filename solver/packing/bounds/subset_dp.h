/* Few tasks: the cheapest plan for every subset of them, by dynamic programming.
 * No linear program, no pricing and no tree, so that numbers of any size will do.
 */
#ifndef UL_SUBSET_DP_H
#define UL_SUBSET_DP_H

#include "exact_state.h"

/* How much work that is: pairs of a subset and a part of it, some 3 ns each.
 * HUGE_VAL when there are too many subsets to hold. */
double ul_subset_dp_work(const ul_exact_problem *problem);

/* Takes over an optimal plan and its cost as the bound; *solved is false when the time is
 * over first. */
ul_status ul_subset_dp(ul_exact *exact, bool *solved);

#endif
