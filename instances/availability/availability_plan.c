#include "availability_plan.h"

#include <math.h>
#include <stdlib.h>
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

/* P(the pool has less than the target up) in 10^-27, rounded up wherever it is rounded, and so
 * the same whoever works it out: as of the two halves of 10^18 of which an availability has
 * nine digits each. Capacities that share a divisor make a coarser grid, which changes nothing. */
static ul_cost likely(ul_cost up, ul_cost if_up, ul_cost if_down)
{
    const ul_cost half = 1000000000, down = half * half - up;
    const ul_cost low = (if_up * (up % half) + if_down * (down % half) + half - 1) / half;
    return (if_up * (up / half) + if_down * (down / half) + low + half - 1) / half;
}

static ul_status exact_failure(const ul_availability_plan *plan, ul_cost *failure)
{
    const ul_availability *in = plan->in;
    uint64_t certain = 0, unit = 0;
    for (size_t k = 0; k < in->n_types; k++) {
        certain += in->type[k].capacity * plan->on_demand[k];
        unit = (uint64_t)ul_micro_divisor((ul_micro)(in->type[k].capacity * plan->hold[k]),
                                          (ul_micro)unit);
    }
    const uint64_t wanted = certain < in->capacity ? in->capacity - certain : 0;
    unit = unit == 0 ? 1 : unit;
    const uint64_t levels = (wanted + unit - 1) / unit;
    ul_cost *level = calloc(levels + 1, sizeof *level);
    UL_NEED(level);
    level[0] = (ul_cost)1000000000000000000 * 1000000000;
    for (size_t k = 0; k < in->n_types; k++) {
        const uint64_t step = in->type[k].capacity * plan->hold[k] / unit;
        for (uint64_t s = step == 0 ? 0 : levels; s-- > 0;) {
            const ul_cost before = s >= step ? level[s - step] : 0;
            if (before > 0 || level[s] > 0)
                level[s] = likely(in->type[k].up, before, level[s]);
        }
    }
    *failure = 0;
    for (uint64_t s = 0; s < levels; s++)
        *failure += level[s];
    free(level);
    return UL_OK;
}

/* What doubles say is enough where it is far from the allowance: they are off by a share of
 * 10^-8, and each availability by 2^-53. Else the exact sum decides. */
static ul_status keeps_promise(const ul_availability_plan *plan, double failure, bool *keeps)
{
    const ul_availability *in = plan->in;
    const double allowed = ul_availability_allowance(in);
    *keeps = failure <= allowed;
    if (fabs(failure - allowed) > 1e-8 * allowed + 3e-16 * (double)in->n_types)
        return UL_OK;
    ul_cost exact = 0;
    UL_TRY(exact_failure(plan, &exact));
    *keeps = exact <= (UL_AVAILABILITY_WHOLE - in->promised + UL_AVAILABILITY_SLACK) * 1000000000;
    return UL_OK;
}

ul_status ul_availability_check(const ul_availability_plan *plan, bool *valid, ul_cost *cost)
{
    const ul_availability *in = plan->in;
    double failure;
    bool keeps;
    *valid = true;
    for (size_t k = 0; k < in->n_types; k++) {
        if (plan->hold[k] > UL_HOLD_MAX || plan->on_demand[k] > UL_HOLD_MAX)
            return ul_refuse(valid, "the plan holds more than %llu machines of '%s'",
                             (unsigned long long)UL_HOLD_MAX, in->type[k].name);
        if (plan->on_demand[k] > 0 && in->type[k].on_demand_cost == 0)
            return ul_refuse(valid, "'%s' is not offered on demand", in->type[k].name);
    }
    UL_TRY(ul_availability_plan_failure(plan, &failure));
    UL_TRY(keeps_promise(plan, failure, &keeps));
    if (!keeps)
        return ul_refuse(valid,
                         "the pool has %llu units up with probability %.12g, below the "
                         "target %.12g",
                         (unsigned long long)in->capacity, 1 - failure, in->target);
    *cost = ul_availability_plan_cost(plan);
    return UL_OK;
}
