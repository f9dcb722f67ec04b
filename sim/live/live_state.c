#include "live_state.h"

static ul_status grow(ul_live *live, void *array, size_t needed, size_t *room, size_t size)
{
    void **memory = array;
    if (needed <= *room)
        return UL_OK;
    void *grown = ul_arena_grow(ul_run_arena(ul_sim_run_of(live->sim)), *memory, *room, 2 * needed + 64,
                                size);
    UL_NEED(grown);
    *memory = grown;
    *room = 2 * needed + 64;
    return UL_OK;
}

ul_status ul_live_note(ul_live *live, ul_live_event event)
{
    UL_TRY(grow(live, &live->event, live->n_events + 1, &live->event_room, sizeof *live->event));
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
    UL_TRY(grow(live, &live->task, (size_t)first + n, &live->task_room, sizeof *live->task));
    UL_TRY(grow(live, &live->arrived, live->n_arrived + n, &live->arrived_room,
                sizeof *live->arrived));
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
    UL_TRY(grow(live, &live->machine, (size_t)last + 1, &live->machine_room, sizeof *live->machine));
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
