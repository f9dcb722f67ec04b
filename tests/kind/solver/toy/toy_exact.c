/* The cheapest packs by dynamic programming over the units. O(units * packs). */
#include "run.h"
#include "toy_plan.h"

static ul_status solve(const ul_toy *in, ul_run *run)
{
    ul_toy_plan *plan;
    ul_cost *least; /* of at least so many units, in millionths */
    size_t *last;
    UL_TRY(ul_run_call_constructive(run));
    UL_TRY(ul_toy_plan_new(in, ul_run_arena(run), &plan));
    UL_ALLOC(ul_run_arena(run), least, in->wanted + 1);
    UL_ALLOC(ul_run_arena(run), last, in->wanted + 1);
    for (uint64_t u = 1; u <= in->wanted; u++) {
        if (u % 1024 == 0 && ul_run_expired(run))
            return UL_OK;
        for (size_t k = 0; k < in->n_packs; k++) {
            const uint64_t rest = u > in->pack[k].units ? u - in->pack[k].units : 0;
            if (k == 0 || least[rest] + in->pack[k].price < least[u]) {
                least[u] = least[rest] + in->pack[k].price;
                last[u] = k;
            }
        }
    }
    for (uint64_t u = in->wanted; u > 0;) {
        const ul_toy_pack *pack = &in->pack[last[u]];
        plan->count[last[u]]++;
        u = u > pack->units ? u - pack->units : 0;
    }
    UL_TRY(ul_run_offer(run, plan));
    return ul_run_offer_bound(run, least[in->wanted] * UL_COST_PER_MICRO);
}

const ul_method ul_method_toy_exact = {
    .name = "toy-exact",
    .brief = "the cheapest packs, by dynamic programming",
    .paper = "a test",
    .traits = UL_ANYTIME | UL_PROVES,
    .toy = solve,
};
