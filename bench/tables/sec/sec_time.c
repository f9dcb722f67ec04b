#include "sec_time.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "registry.h"
#include "reservation_demand.h"
#include "run.h"

enum { SETTINGS = 6, GENERATED = 1000 };

/* ---- the jobs ---- */

static const char *folder_of(const ul_table_request *request)
{
    const char *named = ul_param_text(request->param, "traces");
    const char *from_environment = getenv("UL_TRACES");
    return named[0] != '\0' ? named : from_environment;
}

bool ul_sec_figure_has_folder(const ul_table_request *request)
{
    return folder_of(request) != NULL;
}

bool ul_sec_figure_has(const ul_table_request *request, const char *file)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder_of(request), file);
    return access(path, R_OK) == 0;
}

/* A folder that a user names holds the trace, or it is the wrong one. */
static ul_status find_trace(ul_sec_figure *f, const char *file)
{
    const char *folder = folder_of(f->request);
    if (folder == NULL)
        return UL_OK;
    snprintf(f->path, sizeof f->path, "%s/%s", folder, file);
    if (access(f->path, R_OK) != 0)
        return ul_fail(UL_E_INPUT, "%s: the trace is not there; without a folder jobs are "
                                   "generated", f->path);
    f->trace = f->path;
    return UL_OK;
}

ul_status ul_sec_figure_begin(ul_sec_figure *f, const ul_table_request *request, ul_arena *arena,
                              ul_table_made *made, const char *file)
{
    static const char *const head[] = {"case", "instance", "jobs", "method", "parameters", "cost",
                                       "mean_wait_s", "paid_h", "work_h", "cpu_s"};
    *f = (ul_sec_figure){.request = request, .made = made, .arena = arena};
    UL_TRY(find_trace(f, file));
    f->is_whole = f->trace != NULL && ul_param_number(request->param, "jobs") == 0;
    if (made->trials != NULL)
        return UL_OK;
    UL_TRY(ul_sheet_new(arena, "trials", "Every run", "", "llrllrrrrr", &made->trials));
    for (size_t c = 0; c < sizeof head / sizeof *head; c++)
        ul_sheet_cell(made->trials, "%s", head[c]);
    return UL_OK;
}

static size_t count_of(const char *const *set)
{
    size_t n = 0;
    while (set != NULL && set[n] != NULL && n < SETTINGS)
        n++;
    return n;
}

static double setup_of(const char *const *set, size_t n)
{
    double seconds = 0;
    for (size_t q = 0; q < n; q++)
        if (strncmp(set[q], "setup=", 6) == 0)
            seconds = strtod(set[q] + 6, NULL);
    return seconds;
}

ul_status ul_sec_figure_world(ul_sec_figure *f, const char *const *set, ul_instance *instance)
{
    const size_t wanted = (size_t)ul_param_number(f->request->param, "jobs");
    char remark[256];
    const ul_source *source =
        f->trace != NULL ? ul_importer_find("swf-jobs") : ul_generator_find("swf-jobs");
    const ul_source_options options = {
        .tasks = f->trace != NULL || wanted > 0 ? wanted : GENERATED,
        .seed = f->request->seed,
        .to_s = HUGE_VAL,
        .input = &f->trace,
        .n_inputs = f->trace != NULL,
        .set = set,
        .n_set = count_of(set),
    };
    UL_TRY(ul_source_make(source, &options, remark, sizeof remark, instance));
    f->jobs = ((const ul_schedule *)instance->data)->n_jobs;
    f->setup_s = setup_of(set, options.n_set);
    return ul_table_input(f->made, f->arena, instance);
}

const char *ul_sec_figure_jobs(const ul_sec_figure *f, char text[200])
{
    const char *slash = f->trace == NULL ? NULL : strrchr(f->trace, '/');
    if (f->trace != NULL)
        snprintf(text, 200, "%zu jobs of %.100s", f->jobs, slash == NULL ? f->trace : slash + 1);
    else
        snprintf(text, 200, "%zu generated jobs, of which the paper says nothing: --set "
                            "traces=FOLDER takes the archive's", f->jobs);
    return text;
}

/* ---- a run ---- */

static double measure(const ul_run_result *result, const char *name)
{
    const double *value = ul_measures_find(&result->measures, name);
    return value == NULL ? NAN : *value;
}

static void note_outcome(const ul_sec_figure *f, const ul_run_result *result,
                         ul_sec_outcome *outcome)
{
    const ul_schedule_plan *plan = result->plan;
    ul_micro end_s = 0;
    *outcome = (ul_sec_outcome){.cost = ul_cost_double(result->cost),
                                .paid_h = measure(result, "machine_hours"),
                                .wait_s = measure(result, "mean_wait_s") - f->setup_s};
    snprintf(outcome->note, sizeof outcome->note, "%s", result->note);
    for (size_t m = 0; m < plan->n_machines; m++)
        if (plan->machine[m].type == 0)
            outcome->first_h += ul_micro_double(ul_schedule_billed_s(
                                    plan->in, 0, plan->machine[m].ordered_s,
                                    plan->machine[m].released_s)) / 3600;
    for (size_t i = 0; i < plan->in->n_tasks; i++)
        outcome->work_h += ul_micro_double(plan->in->task[i].work_s) / 3600;
    for (size_t s = 0; s < plan->n_stays; s++)
        end_s = plan->stay[s].to_s > end_s ? plan->stay[s].to_s : end_s;
    outcome->span_h = ul_micro_double(end_s - plan->in->job[0].arrival_s) / 3600;
    outcome->rate = outcome->cost / outcome->work_h;
    outcome->utilisation = outcome->work_h / outcome->paid_h;
}

static void note_trial(const ul_sec_figure *f, const char *label, const ul_run *run,
                       const ul_sec_outcome *outcome)
{
    char cost[UL_NUMBER_TEXT];
    ul_sheet *sheet = f->made->trials;
    const ul_run_result *result = ul_run_result_of(run);
    ul_sheet_cell(sheet, "%s", label);
    ul_sheet_cell(sheet, "%s", ul_run_instance(run)->name);
    ul_sheet_cell(sheet, "%zu", f->jobs);
    ul_sheet_cell(sheet, "%s", ul_run_method(run)->name);
    ul_sheet_cell(sheet, "%s", ul_run_parameters(run));
    ul_sheet_cell(sheet, "%s", ul_cost_text(result->cost, cost));
    ul_sheet_cell(sheet, "%.6f", outcome->wait_s);
    ul_sheet_cell(sheet, "%.6f", outcome->paid_h);
    ul_sheet_cell(sheet, "%.6f", outcome->work_h);
    ul_sheet_cell(sheet, "%.3f", result->cpu_s);
}

/* What was paid for, as `import timeline` has it. */
static ul_status make_demand(const ul_schedule_plan *plan, ul_sec_demand *demand)
{
    static const ul_param param[] = {UL_RESERVATION_PARAMS("168"), {0}};
    const char *const set[] = {"classes=light+heavy",
                               demand->pure ? "objective=pure" : "objective=total"};
    ul_param_values values;
    ul_demand *hours = ul_demand_new();
    ul_status status = hours == NULL ? ul_no_memory() : UL_OK;
    for (size_t m = 0; m < plan->n_machines && status == UL_OK; m++) {
        const ul_timeline_machine *at = &plan->machine[m];
        const ul_micro from_s = at->ordered_s + plan->in->type[at->type].billed_after_s;
        const ul_micro paid_s =
            ul_schedule_billed_s(plan->in, at->type, at->ordered_s, at->released_s);
        status = ul_demand_add(hours, from_s / UL_MICRO,
                               (from_s + paid_s + UL_MICRO - 1) / UL_MICRO, 1);
    }
    if (status == UL_OK)
        status = ul_param_read("a demand", param, set, 2, &values);
    if (status == UL_OK) {
        status = ul_demand_build(hours, plan->in->name, &values, 0, &demand->instance);
        ul_param_clear(&values);
    }
    ul_demand_free(hours);
    return status;
}

ul_status ul_sec_figure_run(ul_sec_figure *f, const char *label, const ul_instance *instance,
                            const char *method, const char *const *set, ul_sec_outcome *outcome,
                            ul_sec_demand *demand)
{
    const ul_run_options options = {.seed = f->request->seed, .methods = ul_methods, .set = set,
                                    .n_set = count_of(set)};
    ul_run *run;
    ul_table_say(f->request, "%s", label);
    UL_TRY(ul_run_new(ul_method_find(method), instance, &options, &run));
    ul_status status = ul_run_go(run);
    const ul_run_result *result = ul_run_result_of(run);
    if (status == UL_OK && !result->has_cost)
        status = ul_fail(result->outcome == UL_INTERRUPTED ? UL_E_STOPPED : UL_E_INTERNAL,
                         "method '%s' has no timeline of '%s': %s %s", method, instance->name,
                         ul_outcome_name(result->outcome), result->note);
    if (status == UL_OK) {
        note_outcome(f, result, outcome);
        note_trial(f, label, run, outcome);
        if (demand != NULL)
            status = make_demand(result->plan, demand);
    }
    ul_run_free(run);
    return status;
}

ul_status ul_sec_figure_leases(ul_sec_figure *f, const ul_instance *demand, const char *method,
                               double *dollars, bool *proved)
{
    const ul_run_options options = {.time_limit_s = f->request->time_limit_s,
                                    .seed = f->request->seed, .methods = ul_methods};
    ul_run *run;
    UL_TRY(ul_run_new(ul_method_find(method), demand, &options, &run));
    const ul_status status = ul_run_go(run);
    const ul_run_result *result = ul_run_result_of(run);
    *dollars = ul_cost_double(result->has_cost ? result->cost : result->bound);
    if (proved != NULL)
        *proved = result->outcome == UL_OPTIMAL;
    ul_run_free(run);
    return status;
}

ul_status ul_sec_figure_claim(ul_sec_figure *f, const ul_claim *claim)
{
    return f->is_whole ? ul_table_claim(f->made, f->arena, claim) : UL_OK;
}

ul_status ul_sec_figure_draw(const ul_sec_figure *f, const ul_sec_bars *bars)
{
    const char *path = ul_param_text(f->request->param, "svg");
    const size_t n = bars->n_groups * bars->n_bars;
    char subtitle[200];
    if (path[0] == '\0')
        return UL_OK;
    ul_spread *value;
    UL_ALLOC(f->arena, value, 2 * n);
    for (size_t q = 0; q < n; q++) {
        const double wait_s = bars->wait_s[q], cents = 100 * bars->rate[q];
        value[q] = (ul_spread){wait_s, wait_s, wait_s};
        value[n + q] = (ul_spread){cents, cents, cents};
    }
    const ul_bar_chart chart[] = {
        {"mean wait, s", bars->n_groups, bars->n_bars, bars->group, bars->bar, value, NULL, NULL,
         NULL},
        {"cents for an hour of a node's work", bars->n_groups, bars->n_bars, bars->group,
         bars->bar, value + n, NULL, NULL, NULL},
    };
    return ul_bar_chart_draw(chart, 2, bars->title, ul_sec_figure_jobs(f, subtitle), path);
}
