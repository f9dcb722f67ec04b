/* Promises: places that tasks take as soon as they can, and the room kept for them. */
#include "live_state.h"

static void take(ul_live *live, uint32_t m, uint32_t task, int sign)
{
    const ul_micro *need = ul_sim_need(live->sim, task, ul_sim_machine_type(live->sim, m));
    for (size_t r = 0; r < live->in->n_resources; r++)
        live->machine[m].taken[r] += sign * need[r];
    ul_live_renew(live, m);
}

ul_status ul_live_promise_place(ul_live *live, uint32_t task, uint32_t m)
{
    ul_live_promises *machine = &live->machine[m];
    take(live, m, task, 1);
    live->task[task].promised = m;
    live->task[task].before = machine->last;
    live->task[task].next = UL_SIM_NONE;
    if (machine->last == UL_SIM_NONE)
        machine->first = task;
    else
        live->task[machine->last].next = task;
    machine->last = task;
    return UL_OK;
}

void ul_live_forget(ul_live *live, uint32_t task)
{
    const uint32_t m = ul_live_promised(live, task);
    if (m == UL_SIM_NONE)
        return;
    ul_live_promises *machine = &live->machine[m];
    const uint32_t before = live->task[task].before, next = live->task[task].next;
    *(before == UL_SIM_NONE ? &machine->first : &live->task[before].next) = next;
    *(next == UL_SIM_NONE ? &machine->last : &live->task[next].before) = before;
    live->task[task].promised = UL_SIM_NONE;
    take(live, m, task, -1);
}

ul_status ul_live_close(ul_live *live, uint32_t m)
{
    if (!live->machine[m].facts->is_closing || !ul_live_has_machine(live, m)
        || ul_sim_n_on(live->sim, m) > 0)
        return UL_OK;
    UL_TRY(ul_sim_release(live->sim, m));
    ul_live_renew(live, m);
    return UL_OK;
}

/* The simulator tells who has left later; who has left at once is told here. */
ul_status ul_live_note_left(ul_live *live, uint32_t task, uint32_t m)
{
    for (uint32_t p = ul_sim_first(live->sim, m); p != UL_SIM_NONE; p = ul_sim_next(live->sim, p))
        if (ul_sim_task_at(live->sim, p) == task)
            return UL_OK;
    UL_TRY(ul_live_note(live, (ul_live_event){UL_LIVE_LEFT, task, m, UL_LIVE_NONE, 1}));
    return ul_live_close(live, m);
}

/* A place is taken on a machine that is up by a task that has none or leaves the one it
 * has; one that works leaves it for this. One that loads will work, and comes again. */
ul_status ul_live_carry_out(ul_live *live, uint32_t task)
{
    const uint32_t m = ul_live_promised(live, task);
    const ul_task_state state = ul_sim_state(live->sim, task);
    if (m == UL_SIM_NONE || ul_sim_machine_state(live->sim, m) != UL_MACHINE_READY
        || state == UL_TASK_LOADING)
        return UL_OK;
    const uint32_t from = ul_sim_machine_of(live->sim, task);
    ul_live_forget(live, task);
    UL_TRY(state == UL_TASK_WORKING ? ul_sim_move(live->sim, task, m)
                                    : ul_sim_place(live->sim, task, m));
    live->task[task].taken = m;
    ul_live_renew(live, m);
    return state == UL_TASK_WORKING ? ul_live_note_left(live, task, from) : UL_OK;
}
