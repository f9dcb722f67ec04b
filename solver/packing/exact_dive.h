/* Diving with column generation: machines are bought as the master program wants
 * them, and patterns for what is left are generated on the way.
 */
#ifndef UL_EXACT_DIVE_H
#define UL_EXACT_DIVE_H

#include "exact_master.h"

/* A solution cheaper than the cutoff (units), or an empty one. The master asks
 * for everything again afterwards. */
ul_status ul_exact_dive(ul_master *master, int64_t cutoff, ul_arena *arena,
                        ul_exact_solution *solution);

#endif
