#include "policies.h"

#include <math.h>
#include <stdio.h>

#include "registry.h"

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

ul_status ul_policies_list(const ul_trials *trials, ul_arena *arena, const char *const **list, size_t *n)
{
    const char **every;
    size_t methods = 0;
    *list = trials->named;
    *n = trials->n_named;
    if (trials->n_named > 0)
        return UL_OK;
    while (ul_methods[methods] != NULL)
        methods++;
    UL_ALLOC(arena, every, methods);
    for (size_t q = 0; q < methods; q++)
        if (is_policy(ul_methods[q], trials->instance->kind))
            every[(*n)++] = ul_methods[q]->name;
    *list = every;
    return UL_OK;
}

static void put_outcome(const ul_run_result *result, ul_policy_outcome *to)
{
    const double *completion = ul_measures_find(&result->measures, "mean_completion_s");
    const double *wait = ul_measures_find(&result->measures, "longest_wait_s");
    to->has_cost = result->has_cost;
    to->exact_cost = result->cost;
    to->cost = ul_cost_double(result->cost);
    to->completion_h = completion == NULL ? NAN : *completion / 3600;
    to->longest_wait_s = wait == NULL ? NAN : *wait;
    to->cpu_s = result->cpu_s;
    to->knows = ul_knows_name(result->knows);
    to->what = ul_outcome_name(result->outcome);
    if (!result->has_cost)
        snprintf(to->why, sizeof to->why, "%s", result->note);
}

ul_status ul_policy_try(const ul_trials *trials, const ul_trial *trial, ul_policy_outcome *to)
{
    ul_run *run = NULL;
    *to = (ul_policy_outcome){0};
    ul_status status = trials->go(trials->context, trials->instance, trial, to->name, &run);
    if (status == UL_OK) {
        put_outcome(ul_run_result_of(run), to);
        if (trial->told != NULL && to->has_cost)
            status = trial->told(trial->listener, to, ul_run_result_of(run)->plan);
    } else if (status == UL_E_INPUT) {
        to->what = "of another world";
        snprintf(to->why, sizeof to->why, "%s", ul_error_text());
    }
    const bool of_another_world = status == UL_E_INPUT && run != NULL; /* else: asked for wrongly */
    ul_run_free(run);
    return of_another_world ? UL_OK : status;
}

ul_status ul_policy_floor_find(const ul_trials *trials, double wait_s, const char *certificate,
                               double cpu_limit_s, ul_policy_floor *floor)
{
    char asked[120], name[UL_TRIAL_NAME];
    ul_run *run = NULL;
    const ul_kind *kind = trials->instance->kind;
    const ul_method *method = method_of(kind, UL_BOUND_ONLY | UL_CERTIFIES, 0);
    if (method == NULL) {
        method = method_of(kind, UL_PROVES, UL_BOUND_ONLY | UL_OPTIONAL);
        return ul_fail(UL_E_INPUT, "%s: no method has a floor under %s problems: 'ullage solve FILE -m "
                                   "%s' proves how far a plan is from the best", trials->instance->name,
                       kind->name, method == NULL ? "METHOD" : method->name);
    }
    snprintf(asked, sizeof asked, wait_s < 0 ? "%s" : "%s wait=%.10g", method->name, wait_s);
    const ul_trial trial = {.method = asked, .certificate = certificate, .cpu_limit_s = cpu_limit_s,
                            .is_floor = true};
    const ul_status status = trials->go(trials->context, trials->instance, &trial, name, &run);
    if (status == UL_OK) {
        const ul_run_result *result = ul_run_result_of(run);
        *floor = (ul_policy_floor){result->bound, result->cpu_s, result->outcome == UL_INFEASIBLE};
    }
    ul_run_free(run);
    return status;
}

ul_status ul_policy_above(const ul_policy_outcome *outcome, const ul_policy_floor *floor)
{
    char cost[UL_NUMBER_TEXT], bound[UL_NUMBER_TEXT];
    if (!outcome->has_cost || (!floor->none && outcome->exact_cost >= floor->bound))
        return UL_OK;
    return ul_fail(UL_E_INTERNAL, "ALARM: %s costs %s, %s%s: one of the two is wrong; please report "
                   "the instance", outcome->name, ul_cost_text(outcome->exact_cost, cost),
                   floor->none ? "though there is proof of no schedule" : "below the floor ",
                   floor->none ? "" : ul_cost_text(floor->bound, bound));
}
