/* The loop: what happens next, told to the policy, until all is done. */
#include "sim.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sim_state.h"

enum {
    look_every = 256,         /* events between two looks at the deadline */
    round_weighs = 31,        /* as many events: a policy thinks longest in its rounds */
    idle_rounds_max = 10000,  /* without an order, with nothing to come: it waits for ever, */
    priced_rounds_max = 100000, /* or, where a price is still to move, for a better one */
    bytes_a_task = 32 * 1024, /* kept for a simulation of several futures, and taken as it needs them */
    last_rounds_max = 1000,   /* the same after the last task is done */
    vain_rounds_max = 10000,  /* with orders, while nobody ends and nothing is got done */
};

/* ---- what happens ---- */

static ul_status push_next_arrival(ul_sim *sim)
{
    if (sim->next_batch == sim->n_batches)
        return UL_OK;
    const uint32_t first = sim->batch[sim->next_batch++];
    return ul_sim_push(sim, UL_AT_ARRIVAL, ul_micro_double(sim->in->task[first].arrival_s), first,
                       0);
}

/* Tasks of one job that follow each other and arrive together. */
static uint32_t batch_size(const ul_schedule *in, uint32_t first)
{
    uint32_t n = 1;
    while (first + n < in->n_tasks && in->task[first + n].job == in->task[first].job
           && in->task[first + n].arrival_s == in->task[first].arrival_s)
        n++;
    return n;
}

static ul_status arrive(ul_sim *sim, uint32_t first)
{
    const uint32_t n = batch_size(sim->in, first), j = sim->in->task[first].job;
    for (uint32_t i = first; i < first + n; i++)
        sim->task[i].arrived = true;
    sim->n_unfinished += n;
    sim->n_news++;
    sim->job_arrived[j] += n;
    sim->job_left[j] += n;
    if (j >= sim->n_arrived_jobs)
        sim->n_arrived_jobs = j + 1;
    if (sim->policy->arrival != NULL)
        UL_TRY(sim->policy->arrival(sim->self, sim, first, n));
    return push_next_arrival(sim);
}

static ul_status become_ready(ul_sim *sim, uint32_t m)
{
    if (sim->machine[m].state != UL_MACHINE_BOOTING)
        return UL_OK;
    sim->machine[m].state = UL_MACHINE_READY;
    return sim->policy->ready != NULL ? sim->policy->ready(sim->self, sim, m) : UL_OK;
}

static ul_status become_working(ul_sim *sim, uint32_t p)
{
    const uint32_t task = sim->place[p].task;
    if (sim->task[task].at_work != UL_SIM_NONE) /* it ends at this instant where it is */
        return ul_sim_put_off(sim, UL_AT_WORKING, p);
    UL_TRY(ul_sim_begin_work(sim, p));
    return sim->policy->working != NULL ? sim->policy->working(sim->self, sim, task) : UL_OK;
}

static ul_status leave(ul_sim *sim, uint32_t p)
{
    const uint32_t task = sim->place[p].task, m = sim->place[p].machine;
    UL_TRY(ul_sim_leave(sim, p));
    return sim->policy->left != NULL ? sim->policy->left(sim->self, sim, task, m) : UL_OK;
}

/* Where nothing is uploaded the place is free when the task stops. */
static ul_status stop(ul_sim *sim, uint32_t p)
{
    const uint32_t task = sim->place[p].task, m = sim->place[p].machine;
    const uint32_t stay = sim->place[p].version;
    UL_TRY(ul_sim_end_stop(sim, p));
    return sim->place[p].version != stay && sim->policy->left != NULL
               ? sim->policy->left(sim->self, sim, task, m)
               : UL_OK;
}

static bool is_idle(const ul_sim *sim)
{
    return sim->first_up == UL_SIM_NONE && sim->n_unfinished == 0;
}

/* The next round; where nobody is there to be asked about, the first at which somebody is. */
static ul_status push_next_round(ul_sim *sim)
{
    double at = sim->now + sim->round_s;
    const ul_event *next = ul_event_first(&sim->queue);
    if (is_idle(sim) && next != NULL && next->at_s > at)
        at = ceil(next->at_s / sim->round_s) * sim->round_s;
    return ul_sim_push(sim, UL_AT_ROUND, at, 0, 0);
}

/* A policy may move tasks for ever: counts the rounds with orders since a task came or ended.
 * Where work is lost so many are too many; where it is kept, so many in which nothing is got
 * done, as who is moved sooner than he gets going never works. */
static ul_status count_vain(ul_sim *sim)
{
    if (sim->n_left != sim->left_then || sim->n_unfinished != sim->unfinished_then) {
        sim->vain_rounds = 0;
        sim->progress_then = -1;
    } else
        sim->vain_rounds += sim->n_orders != sim->orders_then;
    sim->orders_then = sim->n_orders;
    sim->left_then = sim->n_left;
    sim->unfinished_then = sim->n_unfinished;
    if (sim->vain_rounds < vain_rounds_max)
        return UL_OK;
    const double before = sim->progress_then;
    sim->progress_then = ul_sim_progress(sim);
    sim->vain_rounds = 0;
    return !sim->in->keeps_work
               ? ul_sim_refuse(sim, "work that is cut off is lost here, and tasks are moved for ever")
           : sim->progress_then > before
               ? UL_OK
               : ul_sim_refuse(sim, "tasks are moved for ever: in %d rounds with orders nothing was "
                                    "got done", vain_rounds_max);
}

static bool waits_for_ever(const ul_sim *sim, uint64_t idle)
{
    return sim->n_unfinished > 0 && idle >= idle_rounds_max
           && (idle >= priced_rounds_max || !ul_sim_price_moves(sim));
}

static ul_status ask(ul_sim *sim)
{
    const uint64_t before = sim->n_orders;
    UL_TRY(count_vain(sim));
    UL_TRY(sim->policy->round(sim->self, sim));
    sim->n_handled += round_weighs;
    const uint64_t timers = sim->round_s > 0 ? sim->n_timers : 0;
    sim->idle_rounds = sim->n_orders == before && sim->queue.n == timers ? sim->idle_rounds + 1 : 0;
    return !waits_for_ever(sim, sim->idle_rounds)
               ? UL_OK
               : ul_sim_refuse(sim, "tasks wait, and in %llu rounds no order was carried out",
                               (unsigned long long)sim->idle_rounds);
}

static ul_status round_now(ul_sim *sim)
{
    UL_TRY(ask(sim));
    return push_next_round(sim);
}

static ul_status ring(ul_sim *sim, uint64_t tag)
{
    sim->n_timers--;
    const size_t n_rounds = sim->policy->round != NULL && sim->round_s > 0;
    sim->idle_timers = sim->queue.n == sim->n_timers + n_rounds ? sim->idle_timers + 1 : 0;
    if (waits_for_ever(sim, sim->idle_timers))
        return ul_sim_refuse(sim, "tasks wait, and %llu timers in a row came to nothing",
                             (unsigned long long)sim->idle_timers);
    return sim->policy->timer != NULL ? sim->policy->timer(sim->self, sim, tag) : UL_OK;
}

static bool is_void(const ul_sim *sim, const ul_event *event)
{
    switch (event->kind) {
    case UL_AT_STOPPED:
    case UL_AT_LEFT:
    case UL_AT_WORKING:
        return sim->place[event->tag].version != event->version;
    case UL_AT_DONE:
    case UL_AT_ACTIVE:
        return sim->unit[event->tag].version != event->version;
    default:
        return false;
    }
}

static ul_status handle(ul_sim *sim, const ul_event *event)
{
    const uint32_t index = (uint32_t)event->tag;
    switch ((ul_sim_kind)event->kind) {
    case UL_AT_SUPPLY_UP:
    case UL_AT_SUPPLY_DOWN:
    case UL_AT_TAKEN:
        return ul_sim_change_supply(sim, event->tag, (ul_sim_kind)event->kind);
    case UL_AT_DONE:
        return ul_sim_complete(sim, index);
    case UL_AT_READY:
        return become_ready(sim, index);
    case UL_AT_STOPPED:
        return stop(sim, index);
    case UL_AT_LEFT:
        return leave(sim, index);
    case UL_AT_WORKING:
        return become_working(sim, index);
    case UL_AT_ACTIVE:
        return ul_sim_activate(sim, index);
    case UL_AT_ARRIVAL:
        return arrive(sim, index);
    case UL_AT_TIMER:
        return ring(sim, event->tag);
    case UL_AT_ROUND:
        return round_now(sim);
    case UL_AT_COUNT:
        break;
    }
    return ul_fail(UL_E_INTERNAL, "an event of kind %d", event->kind);
}

/* Everything of one instant, then the rates that follow from it. */
static ul_status live_through(ul_sim *sim)
{
    const ul_event *next = ul_event_first(&sim->queue);
    const double now = next->at_s;
    sim->now = now;
    while (next != NULL && next->at_s == now) {
        const ul_event event = ul_event_pop(&sim->queue);
        if (!is_void(sim, &event))
            UL_TRY(handle(sim, &event));
        next = ul_event_first(&sim->queue);
        if (sim->policy->ranked != NULL
            && (next == NULL || next->at_s != now || next->rank != event.rank))
            UL_TRY(sim->policy->ranked(sim->self, sim, event.rank));
        sim->n_handled++;
    }
    if (sim->round_s == 0 && sim->policy->round != NULL)
        UL_TRY(ask(sim));
    if (sim->policy->settled != NULL)
        UL_TRY(sim->policy->settled(sim->self, sim));
    ul_arena_rewind(sim->scratch, (ul_arena_mark_t){NULL, 0});
    return ul_sim_settle(sim);
}

/* ---- the end ---- */

static bool is_billed(const ul_sim *sim)
{
    for (uint32_t m = sim->first_up; m != UL_SIM_NONE; m = sim->machine[m].next_up)
        if (sim->plan->machine[m].ordered_s
                + sim->in->type[sim->machine[m].type].billed_after_s
            <= ul_sim_micro(sim->now))
            return true;
    return false;
}

/* When the last task is done the policy gives its machines back, in rounds of its own
 * if it likes; what is not billed yet then never will be. */
static bool is_over(const ul_sim *sim)
{
    return sim->n_left == 0
           && (sim->policy->closes_at_end || sim->queue.n == 0 || !is_billed(sim)
               || sim->idle_rounds > last_rounds_max || sim->idle_timers > last_rounds_max);
}

static ul_status close_all(ul_sim *sim)
{
    while (sim->first_up != UL_SIM_NONE)
        UL_TRY(ul_sim_close_machine(sim, sim->first_up));
    return UL_OK;
}

ul_status ul_sim_live(ul_sim *sim, uint64_t news, bool *over)
{
    while (!(*over = is_over(sim)) && sim->n_news < news) {
        if (sim->queue.n == 0)
            return ul_sim_refuse(sim, "nothing happens any more and %u tasks are not done",
                                 sim->n_left);
        UL_TRY(live_through(sim));
        if (sim->refused)
            return UL_E_INTERNAL; /* a look at the future; the sentence is there */
        if (sim->n_handled >= sim->look_at) {
            sim->look_at = sim->n_handled + look_every;
            ul_run_progress(sim->run, "simulated %.1f days, %zu of %zu tasks done",
                            sim->now / 86400, sim->in->n_tasks - sim->n_left, sim->in->n_tasks);
            UL_TRY(ul_sim_go_on(sim));
        }
    }
    return UL_OK;
}

ul_status ul_sim_live_out(ul_sim *sim)
{
    bool over;
    UL_TRY(ul_sim_live(sim, UINT64_MAX, &over));
    if (!sim->policy->closes_at_end)
        sim->now = fmax(sim->now, sim->gone_s); /* the first second of which nothing is billed */
    UL_TRY(close_all(sim));
    return sim->policy->end != NULL ? sim->policy->end(sim->self, sim) : UL_OK;
}

/* ---- the beginning ---- */

typedef struct {
    ul_micro arrival_s;
    uint32_t first;
} batch_at;

static int by_arrival(const void *a, const void *b)
{
    const batch_at *x = a, *y = b;
    UL_LOWER_FIRST(x->arrival_s, y->arrival_s);
    return x->first < y->first ? -1 : x->first > y->first;
}

static ul_status sort_arrivals(ul_sim *sim)
{
    const ul_schedule *in = sim->in;
    batch_at *batch = malloc(in->n_tasks * sizeof *batch + 1);
    UL_NEED(batch);
    for (uint32_t i = 0; i < in->n_tasks; i += batch_size(in, i))
        batch[sim->n_batches++] = (batch_at){in->task[i].arrival_s, i};
    qsort(batch, sim->n_batches, sizeof *batch, by_arrival);
    sim->batch = ul_arena_alloc_raw(sim->arena, sim->n_batches, sizeof *sim->batch);
    for (size_t q = 0; sim->batch != NULL && q < sim->n_batches; q++)
        sim->batch[q] = batch[q].first;
    free(batch);
    return sim->batch == NULL ? ul_no_memory() : UL_OK;
}

/* The part of a workload's name before its variant, as throughput records have it. */
static int compare_base(const char *a, const char *b)
{
    const size_t m = strcspn(a, "["), n = strcspn(b, "[");
    const int order = memcmp(a, b, m < n ? m : n);
    return order != 0 ? order : (m > n) - (m < n);
}

typedef struct {
    const char *name;
    uint32_t index;
} named;

static int by_base(const void *a, const void *b)
{
    return compare_base(((const named *)a)->name, ((const named *)b)->name);
}

/* Equal ranks where records make no difference. */
static ul_status rank_workloads(ul_sim *sim)
{
    const ul_schedule *in = sim->in;
    named *name = malloc(in->n_workloads * sizeof *name + 1);
    UL_NEED(name);
    for (uint32_t w = 0; w < in->n_workloads; w++)
        name[w] = (named){in->workload[w], w};
    qsort(name, in->n_workloads, sizeof *name, by_base);
    for (size_t q = 0; q < in->n_workloads; q++)
        sim->workload_rank[name[q].index] =
            q > 0 && by_base(&name[q - 1], &name[q]) == 0
                ? sim->workload_rank[name[q - 1].index]
                : (uint32_t)q;
    free(name);
    return UL_OK;
}

static ul_status take_memory(ul_sim *sim)
{
    const ul_schedule *in = sim->in;
    ul_arena *arena = sim->arena;
    sim->task = ul_arena_alloc(arena, in->n_tasks, sizeof *sim->task);
    sim->unit = ul_arena_alloc(arena, in->n_tasks, sizeof *sim->unit);
    sim->job_left = ul_arena_alloc(arena, in->n_jobs, sizeof *sim->job_left);
    sim->job_arrived = ul_arena_alloc(arena, in->n_jobs, sizeof *sim->job_arrived);
    sim->type = ul_arena_alloc(arena, in->n_types, sizeof *sim->type);
    sim->n_up = ul_arena_alloc(arena, in->n_types, sizeof *sim->n_up);
    sim->supply = ul_arena_alloc(arena, in->n_types, sizeof *sim->supply);
    sim->taken = ul_arena_alloc(arena, in->n_types, sizeof *sim->taken);
    sim->workload_rank = ul_arena_alloc(arena, in->n_workloads, sizeof *sim->workload_rank);
    sim->self = ul_arena_alloc(arena, 1, sim->policy->state_size + 1);
    UL_NEED(sim->task && sim->unit && sim->job_left && sim->job_arrived && sim->type
            && sim->n_up && sim->supply && sim->taken && sim->workload_rank && sim->self);
    return ul_schedule_plan_new(in, arena, &sim->plan);
}

ul_status ul_sim_begin(ul_sim *sim)
{
    const ul_schedule *in = sim->in;
    if (sim->policy->futures > 1)
        UL_TRY(ul_arena_reserve(sim->arena, (in->n_tasks + 1024) * bytes_a_task, &sim->block));
    UL_TRY(take_memory(sim));
    for (unsigned q = 0; q < UL_AT_COUNT; q++)
        sim->rank[q] = sim->policy->rank != NULL ? sim->policy->rank[q] : (unsigned char)q;
    for (size_t i = 0; i < in->n_tasks; i++)
        sim->task[i].place = sim->task[i].at_work = sim->task[i].last_stay = UL_SIM_NONE;
    for (size_t k = 0; k < in->n_types; k++) {
        sim->type[k] = in->type[k];
        sim->type[k].n_prices = 0;
        sim->type[k].moving_price = NULL;
    }
    sim->n_left = (uint32_t)in->n_tasks;
    sim->is_estimated = ul_schedule_is_estimated(in);
    sim->round_s = ul_micro_double(in->round_s);
    UL_TRY(rank_workloads(sim));
    UL_TRY(sort_arrivals(sim));
    UL_TRY(ul_sim_begin_physics(sim));
    UL_TRY(push_next_arrival(sim));
    if (sim->policy->start != NULL)
        UL_TRY(sim->policy->start(sim->self, sim));
    if (sim->policy->ends_after_round && sim->round_s > 0)
        sim->rank[UL_AT_DONE] = UL_AT_COUNT;
    return sim->policy->round != NULL && sim->round_s > 0 ? ul_sim_push(sim, UL_AT_ROUND, 0, 0, 0)
                                                          : UL_OK;
}
