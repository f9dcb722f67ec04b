/* Policies on a workload, one after the other, and the floor beneath them: what `bracket` and
 * `frontier` compare. */
#ifndef UL_POLICIES_H
#define UL_POLICIES_H

#include "run_args.h"

typedef struct {
    char name[512]; /* with its settings */
    bool has_cost;
    ul_cost exact_cost;
    double cost, completion_h, longest_wait_s, cpu_s;
    const char *knows;
    const char *what; /* instead of a cost */
    char why[400];
} ul_policy_outcome;

/* Those asked for, or every policy. */
size_t ul_policies_list(const ul_run_args *args, const ul_kind *kind,
                        const char *list[UL_METHODS_NAMED_MAX]);

/* Runs one, its parameters behind its name or set; `label` is what a terminal is told that
 * runs. */
ul_status ul_policy_try(const ul_run_args *args, const ul_instance *instance, const char *name,
                        const char *label, ul_policy_outcome *outcome);

/* What no schedule costs less than (a negative wait), or none in which nobody waits longer;
 * *none where it is proved that there is none. The certificate may be NULL. */
ul_status ul_policy_floor(const ul_run_args *args, const ul_instance *instance, double wait_s,
                          const char *certificate, ul_cost *bound, double *cpu_s, bool *none);

/* A valid timeline below a floor that speaks of it shows that the floor, or the check of
 * timelines, is wrong; `none`: it was proved that there is no schedule. */
ul_status ul_policy_above(const ul_policy_outcome *outcome, ul_cost floor, bool none);

/* Reads the workload, goes, and says how a command ends. */
int ul_policies_command(const char *file, void *options,
                        ul_status (*go)(void *options, const ul_instance *instance, ul_arena *arena));

#endif
