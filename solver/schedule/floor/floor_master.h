/* The pattern LP of a workload, by column generation: machine seconds of each set of
 * tasks on each type, as cheap as they can be while every class gets the seconds it
 * needs (Gilmore and Gomory 1961). Its duals are prices of a second of each item; scaled down
 * until no set is worth more than its machine (Farley 1990) they prove a bound, whenever
 * the search for better ones ends.
 */
#pragma once

#include "floor_price.h"

/* A set of tasks on a machine of a type, for so many seconds in all. */
typedef struct {
    uint32_t type;
    size_t first, n; /* parts */
    double seconds;
} ul_floor_column;

/* Prices in whole numbers: a millionth of a dollar an hour is `scale`; and the LP's own
 * solution, the machine seconds that would do if tasks could be cut. */
typedef struct {
    int64_t scale;
    int64_t *value; /* per item, a second of it */
    ul_cost bound;  /* 10^-12 dollars */
    size_t n_columns;
    const ul_floor_column *column;
    const ul_floor_part *part;
} ul_floor_prices;

/* The best prices there are when the LP is solved, pricing a type would take more than
 * `steps`, or the run's time is over. `start` (may be NULL): prices to begin with, in dollars
 * an hour, by item. */
ul_status ul_floor_solve(const ul_floor_problem *problem, const double *start, uint64_t steps,
                         ul_run *run, ul_arena *arena, ul_floor_prices *prices);
