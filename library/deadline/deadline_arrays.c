/* Deadline plans as arrays: the mode of each tick, 0 idle, 1 spot, 2 on demand. */
#include "columns.h"
#include "deadline_plan.h"

static ul_status give(const void *from, ul_columns *to)
{
    const ul_deadline_plan *plan = from;
    int64_t *mode;
    UL_TRY(ul_columns_add(to, "mode", plan->in->n_ticks, 1, &mode));
    for (size_t i = 0; i < plan->in->n_ticks; i++)
        mode[i] = plan->mode[i];
    return UL_OK;
}

static ul_status names(const void *data, ul_columns *to)
{
    const char **name;
    (void)data;
    UL_TRY(ul_columns_add_text(to, "modes", UL_MODES, &name));
    for (size_t q = 0; q < UL_MODES; q++)
        name[q] = ul_mode_name[q];
    return UL_OK;
}

static ul_status take(const void *data, const ul_columns *from, ul_arena *arena, void **result)
{
    const ul_deadline *in = data;
    const int64_t *mode;
    size_t n = in->n_ticks;
    ul_deadline_plan *plan;
    UL_TRY(ul_columns_take(from, &(ul_column_wanted){"mode", 1, UL_MODES - 1, false}, &n, &mode));
    UL_TRY(ul_deadline_plan_new(in, arena, &plan));
    for (size_t i = 0; i < n; i++)
        plan->mode[i] = (uint8_t)mode[i];
    *result = plan;
    return UL_OK;
}

const ul_plan_arrays ul_plan_arrays_deadline = {give, names, take};
