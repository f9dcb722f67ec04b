/* First-fit decreasing over unequal machine types.
 *
 * Tasks go in descending size; each joins the first open machine with room,
 * else opens the cheapest type that holds it alone. Small tasks stay off large
 * machines, so volume discounts are forgone on purpose.
 *
 * O(tasks * (bins + types) * resources); ties by task index.
 */
#include "run.h"
#include "packing_plan.h"

static ul_status ffd_solve(const ul_packing *in, ul_run *run)
{
    ul_packing_plan *plan;
    UL_TRY(ul_packing_plan_new(in, ul_run_arena(run), &plan));
    for (size_t j = 0; j < in->n_tasks; j++)
        for (uint32_t copy = 0; copy < in->task[j].copies; copy++) {
            size_t i = 0;
            if (ul_run_expired(run))
                return UL_OK;
            while (i < plan->n_bins && !ul_plan_fits(plan, i, j, 1))
                i++;
            if (i == plan->n_bins)
                UL_TRY(ul_plan_open(plan, ul_packing_cheapest_for(in, in->task[j].shape), &i));
            UL_TRY(ul_plan_put(plan, i, j, 1));
        }
    return ul_run_offer(run, plan);
}

const ul_method ul_method_ffd = {
    .name = "ffd",
    .brief = "first-fit decreasing, cheapest sufficient type",
    .paper = "Johnson 1973; over unequal types as in Eva, Section 4.2",
    .traits = UL_CONSTRUCTIVE,
    .packing = ffd_solve,
};
