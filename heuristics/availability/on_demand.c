/* On-demand machines of the type with the least price per unit: what the others
 * are measured against (TR-Kubernetes, Section 5.2). O(types). */
#include "availability_policies.h"

bool ul_pool_policy_on_demand(const ul_availability *in, ul_availability_plan *plan)
{
    const size_t k = ul_availability_on_demand_type(in);
    if (k == UL_NONE)
        return in->capacity == 0;
    const uint64_t capacity = in->type[k].capacity;
    plan->on_demand[k] = (uint32_t)((in->capacity + capacity - 1) / capacity);
    return true;
}

static ul_status solve(const ul_availability *in, ul_run *run)
{
    ul_availability_plan *plan;
    UL_TRY(ul_availability_plan_new(in, ul_run_arena(run), &plan));
    if (ul_pool_policy_on_demand(in, plan))
        return ul_run_offer(run, plan);
    ul_run_ended(run, UL_REJECTED); /* others may do without */
    return ul_run_note(run, "no type is offered on demand");
}

const ul_method ul_method_on_demand = {
    .name = "on-demand",
    .brief = "on-demand machines of the cheapest type per unit",
    .paper = "TR-Kubernetes, Section 5.2",
    .availability = solve,
};
