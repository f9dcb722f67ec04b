/* Runs of several methods on one workload, as `bracket` and `frontier` ask for them. */
#pragma once

#include "policies.h"
#include "run_args.h"

/* The methods named, every setting of them, and runs with a line of progress. */
ul_status ul_trials_of(ul_run_args *args, const ul_instance *instance, ul_arena *arena, ul_trials *trials);

/* Reads the workload, goes, and says how a command ends. */
int ul_trials_command(const char *file, void *options,
                      ul_status (*go)(void *options, const ul_instance *instance, ul_arena *arena));
