/* TR-Kubernetes' zones, and Figures 6 and 14: provisioning policies at 5000 units and 99.999%, and
 * its greedy from 99% to 99.9999%, over all zones; our local search and the proved optimum beside
 * them.
 *
 * Cost is a share of what the capacity costs on demand; the availability of several
 * zones is averaged as the paper plots it, in nines. Policies that know no target count in
 * Figure 6 even where they miss it, and the table says in how many zones they keep it.
 */
#include "trk8s_zones.h"

#include <glob.h>

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
                        const ul_instance **instance)
{
    const char *const input[] = {zones->generated ? NULL : zones->path[z]};
    return ul_table_instance(zones->made, &(ul_source_options){
        .seed = zones->made->request->seed + (zones->generated ? z : 0), .input = input},
        instance, "%s capacity=%llu target=%.17g",
        zones->generated ? "availability" : "zone-record", (unsigned long long)capacity, target);
}

static ul_status begin_run(const ul_zones *zones, const ul_instance *zone, ul_fig_policy policy,
                           ul_run **run)
{
    char method[64]; /* with a local search of a second or so */
    snprintf(method, sizeof method, "%s%s", ul_fig_policy_name[policy],
             policy == UL_FIG_LOCAL ? " rounds=100" : "");
    return ul_table_begin(zones->made, zone, method, &(ul_run_options){
        .time_limit_s = zones->made->request->time_limit_s}, run);
}

ul_status ul_zones_pool(const ul_zones *zones, const ul_instance *zone, ul_fig_policy policy,
                        const ul_availability_plan **pool, bool *proved)
{
    ul_run *run;
    UL_TRY(begin_run(zones, zone, policy, &run));
    UL_TRY(ul_run_go(run));
    *pool = ul_run_result_of(run)->plan;
    *proved = ul_run_result_of(run)->outcome == UL_OPTIMAL;
    return UL_OK;
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

static ul_status run_policy(const ul_zones *zones, const ul_instance *zone, ul_fig_policy policy,
                            outcome *o)
{
    ul_pool_policy_account account;
    const ul_availability_plan *pool;
    ul_availability_plan *plan;
    ul_run *run;
    if (policy_of[policy] == NULL) {
        UL_TRY(ul_zones_pool(zones, zone, policy, &pool, &o->proved));
        return pool == NULL ? UL_OK : measure(pool, o);
    }
    UL_TRY(begin_run(zones, zone, policy, &run));
    UL_TRY(ul_availability_plan_new(zone->data, ul_run_arena(run), &plan));
    UL_TRY(policy_of[policy](zone->data, run, plan, &account));
    return measure(plan, o);
}

static void write_trial(const ul_zones *zones, const ul_availability *in, ul_fig_policy policy,
                        const outcome *o)
{
    char cost[UL_NUMBER_TEXT], numbers[120] = "\t\t", above[40] = "";
    if (o->has_pool)
        snprintf(numbers, sizeof numbers, "%.4f\t%.4f\t%.4f", o->cost_share, o->nines, o->excess);
    if (!isnan(o->above))
        snprintf(above, sizeof above, "%.4f", o->above);
    ul_table_trial(zones->made, "zone\ttarget\tpolicy\tcost\tcost_of_on_demand_percent\tnines\t"
                                "excess_percent\tkeeps_target\tproved\tabove_best_pool_percent",
                   "%s\t%.10g\t%s\t%s\t%s\t%s\t%s\t%s", in->name, in->target,
                   ul_fig_policy_name[policy], o->has_pool ? ul_cost_text(o->cost, cost) : "",
                   numbers, o->met ? "yes" : "no",
                   policy != UL_FIG_OPTIMUM ? "" : o->proved ? "yes" : "no", above);
}

/* All policies of one zone: compared with the optimum, written down. */
static ul_status run_zone(const ul_zones *zones, const ul_instance *instance,
                          const bool wanted[UL_FIG_POLICIES], outcome *of)
{
    const outcome *optimum = &of[UL_FIG_OPTIMUM];
    for (ul_fig_policy p = 0; p < UL_FIG_POLICIES; p++)
        if (wanted[p])
            UL_TRY(run_policy(zones, instance, p, &of[p]));
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

static void put_policy(const ul_zones *zones, const char *of, ul_fig_policy p, bool met_only,
                       const outcome *all)
{
    ul_table_made *made = zones->made;
    const char *who = ul_fig_policy_name[p];
    double met = 0, proved = 0, down = 0, pools = 0;
    for (size_t z = 0; z < zones->n; z++) {
        const outcome *o = &all[z * UL_FIG_POLICIES + p];
        const bool counts = o->has_pool && (o->met || !met_only);
        ul_add(made, of, who, "cost", counts ? o->cost_share : NAN);
        ul_add(made, of, who, "above optimum", counts ? o->above : NAN);
        ul_add(made, of, who, "nines", counts ? o->nines : NAN);
        ul_add(made, of, who, "excess", counts ? o->excess : NAN);
        down += counts ? pow(10, -o->nines) : 0;
        pools += counts;
        met += o->met;
        proved += o->proved;
    }
    ul_put(made, of, who, "nines of the mean", pools > 0 ? -log10(down / pools) : NAN);
    ul_put(made, of, who, "saving", 100 - ul_got(made, of, who, "cost"));
    ul_put(made, of, who, "keeps target", met);
    if (p == UL_FIG_OPTIMUM)
        ul_put(made, of, who, "proved", proved);
}

/* Runs the policies wanted in every zone and puts ZONE_MEASURES of each: over the zones in
 * which it has a pool, or one that keeps the target. The optimum has the request's time limit;
 * a pool cheaper than a proved one is a fault. */
static ul_status run_zones(const ul_zones *zones, const char *of, double target, bool met_only,
                       const bool wanted[UL_FIG_POLICIES])
{
    outcome *all;
    UL_ALLOC(zones->made->arena, all, zones->n * UL_FIG_POLICIES);
    for (size_t z = 0; z < zones->n; z++) {
        const ul_instance *instance;
        UL_TRY(ul_zones_make(zones, z, (uint64_t)ul_table_param(zones->made, "capacity"), target,
                             &instance));
        UL_TRY(run_zone(zones, instance, wanted, &all[z * UL_FIG_POLICIES]));
    }
    for (ul_fig_policy p = 0; p < UL_FIG_POLICIES; p++)
        if (wanted[p])
            put_policy(zones, of, p, met_only, all);
    ul_put(zones->made, of, "", "target", target < 1 ? -log10(1 - target) : NAN);
    return UL_OK;
}

/* ---- Figures 6 and 14 ---- */

static ul_status experiment6(ul_table_made *made)
{
    static const bool wanted[UL_FIG_POLICIES] = {true, true, true, true, true, true, true};
    ul_zones *zones;
    UL_TRY(ul_zones_open(made, &zones));
    ul_put_note(made, "Mean (least-most) over zones, in percent of the on-demand type with the least "
                      "price per unit; above the optimum where the target is kept; nines are "
                      "-log10(1 - availability). A proof has %g s; where it did not end the optimum "
                      "is the best pool found, and nothing that is judged rests on it.",
                made->request->time_limit_s);
    return run_zones(zones, "", ul_table_param(made, "target"), false, wanted);
}

static ul_status experiment14(ul_table_made *made)
{
    static const bool wanted[UL_FIG_POLICIES] = {
        [UL_FIG_TRK8S_CODE] = true, [UL_FIG_LOCAL] = true, [UL_FIG_OPTIMUM] = true};
    static const struct {
        double target;
        const char *name;
    } point[] = {{0.99, "99%"}, {0.999, "99.9%"}, {0.9999, "99.99%"}, {0.99999, "99.999%"},
                 {0.999999, "99.9999%"}};
    enum { POINTS = sizeof point / sizeof *point };
    const char *greedy = ul_fig_policy_name[UL_FIG_TRK8S_CODE];
    ul_zones *zones;
    UL_TRY(ul_zones_open(made, &zones));
    for (size_t q = 0; q < POINTS; q++) {
        UL_TRY(run_zones(zones, point[q].name, point[q].target,
                         strcmp(ul_table_text(made, "pools"), "kept") == 0, wanted));
        ul_add(made, "all", "targets", "cost", ul_got(made, point[q].name, greedy, "cost, least"));
        ul_add(made, "all", "targets", "cost", ul_got(made, point[q].name, greedy, "cost, most"));
    }
    ul_put(made, "all", "targets", "saving lost per nine",
           (ul_got(made, point[POINTS - 1].name, greedy, "cost")
            - ul_got(made, point[0].name, greedy, "cost")) / (POINTS - 1));
    ul_put_note(made, "Mean (least-most) over zones, in percent of the on-demand type with the "
                      "least price per unit. A proof has %g s; where it did not end the optimum is the "
                      "best pool found, and nothing that is judged rests on it.",
                made->request->time_limit_s);
    return UL_OK;
}

#define ZONE_MEASURES "saving (%); target (nines); nines of the mean (nines)"
static const ul_column column6[] = {
    UL_COL("cost", "%", 1, .head = "cost / on-demand", .ranges = true),
    UL_COL("above optimum", "%", 1, .ranges = true), UL_COL("nines", "nines", 2, .ranges = true),
    UL_COL("nines of the mean", "nines", 2), UL_COL("excess", "%", 1, .ranges = true),
    UL_COL("keeps target", "count", 0), UL_COL("proved", "count", 0), {0}};
static const ul_column column14[] = {
    UL_COL("cost", "%", 1, .who = "trk8s-code", .head = "trk8s-code cost", .ranges = true),
    UL_COL("cost", "%", 1, .who = "availability-local", .head = "local cost", .ranges = true),
    UL_COL("cost", "%", 1, .who = "availability-exact", .head = "optimum cost", .ranges = true),
    UL_COL("above optimum", "%", 1, .who = "trk8s-code", .head = "greedy above optimum", .ranges = true),
    UL_COL("nines", "nines", 2, .who = "trk8s-code", .head = "greedy nines", .ranges = true),
    UL_COL("nines", "nines", 2, .who = "availability-exact", .head = "optimum nines", .ranges = true),
    UL_COL("excess", "%", 1, .who = "trk8s-code", .head = "greedy excess", .ranges = true),
    UL_COL("excess", "%", 1, .who = "availability-exact", .head = "optimum excess", .ranges = true),
    UL_COL("keeps target", "count", 0, .who = "trk8s-code", .head = "greedy keeps target"),
    UL_COL("proved", "count", 0, .who = "availability-exact", .head = "proved"), {0}};
static const ul_panel panel[] = {
    {.title = "cost, % of on-demand", .measure = "cost"},
    {.title = "excess capacity, %", .measure = "excess"},
    {.title = "availability, number of nines", .measure = "nines", .mark = "target"}, {0}};
static const ul_param param6[] = {
    UL_ZONE_FOLDER, UL_ZONE_CAPACITY, UL_TABLE_PICTURE("trk8s-fig6.svg"),
    UL_REAL("target", "0.99999", "availability promised", 0, 1), {0}};
static const ul_param param14[] = {
    UL_ZONE_FOLDER, UL_ZONE_CAPACITY, UL_TABLE_PICTURE("trk8s-fig14.svg"),
    UL_CHOICE("pools", "all", "that count: all, or those alone that keep the target", "all|kept"),
    {0}};

const ul_table ul_table_trk8s_fig6 = {
    .name = "trk8s-fig6", .paper = "TR-Kubernetes, Figure 6",
    .brief = "provisioning policies at 99.999%: cost, availability, excess; ours and the optimum",
    .who = "policy", .column = column6, .hidden = ZONE_MEASURES, .panel = panel, .param = param6,
    .time_limit_s = 20, .experiment = experiment6,
};

const ul_table ul_table_trk8s_fig14 = {
    .name = "trk8s-fig14", .paper = "TR-Kubernetes, Figure 14",
    .brief = "cost and excess from 99% to 99.9999%: the greedy, ours and the optimum",
    .of = "target", .column = column14, .hidden = "saving lost per nine (%); " ZONE_MEASURES,
    .panel = panel, .param = param14, .time_limit_s = 20, .experiment = experiment14,
};
