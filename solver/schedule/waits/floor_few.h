/* Whole machines for the few who must be there, where a task waits for no longer than so many
 * seconds.
 *
 * In a period that lies in the windows of some tasks, those of them who are on machines and a
 * machine alone for each who is absent are a packing of all: so the machines cost no less than the
 * cheapest packing of whole machines, less what the absent would cost alone. Within its window
 * nobody is absent for longer than he may wait. What that proves beyond the prices of a period's
 * linear program, which divides machines, is much where a few long tasks are left.
 */
#pragma once

#include "floor_windows.h"

enum { UL_FLOOR_FEW_MAX = 12 }; /* tasks in a period: the checker looks at all their subsets */

typedef struct {
    size_t period;
    uint32_t task;
} ul_floor_seat;

typedef struct {
    size_t n;
    ul_floor_seat *seat; /* by period: whose machines are whole in it */
    ul_cost worth;       /* of machines, at their prices, times microseconds */
} ul_floor_few;

/* Of tasks that are there for `times` as long as they may wait. Periods are chosen in which that
 * proves more than `proved`, dollars an hour times seconds. */
ul_status ul_floor_few_new(const ul_floor_windows *windows, double times, const double *proved,
                           ul_arena *arena, ul_floor_few *few);
