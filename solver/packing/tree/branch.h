/* Choosing what to branch on: the machines of a family counted in its smallest
 * price, machines of one type, machines that hold two given items together
 * (Ryan and Foster 1981), or as a last resort machines that hold at least a given
 * pattern. The most promising few are tried on the LP (strong branching).
 */
#ifndef UL_BRANCH_H
#define UL_BRANCH_H

#include "pattern_lp.h"

/* *found is false when every count is whole. The children are: at most
 * *rounded_down, and more. */
ul_status ul_branch_choose(ul_pattern_lp *lp, double cutoff, ul_row_rules *rules,
                           ul_row_rule *rule, int64_t *rounded_down, bool *found);

#endif
