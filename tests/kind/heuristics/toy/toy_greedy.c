/* As many as it takes of the pack that is cheapest by the unit. O(packs). */
#include "run.h"
#include "toy_plan.h"

static ul_status solve(const ul_toy *in, ul_run *run)
{
    ul_toy_plan *plan;
    size_t best = 0;
    UL_TRY(ul_toy_plan_new(in, ul_run_arena(run), &plan));
    for (size_t k = 1; k < in->n_packs; k++)
        if ((ul_cost)in->pack[k].price * (ul_cost)in->pack[best].units
            < (ul_cost)in->pack[best].price * (ul_cost)in->pack[k].units)
            best = k;
    plan->count[best] = (in->wanted + in->pack[best].units - 1) / in->pack[best].units;
    return ul_run_offer(run, plan);
}

const ul_method ul_method_toy_greedy = {
    .name = "toy-greedy",
    .brief = "the pack that is cheapest by the unit",
    .paper = "a test",
    .traits = UL_CONSTRUCTIVE,
    .toy = solve,
};
