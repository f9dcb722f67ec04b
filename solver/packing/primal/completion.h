/* A plan from what a family bound was proved with: few machines for the tasks of one family. What
 * these machines have left is filled with the most valuable of the other tasks, by the
 * root's values; the rest is packed by itself, and the whole improved by neighbourhood
 * search. The linear program wants such plans, and dives seldom find them: one machine more
 * of the dear family is soon bought and never given back.
 *
 * O(machines) pricings beside the neighbourhood search.
 */
#ifndef UL_COMPLETION_H
#define UL_COMPLETION_H

#include "exact_state.h"

/* Completes exact->forced, if there are any, and takes what is cheaper than the best plan. */
ul_status ul_complete_forced(ul_exact *exact);

#endif
