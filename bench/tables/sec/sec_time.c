#include "sec_time.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "reservation_demand.h"

enum { SETTINGS = 8, GENERATED = 1000 };

/* ---- the jobs ---- */

const char *ul_sec_folder(const ul_table_made *made)
{
    const char *named = ul_table_text(made, "traces");
    return named[0] != '\0' ? named : getenv("UL_TRACES");
}

ul_status ul_sec_find(ul_table_made *made, const char *file, ul_sec_jobs *jobs)
{
    const char *folder = ul_sec_folder(made);
    *jobs = (ul_sec_jobs){.made = made};
    if (made->trials == NULL)
        ul_table_trial(made, "case\tinstance\tmethod\tparameters\tcost\tmean_wait_s\tpaid_h\twork_h\t"
                             "cpu_s");
    if (folder == NULL || ul_table_param(made, "jobs") > 0)
        made->unlike = "the paper's numbers are of whole traces (--set traces=FOLDER)";
    if (folder == NULL)
        return UL_OK;
    snprintf(jobs->path, sizeof jobs->path, "%s/%s", folder, file);
    jobs->trace = jobs->path;
    return access(jobs->path, R_OK) == 0
               ? UL_OK
               : ul_fail(UL_E_INPUT, "%s: the trace is not there; without a folder jobs are "
                                     "generated", jobs->path);
}

ul_status ul_sec_world(ul_sec_jobs *jobs, const char *settings, ul_instance *instance)
{
    ul_table_made *made = jobs->made;
    const size_t wanted = (size_t)ul_table_param(made, "jobs");
    char text[200], *rest = text, processors[40];
    const char *set[SETTINGS], *setup = strstr(settings, "setup=");
    size_t n = 0;
    snprintf(text, sizeof text, "%s", settings);
    snprintf(processors, sizeof processors, "processors=%.0f", ul_table_param(made, "processors"));
    if (jobs->trace != NULL)
        set[n++] = processors;
    while (rest != NULL && rest[0] != '\0' && n < SETTINGS)
        set[n++] = strsep(&rest, " ");
    jobs->setup_s = setup == NULL ? 0 : strtod(setup + strlen("setup="), NULL);
    return ul_table_instance(made, "swf-jobs", &(ul_source_options){
        .tasks = jobs->trace != NULL || wanted > 0 ? wanted : GENERATED,
        .seed = made->request->seed, .to_s = HUGE_VAL, .input = &jobs->trace,
        .n_inputs = jobs->trace != NULL, .set = set, .n_set = n}, instance);
}

/* ---- a run ---- */

static void add_up(const ul_sec_jobs *jobs, const ul_run *run, ul_sec_outcome *o)
{
    const ul_schedule_plan *plan = ul_run_result_of(run)->plan;
    ul_micro end_s = 0;
    *o = (ul_sec_outcome){.cost = ul_cost_double(ul_run_result_of(run)->cost),
                          .paid_h = ul_table_measure(run, "machine_hours"),
                          .wait_s = ul_table_measure(run, "mean_wait_s") - jobs->setup_s};
    snprintf(o->note, sizeof o->note, "%s", ul_run_result_of(run)->note);
    for (size_t m = 0; m < plan->n_machines; m++)
        if (plan->machine[m].type == 0)
            o->first_h += ul_micro_double(ul_schedule_billed_s(plan->in, 0,
                                                               plan->machine[m].ordered_s,
                                                               plan->machine[m].released_s)) / 3600;
    for (size_t i = 0; i < plan->in->n_tasks; i++)
        o->work_h += ul_micro_double(plan->in->task[i].work_s) / 3600;
    for (size_t s = 0; s < plan->n_stays; s++)
        end_s = plan->stay[s].to_s > end_s ? plan->stay[s].to_s : end_s;
    o->span_h = ul_micro_double(end_s - plan->in->job[0].arrival_s) / 3600;
}

void ul_sec_put(ul_table_made *made, const char *of, const char *who, const ul_sec_outcome *o)
{
    ul_put(made, of, who, "wait", o->wait_s);
    ul_put(made, of, who, "rate", o->cost / o->work_h);
    ul_put(made, of, who, "utilisation", 100 * o->work_h / o->paid_h);
    ul_put(made, of, who, "cost", o->cost);
}

/* What was paid for, as `import timeline` has it. */
static ul_status make_demand(const ul_schedule_plan *plan, ul_instance *demand)
{
    static const ul_param param[] = {UL_RESERVATION_PARAMS("168"), {0}};
    const char *const set[] = {"classes=light+heavy", "objective=pure"};
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
        status = ul_demand_build(hours, plan->in->name, &values, 0, demand);
        ul_param_clear(&values);
    }
    ul_demand_free(hours);
    return status;
}

ul_status ul_sec_run(ul_sec_jobs *jobs, const char *of, const char *who,
                     const ul_instance *instance, const char *method, ul_sec_outcome *outcome,
                     ul_instance *demand)
{
    char cost[UL_NUMBER_TEXT];
    ul_sec_outcome own, *o = outcome == NULL ? &own : outcome;
    ul_run *run;
    UL_TRY(ul_table_run(jobs->made, instance, method, NULL, &run));
    const ul_run_result *result = ul_run_result_of(run);
    add_up(jobs, run, o);
    ul_sec_put(jobs->made, of, who, o);
    ul_table_trial(jobs->made, "%s%s%s\t%s\t%s\t%s\t%s\t%.6f\t%.6f\t%.6f\t%.3f", of,
                   of[0] == '\0' ? "" : ": ", who, instance->name, ul_run_method(run)->name,
                   ul_run_parameters(run), ul_cost_text(result->cost, cost), o->wait_s, o->paid_h,
                   o->work_h, result->cpu_s);
    const ul_status status = demand == NULL ? UL_OK : make_demand(result->plan, demand);
    ul_run_free(run);
    return status;
}

ul_status ul_sec_leases(ul_table_made *made, const ul_instance *demand, const char *method,
                        double *dollars, bool *proved)
{
    const ul_run_options options = {.time_limit_s = made->request->time_limit_s,
                                    .seed = made->request->seed};
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
