#include "trk8s_batch.h"

#include <glob.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "excess_world.h"
#include "registry.h"
#include "schedule_plan.h"

enum { DAYS = 90, PARTS_MAX = 500 };

/* ---- jobs ---- */

static ul_status read_jobs(ul_batch_study *study, const char *folder)
{
    char pattern[512], set[64];
    const char *const sets[] = {set};
    glob_t found;
    snprintf(pattern, sizeof pattern, "%s/task_events-part-*.csv*", folder);
    snprintf(set, sizeof set, "filter=%s", ul_table_text(study->made, "filter"));
    if (glob(pattern, 0, NULL, &found) != 0)
        return ul_fail(UL_E_INPUT, "%s: there are no parts of Google's trace (task_events-part-*.csv); "
                                   "say where they are with --set traces=FOLDER", folder);
    const ul_status status = ul_table_instance(study->made, "google-2011-batch", &(ul_source_options){
        .seed = study->made->request->seed, .to_s = HUGE_VAL,
        .input = (const char *const *)found.gl_pathv,
        .n_inputs = found.gl_pathc < PARTS_MAX ? found.gl_pathc : PARTS_MAX, .set = sets,
        .n_set = 1}, &study->jobs_file);
    globfree(&found);
    return status;
}

static ul_status generate_jobs(ul_batch_study *study)
{
    study->generated = true;
    study->made->unlike = "the jobs are generated; --set traces=FOLDER takes Google's";
    return ul_table_instance(study->made, "batch-jobs", &(ul_source_options){
        .tasks = (size_t)ul_table_param(study->made, "jobs"), .seed = study->made->request->seed,
        .to_s = HUGE_VAL}, &study->jobs_file);
}

double ul_batch_recorded_s(const ul_schedule *jobs, size_t j)
{
    const ul_schedule_job *job = &jobs->job[j];
    ul_micro end_s = 0;
    if (job->recorded_s >= 0)
        return ul_micro_double(job->recorded_s);
    for (uint32_t i = job->first_task; i < job->first_task + job->n_tasks; i++) {
        const ul_micro own_s = jobs->task[i].arrival_s + jobs->task[i].work_s;
        end_s = own_s > end_s ? own_s : end_s;
    }
    return ul_micro_double(end_s - job->arrival_s);
}

typedef struct {
    ul_micro at_s;
    double units;
} change;

static int by_second(const void *a, const void *b)
{
    const change *x = a, *y = b;
    if (x->at_s != y->at_s)
        return x->at_s < y->at_s ? -1 : 1;
    return x->units < y->units ? -1 : x->units > y->units; /* who leaves goes first */
}

/* What is needed at most at once if every task starts when it comes. */
static ul_status measure_peak(ul_batch_study *study)
{
    const ul_schedule *jobs = study->jobs;
    change *list = malloc(2 * jobs->n_tasks * sizeof *list + 1);
    if (list == NULL)
        return ul_no_memory();
    for (size_t i = 0; i < jobs->n_tasks; i++) {
        const ul_schedule_task *task = &jobs->task[i];
        const double units = ul_micro_double(ul_schedule_asked(jobs, task->shape, 0)[0]);
        list[2 * i] = (change){task->arrival_s, units};
        list[2 * i + 1] = (change){task->arrival_s + task->work_s, -units};
    }
    qsort(list, 2 * jobs->n_tasks, sizeof *list, by_second);
    double units = 0;
    for (size_t q = 0; q < 2 * jobs->n_tasks; q++) {
        units += list[q].units;
        study->peak = fmax(study->peak, units);
    }
    free(list);
    return UL_OK;
}

static ul_status measure_jobs(ul_batch_study *study)
{
    const ul_schedule *jobs = study->jobs;
    study->first_s = ul_micro_double(jobs->job[0].arrival_s);
    for (size_t j = 0; j < jobs->n_jobs; j++)
        study->end_s = fmax(study->end_s, ul_micro_double(jobs->job[j].arrival_s)
                                              + ul_batch_recorded_s(jobs, j));
    for (size_t i = 0; i < jobs->n_tasks; i++)
        study->need += ul_micro_double(ul_schedule_asked(jobs, jobs->task[i].shape, 0)[0])
                       * ul_micro_double(jobs->task[i].work_s);
    study->demand = study->need / (study->end_s - study->first_s);
    return measure_peak(study);
}

static ul_status fill(ul_batch_study *study, bool with_zones,
                      ul_status (*put)(ul_batch_study *study))
{
    const char *folder = ul_table_text(study->made, "traces");
    if (with_zones)
        UL_TRY(ul_zones_open(study->made, &study->zones));
    UL_TRY(*folder == '\0' ? generate_jobs(study) : read_jobs(study, folder));
    study->jobs = study->jobs_file.data;
    UL_TRY(measure_jobs(study));
    ul_put_note(study->made, "%zu jobs, %zu tasks, %.0f ECU-hours, a mean demand of %.0f ECU, %.0f at "
                "the peak.", study->jobs->n_jobs, study->jobs->n_tasks, study->need / 3600,
                study->demand, study->peak);
    return put(study);
}

ul_status ul_batch_table(ul_table_made *made, bool with_zones,
                         ul_status (*put)(ul_batch_study *study))
{
    ul_batch_study study = {.made = made};
    const ul_status status = fill(&study, with_zones, put);
    if (study.jobs_file.kind != NULL)
        ul_instance_free(&study.jobs_file);
    return status;
}

/* ---- pools ---- */

static size_t add_spans(change *list, const ul_schedule_supply *span, size_t n, double units)
{
    for (size_t q = 0; q < n; q++) {
        list[2 * q] = (change){span[q].from_s, units * span[q].count};
        list[2 * q + 1] = (change){span[q].to_s, -units * span[q].count};
    }
    return 2 * n;
}

/* Mean over the histories of what the excess serves of a constant demand. */
static ul_status measure_free(const ul_schedule *in, double demand, double *free_share)
{
    size_t room = 1, n = 0;
    for (size_t k = 0; k < in->n_types; k++)
        room += 2 * (in->type[k].n_supplies + in->type[k].n_services);
    change *list = malloc(room * sizeof *list);
    if (list == NULL)
        return ul_no_memory();
    for (size_t k = 0; k < in->n_types; k++) {
        const ul_schedule_type *type = &in->type[k];
        const double units = ul_micro_double(type->capacity[0]);
        if (type->price > 0)
            continue; /* not of the pool */
        n += add_spans(list + n, type->supply, type->n_supplies, units);
        n += add_spans(list + n, type->service, type->n_services, -units);
    }
    const ul_micro until_s = (ul_micro)DAYS * 86400 * UL_MICRO;
    list[n++] = (change){until_s, 0};
    qsort(list, n, sizeof *list, by_second);
    double units = 0, sum = 0;
    for (size_t q = 0; q + 1 < n && list[q].at_s < until_s; q++) {
        units += list[q].units;
        sum += fmin(1, units / demand) * ul_micro_double(list[q + 1].at_s - list[q].at_s);
    }
    free(list);
    *free_share = sum / ul_micro_double(until_s);
    return UL_OK;
}

static ul_status build_world(const ul_batch_study *study, size_t z, const ul_availability *zone,
                             const ul_availability_plan *pool, ul_batch_world *world)
{
    const size_t cheapest = ul_availability_on_demand_type(zone);
    ul_up_history *history = calloc(zone->n_types, sizeof *history);
    if (history == NULL)
        return ul_no_memory();
    world->has_pool = true;
    world->pool_price = ul_cost_double(ul_availability_plan_cost(pool));
    world->per_unit = cheapest == UL_NONE ? NAN
                                          : zone->type[cheapest].on_demand_price
                                                / (double)zone->type[cheapest].capacity;
    world->on_demand_price = world->per_unit * (double)zone->capacity;
    world->excess = (double)ul_availability_plan_capacity(pool) / (double)zone->capacity - 1;
    ul_status status = ul_excess_draw(
        zone, study->made->request->seed + z, 3600 * ul_table_param(study->made, "mean-up"),
        (ul_micro)DAYS * 86400 * UL_MICRO, history);
    if (status == UL_OK)
        status = ul_excess_build(&(ul_excess_world){zone->name, zone, pool, study->jobs, history,
                                                    true}, &world->instance);
    for (size_t k = 0; k < zone->n_types; k++)
        ul_up_history_clear(&history[k]);
    free(history);
    UL_TRY(status);
    return measure_free(world->instance.data, study->demand, &world->free);
}

ul_status ul_batch_make(const ul_batch_study *study, size_t z, double ratio, ul_fig_policy policy,
                        ul_batch_world *world)
{
    const uint64_t capacity = (uint64_t)fmax(1, round(ratio * study->demand));
    ul_instance zone;
    ul_run *run;
    *world = (ul_batch_world){0};
    UL_TRY(ul_zones_make(study->zones, z, capacity, UL_BATCH_TARGET, &zone));
    ul_status status = ul_zones_pool(study->zones, &zone, policy, &run);
    if (status == UL_OK) {
        world->proved = ul_run_result_of(run)->outcome == UL_OPTIMAL;
        if (ul_run_result_of(run)->plan != NULL)
            status = build_world(study, z, zone.data, ul_run_result_of(run)->plan, world);
        ul_run_free(run);
    }
    ul_instance_free(&zone);
    return status;
}

void ul_batch_free(ul_batch_world *world)
{
    if (world->instance.kind != NULL)
        ul_instance_free(&world->instance);
}

/* ---- runs ---- */

/* What was done by the last recorded end and counts. */
static double done_in_time(const ul_batch_study *study, const ul_schedule_plan *plan)
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

ul_status ul_batch_run(const ul_batch_study *study, const ul_batch_world *world, const char *method,
                       const char *set, ul_batch_outcome *outcome)
{
    ul_run *run;
    UL_TRY(ul_run_new(ul_method_find(method), &world->instance, &(ul_run_options){
        .seed = study->made->request->seed, .methods = ul_methods, .set = &set,
        .n_set = *set != '\0'}, &run));
    ul_status status = ul_run_go(run);
    const ul_run_result *result = ul_run_result_of(run);
    *outcome = (ul_batch_outcome){.completion = NAN};
    if (status == UL_OK && result->plan == NULL && world->free > 0)
        status = ul_fail(UL_E_INTERNAL, "%s on %s: %s", method, world->instance.name, result->note);
    if (status == UL_OK && result->plan != NULL) {
        outcome->cost = ul_cost_double(result->cost);
        outcome->completion = ul_table_measure(run, "mean_completion_to_recorded");
        outcome->in_time = done_in_time(study, result->plan);
    }
    ul_run_free(run);
    return status;
}
