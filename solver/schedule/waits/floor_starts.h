/* What starts of machines cost, at the times at which many are needed.
 *
 * A machine is billed while it boots and after its release, when nobody can use it. Which share of
 * that counts as paid rises and falls with time, between none and all of it: from when a machine
 * can be used until its release it rises by all of it at the most. So while the share rises a
 * machine costs more than its price, while it falls less, and the bill is still no lower than all
 * of it. Where it rises when many machines are needed and falls when few are, that proves what it
 * costs to start those that come in between.
 */
#pragma once

#include "floor_windows.h"

/* What a machine of the type costs in the period at the least, its part of a start included. */
ul_micro ul_floor_period_price(const ul_floor_windows *windows, size_t type, size_t period);

/* Chooses the shares for machines of so many dollars an hour in each period, where prices change
 * by no more than `slope` of themselves; *promised are the dollars that all starts together cost by
 * them. */
ul_status ul_floor_starts_new(ul_floor_windows *windows, const double *paid, double slope,
                              ul_arena *arena, double *promised);
