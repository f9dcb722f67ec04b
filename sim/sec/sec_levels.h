/* How long, in the open period, there have been at least n machines at once: the time
 * of level n. What leases are bought for and discounts depend on.
 */
#pragma once

#include "arena.h"
#include "status.h"

typedef struct {
    ul_arena *arena;
    double from_s, period_s; /* the open period */
    struct ul_sec_level {
        double since_s; /* while it is on */
        double used_s;  /* in this period, before */
    } *level; /* from 1 on */
    size_t on, most, room; /* on now, in this period, that there is room for */
} ul_sec_levels;

/* From now on there are n machines. `now` is in the open period. */
ul_status ul_sec_levels_set(ul_sec_levels *levels, double now, size_t n);

/* Seconds of level n in the open period. */
double ul_sec_level_s(const ul_sec_levels *levels, double now, size_t n);

/* Opens the next period; levels 1 .. `most` are then as they were at the end. */
void ul_sec_levels_next(ul_sec_levels *levels);
