/* No packing: every task alone on the cheapest type that holds it and is left.
 *
 * Eva, Section 6.1: the strategy of most cluster managers in the cloud, and
 * the cost that every other method is measured against.
 *
 * O(tasks * resources); copies of a record are one bin with copies.
 */
#include "packing_plan.h"
#include "supply.h"

static ul_status no_packing_solve(const ul_packing *in, ul_run *run)
{
    ul_packing_plan *plan;
    ul_supply supply;
    UL_TRY(ul_supply_new(in, ul_run_arena(run), &supply));
    UL_TRY(ul_packing_plan_new(in, ul_run_arena(run), &plan));
    for (size_t j = 0; j < in->n_tasks; j++)
        for (uint32_t copies = in->task[j].copies; copies > 0;) {
            const size_t k = ul_supply_cheapest(&supply, in->task[j].shape);
            size_t i;
            if (k == UL_NONE)
                return ul_supply_ends(run, &in->task[j]);
            UL_TRY(ul_plan_open(plan, k, &i));
            plan->bin[i].copies = ul_supply_of(&supply, k, copies);
            UL_TRY(ul_plan_put(plan, i, j, 1));
            ul_supply_take(&supply, k, plan->bin[i].copies);
            copies -= plan->bin[i].copies;
        }
    return ul_run_offer(run, plan);
}

const ul_method ul_method_no_packing = {
    .name = "no-packing",
    .brief = "each task alone on its cheapest type",
    .paper = "Eva, Section 6.1",
    .traits = UL_CONSTRUCTIVE | UL_QUICK | UL_SUPPLY,
    .packing = no_packing_solve,
};
