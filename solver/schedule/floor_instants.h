/* The floor under schedules in which nobody waits at all: who is on a machine at an instant is
 * known then, and machines are whole. Several lists of values of a second on a machine, by
 * class, each of which holds at all times; at every instant the one that proves most counts,
 * rounded up to what machines can cost together.
 */
#pragma once

#include "floor_master.h"

typedef struct {
    size_t n;
    int64_t *value; /* by list and class, in units of the prices */
    /* What is proved of a second, in the same units, from one change to the next. */
    size_t n_changes;
    ul_micro *at_s;
    ul_cost *most;
    const struct ul_floor_lives *lives; /* where nobody moves, which have a share; NULL: they may */
} ul_floor_instants;

/* `problem` counts no company. Of so many parts of time, at most, the values are found that
 * prove most of the tasks that are there on average, beside those of room. *kept has the scale
 * and the bound, and no values of work. Memory is the run's. O(tasks) for each list. */
ul_status ul_floor_at_instants(const ul_floor_problem *problem, size_t parts, ul_run *run,
                               ul_floor_prices *kept, ul_floor_instants *instants);
