/* What a timeline comes to beside its cost: how long jobs took and waited, how many
 * machines there were, for how long and how full. O(stays + tasks log tasks).
 */
#include "schedule.h"
#include "statistics.h"
#include "timeline_check.h"

/* Of a task, over all its stays. */
typedef struct {
    ul_micro from_s, working_s, stopped_s; /* first, first, last */
    uint32_t stays, lost;
} course;

typedef struct {
    const ul_schedule_plan *plan;
    const ul_schedule *in;
    course *task;
    double *value; /* as many as there are tasks */
    ul_timeline_key *key; /* as many as there are stays */
} measuring;

static void follow(const measuring *m)
{
    for (size_t q = 0; q < m->plan->n_stays; q++) {
        const ul_timeline_stay *stay = &m->plan->stay[q];
        course *c = &m->task[stay->task];
        if (c->stays == 0 || stay->from_s < c->from_s)
            c->from_s = stay->from_s;
        if (c->stays == 0 || stay->working_s < c->working_s)
            c->working_s = stay->working_s;
        if (stay->stopped_s > c->stopped_s)
            c->stopped_s = stay->stopped_s;
        c->stays++;
        c->lost += stay->lost;
    }
}

static double mean(const double *value, size_t n)
{
    double sum = 0;
    for (size_t q = 0; q < n; q++)
        sum += value[q];
    return sum / (double)n;
}

/* The value that a share of them does not exceed; they are sorted. */
static double quantile(const double *value, size_t n, double share)
{
    const size_t at = (size_t)((double)n * share);
    return value[at < n ? at : n - 1];
}

/* A job waits until its last task first works. */
static ul_micro wait_of(const measuring *m, const ul_schedule_job *job)
{
    ul_micro wait_s = 0;
    for (uint32_t i = job->first_task; i < job->first_task + job->n_tasks; i++) {
        const ul_micro waited_s = m->task[i].working_s - m->in->task[i].arrival_s;
        wait_s = waited_s > wait_s ? waited_s : wait_s;
    }
    return wait_s;
}

/* It is complete with its last task. */
static ul_status measure_jobs(const measuring *m, ul_measures *measures)
{
    const size_t n = m->in->n_jobs;
    double waits = 0, ratios = 0;
    size_t recorded = 0;
    for (size_t j = 0; j < n; j++) {
        const ul_schedule_job *job = &m->in->job[j];
        ul_micro end_s = 0;
        for (uint32_t i = job->first_task; i < job->first_task + job->n_tasks; i++)
            end_s = m->task[i].stopped_s > end_s ? m->task[i].stopped_s : end_s;
        m->value[j] = ul_micro_double(end_s - job->arrival_s);
        waits += ul_micro_double(wait_of(m, job));
        if (job->recorded_s > 0) {
            ratios += m->value[j] / ul_micro_double(job->recorded_s);
            recorded++;
        }
    }
    if (recorded > 0)
        UL_TRY(ul_measures_add(measures, ratios / (double)recorded, "mean_completion_to_recorded"));
    ul_stat_sort(m->value, n);
    UL_TRY(ul_measures_add(measures, mean(m->value, n), "mean_completion_s"));
    UL_TRY(ul_measures_add(measures, quantile(m->value, n, 0.95), "p95_completion_s"));
    return ul_measures_add(measures, waits / (double)n, "mean_wait_s");
}

/* The most seconds that a task is on no machine, between its arrival and its end. Stays of
 * those who move may overlap. */
static ul_status measure_longest_wait(const measuring *m, ul_measures *measures)
{
    ul_micro longest_s = 0, waited_s = 0, until_s = 0;
    size_t n = 0;
    for (uint32_t q = 0; q < m->plan->n_stays; q++) {
        const ul_timeline_stay *stay = &m->plan->stay[q];
        if (m->task[stay->task].stays > 1)
            m->key[n++] = (ul_timeline_key){.group = stay->task, .what = q, .at_s = stay->from_s};
        else if (stay->from_s - m->in->task[stay->task].arrival_s > longest_s)
            longest_s = stay->from_s - m->in->task[stay->task].arrival_s;
    }
    ul_timeline_sort(m->key, n);
    for (size_t q = 0; q < n; q++) {
        const ul_timeline_stay *stay = &m->plan->stay[m->key[q].what];
        if (q == 0 || m->key[q].group != m->key[q - 1].group) {
            waited_s = 0;
            until_s = m->in->task[stay->task].arrival_s;
        }
        waited_s += stay->from_s > until_s ? stay->from_s - until_s : 0;
        until_s = stay->to_s > until_s ? stay->to_s : until_s;
        longest_s = waited_s > longest_s ? waited_s : longest_s;
    }
    return ul_measures_add(measures, ul_micro_double(longest_s), "longest_wait_s");
}

/* A gang moves as one. */
static ul_status measure_moves(const measuring *m, ul_measures *measures)
{
    double moves = 0, restarts = 0;
    for (size_t j = 0; j < m->in->n_jobs; j++) {
        const ul_schedule_job *job = &m->in->job[j];
        uint32_t most = 0, most_lost = 0;
        for (uint32_t i = job->first_task; i < job->first_task + job->n_tasks; i++) {
            const uint32_t lost = m->task[i].lost, moved = m->task[i].stays - 1 - lost;
            most = moved > most ? moved : most;
            most_lost = lost > most_lost ? lost : most_lost;
            moves += job->gang ? 0 : moved;
            restarts += job->gang ? 0 : lost;
        }
        moves += job->gang ? most : 0;
        restarts += job->gang ? most_lost : 0;
    }
    UL_TRY(ul_measures_add(measures, moves, "migrations"));
    return restarts == 0 ? UL_OK : ul_measures_add(measures, restarts, "restarts");
}

static ul_status measure_machines(const measuring *m, ul_measures *measures)
{
    const ul_schedule *in = m->in;
    double paid_s = 0, there_s = 0, taken_s = 0;
    double whole[UL_SCHEDULE_RESOURCES_MAX] = {0}, used[UL_SCHEDULE_RESOURCES_MAX] = {0};
    for (size_t q = 0; q < m->plan->n_machines; q++) {
        const ul_timeline_machine *machine = &m->plan->machine[q];
        const ul_schedule_type *type = &in->type[machine->type];
        const double billed_s = ul_micro_double(
            ul_schedule_billed_s(in, machine->type, machine->ordered_s, machine->released_s));
        const ul_micro span_s = machine->released_s - machine->ordered_s - type->billed_after_s;
        paid_s += billed_s;
        there_s += span_s > 0 ? ul_micro_double(span_s) : 0;
        for (size_t r = 0; r < in->n_resources; r++)
            whole[r] += ul_micro_double(type->capacity[r]) * billed_s;
    }
    for (size_t q = 0; q < m->plan->n_stays; q++) {
        const ul_timeline_stay *stay = &m->plan->stay[q];
        const ul_micro *need =
            ul_schedule_need(in, stay->task, m->plan->machine[stay->machine].type);
        const double span_s = ul_micro_double(stay->to_s - stay->from_s);
        taken_s += span_s;
        for (size_t r = 0; r < in->n_resources; r++)
            used[r] += ul_micro_double(need[r]) * span_s;
    }
    UL_TRY(ul_measures_add(measures, (double)m->plan->n_machines, "machines"));
    UL_TRY(ul_measures_add(measures, paid_s / 3600, "machine_hours"));
    UL_TRY(measure_moves(m, measures));
    UL_TRY(ul_measures_add(measures, taken_s / there_s, "tasks_per_machine"));
    for (size_t r = 0; r < in->n_resources; r++)
        UL_TRY(ul_measures_add(measures, used[r] / whole[r], "utilisation_%s", in->resource[r]));
    return UL_OK;
}

/* ---- worlds with a cutoff: the short and the long apart ---- */

/* The value at a share of the way from the least to the greatest, between two neighbours
 * in proportion; they are sorted. */
static double percentile(const double *value, size_t n, double share)
{
    const double place = (double)(n - 1) * share;
    const size_t at = (size_t)place;
    const double next = value[at + 1 < n ? at + 1 : at];
    return value[at] + (next - value[at]) * (place - (double)at);
}

/* Mean, percentiles and maximum of so many values; sorts them. */
static ul_status add_spread(double *value, size_t n, const char *of, ul_measures *measures)
{
    static const int percent[] = {50, 90, 99};
    if (n == 0)
        return UL_OK;
    ul_stat_sort(value, n);
    UL_TRY(ul_measures_add(measures, mean(value, n), "%s_mean_s", of));
    for (size_t q = 0; q < sizeof percent / sizeof *percent; q++)
        UL_TRY(ul_measures_add(measures, percentile(value, n, percent[q] / 100.0), "%s_p%d_s", of,
                               percent[q]));
    return ul_measures_add(measures, value[n - 1], "%s_max_s", of);
}

/* From a task's arrival until it is first on a machine. */
static ul_status measure_delays(const measuring *m, bool is_long, ul_measures *measures)
{
    const ul_schedule *in = m->in;
    size_t n = 0;
    for (size_t i = 0; i < in->n_tasks; i++)
        if ((in->task[i].estimate_s > in->cutoff_s) == is_long)
            m->value[n++] = ul_micro_double(m->task[i].from_s - in->task[i].arrival_s);
    return add_spread(m->value, n, is_long ? "long_delay" : "short_delay", measures);
}

/* From a job's arrival until its last task stops. */
static ul_status measure_completions(const measuring *m, bool is_long, ul_measures *measures)
{
    const ul_schedule *in = m->in;
    size_t n = 0;
    for (size_t j = 0; j < in->n_jobs; j++) {
        const ul_schedule_job *job = &in->job[j];
        ul_micro end_s = 0;
        if ((in->task[job->first_task].estimate_s > in->cutoff_s) != is_long)
            continue;
        for (uint32_t i = job->first_task; i < job->first_task + job->n_tasks; i++)
            end_s = m->task[i].stopped_s > end_s ? m->task[i].stopped_s : end_s;
        m->value[n++] = ul_micro_double(end_s - job->arrival_s);
    }
    return add_spread(m->value, n, is_long ? "long_completion" : "short_completion", measures);
}

/* Machines of a type that take time to come: how many came and were not given back at
 * once, how long they were there, and how many on average between the first arrival and the last end. */
static ul_status measure_type(const measuring *m, uint32_t k, double span_s, ul_measures *measures)
{
    const char *name = m->in->type[k].name;
    double used = 0, lives_s = 0, longest_s = 0;
    for (size_t q = 0; q < m->plan->n_machines; q++) {
        const ul_timeline_machine *machine = &m->plan->machine[q];
        if (machine->type != k || machine->released_s <= machine->ready_s)
            continue;
        const double life_s = ul_micro_double(machine->released_s - machine->ready_s);
        used++;
        lives_s += life_s;
        longest_s = life_s > longest_s ? life_s : longest_s;
    }
    if (used == 0 || measures->n + 4 > UL_MEASURES_MAX)
        return UL_OK;
    UL_TRY(ul_measures_add(measures, used, "%s_used", name));
    UL_TRY(ul_measures_add(measures, lives_s / used / 3600, "%s_life_mean_h", name));
    UL_TRY(ul_measures_add(measures, longest_s / 3600, "%s_life_max_h", name));
    return ul_measures_add(measures, lives_s / span_s, "%s_active_mean", name);
}

static ul_status measure_short_and_long(const measuring *m, ul_measures *measures)
{
    const ul_schedule *in = m->in;
    ul_micro end_s = 0;
    for (int is_long = 0; is_long < 2; is_long++)
        UL_TRY(measure_delays(m, is_long, measures));
    for (int is_long = 0; is_long < 2; is_long++)
        UL_TRY(measure_completions(m, is_long, measures));
    for (size_t i = 0; i < in->n_tasks; i++)
        end_s = m->task[i].stopped_s > end_s ? m->task[i].stopped_s : end_s;
    for (uint32_t k = 0; k < in->n_types; k++)
        if (in->type[k].billed_after_s + in->type[k].usable_after_s > 0)
            UL_TRY(measure_type(m, k, ul_micro_double(end_s - in->job[0].arrival_s), measures));
    return UL_OK;
}

/* Whether every task is on one machine from its arrival on. */
static bool is_placed_once(const measuring *m)
{
    for (size_t i = 0; i < m->in->n_tasks; i++)
        if (m->task[i].stays != 1 || m->task[i].from_s > m->in->task[i].arrival_s)
            return false;
    return m->in->cutoff_s < 0;
}

ul_status ul_timeline_measures(const ul_schedule_plan *plan, ul_measures *measures)
{
    const size_t n = plan->in->n_tasks;
    measuring m = {.plan = plan, .in = plan->in};
    UL_OWN_ARENA(arena);
    UL_ALLOC(arena, m.task, n);
    UL_ALLOC_RAW(arena, m.value, n);
    UL_ALLOC_RAW(arena, m.key, plan->n_stays);
    follow(&m);
    UL_TRY(measure_jobs(&m, measures));
    UL_TRY(measure_longest_wait(&m, measures));
    UL_TRY(measure_machines(&m, measures));
    if (plan->in->cutoff_s >= 0)
        UL_TRY(measure_short_and_long(&m, measures));
    return is_placed_once(&m) ? ul_timeline_hosts(plan, arena, measures) : UL_OK;
}

ul_status ul_timeline_waits(const ul_schedule_plan *plan, ul_arena *arena, double **wait_s,
                            size_t *n)
{
    measuring m = {.plan = plan, .in = plan->in};
    *n = plan->in->n_jobs;
    UL_ALLOC(arena, *wait_s, *n);
    UL_ALLOC(arena, m.task, plan->in->n_tasks);
    follow(&m);
    for (size_t j = 0; j < *n; j++)
        (*wait_s)[j] = ul_micro_double(wait_of(&m, &plan->in->job[j]));
    return UL_OK;
}
