/* Batch on the excess of a pool (TR-Kubernetes, Sections 4 and 5.3): services hold what
 * they need, tasks run on the machines that are left, at no cost, first come first
 * served; who comes first blocks those behind it.
 *
 * The pool's machines are those of types with a supply and the price 0, in file order;
 * of one type the services hold the machines ordered last. The next task takes the
 * machine with the least room that is enough for it; where none has enough, the
 * largest empty one, on which it is slower. When a type goes down its tasks start
 * again, in the place of the queue they had; with checkpoints they sleep and go on
 * when their machine comes back. A machine that services take loses its tasks either
 * way: it was not revoked, and does not save them.
 *
 * O(machines of the pool) a task placed and an instant with tasks waiting.
 */
#include <string.h>

#include "batch_queue.h"

enum { CPU = 0 }; /* the resource that counts */

/* A machine of the pool, by type and by its order of coming; it may be down. */
typedef struct {
    uint32_t machine;
    uint32_t asleep; /* the first of the tasks that wait for it */
} slot;

typedef struct {
    uint32_t type;
    slot *slot;
    size_t n_slots; /* ever seen; those that are there are the first ul_sim_n_up() */
    size_t room;
} pool;

typedef struct {
    pool *pool;
    size_t n_pools;
    ul_batch_queue queue;
    uint32_t *next_asleep; /* by task: the next with the same machine */
    size_t asleep_room;
    bool checkpoints;
} excess;

static ul_status excess_start(void *state, ul_sim *sim)
{
    excess *self = state;
    ul_run *run = ul_sim_run_of(sim);
    self->checkpoints = ul_run_choice_is(run, "checkpoints", "yes");
    UL_ALLOC(ul_run_arena(run), self->pool, ul_sim_n_types(sim));
    for (uint32_t k = 0; k < ul_sim_n_types(sim); k++)
        if (ul_sim_supply(sim, k) != UL_SIM_NONE && ul_sim_price(sim, k) == 0)
            self->pool[self->n_pools++].type = k;
    return UL_OK;
}

static ul_status excess_arrival(void *state, ul_sim *sim, uint32_t first, uint32_t n)
{
    excess *self = state;
    for (uint32_t task = first; task < first + n; task++)
        UL_TRY(ul_batch_queue_push(&self->queue, sim, task));
    return UL_OK;
}

/* ---- machines that come and go ---- */

static slot *slot_of(const excess *self, const ul_sim *sim, uint32_t machine)
{
    for (size_t p = 0; p < self->n_pools; p++) {
        const pool *in = &self->pool[p];
        for (size_t q = 0; in->type == ul_sim_machine_type(sim, machine) && q < in->n_slots; q++)
            if (in->slot[q].machine == machine)
                return &in->slot[q];
    }
    return NULL;
}

static ul_status fall_asleep(excess *self, ul_sim *sim, uint32_t task, uint32_t machine)
{
    UL_MORE(ul_run_arena(ul_sim_run_of(sim)), self->next_asleep, task, self->asleep_room);
    slot *s = slot_of(self, sim, machine);
    self->next_asleep[task] = s->asleep;
    s->asleep = task;
    return UL_OK;
}

/* Of a task that services drove out nothing is left; what is left of one whose machine
 * went down is its checkpoint. */
static ul_status excess_cut(void *state, ul_sim *sim, uint32_t task, uint32_t machine)
{
    excess *self = state;
    return self->checkpoints && ul_sim_worked_s(sim, task) > 0
               ? fall_asleep(self, sim, task, machine)
               : ul_batch_queue_push(&self->queue, sim, task);
}

/* The tasks that wait for a machine go on there, if it is back. */
static ul_status wake(excess *self, ul_sim *sim, slot *s, bool is_back)
{
    uint32_t task = s->asleep;
    s->asleep = UL_SIM_NONE;
    while (task != UL_SIM_NONE) {
        const uint32_t next = self->next_asleep[task];
        if (is_back) {
            UL_SIM_TELL(sim, .kind = UL_STEP_PUT, .bin = s->machine, .task = task,
                        .why = ": the machine on which it slept is back");
            UL_TRY(ul_sim_place(sim, task, s->machine));
        } else {
            UL_TRY(ul_sim_forget(sim, task));
            UL_TRY(ul_batch_queue_push(&self->queue, sim, task));
        }
        task = next;
    }
    return UL_OK;
}

static ul_status add_slots(pool *in, ul_sim *sim, size_t n)
{
    UL_MORE(ul_run_arena(ul_sim_run_of(sim)), in->slot, n, in->room);
    for (; in->n_slots < n; in->n_slots++)
        in->slot[in->n_slots] = (slot){UL_SIM_NONE, UL_SIM_NONE};
    return UL_OK;
}

/* Takes what there is of a type. Whoever slept on a machine that services have now,
 * while the type is up, starts again. */
static ul_status take_pool(excess *self, ul_sim *sim, pool *in)
{
    const uint32_t supply = ul_sim_supply(sim, in->type);
    uint32_t n = ul_sim_n_up(sim, in->type);
    UL_TRY(add_slots(in, sim, supply));
    for (; n < supply; n++) {
        UL_TRY(ul_sim_rent(sim, in->type, 1, &in->slot[n].machine));
        UL_TRY(wake(self, sim, &in->slot[n], true));
    }
    for (size_t q = supply; q < in->n_slots && supply + ul_sim_taken(sim, in->type) > 0; q++)
        UL_TRY(wake(self, sim, &in->slot[q], false));
    return UL_OK;
}

/* ---- placing ---- */

typedef struct {
    uint32_t machine;
    bool whole;    /* as fast as ever */
    ul_micro room; /* of the machine */
} choice;

/* Whole before stretched; of the former the least room, of the latter the most; else
 * who was found first. */
static bool is_better(const choice *a, const choice *b)
{
    if (b->machine == UL_SIM_NONE || a->whole != b->whole)
        return b->machine == UL_SIM_NONE || a->whole;
    return a->whole ? a->room < b->room : a->room > b->room;
}

static void look_at(const pool *in, ul_sim *sim, uint32_t task, choice *best)
{
    const bool whole = ul_sim_speed(sim, task, in->type) == 1;
    const ul_micro need = ul_sim_need(sim, task, in->type)[CPU];
    for (size_t q = ul_sim_n_up(sim, in->type); q-- > 0;) { /* ordered last: first of the pool */
        const uint32_t m = in->slot[q].machine;
        const choice here = {m, whole, ul_sim_free(sim, m)[CPU]};
        if (here.room >= need && is_better(&here, best) && ul_sim_fits(sim, m, task))
            *best = here;
    }
}

static const char stretched[] = ": nowhere is room enough, so it takes the largest empty machine, at {its speed}";

static ul_status place_waiting(excess *self, ul_sim *sim)
{
    while (self->queue.n > 0) {
        const uint32_t task = self->queue.heap[0].task;
        choice best = {UL_SIM_NONE, false, 0};
        for (size_t p = 0; p < self->n_pools; p++)
            look_at(&self->pool[p], sim, task, &best);
        if (best.machine == UL_SIM_NONE)
            return UL_OK;
        ul_batch_queue_pop(&self->queue);
        UL_SIM_TELL(sim, .kind = UL_STEP_PUT, .bin = best.machine, .task = task,
                    .why = best.whole ? UL_WHY_TIGHT : stretched,
                    .share = ul_sim_speed(sim, task, ul_sim_machine_type(sim, best.machine)));
        UL_TRY(ul_sim_place(sim, task, best.machine));
    }
    return UL_OK;
}

static ul_status excess_settled(void *state, ul_sim *sim)
{
    excess *self = state;
    for (size_t p = 0; p < self->n_pools; p++)
        UL_TRY(take_pool(self, sim, &self->pool[p]));
    return place_waiting(self, sim);
}

static const ul_policy restarting = {
    .state_size = sizeof(excess),
    .start = excess_start,
    .arrival = excess_arrival,
    .cut = excess_cut,
    .settled = excess_settled,
    .closes_at_end = true,
    .loses_cut = true,
};

static const ul_policy sleeping = {
    .state_size = sizeof(excess),
    .start = excess_start,
    .arrival = excess_arrival,
    .cut = excess_cut,
    .settled = excess_settled,
    .closes_at_end = true,
};

static ul_status check_world(const ul_schedule *in, bool checkpoints)
{
    bool has_pool = false;
    for (size_t k = 0; k < in->n_types; k++)
        has_pool = has_pool || (in->type[k].n_supplies > 0 && in->type[k].price == 0);
    if (!has_pool)
        return ul_fail(UL_E_INPUT, "%s has no pool: no type with a supply and the price 0",
                       in->name);
    for (size_t j = 0; j < in->n_jobs; j++)
        if (in->job[j].gang && in->job[j].n_tasks > 1)
            return ul_fail(UL_E_INPUT, "the tasks of job '%s' start together; on an excess each "
                                       "starts when there is room", in->job[j].name);
    if (checkpoints && !in->keeps_work)
        return ul_fail(UL_E_INPUT, "in %s what is cut off is lost: there are no checkpoints",
                       in->name);
    return UL_OK;
}

static ul_status excess_schedule(const ul_schedule *in, ul_run *run)
{
    const bool checkpoints = ul_run_choice_is(run, "checkpoints", "yes");
    UL_TRY(check_world(in, checkpoints));
    return ul_sim_run(in, run, checkpoints ? &sleeping : &restarting);
}

static const ul_param param[] = {
    UL_CHOICE("checkpoints", "no", "whether tasks on machines that go down sleep until they are "
              "back", "no|yes"),
    {0},
};

const ul_method ul_method_excess = {
    .name = "excess",
    .brief = "batch on what services leave of a pool, first come first served",
    .paper = "TR-Kubernetes, Section 4",
    .traits = UL_CONSTRUCTIVE | UL_OPTIONAL,
    .param = param,
    .schedule = excess_schedule,
};
