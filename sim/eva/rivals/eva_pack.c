/* The perfect packer in Eva's place: a Full Reconfiguration whose machines are those of the
 * packing problem of the moment, solved exactly or as well as the time of a round allows.
 *
 * Exact packing does not know that neighbours slow each other down. Machines whose tasks
 * are not worth their price, as Eva values them, are given up, and Algorithm 1 places
 * those tasks; what is left is the packer's. It is asked in rounds before which a job came
 * or ended, Algorithm 1 in the others.
 */
#include <stdio.h>

#include "eva_reconfigure.h"
#include "packing_plan.h"

extern const ul_method ul_method_exact;

/* A task by its index, so that plans can be read back. */
static ul_status add_task(ul_eva *eva, ul_packing_builder *b, uint32_t task)
{
    char name[24];
    bool told[64] = {false};
    snprintf(name, sizeof name, "%u", (unsigned)task);
    UL_TRY(ul_packing_add_task(b, &(ul_packing_task_facts){
        .name = name, .copies = 1, .runtime_s = -1,
        .demand = ul_sim_demand(eva->sim, task, 0)}));
    for (size_t k = 0; k < eva->n_types; k++) {
        char family[24];
        const size_t f = ul_sim_type(eva->sim, (uint32_t)k)->family;
        if (f == 0 || f >= 64 || told[f])
            continue;
        told[f] = true;
        snprintf(family, sizeof family, "%zu", f);
        UL_TRY(ul_packing_add_demand(b, name, family,
                                     ul_sim_demand(eva->sim, task, (uint32_t)f)));
    }
    return UL_OK;
}

static ul_status build(ul_eva *eva, ul_packing_builder *b, const ul_eva_list *tasks)
{
    char name[24], family[24];
    UL_TRY(ul_packing_set_name(b, "round"));
    for (size_t r = 0; r < eva->n_resources; r++) {
        snprintf(name, sizeof name, "%zu", r);
        UL_TRY(ul_packing_add_resource(b, name));
    }
    for (uint32_t k = 0; k < eva->n_types; k++) {
        const ul_schedule_type *type = ul_sim_type(eva->sim, k);
        snprintf(name, sizeof name, "%u", (unsigned)k);
        snprintf(family, sizeof family, "%zu", type->family);
        UL_TRY(ul_packing_add_type(b, name, family, ul_sim_price(eva->sim, k), type->capacity));
    }
    for (size_t q = 0; q < tasks->n; q++)
        UL_TRY(add_task(eva, b, tasks->task[q]));
    return UL_OK;
}

static ul_status make_packing(ul_eva *eva, const ul_eva_list *tasks, ul_instance *instance)
{
    ul_packing *packing;
    ul_packing_builder *b = ul_packing_builder_new();
    UL_NEED(b);
    const ul_status status = build(eva, b, tasks);
    if (status != UL_OK) {
        ul_packing_builder_free(b);
        return status;
    }
    UL_TRY(ul_packing_finish(b, &packing));
    *instance = ul_kind_packing.wrap(packing);
    return UL_OK;
}

/* The machine of the type, ready and not planned yet, with most of these tasks on it. */
static uint32_t machine_for(ul_eva *eva, const ul_eva_plan *plan, const ul_eva_list *machines,
                            uint32_t type, const ul_eva_list *tasks)
{
    uint32_t found = UL_SIM_NONE;
    size_t most = 0;
    for (size_t q = 0; q < machines->n; q++) {
        const uint32_t m = machines->task[q];
        size_t common = 1; /* any machine that is there is better than a new one */
        if (ul_sim_machine_type(eva->sim, m) != type
            || ul_sim_machine_state(eva->sim, m) != UL_MACHINE_READY
            || plan->bin_of[eva->machine[m].slot] != UL_SIM_NONE)
            continue;
        for (size_t o = 0; o < tasks->n; o++)
            common += eva->task[tasks->task[o]].on == m;
        if (common > most) {
            most = common;
            found = m;
        }
    }
    return found;
}

/* One machine of the packer's, or its tasks to those that are left. */
static ul_status take_bin(ul_eva *eva, ul_eva_plan *plan, const ul_eva_list *machines,
                          uint32_t type, const ul_eva_list *tasks, ul_eva_list *left)
{
    double worth;
    size_t bin;
    UL_TRY(ul_eva_worth(eva, tasks->task, tasks->n, UL_SIM_NONE, false, &worth));
    const bool alone = tasks->n == 1 && eva->task[tasks->task[0]].cheapest == type;
    if (worth < eva->price[type] && !alone) {
        for (size_t q = 0; q < tasks->n; q++)
            left->task[left->n++] = tasks->task[q];
        return UL_OK;
    }
    UL_TRY(ul_eva_add_bin(eva, plan, machine_for(eva, plan, machines, type, tasks), type, &bin));
    for (size_t q = 0; q < tasks->n; q++)
        UL_TRY(ul_eva_put(eva, &plan->bin[bin], tasks->task[q]));
    return UL_OK;
}

static ul_status take_plan(ul_eva *eva, ul_eva_plan *plan, const ul_eva_list *machines,
                           const ul_packing_plan *packed, const ul_eva_list *todo,
                           ul_eva_list *left)
{
    ul_eva_list tasks;
    for (size_t i = 0; i < packed->n_bins; i++)
        for (uint32_t copy = 0; copy < packed->bin[i].copies; copy++) {
            UL_TRY(ul_eva_list_of(eva, todo->n, &tasks));
            for (uint32_t e = packed->bin[i].head; e != UL_PACKING_NONE; e = packed->entry[e].next)
                tasks.task[tasks.n++] = todo->task[packed->entry[e].task];
            UL_TRY(take_bin(eva, plan, machines, packed->bin[i].type, &tasks, left));
        }
    return UL_OK;
}

ul_status ul_eva_full_packed(ul_eva *eva, ul_eva_plan *plan, const ul_eva_list *todo)
{
    ul_run *outer = ul_sim_run_of(eva->sim), *run = NULL;
    const ul_run_options options = {.time_limit_s = ul_run_number(outer, "pack-time"), .seed = 1};
    ul_eva_list machines, left;
    ul_instance instance = {0};
    if (todo->n == 0 || !eva->has_news) /* what was packed is packed */
        return ul_eva_full(eva, plan, todo);
    UL_TRY(ul_sim_go_on(eva->sim));
    UL_TRY(ul_eva_machines(eva, &machines));
    UL_TRY(ul_eva_list_of(eva, todo->n, &left));
    UL_TRY(make_packing(eva, todo, &instance));
    ul_status status = ul_run_new(&ul_method_exact, &instance, &options, &run);
    if (status == UL_OK)
        status = ul_run_go(run);
    const ul_packing_plan *packed = status == UL_OK ? ul_run_result_of(run)->plan : NULL;
    if (packed != NULL)
        status = take_plan(eva, plan, &machines, packed, todo, &left);
    else
        left = *todo;
    if (status == UL_OK)
        status = ul_eva_top_down(eva, plan, &left, &machines);
    ul_run_free(run);
    ul_instance_free(&instance);
    return status;
}
