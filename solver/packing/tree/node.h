/* What is done at a node of the tree over patterns: cuts, branching and dives. */
#pragma once

#include "pattern_lp.h"
#include "rng.h"

/* ---- cuts ---- */

/* Adds the rank-1 cut of multipliers numerator / denominator, below 1: how a separator ends. */
ul_status ul_cut_add(ul_pattern_lp *lp, uint8_t denominator, const uint8_t *numerator,
                     ul_row_rules *rules);

/* Adds up to `most` cuts that the LP's present solution violates; their rules go
 * to `rules`. O(starts * columns * entries). */
ul_status ul_cut_rank1_separate(ul_pattern_lp *lp, ul_rng *rng, size_t most, ul_row_rules *rules,
                                size_t *added);

/* The same of zero-half cuts of few items. */
ul_status ul_cut_half_separate(ul_pattern_lp *lp, ul_rng *rng, size_t most, ul_row_rules *rules,
                               size_t *added);

/* ---- branching ---- */

/* Tries the most promising, at most `most` of them, and adds the chosen rule; *found is false when every count is whole. The children are: at most
 * *rounded_down, and more. */
ul_status ul_branch_choose(ul_pattern_lp *lp, double cutoff, size_t most, ul_row_rules *rules,
                           size_t *rule, int64_t *rounded_down, bool *found);

/* ---- dives ---- */

/* The LP's present solution when it is whole, else nothing. */
ul_status ul_node_solution(const ul_pattern_lp *lp, ul_exact_solution *solution);

/* Leaves the LP with the bounds it had. `solution` stays empty when the dive finds
 * none that costs at most `most` units. With `rng`, which may be NULL, it is led by chance. */
ul_status ul_node_dive(ul_pattern_lp *lp, double most, int retries, ul_rng *rng,
                       ul_exact_solution *solution);
