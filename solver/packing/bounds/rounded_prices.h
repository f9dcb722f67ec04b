/* A bound where prices are too far apart for exact sums.
 *
 * Prices are rounded down: those above the best plan's cost to that cost, since whoever uses
 * such a machine pays no less, and all of them to multiples of a unit of which the highest
 * has at most 2^40. What costs less than a unit counts as free. No plan gets dearer by that,
 * so values that are feasible at these prices prove a bound at the instance's.
 */
#ifndef UL_ROUNDED_PRICES_H
#define UL_ROUNDED_PRICES_H

#include "exact_state.h"

/* The bound of the root in units of the problem, which are changed; 0 where nothing costs
 * anything. The master's duals prove it. The run has a plan. */
ul_status ul_bound_by_rounded_prices(ul_exact *exact, ul_exact_problem *problem,
                                     int64_t *units);

#endif
