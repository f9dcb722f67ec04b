#include "stratus_time.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "registry.h"
#include "run.h"
#include "schedule_plan.h"
#include "table_floor.h"

const char *const ul_stratus_workload[] = {"google", "two-sigma"};

enum { DAY_S = 86400, DAY_JOBS = 10292, TWO_SIGMA_JOBS = 809 };

/* ---- measures ---- */

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

/* From a job's first submission to its last end, over what it takes when every task
 * runs from its submission on. */
static ul_status measure_latency(ul_stratus_cases *cases, const ul_schedule_plan *plan,
                                 double *value)
{
    const ul_schedule *in = plan->in;
    double *latency;
    UL_ALLOC(cases->arena, latency, in->n_jobs);
    for (size_t s = 0; s < plan->n_stays; s++) {
        const uint32_t j = in->task[plan->stay[s].task].job;
        latency[j] = fmax(latency[j], ul_micro_double(plan->stay[s].to_s - in->job[j].arrival_s));
    }
    for (size_t j = 0; j < in->n_jobs; j++) {
        ul_micro least_s = 1;
        const uint32_t end = in->job[j].first_task + in->job[j].n_tasks;
        for (uint32_t i = in->job[j].first_task; i < end; i++) {
            const ul_micro at_s = in->task[i].arrival_s + in->task[i].work_s - in->job[j].arrival_s;
            least_s = at_s > least_s ? at_s : least_s;
        }
        latency[j] /= ul_micro_double(least_s);
    }
    qsort(latency, in->n_jobs, sizeof *latency, ascending);
    value[UL_STRATUS_MEDIAN] = latency[in->n_jobs / 2];
    value[UL_STRATUS_P95] = latency[(size_t)((double)in->n_jobs * 0.95)];
    return UL_OK;
}

static double share_used(const ul_schedule_plan *plan, size_t r)
{
    const ul_schedule *in = plan->in;
    double used = 0, paid = 0;
    for (size_t i = 0; i < in->n_tasks; i++)
        used += (double)ul_schedule_need(in, i, 0)[r] * (double)in->task[i].work_s;
    for (size_t m = 0; m < plan->n_machines; m++)
        paid += (double)in->type[plan->machine[m].type].capacity[r]
                * (double)(plan->machine[m].released_s - plan->machine[m].ordered_s);
    return used / paid;
}

static ul_status measure_moves(ul_stratus_cases *cases, const ul_schedule_plan *plan,
                               double *value)
{
    const ul_schedule *in = plan->in;
    uint32_t *stays;
    UL_ALLOC(cases->arena, stays, in->n_tasks);
    for (size_t s = 0; s < plan->n_stays; s++) {
        value[UL_STRATUS_MOVED] += stays[plan->stay[s].task]++ == 1;
        value[UL_STRATUS_MOVING_S] +=
            ul_micro_double(plan->stay[s].to_s - plan->stay[s].stopped_s);
    }
    value[UL_STRATUS_MOVES] = (double)(plan->n_stays - in->n_tasks);
    return UL_OK;
}

static ul_status measure_all(ul_stratus_cases *cases, const ul_run_result *result, double *value)
{
    const ul_schedule_plan *plan = result->plan;
    unsigned cleared = 0;
    (void)sscanf(result->note, "%u machines cleared", &cleared);
    value[UL_STRATUS_COST] = ul_cost_double(result->cost);
    value[UL_STRATUS_CPU_USED] = share_used(plan, 0);
    value[UL_STRATUS_RAM_USED] = share_used(plan, 1);
    value[UL_STRATUS_RENTED] = (double)plan->n_machines;
    value[UL_STRATUS_CLEARED] = cleared;
    UL_TRY(measure_moves(cases, plan, value));
    return measure_latency(cases, plan, value);
}

/* ---- runs ---- */

static size_t jobs_wanted(const ul_stratus_cases *cases, size_t w)
{
    const size_t jobs = (size_t)ul_param_number(cases->request->param, "jobs");
    return jobs > 0 ? jobs : w == UL_STRATUS_GOOGLE ? DAY_JOBS : TWO_SIGMA_JOBS;
}

static ul_status make_instance(ul_stratus_cases *cases, size_t w, size_t draw,
                               const char *misestimate, ul_instance *instance)
{
    char path[4096], price[40], off[40], remark[256], span[40];
    const char *input;
    UL_TRY(ul_table_trace(cases->request, "task_events-part-00000-of-00500.csv", path, &input));
    const bool google = w == UL_STRATUS_GOOGLE;
    snprintf(price, sizeof price, "price=%s", cases->price);
    snprintf(off, sizeof off, "misestimate=%s", misestimate == NULL ? "1" : misestimate);
    snprintf(span, sizeof span, "span=%d", DAY_S);
    const char *const set[] = {price, off,
                               input == NULL ? google ? "like=google" : "like=two-sigma"
                               : google      ? span
                                             : "filter=any-end"};
    const ul_source_options options = {.tasks = input != NULL ? 0 : jobs_wanted(cases, w),
                                       .seed = cases->request->seed + draw, .to_s = HUGE_VAL,
                                       .input = &input, .n_inputs = input != NULL, .set = set,
                                       .n_set = 3};
    UL_TRY(ul_source_make(input != NULL ? ul_importer_find("google-2011-jobs")
                                        : ul_generator_find("google-jobs"),
                          &options, remark, sizeof remark, instance));
    const ul_schedule *in = instance->data;
    cases->traced = input != NULL;
    cases->jobs[w] = in->n_jobs;
    cases->tasks[w] = in->n_tasks;
    return ul_table_input(cases->made, cases->arena, instance);
}

static void trial_row(const ul_stratus_cases *cases, size_t w, size_t draw,
                      const ul_stratus_row *row, const ul_run_result *result, const double *value)
{
    char cost[UL_NUMBER_TEXT];
    ul_sheet *sheet = cases->made->trials;
    ul_sheet_cell(sheet, "%s", ul_stratus_workload[w]);
    ul_sheet_cell(sheet, "%zu", draw + 1);
    ul_sheet_cell(sheet, "%s", row->misestimate == NULL ? "1" : row->misestimate);
    ul_sheet_cell(sheet, "%s", row->label);
    ul_sheet_cell(sheet, "%s", ul_cost_text(result->cost, cost));
    for (size_t q = UL_STRATUS_CPU_USED; q < UL_STRATUS_MEASURES; q++)
        ul_sheet_cell(sheet, "%.6g", value[q]);
    ul_sheet_cell(sheet, "%.3f", result->cpu_s);
}

static ul_status run_row(ul_stratus_cases *cases, const ul_instance *instance, size_t w,
                         size_t draw, size_t q)
{
    const ul_stratus_row *row = &cases->row[q];
    const char *set[5];
    size_t n = 0;
    ul_run *run;
    while (row->set[n] != NULL) {
        set[n] = row->set[n];
        n++;
    }
    if (strcmp(row->method, "fleet") == 0 && w == UL_STRATUS_TWO_SIGMA)
        set[n++] = "resource=ram_gb";
    const ul_run_options options = {.seed = cases->request->seed + draw, .methods = ul_methods,
                                    .set = set, .n_set = n};
    ul_table_say(cases->request, "%s %zu of %zu: %s", ul_stratus_workload[w], draw + 1,
                 cases->n_draws, row->label);
    UL_TRY(ul_run_new(ul_method_find(row->method), instance, &options, &run));
    ul_status status = ul_run_go(run);
    const ul_run_result *result = ul_run_result_of(run);
    if (status == UL_OK && !result->has_cost)
        status = ul_fail(result->outcome == UL_INTERRUPTED ? UL_E_STOPPED : UL_E_INTERNAL,
                         "method '%s' has no timeline of '%s': %s", row->method, instance->name,
                         ul_outcome_name(result->outcome));
    if (status == UL_OK)
        status = measure_all(cases, result, cases->value[w][q][draw]);
    if (status == UL_OK)
        trial_row(cases, w, draw, row, result, cases->value[w][q][draw]);
    ul_run_free(run);
    return status;
}

/* What no schedule of the instance can undercut. */
static ul_status find_floor(ul_stratus_cases *cases, size_t w, size_t draw,
                            const ul_instance *instance, double *floor)
{
    char of[40];
    snprintf(of, sizeof of, "-%s-%zu", ul_stratus_workload[w], draw + 1);
    return ul_table_floor(cases->request, instance, of, floor);
}

static bool same_estimates(const ul_stratus_row *a, const ul_stratus_row *b)
{
    const char *x = a->misestimate == NULL ? "1" : a->misestimate;
    const char *y = b->misestimate == NULL ? "1" : b->misestimate;
    return strcmp(x, y) == 0;
}

static ul_status run_draw(ul_stratus_cases *cases, size_t w, size_t draw)
{
    double floor = NAN;
    for (size_t q = 0, next; q < cases->n_rows; q = next) {
        ul_instance instance = {0};
        ul_status status =
            make_instance(cases, w, draw, cases->row[q].misestimate, &instance);
        if (status == UL_OK && q == 0 && cases->wants_floor)
            status = find_floor(cases, w, draw, &instance, &floor);
        for (next = q; next < cases->n_rows && status == UL_OK
                       && same_estimates(&cases->row[q], &cases->row[next]);
             next++) {
            status = run_row(cases, &instance, w, draw, next);
            cases->value[w][next][draw][UL_STRATUS_FLOOR] = floor;
        }
        ul_instance_free(&instance);
        UL_TRY(status);
    }
    return UL_OK;
}

static ul_status begin_trials(ul_stratus_cases *cases)
{
    static const char *const head[] = {
        "workload", "draw", "misestimate", "scheduler", "cost", "cpu_used", "ram_used",
        "latency_p50", "latency_p95", "machines", "cleared", "tasks_moved", "moves", "moving_s",
        "cpu_s"};
    UL_TRY(ul_sheet_new(cases->arena, "trials", "Every run", "", "lrrlrrrrrrrrrrr",
                        &cases->made->trials));
    for (size_t c = 0; c < sizeof head / sizeof *head; c++)
        ul_sheet_cell(cases->made->trials, "%s", head[c]);
    return UL_OK;
}

ul_status ul_stratus_run_cases(const ul_table_request *request, ul_arena *arena,
                               ul_table_made *made, const ul_stratus_row *row, const char *price,
                               bool wants_floor, ul_stratus_cases **result)
{
    ul_stratus_cases *cases;
    UL_ALLOC(arena, cases, 1);
    cases->request = request;
    cases->arena = arena;
    cases->made = made;
    cases->row = row;
    cases->price = price;
    cases->wants_floor = wants_floor;
    cases->n_draws = (size_t)ul_param_number(request->param, "draws");
    while (row[cases->n_rows].label != NULL)
        cases->n_rows++;
    UL_TRY(begin_trials(cases));
    for (size_t w = 0; w < UL_STRATUS_WORKLOADS; w++)
        for (size_t draw = 0; draw < cases->n_draws; draw++)
            UL_TRY(run_draw(cases, w, draw));
    *result = cases;
    return UL_OK;
}

/* ---- what came out ---- */

ul_spread ul_stratus_spread(const ul_stratus_cases *cases, size_t w, size_t row,
                            ul_stratus_measure measure)
{
    ul_spread spread = {0, HUGE_VAL, -HUGE_VAL};
    for (size_t draw = 0; draw < cases->n_draws; draw++) {
        const double value = cases->value[w][row][draw][measure];
        spread.mean += value / (double)cases->n_draws;
        spread.least = fmin(spread.least, value);
        spread.most = fmax(spread.most, value);
    }
    return spread;
}

double ul_stratus_mean(const ul_stratus_cases *cases, size_t w, size_t row,
                       ul_stratus_measure measure)
{
    return ul_stratus_spread(cases, w, row, measure).mean;
}

ul_status ul_stratus_sheet(ul_stratus_cases *cases, const char *name, const char *title,
                           const char *note, const char *align, const char *const *head)
{
    char text[900];
    snprintf(text, sizeof text, "%s %s: google %zu jobs with %zu tasks, two-sigma %zu with %zu; "
             "means of %zu. Machines at %s. Two-sigma stands for a trace that is not public: "
             "what is printed of it is compared by order and shape.", note,
             cases->traced ? "Jobs of Google's trace" : "Generated jobs", cases->jobs[0],
             cases->tasks[0], cases->jobs[1], cases->tasks[1], cases->n_draws,
             strcmp(cases->price, "on-demand") == 0 ? "on-demand prices"
             : strcmp(cases->price, "moving") == 0  ? "spot prices that move"
                                                    : "mean spot prices");
    UL_TRY(ul_sheet_new(cases->arena, name, title,
                        ul_arena_text(cases->arena, text, strlen(text)), align,
                        &cases->made->table));
    for (size_t c = 0; head[c] != NULL; c++)
        ul_sheet_cell(cases->made->table, "%s", head[c]);
    return UL_OK;
}

ul_status ul_stratus_number(ul_stratus_cases *cases, size_t w, size_t row, const char *measure,
                            const char *unit, double ours, double paper)
{
    return ul_table_number(cases->made, cases->arena, &(ul_number){
        .of = ul_stratus_workload[w], .subject = cases->row[row].label, .measure = measure,
        .unit = unit, .ours = ours, .has = isnan(paper) ? 0 : UL_HAS_PAPER, .paper = paper}, NULL);
}

ul_status ul_stratus_claim(ul_stratus_cases *cases, size_t w, const ul_claim *claim)
{
    char what[160];
    ul_claim own = *claim;
    snprintf(what, sizeof what, "%s: %s", ul_stratus_workload[w], claim->what);
    own.what = what;
    return ul_table_claim(cases->made, cases->arena, &own);
}

ul_status ul_stratus_draw(const ul_stratus_cases *cases, const char *title, const char *axis,
                          const ul_spread *value)
{
    const char *path = ul_param_text(cases->request->param, "svg");
    const char *bar[UL_STRATUS_ROWS_MAX];
    if (path[0] == '\0')
        return UL_OK;
    for (size_t q = 0; q < cases->n_rows; q++)
        bar[q] = cases->row[q].label;
    const ul_bar_chart chart = {axis, UL_STRATUS_WORKLOADS, cases->n_rows, ul_stratus_workload, bar,
                                value, NULL, NULL, NULL};
    return ul_bar_chart_draw(&chart, 1, title,
                             cases->traced ? "jobs of Google's trace" : "generated jobs", path);
}
