#include "availability_cover.h"
#include "availability_policies.h"

const ul_param ul_pool_policy_param[] = {
    UL_CHOICE("fallback", "no", "on-demand machines when the pool misses the target or is dearer",
              "no|on-demand"),
    {0},
};

ul_status ul_pool_policy_account_of(const ul_availability_plan *plan,
                                    ul_pool_policy_account *account)
{
    double failure;
    UL_TRY(ul_availability_plan_failure(plan, &failure));
    *account = (ul_pool_policy_account){
        .met = failure <= ul_availability_allowance(plan->in),
        .availability = 1 - failure,
        .price = ul_cost_double(ul_availability_plan_cost(plan)),
    };
    for (size_t k = 0; k < plan->in->n_types; k++)
        account->steps += plan->hold[k];
    return UL_OK;
}

ul_status ul_pool_policy_solve(const ul_availability *in, ul_run *run, ul_pool_policy policy)
{
    ul_availability_plan *plan, *other;
    ul_pool_policy_account account;
    ul_cover cover;
    const bool fallback = ul_run_choice_is(run, "fallback", "on-demand");
    ul_cover_of(in, &cover);
    if (ul_cover_infeasible(&cover, run))
        return UL_OK;
    UL_TRY(ul_availability_plan_new(in, ul_run_arena(run), &plan));
    UL_TRY(policy(in, run, plan, &account));
    UL_TRY(ul_run_offer(run, plan));
    if (!fallback)
        return UL_OK;
    UL_TRY(ul_availability_plan_new(in, ul_run_arena(run), &other));
    return ul_pool_policy_on_demand(in, other) ? ul_run_offer(run, other) : UL_OK;
}
