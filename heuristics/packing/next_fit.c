/* Next fit: a task joins the machine opened last, or opens a new one.
 *
 * O(tasks * resources); in file order.
 */
#include "packing_plan.h"
#include "packing_reasons.h"
#include "run.h"

static ul_status next_fit_solve(const ul_packing *in, ul_run *run)
{
    const ul_step_listener *listener = ul_run_steps(run); /* 'ullage explain', or nobody */
    ul_packing_plan *plan;
    UL_TRY(ul_packing_plan_new(in, ul_run_arena(run), &plan));
    size_t i = UL_NONE;
    for (size_t j = 0; j < in->n_tasks; j++)
        for (uint32_t copy = 0; copy < in->task[j].copies; copy++) {
            if (copy % 1024 == 0 && ul_run_expired(run))
                return UL_OK;
            if (i == UL_NONE || !ul_plan_fits(plan, i, j, 1)) {
                const size_t k = ul_packing_cheapest_for(in, in->task[j].shape);
                UL_TRY(ul_plan_open(plan, k, &i));
                UL_TELL(listener, .kind = UL_STEP_OPEN, .why = UL_WHY_LAST_FULL, .bin = i, .type = k, .task = j);
            }
            UL_TRY(ul_plan_put(plan, i, j, 1));
            UL_TELL(listener, .kind = UL_STEP_PUT, .why = UL_WHY_LAST, .bin = i, .task = j, .count = 1);
        }
    return ul_run_offer(run, plan); /* the run checks and costs it */
}

const ul_method ul_method_next_fit = {
    .name = "next-fit",
    .brief = "the machine opened last, or a new one; in file order",
    .paper = "Johnson 1973",
    .traits = UL_ONLINE,
    .packing = next_fit_solve,
};
