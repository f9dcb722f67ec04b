/* Policies on a workload, one after the other, and the floor beneath them: what `bracket` and
 * `frontier` compare. */
#pragma once

#include "run.h"

enum { UL_TRIAL_NAME = 512 };
typedef struct {
    char name[UL_TRIAL_NAME];
    bool has_cost;
    ul_cost exact_cost;
    double cost, completion_h, longest_wait_s, cpu_s;
    const char *knows;
    const char *what; /* instead of a cost */
    char why[400];
} ul_policy_outcome;

/* One run that is asked for. */
typedef struct {
    const char *method;      /* "NAME NAME=VALUE..." */
    const char *label;       /* what a terminal is told that runs; NULL: the method's name */
    const char *certificate; /* where its proof goes, or NULL */
    double cpu_limit_s;      /* 0: as everywhere in this comparison */
    bool is_floor;           /* what is set is for the policies */
    /* Told of a policy's timeline while there is one; NULL: nobody. */
    ul_status (*told)(void *context, const ul_policy_outcome *outcome, const void *timeline);
    void *listener; /* its context */
} ul_trial;

/* The workload, the methods that are asked for (0: every policy), and who runs one: it goes to
 * its end and is to be freed, fault or not; NULL where the method is asked for wrongly. Its name
 * is the one that reports have, with its settings. */
typedef struct {
    const ul_instance *instance;
    const char *const *named;
    size_t n_named;
    ul_status (*go)(const void *context, const ul_instance *instance, const ul_trial *trial,
                    char name[UL_TRIAL_NAME], ul_run **run);
    const void *context;
} ul_trials;

/* What no schedule costs less than; none: it is proved that there is none. */
typedef struct {
    ul_cost bound;
    double cpu_s;
    bool none;
} ul_policy_floor;

/* Those asked for, or every policy. */
ul_status ul_policies_list(const ul_trials *trials, ul_arena *arena, const char *const **list, size_t *n);

/* What one costs, or why it does not take the workload. */
ul_status ul_policy_try(const ul_trials *trials, const ul_trial *trial, ul_policy_outcome *outcome);

/* The floor of every schedule (a negative wait), or of those in which nobody waits longer; the
 * certificate may be NULL, and no limit is 0. */
ul_status ul_policy_floor_find(const ul_trials *trials, double wait_s, const char *certificate,
                               double cpu_limit_s, ul_policy_floor *floor);

/* A valid timeline below a floor that speaks of it shows that the floor, or the check of
 * timelines, is wrong. */
ul_status ul_policy_above(const ul_policy_outcome *outcome, const ul_policy_floor *floor);
