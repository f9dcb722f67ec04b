/* Diving on the pattern program: the column nearest to a whole machine is bought,
 * the LP solved again, until every item is covered or the cutoff is reached. Where
 * all machines cost the same, a column that went too far is given back, up to
 * thirty times a dive.
 */
#ifndef UL_BRANCH_DIVE_H
#define UL_BRANCH_DIVE_H

#include "pattern_lp.h"

/* The LP's present solution when it is whole, else nothing. */
ul_status ul_dive_solution(const ul_pattern_lp *lp, ul_exact_solution *solution);

/* Leaves the LP with the bounds it had. `solution` stays empty when the dive
 * ends above the cutoff. */
ul_status ul_dive(ul_pattern_lp *lp, int64_t cutoff, ul_exact_solution *solution);

#endif
