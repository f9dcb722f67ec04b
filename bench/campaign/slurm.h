/* Runs a campaign as a Slurm job array.
 *
 * submit: the open runs are listed in FOLDER/slurm/jobs.csv and one array of at
 * most 1000 tasks is queued; each task does its share with ul_slurm_part() and
 * leaves FOLDER/parts/N.csv, one record each. watch: polls squeue. gather: moves
 * parts into records.csv. The folder must be on a file system that the nodes
 * share. sbatch's own environment (SBATCH_PARTITION, ...) chooses the rest.
 */
#pragma once

#include "runner.h"

typedef struct {
    ul_runner_options runner;
    const char *program; /* path of ullage, as the nodes see it */
    bool detach;         /* submit and return; resume watches and gathers */
} ul_slurm_options;

ul_status ul_slurm_run(const ul_slurm_options *options, bool *alarm);

/* What an array task does: its share of the open runs, one after the other. */
ul_status ul_slurm_part(const ul_runner_options *options, size_t task);

/* Cancels the folder's array. */
ul_status ul_slurm_cancel(const char *folder);
