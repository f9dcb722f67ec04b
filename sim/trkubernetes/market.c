/* Batch on machines of its own (TR-Kubernetes, Figure 18): every task starts when it
 * comes, on demand or on transient machines.
 *
 * Both rent the type that is cheapest per unit of the first resource among those that
 * hold the task: on demand of the types without a supply, transient of those that have
 * one, a price, and are up. A task takes the machine of that type
 * with the least room that is enough, or a new one; a machine with nobody on it is given
 * back at once. When a transient type goes down its tasks start again, on another one.
 *
 * O(machines that exist) a task.
 */
#include "batch_queue.h"

typedef struct {
    ul_batch_queue queue;
    uint32_t *waiting; /* by machine: the task it was rented for */
    size_t waiting_room;
    uint32_t *left; /* machines that somebody left in this instant */
    size_t n_left, left_room;
} market;

static bool is_transient(const ul_sim *sim);

/* Whether a type is for this policy, and can be had now. */
static bool is_offered(const ul_sim *sim, uint32_t k)
{
    const uint32_t supply = ul_sim_supply(sim, k);
    return is_transient(sim) ? supply != UL_SIM_NONE && ul_sim_price(sim, k) > 0
                                   && ul_sim_n_up(sim, k) < supply
                             : supply == UL_SIM_NONE;
}

static bool holds(ul_sim *sim, uint32_t k, uint32_t task)
{
    const ul_micro *need = ul_sim_need(sim, task, k), *has = ul_sim_type(sim, k)->capacity;
    for (size_t r = 0; r < ul_sim_n_resources(sim); r++)
        if (need[r] > has[r])
            return false;
    return true;
}

/* The cheapest per unit; UL_SIM_NONE while there is none. */
static uint32_t cheapest_now(ul_sim *sim, uint32_t task)
{
    uint32_t best = UL_SIM_NONE;
    for (uint32_t k = 0; k < ul_sim_n_types(sim); k++) {
        if (!is_offered(sim, k) || !holds(sim, k, task))
            continue;
        if (best == UL_SIM_NONE
            || (ul_cost)ul_sim_price(sim, k) * ul_sim_type(sim, best)->capacity[0]
                   < (ul_cost)ul_sim_price(sim, best) * ul_sim_type(sim, k)->capacity[0])
            best = k;
    }
    return best;
}

/* Of the type's machines the one with the least room that is enough, or UL_SIM_NONE. */
static uint32_t find_room(ul_sim *sim, uint32_t k, uint32_t task)
{
    uint32_t best = UL_SIM_NONE;
    for (uint32_t m = ul_sim_first_up(sim); m != UL_SIM_NONE; m = ul_sim_next_up(sim, m))
        if (ul_sim_machine_type(sim, m) == k && ul_sim_machine_state(sim, m) == UL_MACHINE_READY
            && ul_sim_fits(sim, m, task)
            && (best == UL_SIM_NONE || ul_sim_free(sim, m)[0] < ul_sim_free(sim, best)[0]))
            best = m;
    return best;
}

static ul_status rent_for(market *self, ul_sim *sim, uint32_t k, uint32_t task)
{
    uint32_t m;
    UL_TRY(ul_sim_rent(sim, k, 1, &m));
    UL_SIM_TELL(sim, .kind = UL_STEP_OPEN, .bin = m, .type = k, .task = task,
                .why = " for {task}: of the types that can be had and hold it, the cheapest for its "
                       "{resource}");
    UL_MORE(ul_run_arena(ul_sim_run_of(sim)), self->waiting, m, self->waiting_room);
    self->waiting[m] = task;
    return ul_sim_machine_state(sim, m) == UL_MACHINE_READY ? ul_sim_place(sim, task, m) : UL_OK;
}

static ul_status market_arrival(void *state, ul_sim *sim, uint32_t first, uint32_t n)
{
    market *self = state;
    for (uint32_t task = first; task < first + n; task++)
        UL_TRY(ul_batch_queue_push(&self->queue, sim, task));
    return UL_OK;
}

static ul_status market_ready(void *state, ul_sim *sim, uint32_t machine)
{
    const market *self = state;
    return ul_sim_place(sim, self->waiting[machine], machine);
}

static ul_status market_done(void *state, ul_sim *sim, uint32_t task, uint32_t machine)
{
    market *self = state;
    (void)task;
    UL_MORE(ul_run_arena(ul_sim_run_of(sim)), self->left, self->n_left, self->left_room);
    self->left[self->n_left++] = machine;
    return UL_OK;
}

static ul_status market_cut(void *state, ul_sim *sim, uint32_t task, uint32_t machine)
{
    market *self = state;
    (void)machine;
    return ul_batch_queue_push(&self->queue, sim, task);
}

static ul_status market_settled(void *state, ul_sim *sim)
{
    market *self = state;
    while (self->queue.n > 0) {
        const uint32_t task = self->queue.heap[0].task, k = cheapest_now(sim, task);
        if (k == UL_SIM_NONE)
            break; /* nothing is up: what comes up next is for all */
        const uint32_t m = find_room(sim, k, task);
        ul_batch_queue_pop(&self->queue);
        if (m == UL_SIM_NONE) {
            UL_TRY(rent_for(self, sim, k, task));
            continue;
        }
        UL_SIM_TELL(sim, .kind = UL_STEP_PUT, .why = UL_WHY_TIGHT, .bin = m, .task = task);
        UL_TRY(ul_sim_place(sim, task, m));
    }
    for (; self->n_left > 0; self->n_left--) {
        const uint32_t m = self->left[self->n_left - 1];
        if (ul_sim_machine_state(sim, m) != UL_MACHINE_READY || ul_sim_n_on(sim, m) > 0)
            continue;
        UL_SIM_TELL(sim, .kind = UL_STEP_EMPTY, .why = UL_WHY_UNUSED, .bin = m);
        UL_TRY(ul_sim_release(sim, m));
    }
    return UL_OK;
}

static const ul_policy on_demand = {
    .state_size = sizeof(market),
    .arrival = market_arrival,
    .ready = market_ready,
    .done = market_done,
    .cut = market_cut,
    .settled = market_settled,
};

static const ul_policy transient = {
    .state_size = sizeof(market),
    .arrival = market_arrival,
    .ready = market_ready,
    .done = market_done,
    .cut = market_cut,
    .settled = market_settled,
    .loses_cut = true,
};

static bool is_transient(const ul_sim *sim)
{
    return ul_sim_policy(sim) == &transient;
}

static ul_status on_demand_schedule(const ul_schedule *in, ul_run *run)
{
    return ul_sim_run(in, run, &on_demand);
}

static ul_status transient_schedule(const ul_schedule *in, ul_run *run)
{
    bool offered = false;
    for (size_t k = 0; k < in->n_types; k++)
        offered = offered || (in->type[k].n_supplies > 0 && in->type[k].price > 0);
    if (!offered)
        return ul_fail(UL_E_INPUT, "%s has no transient machines: no type with a supply and a price",
                       in->name);
    return ul_sim_run(in, run, &transient);
}

const ul_method ul_method_on_demand_schedule = {
    .name = "on-demand",
    .brief = "every task starts when it comes, on machines rented for it",
    .paper = "TR-Kubernetes, Figure 18",
    .traits = UL_CONSTRUCTIVE,
    .schedule = on_demand_schedule,
};

const ul_method ul_method_transient_on_demand = {
    .name = "transient-on-demand",
    .brief = "every task starts when it comes, on the cheapest transient type that is up",
    .paper = "TR-Kubernetes, Figure 18",
    .traits = UL_CONSTRUCTIVE | UL_OPTIONAL,
    .schedule = transient_schedule,
};
