#include "coaster_cases.h"

#include <math.h>
#include <stdio.h>

enum { GENERATED_JOBS = 3000 };

static ul_status make_jobs(ul_table_made *made, ul_instance *instance)
{
    const char *trace = ul_table_text(made, "trace");
    const size_t jobs = (size_t)ul_table_param(made, "jobs");
    const bool traced = trace[0] != '\0';
    char workers[48], gap[48];
    snprintf(workers, sizeof workers, "workers=%.0f", ul_table_param(made, "workers"));
    snprintf(gap, sizeof gap, "gap=%g", ul_table_param(made, "gap"));
    const char *const set[] = {workers, "transient=1000000", gap};
    UL_TRY(ul_table_instance(made, "eagle", &(ul_source_options){
        .seed = made->request->seed, .to_s = HUGE_VAL, .input = &trace, .n_inputs = traced,
        .set = set, .n_set = traced ? 2 : 3,
        .tasks = traced || jobs > 0 ? jobs : GENERATED_JOBS}, instance));
    const ul_schedule *in = instance->data;
    if (!traced || jobs > 0)
        made->unlike = "the paper's numbers are of Yahoo's jobs (--set trace=FILE)";
    ul_put_note(made, "%zu jobs %s, %zu tasks, %.0f servers.", in->n_jobs,
                traced ? "of the trace" : "generated", in->n_tasks,
                ul_table_param(made, "workers"));
    return UL_OK;
}

bool ul_coaster_is_short(const ul_schedule *in, uint32_t task)
{
    return in->task[task].estimate_s <= in->cutoff_s;
}

ul_coaster_partition ul_coaster_partition_of(const ul_schedule_plan *plan)
{
    ul_coaster_partition of = {plan, (uint32_t)plan->n_machines};
    for (size_t s = 0; s < plan->n_stays; s++)
        if (!ul_coaster_is_short(plan->in, plan->stay[s].task) && plan->stay[s].machine < of.kept)
            of.kept = plan->stay[s].machine;
    return of;
}

bool ul_coaster_holds(const ul_coaster_partition *of, uint32_t machine)
{
    return machine < of->kept || of->plan->machine[machine].type != 0;
}

/* What the partition of servers for short jobs consists of, and for how long. */
static void put_partition(ul_table_made *made, const char *name, const ul_schedule_plan *plan)
{
    const ul_schedule *in = plan->in;
    ul_micro end_s = 0, billed_s = 0;
    for (size_t m = 0; m < plan->n_machines; m++)
        if (plan->machine[m].type != 0)
            billed_s += ul_schedule_billed_s(in, plan->machine[m].type, plan->machine[m].ordered_s,
                                             plan->machine[m].released_s);
    for (size_t s = 0; s < plan->n_stays; s++)
        end_s = plan->stay[s].to_s > end_s ? plan->stay[s].to_s : end_s;
    ul_put(made, "", name, "servers kept", ul_coaster_partition_of(plan).kept);
    ul_put(made, "", name, "span", ul_micro_double(end_s - in->job[0].arrival_s) / 3600);
    ul_put(made, "", name, "transient hours", ul_micro_double(billed_s) / 3600);
}

static void put_run(ul_table_made *made, const ul_coaster_case *one, const ul_run *run)
{
    static const struct {
        const char *measure, *ours;
    } known[] = {
        {"short_delay_mean_s", "delay"}, {"short_delay_p90_s", "90%"}, {"short_delay_p99_s", "99%"},
        {"short_delay_max_s", "longest delay"}, {"long_delay_mean_s", "long tasks"},
        {"transient_life_mean_h", "mean life"}, {"transient_life_max_h", "longest life"},
        {"transient_active_mean", "in use"}, {"restarts", "begun again"},
    };
    char row[900];
    size_t n = 0;
    if (made->trials == NULL)
        ul_table_trial(made, "case\tmethod\tparameters\tshort_mean_s\tshort_p90_s\tshort_p99_s\t"
                             "short_max_s\tlong_mean_s\tlife_mean_h\tlife_max_h\tactive\trestarts\t"
                             "transient_h\tcpu_s");
    for (size_t q = 0; q < sizeof known / sizeof *known; q++) {
        const double value = ul_table_measure(run, known[q].measure);
        ul_put(made, "", one->name, known[q].ours, isnan(value) ? 0 : value);
        n += (size_t)snprintf(row + n, sizeof row - n, "%.6f\t", isnan(value) ? 0 : value);
    }
    put_partition(made, one->name, ul_run_result_of(run)->plan);
    ul_table_trial(made, "%s\t%s\t%s\t%s%.6f\t%.3f", one->name, ul_run_method(run)->name,
                   ul_run_parameters(run), row, ul_got(made, "", one->name, "transient hours"),
                   ul_run_result_of(run)->cpu_s);
}

ul_status ul_coaster_cases(ul_table_made *made, const ul_coaster_case *one, ul_coaster_watch watch)
{
    ul_instance instance;
    ul_status status = UL_OK;
    UL_TRY(make_jobs(made, &instance));
    for (; one->name != NULL && status == UL_OK; one++) {
        ul_run *run;
        status = ul_table_run(made, &instance, one->method, NULL, &run);
        if (status != UL_OK)
            break;
        put_run(made, one, run);
        if (watch != NULL)
            status = watch(made, one, ul_run_result_of(run)->plan);
        ul_run_free(run);
    }
    ul_instance_free(&instance);
    return status;
}

double ul_coaster_price(const ul_table_made *made, const char *name, double ratio)
{
    return ul_got(made, "", name, "servers kept") * ul_got(made, "", name, "span")
           + ul_got(made, "", name, "transient hours") / ratio;
}
