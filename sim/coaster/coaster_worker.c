/* A worker: a queue of probes and one slot.
 *
 * Serving a probe asks its job for a task, which takes two messages. Eagle's workers
 * serve the job with the least work left, unless a probe ahead has been passed by too
 * often; as many steps as there are probes in the queue.
 */
#include <math.h>

#include "coaster.h"

enum {
    PATIENCE = 5,  /* a probe lets others pass for so many times its estimate */
    ATTEMPTS = 10, /* whom a worker with nothing to do asks before it gives up */
};

static double reply_s(const ul_coaster *c)
{
    return c->now + 2 * c->message_s;
}

static bool has_task(const ul_coaster_job *job)
{
    return job->next < job->end || job->again != UL_COASTER_NONE;
}

/* ---- the queue ---- */

static void append(ul_coaster *c, ul_coaster_worker *worker, uint32_t p)
{
    c->probe[p].next = UL_COASTER_NONE;
    if (worker->last == UL_COASTER_NONE)
        worker->first = p;
    else
        c->probe[worker->last].next = p;
    worker->last = p;
    worker->n_probes++;
}

/* Takes a probe out; `before` is the one ahead of it, or UL_COASTER_NONE. */
static void take_out(ul_coaster *c, ul_coaster_worker *worker, uint32_t before, uint32_t p)
{
    const uint32_t next = c->probe[p].next;
    if (before == UL_COASTER_NONE)
        worker->first = next;
    else
        c->probe[before].next = next;
    if (worker->last == p)
        worker->last = before;
    worker->n_probes--;
}

/* And is done with it. */
static void remove_probe(ul_coaster *c, ul_coaster_worker *worker, uint32_t before, uint32_t p)
{
    take_out(c, worker, before, p);
    ul_coaster_free_probe(c, p);
}

/* A probe and the one ahead of it. */
typedef struct {
    uint32_t at, before;
} place;

/* The probe to serve next, by Eagle's rule; those of jobs without tasks are dropped. */
static place choose(ul_coaster *c, ul_coaster_worker *worker)
{
    place best = {UL_COASTER_NONE, UL_COASTER_NONE};
    double least_s = HUGE_VAL, slack_s = HUGE_VAL;
    for (uint32_t p = worker->first, before = UL_COASTER_NONE, next; p != UL_COASTER_NONE;
         p = next) {
        const ul_coaster_job *job = &c->job[c->probe[p].job];
        next = c->probe[p].next;
        if (job->remaining_s == -1) {
            remove_probe(c, worker, before, p);
            continue;
        }
        if (job->is_long && before == UL_COASTER_NONE)
            return (place){p, before};
        if (job->remaining_s < least_s && job->estimate_s <= slack_s) {
            best = (place){p, before};
            least_s = job->remaining_s;
            if (job->is_long)
                break;
        }
        if (!job->is_long)
            slack_s = fmin(slack_s, PATIENCE * job->estimate_s - c->probe[p].bypass_s);
        before = p;
    }
    return best;
}

/* Those ahead of the one that is served have been passed by. */
static void pass_by(ul_coaster *c, const ul_coaster_worker *worker, uint32_t served)
{
    const double estimate_s = c->job[c->probe[served].job].estimate_s;
    for (uint32_t p = worker->first; p != served; p = c->probe[p].next)
        c->probe[p].bypass_s += estimate_s;
}

/* ---- the slot ---- */

static uint32_t take_task(ul_coaster *c, ul_coaster_job *job)
{
    const uint32_t task = job->again;
    if (task == UL_COASTER_NONE)
        return job->next++;
    job->again = c->next_again[task];
    return task;
}

/* Eagle's workers look at all their queue, the others at its head. */
static const char least_left[] = ": of the {count} probes in the queue there it is of the job with the least "
                                 "left to do";
static const char next_probe[] = ": its probe was the next in the queue there";

static void tell_launch(const ul_coaster *c, uint32_t w, uint32_t task)
{
    UL_COASTER_TELL(c, .kind = UL_STEP_PUT, .bin = w, .task = task,
                    .count = c->worker[w].n_probes,
                    .why = c->rules->sticky && c->worker[w].n_probes > 1 ? least_left : next_probe);
}

static ul_status launch(ul_coaster *c, uint32_t w, uint32_t j)
{
    ul_coaster_worker *worker = &c->worker[w];
    ul_coaster_job *job = &c->job[j];
    const ul_micro from_s = ul_coaster_micro(c->now);
    const uint32_t task = take_task(c, job);
    const ul_micro work_s = c->in->task[task].work_s;
    const ul_micro working_s = from_s + c->in->job[j].fetch_s;
    tell_launch(c, w, task);
    worker->task = task;
    worker->stay = (uint32_t)c->plan->n_stays;
    if (job->is_long) {
        worker->long_since_s = c->now;
        worker->long_estimate_s = job->estimate_s;
    }
    UL_TRY(ul_timeline_add_stay(c->plan, &(ul_timeline_stay){
        .task = task, .machine = w, .from_s = from_s, .working_s = working_s,
        .stopped_s = working_s + work_s, .to_s = working_s + work_s}));
    UL_TRY(ul_coaster_push(c, UL_COASTER_END, ul_micro_double(work_s) + reply_s(c), w));
    return ul_coaster_push(c, UL_COASTER_REPLY, reply_s(c), j);
}

/* A question to a job that has no task left. */
static ul_status ask_in_vain(ul_coaster *c, uint32_t w)
{
    return ul_coaster_push(c, UL_COASTER_FREE, reply_s(c), w);
}

/* Takes the slot and serves a probe. */
static ul_status serve(ul_coaster *c, uint32_t w)
{
    ul_coaster_worker *worker = &c->worker[w];
    worker->busy = true;
    const place chosen = c->rules->sticky ? choose(c, worker)
                                          : (place){worker->first, UL_COASTER_NONE};
    if (chosen.at == UL_COASTER_NONE)
        return ul_coaster_push(c, UL_COASTER_FREE, c->now, w);
    const uint32_t j = c->probe[chosen.at].job;
    const bool is_vain = !has_task(&c->job[j]), is_long = c->job[j].is_long;
    if (!is_vain && !is_long && c->rules->sticky)
        pass_by(c, worker, chosen.at);
    else
        remove_probe(c, worker, chosen.before, chosen.at);
    worker->n_long -= is_long;
    return is_vain ? ask_in_vain(c, w) : launch(c, w, j);
}

/* ---- what happens to it ---- */

/* A probe that has lost its worker goes to one that stays. */
static ul_status send_on(ul_coaster *c, uint32_t job)
{
    const uint32_t n = c->n_kept > 0 ? c->n_kept : c->n_general; /* by number the kept come first */
    uint32_t p;
    UL_TRY(ul_coaster_new_probe(c, job, (uint32_t)ul_rng_below(c->fate, n), &p));
    return ul_coaster_push(c, UL_COASTER_PROBES, c->now + c->message_s, p);
}

static ul_status arrive(ul_coaster *c, uint32_t p)
{
    const uint32_t w = c->probe[p].worker, j = c->probe[p].job;
    ul_coaster_worker *worker = &c->worker[w];
    worker->n_coming--;
    if (worker->state == UL_WORKER_GONE) {
        ul_coaster_free_probe(c, p);
        return send_on(c, j);
    }
    append(c, worker, p);
    if (c->job[j].is_long) {
        worker->n_long++;
        ul_long_view_drop(worker->view);
        worker->view = NULL;
        UL_TRY(ul_long_map_look(&c->map, &worker->view));
        worker->view_at_s = c->now;
    }
    return worker->busy ? UL_OK : serve(c, w);
}

ul_status ul_coaster_receive(ul_coaster *c, uint32_t first)
{
    for (uint32_t p = first, next; p != UL_COASTER_NONE; p = next) {
        next = c->probe[p].next;
        UL_TRY(arrive(c, p));
    }
    return UL_OK;
}

/* ---- stealing, as Hawk does it ---- */

static bool is_long_at(const ul_coaster *c, uint32_t p)
{
    return c->job[c->probe[p].job].is_long;
}

/* Moves the first probes of short jobs that wait behind a long task, until the next one. */
static void take_group(ul_coaster *c, ul_coaster_worker *victim, ul_coaster_worker *thief)
{
    uint32_t p = victim->first, before = UL_COASTER_NONE;
    if (victim->long_since_s < 0)
        for (; p != UL_COASTER_NONE && !is_long_at(c, p); p = c->probe[p].next)
            before = p;
    for (; p != UL_COASTER_NONE && is_long_at(c, p); p = c->probe[p].next)
        before = p;
    if (before == UL_COASTER_NONE && victim->long_since_s < 0)
        return;
    while (p != UL_COASTER_NONE && !is_long_at(c, p)) {
        const uint32_t next = c->probe[p].next;
        take_out(c, victim, before, p);
        append(c, thief, p);
        p = next;
    }
}

/* A worker with nothing to do asks general ones at random. */
static ul_status steal(ul_coaster *c, uint32_t w)
{
    for (int q = 0; q < ATTEMPTS && c->worker[w].n_probes == 0; q++) {
        const uint32_t victim = c->n_kept + ul_coaster_pick(c, c->n_general);
        take_group(c, &c->worker[victim], &c->worker[w]);
    }
    return c->worker[w].n_probes > 0 ? serve(c, w) : UL_OK;
}

ul_status ul_coaster_free_slot(ul_coaster *c, uint32_t w)
{
    c->worker[w].busy = false;
    if (c->worker[w].n_probes > 0)
        return serve(c, w);
    return c->rules->steals ? steal(c, w) : UL_OK;
}

ul_status ul_coaster_end_task(ul_coaster *c, uint32_t w, bool *was_long)
{
    ul_coaster_worker *worker = &c->worker[w];
    *was_long = worker->long_since_s >= 0;
    if (*was_long) {
        worker->long_queue_s -= worker->long_estimate_s;
        if (worker->long_queue_s == 0)
            ul_long_map_put(&c->map, w - c->n_kept, false);
        worker->long_since_s = -1;
    }
    worker->task = UL_COASTER_NONE;
    c->n_left--;
    return ul_coaster_free_slot(c, w);
}

void ul_coaster_hear(ul_coaster *c, uint32_t j)
{
    ul_coaster_job *job = &c->job[j];
    /* where tasks were cut off it may have heard of more launches than it has tasks */
    job->remaining_s = has_task(job) ? fmax(0, job->remaining_s - job->estimate_s) : -1;
}

/* What its task has done is lost; it is the first of its job to run again. */
static ul_status cut_task(ul_coaster *c, const ul_coaster_worker *worker)
{
    ul_timeline_stay *stay = &c->plan->stay[worker->stay];
    const ul_micro now_s = ul_coaster_micro(c->now);
    const uint32_t j = c->in->task[worker->task].job;
    ul_coaster_job *job = &c->job[j];
    stay->working_s = stay->working_s < now_s ? stay->working_s : now_s;
    stay->stopped_s = stay->to_s = now_s;
    stay->lost = true;
    c->next_again[worker->task] = job->again;
    job->again = worker->task;
    job->remaining_s = job->remaining_s == -1 ? job->estimate_s : job->remaining_s + job->estimate_s;
    return send_on(c, j);
}

ul_status ul_coaster_cut(ul_coaster *c, uint32_t w)
{
    ul_coaster_worker *worker = &c->worker[w];
    while (worker->first != UL_COASTER_NONE) {
        const uint32_t j = c->probe[worker->first].job;
        remove_probe(c, worker, UL_COASTER_NONE, worker->first);
        if (has_task(&c->job[j]))
            UL_TRY(send_on(c, j));
    }
    return worker->task == UL_COASTER_NONE ? UL_OK : cut_task(c, worker);
}
