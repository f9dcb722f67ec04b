#include "stratus_world.h"

#include <math.h>
#include <stdio.h>

/* What the simulator is handed as the policy: its state begins with these. */
typedef struct {
    ul_policy policy;
    ul_stratus_rules rules;
} stratus_policy;

static ul_status add_pending(ul_stratus *s, uint32_t task)
{
    UL_MORE(ul_run_arena(ul_sim_run_of(s->sim)), s->pending, s->n_pending, s->pending_room);
    s->pending[s->n_pending++] = task;
    return UL_OK;
}

/* A task that was promised to a machine goes there no more. */
static ul_status forget_promise(ul_stratus *s, uint32_t task)
{
    const uint32_t m = s->task[task].awaits;
    if (m == UL_SIM_NONE)
        return UL_OK;
    s->task[task].awaits = UL_SIM_NONE;
    s->machine[m].n_awaited--;
    return ul_stratus_leave_idle(s, m);
}

/* ---- what happens ---- */

static ul_status stratus_arrival(void *self, ul_sim *sim, uint32_t first, uint32_t n)
{
    ul_stratus *s = self;
    (void)sim;
    for (uint32_t task = first; task < first + n; task++) {
        UL_MORE(ul_run_arena(ul_sim_run_of(s->sim)), s->task, task, s->task_room);
        s->task[task].awaits = UL_SIM_NONE;
        UL_TRY(add_pending(s, task));
    }
    return UL_OK;
}

static ul_status stratus_ready(void *self, ul_sim *sim, uint32_t m)
{
    ul_stratus *s = self;
    (void)sim;
    for (uint32_t task = s->machine[m].first, next; task != UL_SIM_NONE; task = next) {
        next = s->task[task].next;
        if (s->task[task].awaits != m)
            continue;
        s->task[task].awaits = UL_SIM_NONE;
        s->machine[m].n_awaited--;
        UL_TRY(ul_stratus_await(s, task, m));
    }
    return UL_OK;
}

static ul_status stratus_left(void *self, ul_sim *sim, uint32_t task, uint32_t m)
{
    (void)sim;
    (void)task;
    return ul_stratus_leave_idle(self, m);
}

static ul_status stratus_done(void *self, ul_sim *sim, uint32_t task, uint32_t m)
{
    (void)sim;
    UL_TRY(forget_promise(self, task));
    return ul_stratus_leave_idle(self, m);
}

/* The world took a machine: who was on it, or was to come, waits again. */
static ul_status stratus_cut(void *self, ul_sim *sim, uint32_t task, uint32_t m)
{
    ul_stratus *s = self;
    (void)m;
    if (ul_sim_state(sim, task) != UL_TASK_WAITING || s->task[task].awaits != UL_SIM_NONE)
        return UL_OK;
    return add_pending(s, task);
}

static ul_status stratus_gone(void *self, ul_sim *sim, uint32_t m)
{
    ul_stratus *s = self;
    for (uint32_t task = s->machine[m].first; task != UL_SIM_NONE; task = s->task[task].next) {
        if (s->task[task].awaits != m)
            continue;
        s->task[task].awaits = UL_SIM_NONE;
        if (ul_sim_state(sim, task) == UL_TASK_WAITING)
            UL_TRY(add_pending(s, task));
        else
            s->machine[ul_sim_machine_of(sim, task)].left = false;
    }
    s->machine[m].n_awaited = 0;
    return UL_OK;
}

/* ---- a scheduling event ---- */

static void look_at_prices(ul_stratus *s)
{
    for (uint32_t k = 0; k < s->n_types; k++) {
        s->price[k] = ul_sim_price(s->sim, k);
        s->prices_moved = s->prices_moved || s->price[k] != s->first_price[k];
    }
}

static double machine_remaining_s(ul_stratus *s, uint32_t m)
{
    double most = 0;
    for (uint32_t p = ul_sim_first(s->sim, m); p != UL_SIM_NONE; p = ul_sim_next(s->sim, p))
        most = fmax(most, ul_stratus_remaining_s(s, ul_sim_task_at(s->sim, p)));
    return most;
}

static ul_status add_host(ul_stratus *s, uint32_t m)
{
    ul_stratus_host *host = &s->host[s->n_hosts++];
    *host = (ul_stratus_host){
        .machine = m,
        .family = (uint32_t)ul_sim_type(s->sim, ul_sim_machine_type(s->sim, m))->family,
        .free = ul_arena_alloc_raw(ul_sim_scratch(s->sim), s->n_resources, sizeof *host->free)};
    UL_NEED(host->free);
    for (size_t r = 0; r < s->n_resources; r++)
        host->free[r] = ul_sim_free(s->sim, m)[r];
    if (s->rules.packing == UL_STRATUS_RUNTIME)
        ul_stratus_set_remaining(host, machine_remaining_s(s, m));
    return UL_OK;
}

/* Machines that are ready and not to be left, with the tasks on their way counted in. */
static ul_status gather_hosts(ul_stratus *s)
{
    size_t n = 0;
    for (uint32_t m = ul_sim_first_up(s->sim); m != UL_SIM_NONE; m = ul_sim_next_up(s->sim, m))
        n++;
    s->n_hosts = 0;
    UL_ALLOC_RAW(ul_sim_scratch(s->sim), s->host, n);
    for (uint32_t m = ul_sim_first_up(s->sim), next; m != UL_SIM_NONE; m = next) {
        next = ul_sim_next_up(s->sim, m);
        if (ul_sim_n_on(s->sim, m) == 0)
            UL_TRY(ul_stratus_leave_idle(s, m));
        else if (ul_sim_machine_state(s->sim, m) == UL_MACHINE_READY && !s->machine[m].left)
            UL_TRY(add_host(s, m));
    }
    return UL_OK;
}

static ul_status stratus_round(void *self, ul_sim *sim)
{
    ul_stratus *s = self;
    const ul_stratus_rules *rules = &s->rules;
    (void)sim;
    s->event++;
    look_at_prices(s);
    const bool hops = rules->hops && s->prices_moved;
    const bool packs = rules->packing != UL_STRATUS_ALONE && s->n_pending > 0;
    if (packs || rules->clears || hops)
        UL_TRY(gather_hosts(s));
    if (packs)
        UL_TRY(ul_stratus_pack(s));
    if (s->n_pending > 0)
        UL_TRY(ul_stratus_scale(s));
    if (rules->clears)
        UL_TRY(ul_stratus_clear(s));
    return hops ? ul_stratus_hop(s) : UL_OK;
}

static ul_status stratus_end(void *self, ul_sim *sim)
{
    const ul_stratus *s = self;
    char note[80];
    if (!s->rules.clears && s->n_hops == 0)
        return UL_OK;
    snprintf(note, sizeof note, "%zu machines cleared, %zu exchanged for cheaper ones",
             s->n_cleared, s->n_hops);
    return ul_run_note(ul_sim_run_of(sim), note);
}

/* ---- the beginning ---- */

static ul_status measure_types(ul_stratus *s)
{
    ul_arena *arena = ul_run_arena(ul_sim_run_of(s->sim));
    UL_ALLOC(arena, s->unit, s->n_resources);
    UL_ALLOC(arena, s->largest, s->n_resources);
    UL_ALLOC(arena, s->price, s->n_types);
    UL_ALLOC(arena, s->first_price, s->n_types);
    for (uint32_t k = 0; k < s->n_types; k++) {
        const ul_micro *capacity = ul_sim_type(s->sim, k)->capacity;
        s->first_price[k] = ul_sim_price(s->sim, k);
        for (size_t r = 0; r < s->n_resources; r++) {
            if (capacity[r] > 0 && (s->unit[r] == 0 || capacity[r] < s->unit[r]))
                s->unit[r] = capacity[r];
            if (capacity[r] > s->largest[r])
                s->largest[r] = capacity[r];
        }
    }
    for (size_t r = 0; r < s->n_resources; r++)
        if (s->unit[r] == 0)
            s->unit[r] = s->largest[r] = 1; /* no type has it, so no task uses it */
    return UL_OK;
}

static ul_status stratus_start(void *self, ul_sim *sim)
{
    ul_stratus *s = self;
    s->sim = sim;
    s->rules = ((const stratus_policy *)ul_sim_policy(sim))->rules;
    s->n_resources = ul_sim_n_resources(sim);
    s->n_types = ul_sim_n_types(sim);
    UL_TRY(measure_types(s));
    const double interval = ul_run_number(ul_sim_run_of(sim), "interval");
    return interval > 0 ? ul_sim_every(sim, interval) : UL_OK;
}

/* Tasks end, machines are ready, moves are over; then the event sees all of it. */
ul_status ul_stratus_run(const ul_schedule *in, ul_run *run, const ul_stratus_rules *rules)
{
    const stratus_policy policy = {
        .policy = {.state_size = sizeof(ul_stratus), .start = stratus_start,
                   .arrival = stratus_arrival, .ready = stratus_ready, .left = stratus_left,
                   .done = stratus_done, .cut = stratus_cut, .gone = stratus_gone,
                   .round = stratus_round, .end = stratus_end, .by_number = true,
                   .told_run_times = rules->told},
        .rules = *rules,
    };
    return ul_sim_run(in, run, &policy.policy);
}
