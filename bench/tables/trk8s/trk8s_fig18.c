/* TR-Kubernetes, Figure 18: batch on the excess against batch on machines of its own, on
 * demand or transient: how long jobs take and what it costs, at ratio 1.
 */
#include <math.h>
#include <stdio.h>

#include "trk8s_batch.h"

#define MONTH_ECU_H (76000.0 * 696) /* the paper's batch: 76,000 ECU for 29 days */

static const struct {
    const char *name, *method;
    ul_fig_policy pool;   /* that serves, where the method is excess */
    double paper;         /* dollars of the month, as the text has it; 0 is printed too */
} way[] = {
    {"on demand", "on-demand", UL_FIG_TRK8S_CODE, 1e6},
    {"transient", "transient-on-demand", UL_FIG_TRK8S_CODE, 1e5},
    {"excess of the greedy's pool", "excess", UL_FIG_TRK8S_CODE, 0},
    {"excess of the cheapest pool", "excess", UL_FIG_OPTIMUM, 0},
};
enum { WAYS = sizeof way / sizeof *way, ON_DEMAND = 0, TRANSIENT = 1, EXCESS = 2 };

typedef struct {
    double completion[UL_ZONES_MAX], whole[UL_ZONES_MAX]; /* the batch's bill of a month */
    double services[UL_ZONES_MAX], hourly[UL_ZONES_MAX];  /* dollars an hour; with the batch */
} row;

/* The month's bill at the price that an ECU-hour had here. */
static double of_month(const ul_batch_study *study, double cost)
{
    return cost / (study->need / 3600) * MONTH_ECU_H;
}

static void write_trial(const ul_batch_study *study, const char *zone, size_t w,
                        const ul_batch_outcome *o, const row *r, size_t z)
{
    ul_sheet *to = study->made->trials;
    ul_sheet_cell(to, "%s", zone);
    ul_sheet_cell(to, "%s", way[w].name);
    ul_batch_cell(to, 3, o->completion);
    ul_sheet_cell(to, "%.6f", o->cost);
    ul_sheet_cell(to, "%.0f", r->whole[z]);
    ul_sheet_cell(to, "%.6f", r->services[z]);
}

static ul_status run_way(const ul_batch_study *study, const ul_batch_world *world, size_t w,
                         size_t z, row *r)
{
    const double hours = (study->end_s - study->first_s) / 3600;
    ul_batch_outcome o;
    UL_TRY(ul_batch_run(study, world, way[w].method, "", &o));
    r->completion[z] = o.completion;
    r->whole[z] = of_month(study, o.cost);
    r->services[z] = w >= EXCESS ? world->pool_price : world->on_demand_price;
    r->hourly[z] = r->services[z] + o.cost / hours;
    write_trial(study, world->instance.name, w, &o, r, z);
    return UL_OK;
}

/* All ways on the pool that goes with them. */
static ul_status run_zone(const ul_batch_study *study, ul_fig_policy pool, size_t z, row *rows,
                          double *per_unit)
{
    ul_batch_world world;
    ul_status status = ul_batch_make(study, z, 1, pool, &world);
    for (size_t w = 0; w < WAYS; w++) {
        if (way[w].pool != pool)
            continue;
        rows[w].completion[z] = rows[w].whole[z] = rows[w].services[z] = rows[w].hourly[z] = NAN;
        if (status == UL_OK && world.has_pool)
            status = run_way(study, &world, w, z, &rows[w]);
    }
    if (world.has_pool)
        *per_unit = world.per_unit;
    ul_batch_free(&world);
    return status;
}

static ul_status add_number(const ul_batch_study *study, size_t w, const char *measure,
                            const char *unit, const double *value, const ul_claim *claim)
{
    const ul_spread spread = ul_batch_spread(value, study->zones->n);
    return ul_zones_number(study->zones, &(ul_number){
        .of = "ratio 1", .subject = way[w].name, .measure = measure, .unit = unit}, &spread, claim);
}

static ul_status write_way(const ul_batch_study *study, size_t w, const row *r, double per_unit)
{
    ul_sheet *sheet = study->made->table;
    const size_t n = study->zones->n;
    const ul_spread completion = ul_batch_spread(r->completion, n);
    const ul_spread month = ul_batch_spread(r->whole, n), hourly = ul_batch_spread(r->hourly, n);
    const ul_spread services = ul_batch_spread(r->services, n);
    ul_sheet_cell(sheet, "%s", way[w].name);
    ul_zones_cell(sheet, &completion, 2, "");
    ul_sheet_cell(sheet, "%.2f", ul_batch_median(r->completion, n));
    ul_sheet_cell(sheet, "$%.0f", month.mean);
    if (w == ON_DEMAND)
        ul_sheet_cell(sheet, "$%.0f", per_unit * MONTH_ECU_H);
    else
        ul_sheet_cell(sheet, "%s", "");
    ul_sheet_cell(sheet, "$%.0f", way[w].paper);
    ul_sheet_cell(sheet, "$%.2f", services.mean);
    ul_sheet_cell(sheet, "$%.2f", hourly.mean);
    UL_TRY(add_number(study, w, "completion", "of the trace's", r->completion, NULL));
    UL_TRY(add_number(study, w, "batch of a month", "$", r->whole, NULL));
    UL_TRY(add_number(study, w, "services", "$ an hour", r->services, NULL));
    return add_number(study, w, "services and batch", "$ an hour", r->hourly, NULL);
}

static ul_status add_claims(const ul_batch_study *study, const row *rows, double per_unit)
{
    const size_t n = study->zones->n;
    const double on_demand = ul_batch_spread(rows[ON_DEMAND].whole, n).mean;
    if (study->generated || study->zones->generated)
        return UL_OK;
    UL_TRY(ul_table_claim(study->made, study->arena, &(ul_claim){
        .what = "a month's batch on demand, by the ECU-hour", .paper = 1000,
        .ours = per_unit * MONTH_ECU_H / 1000, .tolerance = 200, .decimals = 0, .unit = " thousand $",
        .why = "76,000 ECU for 696 hours at 1.60 / 132 dollars; near a million needs 0.0189 dollars "
               "an ECU-hour, which no compute type costs"}));
    UL_TRY(ul_table_claim(study->made, study->arena, &(ul_claim){
        .what = "transient of on demand", .paper = 10,
        .ours = 100 * ul_batch_spread(rows[TRANSIENT].whole, n).mean / on_demand, .tolerance = 15,
        .decimals = 1, .unit = "%", .why = "other prices than the paper's"}));
    UL_TRY(ul_table_claim(study->made, study->arena, &(ul_claim){
        .what = "completion on demand, of the trace's", .paper = 1,
        .ours = ul_batch_spread(rows[ON_DEMAND].completion, n).mean, .tolerance = 0.1,
        .decimals = 2, .unit = "", .why = "jobs waited in the trace"}));
    return ul_table_claim(study->made, study->arena, &(ul_claim){
        .what = "completion on the excess, of that on demand", .paper = 1, .origin = UL_DERIVED,
        .ours = ul_batch_spread(rows[EXCESS].completion, n).mean
                / ul_batch_spread(rows[ON_DEMAND].completion, n).mean,
        .sense = UL_CLAIM_AT_LEAST, .decimals = 1, .unit = "", .why = "the excess is no slower"});
}

static ul_status draw(const ul_batch_study *study, const row *rows, const char *path)
{
    const char *group[] = {"ratio 1"}, *bar[WAYS];
    char subtitle[160];
    ul_spread times[WAYS], month[WAYS];
    for (size_t w = 0; w < WAYS; w++) {
        const ul_spread m = ul_batch_spread(rows[w].whole, study->zones->n);
        bar[w] = way[w].name;
        times[w] = ul_batch_spread(rows[w].completion, study->zones->n);
        month[w] = (ul_spread){m.mean / 1000, m.least / 1000, m.most / 1000};
    }
    const ul_bar_chart chart[] = {
        {"completion of the trace's", 1, WAYS, group, bar, times, NULL, NULL, NULL},
        {"batch of a month, thousand $", 1, WAYS, group, bar, month, NULL, NULL, NULL},
    };
    snprintf(subtitle, sizeof subtitle, "services need what the batch does; mean, least and greatest "
             "over %zu %szones, %s jobs", study->zones->n,
             study->zones->generated ? "generated " : "", study->generated ? "generated" : "Google's");
    return ul_bar_chart_draw(chart, 2, "Batch for free or for money (TR-Kubernetes, Figure 18)",
                             subtitle, path);
}

static ul_status begin(const ul_batch_study *study)
{
    static const char *const head[] = {"batch runs", "completion", "median", "month's bill",
                                       "by ECU-hours", "paper", "services an hour",
                                       "with batch an hour"};
    static const char *const trial[] = {"zone", "batch_runs", "completion", "batch_cost",
                                        "month_cost", "services_per_hour"};
    const char *note = ul_batch_note(
        study, "Completion of what a job took in the trace, mean over jobs; mean (least-most) over "
               "zones that have an excess. The month is the paper's, 76,000 ECU for 29 days, at what an ECU-hour cost "
               "here: whole machines, while anybody is on them; by ECU-hours none is idle. Services "
               "are on demand, or the pool for 99.999%.");
    if (note == NULL)
        return ul_no_memory();
    UL_TRY(ul_sheet_new(study->arena, "trk8s-fig18", "TR-Kubernetes, Figure 18: completion and cost "
                        "of batch", note, "lrrrrrrr", &study->made->table));
    UL_TRY(ul_sheet_new(study->arena, "trials", "", "", "llrrrr", &study->made->trials));
    for (size_t c = 0; c < sizeof head / sizeof *head; c++)
        ul_sheet_cell(study->made->table, "%s", head[c]);
    for (size_t c = 0; c < sizeof trial / sizeof *trial; c++)
        ul_sheet_cell(study->made->trials, "%s", trial[c]);
    return UL_OK;
}

static ul_status fill(ul_batch_study *study)
{
    const char *svg = ul_param_text(study->request->param, "svg");
    double per_unit = NAN;
    row *rows;
    UL_ALLOC(study->arena, rows, WAYS);
    UL_TRY(ul_batch_open_zones(study));
    UL_TRY(begin(study));
    for (size_t z = 0; z < study->zones->n; z++) {
        UL_TRY(run_zone(study, UL_FIG_TRK8S_CODE, z, rows, &per_unit));
        UL_TRY(run_zone(study, UL_FIG_OPTIMUM, z, rows, &per_unit));
    }
    for (size_t w = 0; w < WAYS; w++)
        UL_TRY(write_way(study, w, &rows[w], per_unit));
    UL_TRY(add_claims(study, rows, per_unit));
    return *svg == '\0' ? UL_OK : draw(study, rows, svg);
}

static ul_status make(const ul_table_request *request, ul_arena *arena, ul_table_made *made)
{
    return ul_batch_table(request, arena, made, fill);
}

static const ul_param param[] = {UL_BATCH_PARAMS("trk8s-fig18.svg"), UL_BATCH_ZONE_PARAMS, {0}};

const ul_table ul_table_trk8s_fig18 = {
    .name = "trk8s-fig18",
    .brief = "batch for free on the excess, on demand or transient: completion and cost",
    .paper = "TR-Kubernetes, Figure 18",
    .param = param,
    .time_limit_s = 5,
    .make = make,
};
