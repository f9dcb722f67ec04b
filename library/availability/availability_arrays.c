/* Availability plans as arrays: how many machines of each type are held. */
#include "availability_plan.h"
#include "columns.h"

static ul_status give(const void *from, ul_columns *to)
{
    const ul_availability_plan *plan = from;
    int64_t *hold, *on_demand;
    UL_TRY(ul_columns_add(to, "hold", plan->in->n_types, 1, &hold));
    UL_TRY(ul_columns_add(to, "on_demand", plan->in->n_types, 1, &on_demand));
    for (size_t k = 0; k < plan->in->n_types; k++) {
        hold[k] = plan->hold[k];
        on_demand[k] = plan->on_demand[k];
    }
    return UL_OK;
}

static ul_status names(const void *data, ul_columns *to)
{
    const ul_availability *in = data;
    const char **name;
    UL_TRY(ul_columns_add_text(to, "type", in->n_types, &name));
    for (size_t k = 0; k < in->n_types; k++)
        name[k] = in->type[k].name;
    return UL_OK;
}

static ul_status take(const void *data, const ul_columns *from, ul_arena *arena, void **result)
{
    const ul_availability *in = data;
    const int64_t *hold, *on_demand;
    size_t n = in->n_types;
    ul_availability_plan *plan;
    UL_TRY(ul_columns_take(from, &(ul_column_wanted){"hold", 1, UL_HOLD_MAX, false}, &n, &hold));
    UL_TRY(ul_columns_take(from, &(ul_column_wanted){"on_demand", 1, UL_HOLD_MAX, true}, &n,
                           &on_demand));
    UL_TRY(ul_availability_plan_new(in, arena, &plan));
    for (size_t k = 0; k < in->n_types; k++) {
        plan->hold[k] = (uint32_t)hold[k];
        plan->on_demand[k] = on_demand == NULL ? 0 : (uint32_t)on_demand[k];
    }
    *result = plan;
    return UL_OK;
}

const ul_plan_arrays ul_plan_arrays_availability = {give, names, take};
