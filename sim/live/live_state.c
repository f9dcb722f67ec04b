#include "live_state.h"

ul_status ul_live_note(ul_live *live, ul_live_event event)
{
    if (live->n_events == live->event_room) {
        const size_t room = live->event_room == 0 ? 64 : 2 * live->event_room;
        live->event = ul_arena_grow(ul_run_arena(ul_sim_run_of(live->sim)), live->event,
                                    live->n_events, room, sizeof *live->event);
        live->event_room = room;
        if (live->event == NULL)
            return ul_no_memory();
    }
    live->event[live->n_events++] = event;
    return UL_OK;
}

ul_status ul_live_know_task(ul_live *live, uint32_t task)
{
    const size_t before = live->task_room;
    if (task < before)
        return UL_OK;
    const size_t room = 2 * (size_t)task + 64;
    live->task = ul_arena_grow(ul_run_arena(ul_sim_run_of(live->sim)), live->task, before, room,
                               sizeof *live->task);
    live->task_room = live->task == NULL ? 0 : room;
    for (size_t i = before; i < live->task_room; i++)
        live->task[i].promised = UL_SIM_NONE;
    return live->task == NULL ? ul_no_memory() : UL_OK;
}

ul_status ul_live_know_machine(ul_live *live, uint32_t m)
{
    const size_t before = live->machine_room;
    if (m < before)
        return UL_OK;
    const size_t room = 2 * (size_t)m + 64;
    live->machine = ul_arena_grow(ul_run_arena(ul_sim_run_of(live->sim)), live->machine, before,
                                  room, sizeof *live->machine);
    live->machine_room = live->machine == NULL ? 0 : room;
    for (size_t i = before; i < live->machine_room; i++)
        live->machine[i].first = live->machine[i].last = UL_SIM_NONE;
    return live->machine == NULL ? ul_no_memory() : UL_OK;
}

const ul_micro *ul_live_free(ul_live *live, uint32_t m)
{
    const ul_micro *now = ul_sim_free(live->sim, m);
    const ul_micro *taken = live->machine[m].taken;
    if (live->machine[m].first == UL_SIM_NONE)
        return now;
    for (size_t r = 0; r < live->in->n_resources; r++)
        live->row[r] = now[r] - taken[r];
    return live->row;
}
