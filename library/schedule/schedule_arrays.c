/* Timelines as arrays: machines, and the stays on machine m, machine.first[m] ..
 * machine.first[m+1]-1. Seconds are whole microseconds. */
#include "columns.h"
#include "timeline.h"

/* Of a machine or a stay: the column of each time. */
typedef struct {
    const char *name;
    size_t offset;
} moment;

static const moment machine_moment[] = {
    {"machine.ordered_s", offsetof(ul_timeline_machine, ordered_s)},
    {"machine.ready_s", offsetof(ul_timeline_machine, ready_s)},
    {"machine.released_s", offsetof(ul_timeline_machine, released_s)},
};
static const moment stay_moment[] = {
    {"stay.from_s", offsetof(ul_timeline_stay, from_s)},
    {"stay.working_s", offsetof(ul_timeline_stay, working_s)},
    {"stay.stopped_s", offsetof(ul_timeline_stay, stopped_s)},
    {"stay.to_s", offsetof(ul_timeline_stay, to_s)},
};
enum { MACHINE_MOMENTS = 3, STAY_MOMENTS = 4 };

static ul_micro *at(const moment *when, void *record)
{
    return (ul_micro *)(void *)((char *)record + when->offset);
}

/* Stays machine by machine, in the order in which they were added. */
static ul_status sort_stays(const ul_schedule_plan *plan, ul_arena *arena, int64_t *first,
                            size_t **order)
{
    size_t *next;
    UL_ALLOC(arena, *order, plan->n_stays);
    UL_ALLOC(arena, next, plan->n_machines + 1);
    for (size_t q = 0; q < plan->n_stays; q++)
        next[plan->stay[q].machine + 1]++;
    for (size_t m = 0; m < plan->n_machines; m++)
        next[m + 1] += next[m];
    for (size_t m = 0; m <= plan->n_machines; m++)
        first[m] = (int64_t)next[m];
    for (size_t q = 0; q < plan->n_stays; q++)
        (*order)[next[plan->stay[q].machine]++] = q;
    return UL_OK;
}

static ul_status give_stays(const ul_schedule_plan *plan, const size_t *order, ul_columns *to)
{
    int64_t *task, *lost, *time;
    UL_TRY(ul_columns_add(to, "stay.task", plan->n_stays, 1, &task));
    UL_TRY(ul_columns_add(to, "stay.lost", plan->n_stays, 1, &lost));
    for (size_t q = 0; q < plan->n_stays; q++) {
        task[q] = plan->stay[order[q]].task;
        lost[q] = plan->stay[order[q]].lost;
    }
    for (size_t w = 0; w < STAY_MOMENTS; w++) {
        UL_TRY(ul_columns_add(to, stay_moment[w].name, plan->n_stays, UL_MICRO, &time));
        for (size_t q = 0; q < plan->n_stays; q++)
            time[q] = *at(&stay_moment[w], &plan->stay[order[q]]);
    }
    return UL_OK;
}

static ul_status give(const void *from, ul_columns *to)
{
    const ul_schedule_plan *plan = from;
    int64_t *type, *first, *time;
    size_t *order;
    UL_TRY(ul_columns_add(to, "machine.type", plan->n_machines, 1, &type));
    UL_TRY(ul_columns_add(to, "machine.first", plan->n_machines + 1, 1, &first));
    for (size_t m = 0; m < plan->n_machines; m++)
        type[m] = plan->machine[m].type;
    for (size_t w = 0; w < MACHINE_MOMENTS; w++) {
        UL_TRY(ul_columns_add(to, machine_moment[w].name, plan->n_machines, UL_MICRO, &time));
        for (size_t m = 0; m < plan->n_machines; m++)
            time[m] = *at(&machine_moment[w], &plan->machine[m]);
    }
    UL_TRY(sort_stays(plan, to->arena, first, &order));
    return give_stays(plan, order, to);
}

static ul_status names(const void *data, ul_columns *to)
{
    const ul_schedule *in = data;
    const char **type, **job;
    int64_t *of_job, *number;
    UL_TRY(ul_columns_add_text(to, "type", in->n_types, &type));
    UL_TRY(ul_columns_add_text(to, "job", in->n_jobs, &job));
    UL_TRY(ul_columns_add(to, "task.job", in->n_tasks, 1, &of_job));
    UL_TRY(ul_columns_add(to, "task.number", in->n_tasks, 1, &number));
    for (size_t k = 0; k < in->n_types; k++)
        type[k] = in->type[k].name;
    for (size_t j = 0; j < in->n_jobs; j++)
        job[j] = in->job[j].name;
    for (size_t i = 0; i < in->n_tasks; i++) {
        of_job[i] = in->task[i].job;
        number[i] = (int64_t)i - in->job[in->task[i].job].first_task;
    }
    return UL_OK;
}

static ul_status take_machines(const ul_columns *from, ul_schedule_plan *plan, size_t *n)
{
    const int64_t *type, *time[MACHINE_MOMENTS];
    const int64_t most = (int64_t)plan->in->n_types - 1;
    UL_TRY(ul_columns_take(from, &(ul_column_wanted){"machine.type", 1, most, false}, n, &type));
    for (size_t w = 0; w < MACHINE_MOMENTS; w++)
        UL_TRY(ul_columns_take(from, &(ul_column_wanted){machine_moment[w].name, UL_MICRO,
                                                         UL_SCHEDULE_SECONDS_MAX, false},
                               n, &time[w]));
    for (size_t m = 0; m < *n; m++) {
        ul_timeline_machine machine = {.type = (uint32_t)type[m]};
        for (size_t w = 0; w < MACHINE_MOMENTS; w++)
            *at(&machine_moment[w], &machine) = time[w][m];
        UL_TRY(ul_timeline_add_machine(plan, &machine, NULL));
    }
    return UL_OK;
}

static ul_status take_stays(const ul_columns *from, ul_schedule_plan *plan)
{
    const int64_t *first, *task, *lost, *time[STAY_MOMENTS];
    const int64_t most = (int64_t)plan->in->n_tasks - 1;
    size_t n = UL_NONE, n_first = plan->n_machines + 1;
    UL_TRY(ul_columns_take(from, &(ul_column_wanted){"stay.task", 1, most, false}, &n, &task));
    UL_TRY(ul_columns_take(from, &(ul_column_wanted){"stay.lost", 1, 1, true}, &n, &lost));
    for (size_t w = 0; w < STAY_MOMENTS; w++)
        UL_TRY(ul_columns_take(from, &(ul_column_wanted){stay_moment[w].name, UL_MICRO,
                                                         UL_SCHEDULE_SECONDS_MAX, false},
                               &n, &time[w]));
    UL_TRY(ul_columns_take(from, &(ul_column_wanted){"machine.first", 1, (int64_t)n, false},
                           &n_first, &first));
    for (size_t m = 0; m < plan->n_machines; m++)
        for (int64_t q = first[m]; q < first[m + 1]; q++) {
            ul_timeline_stay stay = {.task = (uint32_t)task[q], .machine = (uint32_t)m,
                                     .lost = lost != NULL && lost[q] != 0};
            for (size_t w = 0; w < STAY_MOMENTS; w++)
                *at(&stay_moment[w], &stay) = time[w][q];
            UL_TRY(ul_timeline_add_stay(plan, &stay));
        }
    return UL_OK;
}

static ul_status take(const void *data, const ul_columns *from, ul_arena *arena, void **result)
{
    ul_schedule_plan *plan;
    size_t n_machines = UL_NONE;
    UL_TRY(ul_schedule_plan_new(data, arena, &plan));
    UL_TRY(take_machines(from, plan, &n_machines));
    UL_TRY(take_stays(from, plan));
    *result = plan;
    return UL_OK;
}

const ul_plan_arrays ul_plan_arrays_schedule = {give, names, take};
