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
static const ul_pool_policy policy_of[UL_FIG_POLICIES] = {
    [UL_FIG_TRK8S_CODE] = ul_pool_policy_trk8s_code,
    [UL_FIG_TRK8S] = ul_pool_policy_trk8s,
    [UL_FIG_CHEAPEST] = ul_pool_policy_spotfleet_cheapest,
    [UL_FIG_DIVERSE] = ul_pool_policy_spotfleet_diverse,
    [UL_FIG_GREEDY] = ul_pool_policy_greedy_availability,
};

enum { GENERATED_ZONES = 8 };

static ul_status find_records(const char *folder, ul_zones *zones)
{
    char pattern[512];
    glob_t found;
    snprintf(pattern, sizeof pattern, "%s/record-*.csv*", folder);
    if (glob(pattern, 0, NULL, &found) != 0)
        return ul_fail(UL_E_INPUT, "%s: there are no zone records (record-*.csv); say where they "
                                   "are with --set zones=FOLDER", folder);
    for (; zones->n < found.gl_pathc && zones->n < UL_ZONES_MAX; zones->n++)
        snprintf(zones->path[zones->n], sizeof zones->path[0], "%s", found.gl_pathv[zones->n]);
    globfree(&found);
    return UL_OK;
}

ul_status ul_zones_open(const ul_table_request *request, ul_arena *arena, ul_table_made *made,
                        ul_zones **result)
{
    static const char *const head[] = {
        "zone",  "target",         "policy",       "cost",   "cost_of_on_demand_percent",
        "nines", "excess_percent", "keeps_target", "proved", "above_best_pool_percent"};
    const char *folder = ul_param_text(request->param, "zones");
    ul_zones *zones;
    UL_ALLOC(arena, zones, 1);
    zones->request = request;
    zones->arena = arena;
    zones->made = made;
    zones->generated = *folder == '\0';
    if (zones->generated)
        zones->n = GENERATED_ZONES;
    else
        UL_TRY(find_records(folder, zones));
    UL_TRY(ul_sheet_new(arena, "trials", "", "", "lrlrrrrllr", &made->trials));
    for (size_t c = 0; c < sizeof head / sizeof *head; c++)
        ul_sheet_cell(made->trials, "%s", head[c]);
    *result = zones;
    return UL_OK;
}

const char *ul_zones_note(const ul_zones *zones, const char *note)
{
    static const char generated[] =
        " The zones are generated ('ullage gen availability'); --set zones=FOLDER takes the "
        "published records, and then the paper's claims are judged.";
    const size_t length = strlen(note) + (zones->generated ? sizeof generated - 1 : 0);
    char *text = ul_arena_alloc(zones->arena, length + 1, 1);
    if (text != NULL)
        snprintf(text, length + 1, "%s%s", note, zones->generated ? generated : "");
    return text;
}

/* ---- one zone ---- */

ul_status ul_zones_make(const ul_zones *zones, size_t z, uint64_t capacity, double target,
                        ul_instance *instance)
{
    char set[2][64], remark[256];
    const char *const input[] = {zones->path[z]}, *const sets[] = {set[0], set[1]};
    const ul_source_options options = {.seed = zones->request->seed + (zones->generated ? z : 0),
                                       .to_s = HUGE_VAL, .input = input,
                                       .n_inputs = !zones->generated, .set = sets, .n_set = 2};
    snprintf(set[0], sizeof set[0], "capacity=%llu", (unsigned long long)capacity);
    snprintf(set[1], sizeof set[1], "target=%.17g", target);
    return ul_source_make(zones->generated ? ul_generator_find("availability")
                                           : ul_importer_find("zone-record"),
                          &options, remark, sizeof remark, instance);
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
    outcome->met = failure <= ul_availability_allowance(in);
    outcome->cost = ul_availability_plan_cost(plan);
    outcome->cost_share = 100 * ul_cost_double(outcome->cost) / on_demand;
    outcome->nines = fmin(16, -log10(failure)); /* 16 where nothing can fail */
    outcome->excess =
        100 * ((double)ul_availability_plan_capacity(plan) / (double)in->capacity - 1);
    return UL_OK;
}

static ul_status run_policy(const ul_availability *in, ul_run *run, ul_fig_policy policy,
                            ul_zone_outcome *outcome)
{
    ul_availability_plan *plan;
    ul_pool_policy_account account;
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

static ul_status run_one(const ul_zones *zones, const ul_instance *instance, ul_fig_policy policy,
                         ul_zone_outcome *outcome)
{
    static const char *const few[] = {"rounds=100"}; /* a local search of a second or so */
    const ul_run_options options = {.seed = zones->request->seed,
                                    .time_limit_s = zones->request->time_limit_s,
                                    .methods = ul_methods, .set = few,
                                    .n_set = policy == UL_FIG_LOCAL};
    const ul_availability *in = instance->data;
    ul_run *run = NULL;
    ul_table_say(zones->request, "%s at %g: %s", in->name, in->target, ul_fig_policy_name[policy]);
    ul_status status =
        ul_run_new(ul_method_find(ul_fig_policy_name[policy]), instance, &options, &run);
    if (status == UL_OK)
        status = run_policy(in, run, policy, outcome);
    ul_run_free(run);
    return status;
}

static void value_cell(ul_sheet *sheet, bool shown, double value)
{
    if (shown && !isnan(value))
        ul_sheet_cell(sheet, "%.4f", value);
    else
        ul_sheet_cell(sheet, "%s", "");
}

static void write_trial(const ul_zones *zones, const ul_availability *in, ul_fig_policy policy,
                        const ul_zone_outcome *o)
{
    char number[UL_NUMBER_TEXT];
    ul_sheet *to = zones->made->trials;
    ul_sheet_cell(to, "%s", in->name);
    ul_sheet_cell(to, "%.10g", in->target);
    ul_sheet_cell(to, "%s", ul_fig_policy_name[policy]);
    ul_sheet_cell(to, "%s", o->has_pool ? ul_cost_text(o->cost, number) : "");
    value_cell(to, o->has_pool, o->cost_share);
    value_cell(to, o->has_pool, o->nines);
    value_cell(to, o->has_pool, o->excess);
    ul_sheet_cell(to, "%s", o->met ? "yes" : "no");
    ul_sheet_cell(to, "%s", policy != UL_FIG_OPTIMUM ? "" : o->proved ? "yes" : "no");
    value_cell(to, o->has_pool, o->above);
}

/* All policies of one zone: compared with the optimum, written down. */
static ul_status run_zone(const ul_zones *zones, const ul_instance *instance,
                          const bool wanted[UL_FIG_POLICIES], ul_zone_outcome *outcome)
{
    const ul_zone_outcome *optimum = &outcome[UL_FIG_OPTIMUM];
    for (ul_fig_policy p = 0; p < UL_FIG_POLICIES; p++)
        if (wanted[p])
            UL_TRY(run_one(zones, instance, p, &outcome[p]));
    for (ul_fig_policy p = 0; p < UL_FIG_POLICIES; p++) {
        ul_zone_outcome *o = &outcome[p];
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

ul_status ul_zones_run(const ul_zones *zones, double target, const bool wanted[UL_FIG_POLICIES],
                       ul_zone_outcome *outcome)
{
    memset(outcome, 0, zones->n * UL_FIG_POLICIES * sizeof *outcome);
    for (size_t z = 0; z < zones->n; z++) {
        ul_instance instance = {0};
        UL_TRY(ul_zones_make(zones, z,
                             (uint64_t)ul_param_number(zones->request->param, "capacity"), target,
                             &instance));
        ul_status status = ul_table_input(zones->made, zones->arena, &instance);
        if (status == UL_OK)
            status = run_zone(zones, &instance, wanted, &outcome[z * UL_FIG_POLICIES]);
        ul_instance_free(&instance);
        UL_TRY(status);
    }
    return UL_OK;
}

/* ---- over zones ---- */

typedef struct {
    double sum, least, most;
    size_t n;
} tally;

static void count(tally *t, double value)
{
    if (isnan(value))
        return;
    t->least = t->n == 0 ? value : fmin(t->least, value);
    t->most = t->n == 0 ? value : fmax(t->most, value);
    t->sum += value;
    t->n++;
}

static ul_spread spread_of(const tally *t)
{
    return t->n == 0 ? (ul_spread){NAN, NAN, NAN}
                     : (ul_spread){t->sum / (double)t->n, t->least, t->most};
}

ul_zone_spread ul_zones_spread(const ul_zones *zones, const ul_zone_outcome *outcome,
                               ul_fig_policy policy, bool met_only)
{
    tally cost_share = {0}, nines = {0}, excess = {0}, above = {0};
    ul_zone_spread spread = {0};
    for (size_t z = 0; z < zones->n; z++) {
        const ul_zone_outcome *o = &outcome[z * UL_FIG_POLICIES + policy];
        spread.met += o->met;
        spread.proved += o->proved;
        if (!o->has_pool || (met_only && !o->met))
            continue;
        count(&cost_share, o->cost_share);
        count(&nines, o->nines);
        count(&excess, o->excess);
        count(&above, o->above);
    }
    spread.cost_share = spread_of(&cost_share);
    spread.nines = spread_of(&nines);
    spread.excess = spread_of(&excess);
    spread.above = spread_of(&above);
    return spread;
}

void ul_zones_cell(ul_sheet *sheet, const ul_spread *value, int decimals, const char *unit)
{
    if (isnan(value->mean))
        ul_sheet_cell(sheet, "none");
    else
        ul_sheet_cell(sheet, "%.*f%s (%.*f-%.*f)", decimals, value->mean, unit, decimals,
                      value->least, decimals, value->most);
}

ul_status ul_zones_number(const ul_zones *zones, const ul_number *number, const ul_spread *value,
                          const ul_claim *claim)
{
    ul_number full = *number;
    full.ours = value->mean;
    full.has |= UL_HAS_RANGE;
    full.least = value->least;
    full.most = value->most;
    return ul_table_number(zones->made, zones->arena, &full, claim);
}

ul_status ul_zones_counts(const ul_zones *zones, const char *of, ul_fig_policy policy,
                          const ul_zone_spread *spread)
{
    ul_number number = {.of = of, .subject = ul_fig_policy_name[policy], .measure = "keeps target",
                        .unit = "zones", .ours = (double)spread->met};
    UL_TRY(ul_table_number(zones->made, zones->arena, &number, NULL));
    if (policy != UL_FIG_OPTIMUM)
        return UL_OK;
    number.measure = "proved";
    number.ours = (double)spread->proved;
    return ul_table_number(zones->made, zones->arena, &number, NULL);
}
