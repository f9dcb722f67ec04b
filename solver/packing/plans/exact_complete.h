/* A plan from what a floor was proved with: few machines for the tasks of one family. What
 * these machines have left is filled with the most valuable of the other tasks, by the
 * root's values; the rest is packed by itself, and the whole rebuilt a few machines at a
 * time. The linear program wants such plans, and dives seldom find them: one machine more
 * of the dear family is soon bought and never given back.
 *
 * O(machines) pricings beside the rebuilding.
 */
#ifndef UL_EXACT_COMPLETE_H
#define UL_EXACT_COMPLETE_H

#include "exact_search.h"

/* Completes exact->forced, if there are any, and takes what is cheaper than the best plan. */
ul_status ul_exact_complete(ul_exact *exact);

#endif
