/* Diving on the pattern program: the column of the largest fraction is bought,
 * the LP solved again, until every item is covered or that costs too much. A column
 * that went too far is given back, so many times a dive.
 */
#ifndef UL_NODE_DIVE_H
#define UL_NODE_DIVE_H

#include "pattern_lp.h"

/* The LP's present solution when it is whole, else nothing. */
ul_status ul_node_solution(const ul_pattern_lp *lp, ul_exact_solution *solution);

/* Leaves the LP with the bounds it had. `solution` stays empty when the dive finds
 * none that costs at most `most` units. With `rng`, which may be NULL, it is led by chance. */
ul_status ul_node_dive(ul_pattern_lp *lp, double most, int retries, ul_rng *rng,
                       ul_exact_solution *solution);

#endif
