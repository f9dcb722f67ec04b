/* Longest first: who knows all virtual machines of a month before it begins places them once and
 * for all, the longest first, each on the host that it costs least more time of.
 *
 * A short task then finds hosts that are open anyway. It is first fit by decreasing length
 * (Flammini et al. 2010, at most four times the optimum of unit demands on one type), with the
 * least growth for the first. Of the tasks that stay for days it is better to begin with who
 * leaves last: where arrivals end, those who remain then empty their hosts one after the other.
 * From what length on differs from month to month, so four ways are tried and the cheapest plan
 * is kept. A host that is empty for a while is given back and counts as another.
 * O(tasks * (hosts + changes of their loads while the task is there)) a way.
 */
#include <stdlib.h>
#include <string.h>

#include "run.h"
#include "timeline.h"

/* What a host has on it from one second to the next row. */
typedef struct {
    uint32_t type;
    size_t n, room;
    int64_t *row; /* each: the second, how many are on it, and what they take of each resource */
} host;

typedef struct {
    const ul_schedule *in;
    ul_run *run;
    size_t width; /* of a row */
    size_t n, room;
    host *host;
    uint32_t *host_of; /* per task */
} packing;

enum { AT, COUNT, TAKEN };

#define HOUR_S (3600 * UL_MICRO)

/* ---- which worlds ---- */

/* Nobody waits for a machine, for loading, for company or for a turn. */
static ul_status check_world(const ul_schedule *in)
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
                        : ul_fail(UL_E_INPUT, "longest-first: in '%s' %s: it places tasks that start "
                                              "when they arrive and run for their work alone; take "
                                              "schedule-search", in->name, what);
}

/* ---- hosts ---- */

static int64_t *row_of(const packing *p, const host *h, size_t q)
{
    return h->row + q * p->width;
}

/* The last row at or before a second. */
static size_t row_at(const packing *p, const host *h, ul_micro at_s)
{
    size_t low = 0, high = h->n;
    while (low + 1 < high) {
        const size_t middle = low + (high - low) / 2;
        if (row_of(p, h, middle)[AT] <= at_s)
            low = middle;
        else
            high = middle;
    }
    return low;
}

static ul_status open_host(packing *p, uint32_t type, size_t *at)
{
    ul_arena *arena = ul_run_arena(p->run);
    UL_MORE(arena, p->host, p->n, p->room);
    host *h = &p->host[*at = p->n++];
    *h = (host){.type = type, .n = 1, .room = 16};
    UL_ALLOC(arena, h->row, h->room * p->width);
    h->row[AT] = INT64_MIN;
    return UL_OK;
}

/* A row that begins at the second. */
static ul_status cut(packing *p, host *h, ul_micro at_s, size_t *at)
{
    const size_t q = row_at(p, h, at_s), width = p->width;
    *at = q;
    if (row_of(p, h, q)[AT] == at_s)
        return UL_OK;
    if (h->n == h->room) {
        h->row = ul_arena_grow(ul_run_arena(p->run), h->row, h->room * width, 2 * h->room * width,
                               sizeof *h->row);
        h->room *= 2;
        UL_NEED(h->row);
    }
    memmove(row_of(p, h, q + 1), row_of(p, h, q), (h->n - q) * width * sizeof *h->row);
    row_of(p, h, q + 1)[AT] = at_s;
    h->n++;
    *at = q + 1;
    return UL_OK;
}

static ul_micro end_of(const ul_schedule *in, uint32_t task)
{
    return in->task[task].arrival_s + in->task[task].work_s;
}

static ul_status put(packing *p, uint32_t task, size_t at)
{
    host *h = &p->host[at];
    const ul_micro *need = ul_schedule_need(p->in, task, h->type);
    size_t first, end;
    p->host_of[task] = (uint32_t)at;
    UL_TRY(cut(p, h, p->in->task[task].arrival_s, &first));
    UL_TRY(cut(p, h, end_of(p->in, task), &end));
    for (size_t q = first; q < end; q++) {
        int64_t *row = row_of(p, h, q);
        row[COUNT]++;
        for (size_t r = 0; r < p->in->n_resources; r++)
            row[TAKEN + r] += need[r];
    }
    return UL_OK;
}

/* ---- which host ---- */

/* What a host is worth to a task: the bill that it adds, then the room that is left beside it. */
typedef struct {
    double bill, left;
} offer;

/* Returns false where there is no room, or where the bill is above `most` already. */
static bool look(const packing *p, const host *h, uint32_t task, double most, offer *found)
{
    const ul_schedule_type *type = &p->in->type[h->type];
    const ul_micro *need = ul_schedule_need(p->in, task, h->type);
    const ul_micro from_s = p->in->task[task].arrival_s, to_s = end_of(p->in, task);
    *found = (offer){0};
    for (size_t q = row_at(p, h, from_s); q < h->n && row_of(p, h, q)[AT] < to_s; q++) {
        const int64_t *row = row_of(p, h, q);
        const ul_micro low_s = row[AT] > from_s ? row[AT] : from_s;
        const ul_micro high_s = q + 1 < h->n && row[p->width] < to_s ? row[p->width] : to_s;
        double fullest = 0;
        for (size_t r = 0; r < p->in->n_resources; r++) {
            const ul_micro taken = row[TAKEN + r] + need[r];
            if (taken > type->capacity[r])
                return false;
            if (taken > 0 && (double)taken > fullest * (double)type->capacity[r])
                fullest = (double)taken / (double)type->capacity[r];
        }
        found->bill += row[COUNT] > 0 ? 0 : (double)type->price * (double)(high_s - low_s);
        found->left += (1 - fullest) * (double)type->price * (double)(high_s - low_s);
        if (found->bill > most)
            return false;
    }
    return true;
}

static ul_status place(packing *p, uint32_t task)
{
    const uint32_t type = ul_schedule_cheapest_for(p->in, p->in->task[task].shape);
    offer best = {.bill = (double)p->in->type[type].price * (double)p->in->task[task].work_s}, found;
    size_t at = UL_NONE;
    for (size_t q = 0; q < p->n; q++)
        if (look(p, &p->host[q], task, best.bill, &found)
            && (at == UL_NONE || found.bill < best.bill || found.left < best.left)) {
            best = found;
            at = q;
        }
    if (at == UL_NONE)
        UL_TRY(open_host(p, type, &at));
    return put(p, task, at);
}

/* ---- the plan ---- */

/* A task of the longest first, then of the first that come; who stays goes before, by its end. */
typedef struct {
    bool stays;
    ul_micro key_s;
    uint32_t task;
} turn;

static int by_turn(const void *left, const void *right)
{
    const turn *a = left, *b = right;
    if (a->stays != b->stays)
        return a->stays ? -1 : 1;
    if (a->key_s != b->key_s)
        return a->key_s > b->key_s ? -1 : 1;
    return a->task < b->task ? -1 : a->task > b->task;
}

/* A machine for each stretch of time in which somebody is on the host; machine_of its rows. */
static ul_status add_machines(const packing *p, const host *h, ul_schedule_plan *plan,
                              size_t *machine_of)
{
    for (size_t q = 0; q + 1 < h->n;) {
        size_t end = q;
        while (end + 1 < h->n && row_of(p, h, end)[COUNT] > 0)
            end++;
        if (end == q) {
            q++;
            continue;
        }
        const ul_micro from_s = row_of(p, h, q)[AT];
        UL_TRY(ul_timeline_add_machine(plan, &(ul_timeline_machine){
            h->type, from_s, from_s, row_of(p, h, end)[AT]}, &machine_of[q]));
        for (; q + 1 < end; q++)
            machine_of[q + 1] = machine_of[q];
        q = end;
    }
    return UL_OK;
}

/* Tasks of no length stay alone, on a machine of no length. */
static ul_status add_stay(const packing *p, uint32_t task, size_t machine, ul_schedule_plan *plan)
{
    const ul_micro from_s = p->in->task[task].arrival_s, to_s = end_of(p->in, task);
    if (machine == UL_NONE)
        UL_TRY(ul_timeline_add_machine(plan, &(ul_timeline_machine){
            ul_schedule_cheapest_for(p->in, p->in->task[task].shape), from_s, from_s, to_s}, &machine));
    return ul_timeline_add_stay(plan, &(ul_timeline_stay){
        .task = task, .machine = (uint32_t)machine, .from_s = from_s, .working_s = from_s,
        .stopped_s = to_s, .to_s = to_s});
}

static ul_status make_plan(const packing *p, ul_schedule_plan *plan)
{
    ul_arena *arena = ul_run_arena(p->run);
    size_t **machine_of;
    UL_ALLOC(arena, machine_of, p->n);
    for (size_t q = 0; q < p->n; q++) {
        UL_ALLOC(arena, machine_of[q], p->host[q].n);
        UL_TRY(add_machines(p, &p->host[q], plan, machine_of[q]));
    }
    for (uint32_t i = 0; i < p->in->n_tasks; i++) {
        const uint32_t at = p->host_of[i];
        const bool lasts = p->in->task[i].work_s > 0;
        UL_TRY(add_stay(p, i, lasts ? machine_of[at][row_at(p, &p->host[at],
                                                            p->in->task[i].arrival_s)]
                                    : UL_NONE, plan));
    }
    return UL_OK;
}

/* One way: tasks longer than this go by their end, the others by their length. */
static ul_status place_all(const ul_schedule *in, ul_micro longer_s, ul_run *run)
{
    ul_arena *arena = ul_run_arena(run);
    packing p = {.in = in, .run = run, .width = TAKEN + in->n_resources};
    ul_schedule_plan *plan;
    turn *order;
    UL_ALLOC(arena, order, in->n_tasks);
    UL_ALLOC(arena, p.host_of, in->n_tasks);
    for (uint32_t i = 0; i < in->n_tasks; i++) {
        const bool stays = in->task[i].work_s > longer_s;
        order[i] = (turn){stays, stays ? end_of(in, i) : in->task[i].work_s, i};
    }
    qsort(order, in->n_tasks, sizeof *order, by_turn);
    for (size_t q = 0; q < in->n_tasks && in->task[order[q].task].work_s > 0; q++) {
        if (ul_run_expired(run))
            return UL_OK;
        UL_TRY(place(&p, order[q].task));
    }
    UL_TRY(ul_schedule_plan_new(in, arena, &plan));
    UL_TRY(make_plan(&p, plan));
    return ul_run_offer(run, plan);
}

static ul_status longest_first(const ul_schedule *in, ul_run *run)
{
    static const ul_micro longer_s[] = {INT64_MAX, 48 * HOUR_S, 24 * HOUR_S, 12 * HOUR_S};
    UL_TRY(check_world(in));
    for (size_t q = 0; q < sizeof longer_s / sizeof *longer_s && !ul_run_expired(run); q++)
        UL_TRY(place_all(in, longer_s[q], run));
    return UL_OK;
}

const ul_method ul_method_longest_first = {
    .name = "longest-first",
    .brief = "who knows the month places once and for all: the longest first, where least is added",
    .paper = "Flammini et al. 2010",
    .traits = UL_CONSTRUCTIVE | UL_OFFLINE,
    .schedule = longest_first,
};
