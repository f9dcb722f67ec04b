/* The cheapest packs by dynamic programming over the units. O(units * packs). */
#include "run.h"
#include "toy_plan.h"

static ul_status solve(const ul_toy *in, ul_run *run)
{
    ul_toy_plan *plan;
    UL_TRY(ul_run_call_constructive(run));
    UL_TRY(ul_toy_plan_new(in, ul_run_arena(run), &plan));
    /* of at least so many units: the least price, in millionths, and the last pack */
    ul_cost *least = ul_arena_alloc(ul_run_arena(run), in->wanted + 1, sizeof *least);
    size_t *last = ul_arena_alloc(ul_run_arena(run), in->wanted + 1, sizeof *last);
    if (least == NULL || last == NULL)
        return ul_fail(UL_E_MEMORY, "out of memory for a table of units");
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
