/* Time cut into periods: what work arrives in each, and what machines cost and how many
 * there are. O(tasks log tasks + periods * (types * supplies + items)).
 */
#pragma once

#include "arena.h"
#include "floor_problem.h"

typedef struct {
    const ul_floor_problem *problem;
    size_t n, n_items, n_types;
    ul_micro *from_s; /* n + 1, the last is the end of all time */
    ul_cost *need;    /* by period and item, microseconds of those who arrive in it */
    ul_cost *supply;  /* by period and type, machines times microseconds; -1: any number */
    ul_micro *price;  /* by period and type: the least of the period */
    bool *is_free;    /* by period and item: work can wait until it costs nothing */
} ul_floor_periods;

/* About so many at most, half of them where the world changes and as many where somebody
 * arrives; and where those of `coarser` (may be NULL) begin. */
ul_status ul_floor_periods_new(const ul_floor_problem *problem, size_t most,
                               const ul_floor_periods *coarser, ul_arena *arena,
                               ul_floor_periods *periods);
size_t ul_floor_period_at(const ul_floor_periods *periods, ul_micro at_s);
