/* Rank-1 Chvatal-Gomory cuts of the covering rows, rounded up: multipliers k/d, k < d, with d
 * up to 5, found by local search. The literature rounds packing rows down: where rows are
 * equations its multipliers u are 1 - u here, so that d = 2 on three distinct tasks is the
 * subset-row cut of Jepsen et al. 2008.
 */
#ifndef UL_CUT_RANK1_H
#define UL_CUT_RANK1_H

#include "pattern_lp.h"
#include "rng.h"

/* Adds up to `most` cuts that the LP's present solution violates; their rules go
 * to `rules`. O(starts * columns * entries). */
ul_status ul_cut_rank1_separate(ul_pattern_lp *lp, ul_rng *rng, size_t most, ul_row_rules *rules,
                                size_t *added);

#endif
