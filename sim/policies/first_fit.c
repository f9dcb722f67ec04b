/* First fit over time: each task takes the oldest machine with room for it, or waits
 * for a new one of the cheapest type that holds it; a machine that nobody is on any
 * more is given back at once.
 *
 * A complete small policy (docs/adding.md). O(machines that exist) a task.
 */
#include "sim.h"

typedef struct {
    uint32_t *waiting; /* by machine: the task it was rented for */
    size_t room;
} first_fit;

static ul_status rent_for(first_fit *self, ul_sim *sim, uint32_t task)
{
    uint32_t m;
    const uint32_t type = ul_sim_cheapest_for(sim, task);
    UL_TRY(ul_sim_rent(sim, type, 1, &m));
    UL_SIM_TELL(sim, .kind = UL_STEP_OPEN, .why = UL_WHY_ALONE, .bin = m, .type = type,
                .task = task);
    if (m >= self->room) {
        const size_t room = 2 * (size_t)m + 64;
        self->waiting = ul_arena_grow(ul_run_arena(ul_sim_run_of(sim)), self->waiting, self->room,
                                      room, sizeof *self->waiting);
        self->room = room;
        if (self->waiting == NULL)
            return ul_no_memory();
    }
    self->waiting[m] = task;
    if (ul_sim_machine_state(sim, m) == UL_MACHINE_READY)
        return ul_sim_place(sim, task, m);
    return UL_OK;
}

static ul_status first_fit_arrival(void *state, ul_sim *sim, uint32_t first, uint32_t n)
{
    for (uint32_t task = first; task < first + n; task++) {
        uint32_t m = ul_sim_first_up(sim);
        while (m != UL_SIM_NONE
               && (ul_sim_machine_state(sim, m) != UL_MACHINE_READY || !ul_sim_fits(sim, m, task)))
            m = ul_sim_next_up(sim, m);
        if (m == UL_SIM_NONE) {
            UL_TRY(rent_for(state, sim, task));
            continue;
        }
        UL_SIM_TELL(sim, .kind = UL_STEP_PUT, .why = UL_WHY_FIRST_FIT, .bin = m, .task = task);
        UL_TRY(ul_sim_place(sim, task, m));
    }
    return UL_OK;
}

static ul_status first_fit_ready(void *state, ul_sim *sim, uint32_t machine)
{
    const first_fit *self = state;
    return ul_sim_place(sim, self->waiting[machine], machine);
}

static ul_status first_fit_done(void *state, ul_sim *sim, uint32_t task, uint32_t machine)
{
    (void)state;
    (void)task;
    const bool is_empty = ul_sim_machine_state(sim, machine) == UL_MACHINE_READY
                          && ul_sim_n_on(sim, machine) == 0;
    if (!is_empty)
        return UL_OK;
    UL_SIM_TELL(sim, .kind = UL_STEP_EMPTY, .why = UL_WHY_UNUSED, .bin = machine);
    return ul_sim_release(sim, machine);
}

static const ul_policy policy = {
    .state_size = sizeof(first_fit),
    .arrival = first_fit_arrival,
    .ready = first_fit_ready,
    .done = first_fit_done,
};

static ul_status first_fit_schedule(const ul_schedule *in, ul_run *run)
{
    return ul_sim_run(in, run, &policy);
}

const ul_method ul_method_first_fit = {
    .name = "first-fit",
    .brief = "each task on the oldest machine with room, else on a new one",
    .paper = "Johnson 1973, over time",
    .traits = UL_CONSTRUCTIVE,
    .schedule = first_fit_schedule,
};
