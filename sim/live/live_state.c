#include "live_state.h"

ul_status ul_live_note(ul_live *live, ul_live_event event)
{
    UL_MORE(ul_run_arena(ul_sim_run_of(live->sim)), live->event, live->n_events, live->event_room);
    if (event.task != UL_LIVE_NONE)
        event.task = live->task[event.task].number;
    live->event[live->n_events++] = event;
    live->has_news = live->has_news || (live->deaf_to >> event.kind & 1) == 0;
    if (event.machine != UL_LIVE_NONE)
        ul_live_renew(live, event.machine);
    return UL_OK;
}

ul_status ul_live_know_tasks(ul_live *live, uint32_t first, uint32_t n)
{
    ul_arena *arena = ul_run_arena(ul_sim_run_of(live->sim));
    UL_MORE(arena, live->task, (size_t)first + n, live->task_room);
    UL_MORE(arena, live->arrived, live->n_arrived + n, live->arrived_room);
    for (uint32_t i = first; i < first + n; i++) {
        live->task[i] = (ul_live_promise){.number = (uint32_t)live->n_arrived,
                                          .promised = UL_SIM_NONE, .taken = UL_SIM_NONE};
        live->arrived[live->n_arrived++] = i;
    }
    return UL_OK;
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
    UL_MORE(ul_run_arena(ul_sim_run_of(live->sim)), live->machine, last, live->machine_room);
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
