/* Worst fit: a task joins the open machine with the most room left, as the sum of
 * shares of what is free, or opens the cheapest type that holds it.
 *
 * O(tasks * bins * resources); in file order, ties to the oldest machine. Johnson 1973.
 */
#include "packing_plan.h"
#include "run.h"

static double room(const ul_packing_plan *plan, size_t i)
{
    const ul_micro *free = ul_plan_free(plan, i);
    const ul_micro *capacity = plan->in->type[plan->bin[i].type].capacity;
    double shares = 0;
    for (size_t r = 0; r < plan->in->n_resources; r++)
        shares += capacity[r] == 0 ? 0 : (double)free[r] / (double)capacity[r];
    return shares;
}

/* The machine with the most room of those that hold task j, or UL_NONE. */
static size_t find_room(const ul_packing_plan *plan, size_t j)
{
    size_t best = UL_NONE;
    for (size_t i = 0; i < plan->n_bins; i++)
        if (ul_plan_fits(plan, i, j, 1) && (best == UL_NONE || room(plan, i) > room(plan, best)))
            best = i;
    return best;
}

static ul_status place(ul_packing_plan *plan, size_t j, const ul_step_listener *told)
{
    size_t i = find_room(plan, j);
    if (i == UL_NONE) {
        const size_t k = ul_packing_cheapest_for(plan->in, plan->in->task[j].shape);
        UL_TRY(ul_plan_open(plan, k, &i));
        UL_TELL(told, .kind = UL_STEP_OPEN, .why = UL_WHY_CHEAPEST, .bin = i, .type = k, .task = j);
    }
    UL_TELL(told, .kind = UL_STEP_PUT, .why = UL_WHY_MOST_ROOM, .bin = i, .task = j, .count = 1);
    return ul_plan_put(plan, i, j, 1);
}

static ul_status worst_fit_solve(const ul_packing *in, ul_run *run)
{
    ul_packing_plan *plan;
    UL_TRY(ul_packing_plan_new(in, ul_run_arena(run), &plan));
    for (size_t j = 0; j < in->n_tasks; j++)
        for (uint32_t copy = 0; copy < in->task[j].copies; copy++) {
            if (ul_run_expired(run))
                return UL_OK;
            UL_TRY(place(plan, j, ul_run_steps(run)));
        }
    return ul_run_offer(run, plan);
}

const ul_method ul_method_worst_fit = {
    .name = "worst-fit",
    .brief = "the machine with the most room, or a new one; in file order",
    .paper = "Johnson 1973",
    .traits = UL_SLOW | UL_ONLINE,
    .packing = worst_fit_solve,
};
