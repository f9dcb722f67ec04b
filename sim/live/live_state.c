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
    live->has_news = live->has_news || (live->deaf_to >> event.kind & 1) == 0;
    if (event.machine != UL_LIVE_NONE)
        ul_live_renew(live, event.machine);
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
        live->task[i].promised = live->task[i].taken = UL_SIM_NONE;
    return live->task == NULL ? ul_no_memory() : UL_OK;
}

static ul_status know_machine(ul_live *live, uint32_t m)
{
    ul_arena *arena = ul_run_arena(ul_sim_run_of(live->sim));
    ul_live_promises *machine = &live->machine[m];
    *machine = (ul_live_promises){.first = UL_SIM_NONE, .last = UL_SIM_NONE};
    UL_ALLOC(arena, machine->taken, live->in->n_resources);
    UL_ALLOC(arena, machine->facts, 1);
    UL_ALLOC(arena, machine->facts->free, live->in->n_resources);
    machine->facts->type = ul_sim_machine_type(live->sim, m);
    machine->facts->ordered_s = ul_sim_ordered_s(live->sim, m);
    live->n_machines++;
    ul_live_renew(live, m);
    return UL_OK;
}

ul_status ul_live_know_machines(ul_live *live, uint32_t last)
{
    if (last >= live->machine_room) {
        const size_t room = 2 * (size_t)last + 64;
        live->machine = ul_arena_grow(ul_run_arena(ul_sim_run_of(live->sim)), live->machine,
                                      live->n_machines, room, sizeof *live->machine);
        live->machine_room = room;
        if (live->machine == NULL)
            return ul_no_memory();
    }
    while (live->n_machines <= last)
        UL_TRY(know_machine(live, (uint32_t)live->n_machines));
    return UL_OK;
}

void ul_live_renew(ul_live *live, uint32_t m)
{
    const ul_micro *free = ul_sim_free(live->sim, m), *taken = live->machine[m].taken;
    const ul_machine_state state = ul_sim_machine_state(live->sim, m);
    ul_live_machine *facts = live->machine[m].facts;
    facts->is_up = state == UL_MACHINE_READY;
    facts->is_gone = state == UL_MACHINE_GONE;
    facts->n_on = ul_sim_n_on(live->sim, m);
    for (size_t r = 0; r < live->in->n_resources; r++)
        facts->free[r] = free[r] - taken[r];
}
