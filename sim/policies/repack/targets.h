/* Where a task that is nowhere adds least to the cost of a configuration: on a machine as it is,
 * on one of a larger type together with its tasks, or on a new one.
 *
 * Most steps of a search are taken back. Where no gangs tie machines to each other and types are
 * not limited, what a task would add to a machine stays the same until that changes for good, so
 * that of those which are as they were only the best is looked at: O(machines that changed).
 */
#pragma once

#include "configuration.h"

/* Where it adds least, and less than `most`; else the cost is that. */
ul_status ul_repack_target(ul_conf *conf, uint32_t task, double most, ul_conf_target *best);
