#include "sec_time.h"

#include <stdlib.h>
#include <unistd.h>

enum { GENERATED = 1000 };

const ul_sec_trace ul_sec_traces[] = {
    {"SDSC DataStar", "DataStar", "SDSC-DS-2004-2.1-cln.swf.gz"},
    {"Sandia Ross", "Ross", "Sandia-Ross-2001-1.1-cln.swf.gz"},
    {"SDSC SP2", "SDSC SP2", "SDSC-SP2-1998-4.2-cln.swf.gz"},
    {"CTC SP2", "CTC SP2", "CTC-SP2-1996-3.1-cln.swf.gz"},
    {"HPC2N", "HPC2N", "HPC2N-2002-2.2-cln.swf.gz"},
};

/* ---- the jobs ---- */

const char *ul_sec_folder(const ul_table_made *made)
{
    const char *named = ul_table_text(made, "traces");
    return named[0] != '\0' ? named : getenv("UL_TRACES");
}

const char *ul_sec_has(ul_table_made *made, size_t trace)
{
    const char *folder = ul_sec_folder(made);
    const char *path =
        folder == NULL ? NULL : ul_text(made, "%s/%s", folder, ul_sec_traces[trace].file);
    return path != NULL && access(path, R_OK) == 0 ? path : NULL;
}

ul_status ul_sec_find(ul_table_made *made, size_t trace, ul_sec_jobs *jobs)
{
    const char *folder = ul_sec_folder(made);
    *jobs = (ul_sec_jobs){.made = made, .trace = ul_sec_has(made, trace)};
    if (folder == NULL || ul_table_param(made, "jobs") > 0)
        made->unlike = "the paper's numbers are of whole traces (--set traces=FOLDER)";
    return folder == NULL || jobs->trace != NULL
               ? UL_OK
               : ul_fail(UL_E_INPUT, "%s/%s: the trace is not there; without a folder jobs are "
                                     "generated", folder, ul_sec_traces[trace].file);
}

ul_status ul_sec_world(ul_sec_jobs *jobs, const char *settings, const ul_instance **instance)
{
    ul_table_made *made = jobs->made;
    const size_t wanted = (size_t)ul_table_param(made, "jobs");
    const char *setup = strstr(settings, "setup=");
    const char *each = ul_table_text(made, "processors");
    const char *processors = jobs->trace == NULL ? "" : ul_text(made, " processors=%s", each);
    jobs->setup_s = setup == NULL ? 0 : strtod(setup + strlen("setup="), NULL);
    return ul_table_instance(made, &(ul_source_options){
        .tasks = jobs->trace != NULL || wanted > 0 ? wanted : GENERATED, .input = &jobs->trace},
        instance, "swf-jobs%s%s%s", processors, settings[0] == '\0' ? "" : " ", settings);
}

/* ---- a run ---- */

static void add_up(const ul_sec_jobs *jobs, const ul_run *run, ul_sec_outcome *o)
{
    const ul_schedule_plan *plan = ul_run_result_of(run)->plan;
    ul_micro end_s = 0;
    *o = (ul_sec_outcome){.cost = ul_cost_double(ul_run_result_of(run)->cost),
                          .paid_h = ul_table_measure(run, "machine_hours"),
                          .wait_s = ul_table_measure(run, "mean_wait_s") - jobs->setup_s,
                          .note = ul_text(jobs->made, "%s", ul_run_result_of(run)->note)};
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

ul_status ul_sec_offer(ul_table_made *made, ul_demand *hours, const char *name, const char *classes,
                       const ul_instance **demand)
{
    static const ul_param param[] = {UL_RESERVATION_PARAMS("168"), {0}};
    const char *const set[] = {classes, "objective=pure"};
    ul_param_values values;
    ul_instance own;
    UL_TRY(ul_param_read("a demand", param, set, 2, &values));
    const ul_status status = ul_demand_build(hours, name, &values, 0, &own);
    ul_param_clear(&values);
    UL_TRY(status);
    UL_TRY(ul_table_own(made, &own, demand));
    return own.kind->seal(own.data); /* a certificate names its hash */
}

ul_status ul_sec_demand(ul_table_made *made, const ul_schedule_plan *plan, const char *name,
                        const char *classes, const ul_instance **demand)
{
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
        status = ul_sec_offer(made, hours, name, classes, demand);
    ul_demand_free(hours);
    return status;
}

ul_status ul_sec_run(ul_sec_jobs *jobs, const char *of, const char *who,
                     const ul_instance *instance, const char *method, ul_sec_outcome *outcome,
                     const ul_instance **demand)
{
    char cost[UL_NUMBER_TEXT];
    ul_sec_outcome own, *o = outcome == NULL ? &own : outcome;
    const ul_run *run;
    UL_TRY(ul_table_run(jobs->made, instance, method, NULL, &run));
    const ul_run_result *result = ul_run_result_of(run);
    add_up(jobs, run, o);
    ul_sec_put(jobs->made, of, who, o);
    ul_table_trial(jobs->made, "case\tinstance\tmethod\tparameters\tcost\tmean_wait_s\tpaid_h\t"
                               "work_h\tcpu_s",
                   "%s%s%s\t%s\t%s\t%s\t%s\t%.6f\t%.6f\t%.6f\t%.3f", of,
                   of[0] == '\0' ? "" : ": ", who, instance->name, ul_run_method(run)->name,
                   ul_run_parameters(run), ul_cost_text(result->cost, cost), o->wait_s, o->paid_h,
                   o->work_h, result->cpu_s);
    return demand == NULL
               ? UL_OK
               : ul_sec_demand(jobs->made, result->plan,
                               ul_text(jobs->made, "%.*s", UL_NAME_MAX,
                                       ul_text(jobs->made, "%s-%s", instance->name,
                                               ul_run_method(run)->name)),
                               "classes=light+heavy", demand);
}

ul_status ul_sec_leases(ul_table_made *made, const ul_instance *demand, const char *method,
                        const char *of, ul_cost *cost, bool *proved)
{
    const ul_run *run;
    UL_TRY(ul_table_try(made, demand, method, &(ul_run_options){
        .time_limit_s = made->request->time_limit_s,
        .certificate = of == NULL ? NULL : ul_table_certificate(made, "leases", of)}, &run));
    const ul_run_result *result = ul_run_result_of(run);
    *cost = result->has_cost ? result->cost : result->bound;
    *proved = result->outcome == UL_OPTIMAL;
    return UL_OK;
}
