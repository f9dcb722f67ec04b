/* Choosing what to branch on: the machines of a family in price steps, machines of one
 * type, copies of an item on a family's machines, machines that hold given counts of one or
 * two items (Ryan and Foster 1981; Vanderbeck 2000), or as a last resort at least a given
 * pattern. The 16 most promising are tried on the LP (strong branching).
 */
#ifndef UL_BRANCH_H
#define UL_BRANCH_H

#include "pattern_lp.h"

/* Adds the chosen rule; *found is false when every count is whole. The children are: at most
 * *rounded_down, and more. */
ul_status ul_branch_choose(ul_pattern_lp *lp, double cutoff, ul_row_rules *rules, size_t *rule,
                           int64_t *rounded_down, bool *found);

#endif
