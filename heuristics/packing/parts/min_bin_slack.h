/* The heuristic for instances of many different tasks, which exact begins with there, too. */
#pragma once

#include "method.h"
#include "packing.h"

extern const ul_method ul_method_min_bin_slack;

/* Tries that look at few tasks for each machine and fill it with what is worth most by values of
 * shapes, in millionths of a dollar, of which no machine holds more than its price; as long as
 * more than `until_s` seconds are left. Plans are offered to the run. */
ul_status ul_min_bin_slack_by_values(const ul_packing *in, ul_run *run, const double *value,
                                     double until_s);
