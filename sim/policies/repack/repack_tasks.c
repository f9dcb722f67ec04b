/* What is kept of tasks from round to round. */
#include "repack.h"

ul_status ul_repack_grow(ul_repack *r, void *array, size_t n, size_t *room, size_t size)
{
    void **memory = array;
    if (n < *room)
        return UL_OK;
    const size_t wanted = *room == 0 ? 64 : *room * 2;
    void *grown = ul_arena_grow(r->arena, *memory, *room, wanted, size);
    UL_NEED(grown);
    *memory = grown;
    *room = wanted;
    return UL_OK;
}

double ul_repack_waited_s(const ul_repack *r, uint32_t i)
{
    return r->task[i].waited_s + (r->task[i].is_off ? ul_sim_now(r->sim) - r->task[i].off_s : 0);
}

void ul_repack_drop_target(ul_repack *r, uint32_t i)
{
    if (r->task[i].target == UL_SIM_NONE)
        return;
    r->machine[r->task[i].target].coming--;
    r->task[i].target = UL_SIM_NONE;
}
