/* The loop: jobs arrive, probes reach workers, tasks end, until all are done.
 * O(log(workers)) an event, of which a task has three.
 */
#include <stdlib.h>

#include "coaster.h"

enum { LOOK_EVERY = 1024 }; /* events between two looks at the deadline */

/* ---- what happens ---- */

static ul_status push_next_arrival(ul_coaster *c)
{
    if (c->next_job == c->in->n_jobs)
        return UL_OK;
    const uint32_t j = c->next_job++;
    return ul_coaster_push(c, UL_COASTER_ARRIVAL, ul_micro_double(c->in->job[j].arrival_s), j);
}

static ul_status arrive(ul_coaster *c, uint32_t j)
{
    const ul_schedule_job *job = &c->in->job[j];
    const ul_micro estimate_s = c->in->task[job->first_task].estimate_s;
    const bool is_long = c->rules->central && ul_coaster_is_over_cutoff(c, j);
    c->job[j] = (ul_coaster_job){
        .remaining_s = ul_micro_double(estimate_s) * job->n_tasks,
        .estimate_s = ul_micro_double(estimate_s), .next = job->first_task,
        .end = job->first_task + job->n_tasks, .again = UL_COASTER_NONE, .is_long = is_long};
    if (is_long) {
        UL_TRY(ul_coaster_place_long(c, j));
        UL_TRY(ul_coaster_recheck(c));
    } else {
        UL_TRY(ul_coaster_probe_short(c, j));
    }
    return push_next_arrival(c);
}

static ul_status end_task(ul_coaster *c, uint32_t w)
{
    bool was_long;
    UL_TRY(ul_coaster_end_task(c, w, &was_long));
    return was_long ? ul_coaster_recheck(c) : ul_coaster_maybe_leave(c, w);
}

static ul_status free_slot(ul_coaster *c, uint32_t w)
{
    UL_TRY(ul_coaster_free_slot(c, w));
    return ul_coaster_maybe_leave(c, w);
}

static ul_status handle(ul_coaster *c, const ul_coaster_event *event)
{
    const uint32_t index = event->index;
    switch (event->kind) {
    case UL_COASTER_ARRIVAL:
        return arrive(c, index);
    case UL_COASTER_PROBES:
        return ul_coaster_receive(c, index);
    case UL_COASTER_FREE:
        return c->worker[index].state == UL_WORKER_GONE ? UL_OK : free_slot(c, index);
    case UL_COASTER_END:
        return c->worker[index].state == UL_WORKER_GONE ? UL_OK : end_task(c, index);
    case UL_COASTER_REPLY:
        ul_coaster_hear(c, index);
        return UL_OK;
    case UL_COASTER_READY:
        return ul_coaster_ready(c, index);
    case UL_COASTER_REVOKED:
        return ul_coaster_revoke(c, index);
    }
    return ul_fail(UL_E_INTERNAL, "an event of kind %d", (int)event->kind);
}

/* What this world does not know. */
static ul_status unfit(const ul_coaster *c, const char *what)
{
    return ul_fail(UL_E_INPUT, "%s: '%s' %s", ul_run_method(c->run)->name, c->in->name, what);
}

static ul_status live(ul_coaster *c)
{
    for (uint64_t n = 0; c->n_left > 0; n++) {
        if (c->n_events == 0)
            return ul_fail(UL_E_INTERNAL, "nothing happens any more and %u tasks are not done",
                           c->n_left);
        const ul_coaster_event event = ul_coaster_pop(c);
        c->now = event.at_s;
        UL_TRY(handle(c, &event));
        if (n % LOOK_EVERY != 0)
            continue;
        ul_run_progress(c->run, "simulated %.1f days, %zu of %zu tasks done", c->now / 86400,
                        c->in->n_tasks - c->n_left, c->in->n_tasks);
        if (ul_run_expired(c->run))
            return ul_fail(UL_E_STOPPED, "the deadline came first");
    }
    if (ul_coaster_micro(c->now) > c->in->type[0].supply[0].to_s)
        return unfit(c, "has servers that are gone before all tasks are done");
    for (size_t m = 0; m < c->plan->n_machines; m++)
        if (c->plan->machine[m].released_s < 0)
            c->plan->machine[m].released_s = ul_coaster_micro(c->now);
    return UL_OK;
}

/* ---- the beginning ---- */

/* One slot a worker, a fixed number of workers from the beginning, jobs of tasks that
 * only fetch: what this world knows. */
static ul_status check_types(const ul_coaster *c)
{
    const ul_schedule_type *type = &c->in->type[0];
    if (type->n_supplies != 1 || type->supply[0].from_s != 0 || type->n_services > 0)
        return unfit(c, "has no fixed number of servers: a supply of its first type");
    if (c->in->stretch != UL_SCHEDULE_NONE)
        return unfit(c, "stretches tasks: a slot takes everybody equally long");
    if (type->billed_after_s + type->usable_at_most_s > 0 || c->in->n_boots > 0)
        return unfit(c, "has servers that are not there at once");
    return UL_OK;
}

static ul_status check_jobs(const ul_coaster *c)
{
    const ul_schedule *in = c->in;
    for (size_t j = 0; j < in->n_jobs; j++) {
        const ul_schedule_job *job = &in->job[j];
        if (job->gang || job->per_second > 0 || job->build_s > 0 || job->init_s > 0)
            return unfit(c, "has gangs, iterations, images or tasks that get ready: these "
                            "schedulers start single tasks");
        if (job->fetch_s != in->job[0].fetch_s)
            return unfit(c, "has jobs that fetch for different times: two messages each");
        if (in->task[job->first_task + job->n_tasks - 1].arrival_s != job->arrival_s)
            return unfit(c, "has jobs whose tasks come one after the other");
    }
    for (size_t s = 0; s < in->n_shapes; s++)
        for (size_t k = 0; k < (c->rules->resizes ? 2 : 1) && k < in->n_types; k++)
            if (!ul_schedule_fits(in, ul_schedule_demand(in, s, in->type[k].family),
                                  in->type[k].capacity))
                return unfit(c, "has tasks that do not fit on a server");
    return UL_OK;
}

/* Servers are rented from the first arrival on. */
static ul_status add_workers(ul_coaster *c)
{
    const ul_micro from_s = c->in->n_jobs == 0 ? 0 : c->in->job[0].arrival_s;
    for (uint32_t w = 0; w < c->n_kept + c->n_general; w++)
        UL_TRY(ul_coaster_add_worker(c, &(ul_timeline_machine){
            .type = 0, .ordered_s = from_s, .ready_s = from_s, .released_s = -1},
            UL_WORKER_STAYS));
    c->short_room = (size_t)c->n_kept + 1;
    c->short_only = malloc(c->short_room * sizeof *c->short_only);
    UL_NEED(c->short_only);
    for (uint32_t w = 0; w < c->n_kept; w++)
        c->short_only[c->n_short++] = w;
    return ul_long_map_init(&c->map, c->n_general);
}

static ul_status begin(ul_coaster *c)
{
    const ul_schedule *in = c->in;
    UL_TRY(check_types(c));
    UL_TRY(check_jobs(c));
    const uint32_t n = in->type[0].supply[0].count;
    if (n == 0)
        return ul_fail(UL_E_INPUT, "%s: there are no servers: the supply of type '%s' is 0",
                       ul_run_method(c->run)->name, in->type[0].name);
    const double general = c->rules->central ? ul_run_number(c->run, "general") : 100;
    c->n_kept = (uint32_t)((100 - general) * n / 100);
    c->n_general = n - c->n_kept;
    if (c->n_general == 0 && c->rules->central)
        return ul_fail(UL_E_INPUT, "%s: no worker is left that takes long tasks",
                       ul_run_method(c->run)->name);
    UL_TRY(ul_coaster_resize_begin(c));
    c->message_s = in->n_jobs == 0 ? 0 : ul_micro_double(in->job[0].fetch_s) / 2;
    c->n_left = (uint32_t)in->n_tasks;
    c->rng = ul_rng_new_plain((uint32_t)ul_run_seed(c->run));
    c->job = ul_arena_alloc_raw(ul_run_arena(c->run), in->n_jobs, sizeof *c->job);
    c->next_again = ul_arena_alloc_raw(ul_run_arena(c->run), c->revoked_per_s > 0 ? in->n_tasks : 0,
                                       sizeof *c->next_again);
    UL_NEED(c->rng && c->job && c->next_again);
    UL_TRY(ul_schedule_plan_new(in, ul_run_arena(c->run), &c->plan));
    UL_TRY(add_workers(c));
    return push_next_arrival(c);
}

static void clear(ul_coaster *c)
{
    for (size_t w = 0; w < c->n_workers; w++)
        ul_long_view_drop(c->worker[w].view);
    ul_long_map_clear(&c->map);
    ul_rng_free(c->rng);
    ul_rng_free(c->fate);
    free(c->event);
    free(c->probe);
    free(c->worker);
    free(c->short_only);
    free(c->candidate);
    free(c->load);
}

ul_status ul_coaster_run(const ul_schedule *in, ul_run *run, const ul_coaster_rules *rules)
{
    ul_coaster c = {.in = in, .run = run, .listener = ul_run_steps(run), .rules = rules,
                    .unused_probe = UL_COASTER_NONE};
    ul_status status = begin(&c);
    if (status == UL_OK)
        status = live(&c);
    ul_run_knows(run, !rules->central                  ? UL_KNOWS_DEMANDS
                      : ul_schedule_is_estimated(in) ? UL_KNOWS_ESTIMATES
                                                     : UL_KNOWS_RUN_TIMES);
    clear(&c);
    if (status == UL_E_STOPPED)
        return UL_OK;
    UL_TRY(status);
    return ul_run_offer(run, c.plan);
}
