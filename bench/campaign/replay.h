/* A folder of results run again: what is run, and what became of it. */
#pragma once

#include <stdbool.h>

#include "output.h"
#include "suite.h"

/* The suite of a folder, with its instances and, where they are not here, its programs. */
ul_status ul_replay_suite(const char *folder, ul_suite **suite);

/* Writes NOW/replay.csv, a row a run with both outcomes, and says on `out` what changed.
 * *same: every run without a limit ended as it did before, at the same cost. */
ul_status ul_replay_compare(const char *then, const char *now, ul_output *out, bool *same);
