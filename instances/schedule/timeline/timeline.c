#include "timeline_check.h"

#include <string.h>

ul_status ul_schedule_plan_new(const ul_schedule *in, ul_arena *arena, ul_schedule_plan **plan)
{
    UL_ALLOC(arena, *plan, 1);
    (*plan)->in = in;
    (*plan)->arena = arena;
    return UL_OK;
}

ul_status ul_timeline_add_machine(ul_schedule_plan *plan, const ul_timeline_machine *machine,
                                  size_t *m)
{
    UL_MORE(plan->arena, plan->machine, plan->n_machines, plan->machine_room);
    if (m != NULL)
        *m = plan->n_machines;
    plan->machine[plan->n_machines++] = *machine;
    return UL_OK;
}

ul_status ul_timeline_add_stay(ul_schedule_plan *plan, const ul_timeline_stay *stay)
{
    UL_MORE(plan->arena, plan->stay, plan->n_stays, plan->stay_room);
    plan->stay[plan->n_stays++] = *stay;
    return UL_OK;
}

ul_status ul_schedule_plan_copy(const ul_schedule_plan *plan, ul_arena *arena,
                                ul_schedule_plan **copy)
{
    UL_TRY(ul_schedule_plan_new(plan->in, arena, copy));
    ul_schedule_plan *to = *copy;
    to->n_machines = to->machine_room = plan->n_machines;
    to->n_stays = to->stay_room = plan->n_stays;
    UL_ALLOC_RAW(arena, to->machine, plan->n_machines);
    UL_ALLOC_RAW(arena, to->stay, plan->n_stays);
    if (plan->n_machines > 0)
        memcpy(to->machine, plan->machine, plan->n_machines * sizeof *to->machine);
    if (plan->n_stays > 0)
        memcpy(to->stay, plan->stay, plan->n_stays * sizeof *to->stay);
    return UL_OK;
}

ul_status ul_timeline_cost(const ul_schedule_plan *plan, ul_cost *cost)
{
    ul_cost bill = 0, sustained;
    for (size_t m = 0; m < plan->n_machines; m++) {
        const ul_timeline_machine *machine = &plan->machine[m];
        if (plan->in->type[machine->type].n_shares == 0)
            bill += ul_schedule_bill(plan->in, machine->type, machine->ordered_s,
                                     machine->released_s);
    }
    for (size_t k = 0; k < plan->in->n_types; k++)
        if (plan->in->type[k].n_shares > 0) {
            UL_TRY(ul_timeline_sustained(plan, k, &sustained));
            bill += sustained;
        }
    *cost = ul_schedule_dollars(bill);
    return UL_OK;
}
