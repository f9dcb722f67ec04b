/* Which setting of a method's parameters is best, on instances that had no say in it.
 *
 * The instances of a suite are split by a seed into training and test. On the training part
 * settings race (Birattari et al. 2002, F-Race): all run on one instance after the other, and
 * from five instances on those that Friedman's test finds worse than the leader at 5% are
 * dropped. What is left and costs least, relative to the default, is run on the test part
 * beside the default; its gain there is the answer.
 *
 * The runs are a campaign in a folder, checked, recorded and resumed as any other. The same
 * seed gives the same answer unless CPU time decides: the budget's end, or a method's limit.
 */
#pragma once

#include "output.h"
#include "slurm.h"

typedef struct {
    const ul_slurm_options *engine; /* with the suite and the folder */
    bool on_slurm;
    const char *method; /* "NAME a=0.5..2 b=x|y" */
    double budget_s;    /* CPU seconds of all runs; 0 is none */
    double test_share;  /* of the instances */
    uint64_t seed;
} ul_tune_options;

typedef struct {
    const char **instance; /* labels; of training those that were run */
    size_t n, n_pairs;     /* pairs: both the setting and the default have a plan */
    double gain;           /* mean of 1 - cost / default's; NaN of none */
    double low, high, p;   /* of few pairs NaN, as in reports */
} ul_tune_part;

typedef enum { UL_TUNE_ONE_LEFT, UL_TUNE_INSTANCES, UL_TUNE_BUDGET } ul_tune_end;

typedef struct {
    const char *chosen, *reference; /* "NAME NAME=VALUE..." */
    size_t n_grid, n_settings, n_left; /* of the grid, of those raced, at the end; the default too */
    size_t n_copies, n_passed; /* instances left out: copies of others, not the method's */
    ul_tune_part training, test;
    ul_tune_end end;
    double cpu_s;
    const char *warning; /* a sentence, or "" */
} ul_tuning;

/* Writes FOLDER/tune.json, and FOLDER/test.csv: a suite of the test part with both settings,
 * to compare with others there. */
ul_status ul_tune(const ul_tune_options *options, ul_arena *arena, ul_tuning *tuning, bool *alarm);

ul_status ul_tuning_json(const ul_tune_options *options, const ul_tuning *tuning, ul_output *out);
ul_status ul_tuning_text(const ul_tune_options *options, const ul_tuning *tuning, ul_output *out);
