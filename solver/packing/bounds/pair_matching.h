/* Tasks of which no machine holds three: a matching.
 *
 * Two tasks join where a machine for both costs less than one for each. If each pair saves as
 * much as any other, the cheapest plan has the most pairs. Alternating paths find most pairs
 * of tasks with a second set of the same tasks; a path or an even cycle of these is pairs, an
 * odd cycle leaves one task alone. What no path reaches is a least cover of all pairs (König
 * 1931), by which tasks are worth what they cost alone less the cover's share of the saving:
 * as much as the plan but for half a saving an odd cycle.
 */
#ifndef UL_PAIR_MATCHING_H
#define UL_PAIR_MATCHING_H

#include "exact_state.h"

/* A plan and values of pairs, where machines hold at most two of the tasks, which are not too
 * many: O(tasks^2) for each path that has to be looked for. */
ul_status ul_match_pairs(ul_exact *exact);

#endif
