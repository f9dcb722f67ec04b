#include "availability_plan.h"

#include <string.h>

#include "availability_pool.h"

ul_status ul_availability_plan_new(const ul_availability *in, ul_arena *arena,
                                   ul_availability_plan **result)
{
    ul_availability_plan *plan;
    UL_ALLOC(arena, plan, 1);
    plan->in = in;
    UL_ALLOC(arena, plan->hold, in->n_types);
    UL_ALLOC(arena, plan->on_demand, in->n_types);
    *result = plan;
    return UL_OK;
}

ul_status ul_availability_plan_copy(const ul_availability_plan *plan, ul_arena *arena,
                                    ul_availability_plan **copy)
{
    const size_t n = plan->in->n_types;
    UL_TRY(ul_availability_plan_new(plan->in, arena, copy));
    memcpy((*copy)->hold, plan->hold, n * sizeof *plan->hold);
    memcpy((*copy)->on_demand, plan->on_demand, n * sizeof *plan->on_demand);
    return UL_OK;
}

ul_cost ul_availability_plan_cost(const ul_availability_plan *plan)
{
    ul_cost cost = 0;
    for (size_t k = 0; k < plan->in->n_types; k++)
        cost += plan->in->type[k].cost * plan->hold[k]
                + plan->in->type[k].on_demand_cost * plan->on_demand[k];
    return cost;
}

uint64_t ul_availability_plan_capacity(const ul_availability_plan *plan)
{
    uint64_t capacity = 0;
    for (size_t k = 0; k < plan->in->n_types; k++)
        capacity += plan->in->type[k].capacity * ((uint64_t)plan->hold[k] + plan->on_demand[k]);
    return capacity;
}

ul_status ul_availability_plan_failure(const ul_availability_plan *plan, double *failure)
{
    const ul_availability *in = plan->in;
    ul_block block[UL_AVAILABILITY_TYPES_MAX];
    size_t n = 0;
    uint64_t certain = 0;
    for (size_t k = 0; k < in->n_types; k++) {
        const ul_availability_type *type = &in->type[k];
        certain += type->capacity * plan->on_demand[k];
        if (plan->hold[k] > 0)
            block[n++] = (ul_block){type->capacity * plan->hold[k], type->availability};
    }
    const uint64_t wanted = certain < in->capacity ? in->capacity - certain : 0;
    return ul_pool_failure(block, n, wanted, failure);
}

ul_status ul_availability_check(const ul_availability_plan *plan, bool *valid, ul_cost *cost)
{
    const ul_availability *in = plan->in;
    double failure;
    *valid = true;
    for (size_t k = 0; k < in->n_types; k++) {
        if (plan->hold[k] > UL_HOLD_MAX || plan->on_demand[k] > UL_HOLD_MAX)
            return ul_refuse(valid, "the plan holds more than %llu machines of '%s'",
                             (unsigned long long)UL_HOLD_MAX, in->type[k].name);
        if (plan->on_demand[k] > 0 && in->type[k].on_demand_cost == 0)
            return ul_refuse(valid, "'%s' is not offered on demand", in->type[k].name);
    }
    UL_TRY(ul_availability_plan_failure(plan, &failure));
    if (!(failure <= ul_availability_allowance(in)))
        return ul_refuse(valid,
                         "the pool has %llu units up with probability %.12g, below the "
                         "target %.12g",
                         (unsigned long long)in->capacity, 1 - failure, in->target);
    *cost = ul_availability_plan_cost(plan);
    return UL_OK;
}
