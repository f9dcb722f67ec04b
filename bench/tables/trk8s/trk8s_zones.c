/* TR-Kubernetes' zones, and Figures 6 and 14: provisioning policies at 5000 units and 99.999%, and
 * its greedy from 99% to 99.9999%, over all zones; our local search and the proved optimum beside
 * them.
 *
 * Cost is a share of what the capacity costs on demand; the availability of several
 * zones is averaged as the paper plots it, in nines. Policies that know no target count in
 * Figure 6 even where they miss it, and the table says in how many zones they keep it.
 */
#include "trk8s_zones.h"

#include "availability_policies.h"

enum { GENERATED_ZONES = 8 };

const char *const ul_pool_method[UL_POOLS] = {"trk8s-code", "availability-exact"},
                  *const ul_pool_name[UL_POOLS] = {"greedy", "cheapest"};

ul_status ul_zones_open(ul_table_made *made, ul_zones *zones)
{
    *zones = (ul_zones){.made = made, .generated = *ul_table_text(made, "zones") == '\0',
                        .n = GENERATED_ZONES};
    if (!zones->generated)
        UL_TRY(ul_table_files(made, "zones", "record-*.csv*", &zones->path, &zones->n));
    else
        made->unlike = "the zones are generated ('ullage gen availability'); --set zones=FOLDER "
                       "takes the published records";
    zones->n = zones->n < UL_ZONES_MAX ? zones->n : UL_ZONES_MAX;
    return UL_OK;
}

ul_status ul_zones_make(const ul_zones *zones, size_t z, double capacity, double target,
                        const ul_instance **instance)
{
    return ul_table_instance(zones->made, &(ul_source_options){
        .seed = zones->made->request->seed + (zones->generated ? z : 0),
        .input = zones->generated ? NULL : &zones->path[z]},
        instance, "%s capacity=%.0f target=%.17g",
        zones->generated ? "availability" : "zone-record", capacity, target);
}

double ul_zones_on_demand(const ul_availability *in)
{
    const size_t k = ul_availability_on_demand_type(in);
    return k == UL_NONE ? NAN : in->type[k].on_demand_price / (double)in->type[k].capacity;
}

ul_status ul_zones_pool(const ul_zones *zones, const ul_instance *zone, const char *method,
                        const ul_availability_plan **pool, bool *proved)
{
    const ul_run *run;
    UL_TRY(ul_table_try(zones->made, zone, method, &(ul_run_options){
        .time_limit_s = zones->made->request->time_limit_s}, &run));
    *pool = ul_run_result_of(run)->plan;
    *proved = ul_run_result_of(run)->outcome == UL_OPTIMAL;
    return UL_OK;
}

/* ---- one zone ---- */

static const struct {
    const char *name;
    ul_pool_policy policy; /* whose pools count even where they miss the target; or NULL */
    const char *set;
    bool in_fig14;
} policy[] = {
    {"trk8s-code", ul_pool_policy_trk8s_code, "", true},
    {"trk8s", ul_pool_policy_trk8s, "", false},
    {"spotfleet-cheapest", ul_pool_policy_spotfleet_cheapest, "", false},
    {"spotfleet-diverse", ul_pool_policy_spotfleet_diverse, "", false},
    {"greedy-availability", ul_pool_policy_greedy_availability, "", false},
    {"availability-local", NULL, " rounds=100", true}, /* a second or so */
    {"availability-exact", NULL, "", true},
};
enum { GREEDY = 0, POLICIES = sizeof policy / sizeof *policy, OPTIMUM = POLICIES - 1 };

/* Of what the capacity costs on demand; cost above the optimum, where both keep the target; nines
 * of the availability, -log10(1 - availability), at most 16; capacity held beyond the target. */
enum { COST, ABOVE, NINES, EXCESS, MEASURES };
static const char *const name[MEASURES] = {"cost", "above optimum", "nines", "excess"};

typedef struct {
    bool has_pool, met, proved;
    ul_cost cost;
    double value[MEASURES];
} outcome;

static ul_status measure(const ul_availability_plan *plan, outcome *o)
{
    const ul_availability *in = plan->in;
    const double capacity = (double)in->capacity;
    double failure;
    UL_TRY(ul_availability_plan_failure(plan, &failure));
    o->has_pool = true;
    o->met = failure <= ul_availability_allowance(in);
    o->cost = ul_availability_plan_cost(plan);
    o->value[COST] = 100 * ul_cost_double(o->cost) / (ul_zones_on_demand(in) * capacity);
    o->value[NINES] = fmin(16, -log10(failure)); /* 16 where nothing can fail */
    o->value[EXCESS] = 100 * ((double)ul_availability_plan_capacity(plan) / capacity - 1);
    return UL_OK;
}

static ul_status run_policy(const ul_zones *zones, const ul_instance *zone, size_t p, outcome *o)
{
    ul_pool_policy_account account;
    const ul_availability_plan *pool;
    ul_availability_plan *plan;
    ul_run *run;
    if (policy[p].policy == NULL) {
        UL_TRY(ul_zones_pool(zones, zone, ul_text(zones->made, "%s%s", policy[p].name,
                                                  policy[p].set), &pool, &o->proved));
        return pool == NULL ? UL_OK : measure(pool, o);
    }
    UL_TRY(ul_table_begin(zones->made, zone, policy[p].name, NULL, &run));
    UL_TRY(ul_availability_plan_new(zone->data, ul_run_arena(run), &plan));
    UL_TRY(policy[p].policy(zone->data, run, plan, &account));
    return measure(plan, o);
}

/* All policies of one zone: compared with the optimum, written down. */
static ul_status run_zone(const ul_zones *zones, const ul_instance *instance, bool all, outcome *of)
{
    ul_table_made *made = zones->made;
    const ul_availability *in = instance->data;
    const outcome *optimum = &of[OPTIMUM];
    char cost[UL_NUMBER_TEXT];
    for (size_t p = 0; p < POLICIES; p++)
        if (all || policy[p].in_fig14)
            UL_TRY(run_policy(zones, instance, p, &of[p]));
    for (size_t p = 0; p < POLICIES; p++) {
        outcome *o = &of[p];
        if (!all && !policy[p].in_fig14)
            continue;
        o->value[ABOVE] = o->met && optimum->met
                              ? 100 * (ul_cost_double(o->cost) / ul_cost_double(optimum->cost) - 1)
                              : NAN;
        if (o->met && optimum->proved && o->cost < optimum->cost)
            return ul_fail(UL_E_INTERNAL, "%s in %s is cheaper than the proved optimum",
                           policy[p].name, instance->name);
        ul_table_trial(made, "zone\ttarget\tpolicy\tcost\tcost_of_on_demand_percent\tnines\t"
                             "excess_percent\tkeeps_target\tproved\tabove_best_pool_percent",
                       "%s\t%.10g\t%s\t%s\t%s\t%s\t%s\t%s", in->name, in->target, policy[p].name,
                       o->has_pool ? ul_cost_text(o->cost, cost) : "",
                       o->has_pool ? ul_text(made, "%.4f\t%.4f\t%.4f", o->value[COST],
                                             o->value[NINES], o->value[EXCESS]) : "\t\t",
                       o->met ? "yes" : "no", p != OPTIMUM ? "" : o->proved ? "yes" : "no",
                       isnan(o->value[ABOVE]) ? "" : ul_text(made, "%.4f", o->value[ABOVE]));
    }
    return UL_OK;
}

/* ---- over zones ---- */

static void put_policy(const ul_zones *zones, const char *of, size_t p, bool met_only,
                       const outcome *all)
{
    ul_table_made *made = zones->made;
    const char *who = policy[p].name;
    double met = 0, proved = 0, down = 0, pools = 0;
    for (size_t z = 0; z < zones->n; z++) {
        const outcome *o = &all[z * POLICIES + p];
        const bool counts = o->has_pool && (o->met || !met_only);
        for (size_t m = 0; m < MEASURES; m++)
            ul_add(made, of, who, name[m], counts ? o->value[m] : NAN);
        down += counts ? pow(10, -o->value[NINES]) : 0;
        pools += counts;
        met += o->met;
        proved += o->proved;
    }
    ul_put(made, of, who, "nines of the mean", pools > 0 ? -log10(down / pools) : NAN);
    ul_put(made, of, who, "saving", 100 - ul_got(made, of, who, "cost"));
    ul_put(made, of, who, "keeps target", met);
    if (p == OPTIMUM)
        ul_put(made, of, who, "proved", proved);
}

/* Runs all policies, or Figure 14's, in every zone and puts ZONE_MEASURES of each: over the zones
 * in which it has a pool, or one that keeps the target. The optimum has the request's time limit;
 * a pool cheaper than a proved one is a fault. */
static ul_status run_zones(const ul_zones *zones, const char *of, double target, bool met_only,
                           bool every)
{
    outcome *all;
    UL_ALLOC(zones->made->arena, all, zones->n * POLICIES);
    for (size_t z = 0; z < zones->n; z++) {
        const ul_instance *instance;
        UL_TRY(ul_zones_make(zones, z, ul_table_param(zones->made, "capacity"), target, &instance));
        UL_TRY(run_zone(zones, instance, every, &all[z * POLICIES]));
    }
    for (size_t p = 0; p < POLICIES; p++)
        if (every || policy[p].in_fig14)
            put_policy(zones, of, p, met_only, all);
    ul_put(zones->made, of, "", "target", target < 1 ? -log10(1 - target) : NAN);
    return UL_OK;
}

/* ---- Figures 6 and 14 ---- */

static ul_status experiment6(ul_table_made *made)
{
    ul_zones zones;
    UL_TRY(ul_zones_open(made, &zones));
    ul_put_note(made, "Mean (least-most) over zones, in percent of the on-demand type with the "
        "least price per unit; above the optimum where the target is kept; nines are -log10(1 - "
        "availability). A proof has %g s; where it did not end the optimum is the best pool found, "
        "and nothing that is judged rests on it.", made->request->time_limit_s);
    return run_zones(&zones, "", ul_table_param(made, "target"), false, true);
}

static ul_status experiment14(ul_table_made *made)
{
    static const char *const point[] = {"99%", "99.9%", "99.99%", "99.999%", "99.9999%"};
    static const double target[] = {0.99, 0.999, 0.9999, 0.99999, 0.999999};
    enum { POINTS = sizeof point / sizeof *point };
    const char *greedy = policy[GREEDY].name;
    const bool met_only = ul_same(ul_table_text(made, "pools"), "kept");
    ul_zones zones;
    UL_TRY(ul_zones_open(made, &zones));
    for (size_t q = 0; q < POINTS; q++) {
        UL_TRY(run_zones(&zones, point[q], target[q], met_only, false));
        ul_add(made, "all", "targets", "cost", ul_got(made, point[q], greedy, "cost, least"));
        ul_add(made, "all", "targets", "cost", ul_got(made, point[q], greedy, "cost, most"));
    }
    ul_put(made, "all", "targets", "saving lost per nine",
           (ul_got(made, point[POINTS - 1], greedy, "cost")
            - ul_got(made, point[0], greedy, "cost")) / (POINTS - 1));
    return ul_put_note(made, "Mean (least-most) over zones, in percent of the on-demand type with "
        "the least price per unit. A proof has %g s; where it did not end the optimum is the best "
        "pool found, and nothing that is judged rests on it.", made->request->time_limit_s);
}

#define ZONE_MEASURES "saving (%); target (nines); nines of the mean (nines)"
static const ul_panel panel[] = {
    {.title = "cost, % of on-demand", .measure = "cost"},
    {.title = "excess capacity, %", .measure = "excess"},
    {.title = "availability, number of nines", .measure = "nines", .mark = "target"}, {0}};

const ul_table ul_table_trk8s_fig6 = {
    .name = "trk8s-fig6", .paper = "TR-Kubernetes, Figure 6",
    .brief =
         "provisioning policies at 99.999%: cost, availability, excess; ours and the optimum",
    .who = "policy", .hidden = ZONE_MEASURES, .panel = panel,
    .column = UL_COLUMNS(UL_RANGE("cost", "%", 1, .head = "cost / on-demand"),
        UL_RANGE("above optimum", "%", 1), UL_RANGE("nines", "nines", 2),
        UL_COL("nines of the mean", "nines", 2), UL_RANGE("excess", "%", 1),
        UL_COL("keeps target", "count", 0), UL_COL("proved", "count", 0)),
    .param = UL_PARAMS(UL_ZONE_FOLDER, UL_ZONE_CAPACITY, UL_TABLE_PICTURE("trk8s-fig6.svg"),
        UL_REAL("target", "0.99999", "availability promised", 0, 1)), .time_limit_s = 20,
    .experiment = experiment6,
};

const ul_table ul_table_trk8s_fig14 = {
    .name = "trk8s-fig14", .paper = "TR-Kubernetes, Figure 14",
    .brief = "cost and excess from 99% to 99.9999%: the greedy, ours and the optimum",
    .of = "target", .hidden = "saving lost per nine (%); " ZONE_MEASURES, .panel = panel,
    .column = UL_COLUMNS(UL_RANGE("cost", "%", 1, .who = "trk8s-code", .head = "trk8s-code cost"),
        UL_RANGE("cost", "%", 1, .who = "availability-local", .head = "local cost"),
        UL_RANGE("cost", "%", 1, .who = "availability-exact", .head = "optimum cost"),
        UL_RANGE("above optimum", "%", 1, .who = "trk8s-code", .head = "greedy above optimum"),
        UL_RANGE("nines", "nines", 2, .who = "trk8s-code", .head = "greedy nines"),
        UL_RANGE("nines", "nines", 2, .who = "availability-exact", .head = "optimum nines"),
        UL_RANGE("excess", "%", 1, .who = "trk8s-code", .head = "greedy excess"),
        UL_RANGE("excess", "%", 1, .who = "availability-exact", .head = "optimum excess"),
        UL_COL("keeps target", "count", 0, .who = "trk8s-code", .head = "greedy keeps target"),
        UL_COL("proved", "count", 0, .who = "availability-exact", .head = "proved")),
    .param = UL_PARAMS(UL_ZONE_FOLDER, UL_ZONE_CAPACITY, UL_TABLE_PICTURE("trk8s-fig14.svg"),
        UL_CHOICE("pools", "all", "that count: all, or those alone that keep the target",
                  "all|kept")), .time_limit_s = 20, .experiment = experiment14,
};
