/* Spot Fleet's two policies, as TR-Kubernetes describes them (Section 3.3): both
 * fill the capacity and know no availability target.
 *
 *   cheapest  machines of the type with the least price per unit
 *   diverse   one machine each of the ten cheapest types, in turn
 *
 * O(types^2 + machines); ties by file order.
 */
#include "availability_policies.h"

enum { DIVERSE = 10 };

static bool cheaper(const ul_availability_type *a, const ul_availability_type *b)
{
    return a->cost * (ul_cost)b->capacity < b->cost * (ul_cost)a->capacity;
}

/* The m cheapest types per unit, cheapest first; returns how many there are. */
static size_t cheapest_types(const ul_availability *in, size_t m, size_t *chosen)
{
    size_t n = 0;
    for (size_t k = 0; k < in->n_types; k++) {
        size_t at = n < m ? n++ : m;
        if (at == m && !cheaper(&in->type[k], &in->type[chosen[m - 1]]))
            continue;
        for (at = at == m ? m - 1 : at; at > 0 && cheaper(&in->type[k], &in->type[chosen[at - 1]]);
             at--)
            chosen[at] = chosen[at - 1];
        chosen[at] = k;
    }
    return n;
}

static void fill(const ul_availability *in, size_t types, ul_availability_plan *plan)
{
    size_t chosen[DIVERSE];
    const size_t n = cheapest_types(in, types, chosen);
    uint64_t capacity = 0;
    for (size_t q = 0; capacity < in->capacity; q = (q + 1) % n) {
        plan->hold[chosen[q]]++;
        capacity += in->type[chosen[q]].capacity;
    }
}

ul_status ul_pool_policy_spotfleet_cheapest(const ul_availability *in, ul_run *run,
                                            ul_availability_plan *plan,
                                            ul_pool_policy_account *account)
{
    (void)run;
    fill(in, 1, plan);
    return ul_pool_policy_account_of(plan, account);
}

ul_status ul_pool_policy_spotfleet_diverse(const ul_availability *in, ul_run *run,
                                           ul_availability_plan *plan,
                                           ul_pool_policy_account *account)
{
    (void)run;
    fill(in, DIVERSE, plan);
    return ul_pool_policy_account_of(plan, account);
}

static ul_status solve_cheapest(const ul_availability *in, ul_run *run)
{
    return ul_pool_policy_solve(in, run, ul_pool_policy_spotfleet_cheapest);
}

static ul_status solve_diverse(const ul_availability *in, ul_run *run)
{
    return ul_pool_policy_solve(in, run, ul_pool_policy_spotfleet_diverse);
}

const ul_method ul_method_spotfleet_cheapest = {
    .name = "spotfleet-cheapest",
    .brief = "the capacity in machines of the cheapest type per unit",
    .paper = "TR-Kubernetes, Section 3.3, Figure 6",
    .traits = UL_CONSTRUCTIVE | UL_MAY_MISS,
    .param = ul_pool_policy_param,
    .availability = solve_cheapest,
};

const ul_method ul_method_spotfleet_diverse = {
    .name = "spotfleet-diverse",
    .brief = "the capacity in machines of the ten cheapest types in turn",
    .paper = "TR-Kubernetes, Section 3.3, Figure 6",
    .traits = UL_CONSTRUCTIVE | UL_MAY_MISS,
    .param = ul_pool_policy_param,
    .availability = solve_diverse,
};
