/* No packing: every task alone on the cheapest type that holds it.
 *
 * Eva, Section 6.1: the strategy of most cluster managers in the cloud, and
 * the cost that every other method is measured against.
 *
 * O(tasks * resources); copies of a record are one bin with copies.
 */
#include "packing_plan.h"
#include "run.h"

static ul_status no_packing_solve(const ul_packing *in, ul_run *run)
{
    ul_packing_plan *plan;
    UL_TRY(ul_packing_plan_new(in, ul_run_arena(run), &plan));
    for (size_t j = 0; j < in->n_tasks; j++) {
        size_t i;
        UL_TRY(ul_plan_open(plan, ul_packing_cheapest_for(in, in->task[j].shape), &i));
        plan->bin[i].copies = in->task[j].copies;
        UL_TRY(ul_plan_put(plan, i, j, 1));
    }
    return ul_run_offer(run, plan);
}

const ul_method ul_method_no_packing = {
    .name = "no-packing",
    .brief = "each task alone on its cheapest type",
    .paper = "Eva, Section 6.1",
    .traits = UL_CONSTRUCTIVE,
    .packing = no_packing_solve,
};
