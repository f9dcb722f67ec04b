/* The options of every command that makes an instance: how many tasks, which seed and
 * parameters, where it goes.
 */
#pragma once

#include <math.h>

#include "command.h"
#include "generator.h"

typedef struct {
    const char *output;
    ul_source_options source;
    ul_set_list set;
} ul_source_args;

#define UL_SOURCE_ARGS_PRESET {.output = "-", .source = {.seed = 1, .to_s = HUGE_VAL}}

/* Of a ul_source_args. */
extern const ul_option_list ul_source_option_list;

/* Makes the instance and writes it; what was left out or rounded is said on stderr. */
ul_status ul_source_args_go(ul_source_args *args, const ul_source *source);
