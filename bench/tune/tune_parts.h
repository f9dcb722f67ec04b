/* What the files of the tuner share. */
#pragma once

#include "names.h"
#include "tune.h"

typedef struct {
    const ul_tune_options *options;
    ul_arena *arena;
    /* settings, the default first */
    const char **phrase, **parameters;
    size_t n, n_grid;
    bool *dropped;
    /* the suite with them: instances and methods by their numbers there */
    ul_names *label; /* of its instances */
    size_t n_methods;
    size_t *method_of; /* a setting's */
    bool *wanted;      /* runs that are to be there, by instance and method */
    /* instances that take part, in the order of the race; training first */
    size_t *pool;
    size_t n_pool, n_training, n_copies, n_passed;
    /* outcomes: [instance * n + setting] */
    double *cost;   /* mean over repetitions; infinite without a plan, NaN before it ran */
    double spent_s; /* CPU, of all runs */
    size_t n_runs;
} ul_tuner;

/* ---- settings.c ---- */

/* The settings of the options' method. */
ul_status ul_tuner_settings(ul_tuner *t);
/* Makes the folder with its instances, and splits them. */
ul_status ul_tuner_instances(ul_tuner *t, bool *alarm);

/* ---- race.c ---- */

/* Runs what is wanted and not yet there, and looks at all outcomes. */
ul_status ul_tuner_run(ul_tuner *t, bool *alarm);

/* The race over the training part: *n_run of it were run. */
ul_status ul_tuner_race(ul_tuner *t, size_t *n_run, ul_tune_end *end, bool *alarm);

/* Of those not dropped the one with the most plans, then the least mean of cost over the
 * default's, over the first n of the training part; the earlier of equals. */
size_t ul_tuner_best(const ul_tuner *t, size_t n);

/* 1 - cost / default's on an instance; NaN where one of them has no plan, or that costs 0. */
double ul_tuner_gain(const ul_tuner *t, size_t instance, size_t setting);
