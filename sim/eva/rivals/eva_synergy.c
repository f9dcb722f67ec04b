/* Synergy as Eva's authors run it over time (Section 6.1): tasks stay where they are;
 * each new one joins the machine whose tasks, with it, are worth most for its price,
 * if that is at least the price; ties by alignment. Else its own cheapest type.
 * O(tasks * machines) a round. */
#include "eva_world.h"

static ul_status best_bin(ul_eva *eva, const ul_eva_plan *plan, uint32_t task, size_t *best)
{
    double most = 0, closest = 0;
    *best = UL_NONE;
    for (size_t b = 0; b < plan->n_bins; b++) {
        const ul_eva_bin *bin = &plan->bin[b];
        double worth;
        if (!ul_eva_has_room(eva, bin, task))
            continue;
        UL_TRY(ul_eva_worth(eva, bin->task, bin->n_tasks, task, false, &worth));
        const double ratio = worth / eva->price[bin->type];
        const double aligned = ul_eva_alignment(eva, bin->type, bin->used, task);
        if (ratio >= 1
            && (*best == UL_NONE || ratio > most || (ratio == most && aligned > closest))) {
            *best = b;
            most = ratio;
            closest = aligned;
        }
    }
    return UL_OK;
}

static ul_status plan_synergy(ul_eva *eva, ul_eva_plan *plan, const ul_eva_list *todo)
{
    for (size_t q = 0; q < todo->n; q++)
        if (eva->task[todo->task[q]].on != UL_SIM_NONE)
            UL_TRY(ul_eva_keep(eva, plan, todo->task[q], eva->task[todo->task[q]].committed));
    for (size_t q = 0; q < todo->n; q++) {
        const uint32_t task = todo->task[q];
        size_t bin;
        if (eva->task[task].on != UL_SIM_NONE)
            continue;
        UL_TRY(ul_sim_go_on(eva->sim));
        UL_TRY(best_bin(eva, plan, task, &bin));
        UL_TRY(bin != UL_NONE ? ul_eva_put(eva, &plan->bin[bin], task)
                              : ul_eva_put_new(eva, plan, task, eva->task[task].cheapest));
    }
    return UL_OK;
}

static ul_status synergy_schedule(const ul_schedule *in, ul_run *run)
{
    static const ul_eva_rules rules = {.plan = plan_synergy, .learns = true};
    return ul_eva_run(in, run, &rules, NULL);
}

static const ul_param param[] = {UL_EVA_PARAMS, UL_EVA_LEARNING_PARAMS, {0}};

const ul_method ul_method_synergy_schedule = {
    .name = "synergy",
    .brief = "new tasks where tasks are worth most for the price; nobody moves",
    .paper = "Eva, Section 6.1 (Synergy, OSDI 2022)",
    .traits = UL_CONSTRUCTIVE,
    .param = param,
    .schedule = synergy_schedule,
};
