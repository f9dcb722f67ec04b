#include "placing.h"

#include <string.h>

ul_status ul_placing_check_world(const ul_schedule *in, const char *method)
{
    double rate;
    const char *what = NULL;
    for (size_t k = 0; k < in->n_types; k++) {
        const ul_schedule_type *type = &in->type[k];
        if (type->billed_after_s + type->usable_after_s > 0 || in->n_boots > 0)
            what = "machines take time to come";
        if (type->n_supplies > 0)
            what = "supply is limited";
    }
    for (size_t j = 0; j < in->n_jobs; j++) {
        const ul_schedule_job *job = &in->job[j];
        if (job->fetch_s + job->build_s + job->init_s > 0 || job->per_second > 0
            || (job->gang && job->n_tasks > 1))
            what = "tasks load, count iterations or run as gangs";
    }
    if (!ul_schedule_uniform_throughput(in, &rate) || rate < 1 || in->stretch != UL_SCHEDULE_NONE)
        what = "tasks slow down";
    return what == NULL ? UL_OK
                        : ul_fail(UL_E_INPUT, "%s: in '%s' %s: it places tasks that start when they "
                                              "arrive and run for their work alone; take "
                                              "schedule-search", method, in->name, what);
}

/* ---- hosts ---- */

ul_status ul_placing_new(const ul_schedule *in, ul_run *run, ul_placing *p)
{
    *p = (ul_placing){.in = in, .run = run, .width = UL_HOST_TAKEN + in->n_resources};
    UL_ALLOC(ul_run_arena(run), p->host_of, in->n_tasks);
    return UL_OK;
}

ul_micro ul_placing_end(const ul_schedule *in, uint32_t task)
{
    return in->task[task].arrival_s + in->task[task].work_s;
}

size_t ul_placing_row_at(const ul_placing *p, const ul_host *h, ul_micro at_s)
{
    size_t low = 0, high = h->n;
    while (low + 1 < high) {
        const size_t middle = low + (high - low) / 2;
        if (ul_placing_row(p, h, middle)[UL_HOST_AT] <= at_s)
            low = middle;
        else
            high = middle;
    }
    return low;
}

ul_status ul_placing_open(ul_placing *p, uint32_t type, size_t *at)
{
    ul_arena *arena = ul_run_arena(p->run);
    UL_MORE(arena, p->host, p->n, p->room);
    ul_host *h = &p->host[*at = p->n++];
    *h = (ul_host){.type = type, .n = 1, .room = 16};
    UL_ALLOC(arena, h->row, h->room * p->width);
    h->row[UL_HOST_AT] = INT64_MIN;
    return UL_OK;
}

/* A row that begins at the second. */
static ul_status cut(ul_placing *p, ul_host *h, ul_micro at_s, size_t *at)
{
    const size_t q = ul_placing_row_at(p, h, at_s), width = p->width;
    *at = q;
    if (ul_placing_row(p, h, q)[UL_HOST_AT] == at_s)
        return UL_OK;
    if (h->n == h->room) {
        h->row = ul_arena_grow(ul_run_arena(p->run), h->row, h->room * width, 2 * h->room * width,
                               sizeof *h->row);
        h->room *= 2;
        UL_NEED(h->row);
    }
    memmove(ul_placing_row(p, h, q + 1), ul_placing_row(p, h, q), (h->n - q) * width * sizeof *h->row);
    ul_placing_row(p, h, q + 1)[UL_HOST_AT] = at_s;
    h->n++;
    *at = q + 1;
    return UL_OK;
}

/* Without the row, where it says what the one before it says. */
static void join(ul_placing *p, ul_host *h, size_t q)
{
    int64_t *row = ul_placing_row(p, h, q);
    const size_t width = p->width;
    if (memcmp(row + UL_HOST_COUNT, row - width + UL_HOST_COUNT,
               (width - UL_HOST_COUNT) * sizeof *row) == 0) {
        memmove(row, row + width, (h->n - q - 1) * width * sizeof *row);
        h->n--;
    }
}

static void add(const ul_placing *p, ul_host *h, uint32_t task, size_t first, size_t end, int sign)
{
    const ul_micro *need = ul_schedule_need(p->in, task, h->type);
    for (size_t q = first; q < end; q++) {
        int64_t *row = ul_placing_row(p, h, q);
        row[UL_HOST_COUNT] += sign;
        for (size_t r = 0; r < p->in->n_resources; r++)
            row[UL_HOST_TAKEN + r] += sign * need[r];
    }
}

ul_status ul_placing_put(ul_placing *p, uint32_t task, size_t at)
{
    ul_host *h = &p->host[at];
    size_t first, end;
    p->host_of[task] = (uint32_t)at;
    UL_TRY(cut(p, h, p->in->task[task].arrival_s, &first));
    UL_TRY(cut(p, h, ul_placing_end(p->in, task), &end));
    add(p, h, task, first, end, 1);
    return UL_OK;
}

/* The rows of its beginning and its end are there, or were joined to others. */
ul_status ul_placing_take(ul_placing *p, uint32_t task)
{
    ul_host *h = &p->host[p->host_of[task]];
    size_t first, end;
    UL_TRY(cut(p, h, p->in->task[task].arrival_s, &first));
    UL_TRY(cut(p, h, ul_placing_end(p->in, task), &end));
    add(p, h, task, first, end, -1);
    join(p, h, end);
    join(p, h, first);
    return UL_OK;
}

bool ul_placing_look(const ul_placing *p, const ul_host *h, uint32_t task, double most,
                     ul_host_offer *found)
{
    const ul_schedule_type *type = &p->in->type[h->type];
    const ul_micro *need = ul_schedule_need(p->in, task, h->type);
    const ul_micro from_s = p->in->task[task].arrival_s, to_s = ul_placing_end(p->in, task);
    *found = (ul_host_offer){0};
    for (size_t q = ul_placing_row_at(p, h, from_s);
         q < h->n && ul_placing_row(p, h, q)[UL_HOST_AT] < to_s; q++) {
        const int64_t *row = ul_placing_row(p, h, q);
        const ul_micro low_s = row[UL_HOST_AT] > from_s ? row[UL_HOST_AT] : from_s;
        const ul_micro high_s = q + 1 < h->n && row[p->width] < to_s ? row[p->width] : to_s;
        double fullest = 0;
        for (size_t r = 0; r < p->in->n_resources; r++) {
            const ul_micro taken = row[UL_HOST_TAKEN + r] + need[r];
            if (taken > type->capacity[r])
                return false;
            if (taken > 0 && (double)taken > fullest * (double)type->capacity[r])
                fullest = (double)taken / (double)type->capacity[r];
        }
        found->bill += row[UL_HOST_COUNT] > 0 ? 0 : (double)type->price * (double)(high_s - low_s);
        found->left += (1 - fullest) * (double)type->price * (double)(high_s - low_s);
        if (found->bill > most)
            return false;
    }
    return true;
}

/* ---- the plan ---- */

/* A machine for each stretch of time in which somebody is on the host; machine_of its rows. */
static ul_status add_machines(const ul_placing *p, const ul_host *h, ul_schedule_plan *plan,
                              size_t *machine_of)
{
    for (size_t q = 0; q + 1 < h->n;) {
        size_t end = q;
        while (end + 1 < h->n && ul_placing_row(p, h, end)[UL_HOST_COUNT] > 0)
            end++;
        if (end == q) {
            q++;
            continue;
        }
        const ul_micro from_s = ul_placing_row(p, h, q)[UL_HOST_AT];
        UL_TRY(ul_timeline_add_machine(plan, &(ul_timeline_machine){
            h->type, from_s, from_s, ul_placing_row(p, h, end)[UL_HOST_AT]}, &machine_of[q]));
        for (; q + 1 < end; q++)
            machine_of[q + 1] = machine_of[q];
        q = end;
    }
    return UL_OK;
}

/* Tasks of no length stay alone, on a machine of no length. */
static ul_status add_stay(const ul_placing *p, uint32_t task, size_t machine, ul_schedule_plan *plan)
{
    const ul_micro from_s = p->in->task[task].arrival_s, to_s = ul_placing_end(p->in, task);
    if (machine == UL_NONE)
        UL_TRY(ul_timeline_add_machine(plan, &(ul_timeline_machine){
            ul_schedule_cheapest_for(p->in, p->in->task[task].shape), from_s, from_s, to_s}, &machine));
    return ul_timeline_add_stay(plan, &(ul_timeline_stay){
        .task = task, .machine = (uint32_t)machine, .from_s = from_s, .working_s = from_s,
        .stopped_s = to_s, .to_s = to_s});
}

ul_status ul_placing_offer(const ul_placing *p)
{
    ul_arena *arena = ul_run_arena(p->run);
    ul_schedule_plan *plan;
    size_t **machine_of;
    UL_TRY(ul_schedule_plan_new(p->in, arena, &plan));
    UL_ALLOC(arena, machine_of, p->n);
    for (size_t q = 0; q < p->n; q++) {
        UL_ALLOC(arena, machine_of[q], p->host[q].n);
        UL_TRY(add_machines(p, &p->host[q], plan, machine_of[q]));
    }
    for (uint32_t i = 0; i < p->in->n_tasks; i++) {
        const uint32_t at = p->host_of[i];
        const bool lasts = p->in->task[i].work_s > 0;
        UL_TRY(add_stay(p, i, lasts ? machine_of[at][ul_placing_row_at(p, &p->host[at],
                                                                       p->in->task[i].arrival_s)]
                                    : UL_NONE, plan));
    }
    return ul_run_offer(p->run, plan);
}
