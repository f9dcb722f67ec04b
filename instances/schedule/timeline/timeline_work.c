/* Whether each task did its work: progress is the time it was at work, at the rate
 * that its neighbours left it. A gang makes progress while all of it is at work, at
 * the least of the rates, after init_s of getting ready; a free task is a gang of one.
 *
 * Where tasks do not slow each other down all sums are exact. Where they do, the
 * rates on each machine are swept once: O(neighbours) for each coming and going.
 */
#include <math.h>

#include "timeline_check.h"

/* How far from its work a task may be: a share of the work, since rates are doubles, and
 * seconds at its rate, since times are whole microseconds. */
#define WORK_SHARE 1e-9
#define WORK_SECONDS 8e-6

/* From a second on a stay works at a rate. */
typedef struct {
    ul_micro from_s;
    double rate;
    uint32_t next; /* of the same stay, or UL_SCHEDULE_NONE */
} segment;

typedef struct {
    const ul_timeline_checking *c;
    bool interference;
    double *done; /* by stay: seconds' worth of progress of free tasks; where there is interference */
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
    double *rate; /* by class */
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
    if (w->done == NULL || w->first == NULL || w->last == NULL || w->active == NULL
        || w->place == NULL || w->counts == NULL || w->number == NULL || w->classes == NULL
        || w->rate == NULL)
        return ul_timeline_no_memory();
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

static void find_rates(working *w)
{
    for (size_t q = 0; q < w->n_classes; q++) {
        const uint32_t a = w->classes[q];
        double rate = 1;
        for (size_t p = 0; p < w->n_classes; p++) {
            const uint32_t b = w->classes[p];
            rate *= pow(ul_schedule_class_throughput(w->c->in, a, b),
                        (double)(w->number[b] - (a == b)));
        }
        w->rate[a] = rate;
    }
}

static ul_status add_segment(working *w, uint32_t s, ul_micro at_s, double rate)
{
    if (w->last[s] != UL_SCHEDULE_NONE && w->segment[w->last[s]].rate == rate)
        return UL_OK;
    if (w->n_segments == w->segment_room) {
        const size_t room = w->segment_room == 0 ? 1024 : w->segment_room * 2;
        w->segment = ul_arena_grow(w->c->arena, w->segment, w->n_segments, room,
                                   sizeof *w->segment);
        if (w->segment == NULL || room > UINT32_MAX)
            return ul_timeline_no_memory();
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
    const double span = ul_micro_double(span_s);
    for (size_t q = 0; q < w->n_active; q++) {
        const uint32_t s = w->active[q];
        if (w->counts[s])
            w->done[s] += w->rate[class_of(w->c, s)] * span;
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
        if (key == NULL)
            return ul_timeline_no_memory();
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

/* Seconds' worth of progress of a free task. */
static double task_progress(const working *w, uint32_t i)
{
    const ul_timeline_checking *c = w->c;
    ul_micro exact_s = 0;
    double sum = 0;
    for (uint32_t q = c->task_from[i]; q < c->task_from[i + 1]; q++) {
        const uint32_t s = c->of_task[q];
        const ul_timeline_stay *stay = &c->plan->stay[s];
        const ul_micro span_s = stay->stopped_s - stay->working_s - job_of(c, s)->init_s;
        const double speed = ul_schedule_speed(c->in, i, c->plan->machine[stay->machine].type);
        if (!stay->lost && w->interference)
            sum += speed * w->done[s];
        else if (!stay->lost && span_s > 0 && speed < 1)
            sum += speed * ul_micro_double(span_s);
        else if (!stay->lost && span_s > 0)
            exact_s += span_s;
    }
    return sum + ul_micro_double(exact_s);
}

typedef struct {
    uint32_t *at; /* by task of the gang: which of its stays, in of_task */
    uint32_t *segment;
} gang;

/* The integral of the least rate of the gang's present stays from one second to
 * another. */
static ul_status gang_span(const working *w, const ul_schedule_job *job, gang *g, ul_micro from_s,
                           ul_micro to_s, double *progress)
{
    const ul_timeline_checking *c = w->c;
    if (!w->interference) {
        *progress += ul_micro_double(to_s - from_s);
        return UL_OK;
    }
    for (uint32_t q = 0; q < job->n_tasks; q++)
        g->segment[q] = w->first[c->of_task[g->at[q]]];
    for (ul_micro at_s = from_s; at_s < to_s;) {
        double least = 1;
        ul_micro until_s = to_s;
        for (uint32_t q = 0; q < job->n_tasks; q++) {
            uint32_t now = g->segment[q];
            while (w->segment[now].next != UL_SCHEDULE_NONE
                   && w->segment[w->segment[now].next].from_s <= at_s)
                now = w->segment[now].next;
            g->segment[q] = now;
            least = fmin(least, w->segment[now].rate);
            const uint32_t next = w->segment[now].next;
            if (next != UL_SCHEDULE_NONE && w->segment[next].from_s < until_s)
                until_s = w->segment[next].from_s;
        }
        *progress += least * ul_micro_double(until_s - at_s);
        at_s = until_s;
    }
    return UL_OK;
}

/* Goes through the times at which all of a gang is at work. */
static ul_status gang_progress(const working *w, const ul_schedule_job *job, gang *g,
                               double *progress)
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
static ul_status compare(const working *w, const ul_schedule_job *job, uint32_t i, double progress)
{
    const ul_timeline_checking *c = w->c;
    const double rate = job->per_second > 0 ? job->per_second : 1;
    const double work = job->per_second > 0 ? job->iterations
                                            : ul_micro_double(c->in->task[i].work_s);
    const double done = progress * rate;
    const double slack = WORK_SHARE * work + WORK_SECONDS * rate;
    if (done < work - slack)
        return UL_TIMELINE_BROKEN(c, "job '%s' task %u is not done: %.9g of %.9g", job->name,
                                  i - job->first_task, done, work);
    if (done > work + (job->per_second > 0 ? rate : 0) + slack)
        return UL_TIMELINE_BROKEN(c, "job '%s' task %u goes on when it is done: %.9g of %.9g",
                                  job->name, i - job->first_task, done, work);
    return UL_OK;
}

/* The tasks of a gang end in one second. */
static ul_status check_end(const ul_timeline_checking *c, const ul_schedule_job *job)
{
    ul_micro least = INT64_MAX, most = 0;
    for (uint32_t i = job->first_task; i < job->first_task + job->n_tasks; i++) {
        const ul_micro stopped_s = c->plan->stay[c->of_task[c->task_from[i + 1] - 1]].stopped_s;
        least = stopped_s < least ? stopped_s : least;
        most = stopped_s > most ? stopped_s : most;
    }
    return most - least <= UL_TIMELINE_SLACK
               ? UL_OK
               : UL_TIMELINE_BROKEN(c, "job '%s': its tasks do not end together", job->name);
}

static ul_status check_gang(const working *w, const ul_schedule_job *job)
{
    const ul_arena_mark_t mark = ul_arena_mark(w->c->arena);
    gang g = {ul_arena_alloc_raw(w->c->arena, job->n_tasks, sizeof *g.at),
              ul_arena_alloc_raw(w->c->arena, job->n_tasks, sizeof *g.segment)};
    double progress;
    if (g.at == NULL || g.segment == NULL)
        return ul_timeline_no_memory();
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
