/* The options of every command that runs a method: which, with what
 * parameters, for how long.
 */
#pragma once

#include "command.h"
#include "run.h"

enum { UL_METHODS_NAMED_MAX = 64 };

typedef struct {
    const char *method; /* the one named last, perhaps with parameters behind its name */
    const char *named[UL_METHODS_NAMED_MAX];
    size_t n_named; /* for commands that compare */
    ul_set_list set;
    char words[4096]; /* of the method chosen; items of the set point into it */
    ul_run_options run;
    const char *label; /* for the line of progress; NULL: the method's name */
} ul_run_args;

#define UL_RUN_ARGS_PRESET {.run = {.seed = 1}}

/* Of a ul_run_args. */
extern const ul_option_list ul_run_option_list;

/* For commands that run one method: more than one is a fault. */
void ul_run_args_one(const ul_run_args *args, const struct argp_state *state);

/* The method that "NAME NAME=VALUE..." asks for; its parameters join those of --set.
 * The value of a text goes on until the next parameter's name, as in
 * "policy command=python3 mine.py answer-s=5". Once for each ul_run_args. */
ul_status ul_run_args_choose(ul_run_args *args, const char *asked, const ul_method **method);

/* Commands that compare: every method named so far, with what --set says behind its name, a
 * grid (grid.h) as each of its settings. */
ul_status ul_run_args_spread(ul_run_args *args, ul_arena *arena);

/* The method's run on the instance, gone to its end, with progress on a
 * terminal and a stop on interrupt. Free the run, fault or not. */
ul_status ul_run_args_go(ul_run_args *args, const ul_method *method, const ul_instance *instance,
                         ul_run **run);
