/* Diving with column generation: machines are bought as the master program wants
 * them, and patterns for what is left are generated on the way.
 */
#ifndef UL_COLUMN_DIVE_H
#define UL_COLUMN_DIVE_H

#include "master.h"

typedef struct {
    int64_t cutoff; /* units: only what costs less is wanted */
    double round_up_above;  /* fractions above this are rounded up together, else one at a time */
    double noise;   /* chance: what may be added to a fraction before they are compared */
} ul_column_dive_effort;

/* A solution cheaper than the cutoff, or an empty one. The master asks for
 * everything again afterwards. */
ul_status ul_column_dive(ul_master *master, const ul_column_dive_effort *effort, ul_arena *arena,
                        ul_exact_solution *solution);

#endif
