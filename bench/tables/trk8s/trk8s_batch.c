#include "trk8s_batch.h"

#include <glob.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "excess_world.h"
#include "generator.h"
#include "registry.h"
#include "schedule_plan.h"

enum { DAYS = 90, PARTS_MAX = 500 };

/* ---- jobs ---- */

static ul_status read_jobs(ul_batch_study *study, const char *folder)
{
    char pattern[512], set[64], remark[256];
    const char *const sets[] = {set};
    glob_t found;
    snprintf(pattern, sizeof pattern, "%s/task_events-part-*.csv*", folder);
    snprintf(set, sizeof set, "filter=%s", ul_param_text(study->request->param, "filter"));
    if (glob(pattern, 0, NULL, &found) != 0)
        return ul_fail(UL_E_INPUT, "%s: there are no parts of Google's trace (task_events-part-*.csv); "
                                   "say where they are with --set traces=FOLDER", folder);
    const ul_source_options options = {
        .seed = study->request->seed, .to_s = HUGE_VAL, .input = (const char *const *)found.gl_pathv,
        .n_inputs = found.gl_pathc < PARTS_MAX ? found.gl_pathc : PARTS_MAX, .set = sets, .n_set = 1};
    const ul_status status = ul_source_make(ul_importer_find("google-2011-batch"), &options, remark,
                                            sizeof remark, &study->jobs_file);
    globfree(&found);
    return status;
}

static ul_status generate_jobs(ul_batch_study *study)
{
    char remark[256];
    const ul_source_options options = {
        .tasks = (size_t)ul_param_number(study->request->param, "jobs"),
        .seed = study->request->seed, .to_s = HUGE_VAL};
    study->generated = true;
    return ul_source_make(ul_generator_find("batch-jobs"), &options, remark, sizeof remark,
                          &study->jobs_file);
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

static ul_status open_jobs(const ul_table_request *request, ul_arena *arena, ul_table_made *made,
                           ul_batch_study *study)
{
    const char *folder = ul_param_text(request->param, "traces");
    *study = (ul_batch_study){.request = request, .arena = arena, .made = made};
    UL_TRY(*folder == '\0' ? generate_jobs(study) : read_jobs(study, folder));
    study->jobs = study->jobs_file.data;
    UL_TRY(measure_jobs(study));
    return ul_table_input(made, arena, &study->jobs_file);
}

ul_status ul_batch_table(const ul_table_request *request, ul_arena *arena, ul_table_made *made,
                         ul_status (*fill)(ul_batch_study *study))
{
    ul_batch_study study;
    ul_status status = open_jobs(request, arena, made, &study);
    if (status == UL_OK)
        status = fill(&study);
    if (study.jobs_file.kind != NULL)
        ul_instance_free(&study.jobs_file);
    return status;
}

ul_status ul_batch_open_zones(ul_batch_study *study)
{
    return ul_zones_open(study->request, study->arena, study->made, &study->zones);
}

const char *ul_batch_note(const ul_batch_study *study, const char *note)
{
    char text[1200];
    snprintf(text, sizeof text, "%s %zu jobs, %zu tasks, %.0f ECU-hours, a mean demand of %.0f ECU, "
             "%.0f at the peak%s.%s",
             note, study->jobs->n_jobs, study->jobs->n_tasks, study->need / 3600, study->demand,
             study->peak,
             study->generated ? ", generated (--set traces=FOLDER takes Google's)" : "",
             study->zones != NULL && study->zones->generated
                 ? " The zones are generated; --set zones=FOLDER takes the published records."
                 : "");
    return ul_arena_text(study->arena, text, strlen(text));
}

/* ---- pools ---- */

static ul_status find_pool(const ul_batch_study *study, const ul_instance *zone,
                           ul_fig_policy policy, ul_run **run)
{
    const ul_run_options options = {.seed = study->request->seed,
                                    .time_limit_s = study->request->time_limit_s,
                                    .methods = ul_methods};
    UL_TRY(ul_run_new(ul_method_find(ul_fig_policy_name[policy]), zone, &options, run));
    return ul_run_go(*run);
}

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
        zone, study->request->seed + z, 3600 * ul_param_number(study->request->param, "mean-up"),
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
    ul_instance zone = {0};
    ul_run *run = NULL;
    *world = (ul_batch_world){0};
    UL_TRY(ul_zones_make(study->zones, z, capacity, UL_BATCH_TARGET, &zone));
    ul_table_say(study->request, "%s, ratio %g: %s", zone.name, ratio, ul_fig_policy_name[policy]);
    ul_status status = find_pool(study, &zone, policy, &run);
    if (status == UL_OK && ul_run_result_of(run)->plan != NULL) {
        world->proved = ul_run_result_of(run)->outcome == UL_OPTIMAL;
        status = build_world(study, z, zone.data, ul_run_result_of(run)->plan, world);
    }
    ul_run_free(run);
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
    const char *const list[] = {set};
    const ul_run_options options = {.seed = study->request->seed, .set = list,
                                    .n_set = *set != '\0', .methods = ul_methods};
    ul_run *run = NULL;
    ul_status status = ul_run_new(ul_method_find(method), &world->instance, &options, &run);
    if (status == UL_OK)
        status = ul_run_go(run);
    *outcome = (ul_batch_outcome){.completion = NAN};
    if (status == UL_OK && ul_run_result_of(run)->plan == NULL && world->free > 0)
        status = ul_fail(UL_E_INTERNAL, "%s on %s: %s", method, world->instance.name,
                         ul_run_result_of(run)->note);
    if (status == UL_OK && ul_run_result_of(run)->plan != NULL) {
        const ul_run_result *result = ul_run_result_of(run);
        outcome->cost = ul_cost_double(result->cost);
        outcome->completion = *ul_measures_find(&result->measures, "mean_completion_to_recorded");
        outcome->in_time = done_in_time(study, result->plan);
    }
    ul_run_free(run);
    return status;
}

/* ---- over zones ---- */

void ul_batch_cell(ul_sheet *sheet, int decimals, double value)
{
    if (isnan(value))
        ul_sheet_cell(sheet, "%s", "");
    else
        ul_sheet_cell(sheet, "%.*f", decimals, value);
}

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static size_t keep_numbers(const double *value, size_t n, double kept[UL_ZONES_MAX])
{
    size_t m = 0;
    for (size_t q = 0; q < n && q < UL_ZONES_MAX; q++)
        if (!isnan(value[q]))
            kept[m++] = value[q];
    qsort(kept, m, sizeof *kept, by_value);
    return m;
}

ul_spread ul_batch_spread(const double *value, size_t n)
{
    double kept[UL_ZONES_MAX], sum = 0;
    const size_t m = keep_numbers(value, n, kept);
    for (size_t q = 0; q < m; q++)
        sum += kept[q];
    return m == 0 ? (ul_spread){NAN, NAN, NAN} : (ul_spread){sum / (double)m, kept[0], kept[m - 1]};
}

double ul_batch_median(const double *value, size_t n)
{
    double kept[UL_ZONES_MAX];
    const size_t m = keep_numbers(value, n, kept);
    return m == 0 ? NAN : (kept[(m - 1) / 2] + kept[m / 2]) / 2;
}
