/* Bounds beside column generation's; the file of each says why it holds. */
#pragma once

#include "exact_state.h"

/* A plan and values of pairs, where machines hold at most two of the tasks, which are not too
 * many: O(tasks^2) for each path that has to be looked for. */
ul_status ul_match_pairs(ul_exact *exact);

/* Raises the bound and improves the plan where classes do that. */
ul_status ul_aggregate_items(ul_exact *exact);

/* What the root's duals prove of machines in whole numbers, in units; 0 when more than so many
 * counts would have to be tried. */
int64_t ul_whole_machines_units(const ul_exact_problem *problem, const ul_exact_dual *dual,
                                size_t tries);

/* Where prices are too far apart for exact sums: the bound of the root in units of the problem, which
 * are changed; 0 where nothing costs anything. The master's duals prove it. The run has a plan. */
ul_status ul_bound_by_rounded_prices(ul_exact *exact, ul_exact_problem *problem,
                                     int64_t *units);
