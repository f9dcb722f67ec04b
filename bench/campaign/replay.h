/* What became of the runs of a folder when they were run again. */
#ifndef UL_REPLAY_H
#define UL_REPLAY_H

#include <stdbool.h>

#include "output.h"
#include "status.h"

/* Writes NOW/replay.csv, a row a run with both outcomes, and says on `out` what changed.
 * *same: every run without a limit ended as it did before, at the same cost. */
ul_status ul_replay_compare(const char *then, const char *now, ul_output *out, bool *same);

#endif
