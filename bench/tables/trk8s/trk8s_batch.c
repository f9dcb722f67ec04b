/* TR-Kubernetes, Figures 16 to 18, batch on the excess of pools over zones: how long jobs take;
 * how much of a batch workload runs for free on the excess of a pool, and how long jobs then
 * take, by the ratio of the services' need to the batch's; and batch on the excess against batch
 * on machines of its own, on demand or transient. With the greedy's pool and, beside it, the
 * cheapest that is proved.
 *
 * The jobs are Google's (a folder `traces` with task_events parts) or generated; their mean
 * demand is what they need together over the time from the first submission to the last end.
 * Services need a ratio of that; a pool for them goes up and down for exponential times.
 */
#include "excess_world.h"
#include "schedule_plan.h"
#include "statistics.h"
#include "trk8s_zones.h"

enum { DAYS = 90 };
#define TARGET 0.99999
#define UNTIL_S ((ul_micro)DAYS * 86400 * UL_MICRO)

typedef struct {
    ul_table_made *made;
    ul_zones zones; /* none where they were not asked for */
    const ul_schedule *jobs;
    double first_s, end_s; /* first submission, last end as recorded */
    double need;           /* ECU seconds */
    double demand, peak;   /* ECU, on average and at most at once, if none waited */
} batch;

/* ---- jobs ---- */

static ul_status make_jobs(ul_table_made *made, const ul_instance **jobs)
{
    const char *const *part;
    size_t n;
    if (*ul_table_text(made, "traces") == '\0') {
        made->unlike = "the jobs are generated; --set traces=FOLDER takes Google's";
        return ul_table_instance(made, &(ul_source_options){
            .tasks = (size_t)ul_table_param(made, "jobs")}, jobs, "batch-jobs");
    }
    UL_TRY(ul_table_files(made, "traces", "task_events-part-*.csv*", &part, &n));
    return ul_table_instance(made, &(ul_source_options){.input = part, .n_inputs = n}, jobs,
                             "google-2011-batch filter=%s", ul_table_text(made, "filter"));
}

/* How long a job took where it was recorded, or would take with a place for every task. */
static double recorded_s(const ul_schedule *jobs, size_t j)
{
    const ul_schedule_job *job = &jobs->job[j];
    return ul_micro_double(job->recorded_s >= 0 ? job->recorded_s : ul_schedule_alone_s(jobs, job));
}

/* Reads or draws the jobs, and opens the zones where they are asked for: what jobs need, and how
 * much at most at once if every task starts when it comes. */
static ul_status open_study(ul_table_made *made, bool with_zones, batch *study)
{
    const ul_instance *instance;
    ul_changes list = {0};
    double units = 0;
    *study = (batch){.made = made};
    if (with_zones)
        UL_TRY(ul_zones_open(made, &study->zones));
    UL_TRY(make_jobs(made, &instance));
    const ul_schedule *jobs = study->jobs = instance->data;
    study->first_s = ul_micro_double(jobs->job[0].arrival_s);
    for (size_t j = 0; j < jobs->n_jobs; j++)
        study->end_s = fmax(study->end_s, ul_micro_double(jobs->job[j].arrival_s)
                                              + recorded_s(jobs, j));
    for (size_t i = 0; i < jobs->n_tasks; i++) {
        const ul_schedule_task *task = &jobs->task[i];
        const double asked = ul_micro_double(ul_schedule_asked(jobs, task->shape, 0)[0]);
        study->need += asked * ul_micro_double(task->work_s);
        ul_span(made, &list, task->arrival_s, task->arrival_s + task->work_s, asked, i);
    }
    ul_changes_sort(&list);
    for (size_t q = 0; q < list.n; q++) {
        units += list.change[q].by;
        study->peak = fmax(study->peak, units);
    }
    study->demand = study->need / (study->end_s - study->first_s);
    return ul_put_note(made, "%zu jobs, %zu tasks, %.0f ECU-hours, a mean demand of %.0f ECU, %.0f "
        "at the peak.", study->jobs->n_jobs, study->jobs->n_tasks, study->need / 3600,
        study->demand, study->peak);
}

/* ---- pools ---- */

/* A zone with a pool, over time. */
typedef struct {
    const ul_instance *zone, *instance; /* NULL where there is no pool */
    bool proved;
    double pool_price, on_demand_price; /* dollars an hour: the pool, and the capacity on demand */
    double per_unit;                    /* dollars an hour, on demand */
    double excess; /* capacity beyond the services' need, share of it, all up */
    double free;   /* of the demand, what the excess serves: mean over time */
} pooled;

/* Mean over the histories of what the excess serves of a constant demand. */
static double measure_free(const batch *study, const ul_schedule *in)
{
    ul_changes list = {0};
    double units = 0, sum = 0;
    for (size_t k = 0; k < in->n_types; k++) {
        const ul_schedule_type *type = &in->type[k];
        const double size = ul_micro_double(type->capacity[0]);
        for (size_t q = 0; q < type->n_supplies && type->price == 0; q++) /* of the pool */
            ul_span(study->made, &list, type->supply[q].from_s, type->supply[q].to_s,
                    size * type->supply[q].count, q);
        for (size_t q = 0; q < type->n_services && type->price == 0; q++)
            ul_span(study->made, &list, type->service[q].from_s, type->service[q].to_s,
                    -size * type->service[q].count, q);
    }
    ul_span(study->made, &list, UNTIL_S, UNTIL_S, 0, 0);
    ul_changes_sort(&list);
    for (size_t q = 0; q + 1 < list.n && list.change[q].at_s < UNTIL_S; q++) {
        units += list.change[q].by;
        sum += fmin(1, units / study->demand)
               * ul_micro_double(list.change[q + 1].at_s - list.change[q].at_s);
    }
    return sum / ul_micro_double(UNTIL_S);
}

/* Let go of the zone: of all this with it. */
static ul_status make_world(const batch *study, size_t z, double ratio, size_t p, pooled *world)
{
    ul_table_made *made = study->made;
    const ul_availability_plan *pool;
    ul_up_history *history;
    ul_instance own;
    *world = (pooled){0};
    UL_TRY(ul_zones_make(&study->zones, z, fmax(1, round(ratio * study->demand)), TARGET,
                         &world->zone));
    UL_TRY(ul_zones_pool(&study->zones, world->zone, ul_pool_method[p], &pool, &world->proved));
    if (pool == NULL)
        return UL_OK;
    const ul_availability *zone = world->zone->data;
    world->pool_price = ul_cost_double(ul_availability_plan_cost(pool));
    world->per_unit = ul_zones_on_demand(zone);
    world->on_demand_price = world->per_unit * (double)zone->capacity;
    world->excess = (double)ul_availability_plan_capacity(pool) / (double)zone->capacity - 1;
    UL_TRY(ul_excess_draw(made->arena, zone, made->request->seed + z,
                          3600 * ul_table_param(made, "mean-up"), UNTIL_S, &history));
    UL_TRY(ul_excess_build(&(ul_excess_world){zone->name, zone, pool, study->jobs, history, true},
                           &own));
    UL_TRY(ul_table_own(made, &own, &world->instance));
    world->free = measure_free(study, world->instance->data);
    return UL_OK;
}

/* ---- runs ---- */

typedef struct {
    double completion; /* of recorded, mean over jobs; NaN where the pool has no excess: never */
    double cost;       /* dollars */
    double in_time;    /* share of the work done by the last recorded end */
} fate;

/* What was done by the last recorded end and counts. */
static double done_in_time(const batch *study, const ul_schedule_plan *plan)
{
    double sum = 0;
    for (size_t s = 0; s < plan->n_stays; s++) {
        const ul_timeline_stay *stay = &plan->stay[s];
        const double from = ul_micro_double(stay->working_s);
        const double to = fmin(ul_micro_double(stay->stopped_s), study->end_s);
        const ul_micro *need =
            ul_schedule_need(plan->in, stay->task, plan->machine[stay->machine].type);
        if (!stay->lost && to > from)
            sum += ul_micro_double(need[0]) * (to - from);
    }
    return sum / study->need;
}

static ul_status run_batch(const batch *study, const pooled *world, const char *method,
                           fate *outcome)
{
    const ul_run *run;
    UL_TRY(ul_table_try(study->made, world->instance, method, NULL, &run));
    const ul_run_result *result = ul_run_result_of(run);
    *outcome = (fate){.completion = NAN};
    if (result->plan == NULL)
        return world->free > 0 ? ul_fail(UL_E_INTERNAL, "%s on %s: %s", method,
                                         world->instance->name, result->note)
                               : UL_OK;
    outcome->cost = ul_cost_double(result->cost);
    outcome->completion = ul_table_measure(run, "mean_completion_to_recorded");
    outcome->in_time = done_in_time(study, result->plan);
    return UL_OK;
}

#define PARAMS(picture)                                                                          \
    UL_TEXT("traces", "", "folder of Google's task_events-part-*.csv; without one jobs are "     \
                          "generated"),                                                          \
    UL_CHOICE("filter", "any-end", "of the trace: tasks that finished, or ended",                \
              "finish-only|any-end"),                                                            \
    UL_COUNT("jobs", "4000", "how many are generated", 1, 1e6), UL_TABLE_PICTURE(picture)

/* ---- Figure 16 ---- */

static ul_status experiment16(ul_table_made *made)
{
    static const double minutes[] = {1, 2, 5, 10, 20, 30, 60, 100};
    batch study;
    double *length;
    UL_TRY(open_study(made, false, &study));
    const size_t n = study.jobs->n_jobs;
    UL_ALLOC(made->arena, length, n);
    for (size_t j = 0; j < n; j++)
        length[j] = fmax(1, recorded_s(study.jobs, j));
    ul_stat_sort(length, n);
    for (size_t j = 0; j < n; j++)
        ul_put_point(made, 0, "jobs", length[j], 100 * (double)(j + 1) / (double)n);
    for (size_t q = 0, j = 0; q < sizeof minutes / sizeof *minutes; q++) {
        while (j < n && length[j] <= 60 * minutes[q])
            j++;
        ul_put(made, ul_text(made, "%g min", minutes[q]), "jobs", "of jobs",
               100 * (double)j / (double)n);
    }
    ul_put(made, "all", "jobs", "longest but few", length[(size_t)(0.99 * (double)n)] / 60);
    return ul_put_note(made, "From a job's submission to the end of its last task. A part of the "
        "trace shows no job longer than itself.");
}

const ul_table ul_table_trk8s_fig16 = {
    .name = "trk8s-fig16", .paper = "TR-Kubernetes, Figure 16",
    .brief = "how long batch jobs take, as a distribution", .of = "at most",
    .hidden = "longest but few (min)",
    .column = UL_COLUMNS(UL_COL("of jobs", "%", 1, .who = "jobs")),
    .panel = UL_PANELS({UL_STEP_LINES, .title = "share of jobs that take at most so long, %",
         .x_title = "seconds from submission to the end of the last task", .log_x = true}),
    .param = UL_PARAMS(PARAMS("trk8s-fig16.svg")), .experiment = experiment16,
};

/* ---- Figure 17 ---- */

enum { HOURLY, PRICE, EXCESS, FREE, IN_TIME, RESTART, SLEEP, MEASURES };
static const char *const name[MEASURES] = {"pool", "price", "excess", "batch for free",
                                           "done in time", "completion", "with checkpoints"};

/* What the pool costs an hour and serves of the batch for free, zone by zone. */
static ul_status run_pools(const batch *study, double ratio, const char *of, size_t p,
                           double hourly[], double served[])
{
    double proved = 0, never = 0;
    for (size_t z = 0; z < study->zones.n; z++) {
        double found[MEASURES] = {NAN, NAN, NAN, NAN, NAN, NAN, NAN};
        pooled world;
        UL_TRY(make_world(study, z, ratio, p, &world));
        if (world.instance != NULL) {
            fate restart, sleep;
            UL_TRY(run_batch(study, &world, "excess checkpoints=no", &restart));
            UL_TRY(run_batch(study, &world, "excess checkpoints=yes", &sleep));
            found[HOURLY] = world.pool_price;
            found[PRICE] = 100 * world.pool_price / world.on_demand_price;
            found[EXCESS] = 100 * world.excess;
            found[FREE] = 100 * world.free;
            found[IN_TIME] = 100 * restart.in_time;
            found[RESTART] = restart.completion;
            found[SLEEP] = sleep.completion;
            ul_table_trial(study->made, "zone\tratio\tpool\tpool_price\tprice_of_on_demand_percent\t"
                                        "excess_percent\tbatch_free_percent\tdone_in_time_percent\t"
                                        "completion\tcompletion_checkpoints\tproved",
                           "%s\t%g\t%s\t%.6f\t%.2f\t%.2f\t%.2f\t%.2f\t%.3f\t%.3f\t%s",
                           world.instance->name, ratio, ul_pool_name[p], found[HOURLY],
                           found[PRICE], found[EXCESS], found[FREE], found[IN_TIME], found[RESTART],
                           found[SLEEP], p == UL_GREEDY ? "" : world.proved ? "yes" : "no");
        }
        for (size_t m = PRICE; m < MEASURES; m++)
            ul_add(study->made, of, ul_pool_name[p], name[m], found[m]);
        hourly[z] = found[HOURLY];
        served[z] = found[FREE];
        proved += world.proved;
        never += world.instance != NULL && isnan(found[RESTART]);
        ul_table_let_go(study->made, world.zone);
    }
    ul_put(study->made, of, ul_pool_name[p], "never", never);
    if (p == UL_CHEAPEST)
        ul_put(study->made, of, ul_pool_name[p], "proved", proved);
    return UL_OK;
}

static ul_status experiment17(ul_table_made *made)
{
    static const double ratio[] = {1, 1.5, 2, 3, 4};
    double hourly[UL_POOLS][UL_ZONES_MAX], served[UL_POOLS][UL_ZONES_MAX];
    batch study;
    UL_TRY(open_study(made, true, &study));
    for (size_t q = 0; q < sizeof ratio / sizeof *ratio; q++) {
        const char *of = ul_text(made, "%g", ratio[q]);
        for (size_t p = 0; p < UL_POOLS; p++)
            UL_TRY(run_pools(&study, ratio[q], of, p, hourly[p], served[p]));
        for (size_t z = 0; z < study.zones.n; z++) { /* in the zones that have both */
            ul_add(made, of, ul_pool_name[UL_GREEDY], "dearer an hour",
                   hourly[UL_GREEDY][z] - hourly[UL_CHEAPEST][z]);
            ul_add(made, of, ul_pool_name[UL_GREEDY], "more batch",
                   (served[UL_GREEDY][z] - served[UL_CHEAPEST][z]) / 100 * study.demand);
        }
    }
    return ul_put_note(made, "Pools for 99.999%%; mean (least-most) over zones. Batch for free is "
        "what the excess serves of a constant demand over 90 days; done in time is simulated, work "
        "done by the last end in the trace. Completion is of what a job took there, mean over "
        "jobs; never: zones whose pool has no excess at all. Dearer and more are the greedy's "
        "against the cheapest.");
}

/* ---- Figure 18 ---- */

#define MONTH_ECU_H (76000.0 * 696) /* the paper's batch: 76,000 ECU for 29 days */

static const struct {
    const char *name, *method;
    size_t pool; /* that serves, where the method is excess */
} way[] = {
    {"on demand", "on-demand", UL_GREEDY},
    {"transient", "transient-on-demand", UL_GREEDY},
    {"excess of the greedy's pool", "excess", UL_GREEDY},
    {"excess of the cheapest pool", "excess", UL_CHEAPEST},
};
enum { WAYS = sizeof way / sizeof *way, ON_EXCESS = 2 };
/* In the order of the rows. */
static const char *const bill[] = {"completion", "month", "services", "with batch",
                                   "saving", "saving with services"};

static ul_status run_way(const batch *study, const pooled *world, size_t w)
{
    const double hours = (study->end_s - study->first_s) / 3600;
    const double services = w >= ON_EXCESS ? world->pool_price : world->on_demand_price;
    fate o;
    UL_TRY(run_batch(study, world, way[w].method, &o));
    const double month = o.cost / (study->need / 3600) * MONTH_ECU_H;
    ul_add(study->made, "", way[w].name, "completion", o.completion);
    ul_add(study->made, "", way[w].name, "month", month);
    ul_add(study->made, "", way[w].name, "services", services);
    ul_add(study->made, "", way[w].name, "with batch", services + o.cost / hours);
    ul_table_trial(study->made, "zone\tbatch_runs\tcompletion\tbatch_cost\tmonth_cost\t"
                                "services_per_hour",
                   "%s\t%s\t%.3f\t%.6f\t%.0f\t%.6f", world->instance->name, way[w].name,
                   o.completion, o.cost, month, services);
    return UL_OK;
}

static ul_status experiment18(ul_table_made *made)
{
    double per_unit = NAN;
    batch study;
    UL_TRY(open_study(made, true, &study));
    for (size_t w = 0; w < WAYS; w++)
        for (size_t m = 0; m < sizeof bill / sizeof *bill; m++)
            ul_put(made, "", way[w].name, bill[m], NAN);
    for (size_t z = 0; z < study.zones.n; z++)
        for (size_t p = 0; p < UL_POOLS; p++) {
            pooled world;
            UL_TRY(make_world(&study, z, 1, p, &world));
            for (size_t w = 0; w < WAYS && world.instance != NULL; w++)
                if (way[w].pool == p)
                    UL_TRY(run_way(&study, &world, w));
            per_unit = world.instance == NULL ? per_unit : world.per_unit;
            ul_table_let_go(made, world.zone);
        }
    for (size_t w = 0; w < WAYS; w++) {
        const char *who = way[w].name;
        ul_put(made, "", who, "saving", ul_below(made, "", who, way[0].name, "month"));
        ul_put(made, "", who, "saving with services",
               ul_below(made, "", who, way[0].name, "with batch"));
    }
    ul_put(made, "", way[0].name, "by ECU-hours", per_unit * MONTH_ECU_H);
    return ul_put_note(made, "Completion of what a job took in the trace, mean over jobs; mean "
        "(least-most) over zones that have an excess. The month is the paper's, 76,000 ECU for 29 "
        "days, at what an ECU-hour cost here: whole machines, while anybody is on them; by "
        "ECU-hours none is idle. Services, in dollars an hour, are on demand, or the pool for "
        "99.999%%.");
}

/* ---- what they look like ---- */

const ul_table ul_table_trk8s_fig17 = {
    .name = "trk8s-fig17", .paper = "TR-Kubernetes, Figure 17",
    .brief =
         "batch on the excess: how much for free, how slow, on the greedy's and the cheapest pool",
    .of = "ratio", .who = "pool",
    .column = UL_COLUMNS(UL_RANGE("price", "%", 1, .head = "price / on-demand"),
        UL_RANGE("excess", "%", 1), UL_RANGE("batch for free", "%", 1),
        UL_RANGE("done in time", "%", 1), UL_RANGE("completion", "x", 2),
        UL_COL("completion, median", "x", 2, .head = "median"),
        UL_RANGE("with checkpoints", "x", 2), UL_COL("never", "count", 0),
        UL_COL("dearer an hour", "$", 2), UL_COL("more batch", "ECU", 0),
        UL_COL("proved", "count", 0)),
    .panel = UL_PANELS({.title = "batch that the excess serves, %", .measure = "batch for free"},
        {.title = "batch done by the trace's end, %", .measure = "done in time"},
        {.title = "completion of the trace's", .measure = "completion"}),
    .param = UL_PARAMS(PARAMS("trk8s-fig17.svg"), UL_ZONE_FOLDER, UL_ZONE_MEAN_UP),
    .time_limit_s = 5, .experiment = experiment17,
};

const ul_table ul_table_trk8s_fig18 = {
    .name = "trk8s-fig18", .paper = "TR-Kubernetes, Figure 18",
    .brief = "batch for free on the excess, on demand or transient: completion and cost",
    .who = "batch runs",
    .column = UL_COLUMNS(UL_RANGE("completion", "x", 2),
        UL_COL("completion, median", "x", 2, .head = "median"),
        UL_COL("month", "$", 0, .head = "month's bill, $"), UL_COL("by ECU-hours", "$", 0),
        UL_COL("saving", "%", 1), UL_COL("services", "$", 2), UL_COL("with batch", "$", 2),
        UL_COL("saving with services", "%", 1)),
    .panel = UL_PANELS({.title = "completion of the trace's", .measure = "completion"},
        {.title = "batch of a month, $", .measure = "month"}),
    .param = UL_PARAMS(PARAMS("trk8s-fig18.svg"), UL_ZONE_FOLDER, UL_ZONE_MEAN_UP),
    .time_limit_s = 5, .experiment = experiment18,
};
