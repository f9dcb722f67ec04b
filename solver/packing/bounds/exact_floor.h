/* Floors: how many machines of a family every plan needs.
 *
 * The tasks that fit one family only are a packing problem by themselves. Its
 * optimum in multiples of the family's smallest price step, or what could be
 * proved of it, is a row of the whole problem that knows types alone: a count of
 * machines weighted by price. In column generation the row is a rebate: with
 * every machine of the family cheaper by `rebate` for each of its weight, no
 * plan costs less than the rebated bound and rebate * least.
 */
#ifndef UL_EXACT_FLOOR_H
#define UL_EXACT_FLOOR_H

#include "exact_search.h"

/* Proves floors and adds those that the master's solution falls short of; the
 * master's prices are rebated and its bound raised. */
ul_status ul_exact_add_floors(ul_exact *exact);

void ul_exact_free_floors(ul_exact *exact);

#endif
