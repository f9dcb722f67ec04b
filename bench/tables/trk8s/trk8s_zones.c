#include "trk8s_zones.h"

#include <glob.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "availability_plan.h"
#include "availability_policies.h"
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
static const ul_pool_policy policy_of[UL_FIG_POLICIES] = {
    [UL_FIG_TRK8S_CODE] = ul_pool_policy_trk8s_code,
    [UL_FIG_TRK8S] = ul_pool_policy_trk8s,
    [UL_FIG_CHEAPEST] = ul_pool_policy_spotfleet_cheapest,
    [UL_FIG_DIVERSE] = ul_pool_policy_spotfleet_diverse,
    [UL_FIG_GREEDY] = ul_pool_policy_greedy_availability,
};

enum { GENERATED_ZONES = 8 };

ul_status ul_zones_open(ul_table_made *made, ul_zones **result)
{
    const char *folder = ul_table_text(made, "zones");
    char pattern[512];
    glob_t found;
    ul_zones *zones;
    UL_ALLOC(made->arena, zones, 1);
    *result = zones;
    zones->made = made;
    zones->generated = *folder == '\0';
    if (zones->generated) {
        zones->n = GENERATED_ZONES;
        made->unlike = "the zones are generated ('ullage gen availability'); --set zones=FOLDER "
                       "takes the published records";
        return UL_OK;
    }
    snprintf(pattern, sizeof pattern, "%s/record-*.csv*", folder);
    if (glob(pattern, 0, NULL, &found) != 0)
        return ul_fail(UL_E_INPUT, "%s: there are no zone records (record-*.csv); say where they "
                                   "are with --set zones=FOLDER", folder);
    for (; zones->n < found.gl_pathc && zones->n < UL_ZONES_MAX; zones->n++)
        snprintf(zones->path[zones->n], sizeof zones->path[0], "%s", found.gl_pathv[zones->n]);
    globfree(&found);
    return UL_OK;
}

ul_status ul_zones_make(const ul_zones *zones, size_t z, uint64_t capacity, double target,
                        ul_instance *instance)
{
    char set[2][64];
    const char *const input[] = {zones->path[z]}, *const sets[] = {set[0], set[1]};
    snprintf(set[0], sizeof set[0], "capacity=%llu", (unsigned long long)capacity);
    snprintf(set[1], sizeof set[1], "target=%.17g", target);
    return ul_table_instance(zones->made, zones->generated ? "availability" : "zone-record",
                             &(ul_source_options){
        .seed = zones->made->request->seed + (zones->generated ? z : 0), .to_s = HUGE_VAL,
        .input = input, .n_inputs = !zones->generated, .set = sets, .n_set = 2}, instance);
}

static ul_status begin_run(const ul_zones *zones, const ul_instance *zone, ul_fig_policy policy,
                           ul_run **run)
{
    static const char *const few[] = {"rounds=100"}; /* a local search of a second or so */
    const ul_table_request *request = zones->made->request;
    ul_table_say(request, "%s: %s", zone->name, ul_fig_policy_name[policy]);
    return ul_run_new(ul_method_find(ul_fig_policy_name[policy]), zone, &(ul_run_options){
        .seed = request->seed, .time_limit_s = request->time_limit_s, .methods = ul_methods,
        .set = few, .n_set = policy == UL_FIG_LOCAL}, run);
}

ul_status ul_zones_pool(const ul_zones *zones, const ul_instance *zone, ul_fig_policy policy,
                        ul_run **run)
{
    UL_TRY(begin_run(zones, zone, policy, run));
    const ul_status status = ul_run_go(*run);
    if (status != UL_OK)
        ul_run_free(*run);
    return status;
}

/* ---- one zone ---- */

typedef struct {
    bool has_pool, met, proved;
    ul_cost cost;
    double cost_share; /* of what the capacity costs on demand, percent */
    double nines;      /* of the availability: -log10(1 - availability), at most 16 */
    double excess;     /* capacity held beyond the target, percent of it */
    double above;      /* cost above the optimum, percent; NaN unless both keep the target */
} outcome;

static ul_status measure(const ul_availability_plan *plan, outcome *o)
{
    const ul_availability *in = plan->in;
    const size_t k = ul_availability_on_demand_type(in);
    double failure;
    UL_TRY(ul_availability_plan_failure(plan, &failure));
    const double on_demand = k == UL_NONE ? NAN
                                          : in->type[k].on_demand_price
                                                / (double)in->type[k].capacity
                                                * (double)in->capacity;
    o->has_pool = true;
    o->met = failure <= ul_availability_allowance(in);
    o->cost = ul_availability_plan_cost(plan);
    o->cost_share = 100 * ul_cost_double(o->cost) / on_demand;
    o->nines = fmin(16, -log10(failure)); /* 16 where nothing can fail */
    o->excess = 100 * ((double)ul_availability_plan_capacity(plan) / (double)in->capacity - 1);
    return UL_OK;
}

static ul_status run_policy(const ul_availability *in, ul_run *run, ul_fig_policy policy, outcome *o)
{
    ul_availability_plan *plan;
    ul_pool_policy_account account;
    if (policy_of[policy] != NULL) {
        UL_TRY(ul_availability_plan_new(in, ul_run_arena(run), &plan));
        UL_TRY(policy_of[policy](in, run, plan, &account));
        return measure(plan, o);
    }
    UL_TRY(ul_run_go(run));
    o->proved = ul_run_result_of(run)->outcome == UL_OPTIMAL;
    return ul_run_result_of(run)->plan == NULL ? UL_OK : measure(ul_run_result_of(run)->plan, o);
}

static void write_trial(const ul_zones *zones, const ul_availability *in, ul_fig_policy policy,
                        const outcome *o)
{
    char cost[UL_NUMBER_TEXT], numbers[120] = "\t\t", above[40] = "";
    if (zones->made->trials == NULL)
        ul_table_trial(zones->made, "zone\ttarget\tpolicy\tcost\tcost_of_on_demand_percent\tnines\t"
                                    "excess_percent\tkeeps_target\tproved\tabove_best_pool_percent");
    if (o->has_pool)
        snprintf(numbers, sizeof numbers, "%.4f\t%.4f\t%.4f", o->cost_share, o->nines, o->excess);
    if (!isnan(o->above))
        snprintf(above, sizeof above, "%.4f", o->above);
    ul_table_trial(zones->made, "%s\t%.10g\t%s\t%s\t%s\t%s\t%s\t%s", in->name, in->target,
                   ul_fig_policy_name[policy], o->has_pool ? ul_cost_text(o->cost, cost) : "",
                   numbers, o->met ? "yes" : "no",
                   policy != UL_FIG_OPTIMUM ? "" : o->proved ? "yes" : "no", above);
}

/* All policies of one zone: compared with the optimum, written down. */
static ul_status run_zone(const ul_zones *zones, const ul_instance *instance,
                          const bool wanted[UL_FIG_POLICIES], outcome *of)
{
    const outcome *optimum = &of[UL_FIG_OPTIMUM];
    for (ul_fig_policy p = 0; p < UL_FIG_POLICIES; p++) {
        ul_run *run;
        if (!wanted[p])
            continue;
        UL_TRY(begin_run(zones, instance, p, &run));
        const ul_status status = run_policy(instance->data, run, p, &of[p]);
        ul_run_free(run);
        UL_TRY(status);
    }
    for (ul_fig_policy p = 0; p < UL_FIG_POLICIES; p++) {
        outcome *o = &of[p];
        if (!wanted[p])
            continue;
        o->above = o->met && optimum->met
                       ? 100 * (ul_cost_double(o->cost) / ul_cost_double(optimum->cost) - 1)
                       : NAN;
        if (o->met && optimum->proved && o->cost < optimum->cost)
            return ul_fail(UL_E_INTERNAL, "%s in %s is cheaper than the proved optimum",
                           ul_fig_policy_name[p], instance->name);
        write_trial(zones, instance->data, p, o);
    }
    return UL_OK;
}

/* ---- over zones ---- */

void ul_zones_put(const ul_zones *zones, const char *of, const char *who, const char *measure_,
                  const double *value)
{
    double kept[UL_ZONES_MAX];
    size_t n = 0;
    for (size_t z = 0; z < zones->n; z++)
        if (!isnan(value[z]))
            kept[n++] = value[z];
    if (n == 0)
        ul_put(zones->made, of, who, measure_, NAN);
    else
        ul_put_mean(zones->made, of, who, measure_, kept, n);
}

static void put_policy(const ul_zones *zones, const char *of, ul_fig_policy p, bool met_only,
                       const outcome *all)
{
    double cost[UL_ZONES_MAX], nines[UL_ZONES_MAX], excess[UL_ZONES_MAX], above[UL_ZONES_MAX];
    const char *who = ul_fig_policy_name[p];
    double met = 0, proved = 0;
    for (size_t z = 0; z < zones->n; z++) {
        const outcome *o = &all[z * UL_FIG_POLICIES + p];
        const bool counts = o->has_pool && (o->met || !met_only);
        cost[z] = counts ? o->cost_share : NAN;
        nines[z] = counts ? o->nines : NAN;
        excess[z] = counts ? o->excess : NAN;
        above[z] = counts ? o->above : NAN;
        met += o->met;
        proved += o->proved;
    }
    ul_zones_put(zones, of, who, "cost", cost);
    ul_zones_put(zones, of, who, "above optimum", above);
    ul_zones_put(zones, of, who, "nines", nines);
    ul_zones_put(zones, of, who, "excess", excess);
    const ul_cell *cell = ul_cell_find(zones->made, of, who, "cost");
    if (cell != NULL) {
        const double mean = cell->ours, least = cell->least, most = cell->most;
        ul_put(zones->made, of, who, "saving", 100 - mean);
        ul_put(zones->made, of, who, "cost, least", least);
        ul_put(zones->made, of, who, "cost, most", most);
    }
    ul_put(zones->made, of, who, "keeps target", met);
    if (p == UL_FIG_OPTIMUM)
        ul_put(zones->made, of, who, "proved", proved);
}

ul_status ul_zones_run(const ul_zones *zones, const char *of, double target, bool met_only,
                       const bool wanted[UL_FIG_POLICIES])
{
    outcome *all;
    UL_ALLOC(zones->made->arena, all, zones->n * UL_FIG_POLICIES);
    for (size_t z = 0; z < zones->n; z++) {
        ul_instance instance;
        UL_TRY(ul_zones_make(zones, z, (uint64_t)ul_table_param(zones->made, "capacity"), target,
                             &instance));
        const ul_status status = run_zone(zones, &instance, wanted, &all[z * UL_FIG_POLICIES]);
        ul_instance_free(&instance);
        UL_TRY(status);
    }
    for (ul_fig_policy p = 0; p < UL_FIG_POLICIES; p++)
        if (wanted[p])
            put_policy(zones, of, p, met_only, all);
    ul_put(zones->made, of, "", "target", target < 1 ? -log10(1 - target) : NAN);
    return UL_OK;
}
