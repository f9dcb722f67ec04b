/* Jobs that do not queue: each gets nodes the moment it arrives. Alone, only new ones
 * of its own, given back when it is done; else those that others have left, too.
 */
#pragma once

#include "run.h"

struct ul_schedule;
ul_status ul_sec_apart_run(const struct ul_schedule *in, ul_run *run, bool is_alone);
