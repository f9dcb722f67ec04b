/* Local search over a configuration: a few machines are emptied, or a few tasks pulled off,
 * and each task is put back where it adds least; what costs less is kept.
 *
 * Drawn from a generator of its own, so that equal seeds give equal configurations. A step
 * is O(tasks pulled * (machines + tasks on them)), or only of the machines that it changes
 * where tasks remember their places (targets.h).
 */
#pragma once

#include "configuration.h"
#include "rng.h"

/* Puts everybody who is nowhere, the dearest first. */
ul_status ul_repack_settle(ul_conf *conf);
/* `steps` of them, fewer where many in a row find nothing. */
ul_status ul_repack_search(ul_conf *conf, ul_rng *rng, size_t steps);
