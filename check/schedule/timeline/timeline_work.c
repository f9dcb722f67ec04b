/* The work: what every task has done by the end of its stays, slowed down by those
 * who worked beside it, is what its job asks for, and no more.
 *
 * All of it is in whole numbers. A rate is a product of throughputs, rounded down at 10^-18
 * each time, so that nobody is credited with more than he did; with all of its neighbours'
 * throughputs, the least first, the product is the same whoever multiplies. Work is rate
 * times microseconds.
 *
 * A machine is swept by time. The workloads on it and their numbers give each
 * workload its rate; an integral of that rate is kept for each while it is there, so a
 * stay's work is the difference of two of its values, to the last digit. Tasks of a gang make
 * progress only while all of them work: their rates become segments, which are swept job by job.
 *
 * O(events log events + events * workloads at once on a machine * tasks at once on it).
 */
#include "schedule.h"

typedef enum { STOPS, STARTS, COUNTS } moment_kind; /* in this order at one second */

typedef struct {
    check_index machine;
    moment_kind kind;
    check_micro second;
    const check_stay *stay;
} moment;

/* From a second on a gang's task has this rate; below 0 it does not work. */
typedef struct {
    check_index task;
    check_micro second;
    int64_t rate;
} segment;

/* Neighbours that leave this throughput. */
typedef struct {
    uint32_t throughput;
    uint64_t n;
} company;

typedef struct {
    check *c;
    check_schedule *s;
    check_timeline *t;
    size_t n_workloads; /* the last stands for none */
    /* Of the machine that is being swept, per workload. */
    uint64_t *count;
    int64_t *rate;
    check_wide *integral;
    company *company;
    size_t *present, n_present;
    check_micro now;
    const check_stay **gang; /* stays of gangs that work there */
    size_t n_gang, gang_room;
    check_wide *begun; /* per stay: its workload's integral when progress began; below 0: not yet */
    segment *list;
    size_t n_list, list_room;
} sweep;

static bool is_gang(const check_schedule *s, size_t task)
{
    const check_job *job = &s->jobs[s->tasks[task].job];
    return job->gang && job->n > 1;
}

static size_t workload_of(const sweep *w, const check_stay *stay)
{
    const size_t workload = w->s->jobs[w->s->tasks[stay->task].job].workload;
    return workload == CHECK_NOT_FOUND ? w->n_workloads - 1 : workload;
}

static int by_moment(const void *left, const void *right)
{
    const moment *a = left, *b = right;
    if (a->machine != b->machine)
        return a->machine < b->machine ? -1 : 1;
    if (a->second != b->second)
        return a->second < b->second ? -1 : 1;
    if (a->kind != b->kind)
        return a->kind < b->kind ? -1 : 1;
    return a->stay->line < b->stay->line ? -1 : a->stay->line > b->stay->line;
}

/* What a task of workload b is slowed down to by all others that are present: the product of
 * their throughputs, the least first, each time rounded down. */
static int64_t rate_of(sweep *w, size_t b)
{
    int64_t rate = CHECK_RATE;
    size_t n = 0;
    for (size_t q = 0; w->s->rate != NULL && q < w->n_present; q++) {
        const size_t v = w->present[q];
        const company one = {w->s->rate[b * w->n_workloads + v], w->count[v] - (v == b)};
        size_t at = n++;
        for (; at > 0 && w->company[at - 1].throughput > one.throughput; at--)
            w->company[at] = w->company[at - 1];
        w->company[at] = one;
    }
    check_spend_on(w->c, n + 1, n + 1);
    for (size_t q = 0; q < n && w->company[q].throughput < CHECK_SECOND; q++)
        for (uint64_t left = w->company[q].n; left > 0 && rate > 0; left--) {
            const int64_t throughput = w->company[q].throughput;
            check_spend(w->c, 4);
            rate = rate / CHECK_SECOND * throughput + rate % CHECK_SECOND * throughput / CHECK_SECOND;
        }
    return rate;
}

static void push_segment(sweep *w, check_index task, int64_t rate)
{
    w->list = check_grow(w->c, w->list, w->n_list, &w->list_room, sizeof *w->list);
    w->list[w->n_list++] = (segment){task, w->now, rate};
}

/* Brings the integrals up to a second: at most 10^18 times all time, 10^16. */
static void advance(sweep *w, check_micro second)
{
    check_spend(w->c, w->n_present);
    for (size_t q = 0; q < w->n_present; q++)
        w->integral[w->present[q]] += (check_wide)w->rate[w->present[q]] * (second - w->now);
    w->now = second;
}

/* The set of workloads has changed: new rates, which gangs take note of. */
static void renew_rates(sweep *w)
{
    size_t kept = 0;
    for (size_t q = 0; q < w->n_present; q++)
        if (w->count[w->present[q]] > 0)
            w->present[kept++] = w->present[q];
    w->n_present = kept;
    for (size_t q = 0; q < w->n_present; q++)
        w->rate[w->present[q]] = rate_of(w, w->present[q]);
    check_spend_on(w->c, w->n_gang, 4);
    for (size_t q = 0; q < w->n_gang; q++)
        push_segment(w, w->gang[q]->task, w->rate[workload_of(w, w->gang[q])]);
}

static void start(sweep *w, const check_stay *stay)
{
    const size_t b = workload_of(w, stay);
    if (w->count[b]++ == 0) {
        bool there = false; /* it may have left in this very second */
        check_spend(w->c, w->n_present);
        for (size_t q = 0; q < w->n_present; q++)
            there |= w->present[q] == b;
        if (!there)
            w->present[w->n_present++] = b;
        w->integral[b] = 0; /* of nobody who is there */
    }
    if (is_gang(w->s, stay->task) && !stay->lost) { /* what is lost is no progress */
        w->gang = check_grow(w->c, w->gang, w->n_gang, &w->gang_room, sizeof *w->gang);
        w->gang[w->n_gang++] = stay;
    }
}

static void stop(sweep *w, const check_stay *stay)
{
    const size_t b = workload_of(w, stay), index = (size_t)(stay - w->t->stay);
    w->count[b]--;
    check_spend(w->c, w->n_gang);
    for (size_t q = 0; q < w->n_gang; q++) {
        if (w->gang[q] == stay) {
            w->gang[q] = w->gang[--w->n_gang];
            push_segment(w, stay->task, -1);
            return;
        }
    }
    if (w->begun[index] >= 0 && !stay->lost)
        w->s->tasks[stay->task].done =
            check_plus(w->c, w->s->tasks[stay->task].done,
                       check_schedule_stretched(w->s, stay->task, w->t->machine[stay->machine].type,
                                                w->integral[b] - w->begun[index], false));
}

static void sweep_machine(sweep *w, const moment *list, size_t n)
{
    for (size_t q = 0; q < w->n_present; q++)
        w->count[w->present[q]] = 0;
    w->n_present = w->n_gang = 0;
    w->now = list[0].second;
    for (size_t q = 0, end; q < n; q = end) {
        bool changed = false;
        advance(w, list[q].second);
        for (end = q; end < n && list[end].second == list[q].second; end++) {
            const check_stay *stay = list[end].stay;
            changed |= list[end].kind != COUNTS;
            if (list[end].kind == STARTS)
                start(w, stay);
            else if (list[end].kind == STOPS)
                stop(w, stay);
            else
                w->begun[stay - w->t->stay] = w->integral[workload_of(w, stay)];
        }
        if (changed)
            renew_rates(w);
    }
}

static void sweep_machines(sweep *w)
{
    moment *list = check_alloc(w->c, 3 * w->t->n_stays + 1, sizeof *list);
    size_t n = 0;
    for (size_t q = 0; q < w->t->n_stays; q++) {
        const check_stay *stay = &w->t->stay[q];
        const check_micro counts = stay->working + w->s->jobs[w->s->tasks[stay->task].job].init;
        w->begun[q] = -1;
        if (stay->working >= stay->stopped)
            continue;
        list[n++] = (moment){stay->machine, STARTS, stay->working, stay};
        list[n++] = (moment){stay->machine, STOPS, stay->stopped, stay};
        if (counts < stay->stopped)
            list[n++] = (moment){stay->machine, COUNTS, counts, stay};
    }
    check_sort(w->c, list, n, sizeof *list, by_moment);
    for (size_t first = 0, end; first < n; first = end) {
        for (end = first + 1; end < n && list[end].machine == list[first].machine;)
            end++;
        sweep_machine(w, list + first, end - first);
    }
}

/* ---- gangs ---- */

static check_schedule *sorting; /* qsort takes no context; one check runs at a time */

static int by_job(const void *left, const void *right)
{
    const segment *a = left, *b = right;
    const check_index j = sorting->tasks[a->task].job, l = sorting->tasks[b->task].job;
    if (j != l)
        return j < l ? -1 : 1;
    if (a->second != b->second)
        return a->second < b->second ? -1 : 1;
    if (a->task != b->task)
        return a->task < b->task ? -1 : 1;
    return a->rate < b->rate ? -1 : a->rate > b->rate; /* it stops before it starts elsewhere */
}

/* The progress of one job: `list` are its tasks' rates by time. */
static check_wide gang_work(check *c, const check_job *job, const segment *list, size_t n)
{
    int64_t *rate = check_alloc(c, job->n, sizeof *rate);
    check_wide done = 0; /* at most 10^18 times all time, 10^16 */
    check_micro together = 0, now = 0;
    bool all = false;
    for (size_t i = 0; i < job->n; i++)
        rate[i] = -1;
    for (size_t q = 0, end; q < n; q = end) {
        check_spend_on(c, job->n, 2);
        if (all) {
            int64_t least = rate[0];
            for (size_t i = 1; i < job->n; i++)
                least = rate[i] < least ? rate[i] : least;
            const check_micro from = together + job->init > now ? together + job->init : now;
            if (from < list[q].second)
                done += (check_wide)least * (list[q].second - from);
        }
        now = list[q].second;
        bool stopped = false;
        for (end = q; end < n && list[end].second == now; end++) {
            rate[list[end].task - job->first] = list[end].rate;
            stopped |= list[end].rate < 0;
        }
        bool complete = true;
        for (size_t i = 0; i < job->n && complete; i++)
            complete = rate[i] >= 0;
        if (complete && (!all || stopped))
            together = now;
        all = complete;
    }
    check_free(c, rate);
    return done;
}

static void sweep_gangs(sweep *w)
{
    if (w->n_list == 0)
        return;
    sorting = w->s;
    check_sort(w->c, w->list, w->n_list, sizeof *w->list, by_job);
    for (size_t first = 0, end; first < w->n_list; first = end) {
        const check_index j = w->s->tasks[w->list[first].task].job;
        for (end = first + 1; end < w->n_list && w->s->tasks[w->list[end].task].job == j;)
            end++;
        const check_wide done = gang_work(w->c, &w->s->jobs[j], w->list + first, end - first);
        for (size_t i = 0; i < w->s->jobs[j].n; i++)
            w->s->tasks[w->s->jobs[j].first + i].done = done;
    }
}

/* ---- what was done against what was asked ---- */

/* "3.5 of 4 seconds of work" for a message. */
static const char *so_much(check_wide done, check_micro work, char text[3 * CHECK_NUMBER_TEXT])
{
    char of[2][CHECK_NUMBER_TEXT];
    snprintf(text, 3 * CHECK_NUMBER_TEXT, "%s of %s seconds of work",
             check_text(done / CHECK_RATE, 6, of[0]), check_text(work, 6, of[1]));
    return text;
}

static void check_task_done(check *c, const check_schedule *s, check_timeline *t, size_t task)
{
    char text[CHECK_NUMBER_TEXT], amounts[3 * CHECK_NUMBER_TEXT];
    const check_task *of = &s->tasks[task];
    const check_job *job = &s->jobs[of->job];
    const char *name = s->job.key[of->job].text;
    const size_t i = task - job->first;
    if (of->last == 0) {
        check_violation(c, NULL, "%s: job '%.80s', task %zu never runs", t->file, name, i);
        return;
    }
    const check_stay *last = &t->stay[of->last - 1];
    const check_micro work = check_schedule_work(s, task);
    const check_wide wanted = (check_wide)work * CHECK_RATE; /* at most 10^34 */
    const check_wide slack = wanted / CHECK_WORK_PER_SLACK + CHECK_WORK_SLACK * CHECK_RATE;
    /* iterations are looked at once a second, so the last second may bring too many */
    const check_wide beyond = job->counted ? (check_wide)CHECK_SECOND * CHECK_RATE : 0;
    if (of->done < wanted - slack)
        CHECK_TIMELINE_VIOLATION(c, t, last->line, "job '%.80s', task %zu ends at %s with %s done",
                                 name, i, check_text(last->stopped, 6, text),
                                 so_much(of->done, work, amounts));
    else if (of->done > wanted + slack + beyond)
        CHECK_TIMELINE_VIOLATION(c, t, last->line, "job '%.80s', task %zu works until %s and has "
                                                   "then done %s", name, i,
                                 check_text(last->stopped, 6, text),
                                 so_much(of->done, work, amounts));
}

static void check_gang_end(check *c, const check_schedule *s, check_timeline *t, const check_job *job)
{
    const check_stay *first = NULL;
    for (size_t i = 0; job->gang && i < job->n; i++) {
        const check_index last = s->tasks[job->first + i].last;
        if (last == 0)
            return;
        const check_stay *stay = &t->stay[last - 1];
        first = first == NULL ? stay : first;
        if (stay->stopped > first->stopped + CHECK_SLACK
            || first->stopped > stay->stopped + CHECK_SLACK)
            CHECK_TIMELINE_VIOLATION(c, t, stay->line, "job '%.80s': tasks 0 and %zu of a gang do "
                                                       "not end together",
                                     s->job.key[s->tasks[job->first].job].text, i);
    }
}

void check_timeline_work(check *c, check_schedule *s, check_timeline *t)
{
    sweep w = {.c = c, .s = s, .t = t, .n_workloads = s->workload.n + 1};
    w.count = check_alloc(c, w.n_workloads, sizeof *w.count);
    w.rate = check_alloc(c, w.n_workloads, sizeof *w.rate);
    w.integral = check_alloc(c, w.n_workloads, sizeof *w.integral);
    w.company = check_alloc(c, w.n_workloads, sizeof *w.company);
    w.present = check_alloc(c, w.n_workloads, sizeof *w.present);
    w.begun = check_alloc(c, t->n_stays + 1, sizeof *w.begun);
    sweep_machines(&w);
    sweep_gangs(&w);
    for (size_t i = 0; i < s->n_tasks; i++)
        check_task_done(c, s, t, i);
    for (size_t j = 0; j < s->job.n; j++)
        check_gang_end(c, s, t, &s->jobs[j]);
}
