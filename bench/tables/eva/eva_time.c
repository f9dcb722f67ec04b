#include "eva_time.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bar_chart.h"
#include "registry.h"
#include "run.h"
#include "schedule_plan.h"
#include "table_floor.h"

ul_status ul_eva_cases_begin(ul_eva_cases *cases, const ul_table_request *request, ul_arena *arena,
                             ul_table_made *made, const char *const *method)
{
    static const char *const head[] = {"case", "instance", "jobs", "method", "status", "cost",
                                       "completion_h", "idle_h", "rate", "tasks_per_machine",
                                       "migrations", "full_rounds", "cpu_s"};
    *cases = (ul_eva_cases){.request = request, .made = made, .arena = arena, .method = method};
    while (method[cases->n_methods] != NULL)
        cases->n_methods++;
    UL_TRY(ul_sheet_new(arena, "trials", "Every run", "", "llrllrrrrrrrr", &made->trials));
    for (size_t c = 0; c < sizeof head / sizeof *head; c++)
        ul_sheet_cell(made->trials, "%s", head[c]);
    return UL_OK;
}

/* Seconds that a job was on machines and past loading, by its first task, and the
 * seconds its work would have taken alone. */
typedef struct {
    double worked_s, alone_s, stays;
} course;

static void follow(const ul_schedule_plan *plan, course *of)
{
    const ul_schedule *in = plan->in;
    for (size_t s = 0; s < plan->n_stays; s++) {
        const ul_timeline_stay *stay = &plan->stay[s];
        const uint32_t j = in->task[stay->task].job;
        if (in->job[j].first_task != stay->task)
            continue;
        of[j].worked_s += ul_micro_double(stay->stopped_s - stay->working_s);
        of[j].stays++;
    }
    for (size_t j = 0; j < in->n_jobs; j++)
        of[j].alone_s = in->job[j].per_second > 0
                            ? in->job[j].iterations / in->job[j].per_second
                            : ul_micro_double(in->task[in->job[j].first_task].work_s);
}

/* Idle is all of a job's time in which it is not loaded; its rate leaves out the
 * seconds that it takes to get going after each loading. */
static ul_status measure_jobs(ul_eva_cases *cases, const ul_run_result *result,
                              ul_eva_outcome *outcome)
{
    const ul_schedule_plan *plan = result->plan;
    const ul_schedule *in = plan->in;
    const double *completion = ul_measures_find(&result->measures, "mean_completion_s");
    course *of = ul_arena_alloc(cases->arena, in->n_jobs, sizeof *of);
    double worked_s = 0, rate = 0;
    if (of == NULL || completion == NULL)
        return ul_no_memory();
    follow(plan, of);
    for (size_t j = 0; j < in->n_jobs; j++) {
        const double active_s = of[j].worked_s - of[j].stays * ul_micro_double(in->job[j].init_s);
        worked_s += of[j].worked_s;
        rate += active_s > 0 ? fmin(1, of[j].alone_s / active_s) : 1;
    }
    outcome->completion_h = *completion / 3600;
    outcome->idle_h = (*completion - worked_s / (double)in->n_jobs) / 3600;
    outcome->rate = rate / (double)in->n_jobs;
    return UL_OK;
}

static double measure(const ul_run_result *result, const char *name)
{
    const double *value = ul_measures_find(&result->measures, name);
    return value == NULL ? NAN : *value;
}

static void trial_row(const ul_eva_cases *cases, const ul_instance *instance, const char *method,
                      const ul_run_result *result, const ul_eva_outcome *outcome)
{
    char cost[UL_NUMBER_TEXT];
    ul_sheet *sheet = cases->made->trials;
    ul_sheet_cell(sheet, "%s", cases->name[cases->n]);
    ul_sheet_cell(sheet, "%s", instance->name);
    ul_sheet_cell(sheet, "%zu", cases->jobs);
    ul_sheet_cell(sheet, "%s", method);
    ul_sheet_cell(sheet, "%s", ul_outcome_name(result->outcome));
    ul_sheet_cell(sheet, "%s", ul_cost_text(result->cost, cost));
    const double value[] = {outcome->completion_h, outcome->idle_h, outcome->rate,
                            outcome->per_machine};
    for (size_t q = 0; q < sizeof value / sizeof *value; q++)
        ul_sheet_cell(sheet, "%.6f", value[q]);
    ul_sheet_cell(sheet, "%.0f", outcome->migrations);
    if (isnan(outcome->full))
        ul_sheet_cell(sheet, "%s", "");
    else
        ul_sheet_cell(sheet, "%.6f", outcome->full);
    ul_sheet_cell(sheet, "%.3f", result->cpu_s);
}

static ul_status run_method(ul_eva_cases *cases, const ul_instance *instance, size_t m)
{
    const ul_run_options options = {.seed = cases->request->seed, .methods = ul_methods};
    ul_eva_outcome *outcome = &cases->outcome[cases->n][m];
    size_t full, rounds;
    ul_run *run;
    ul_table_say(cases->request, "%s: %s", cases->name[cases->n], cases->method[m]);
    UL_TRY(ul_run_new(ul_method_find(cases->method[m]), instance, &options, &run));
    ul_status status = ul_run_go(run);
    const ul_run_result *result = ul_run_result_of(run);
    if (status == UL_OK && !result->has_cost)
        status = ul_fail(result->outcome == UL_INTERRUPTED ? UL_E_STOPPED : UL_E_INTERNAL,
                         "method '%s' has no timeline of '%s': %s", cases->method[m],
                         instance->name, ul_outcome_name(result->outcome));
    if (status == UL_OK)
        status = measure_jobs(cases, result, outcome);
    if (status == UL_OK) {
        outcome->cost = ul_cost_double(result->cost);
        outcome->share = outcome->cost / cases->outcome[cases->n][0].cost;
        outcome->per_machine = measure(result, "tasks_per_machine");
        outcome->migrations = measure(result, "migrations");
        outcome->full = sscanf(result->note, "Full Reconfiguration in %zu of %zu", &full,
                               &rounds) == 2
                            ? (double)full / (double)rounds
                            : NAN;
        trial_row(cases, instance, cases->method[m], result, outcome);
    }
    ul_run_free(run);
    return status;
}

ul_status ul_eva_case(ul_eva_cases *cases, const char *name, const ul_source *source,
                      const ul_source_options *options)
{
    char remark[256];
    ul_instance instance = {0};
    snprintf(cases->name[cases->n], sizeof cases->name[0], "%s", name);
    UL_TRY(ul_source_make(source, options, remark, sizeof remark, &instance));
    cases->jobs = ((const ul_schedule *)instance.data)->n_jobs;
    ul_status status = ul_table_input(cases->made, cases->arena, &instance);
    for (size_t m = 0; m < cases->n_methods && status == UL_OK; m++)
        status = run_method(cases, &instance, m);
    if (status == UL_OK && cases->with_floor)
        status = ul_table_floor(cases->request, &instance, "", &cases->floor[cases->n]);
    ul_instance_free(&instance);
    cases->n++;
    return status;
}

ul_status ul_eva_draw(const ul_eva_cases *cases, const char *title, const char *subtitle)
{
    const char *path = ul_param_text(cases->request->param, "svg");
    const char *group[UL_EVA_CASES_MAX];
    ul_spread *value = ul_arena_alloc(cases->arena, cases->n * cases->n_methods, sizeof *value);
    if (path[0] == '\0')
        return UL_OK;
    if (value == NULL)
        return ul_no_memory();
    for (size_t q = 0; q < cases->n; q++) {
        group[q] = cases->name[q];
        for (size_t m = 0; m < cases->n_methods; m++) {
            const double share = 100 * cases->outcome[q][m].share;
            value[q * cases->n_methods + m] = (ul_spread){share, share, share};
        }
    }
    const ul_bar_chart chart = {"cost, % of no packing", cases->n, cases->n_methods, group,
                                cases->method, value, NULL, NULL, NULL};
    return ul_bar_chart_draw(&chart, 1, title, subtitle, path);
}
