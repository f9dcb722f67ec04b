/* What all resources together prove of machines in whole numbers.
 *
 * The prices of a family are multiples of its step. A plan buys a whole number a(f) of
 * steps of each family, and for every step it gets at most so much of each resource:
 *
 *     minimise  sum step(f) a(f)
 *     so that   sum over f in F of share(f, r) a(f) >= demand(F, r)
 *
 * for every resource r and every set F of families, where demand(F, r) is what the
 * tasks need that no other family holds. Family bounds are lower limits of a(f).
 */
#ifndef UL_PRICE_STEPS_H
#define UL_PRICE_STEPS_H

#include "exact_state.h"

/* *cost is the least cost of such steps, in price units of the problem, rounded up;
 * 0 where families or counts are too many to try. */
ul_status ul_price_steps_units(const ul_exact *exact, int64_t *cost);

#endif
