/* The options of commands that run suites, and the line of progress of their runs. */
#pragma once

#include "command.h"
#include "slurm.h"

typedef struct {
    ul_slurm_options slurm; /* its runner serves both engines */
    bool on_slurm;
    char folder[4096], program[4096], checker[4096];
} ul_campaign_args;

/* Of a ul_campaign_args. */
extern const ul_option_list ul_campaign_option_list;

void ul_campaign_args_begin(ul_campaign_args *args, int argc, char **argv);

/* Once all are read: the folder where none is named, and the programs. */
ul_status ul_campaign_args_settle(ul_campaign_args *args);

/* The campaign, by the engine asked for. */
ul_status ul_campaign_args_run(const ul_campaign_args *args, bool *alarm);
