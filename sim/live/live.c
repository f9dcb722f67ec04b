/* The simulator's side of a policy from outside: events are kept until it is asked. */
#include "live.h"

#include <stdio.h>

#include "live_state.h"

enum { answers_max = 10000 }; /* at one instant, each with an effect of its own */
static const double latest_s = 4e12; /* half of what fits into microseconds: its machines and tasks end later */

/* What the simulator is handed as the policy; its state begins with what stands here. */
typedef struct {
    ul_policy policy;
    const ul_schedule *in;
    const ul_live_policy *outside;
    void *context;
    ul_live **live; /* where its state can be found */
} live_policy;

static ul_status note(ul_live *live, ul_live_kind kind, uint32_t task, uint32_t machine)
{
    return ul_live_note(live, (ul_live_event){kind, task, machine, UL_LIVE_NONE, 1});
}

/* ---- what happens ---- */

static ul_status live_arrival(void *self, ul_sim *sim, uint32_t first, uint32_t n)
{
    (void)sim;
    UL_TRY(ul_live_know_tasks(self, first, n));
    return ul_live_note(self, (ul_live_event){UL_LIVE_ARRIVED, first, UL_LIVE_NONE, UL_LIVE_NONE, n});
}

static ul_status live_ready(void *self, ul_sim *sim, uint32_t m)
{
    ul_live *live = self;
    (void)sim;
    UL_TRY(note(live, UL_LIVE_UP, UL_LIVE_NONE, m));
    for (uint32_t task = live->machine[m].first, next; task != UL_SIM_NONE; task = next) {
        next = live->task[task].next;
        UL_TRY(ul_live_carry_out(live, task));
    }
    return UL_OK;
}

static ul_status live_working(void *self, ul_sim *sim, uint32_t task)
{
    (void)sim;
    return ul_live_carry_out(self, task);
}

static ul_status live_left(void *self, ul_sim *sim, uint32_t task, uint32_t m)
{
    (void)sim;
    UL_TRY(note(self, UL_LIVE_LEFT, task, m));
    return ul_live_close(self, m);
}

/* Where it was to move to its place is free again. */
static ul_status live_done(void *self, ul_sim *sim, uint32_t task, uint32_t m)
{
    ul_live *live = self;
    const uint32_t taken = live->task[task].taken;
    (void)sim;
    ul_live_forget(live, task);
    UL_TRY(note(live, UL_LIVE_ENDED, task, m));
    UL_TRY(ul_live_close(live, m));
    if (taken == m)
        return UL_OK;
    ul_live_renew(live, taken);
    return ul_live_close(live, taken);
}

/* Who has another place has left this one; whoever has none waits. */
static ul_status live_cut(void *self, ul_sim *sim, uint32_t task, uint32_t m)
{
    if (ul_sim_state(sim, task) == UL_TASK_LOADING)
        return note(self, UL_LIVE_LEFT, task, m);
    ul_live_forget(self, task);
    return note(self, UL_LIVE_CUT, task, m);
}

/* Who was to come waits again; who was to move there stays where it is. */
static ul_status live_gone(void *self, ul_sim *sim, uint32_t m)
{
    ul_live *live = self;
    while (live->machine[m].first != UL_SIM_NONE) {
        const uint32_t task = live->machine[m].first;
        ul_live_forget(live, task);
        if (ul_sim_state(sim, task) == UL_TASK_WAITING)
            UL_TRY(note(live, UL_LIVE_CUT, task, m));
    }
    return note(live, UL_LIVE_GONE, UL_LIVE_NONE, m);
}

static ul_status live_supply(void *self, ul_sim *sim, uint32_t k)
{
    return ul_live_note(self, (ul_live_event){UL_LIVE_SUPPLY, UL_LIVE_NONE, UL_LIVE_NONE, k,
                                              ul_sim_supply(sim, k)});
}

static ul_status live_timer(void *self, ul_sim *sim, uint64_t tag)
{
    (void)sim;
    (void)tag;
    return note(self, UL_LIVE_WAKE, UL_LIVE_NONE, UL_LIVE_NONE);
}

/* ---- asking ---- */

static void turn_round(ul_live_event *event, size_t n)
{
    for (size_t q = 0; q < n / 2; q++) {
        const ul_live_event kept = event[q];
        event[q] = event[n - 1 - q];
        event[n - 1 - q] = kept;
    }
}

/* Before all else: who acts on the rest shall know them. */
static ul_status note_prices(ul_live *live)
{
    const size_t before = live->n_events;
    for (uint32_t k = 0; live->price != NULL && k < live->in->n_types; k++) {
        const ul_micro price = ul_sim_price(live->sim, k);
        if (price == live->price[k])
            continue;
        live->price[k] = price;
        UL_TRY(ul_live_note(live, (ul_live_event){UL_LIVE_PRICE, UL_LIVE_NONE, UL_LIVE_NONE, k, 1}));
    }
    if (live->n_events > before && before > 0) {
        turn_round(live->event, before);
        turn_round(live->event + before, live->n_events - before);
        turn_round(live->event, live->n_events);
    }
    return UL_OK;
}

/* What orders bring about at once is told at once. */
static ul_status ask(ul_live *live)
{
    ul_live_event *told = live->event;
    const size_t n = live->n_events, room = live->event_room;
    live->event = live->told;
    live->event_room = live->told_room;
    live->n_events = 0;
    live->has_news = false;
    live->told = told;
    live->told_room = room;
    live->is_due = false;
    UL_TRY(live->policy->ask(live->context, live, told, n));
    return live->fault;
}

/* Without rounds it is asked where something has happened that it is told of. */
static ul_status live_round(void *self, ul_sim *sim)
{
    ul_live *live = self;
    if (ul_sim_now(sim) > latest_s)
        return ul_sim_refuse(sim, "the policy lets second %.10g come, and timelines count to %.10g",
                             ul_sim_now(sim), latest_s);
    UL_TRY(note_prices(live));
    if (live->has_news || ul_sim_round_s(sim) > 0)
        UL_TRY(ask(live));
    for (int q = 0; live->has_news || live->is_due; q++) {
        if (q == answers_max)
            return ul_sim_refuse(sim, "the policy makes tasks stop and start without end");
        UL_TRY(ask(live));
    }
    return UL_OK;
}

static ul_status take_prices(ul_live *live)
{
    bool moves = false;
    for (size_t k = 0; k < live->in->n_types; k++)
        moves = moves || live->in->type[k].n_prices > 0;
    if (!moves)
        return UL_OK;
    UL_ALLOC(ul_run_arena(ul_sim_run_of(live->sim)), live->price, live->in->n_types);
    for (uint32_t k = 0; k < live->in->n_types; k++)
        live->price[k] = ul_sim_price(live->sim, k);
    return UL_OK;
}

static ul_status live_start(void *self, ul_sim *sim)
{
    ul_live *live = self;
    const live_policy *policy = (const live_policy *)ul_sim_policy(sim);
    live->sim = sim;
    live->in = policy->in;
    live->policy = policy->outside;
    live->context = policy->context;
    *policy->live = live;
    UL_TRY(take_prices(live));
    if (live->policy->start != NULL)
        UL_TRY(live->policy->start(live->context, live));
    return live->fault;
}

/* However the run ended: a policy whose orders are refused may never come to an end. */
static void note_refused(const ul_live *live, ul_run *run)
{
    char text[600];
    if (live == NULL || live->n_refused == 0)
        return;
    snprintf(text, sizeof text, "orders refused: %llu, the first: %s",
             (unsigned long long)live->n_refused, live->first);
    (void)ul_run_note(run, text);
}

ul_status ul_live_run(const ul_schedule *in, ul_run *run, const ul_live_policy *policy,
                      void *context)
{
    ul_live *live = NULL;
    const live_policy outside = {
        .policy = {.state_size = sizeof(ul_live), .start = live_start, .arrival = live_arrival,
                   .ready = live_ready, .working = live_working, .left = live_left,
                   .done = live_done, .cut = live_cut, .gone = live_gone, .supply = live_supply,
                   .timer = live_timer, .round = live_round,
                   .ends_after_round = true, .told_run_times = true},
        .in = in,
        .outside = policy,
        .context = context,
        .live = &live,
    };
    const ul_status status = ul_sim_run(in, run, &outside.policy);
    note_refused(live, run); /* it is in the run's memory */
    return status;
}
