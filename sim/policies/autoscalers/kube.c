#include "kube.h"

#include <math.h>
#include <string.h>

static const ul_micro *demand(const void *in, size_t task, size_t family)
{
    return ul_sim_demand(((const ul_kube *)in)->sim, (uint32_t)task, (uint32_t)family);
}

ul_status ul_kube_start(ul_kube *kube, ul_sim *sim)
{
    ul_cluster_world *world = &kube->world;
    const char **resource;
    kube->sim = sim;
    kube->arena = ul_run_arena(ul_sim_run_of(sim));
    *world = (ul_cluster_world){.n_types = ul_sim_n_types(sim), .n_resources = ul_sim_n_resources(sim),
                                .n_families = ul_sim_n_families(sim), .in = kube, .demand = demand};
    UL_ALLOC_RAW(kube->arena, world->type, world->n_types);
    for (uint32_t k = 0; k < world->n_types; k++) {
        const ul_schedule_type *type = ul_sim_type(sim, k);
        world->type[k] = (ul_node_type){.name = type->name, .capacity = type->capacity,
                                        .family = type->family};
    }
    UL_ALLOC_RAW(kube->arena, resource, world->n_resources);
    for (size_t r = 0; r < world->n_resources; r++)
        resource[r] = ul_sim_resource(sim, r);
    ul_cluster_name_resources(world, resource);
    return UL_OK;
}

static bool comes_before(ul_sim *sim, uint32_t task, uint32_t other)
{
    const uint32_t a = ul_sim_job_of_task(sim, task), b = ul_sim_job_of_task(sim, other);
    const int order = a == b ? 0 : strverscmp(ul_sim_job_of(sim, a).name, ul_sim_job_of(sim, b).name);
    return order != 0 ? order < 0 : task < other;
}

/* ---- promises ---- */

static ul_status make_room(ul_kube *kube, uint32_t task)
{
    const size_t before = kube->task_room;
    UL_MORE(kube->arena, kube->promised, task, kube->task_room);
    for (size_t i = before; i < kube->task_room; i++)
        kube->promised[i] = UL_SIM_NONE;
    return UL_OK;
}

static void hold(ul_kube *kube, uint32_t task, uint32_t m, int sign)
{
    const ul_micro *need = ul_sim_need(kube->sim, task, ul_sim_machine_type(kube->sim, m));
    for (size_t r = 0; r < kube->world.n_resources; r++)
        kube->machine[m].promised[r] += sign * need[r];
    kube->machine[m].n_promised += sign > 0 ? 1 : -1U;
    kube->promised[task] = sign > 0 ? m : UL_SIM_NONE;
}

ul_status ul_kube_promise(ul_kube *kube, uint32_t task, uint32_t m)
{
    if (kube->machine[m].promised == NULL)
        UL_ALLOC(kube->arena, kube->machine[m].promised, kube->world.n_resources);
    hold(kube, task, m, 1);
    kube->machine[m].since_s = ul_sim_now(kube->sim);
    return UL_OK;
}

static void forget_promise(ul_kube *kube, uint32_t task)
{
    if (kube->promised[task] != UL_SIM_NONE)
        hold(kube, task, kube->promised[task], -1);
}

static bool is_pending(const ul_kube *kube, uint32_t task)
{
    return kube->promised[task] == UL_SIM_NONE && ul_sim_state(kube->sim, task) == UL_TASK_WAITING;
}

static void wait_for_place(ul_kube *kube)
{
    kube->n_pending++;
    kube->pending_s = ul_sim_now(kube->sim);
}

/* ---- the cluster's scheduler ---- */

static ul_micro room_on(const ul_kube *kube, uint32_t m, size_t r)
{
    const ul_kube_machine *machine = &kube->machine[m];
    return ul_sim_free(kube->sim, m)[r] - (machine->promised != NULL ? machine->promised[r] : 0);
}

static bool has_room(const ul_kube *kube, uint32_t m, uint32_t task)
{
    const ul_micro *need = ul_sim_need(kube->sim, task, ul_sim_machine_type(kube->sim, m));
    for (size_t r = 0; r < kube->world.n_resources; r++)
        if (need[r] > room_on(kube, m, r))
            return false;
    return true;
}

/* What would be left of a named resource, in whole percent. */
static int64_t percent_left(const ul_kube *kube, uint32_t m, uint32_t task, size_t r)
{
    const uint32_t k = ul_sim_machine_type(kube->sim, m);
    const ul_micro capacity = r == UL_NONE ? 0 : kube->world.type[k].capacity[r];
    return capacity == 0 ? 0
                         : (int64_t)((ul_cost)100 * (room_on(kube, m, r)
                                                     - ul_sim_need(kube->sim, task, k)[r])
                                     / capacity);
}

/* The ready machine that is least allocated, the oldest of several (LeastAllocated). */
static uint32_t schedule(const ul_kube *kube, uint32_t task)
{
    uint32_t best = UL_SIM_NONE;
    int64_t most = -1;
    for (uint32_t m = ul_sim_first_up(kube->sim); m != UL_SIM_NONE; m = ul_sim_next_up(kube->sim, m)) {
        if (ul_sim_machine_state(kube->sim, m) != UL_MACHINE_READY || kube->machine[m].going
            || !has_room(kube, m, task))
            continue;
        const int64_t left = (percent_left(kube, m, task, kube->world.cpu)
                              + percent_left(kube, m, task, kube->world.memory)) / 2;
        if (left > most) {
            most = left;
            best = m;
        }
    }
    return best;
}

/* ---- machines ---- */

void ul_kube_tell(const ul_kube *kube, uint32_t m, ul_step step)
{
    step.bin = m;
    if (ul_sim_told(kube->sim))
        ul_sim_tell(kube->sim, &step);
}

ul_status ul_kube_sweep(ul_kube *kube)
{
    for (uint32_t m = ul_sim_first_up(kube->sim), next; m != UL_SIM_NONE && kube->n_going > 0; m = next) {
        next = ul_sim_next_up(kube->sim, m);
        if (!kube->machine[m].going || kube->machine[m].awaits != UL_SIM_NONE
            || ul_sim_n_on(kube->sim, m) > 0)
            continue;
        UL_TRY(ul_sim_release(kube->sim, m));
        kube->n_going--;
        kube->changed = true;
    }
    return UL_OK;
}

ul_status ul_kube_rent(ul_kube *kube, ul_step why, uint32_t *machine)
{
    UL_TRY(ul_sim_rent(kube->sim, (uint32_t)why.type, 1, machine));
    ul_kube_tell(kube, *machine, why);
    UL_MORE(kube->arena, kube->machine, *machine, kube->machine_room);
    kube->machine[*machine] = (ul_kube_machine){.since_s = ul_sim_now(kube->sim),
                                                .nominated_s = -HUGE_VAL, .unneeded_s = -1,
                                                .awaits = UL_SIM_NONE};
    kube->changed = true;
    return UL_OK;
}

static ul_status place(ul_kube *kube, uint32_t task, uint32_t m)
{
    forget_promise(kube, task);
    kube->machine[m].since_s = ul_sim_now(kube->sim);
    return ul_sim_place(kube->sim, task, m);
}

ul_status ul_kube_give(ul_kube *kube, uint32_t task, uint32_t m, const char *why)
{
    UL_SIM_TELL(kube->sim, .kind = UL_STEP_PUT, .bin = m, .task = task, .why = why);
    kube->n_pending--;
    kube->changed = true;
    kube->machine[m].nominated_s = ul_sim_now(kube->sim);
    return ul_sim_machine_state(kube->sim, m) == UL_MACHINE_READY ? place(kube, task, m)
                                                                  : ul_kube_promise(kube, task, m);
}

/* A task leaves a machine that goes, for the place promised to it, or for any. */
static ul_status move_on(ul_kube *kube, uint32_t task, uint32_t from)
{
    uint32_t to = kube->promised[task];
    if (ul_sim_state(kube->sim, task) != UL_TASK_WORKING)
        return UL_OK; /* it loads still, or leaves already */
    if (to == UL_SIM_NONE)
        to = schedule(kube, task);
    kube->machine[from].since_s = ul_sim_now(kube->sim);
    UL_TRY(ul_sim_stop(kube->sim, task, false));
    if (to != UL_SIM_NONE)
        return place(kube, task, to);
    if (ul_sim_state(kube->sim, task) == UL_TASK_WAITING)
        wait_for_place(kube);
    return UL_OK;
}

static ul_status move_all(ul_kube *kube, uint32_t m)
{
    uint32_t *task, n = 0;
    UL_ALLOC_RAW(ul_sim_scratch(kube->sim), task, ul_sim_n_on(kube->sim, m));
    for (uint32_t p = ul_sim_first(kube->sim, m); p != UL_SIM_NONE; p = ul_sim_next(kube->sim, p)) {
        const uint32_t next = ul_sim_task_at(kube->sim, p);
        uint32_t at = n++;
        for (; at > 0 && comes_before(kube->sim, next, task[at - 1]); at--)
            task[at] = task[at - 1];
        task[at] = next;
    }
    for (uint32_t q = 0; q < n; q++)
        if (ul_sim_machine_of(kube->sim, task[q]) == m)
            UL_TRY(move_on(kube, task[q], m));
    return UL_OK;
}

ul_status ul_kube_drain(ul_kube *kube, uint32_t m, uint32_t replaced_by)
{
    const bool waits = replaced_by != UL_SIM_NONE
                       && ul_sim_machine_state(kube->sim, replaced_by) != UL_MACHINE_READY;
    kube->machine[m].going = true;
    kube->machine[m].awaits = waits ? replaced_by : UL_SIM_NONE;
    kube->n_going++;
    kube->changed = true;
    return waits ? UL_OK : move_all(kube, m);
}

/* ---- what happens ---- */

/* Where a task stands in the list, or would. */
static size_t find_live(const ul_kube *kube, uint32_t task)
{
    size_t low = 0, high = kube->n_live;
    while (low < high) {
        const size_t middle = (low + high) / 2;
        if (comes_before(kube->sim, kube->live[middle], task))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static ul_status add_live(ul_kube *kube, uint32_t task)
{
    const size_t at = find_live(kube, task);
    UL_MORE(kube->arena, kube->live, kube->n_live, kube->live_room);
    memmove(kube->live + at + 1, kube->live + at, (kube->n_live++ - at) * sizeof *kube->live);
    kube->live[at] = task;
    return make_room(kube, task);
}

ul_status ul_kube_arrival(void *self, ul_sim *sim, uint32_t first, uint32_t n)
{
    ul_kube *kube = self;
    kube->changed = true;
    for (uint32_t task = first; task < first + n; task++) {
        UL_TRY(add_live(kube, task));
        const uint32_t m = schedule(kube, task);
        if (m != UL_SIM_NONE) {
            UL_SIM_TELL(sim, .kind = UL_STEP_PUT, .why = UL_WHY_MOST_ROOM, .bin = m, .task = task);
            UL_TRY(place(kube, task, m));
        } else {
            wait_for_place(kube);
        }
    }
    return UL_OK;
}

ul_status ul_kube_ready(void *self, ul_sim *sim, uint32_t machine)
{
    ul_kube *kube = self;
    kube->changed = true;
    kube->machine[machine].since_s = ul_sim_now(sim);
    for (size_t q = 0; q < kube->n_live && kube->machine[machine].n_promised > 0; q++)
        if (kube->promised[kube->live[q]] == machine
            && ul_sim_state(sim, kube->live[q]) == UL_TASK_WAITING)
            UL_TRY(place(kube, kube->live[q], machine));
    for (uint32_t m = ul_sim_first_up(sim), next; m != UL_SIM_NONE; m = next) {
        next = ul_sim_next_up(sim, m);
        if (kube->machine[m].going && kube->machine[m].awaits == machine) {
            kube->machine[m].awaits = UL_SIM_NONE;
            UL_TRY(move_all(kube, m));
        }
    }
    return UL_OK;
}

ul_status ul_kube_working(void *self, ul_sim *sim, uint32_t task)
{
    ul_kube *kube = self;
    const uint32_t m = ul_sim_machine_of(sim, task);
    kube->changed = true;
    if (m == UL_SIM_NONE || !kube->machine[m].going || kube->machine[m].awaits != UL_SIM_NONE)
        return UL_OK;
    return move_on(kube, task, m);
}

ul_status ul_kube_left(void *self, ul_sim *sim, uint32_t task, uint32_t machine)
{
    ul_kube *kube = self;
    (void)sim;
    (void)machine;
    kube->changed = true;
    if (is_pending(kube, task))
        wait_for_place(kube);
    return UL_OK;
}

ul_status ul_kube_done(void *self, ul_sim *sim, uint32_t task, uint32_t machine)
{
    ul_kube *kube = self;
    const size_t at = find_live(kube, task);
    kube->changed = true;
    forget_promise(kube, task);
    memmove(kube->live + at, kube->live + at + 1, (--kube->n_live - at) * sizeof *kube->live);
    kube->machine[machine].since_s = ul_sim_now(sim);
    return UL_OK;
}

ul_status ul_kube_cut(void *self, ul_sim *sim, uint32_t task, uint32_t machine)
{
    ul_kube *kube = self;
    (void)machine;
    kube->changed = true;
    if (ul_sim_state(sim, task) != UL_TASK_WAITING)
        return UL_OK; /* it has its next place already */
    forget_promise(kube, task);
    wait_for_place(kube);
    return UL_OK;
}

/* Places that were promised on it are no more, and who was to be replaced by it stays. */
ul_status ul_kube_gone(void *self, ul_sim *sim, uint32_t machine)
{
    ul_kube *kube = self;
    kube->changed = true;
    kube->n_going -= kube->machine[machine].going;
    for (size_t q = 0; q < kube->n_live && kube->machine[machine].n_promised > 0; q++)
        if (kube->promised[kube->live[q]] == machine) {
            forget_promise(kube, kube->live[q]);
            if (is_pending(kube, kube->live[q]))
                wait_for_place(kube);
        }
    for (uint32_t m = ul_sim_first_up(sim); m != UL_SIM_NONE; m = ul_sim_next_up(sim, m)) {
        if (!kube->machine[m].going || kube->machine[m].awaits != machine)
            continue;
        kube->machine[m].going = false;
        kube->n_going--;
        kube->machine[m].awaits = UL_SIM_NONE;
        for (uint32_t p = ul_sim_first(sim, m); p != UL_SIM_NONE; p = ul_sim_next(sim, p))
            forget_promise(kube, ul_sim_task_at(sim, p));
    }
    return UL_OK;
}

ul_status ul_kube_supply(void *self, ul_sim *sim, uint32_t type)
{
    (void)sim;
    (void)type;
    ((ul_kube *)self)->changed = true;
    return UL_OK;
}

/* ---- the look ---- */

/* Whether a machine's tasks can be told to move: it is ready, stays, and all of them work. */
static bool can_drain(const ul_kube *kube, uint32_t m)
{
    if (ul_sim_machine_state(kube->sim, m) != UL_MACHINE_READY || kube->machine[m].going
        || kube->machine[m].n_promised > 0)
        return false;
    for (uint32_t p = ul_sim_first(kube->sim, m); p != UL_SIM_NONE; p = ul_sim_next(kube->sim, p)) {
        const uint32_t task = ul_sim_task_at(kube->sim, p);
        if (ul_sim_machine_of(kube->sim, task) != m || ul_sim_state(kube->sim, task) != UL_TASK_WORKING)
            return false;
    }
    return true;
}

static void renew_types(ul_kube *kube)
{
    for (uint32_t k = 0; k < kube->world.n_types; k++) {
        ul_node_type *type = &kube->world.type[k];
        const uint32_t supply = ul_sim_supply(kube->sim, k), up = ul_sim_n_up(kube->sim, k);
        type->price = ul_sim_price(kube->sim, k);
        type->left = supply == UL_SIM_NONE ? UINT32_MAX : supply - (up < supply ? up : supply);
    }
}

static ul_status look_at_machines(ul_kube *kube, ul_machine_state state)
{
    for (uint32_t m = ul_sim_first_up(kube->sim); m != UL_SIM_NONE; m = ul_sim_next_up(kube->sim, m)) {
        size_t i;
        if (ul_sim_machine_state(kube->sim, m) != state)
            continue;
        UL_TRY(ul_cluster_add_node(kube->cluster, ul_sim_machine_type(kube->sim, m), &i));
        kube->cluster->node[i].booting = state == UL_MACHINE_BOOTING;
        kube->cluster->node[i].barred = kube->machine[m].going;
        kube->cluster->node[i].settled = can_drain(kube, m);
        kube->machine_of[i] = m;
        kube->machine[m].node = (uint32_t)i;
    }
    return UL_OK;
}

static bool is_alike(ul_sim *sim, uint32_t task, uint32_t other)
{
    return ul_sim_job_of_task(sim, task) == ul_sim_job_of_task(sim, other)
           && ul_sim_shape(sim, task) == ul_sim_shape(sim, other);
}

/* Tasks of one job with equal demands that follow each other are of one record. */
static ul_status look_at_tasks(ul_kube *kube)
{
    ul_cluster *cluster = kube->cluster;
    uint32_t record = 0;
    for (size_t q = 0; q < kube->n_live; q++) {
        const uint32_t task = kube->live[q], at = ul_sim_machine_of(kube->sim, task);
        const uint32_t on = at != UL_SIM_NONE ? at : kube->promised[task];
        if (q > 0 && !is_alike(kube->sim, task, kube->live[q - 1]))
            record = (uint32_t)q;
        UL_TRY(ul_cluster_add_pod(cluster, task, record));
        kube->task_of[q] = task;
        if (on != UL_SIM_NONE)
            ul_pod_bind(cluster, q, kube->machine[on].node);
        if (at != UL_SIM_NONE && kube->promised[task] != UL_SIM_NONE)
            cluster->node[kube->machine[kube->promised[task]].node].n_coming++;
    }
    return UL_OK;
}

ul_status ul_kube_look(ul_kube *kube)
{
    ul_arena *scratch = ul_sim_scratch(kube->sim);
    size_t n = 0;
    for (size_t k = 0; k < kube->world.n_types; k++)
        n += ul_sim_n_up(kube->sim, (uint32_t)k);
    renew_types(kube);
    UL_TRY(ul_cluster_new(&kube->world, scratch, &kube->cluster));
    UL_ALLOC_RAW(scratch, kube->machine_of, n);
    UL_ALLOC_RAW(scratch, kube->task_of, kube->n_live);
    UL_TRY(look_at_machines(kube, UL_MACHINE_READY));
    UL_TRY(look_at_machines(kube, UL_MACHINE_BOOTING));
    UL_TRY(look_at_tasks(kube));
    for (size_t i = 0; i < kube->cluster->n_nodes; i++)
        for (size_t r = 0; r < kube->world.n_resources; r++)
            kube->cluster->free[i * kube->world.n_resources + r] = room_on(kube, kube->machine_of[i], r);
    return UL_OK;
}
