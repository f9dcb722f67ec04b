/* Diving with column generation: machines are fixed as the master program wants
 * them, and patterns for what is left are generated on the way.
 */
#pragma once

#include "exact_state.h"

#define UL_MOSTLY_WHOLE 0.75 /* what a first dive rounds up above */

typedef struct {
    int64_t cutoff; /* units at the master's prices: only what costs less is wanted */
    double round_up_above;  /* fractions above this are rounded up together, else one at a time */
    double noise;   /* chance: what may be added to a fraction before they are compared */
} ul_column_dive_effort;

/* A solution cheaper than the cutoff, or an empty one. The master asks for
 * everything again afterwards. */
ul_status ul_column_dive(ul_master *master, const ul_column_dive_effort *effort, ul_arena *arena,
                        ul_exact_solution *solution);

/* How often each column is fixed next: as often as the master program has it whole, with fractions
 * above `round_up_above` rounded up; where that is none, once the column of the best score. That is
 * its fraction, by chance up to `noise` more, and the dual value of its dearest item by the price,
 * since large items are the harder to place later. */
void ul_dive_next(const ul_master *master, double round_up_above, double noise, int64_t *times);

/* A dive of the run's own master, where the root's columns are generated; what is cheaper
 * than the best plan is taken over. */
ul_status ul_exact_column_dive(ul_exact *exact);
