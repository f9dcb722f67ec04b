/* Harmonic: tasks of like size share machines. Class c < `classes` has the tasks whose size,
 * the largest share of any resource, is in (1/(c+1), 1/c]; a machine of the class takes c
 * of them, or more where they are of different resources. The last class has all smaller
 * ones. Each class and type has one open machine.
 *
 * O(tasks * resources). At most 1.69 times the optimum for many tasks of one resource as
 * classes grow (Lee and Lee 1985).
 */
#include "packing_plan.h"
#include "packing_reasons.h"
#include "run.h"

/* The class of a task on a type, from 1. */
static size_t class_of(const ul_packing *in, size_t j, size_t k, size_t classes)
{
    const ul_micro *need = ul_packing_need(in, j, k), *capacity = in->type[k].capacity;
    size_t c = classes;
    for (size_t r = 0; r < in->n_resources; r++)
        if (need[r] > 0 && (uint64_t)(capacity[r] / need[r]) < c)
            c = (size_t)(capacity[r] / need[r]);
    return c;
}

static ul_status harmonic_solve(const ul_packing *in, ul_run *run)
{
    const ul_step_listener *listener = ul_run_steps(run);
    const size_t classes = (size_t)ul_run_number(run, "classes");
    ul_packing_plan *plan;
    size_t *open; /* machine by type and class, from 1; 0: none */
    UL_ALLOC(ul_run_arena(run), open, in->n_types * classes);
    UL_TRY(ul_packing_plan_new(in, ul_run_arena(run), &plan));
    for (size_t j = 0; j < in->n_tasks; j++) {
        const size_t k = ul_packing_cheapest_for(in, in->task[j].shape);
        size_t *at = &open[k * classes + class_of(in, j, k, classes) - 1];
        for (uint32_t copy = 0; copy < in->task[j].copies; copy++) {
            if (copy % 1024 == 0 && ul_run_expired(run))
                return UL_OK;
            if (*at == 0 || !ul_plan_fits(plan, *at - 1, j, 1)) {
                UL_TRY(ul_plan_open(plan, k, at));
                UL_TELL(listener, .kind = UL_STEP_OPEN, .why = UL_WHY_LAST_FULL, .bin = *at, .type = k, .task = j);
                ++*at;
            }
            UL_TRY(ul_plan_put(plan, *at - 1, j, 1));
            UL_TELL(listener, .kind = UL_STEP_PUT, .why = UL_WHY_LAST, .bin = *at - 1, .task = j, .count = 1);
        }
    }
    return ul_run_offer(run, plan);
}

static const ul_param param[] = {
    UL_COUNT("classes", "12", "of sizes; the last has all that are smaller", 1, 1000),
    {0},
};

const ul_method ul_method_harmonic = {
    .name = "harmonic",
    .brief = "tasks of like size share machines, one open machine a class; in file order",
    .paper = "Lee and Lee 1985",
    .traits = UL_ONLINE,
    .param = param,
    .packing = harmonic_solve,
};
