/* Plans: which tasks on which machine. Memory lasts until the round is over. */
#include <string.h>

#include "eva_world.h"

ul_status ul_eva_plan_new(ul_eva *eva, ul_eva_plan *plan)
{
    const size_t n = eva->n_slots;
    *plan = (ul_eva_plan){.bin_of = ul_arena_alloc_raw(ul_sim_scratch(eva->sim), n,
                                                       sizeof *plan->bin_of)};
    UL_NEED(plan->bin_of);
    memset(plan->bin_of, 0xff, n * sizeof *plan->bin_of); /* UL_SIM_NONE */
    return UL_OK;
}

ul_status ul_eva_add_bin(ul_eva *eva, ul_eva_plan *plan, uint32_t machine, uint32_t type,
                         size_t *bin)
{
    ul_arena *scratch = ul_sim_scratch(eva->sim);
    UL_MORE(scratch, plan->bin, plan->n_bins, plan->room);
    *bin = plan->n_bins++;
    plan->bin[*bin] = (ul_eva_bin){
        .machine = machine, .type = type,
        .used = ul_arena_alloc(scratch, eva->n_resources, sizeof(ul_micro))};
    if (machine != UL_SIM_NONE)
        plan->bin_of[eva->machine[machine].slot] = (uint32_t)*bin;
    return plan->bin[*bin].used == NULL ? ul_no_memory() : UL_OK;
}

ul_status ul_eva_put(ul_eva *eva, ul_eva_bin *bin, uint32_t task)
{
    UL_MORE(ul_sim_scratch(eva->sim), bin->task, bin->n_tasks, bin->room);
    bin->task[bin->n_tasks++] = task;
    const ul_micro *need = ul_sim_need(eva->sim, task, bin->type);
    for (size_t r = 0; r < eva->n_resources; r++)
        bin->used[r] += need[r];
    return UL_OK;
}

ul_status ul_eva_bin_of(ul_eva *eva, ul_eva_plan *plan, uint32_t machine, size_t *bin)
{
    *bin = plan->bin_of[eva->machine[machine].slot];
    return *bin != UL_SIM_NONE
               ? UL_OK
               : ul_eva_add_bin(eva, plan, machine, ul_sim_machine_type(eva->sim, machine),
                                bin);
}

ul_status ul_eva_keep(ul_eva *eva, ul_eva_plan *plan, uint32_t task, uint32_t machine)
{
    size_t bin = 0;
    UL_TRY(ul_eva_bin_of(eva, plan, machine, &bin));
    return ul_eva_put(eva, &plan->bin[bin], task);
}

ul_status ul_eva_put_new(ul_eva *eva, ul_eva_plan *plan, uint32_t task, uint32_t type)
{
    size_t bin = 0;
    UL_TRY(ul_eva_add_bin(eva, plan, UL_SIM_NONE, type, &bin));
    return ul_eva_put(eva, &plan->bin[bin], task);
}

bool ul_eva_has_room(ul_eva *eva, const ul_eva_bin *bin, uint32_t task)
{
    const ul_micro *need = ul_sim_need(eva->sim, task, bin->type);
    const ul_micro *capacity = ul_sim_type(eva->sim, bin->type)->capacity;
    for (size_t r = 0; r < eva->n_resources; r++)
        if (need[r] > capacity[r] - bin->used[r])
            return false;
    return true;
}

double ul_eva_alignment(ul_eva *eva, uint32_t type, const ul_micro *used, uint32_t task)
{
    const ul_micro *need = ul_sim_need(eva->sim, task, type);
    const ul_micro *capacity = ul_sim_type(eva->sim, type)->capacity;
    double sum = 0;
    for (size_t r = 0; r < eva->n_resources; r++) {
        const double all = ul_micro_double(capacity[r]);
        if (all > 0)
            sum += ul_micro_double(need[r]) / all
                   * (ul_micro_double(capacity[r] - used[r]) / all);
    }
    return sum;
}

ul_status ul_eva_list_of(ul_eva *eva, size_t room, ul_eva_list *list)
{
    *list = (ul_eva_list){.task = ul_arena_alloc_raw(ul_sim_scratch(eva->sim), room,
                                                     sizeof *list->task)};
    return list->task == NULL ? ul_no_memory() : UL_OK;
}

ul_status ul_eva_machines(ul_eva *eva, ul_eva_list *machines)
{
    size_t n = 0;
    for (size_t k = 0; k < eva->n_types; k++)
        n += ul_sim_n_up(eva->sim, (uint32_t)k);
    UL_TRY(ul_eva_list_of(eva, n, machines));
    for (uint32_t m = ul_sim_first_up(eva->sim); m != UL_SIM_NONE; m = ul_sim_next_up(eva->sim, m))
        if (eva->machine[m].assignable)
            machines->task[machines->n++] = m;
    return UL_OK;
}
