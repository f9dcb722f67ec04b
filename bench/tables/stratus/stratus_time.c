#include "stratus_time.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "schedule_plan.h"
#include "table_floor.h"

enum { GOOGLE, TWO_SIGMA };
const char *const ul_stratus_workload[] = {"google", "two-sigma", NULL};

enum { DAY_S = 86400, DAY_JOBS = 10292, TWO_SIGMA_JOBS = 809, ROWS_MAX = 24 };

/* In the order of the trials' columns. */
enum { COST, CPU_USED, RAM_USED, MEDIAN, P95, RENTED, CLEARED, MOVED, MOVES, MOVING, MEASURES };
static const char *const name[MEASURES] = {"cost", "vCPU used", "memory used", "latency 50%",
                                           "latency 95%", "machines", "cleared", "tasks moved",
                                           "moves", "moving"};

typedef struct {
    ul_table_made *made;
    const ul_stratus_row *row;
    const char *price;
    size_t n_draws;
    bool wants_floor;
    double value[MEASURES][ROWS_MAX][UL_STRATUS_DRAWS_MAX], floor[UL_STRATUS_DRAWS_MAX];
} runs;

/* ---- measures ---- */

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

/* From a job's first submission to its last end, over what it takes when every task
 * runs from its submission on. */
static ul_status measure_latency(ul_arena *arena, const ul_schedule_plan *plan, double *value)
{
    const ul_schedule *in = plan->in;
    double *latency;
    UL_ALLOC(arena, latency, in->n_jobs);
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
    value[MEDIAN] = latency[in->n_jobs / 2];
    value[P95] = latency[(size_t)((double)in->n_jobs * 0.95)];
    return UL_OK;
}

/* Percent of what was paid for. */
static double share_used(const ul_schedule_plan *plan, size_t r)
{
    const ul_schedule *in = plan->in;
    double used = 0, paid = 0;
    for (size_t i = 0; i < in->n_tasks; i++)
        used += (double)ul_schedule_need(in, i, 0)[r] * (double)in->task[i].work_s;
    for (size_t m = 0; m < plan->n_machines; m++)
        paid += (double)in->type[plan->machine[m].type].capacity[r]
                * (double)(plan->machine[m].released_s - plan->machine[m].ordered_s);
    return 100 * used / paid;
}

static ul_status measure(ul_arena *arena, const ul_run_result *result, double *value)
{
    const ul_schedule_plan *plan = result->plan;
    unsigned cleared = 0;
    uint32_t *stays;
    (void)sscanf(result->note, "%u machines cleared", &cleared);
    value[COST] = ul_cost_double(result->cost);
    value[CPU_USED] = share_used(plan, 0);
    value[RAM_USED] = share_used(plan, 1);
    value[RENTED] = (double)plan->n_machines;
    value[CLEARED] = cleared;
    value[MOVES] = (double)(plan->n_stays - plan->in->n_tasks);
    UL_ALLOC(arena, stays, plan->in->n_tasks);
    for (size_t s = 0; s < plan->n_stays; s++) {
        value[MOVED] += stays[plan->stay[s].task]++ == 1;
        value[MOVING] += ul_micro_double(plan->stay[s].to_s - plan->stay[s].stopped_s);
    }
    return measure_latency(arena, plan, value);
}

/* What the paper says of its jobs: how many are small, and how long tasks run. */
static ul_status put_jobs(ul_table_made *made, const char *of, const ul_schedule *in)
{
    double small = 0, *run_s;
    UL_ALLOC(made->arena, run_s, in->n_tasks);
    for (size_t j = 0; j < in->n_jobs; j++)
        small += in->job[j].n_tasks < 10;
    for (size_t i = 0; i < in->n_tasks; i++)
        run_s[i] = ul_micro_double(in->task[i].work_s);
    qsort(run_s, in->n_tasks, sizeof *run_s, ascending);
    ul_put(made, of, "jobs", "below ten tasks", 100 * small / (double)in->n_jobs);
    ul_put(made, of, "jobs", "median run", run_s[in->n_tasks / 2] / 60);
    ul_put_note(made, "%s: %zu jobs with %zu tasks.", of, in->n_jobs, in->n_tasks);
    return UL_OK;
}

/* ---- runs ---- */

static ul_status make_jobs(runs *t, size_t w, size_t draw, const char *off, ul_instance *instance)
{
    ul_table_made *made = t->made;
    const size_t jobs = (size_t)ul_table_param(made, "jobs");
    char path[4096], price[40], misestimate[40], startup[40], span[40];
    const char *input;
    UL_TRY(ul_table_trace(made->request, "task_events-part-00000-of-00500.csv", path, &input));
    snprintf(price, sizeof price, "price=%s", t->price);
    snprintf(misestimate, sizeof misestimate, "misestimate=%s", off == NULL ? "1" : off);
    snprintf(startup, sizeof startup, "startup=%g", ul_table_param(made, "startup"));
    snprintf(span, sizeof span, "span=%d", DAY_S);
    const char *const of[2][2] = {{"like=google", "like=two-sigma"}, {span, "filter=any-end"}};
    const char *const set[] = {price, misestimate, startup, of[input != NULL][w]};
    UL_TRY(ul_table_instance(made, input != NULL ? "google-2011-jobs" : "google-jobs",
                             &(ul_source_options){
        .tasks = input != NULL ? 0 : jobs > 0 ? jobs : w == GOOGLE ? DAY_JOBS : TWO_SIGMA_JOBS,
        .seed = made->request->seed + draw, .to_s = HUGE_VAL, .input = &input,
        .n_inputs = input != NULL, .set = set, .n_set = 4}, instance));
    if (input == NULL)
        made->unlike = "the paper's numbers are of real jobs (--set traces=FOLDER)";
    return UL_OK;
}

static ul_status run_row(runs *t, const ul_instance *instance, size_t w, size_t draw, size_t q)
{
    const ul_stratus_row *row = &t->row[q];
    double value[MEASURES] = {0};
    char method[160], cost[UL_NUMBER_TEXT], text[400];
    size_t n = 0;
    ul_run *run;
    snprintf(method, sizeof method, "%s%s", row->method,
             strcmp(row->method, "fleet") == 0 && w == TWO_SIGMA ? " resource=ram_gb" : "");
    UL_TRY(ul_table_run(t->made, instance, method,
                        &(ul_run_options){.seed = t->made->request->seed + draw}, &run));
    const ul_status status = measure(t->made->arena, ul_run_result_of(run), value);
    for (size_t m = 0; m < MEASURES; m++)
        t->value[m][q][draw] = value[m];
    for (size_t m = COST + 1; m < MEASURES; m++)
        n += (size_t)snprintf(text + n, sizeof text - n, "%.6g\t", value[m]);
    ul_table_trial(t->made, "%s\t%zu\t%s\t%s\t%s\t%s%.3f", ul_stratus_workload[w], draw + 1,
                   row->off == NULL ? "1" : row->off, row->label,
                   ul_cost_text(ul_run_result_of(run)->cost, cost), text,
                   ul_run_result_of(run)->cpu_s);
    ul_run_free(run);
    return status;
}

static bool same_estimates(const ul_stratus_row *a, const ul_stratus_row *b)
{
    return strcmp(a->off == NULL ? "1" : a->off, b->off == NULL ? "1" : b->off) == 0;
}

static ul_status run_draw(runs *t, size_t w, size_t draw)
{
    for (size_t q = 0, next; t->row[q].label != NULL; q = next) {
        ul_instance instance = {0};
        char of[40];
        UL_TRY(make_jobs(t, w, draw, t->row[q].off, &instance));
        snprintf(of, sizeof of, "-%s-%zu", ul_stratus_workload[w], draw + 1);
        ul_status status = q == 0 && t->wants_floor
                               ? ul_table_floor(t->made->request, &instance, of, &t->floor[draw])
                               : UL_OK;
        for (next = q; status == UL_OK && t->row[next].label != NULL
                       && same_estimates(&t->row[q], &t->row[next]); next++)
            status = run_row(t, &instance, w, draw, next);
        if (q == 0 && draw == 0 && status == UL_OK)
            status = put_jobs(t->made, ul_stratus_workload[w], instance.data);
        ul_instance_free(&instance);
        UL_TRY(status);
    }
    return UL_OK;
}

ul_status ul_stratus_runs(ul_table_made *made, const ul_stratus_row *row, const char *price,
                          bool wants_floor)
{
    runs *t;
    UL_ALLOC(made->arena, t, 1);
    t->made = made;
    t->row = row;
    t->price = price;
    t->wants_floor = wants_floor;
    t->n_draws = (size_t)ul_table_param(made, "draws");
    ul_table_trial(made, "workload\tdraw\tmisestimate\tscheduler\tcost\tcpu_used\tram_used\t"
                         "latency_p50\tlatency_p95\tmachines\tcleared\ttasks_moved\tmoves\t"
                         "moving_s\tcpu_s");
    for (size_t w = 0; ul_stratus_workload[w] != NULL; w++) {
        const char *of = ul_stratus_workload[w];
        for (size_t draw = 0; draw < t->n_draws; draw++)
            UL_TRY(run_draw(t, w, draw));
        for (size_t q = 0; row[q].label != NULL; q++) {
            for (size_t m = 0; m < MEASURES; m++)
                ul_put_mean(made, of, row[q].label, name[m], t->value[m][q], t->n_draws);
            ul_put_mean(made, of, row[q].label, "used", /* of what there is least of */
                        t->value[w == GOOGLE ? CPU_USED : RAM_USED][q], t->n_draws);
        }
        if (wants_floor)
            ul_put_mean(made, of, "all", "floor", t->floor, t->n_draws);
    }
    ul_put_note(made, "Means of %zu, machines at %s prices. Two-sigma stands for a trace that is not "
                "public.", t->n_draws, price);
    return UL_OK;
}
