/* The floor under schedules in which no task waits for longer than so many seconds: work
 * has the same price at all times, and being on a machine has one besides, period by
 * period, that depends on who must be there together. Where work has none, machines may be whole
 * instead in a period.
 */
#pragma once

#include "floor_few.h"
#include "floor_master.h"

typedef struct {
    ul_floor_windows *windows;
    int64_t *value; /* of a second on a machine, by period and class, in units of the prices */
    int64_t *toll;  /* of the same; taken off it whether a task is in its window or not */
    ul_floor_few few; /* in whose periods nobody has a value */
} ul_floor_presence;

typedef struct {
    double share;    /* of the prices that hold at all times, to begin with; 0: there are none */
    ul_micro wait_s; /* the longest that a task waits */
    size_t periods;
} ul_floor_terms;

/* `prices` hold at all times; of these the terms' share is kept, and the rest of what
 * machines cost is divided among those who must be there. What proves more is kept: with or without
 * starts of machines, and, of not too many tasks, other prices of all times. *kept are these.
 * Memory is the run's. */
ul_status ul_floor_no_wait(const ul_floor_problem *problem, const ul_floor_prices *prices,
                           const ul_floor_terms *terms, ul_run *run, ul_floor_prices *kept,
                           ul_floor_presence *presence);
