#include "trk8s_zones.h"

#include <glob.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "availability_plan.h"
#include "availability_policies.h"
#include "generator.h"
#include "registry.h"

const char *const ul_fig_policy_name[UL_FIG_POLICIES] = {
    [UL_FIG_TRK8S_CODE] = "trk8s-code",
    [UL_FIG_TRK8S] = "trk8s",
    [UL_FIG_CHEAPEST] = "spotfleet-cheapest",
    [UL_FIG_DIVERSE] = "spotfleet-diverse",
    [UL_FIG_GREEDY] = "greedy-availability",
    [UL_FIG_LOCAL] = "availability-local",
    [UL_FIG_OPTIMUM] = "availability-exact",
};

/* Policies whose pools count even where they miss the target. */
static const ul_policy policy_of[UL_FIG_POLICIES] = {
    [UL_FIG_TRK8S_CODE] = ul_policy_trk8s_code,
    [UL_FIG_TRK8S] = ul_policy_trk8s,
    [UL_FIG_CHEAPEST] = ul_policy_spotfleet_cheapest,
    [UL_FIG_DIVERSE] = ul_policy_spotfleet_diverse,
    [UL_FIG_GREEDY] = ul_policy_greedy_availability,
};

ul_status ul_zone_list_read(const char *folder, ul_zone_list *list)
{
    char pattern[512];
    glob_t found;
    snprintf(pattern, sizeof pattern, "%s/record-*.csv*", folder);
    list->n = 0;
    if (glob(pattern, 0, NULL, &found) != 0)
        return ul_fail(UL_E_INPUT, "%s: there are no zone records (record-*.csv); say where they "
                                   "are with --set zones=FOLDER", folder);
    for (; list->n < found.gl_pathc && list->n < UL_ZONES_MAX; list->n++)
        snprintf(list->path[list->n], sizeof list->path[0], "%s", found.gl_pathv[list->n]);
    globfree(&found);
    return UL_OK;
}

static ul_status measure(const ul_availability_plan *plan, ul_zone_outcome *outcome)
{
    const ul_availability *in = plan->in;
    const size_t k = ul_availability_on_demand_type(in);
    double failure;
    UL_TRY(ul_availability_plan_failure(plan, &failure));
    const double on_demand = k == UL_NONE ? NAN
                                          : in->type[k].on_demand_price
                                                / (double)in->type[k].capacity
                                                * (double)in->capacity;
    outcome->has_pool = true;
    outcome->availability = 1 - failure;
    outcome->cost_share = ul_cost_double(ul_availability_plan_cost(plan)) / on_demand;
    outcome->excess =
        (double)ul_availability_plan_capacity(plan) / (double)in->capacity - 1;
    return UL_OK;
}

static ul_status run_policy(const ul_availability *in, ul_run *run, ul_fig_policy policy,
                            ul_zone_outcome *outcome)
{
    ul_availability_plan *plan;
    ul_policy_account account;
    if (policy_of[policy] != NULL) {
        UL_TRY(ul_availability_plan_new(in, ul_run_arena(run), &plan));
        UL_TRY(policy_of[policy](in, run, plan, &account));
        return measure(plan, outcome);
    }
    UL_TRY(ul_run_go(run));
    const ul_run_result *result = ul_run_result_of(run);
    outcome->proved = result->outcome == UL_OPTIMAL;
    return result->plan == NULL ? UL_OK : measure(result->plan, outcome);
}

ul_status ul_zone_run(const ul_table_request *request, const char *path, double target,
                      ul_fig_policy policy, ul_zone_outcome *outcome)
{
    char set[2][64], remark[256], text[600];
    const char *const input[] = {path}, *const sets[] = {set[0], set[1]};
    const ul_source_options source = {.seed = request->seed, .to_s = HUGE_VAL, .input = input,
                                      .n_inputs = 1, .set = sets, .n_set = 2};
    static const char *const few[] = {"rounds=100"}; /* a local search of a second or so */
    const ul_run_options options = {.seed = request->seed, .time_limit_s = request->time_limit_s,
                                    .methods = ul_methods, .set = few,
                                    .n_set = policy == UL_FIG_LOCAL};
    ul_instance instance = {0};
    ul_run *run = NULL;
    *outcome = (ul_zone_outcome){0};
    snprintf(set[0], sizeof set[0], "capacity=%s", ul_param_text(request->param, "capacity"));
    snprintf(set[1], sizeof set[1], "target=%.17g", target);
    UL_TRY(ul_source_make(ul_importer_find("zone-record"), &source, remark, sizeof remark,
                          &instance));
    if (request->say != NULL) {
        snprintf(text, sizeof text, "%s at %g: %s", instance.name, target,
                 ul_fig_policy_name[policy]);
        request->say(request->say_context, text);
    }
    ul_status status =
        ul_run_new(ul_method_find(ul_fig_policy_name[policy]), &instance, &options, &run);
    if (status == UL_OK)
        status = run_policy(instance.data, run, policy, outcome);
    ul_run_free(run);
    ul_instance_free(&instance);
    return status;
}

bool ul_spread_of(const double *value, size_t n, ul_spread *spread)
{
    *spread = (ul_spread){NAN, NAN, NAN};
    if (n == 0)
        return false;
    *spread = (ul_spread){0, value[0], value[0]};
    for (size_t q = 0; q < n; q++) {
        spread->mean += value[q] / (double)n;
        spread->least = fmin(spread->least, value[q]);
        spread->most = fmax(spread->most, value[q]);
    }
    return true;
}

double ul_nines(double availability)
{
    return availability >= 1 ? 16 : fmin(16, -log10(1 - availability));
}
