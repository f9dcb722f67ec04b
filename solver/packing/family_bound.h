/* Family bounds: how many machines of a family every plan needs.
 *
 * The tasks that fit one family only are a packing problem by themselves. Its
 * optimum in multiples of the family's price step, or what could be
 * proved of it, is a row of the whole problem that knows types alone: a count of
 * machines weighted by price. Its dual value changes prices and not the pricing: with
 * every machine of the family cheaper by `count_dual` for each of its weight, no
 * plan costs less than the bound at these prices and count_dual * least.
 */
#ifndef UL_FAMILY_BOUND_H
#define UL_FAMILY_BOUND_H

#include "exact_state.h"

/* Proves family bounds and adds those that the master's solution falls short of; the
 * master's prices are adjusted by the rows' duals and its bound raised. */
ul_status ul_add_family_bounds(ul_exact *exact);

void ul_free_family_bounds(ul_exact *exact);

#endif
