/* Dives whose every step is a problem of its own. What is left to pack has a linear program
 * of its own rows and columns, so that steps get quicker on the way down, and where one goes
 * wrong a few machines are given back and the last steps made again, by other machines.
 */
#pragma once

#include "exact_state.h"

/* Looks for a plan better than the best; ends where what was left has proved too dear so
 * many times. */
ul_status ul_restarting_dive(ul_exact *exact, size_t failures);
