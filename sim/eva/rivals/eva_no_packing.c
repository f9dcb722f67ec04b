/* No packing over time, as in Eva's world: every task alone on a machine of the
 * cheapest type that holds it, from the round after its arrival to the one after its
 * end. O(jobs that run) a round in which one came or ended. */
#include "eva_world.h"

static ul_status plan_alone(ul_eva *eva, ul_eva_plan *plan, const ul_eva_list *todo)
{
    for (size_t q = 0; q < todo->n; q++) {
        const ul_eva_task *task = &eva->task[todo->task[q]];
        UL_TRY(task->on != UL_SIM_NONE
                   ? ul_eva_keep(eva, plan, todo->task[q], task->on)
                   : ul_eva_put_new(eva, plan, todo->task[q], task->cheapest));
    }
    return UL_OK;
}

static ul_status no_packing_schedule(const ul_schedule *in, ul_run *run)
{
    static const ul_eva_rules rules = {
        .plan = plan_alone, .asks_always = true, .only_changes = true};
    return ul_eva_run(in, run, &rules, NULL);
}

static const ul_param param[] = {UL_EVA_PARAMS, {0}};

const ul_method ul_method_no_packing_schedule = {
    .name = "no-packing",
    .brief = "each task alone on its cheapest type, rented in rounds",
    .paper = "Eva, Section 6.1",
    .traits = UL_CONSTRUCTIVE,
    .param = param,
    .schedule = no_packing_schedule,
};
