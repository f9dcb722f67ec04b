#include "coaster_cases.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "registry.h"

enum { GENERATED_JOBS = 3000 };

static ul_status make_instance(ul_coaster_cases *cases)
{
    const ul_param_values *param = cases->request->param;
    const char *trace = ul_param_text(param, "trace");
    const size_t jobs = (size_t)ul_param_number(param, "jobs");
    char workers[48], remark[256];
    snprintf(workers, sizeof workers, "workers=%.0f", ul_param_number(param, "workers"));
    const char *const set[] = {workers, "transient=1000000"};
    cases->traced = trace[0] != '\0';
    const ul_source_options options = {
        .seed = cases->request->seed, .to_s = HUGE_VAL, .input = &trace,
        .n_inputs = cases->traced, .set = set, .n_set = 2,
        .tasks = cases->traced || jobs > 0 ? jobs : GENERATED_JOBS};
    UL_TRY(ul_source_make(cases->traced ? ul_importer_find("eagle") : ul_generator_find("eagle"),
                          &options, remark, sizeof remark, &cases->instance));
    cases->in = cases->instance.data;
    return ul_table_input(cases->made, cases->arena, &cases->instance);
}

ul_status ul_coaster_cases_begin(ul_coaster_cases *cases, const ul_table_request *request,
                                 ul_arena *arena, ul_table_made *made)
{
    static const char *const head[] = {"case", "method", "parameters", "short_mean_s", "short_p90_s",
                                       "short_p99_s", "short_max_s", "long_mean_s", "used",
                                       "life_mean_h", "life_max_h", "active", "restarts",
                                       "transient_h", "cpu_s"};
    *cases = (ul_coaster_cases){.request = request, .made = made, .arena = arena};
    UL_TRY(ul_sheet_new(arena, "trials", "Every run", "", "lllrrrrrrrrrrrr", &made->trials));
    for (size_t c = 0; c < sizeof head / sizeof *head; c++)
        ul_sheet_cell(made->trials, "%s", head[c]);
    return make_instance(cases);
}

void ul_coaster_cases_free(ul_coaster_cases *cases)
{
    ul_instance_free(&cases->instance);
}

/* ---- one run ---- */

static bool is_short(const ul_schedule *in, uint32_t task)
{
    return in->task[task].estimate_s <= in->cutoff_s;
}

/* Machines that ran no long task and come before those that did, and transient ones. */
static uint32_t n_kept(const ul_schedule_plan *plan)
{
    uint32_t first = (uint32_t)plan->n_machines;
    for (size_t s = 0; s < plan->n_stays; s++)
        if (!is_short(plan->in, plan->stay[s].task) && plan->stay[s].machine < first)
            first = plan->stay[s].machine;
    return first;
}

static void add_up(const ul_schedule_plan *plan, ul_coaster_outcome *o)
{
    const ul_schedule *in = plan->in;
    const uint32_t kept = n_kept(plan);
    ul_micro end_s = 0;
    for (size_t m = 0; m < plan->n_machines; m++)
        if (plan->machine[m].type != 0)
            o->transient_h += ul_micro_double(ul_schedule_billed_s(in, plan->machine[m].type,
                                                                   plan->machine[m].ordered_s,
                                                                   plan->machine[m].released_s))
                              / 3600;
    for (size_t s = 0; s < plan->n_stays; s++) {
        const ul_timeline_stay *stay = &plan->stay[s];
        const double hours = ul_micro_double(stay->to_s - stay->from_s) / 3600;
        end_s = stay->to_s > end_s ? stay->to_s : end_s;
        o->short_h += is_short(in, stay->task) ? hours : 0;
        if (stay->machine < kept || plan->machine[stay->machine].type != 0)
            o->partition_s += stay->to_s - stay->from_s;
    }
    o->kept = kept;
    o->span_h = ul_micro_double(end_s - in->job[0].arrival_s) / 3600;
}

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static ul_status keep_delays(ul_coaster_cases *cases, const ul_schedule_plan *plan,
                             ul_coaster_outcome *o)
{
    UL_ALLOC(cases->arena, o->delay_s, plan->n_stays);
    for (size_t s = 0; s < plan->n_stays; s++) {
        const ul_timeline_stay *stay = &plan->stay[s];
        if (is_short(plan->in, stay->task))
            o->delay_s[o->n_delays++] =
                ul_micro_double(stay->from_s - plan->in->task[stay->task].arrival_s);
    }
    qsort(o->delay_s, o->n_delays, sizeof *o->delay_s, by_value);
    return UL_OK;
}

static double measure(const ul_run_result *result, const char *name)
{
    const double *value = ul_measures_find(&result->measures, name);
    return value == NULL ? 0 : *value;
}

static void read_measures(const ul_run_result *result, ul_coaster_outcome *o)
{
    o->mean_s = measure(result, "short_delay_mean_s");
    o->p90_s = measure(result, "short_delay_p90_s");
    o->p99_s = measure(result, "short_delay_p99_s");
    o->max_s = measure(result, "short_delay_max_s");
    o->long_mean_s = measure(result, "long_delay_mean_s");
    o->used = measure(result, "transient_used");
    o->life_mean_h = measure(result, "transient_life_mean_h");
    o->life_max_h = measure(result, "transient_life_max_h");
    o->active = measure(result, "transient_active_mean");
    o->restarts = measure(result, "restarts");
}

static void trial_row(const ul_coaster_cases *cases, const ul_run *run, const ul_coaster_outcome *o)
{
    ul_sheet *sheet = cases->made->trials;
    const double value[] = {o->mean_s, o->p90_s, o->p99_s, o->max_s, o->long_mean_s, o->used,
                            o->life_mean_h, o->life_max_h, o->active, o->restarts, o->transient_h};
    ul_sheet_cell(sheet, "%s", o->name);
    ul_sheet_cell(sheet, "%s", ul_run_method(run)->name);
    ul_sheet_cell(sheet, "%s", ul_run_parameters(run));
    for (size_t q = 0; q < sizeof value / sizeof *value; q++)
        ul_sheet_cell(sheet, "%.6f", value[q]);
    ul_sheet_cell(sheet, "%.3f", ul_run_result_of(run)->cpu_s);
}

static ul_status read_run(ul_coaster_cases *cases, const ul_run *run, ul_coaster_watch watch,
                          void *context)
{
    const ul_run_result *result = ul_run_result_of(run);
    ul_coaster_outcome *o = &cases->outcome[cases->n];
    if (!result->has_cost)
        return ul_fail(result->outcome == UL_INTERRUPTED ? UL_E_STOPPED : UL_E_INTERNAL,
                       "method '%s' has no timeline of '%s': %s", ul_run_method(run)->name,
                       cases->instance.name, ul_outcome_name(result->outcome));
    read_measures(result, o);
    add_up(result->plan, o);
    if (cases->keeps_delays)
        UL_TRY(keep_delays(cases, result->plan, o));
    trial_row(cases, run, o);
    cases->n++;
    return watch == NULL ? UL_OK : watch(context, result->plan);
}

ul_status ul_coaster_case(ul_coaster_cases *cases, const char *name, const char *method,
                          const char *const *set, size_t n_set, ul_coaster_watch watch,
                          void *context)
{
    const ul_run_options options = {.seed = cases->request->seed, .methods = ul_methods,
                                    .set = set, .n_set = n_set};
    ul_run *run;
    if (cases->n == UL_COASTER_CASES_MAX)
        return ul_fail(UL_E_INTERNAL, "more than %d cases", UL_COASTER_CASES_MAX);
    snprintf(cases->outcome[cases->n].name, sizeof cases->outcome[0].name, "%s", name);
    ul_table_say(cases->request, "%s", name);
    UL_TRY(ul_run_new(ul_method_find(method), &cases->instance, &options, &run));
    ul_status status = ul_run_go(run);
    if (status == UL_OK)
        status = read_run(cases, run, watch, context);
    ul_run_free(run);
    return status;
}

/* ---- what tables write ---- */

ul_status ul_coaster_number(ul_coaster_cases *cases, const char *of, const char *name,
                            const char *unit, double ours, double paper)
{
    return ul_table_number(cases->made, cases->arena, &(ul_number){
        .of = of, .measure = name, .unit = unit, .ours = ours,
        .has = isnan(paper) ? 0 : UL_HAS_PAPER, .paper = paper}, NULL);
}

double ul_coaster_price(const ul_coaster_outcome *o, double ratio)
{
    return o->kept * o->span_h + o->transient_h / ratio;
}

const char *ul_coaster_jobs_text(const ul_coaster_cases *cases, char *text, size_t room)
{
    snprintf(text, room, "%zu jobs %s, %zu tasks, %.0f servers", cases->in->n_jobs,
             cases->traced ? "of the trace" : "generated", cases->in->n_tasks,
             ul_param_number(cases->request->param, "workers"));
    return text;
}
