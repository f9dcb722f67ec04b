/* TR-Kubernetes, Figure 17: how much of a batch workload runs for free on the excess of
 * a pool, and how long jobs then take, by the ratio of the services' need to the
 * batch's; with the greedy's pool and, beside it, the cheapest that is proved.
 */
#include <math.h>
#include <stdio.h>

#include "trk8s_batch.h"

static const struct {
    double ratio, free, completion; /* percent and times, as the text has them; 0: it does not */
} point[] = {{1, 100.0 / 3, 10}, {1.5, 0, 0}, {2, 0, 0}, {3, 100, 1}, {4, 0, 0}};
enum { POINTS = sizeof point / sizeof *point, GREEDY = 0, OPTIMUM = 1, POOLS = 2 };

static const struct {
    ul_fig_policy policy;
    const char *name;
} pool[POOLS] = {{UL_FIG_TRK8S_CODE, "greedy"}, {UL_FIG_OPTIMUM, "cheapest"}};

typedef struct {
    double price[UL_ZONES_MAX], excess[UL_ZONES_MAX], free[UL_ZONES_MAX], in_time[UL_ZONES_MAX];
    double restart[UL_ZONES_MAX], sleep[UL_ZONES_MAX];
    double hourly[UL_ZONES_MAX]; /* dollars: the pool's price */
    size_t proved, never;
} row;

static void write_trial(const ul_batch_study *study, const char *zone, size_t q, size_t p,
                        const ul_batch_world *world, const row *r, size_t z)
{
    ul_sheet *to = study->made->trials;
    ul_sheet_cell(to, "%s", zone);
    ul_sheet_cell(to, "%g", point[q].ratio);
    ul_sheet_cell(to, "%s", pool[p].name);
    ul_sheet_cell(to, "%.6f", world->pool_price);
    ul_sheet_cell(to, "%.2f", r->price[z]);
    ul_sheet_cell(to, "%.2f", r->excess[z]);
    ul_sheet_cell(to, "%.2f", r->free[z]);
    ul_sheet_cell(to, "%.2f", r->in_time[z]);
    ul_batch_cell(to, 3, r->restart[z]);
    ul_batch_cell(to, 3, r->sleep[z]);
    ul_sheet_cell(to, "%s", p == GREEDY ? "" : world->proved ? "yes" : "no");
}

static ul_status run_world(const ul_batch_study *study, size_t q, size_t p, size_t z,
                           const ul_batch_world *world, row *r)
{
    ul_batch_outcome restart, sleep;
    UL_TRY(ul_batch_run(study, world, "excess", "checkpoints=no", &restart));
    UL_TRY(ul_batch_run(study, world, "excess", "checkpoints=yes", &sleep));
    r->hourly[z] = world->pool_price;
    r->price[z] = 100 * world->pool_price / world->on_demand_price;
    r->excess[z] = 100 * world->excess;
    r->free[z] = 100 * world->free;
    r->in_time[z] = 100 * restart.in_time;
    r->restart[z] = restart.completion;
    r->sleep[z] = sleep.completion;
    r->proved += world->proved;
    r->never += isnan(restart.completion);
    write_trial(study, world->instance.name, q, p, world, r, z);
    return UL_OK;
}

static ul_status run_zone(const ul_batch_study *study, size_t q, size_t p, size_t z, row *r)
{
    ul_batch_world world;
    r->price[z] = r->excess[z] = r->free[z] = r->in_time[z] = r->restart[z] = r->sleep[z] = NAN;
    r->hourly[z] = NAN;
    ul_status status = ul_batch_make(study, z, point[q].ratio, pool[p].policy, &world);
    if (status == UL_OK && world.has_pool)
        status = run_world(study, q, p, z, &world, r);
    ul_batch_free(&world);
    return status;
}

static ul_status add_number(const ul_batch_study *study, size_t q, size_t p, const char *measure,
                            const char *unit, const double *value, ul_claim claim)
{
    char of[16];
    const ul_spread spread = ul_batch_spread(value, study->zones->n);
    snprintf(of, sizeof of, "%g", point[q].ratio);
    claim.ours = spread.mean;
    const bool judged = claim.paper > 0 && p == GREEDY && !study->generated
                        && !study->zones->generated;
    return ul_zones_number(study->zones, &(ul_number){
        .of = of, .subject = pool[p].name, .measure = measure, .unit = unit,
        .has = claim.paper > 0 && p == GREEDY ? UL_HAS_PAPER : 0, .paper = claim.paper}, &spread,
        judged ? &claim : NULL);
}

static ul_status add_numbers(const ul_batch_study *study, size_t q, size_t p, const row *r)
{
    char free[64], times[64], few[200], uneven[300];
    snprintf(few, sizeof few, "%zu of the paper's fourteen zones are here, with an excess of %.0f%% on "
             "average and none in %zu; the paper has 30%%", study->zones->n,
             ul_batch_spread(r->excess, study->zones->n).mean, r->never);
    snprintf(uneven, sizeof uneven, "the demand of these %.0f minutes peaks at %.1f times its mean; "
             "while it is above the excess the queue grows, and a job of seconds waits as long as "
             "one of hours", (study->end_s - study->first_s) / 60, study->peak / study->demand);
    snprintf(free, sizeof free, "batch run for free at ratio %g", point[q].ratio);
    snprintf(times, sizeof times, "completion of the trace's at ratio %g", point[q].ratio);
    UL_TRY(add_number(study, q, p, "pool price", "% of on-demand", r->price, (ul_claim){0}));
    UL_TRY(add_number(study, q, p, "excess", "%", r->excess, (ul_claim){0}));
    UL_TRY(add_number(study, q, p, "batch for free", "%", r->free, (ul_claim){
        .what = free, .paper = point[q].free, .tolerance = point[q].ratio > 1 ? 17 : 7,
        .decimals = 1, .unit = "%", .why = few, .why_is_checked = true}));
    UL_TRY(add_number(study, q, p, "done by the trace's end", "%", r->in_time, (ul_claim){0}));
    UL_TRY(add_number(study, q, p, "completion", "of the trace's", r->restart, (ul_claim){
        .what = times, .paper = point[q].completion, .tolerance = point[q].ratio > 1 ? 0.1 : 5,
        .decimals = 1, .unit = "", .why = uneven, .why_is_checked = true}));
    return add_number(study, q, p, "completion with checkpoints", "of the trace's", r->sleep,
                      (ul_claim){0});
}

static void write_row(const ul_batch_study *study, size_t q, size_t p, const row *r)
{
    ul_sheet *sheet = study->made->table;
    const size_t n = study->zones->n;
    const ul_spread price = ul_batch_spread(r->price, n), excess = ul_batch_spread(r->excess, n);
    const ul_spread free = ul_batch_spread(r->free, n), in_time = ul_batch_spread(r->in_time, n);
    const ul_spread restart = ul_batch_spread(r->restart, n), sleep = ul_batch_spread(r->sleep, n);
    ul_sheet_cell(sheet, "%g", point[q].ratio);
    ul_sheet_cell(sheet, "%s", pool[p].name);
    ul_zones_cell(sheet, &price, 1, "%");
    ul_zones_cell(sheet, &excess, 1, "%");
    ul_zones_cell(sheet, &free, 1, "%");
    if (p == GREEDY && point[q].free > 0)
        ul_sheet_cell(sheet, "%.0f%%", point[q].free);
    else
        ul_sheet_cell(sheet, "%s", "");
    ul_zones_cell(sheet, &in_time, 1, "%");
    ul_zones_cell(sheet, &restart, 2, "");
    ul_sheet_cell(sheet, "%.2f", ul_batch_median(r->restart, n));
    ul_zones_cell(sheet, &sleep, 2, "");
    ul_sheet_cell(sheet, "%zu of %zu", r->never, n);
}

/* The last columns: of the greedy's row what it costs and serves beyond the other, of
 * the cheapest how many are proved. */
static void end_row(const ul_batch_study *study, size_t p, const row *r, double overpaid,
                    double more)
{
    ul_sheet *sheet = study->made->table;
    if (p == GREEDY) {
        ul_sheet_cell(sheet, "$%.2f", overpaid);
        ul_sheet_cell(sheet, "%.0f", more);
        ul_sheet_cell(sheet, "%s", "");
    } else {
        ul_sheet_cell(sheet, "%s", "");
        ul_sheet_cell(sheet, "%s", "");
        ul_sheet_cell(sheet, "%zu of %zu", r->proved, study->zones->n);
    }
}

/* What the greedy's pool costs more than the cheapest, and what batch gets for it: both
 * in the zones that have both. */
static ul_status compare_pools(const ul_batch_study *study, size_t q, const row *greedy,
                               const row *best, double *overpaid, double *more)
{
    char of[16];
    double dollars[UL_ZONES_MAX], ecu[UL_ZONES_MAX];
    const size_t n = study->zones->n;
    for (size_t z = 0; z < n; z++) {
        dollars[z] = greedy->hourly[z] - best->hourly[z];
        ecu[z] = (greedy->free[z] - best->free[z]) / 100 * study->demand;
    }
    const ul_spread d = ul_batch_spread(dollars, n), e = ul_batch_spread(ecu, n);
    *overpaid = d.mean;
    *more = e.mean;
    snprintf(of, sizeof of, "%g", point[q].ratio);
    UL_TRY(ul_zones_number(study->zones, &(ul_number){
        .of = of, .subject = pool[GREEDY].name, .measure = "dearer than the cheapest pool",
        .unit = "$ an hour"}, &d, NULL));
    return ul_zones_number(study->zones, &(ul_number){
        .of = of, .subject = pool[GREEDY].name, .measure = "more batch than on the cheapest pool",
        .unit = "ECU"}, &e, NULL);
}

/* Checkpoints change little where tasks are short against the time between revocations. */
static ul_status claim_checkpoints(const ul_batch_study *study, const row *r)
{
    const size_t n = study->zones->n;
    if (study->generated || study->zones->generated)
        return UL_OK;
    return ul_table_claim(study->made, study->arena, &(ul_claim){
        .what = "completion with checkpoints of that without, at ratio 1", .paper = 100,
        .ours = 100 * ul_batch_spread(r->sleep, n).mean / ul_batch_spread(r->restart, n).mean,
        .tolerance = 10, .decimals = 1, .unit = "%", .origin = UL_DERIVED,
        .why = "the paper says that it does not significantly improve"});
}

static ul_status draw(const ul_batch_study *study, const row *rows, const char *path)
{
    const char *group[POINTS], *bar[POOLS] = {pool[GREEDY].name, pool[OPTIMUM].name};
    char name[POINTS][16], subtitle[160];
    ul_spread free[POINTS * POOLS], in_time[POINTS * POOLS], times[POINTS * POOLS];
    for (size_t q = 0; q < POINTS; q++) {
        snprintf(name[q], sizeof name[q], "%g", point[q].ratio);
        group[q] = name[q];
        for (size_t p = 0; p < POOLS; p++) {
            const row *r = &rows[q * POOLS + p];
            const ul_spread t = ul_batch_spread(r->restart, study->zones->n);
            free[q * POOLS + p] = ul_batch_spread(r->free, study->zones->n);
            in_time[q * POOLS + p] = ul_batch_spread(r->in_time, study->zones->n);
            times[q * POOLS + p] = (ul_spread){log10(t.mean), log10(t.least), log10(t.most)};
        }
    }
    const ul_bar_chart chart[] = {
        {"batch that the excess serves, %", POINTS, POOLS, group, bar, free, NULL, NULL, NULL},
        {"batch done by the trace's end, %", POINTS, POOLS, group, bar, in_time, NULL, NULL, NULL},
        {"completion of the trace's, powers of ten", POINTS, POOLS, group, bar, times, NULL, NULL,
         NULL},
    };
    snprintf(subtitle, sizeof subtitle, "by services' need of the batch's; mean, least and greatest "
             "over %zu %szones, %s jobs", study->zones->n,
             study->zones->generated ? "generated " : "", study->generated ? "generated" : "Google's");
    return ul_bar_chart_draw(chart, 3, "Batch on the excess (TR-Kubernetes, Figure 17)", subtitle,
                             path);
}

static ul_status begin(const ul_batch_study *study)
{
    static const char *const head[] = {"ratio", "pool", "price / on-demand", "excess",
                                       "batch for free", "paper", "done in time", "completion",
                                       "median", "with checkpoints", "never", "dearer an hour",
                                       "more batch, ECU", "proved"};
    static const char *const trial[] = {
        "zone", "ratio", "pool", "pool_price", "price_of_on_demand_percent", "excess_percent",
        "batch_free_percent", "done_in_time_percent", "completion", "completion_checkpoints",
        "proved"};
    const char *note = ul_batch_note(
        study, "Pools for 99.999%; mean (least-most) over zones. Batch for free is what the excess "
               "serves of a constant demand over 90 days; done in time is simulated, work done by "
               "the last end in the trace. Completion is of what a job took there, mean over jobs; never: "
               "zones whose pool has no excess at all. Dearer and more are the greedy's against "
               "the cheapest.");
    if (note == NULL)
        return ul_no_memory();
    UL_TRY(ul_sheet_new(study->arena, "trk8s-fig17", "TR-Kubernetes, Figure 17: batch on the excess "
                        "by the ratio of services to batch", note, "rlrrrrrrrrrrrr",
                        &study->made->table));
    UL_TRY(ul_sheet_new(study->arena, "trials", "", "", "lrlrrrrrrrl", &study->made->trials));
    for (size_t c = 0; c < sizeof head / sizeof *head; c++)
        ul_sheet_cell(study->made->table, "%s", head[c]);
    for (size_t c = 0; c < sizeof trial / sizeof *trial; c++)
        ul_sheet_cell(study->made->trials, "%s", trial[c]);
    return UL_OK;
}

static ul_status fill(ul_batch_study *study)
{
    const char *svg = ul_param_text(study->request->param, "svg");
    row *rows;
    UL_ALLOC(study->arena, rows, POINTS * POOLS);
    UL_TRY(ul_batch_open_zones(study));
    UL_TRY(begin(study));
    for (size_t q = 0; q < POINTS; q++) {
        row *r = &rows[q * POOLS];
        double overpaid, more;
        for (size_t p = 0; p < POOLS; p++)
            for (size_t z = 0; z < study->zones->n; z++)
                UL_TRY(run_zone(study, q, p, z, &r[p]));
        UL_TRY(compare_pools(study, q, &r[GREEDY], &r[OPTIMUM], &overpaid, &more));
        for (size_t p = 0; p < POOLS; p++) {
            write_row(study, q, p, &r[p]);
            end_row(study, p, &r[p], overpaid, more);
            UL_TRY(add_numbers(study, q, p, &r[p]));
        }
    }
    UL_TRY(claim_checkpoints(study, rows));
    return *svg == '\0' ? UL_OK : draw(study, rows, svg);
}

static ul_status make(const ul_table_request *request, ul_arena *arena, ul_table_made *made)
{
    return ul_batch_table(request, arena, made, fill);
}

static const ul_param param[] = {UL_BATCH_PARAMS("trk8s-fig17.svg"), UL_BATCH_ZONE_PARAMS, {0}};

const ul_table ul_table_trk8s_fig17 = {
    .name = "trk8s-fig17",
    .brief = "batch on the excess: how much for free, how slow, on the greedy's and the cheapest pool",
    .paper = "TR-Kubernetes, Figure 17",
    .param = param,
    .time_limit_s = 5,
    .make = make,
};
