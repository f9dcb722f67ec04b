/* Whether each task did its work: progress is the time it was at work, at the rate
 * that its neighbours left it. A gang makes progress while all of it is at work, at
 * the least of the rates, after init_s of getting ready; a free task is a gang of one.
 *
 * All sums are exact. A rate is a product of throughputs, the least first, each time rounded
 * down at 10^-18; progress is in 10^-24 s, microseconds at a rate. Where tasks slow each
 * other down the rates on each machine are swept once: O(neighbours) for each coming and
 * going.
 */
#include <stdlib.h>

#include "timeline_check.h"

#define RATE ((int64_t)1000000000000000000) /* the whole one */
/* How far from its work a task may be: a share of 10^-9 of the work, since those who make
 * timelines count in doubles, and microseconds at its rate, since times are whole ones. */
#define WORK_PER_SLACK 1000000000
#define WORK_SLACK ((ul_cost)8)

/* From a second on a stay works at a rate. */
typedef struct {
    ul_micro from_s;
    int64_t rate;
    uint32_t next; /* of the same stay, or UL_SCHEDULE_NONE */
} segment;

/* Neighbours that leave this throughput. */
typedef struct {
    ul_micro throughput;
    uint32_t n;
} company;

typedef struct {
    const ul_timeline_checking *c;
    bool interference;
    ul_cost *done; /* by stay: progress of free tasks; where there is interference */
    uint32_t *first, *last; /* by stay: its segments; gangs only */
    segment *segment;
    size_t n_segments, segment_room;
    /* of the machine being swept */
    uint32_t *active, *place; /* stays at work; where a stay is among them */
    size_t n_active;
    bool *counts;             /* by stay: it makes progress */
    uint32_t *number;         /* of active stays, by class */
    uint32_t *classes;        /* those with any */
    size_t n_classes;
    int64_t *rate; /* by class */
    company *company;
} working;

enum { STOPS, STARTS, COUNTS };

static const ul_schedule_job *job_of(const ul_timeline_checking *c, uint32_t s)
{
    return &c->in->job[c->in->task[c->plan->stay[s].task].job];
}

static bool in_gang(const ul_schedule_job *job)
{
    return job->gang && job->n_tasks > 1;
}

static uint32_t class_of(const ul_timeline_checking *c, uint32_t s)
{
    return ul_schedule_class(c->in, job_of(c, s)->workload);
}

static ul_status begin(working *w)
{
    const ul_timeline_checking *c = w->c;
    const size_t n = c->plan->n_stays, classes = ul_schedule_classes(c->in);
    w->done = ul_arena_alloc(c->arena, n, sizeof *w->done);
    w->first = ul_arena_alloc_raw(c->arena, n, sizeof *w->first);
    w->last = ul_arena_alloc_raw(c->arena, n, sizeof *w->last);
    w->active = ul_arena_alloc_raw(c->arena, n, sizeof *w->active);
    w->place = ul_arena_alloc_raw(c->arena, n, sizeof *w->place);
    w->counts = ul_arena_alloc(c->arena, n, sizeof *w->counts);
    w->number = ul_arena_alloc(c->arena, classes, sizeof *w->number);
    w->classes = ul_arena_alloc_raw(c->arena, classes, sizeof *w->classes);
    w->rate = ul_arena_alloc(c->arena, classes, sizeof *w->rate);
    w->company = ul_arena_alloc_raw(c->arena, classes, sizeof *w->company);
    if (w->done == NULL || w->first == NULL || w->last == NULL || w->active == NULL
        || w->place == NULL || w->counts == NULL || w->number == NULL || w->classes == NULL
        || w->rate == NULL || w->company == NULL)
        return ul_no_memory();
    for (size_t s = 0; s < n; s++)
        w->first[s] = w->last[s] = UL_SCHEDULE_NONE;
    return UL_OK;
}

static void join(working *w, uint32_t s)
{
    const uint32_t class = class_of(w->c, s);
    w->place[s] = (uint32_t)w->n_active;
    w->active[w->n_active++] = s;
    w->counts[s] = job_of(w->c, s)->init_s == 0;
    if (w->number[class]++ == 0)
        w->classes[w->n_classes++] = class;
}

static void leave(working *w, uint32_t s)
{
    const uint32_t class = class_of(w->c, s), moved = w->active[--w->n_active];
    w->active[w->place[s]] = moved;
    w->place[moved] = w->place[s];
    if (--w->number[class] > 0)
        return;
    for (size_t q = 0; q < w->n_classes; q++)
        if (w->classes[q] == class) {
            w->classes[q] = w->classes[--w->n_classes];
            return;
        }
}

static int by_throughput(const void *left, const void *right)
{
    const company *a = left, *b = right;
    return a->throughput < b->throughput ? -1 : a->throughput > b->throughput;
}

/* What all others who are there leave a stay of a class. */
static int64_t rate_of(working *w, uint32_t a)
{
    int64_t rate = RATE;
    for (size_t p = 0; p < w->n_classes; p++) {
        const uint32_t b = w->classes[p];
        w->company[p] =
            (company){ul_schedule_class_slowed(w->c->in, a, b), w->number[b] - (a == b)};
    }
    qsort(w->company, w->n_classes, sizeof *w->company, by_throughput);
    for (size_t p = 0; p < w->n_classes && w->company[p].throughput < UL_MICRO; p++)
        for (uint32_t left = w->company[p].n; left > 0 && rate > 0; left--) {
            const ul_micro throughput = w->company[p].throughput;
            rate = rate / UL_MICRO * throughput + rate % UL_MICRO * throughput / UL_MICRO;
        }
    return rate;
}

static void find_rates(working *w)
{
    for (size_t q = 0; q < w->n_classes; q++)
        w->rate[w->classes[q]] = rate_of(w, w->classes[q]);
}

static ul_status add_segment(working *w, uint32_t s, ul_micro at_s, int64_t rate)
{
    if (w->last[s] != UL_SCHEDULE_NONE && w->segment[w->last[s]].rate == rate)
        return UL_OK;
    if (w->n_segments == w->segment_room) {
        const size_t room = w->segment_room == 0 ? 1024 : w->segment_room * 2;
        w->segment = ul_arena_grow(w->c->arena, w->segment, w->n_segments, room,
                                   sizeof *w->segment);
        if (w->segment == NULL || room > UINT32_MAX)
            return ul_no_memory();
        w->segment_room = room;
    }
    const uint32_t next = (uint32_t)w->n_segments++;
    w->segment[next] = (segment){at_s, rate, UL_SCHEDULE_NONE};
    if (w->last[s] == UL_SCHEDULE_NONE)
        w->first[s] = next;
    else
        w->segment[w->last[s]].next = next;
    w->last[s] = next;
    return UL_OK;
}

static ul_status note_gangs(working *w, ul_micro at_s)
{
    for (size_t q = 0; q < w->n_active; q++) {
        const uint32_t s = w->active[q];
        if (in_gang(job_of(w->c, s)))
            UL_TRY(add_segment(w, s, at_s, w->rate[class_of(w->c, s)]));
    }
    return UL_OK;
}

static void make_progress(working *w, ul_micro span_s)
{
    for (size_t q = 0; q < w->n_active; q++) {
        const uint32_t s = w->active[q];
        if (w->counts[s])
            w->done[s] += (ul_cost)w->rate[class_of(w->c, s)] * span_s;
    }
}

static size_t list_moments(const working *w)
{
    const ul_timeline_checking *c = w->c;
    size_t n = 0;
    for (uint32_t s = 0; s < c->plan->n_stays; s++) {
        const ul_timeline_stay *stay = &c->plan->stay[s];
        if (stay->working_s == stay->stopped_s)
            continue;
        c->key[n++] = (ul_timeline_key){stay->machine, s, stay->working_s, STARTS};
        c->key[n++] = (ul_timeline_key){stay->machine, s, stay->stopped_s, STOPS};
    }
    return n;
}

/* Sweeps the moments of one second on a machine; whether any neighbour changed. */
static bool take_moment(working *w, const ul_timeline_key *key)
{
    if (key->order == STARTS)
        join(w, key->what);
    else if (key->order == STOPS)
        leave(w, key->what);
    else
        w->counts[key->what] = true;
    return key->order != COUNTS;
}

static ul_status sweep(working *w, const ul_timeline_key *key, size_t n)
{
    bool changed = false;
    for (size_t q = 0; q < n; q++) {
        if (q > 0 && key[q].group == key[q - 1].group && key[q].at_s > key[q - 1].at_s)
            make_progress(w, key[q].at_s - key[q - 1].at_s);
        changed = take_moment(w, &key[q]) || changed;
        const bool settled = q + 1 == n || key[q + 1].group != key[q].group
                             || key[q + 1].at_s != key[q].at_s;
        if (!settled || !changed)
            continue;
        find_rates(w);
        UL_TRY(note_gangs(w, key[q].at_s));
        changed = false;
    }
    return UL_OK;
}

/* Free tasks that take time to get ready need a third moment for it. */
static ul_status sweep_all(working *w)
{
    const ul_timeline_checking *c = w->c;
    size_t n = list_moments(w), third = 0;
    for (uint32_t s = 0; s < c->plan->n_stays; s++)
        third += job_of(c, s)->init_s > 0;
    ul_timeline_key *key = c->key;
    if (third > 0) {
        key = ul_arena_grow(c->arena, c->key, n, n + third, sizeof *key);
        UL_NEED(key);
    }
    for (uint32_t s = 0; s < c->plan->n_stays && third > 0; s++) {
        const ul_timeline_stay *stay = &c->plan->stay[s];
        const ul_micro ready_s = stay->working_s + job_of(c, s)->init_s;
        if (ready_s > stay->working_s && ready_s < stay->stopped_s)
            key[n++] = (ul_timeline_key){stay->machine, s, ready_s, COUNTS};
    }
    ul_timeline_sort(key, n);
    return sweep(w, key, n);
}

/* ---- what it comes to ---- */

/* The progress of a free task; stays do not overlap, so that all of them are below 2^127. */
static ul_cost task_progress(const working *w, uint32_t i)
{
    const ul_timeline_checking *c = w->c;
    ul_cost sum = 0;
    for (uint32_t q = c->task_from[i]; q < c->task_from[i + 1]; q++) {
        const uint32_t s = c->of_task[q];
        const ul_timeline_stay *stay = &c->plan->stay[s];
        const ul_micro span_s = stay->stopped_s - stay->working_s - job_of(c, s)->init_s;
        const ul_cost done = w->interference ? w->done[s] : span_s > 0 ? (ul_cost)span_s * RATE : 0;
        if (!stay->lost)
            sum += ul_schedule_stretched(c->in, i, c->plan->machine[stay->machine].type, done);
    }
    return sum;
}

typedef struct {
    uint32_t *at; /* by task of the gang: which of its stays, in of_task */
    uint32_t *segment;
} gang;

/* The integral of the least rate of the gang's present stays from one second to
 * another. */
static ul_status gang_span(const working *w, const ul_schedule_job *job, gang *g, ul_micro from_s,
                           ul_micro to_s, ul_cost *progress)
{
    const ul_timeline_checking *c = w->c;
    if (!w->interference) {
        *progress += (ul_cost)(to_s - from_s) * RATE;
        return UL_OK;
    }
    for (uint32_t q = 0; q < job->n_tasks; q++)
        g->segment[q] = w->first[c->of_task[g->at[q]]];
    for (ul_micro at_s = from_s; at_s < to_s;) {
        int64_t least = RATE;
        ul_micro until_s = to_s;
        for (uint32_t q = 0; q < job->n_tasks; q++) {
            uint32_t now = g->segment[q];
            while (w->segment[now].next != UL_SCHEDULE_NONE
                   && w->segment[w->segment[now].next].from_s <= at_s)
                now = w->segment[now].next;
            g->segment[q] = now;
            least = w->segment[now].rate < least ? w->segment[now].rate : least;
            const uint32_t next = w->segment[now].next;
            if (next != UL_SCHEDULE_NONE && w->segment[next].from_s < until_s)
                until_s = w->segment[next].from_s;
        }
        *progress += (ul_cost)least * (until_s - at_s);
        at_s = until_s;
    }
    return UL_OK;
}

/* Goes through the times at which all of a gang is at work. */
static ul_status gang_progress(const working *w, const ul_schedule_job *job, gang *g,
                               ul_cost *progress)
{
    const ul_timeline_checking *c = w->c;
    for (uint32_t q = 0; q < job->n_tasks; q++)
        g->at[q] = c->task_from[job->first_task + q];
    *progress = 0;
    for (;;) {
        ul_micro from_s = 0, to_s = INT64_MAX;
        bool lost = false;
        for (uint32_t q = 0; q < job->n_tasks; q++) {
            if (g->at[q] == c->task_from[job->first_task + q + 1])
                return UL_OK;
            const ul_timeline_stay *stay = &c->plan->stay[c->of_task[g->at[q]]];
            from_s = stay->working_s > from_s ? stay->working_s : from_s;
            to_s = stay->stopped_s < to_s ? stay->stopped_s : to_s;
            lost = lost || stay->lost;
        }
        if (!lost && from_s + job->init_s < to_s)
            UL_TRY(gang_span(w, job, g, from_s + job->init_s, to_s, progress));
        for (uint32_t q = 0; q < job->n_tasks; q++)
            g->at[q] += c->plan->stay[c->of_task[g->at[q]]].stopped_s <= to_s;
    }
}

/* Neither less than its work nor more; iterations are looked at once a second, so
 * the last second may bring too many. */
static ul_status compare(const working *w, const ul_schedule_job *job, uint32_t i, ul_cost done)
{
    const ul_timeline_checking *c = w->c;
    const ul_micro work_s = job->per_second > 0 ? job->iterations_s : c->in->task[i].work_s;
    const ul_cost work = (ul_cost)work_s * RATE;
    const ul_cost slack = work / WORK_PER_SLACK + WORK_SLACK * RATE;
    char so_far[UL_NUMBER_TEXT], all[UL_NUMBER_TEXT];
    ul_micro_text((ul_micro)(done / RATE), so_far);
    ul_micro_text(work_s, all);
    if (done < work - slack)
        return UL_TIMELINE_BROKEN(c, "job '%s' task %u is not done: %s of %s s of work", job->name,
                                  i - job->first_task, so_far, all);
    if (done > work + slack + (job->per_second > 0 ? (ul_cost)UL_MICRO * RATE : 0))
        return UL_TIMELINE_BROKEN(c, "job '%s' task %u goes on when it is done: %s of %s s of work",
                                  job->name, i - job->first_task, so_far, all);
    return UL_OK;
}

static ul_micro end_of(const ul_timeline_checking *c, uint32_t i)
{
    return c->plan->stay[c->of_task[c->task_from[i + 1] - 1]].stopped_s;
}

/* The tasks of a gang end when its first one does. */
static ul_status check_end(const ul_timeline_checking *c, const ul_schedule_job *job)
{
    const ul_micro first_s = end_of(c, job->first_task);
    for (uint32_t i = job->first_task; i < job->first_task + job->n_tasks; i++)
        if (llabs(end_of(c, i) - first_s) > UL_TIMELINE_SLACK)
            return UL_TIMELINE_BROKEN(c, "job '%s': its tasks do not end together", job->name);
    return UL_OK;
}

static ul_status check_gang(const working *w, const ul_schedule_job *job)
{
    const ul_arena_mark_t mark = ul_arena_mark(w->c->arena);
    gang g = {ul_arena_alloc_raw(w->c->arena, job->n_tasks, sizeof *g.at),
              ul_arena_alloc_raw(w->c->arena, job->n_tasks, sizeof *g.segment)};
    ul_cost progress;
    if (g.at == NULL || g.segment == NULL)
        return ul_no_memory();
    UL_TRY(check_end(w->c, job));
    UL_TRY(gang_progress(w, job, &g, &progress));
    ul_arena_rewind(w->c->arena, mark);
    for (uint32_t i = job->first_task; i < job->first_task + job->n_tasks; i++)
        UL_TRY(compare(w, job, i, progress));
    return UL_OK;
}

ul_status ul_timeline_check_work(const ul_timeline_checking *c)
{
    working w = {.c = c};
    double rate;
    w.interference = !ul_schedule_uniform_throughput(c->in, &rate) || rate != 1;
    if (w.interference) {
        UL_TRY(begin(&w));
        UL_TRY(sweep_all(&w));
    }
    for (size_t j = 0; j < c->in->n_jobs; j++) {
        const ul_schedule_job *job = &c->in->job[j];
        if (in_gang(job)) {
            UL_TRY(check_gang(&w, job));
            continue;
        }
        for (uint32_t i = job->first_task; i < job->first_task + job->n_tasks; i++)
            UL_TRY(compare(&w, job, i, task_progress(&w, i)));
    }
    return UL_OK;
}
