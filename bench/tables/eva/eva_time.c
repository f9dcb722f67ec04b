#include "eva_time.h"

#include "schedule_plan.h"

ul_status ul_eva_make(ul_table_made *made, const ul_eva_jobs *jobs, const char *set, size_t q,
                      bool *traced, const ul_instance **instance)
{
    const size_t wanted = (size_t)ul_table_param(made, "jobs");
    const uint64_t seed = made->request->seed + q;
    const char *input;
    UL_TRY(ul_table_trace(made, jobs->file, &input));
    *traced = input != NULL;
    return *traced ? ul_table_instance(made, &(ul_source_options){.input = &input, .seed = seed},
                                       instance, "eva-jobs%s%s count=%zu", jobs->import, set, wanted)
                   : ul_table_instance(made, &(ul_source_options){
                         .tasks = wanted == 0 ? jobs->generated : wanted, .seed = seed},
                                       instance, "%s%s", jobs->generate, set);
}

/* Seconds that a job was on machines and past loading, by its first task, and the
 * seconds its work would have taken alone. */
typedef struct {
    double worked_s, alone_s, stays;
} course;

/* Idle is all of a job's time in which it is not loaded; its rate leaves out the
 * seconds that it takes to get going after each loading. */
static ul_status put_jobs(ul_table_made *made, const char *name, const char *method,
                          const ul_run *run)
{
    const ul_schedule_plan *plan = ul_run_result_of(run)->plan;
    const ul_schedule *in = plan->in;
    const double jobs = (double)in->n_jobs, completion_s = ul_table_measure(run, "mean_completion_s");
    double worked_s = 0, rate = 0;
    course *of;
    UL_ALLOC(made->arena, of, in->n_jobs);
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
    for (size_t j = 0; j < in->n_jobs; j++) {
        const double active_s = of[j].worked_s - of[j].stays * ul_micro_double(in->job[j].init_s);
        worked_s += of[j].worked_s;
        rate += active_s > 0 ? fmin(1, of[j].alone_s / active_s) : 1;
    }
    ul_put(made, name, method, "completion", completion_s / 3600);
    ul_put(made, name, method, "idle", (completion_s - worked_s / jobs) / 3600);
    ul_put(made, name, method, "rate", rate / jobs);
    ul_put(made, name, method, "moves", ul_table_measure(run, "migrations") / jobs);
    return UL_OK;
}

static ul_status put_run(ul_table_made *made, const char *name, const char *base,
                         const char *method, const ul_run *run)
{
    const ul_run_result *result = ul_run_result_of(run);
    char cost[UL_NUMBER_TEXT];
    size_t full, rounds;
    ul_put(made, name, method, "cost", ul_cost_double(result->cost));
    ul_put(made, name, method, "share", 100 * ul_cost_double(result->cost)
                                            / ul_got(made, name, base, "cost"));
    ul_put(made, name, method, "tasks per machine", ul_table_measure(run, "tasks_per_machine"));
    UL_TRY(put_jobs(made, name, method, run));
    if (sscanf(result->note, "Full Reconfiguration in %zu of %zu", &full, &rounds) == 2)
        ul_put(made, name, method, "full rounds", 100 * (double)full / (double)rounds);
    ul_table_trial(made, "case\tinstance\tmethod\tstatus\tcost\tcompletion_h\tmigrations\tcpu_s",
                   "%s\t%s\t%s\t%s\t%s\t%.6f\t%.0f\t%.3f", name, ul_run_instance(run)->name, method,
                   ul_outcome_name(result->outcome),
                   ul_cost_text(result->cost, cost), ul_got(made, name, method, "completion"),
                   ul_table_measure(run, "migrations"), result->cpu_s);
    return UL_OK;
}

ul_status ul_eva_case(ul_table_made *made, const char *of, const ul_instance *instance,
                      const char *const *method)
{
    for (size_t m = 0; method[m] != NULL; m++) {
        const ul_run *run;
        UL_TRY(ul_table_run(made, instance, method[m], NULL, &run));
        UL_TRY(put_run(made, of, method[0], method[m], run));
    }
    return UL_OK;
}
