/* Reservation plans as arrays: who buys what when. */
#include "columns.h"
#include "reservation_plan.h"

static ul_status give(const void *from, ul_columns *to)
{
    const ul_reservation_plan *plan = from;
    int64_t *interval, *class, *count;
    UL_TRY(ul_columns_add(to, "buy.interval", plan->n, 1, &interval));
    UL_TRY(ul_columns_add(to, "buy.class", plan->n, 1, &class));
    UL_TRY(ul_columns_add(to, "buy.count", plan->n, 1, &count));
    for (size_t q = 0; q < plan->n; q++) {
        interval[q] = plan->purchase[q].t;
        class[q] = plan->purchase[q].c;
        count[q] = plan->purchase[q].count;
    }
    return UL_OK;
}

static ul_status names(const void *data, ul_columns *to)
{
    const ul_reservation *in = data;
    const char **name;
    UL_TRY(ul_columns_add_text(to, "class", in->n_classes, &name));
    for (size_t c = 0; c < in->n_classes; c++)
        name[c] = in->classes[c].name;
    return UL_OK;
}

static ul_status take(const void *data, const ul_columns *from, ul_arena *arena, void **result)
{
    const ul_reservation *in = data;
    const int64_t *interval, *class, *count;
    size_t n = UL_NONE;
    ul_reservation_plan *plan;
    UL_TRY(ul_columns_take(
        from, &(ul_column_wanted){"buy.interval", 1, (int64_t)in->n_intervals - 1, false}, &n,
        &interval));
    UL_TRY(ul_columns_take(from,
                           &(ul_column_wanted){"buy.class", 1, (int64_t)in->n_classes - 1, false},
                           &n, &class));
    UL_TRY(ul_columns_take(from, &(ul_column_wanted){"buy.count", 1, UL_INSTANCES_MAX, false}, &n,
                           &count));
    UL_TRY(ul_reservation_plan_new(in, arena, &plan));
    for (size_t q = 0; q < n; q++)
        UL_TRY(ul_reservation_buy(plan, (size_t)interval[q], (size_t)class[q],
                                  (uint64_t)count[q]));
    *result = plan;
    return UL_OK;
}

const ul_plan_arrays ul_plan_arrays_reservation = {give, names, take};
