/* Wide gangs: no machine holds all of their tasks, so each task has a machine to itself, and
 * gangs take turns on as many machines as the widest needs.
 *
 * Everybody waits until all have arrived; then, whenever machines are free, the widest gang
 * that fits begins, the longest of equals, so that the narrow ones fill what the wide ones
 * leave. A machine that would idle for more than a new one costs is given back. O(gangs times
 * machines).
 */
#include <math.h>
#include <stdlib.h>

#include "replan.h"

/* A gang, or a task that fills a machine. */
typedef struct {
    uint32_t task, size, type;
    ul_micro work_s;
} group;

/* A machine of those that are shared; others may have been in its place. */
typedef struct {
    size_t machine; /* of the plan; UL_NONE: none yet */
    ul_micro free_s;
} place;

typedef struct {
    ul_replan *s;
    ul_schedule_plan *plan;
    place *place;
    size_t n_places, n_free;
    bool *built; /* by place and image: its machine has it */
    bool fails;  /* it would take centuries, or there is no time left */
} turns;

static int by_width(const void *left, const void *right)
{
    const group *a = left, *b = right;
    UL_LOWER_FIRST(a->type, b->type);
    UL_HIGHER_FIRST(a->size, b->size);
    UL_HIGHER_FIRST(a->work_s, b->work_s);
    return a->task < b->task ? -1 : a->task > b->task;
}

/* The cheapest open type that holds each task of the gang by itself. */
static uint32_t type_for_each(const ul_schedule *in, uint32_t task)
{
    const uint32_t size = ul_search_size(in, task);
    uint32_t found = UL_SCHEDULE_NONE;
    for (uint32_t k = 0; k < in->n_types; k++) {
        bool holds = ul_replan_is_open(in, k);
        for (uint32_t q = 0; q < size && holds; q++)
            holds = ul_schedule_fits(in, ul_schedule_need(in, task + q, k), in->type[k].capacity);
        if (holds && (found == UL_SCHEDULE_NONE || in->type[k].price < in->type[found].price))
            found = k;
    }
    return found;
}

/* Whether two like it are too much for its machine: then it may as well take turns. */
static bool fills(const ul_schedule *in, uint32_t task, uint32_t type)
{
    const ul_micro *need = ul_schedule_need(in, task, type), *has = in->type[type].capacity;
    bool fills = false;
    for (size_t r = 0; r < in->n_resources; r++)
        fills = fills || need[r] > has[r] - need[r];
    return fills && ul_search_size(in, task) == 1;
}

static size_t list_groups(const ul_schedule *in, bool *takes, group *list)
{
    size_t n = 0;
    for (uint32_t i = 0; i < in->n_tasks; i++) {
        if (!ul_replan_leads(in, i))
            continue;
        const bool wide = ul_replan_kind_of(in, i) == UL_REPLAN_WIDE;
        const uint32_t type = wide ? type_for_each(in, i) : ul_replan_cheapest(in, i);
        if (!wide && (type == UL_SCHEDULE_NONE || !fills(in, i, type)))
            continue;
        list[n] = (group){i, ul_search_size(in, i), type,
                          (ul_micro)ceil(ul_search_work_s(in, i) * 1e6)};
        for (uint32_t q = 0; q < list[n].size; q++)
            takes[i + q] = true;
        n++;
    }
    return n;
}

/* ---- one gang begins ---- */

/* The machine of the place from now until then: the one that is there, or a new one where
 * that is cheaper than to keep it. */
static ul_status provide(turns *t, place *at, uint32_t type, ul_micro now_s, ul_micro until_s)
{
    const ul_schedule *in = t->s->in;
    const ul_micro ordered_s = now_s - ul_search_soonest(in, type);
    ul_timeline_machine *old = at->machine == UL_NONE ? NULL : &t->plan->machine[at->machine];
    if (old != NULL
        && ul_schedule_bill(in, type, old->ordered_s, until_s)
               <= ul_schedule_bill(in, type, old->ordered_s, old->released_s)
                      + ul_schedule_bill(in, type, ordered_s, until_s)) {
        old->released_s = until_s;
        return UL_OK;
    }
    for (size_t q = 0; q < in->n_images; q++)
        t->built[(size_t)(at - t->place) * in->n_images + q] = false;
    return ul_timeline_add_machine(t->plan, &(ul_timeline_machine){
        .type = type, .ordered_s = ordered_s, .ready_s = now_s, .released_s = until_s},
        &at->machine);
}

/* When who comes to the place now has loaded. */
static ul_micro loaded_s(const turns *t, const place *at, const ul_schedule_job *job, ul_micro now_s)
{
    const size_t n_images = t->s->in->n_images;
    const bool built = job->image != UL_SCHEDULE_NONE
                       && t->built[(size_t)(at - t->place) * n_images + job->image];
    return now_s + job->fetch_s + (built ? 0 : job->build_s);
}

static ul_status add_stay(turns *t, place *at, uint32_t task, ul_micro now_s, ul_micro until_s)
{
    const ul_schedule *in = t->s->in;
    const ul_schedule_job *job = &in->job[in->task[task].job];
    UL_TRY(ul_timeline_add_stay(t->plan, &(ul_timeline_stay){
        .task = task, .machine = (uint32_t)at->machine, .from_s = now_s,
        .working_s = loaded_s(t, at, job, now_s), .stopped_s = until_s, .to_s = until_s}));
    if (job->image != UL_SCHEDULE_NONE)
        t->built[(size_t)(at - t->place) * in->n_images + job->image] = true;
    t->plan->machine[at->machine].released_s = until_s;
    at->free_s = until_s;
    return UL_OK;
}

/* The next place that is free, from one on. */
static place *free_place(place *from, ul_micro now_s)
{
    while (from->free_s > now_s)
        from++;
    return from;
}

/* On the first places that are free. All work when the last has loaded, which is later where
 * a machine lacks the image. */
static ul_status begin_group(turns *t, const group *g, ul_micro now_s)
{
    const ul_schedule_job *job = &t->s->in->job[t->s->in->task[g->task].job];
    const ul_micro work_s = g->work_s > 0 ? job->init_s + g->work_s : 0;
    ul_micro last_s = now_s;
    place *at = t->place;
    for (uint32_t q = 0; q < g->size; q++, at++) {
        at = free_place(at, now_s);
        UL_TRY(provide(t, at, g->type, now_s, now_s + job->fetch_s + job->build_s + work_s));
        const ul_micro own_s = loaded_s(t, at, job, now_s);
        last_s = own_s > last_s ? own_s : last_s;
    }
    at = t->place;
    for (uint32_t q = 0; q < g->size; q++, at++) {
        at = free_place(at, now_s);
        UL_TRY(add_stay(t, at, g->task + q, now_s, last_s + work_s));
    }
    t->n_free -= last_s + work_s > now_s ? g->size : 0;
    return UL_OK;
}

/* ---- all of one type ---- */

/* Groups of one width, in turn. */
typedef struct {
    uint32_t size;
    size_t next, end;
} queue;

static size_t list_queues(const group *list, size_t n, queue *to)
{
    size_t used = 0;
    for (size_t q = 0; q < n; q++) {
        if (used == 0 || to[used - 1].size != list[q].size)
            to[used++] = (queue){list[q].size, q, q};
        to[used - 1].end = q + 1;
    }
    return used;
}

static ul_micro next_free(turns *t, ul_micro now_s)
{
    ul_micro next_s = INT64_MAX;
    for (size_t q = 0; q < t->n_places; q++)
        if (t->place[q].free_s > now_s && t->place[q].free_s < next_s)
            next_s = t->place[q].free_s;
    for (size_t q = 0; q < t->n_places; q++)
        t->n_free += t->place[q].free_s == next_s;
    return next_s;
}

static ul_status live(turns *t, const group *list, size_t n, queue *queues, ul_micro now_s)
{
    const size_t n_queues = list_queues(list, n, queues);
    for (size_t begun = 0; begun < n;) {
        if (begun > 0)
            now_s = next_free(t, now_s);
        for (size_t q = 0; q < n_queues; q++)
            for (; queues[q].next < queues[q].end && queues[q].size <= t->n_free; begun++)
                UL_TRY(begin_group(t, &list[queues[q].next++], now_s));
        if (begun < n && (now_s > UL_SCHEDULE_SECONDS_MAX / 2 || ul_run_expired(t->s->run))) {
            t->fails = true;
            break;
        }
    }
    return UL_OK;
}

/* Groups of one type, the widest first, from the second on at which all of them are there. */
static ul_status take_turns(turns *t, const group *list, size_t n)
{
    const ul_schedule *in = t->s->in;
    ul_micro now_s = ul_search_soonest(in, list[0].type);
    queue *queues;
    UL_ALLOC(t->s->arena, queues, n);
    UL_ALLOC(t->s->arena, t->place, list[0].size);
    UL_ALLOC(t->s->arena, t->built, list[0].size * in->n_images);
    t->n_places = t->n_free = list[0].size;
    for (size_t q = 0; q < t->n_places; q++)
        t->place[q].machine = UL_NONE;
    for (size_t q = 0; q < n; q++)
        if (in->task[list[q].task].arrival_s > now_s)
            now_s = in->task[list[q].task].arrival_s;
    return live(t, list, n, queues, now_s);
}

ul_status ul_replan_take_turns(ul_replan *s, bool *takes, ul_schedule_plan **fixed, bool *made)
{
    turns t = {.s = s};
    group *list;
    bool wide = false;
    *fixed = NULL;
    *made = true;
    for (uint32_t i = 0; i < s->in->n_tasks && !wide; i++)
        wide = ul_replan_kind_of(s->in, i) == UL_REPLAN_WIDE;
    if (!wide)
        return UL_OK;
    UL_ALLOC(s->arena, list, s->in->n_tasks);
    UL_TRY(ul_schedule_plan_new(s->in, s->arena, &t.plan));
    const size_t n = list_groups(s->in, takes, list);
    qsort(list, n, sizeof *list, by_width);
    for (size_t from = 0, end; from < n; from = end) {
        for (end = from; end < n && list[end].type == list[from].type;)
            end++;
        UL_TRY(take_turns(&t, list + from, end - from));
    }
    *made = !t.fails;
    *fixed = t.plan;
    return UL_OK;
}
