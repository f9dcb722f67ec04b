#include "policies.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "registry.h"

/* The run of one method, its parameters behind its name or set; NULL where it does not take
 * the workload. `args` is a copy of the command's. */
static ul_status run_one(ul_run_args *args, const char *asked, const char *certificate,
                         const ul_instance *instance, ul_run **run)
{
    const ul_method *method;
    args->run.certificate = certificate;
    *run = NULL;
    UL_TRY(ul_run_args_choose(args, asked, &method));
    return ul_run_args_go(args, method, instance, run);
}

/* The first method of a kind that has some traits and none of others; NULL: there is none. */
static const ul_method *method_of(const ul_kind *kind, unsigned has, unsigned lacks)
{
    for (size_t q = 0; ul_methods[q] != NULL; q++)
        if ((ul_methods[q]->traits & (has | lacks)) == has && ul_method_takes(ul_methods[q], kind))
            return ul_methods[q];
    return NULL;
}

/* Programs of the user's are none. */
static bool is_policy(const ul_method *method, const ul_kind *kind)
{
    return ul_method_takes(method, kind) && (method->traits & UL_BOUND_ONLY) == 0
           && ((method->traits & UL_OPTIONAL) == 0 || (method->traits & UL_CONSTRUCTIVE) != 0);
}

size_t ul_policies_list(const ul_run_args *args, const ul_kind *kind,
                        const char *list[UL_METHODS_NAMED_MAX])
{
    size_t n = 0;
    for (size_t q = 0; q < args->n_named; q++)
        list[n++] = args->named[q];
    for (size_t q = 0; args->n_named == 0 && ul_methods[q] != NULL && n < UL_METHODS_NAMED_MAX; q++)
        if (is_policy(ul_methods[q], kind))
            list[n++] = ul_methods[q]->name;
    return n;
}

/* As reports name it: a shared object's own name, and what was set. */
static void put_name(const ul_set_list *set, const char *method, char *name, size_t room)
{
    size_t used = (size_t)snprintf(name, room, "%s", method);
    for (size_t q = 0; q < set->n && used < room; q++)
        used += (size_t)snprintf(name + used, room - used, " %s", set->item[q]);
}

ul_status ul_policy_try(const ul_run_args *all, const ul_instance *instance, const char *name,
                        const char *label, ul_policy_outcome *to)
{
    ul_run *run;
    ul_run_args args = *all;
    args.label = label;
    *to = (ul_policy_outcome){0};
    const ul_status status = run_one(&args, name, NULL, instance, &run);
    if (run != NULL)
        put_name(&args.set, ul_run_method(run)->name, to->name, sizeof to->name);
    if (status == UL_OK) {
        const ul_run_result *result = ul_run_result_of(run);
        const double *completion = ul_measures_find(&result->measures, "mean_completion_s");
        to->has_cost = result->has_cost;
        to->exact_cost = result->cost;
        to->cost = ul_cost_double(result->cost);
        to->completion_h = completion == NULL ? NAN : *completion / 3600;
        const double *wait = ul_measures_find(&result->measures, "longest_wait_s");
        to->longest_wait_s = wait == NULL ? NAN : *wait;
        to->cpu_s = result->cpu_s;
        to->knows = ul_knows_name(result->knows);
        to->what = ul_outcome_name(result->outcome);
        if (!result->has_cost)
            snprintf(to->why, sizeof to->why, "%s", result->note);
    } else if (status == UL_E_INPUT) {
        to->what = "of another world";
        snprintf(to->why, sizeof to->why, "%s", ul_error_text());
    }
    const bool of_another_world = status == UL_E_INPUT && run != NULL; /* else: asked for wrongly */
    ul_run_free(run);
    return of_another_world ? UL_OK : status;
}

ul_status ul_policy_floor(const ul_run_args *all, const ul_instance *instance, double wait_s,
                          const char *certificate, ul_cost *bound, double *cpu_s, bool *none)
{
    char asked[120];
    ul_run *run;
    ul_run_args args = *all;
    args.set.n = 0; /* --set is for the methods that -m names */
    const ul_method *method = method_of(instance->kind, UL_BOUND_ONLY | UL_CERTIFIES, 0);
    if (method == NULL) {
        method = method_of(instance->kind, UL_PROVES, UL_BOUND_ONLY | UL_OPTIONAL);
        return ul_fail(UL_E_INPUT, "%s: no method has a floor under %s problems: 'ullage solve FILE -m "
                                   "%s' proves how far a plan is from the best", instance->name,
                       instance->kind->name, method == NULL ? "METHOD" : method->name);
    }
    snprintf(asked, sizeof asked, wait_s < 0 ? "%s" : "%s wait=%.10g", method->name, wait_s);
    const ul_status status = run_one(&args, asked, certificate, instance, &run);
    *bound = status == UL_OK ? ul_run_result_of(run)->bound : 0;
    *cpu_s = status == UL_OK ? ul_run_result_of(run)->cpu_s : 0;
    *none = status == UL_OK && ul_run_result_of(run)->outcome == UL_INFEASIBLE;
    ul_run_free(run);
    return status;
}

ul_status ul_policy_above(const ul_policy_outcome *outcome, ul_cost floor, bool none)
{
    char cost[UL_NUMBER_TEXT], bound[UL_NUMBER_TEXT];
    if (!outcome->has_cost || (!none && outcome->exact_cost >= floor))
        return UL_OK;
    return ul_fail(UL_E_INTERNAL, "ALARM: %s costs %s, %s%s: one of the two is wrong; please report "
                   "the instance", outcome->name, ul_cost_text(outcome->exact_cost, cost),
                   none ? "though there is proof of no schedule" : "below the floor ",
                   none ? "" : ul_cost_text(floor, bound));
}

int ul_policies_command(const char *file, void *options,
                        ul_status (*go)(void *options, const ul_instance *instance, ul_arena *arena))
{
    ul_instance instance = {0};
    ul_arena *arena = ul_arena_new();
    ul_status status = arena == NULL ? ul_no_memory() : UL_OK;
    if (status == UL_OK)
        status = ul_instance_read(file, &instance);
    if (status == UL_OK)
        status = go(options, &instance, arena);
    ul_instance_free(&instance);
    ul_arena_free(arena);
    return status == UL_OK ? UL_EXIT_OK : ul_complain(status);
}
