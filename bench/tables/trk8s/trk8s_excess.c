/* TR-Kubernetes, Figures 17 and 18: how much of a batch workload runs for free on the excess
 * of a pool, and how long jobs then take, by the ratio of the services' need to the batch's;
 * and batch on the excess against batch on machines of its own, on demand or transient. With
 * the greedy's pool and, beside it, the cheapest that is proved.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "trk8s_batch.h"

enum { GREEDY, CHEAPEST, POOLS };
static const struct {
    ul_fig_policy policy;
    const char *name;
} pool[POOLS] = {{UL_FIG_TRK8S_CODE, "greedy"}, {UL_FIG_OPTIMUM, "cheapest"}};

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static double median(const double *value, size_t n)
{
    double kept[UL_ZONES_MAX];
    size_t m = 0;
    for (size_t z = 0; z < n; z++)
        if (!isnan(value[z]))
            kept[m++] = value[z];
    qsort(kept, m, sizeof *kept, by_value);
    return m == 0 ? NAN : (kept[(m - 1) / 2] + kept[m / 2]) / 2;
}

/* ---- Figure 17 ---- */

enum { HOURLY, PRICE, EXCESS, FREE, IN_TIME, RESTART, SLEEP, MEASURES };
static const char *const name[MEASURES] = {"pool", "price", "excess", "batch for free",
                                           "done in time", "completion", "with checkpoints"};
typedef double by_zone[MEASURES][UL_ZONES_MAX];

static ul_status run_world(const ul_batch_study *study, double ratio, size_t p, size_t z,
                           const ul_batch_world *world, by_zone value)
{
    ul_batch_outcome restart, sleep;
    UL_TRY(ul_batch_run(study, world, "excess", "checkpoints=no", &restart));
    UL_TRY(ul_batch_run(study, world, "excess", "checkpoints=yes", &sleep));
    const double found[MEASURES] = {
        world->pool_price, 100 * world->pool_price / world->on_demand_price, 100 * world->excess,
        100 * world->free, 100 * restart.in_time, restart.completion, sleep.completion};
    for (size_t m = 0; m < MEASURES; m++)
        value[m][z] = found[m];
    ul_table_trial(study->made, "%s\t%g\t%s\t%.6f\t%.2f\t%.2f\t%.2f\t%.2f\t%.3f\t%.3f\t%s",
                   world->instance.name, ratio, pool[p].name, found[HOURLY], found[PRICE],
                   found[EXCESS], found[FREE], found[IN_TIME], found[RESTART], found[SLEEP],
                   p == GREEDY ? "" : world->proved ? "yes" : "no");
    return UL_OK;
}

static ul_status run_pools(const ul_batch_study *study, double ratio, const char *of, size_t p,
                           by_zone value)
{
    double proved = 0, never = 0;
    for (size_t z = 0; z < study->zones->n; z++) {
        ul_batch_world world;
        for (size_t m = 0; m < MEASURES; m++)
            value[m][z] = NAN;
        ul_status status = ul_batch_make(study, z, ratio, pool[p].policy, &world);
        if (status == UL_OK && world.has_pool)
            status = run_world(study, ratio, p, z, &world, value);
        proved += world.proved;
        never += world.has_pool && isnan(value[RESTART][z]);
        ul_batch_free(&world);
        UL_TRY(status);
    }
    for (size_t m = PRICE; m < MEASURES; m++)
        ul_zones_put(study->zones, of, pool[p].name, name[m], value[m]);
    ul_put(study->made, of, pool[p].name, "median", median(value[RESTART], study->zones->n));
    ul_put(study->made, of, pool[p].name, "never", never);
    if (p == CHEAPEST)
        ul_put(study->made, of, pool[p].name, "proved", proved);
    return UL_OK;
}

static ul_status put17(ul_batch_study *study)
{
    static const double ratio[] = {1, 1.5, 2, 3, 4};
    by_zone *value;
    UL_ALLOC(study->made->arena, value, POOLS);
    ul_table_trial(study->made, "zone\tratio\tpool\tpool_price\tprice_of_on_demand_percent\t"
                                "excess_percent\tbatch_free_percent\tdone_in_time_percent\tcompletion\t"
                                "completion_checkpoints\tproved");
    for (size_t q = 0; q < sizeof ratio / sizeof *ratio; q++) {
        double dearer[UL_ZONES_MAX], more[UL_ZONES_MAX];
        char of[16];
        snprintf(of, sizeof of, "%g", ratio[q]);
        for (size_t p = 0; p < POOLS; p++)
            UL_TRY(run_pools(study, ratio[q], of, p, value[p]));
        for (size_t z = 0; z < study->zones->n; z++) { /* in the zones that have both */
            dearer[z] = value[GREEDY][HOURLY][z] - value[CHEAPEST][HOURLY][z];
            more[z] = (value[GREEDY][FREE][z] - value[CHEAPEST][FREE][z]) / 100 * study->demand;
        }
        ul_zones_put(study->zones, of, pool[GREEDY].name, "dearer an hour", dearer);
        ul_zones_put(study->zones, of, pool[GREEDY].name, "more batch", more);
    }
    ul_put_note(study->made, "Pools for 99.999%%; mean (least-most) over zones. Batch for free is what "
                "the excess serves of a constant demand over 90 days; done in time is simulated, work "
                "done by the last end in the trace. Completion is of what a job took there, mean over "
                "jobs; never: zones whose pool has no excess at all. Dearer and more are the greedy's "
                "against the cheapest.");
    return UL_OK;
}

static ul_status experiment17(ul_table_made *made)
{
    return ul_batch_table(made, true, put17);
}

/* ---- Figure 18 ---- */

#define MONTH_ECU_H (76000.0 * 696) /* the paper's batch: 76,000 ECU for 29 days */

static const struct {
    const char *name, *method;
    size_t pool; /* that serves, where the method is excess */
} way[] = {
    {"on demand", "on-demand", GREEDY},
    {"transient", "transient-on-demand", GREEDY},
    {"excess of the greedy's pool", "excess", GREEDY},
    {"excess of the cheapest pool", "excess", CHEAPEST},
};
enum { WAYS = sizeof way / sizeof *way, ON_EXCESS = 2 };
enum { COMPLETION, MONTH, SERVICES, TOGETHER, BILLS };
static const char *const bill[BILLS] = {"completion", "month", "services", "with batch"};

static ul_status run_ways(const ul_batch_study *study, size_t p, size_t z,
                          double value[WAYS][BILLS][UL_ZONES_MAX], double *per_unit)
{
    const double hours = (study->end_s - study->first_s) / 3600;
    ul_batch_world world;
    ul_status status = ul_batch_make(study, z, 1, pool[p].policy, &world);
    for (size_t w = 0; w < WAYS && status == UL_OK; w++) {
        ul_batch_outcome o = {.completion = NAN};
        if (way[w].pool != p)
            continue;
        for (size_t m = 0; m < BILLS; m++)
            value[w][m][z] = NAN;
        if (!world.has_pool)
            continue;
        *per_unit = world.per_unit;
        status = ul_batch_run(study, &world, way[w].method, "", &o);
        value[w][COMPLETION][z] = o.completion;
        value[w][MONTH][z] = o.cost / (study->need / 3600) * MONTH_ECU_H;
        value[w][SERVICES][z] = w >= ON_EXCESS ? world.pool_price : world.on_demand_price;
        value[w][TOGETHER][z] = value[w][SERVICES][z] + o.cost / hours;
        ul_table_trial(study->made, "%s\t%s\t%.3f\t%.6f\t%.0f\t%.6f", world.instance.name,
                       way[w].name, o.completion, o.cost, value[w][MONTH][z],
                       value[w][SERVICES][z]);
    }
    ul_batch_free(&world);
    return status;
}

static ul_status put18(ul_batch_study *study)
{
    double(*value)[BILLS][UL_ZONES_MAX], per_unit = NAN;
    ul_table_made *made = study->made;
    UL_ALLOC(made->arena, value, WAYS);
    ul_table_trial(made, "zone\tbatch_runs\tcompletion\tbatch_cost\tmonth_cost\tservices_per_hour");
    for (size_t z = 0; z < study->zones->n; z++)
        for (size_t p = 0; p < POOLS; p++)
            UL_TRY(run_ways(study, p, z, value, &per_unit));
    for (size_t w = 0; w < WAYS; w++) {
        for (size_t m = 0; m < BILLS; m++)
            ul_zones_put(study->zones, "", way[w].name, bill[m], value[w][m]);
        ul_put(made, "", way[w].name, "median", median(value[w][COMPLETION], study->zones->n));
        ul_put(made, "", way[w].name, "saving",
               100 * (1 - ul_got(made, "", way[w].name, "month")
                              / ul_got(made, "", way[0].name, "month")));
        ul_put(made, "", way[w].name, "saving with services",
               100 * (1 - ul_got(made, "", way[w].name, "with batch")
                              / ul_got(made, "", way[0].name, "with batch")));
    }
    ul_put(made, "", way[0].name, "by ECU-hours", per_unit * MONTH_ECU_H);
    ul_put_note(made, "Completion of what a job took in the trace, mean over jobs; mean (least-most) "
                "over zones that have an excess. The month is the paper's, 76,000 ECU for 29 days, at "
                "what an ECU-hour cost here: whole machines, while anybody is on them; by ECU-hours "
                "none is idle. Services, in dollars an hour, are on demand, or the pool for 99.999%%.");
    return UL_OK;
}

static ul_status experiment18(ul_table_made *made)
{
    return ul_batch_table(made, true, put18);
}

/* ---- what they look like ---- */

static const ul_column column17[] = {
    {UL_SEEN("price", "%", 1), .head = "price / on-demand", .ranges = true},
    {UL_SEEN("excess", "%", 1), .ranges = true}, {UL_SEEN("batch for free", "%", 1), .ranges = true},
    {UL_SEEN("done in time", "%", 1), .ranges = true}, {UL_SEEN("completion", "x", 2), .ranges = true},
    {UL_SEEN("median", "x", 2)}, {UL_SEEN("with checkpoints", "x", 2), .ranges = true},
    {UL_SEEN("never", "count", 0)}, {UL_SEEN("dearer an hour", "$", 2)},
    {UL_SEEN("more batch", "ECU", 0)}, {UL_SEEN("proved", "count", 0)}, {0}};
static const ul_column column18[] = {
    {UL_SEEN("completion", "x", 2), .ranges = true}, {UL_SEEN("median", "x", 2)},
    {UL_SEEN("month", "$", 0), .head = "month's bill, $"}, {UL_SEEN("by ECU-hours", "$", 0)},
    {UL_SEEN("saving", "%", 1)}, {UL_SEEN("services", "$", 2)}, {UL_SEEN("with batch", "$", 2)},
    {UL_SEEN("saving with services", "%", 1)}, {0}};
static const ul_panel panel17[] = {
    {.title = "batch that the excess serves, %", .measure = "batch for free"},
    {.title = "batch done by the trace's end, %", .measure = "done in time"},
    {.title = "completion of the trace's", .measure = "completion"}, {0}};
static const ul_panel panel18[] = {
    {.title = "completion of the trace's", .measure = "completion"},
    {.title = "batch of a month, $", .measure = "month"}, {0}};
static const ul_table_layout layout17 = {
    .title = "TR-Kubernetes, Figure 17: batch on the excess by the ratio of services to batch",
    .of = "ratio", .who = "pool", .column = column17, .panel = panel17};
static const ul_table_layout layout18 = {
    .title = "TR-Kubernetes, Figure 18: completion and cost of batch", .who = "batch runs",
    .column = column18, .panel = panel18};
static const ul_param param17[] = {UL_BATCH_PARAMS("trk8s-fig17.svg"), UL_BATCH_ZONE_PARAMS, {0}};
static const ul_param param18[] = {UL_BATCH_PARAMS("trk8s-fig18.svg"), UL_BATCH_ZONE_PARAMS, {0}};

const ul_table ul_table_trk8s_fig17 = {
    .name = "trk8s-fig17",
    .brief = "batch on the excess: how much for free, how slow, on the greedy's and the cheapest pool",
    .paper = "TR-Kubernetes, Figure 17",
    .param = param17,
    .time_limit_s = 5,
    .layout = &layout17,
    .experiment = experiment17,
};

const ul_table ul_table_trk8s_fig18 = {
    .name = "trk8s-fig18",
    .brief = "batch for free on the excess, on demand or transient: completion and cost",
    .paper = "TR-Kubernetes, Figure 18",
    .param = param18,
    .time_limit_s = 5,
    .layout = &layout18,
    .experiment = experiment18,
};
