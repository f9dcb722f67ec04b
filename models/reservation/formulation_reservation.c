/* Two integer programs for reservations: a convex aggregated one, and the
 * paper's own for small cases.
 *
 * reservation-convex. N[l][t] leases of price level l or cheaper are active in
 * interval t; z[l][t][s] of the instances of step s are covered by them:
 *
 *     min  on demand + sum lease[t][c] R[t][c] - sum (P[l-1] - P[l]) hours[t][s] z[l][t][s]
 *     sum_s z[l][t][s] <= sum of R[t'][c] active in t, of classes of level l and cheaper
 *     0 <= z[l][t][s] <= instances[t][s],  R whole
 *
 * Hours fall with the step, so an optimum covers the busiest first, which is
 * cheapest-first billing. Intervals * (classes + levels * steps) columns,
 * levels * intervals rows.
 *
 * reservation-literal. SEC, Section 5.1.1: y[t][j][c] tells that instance j is
 * billed at class c in interval t (equation 2), at most as many as are active
 * (equation 1). Intervals * peak * classes binaries.
 */
#include <math.h>

#include "formulation.h"
#include "reservation_plan.h"

typedef struct {
    const ul_reservation *in;
    size_t *purchase; /* column by t and c, or UL_NONE */
} key;

static ul_status add_purchases(const ul_reservation *in, ul_build *build, key **result)
{
    key *k;
    UL_ALLOC(build->arena, k, 1);
    k->in = in;
    UL_ALLOC(build->arena, k->purchase, in->n_intervals * in->n_classes);
    for (size_t t = 0; t < in->n_intervals; t++)
        for (size_t c = 0; c < in->n_classes; c++) {
            size_t *column = &k->purchase[t * in->n_classes + c];
            *column = UL_NONE;
            if (in->classes[c].level > 0)
                UL_TRY(ul_model_add_column(
                    build->model, in->peak,
                    ul_cost_double(ul_reservation_lease(in, t, c, in->objective)), true, column,
                    "R_%zu_%zu", t + 1, c));
        }
    build->key = *result = k;
    return UL_OK;
}

/* Subtracts from a row every purchase of class c that is active in t. */
static ul_status subtract_active(const key *k, ul_build *build, size_t row, size_t t, size_t c)
{
    const size_t term = k->in->classes[c].term;
    for (size_t from = t + 1 > term ? t + 1 - term : 0; from <= t; from++)
        UL_TRY(ul_model_add_term(build->model, row, k->purchase[from * k->in->n_classes + c], -1));
    return UL_OK;
}

static ul_status add_coverage(const key *k, ul_build *build, size_t l, size_t t)
{
    const ul_reservation *in = k->in;
    const ul_cost discount = in->level_price[l - 1] - in->level_price[l];
    size_t row, column;
    if (in->first[t] == in->first[t + 1])
        return UL_OK;
    UL_TRY(ul_model_add_row(build->model, -HUGE_VAL, 0, &row, "N_%zu_%zu", l, t + 1));
    for (size_t s = in->first[t]; s < in->first[t + 1]; s++) {
        UL_TRY(ul_model_add_column(build->model, in->step[s].instances,
                                   -ul_cost_double(discount * in->step[s].hours), false, &column,
                                   "z_%zu_%zu_%zu", l, t + 1, s - in->first[t] + 1));
        UL_TRY(ul_model_add_term(build->model, row, column, 1));
    }
    for (size_t c = 0; c < in->n_classes; c++)
        if (in->classes[c].level >= l)
            UL_TRY(subtract_active(k, build, row, t, c));
    return ul_build_expired(build) ? ul_build_stop(build) : UL_OK;
}

/* What every plan's cost is a multiple of: leases, and hours at the prices there are. */
static ul_cost cost_unit(const ul_reservation *in)
{
    ul_micro price = 0, hours = 0;
    for (size_t l = 0; l < in->n_levels; l++)
        price = ul_micro_divisor(price, in->level_price[l]);
    for (size_t s = 0; s < in->n_steps; s++)
        hours = ul_micro_divisor(hours, in->step[s].hours);
    ul_cost unit = (ul_cost)price * hours;
    for (size_t t = 0; t < in->n_intervals; t++)
        for (size_t c = 0; c < in->n_classes; c++)
            if (in->classes[c].level > 0)
                unit = ul_cost_divisor(unit, ul_reservation_lease(in, t, c, in->objective));
    return unit;
}

static ul_status build_convex(const ul_instance *instance, ul_build *build)
{
    const ul_reservation *in = instance->data;
    const uint64_t columns = in->n_intervals * in->n_classes + (in->n_levels - 1) * in->n_steps;
    key *k;
    if (columns > build->limit)
        return ul_build_refuse(build, "columns");
    build->unit = cost_unit(in);
    UL_TRY(add_purchases(in, build, &k));
    for (size_t l = 1; l < in->n_levels; l++)
        for (size_t t = 0; t < in->n_intervals; t++)
            UL_TRY(add_coverage(k, build, l, t));
    ul_model_set_offset(build->model, ul_cost_double(ul_reservation_on_demand(in)));
    return UL_OK;
}

/* One instance in one interval is billed at exactly one class. */
static ul_status add_billing(const ul_reservation *in, ul_build *build, size_t t, size_t j,
                             ul_micro hours, const size_t *active_row)
{
    size_t row, column;
    UL_TRY(ul_model_add_row(build->model, 1, 1, &row, "rate_%zu_%zu", t + 1, j + 1));
    for (size_t c = 0; c < in->n_classes; c++) {
        if (in->classes[c].level == 0 && c != in->on_demand)
            continue;
        const ul_cost cost = (ul_cost)in->level_price[in->classes[c].level] * hours;
        UL_TRY(ul_model_add_column(build->model, 1, ul_cost_double(cost), true, &column,
                                   "y_%zu_%zu_%zu", t + 1, j + 1, c));
        UL_TRY(ul_model_add_term(build->model, row, column, 1));
        if (c != in->on_demand)
            UL_TRY(ul_model_add_term(build->model, active_row[c], column, 1));
    }
    return UL_OK;
}

static ul_status build_literal(const ul_instance *instance, ul_build *build)
{
    const ul_reservation *in = instance->data;
    uint64_t instances = 0;
    key *k;
    for (size_t t = 0; t < in->n_intervals; t++)
        instances += in->running[t];
    if ((in->n_intervals + instances) * in->n_classes > build->limit)
        return ul_build_refuse(build, "columns");
    build->unit = cost_unit(in);
    UL_TRY(add_purchases(in, build, &k));
    for (size_t t = 0; t < in->n_intervals; t++) {
        size_t active_row[UL_CLASSES_MAX], j = 0;
        for (size_t c = 0; c < in->n_classes; c++) {
            if (in->classes[c].level == 0)
                continue;
            UL_TRY(ul_model_add_row(build->model, -HUGE_VAL, 0, &active_row[c], "S_%zu_%zu", t + 1,
                                    c));
            UL_TRY(subtract_active(k, build, active_row[c], t, c));
        }
        for (size_t s = in->first[t]; s < in->first[t + 1]; s++)
            for (uint32_t q = 0; q < in->step[s].instances; q++)
                UL_TRY(add_billing(in, build, t, j++, in->step[s].hours, active_row));
        if (ul_build_expired(build))
            return ul_build_stop(build);
    }
    return UL_OK;
}

static ul_status decode(const ul_build *build, const double *value, ul_arena *arena, void **plan)
{
    const key *k = build->key;
    ul_reservation_plan *to;
    UL_TRY(ul_reservation_plan_new(k->in, arena, &to));
    for (size_t q = 0; q < k->in->n_intervals * k->in->n_classes; q++)
        if (k->purchase[q] != UL_NONE)
            UL_TRY(ul_reservation_buy(to, q / k->in->n_classes, q % k->in->n_classes,
                                      ul_value_whole(value[k->purchase[q]])));
    *plan = to;
    return UL_OK;
}

const ul_formulation ul_formulation_reservation_convex = {
    .name = "reservation-convex",
    .brief = "purchases are whole, coverage is continuous, one row per price level and interval",
    .paper = "SEC, Section 5.1.1, in a convex form of our own",
    .kind = &ul_kind_reservation,
    .build = build_convex,
    .decode = decode,
};

const ul_formulation ul_formulation_reservation_literal = {
    .name = "reservation-literal",
    .brief = "a rate for every instance in every interval, for small cases",
    .paper = "SEC, Section 5.1.1, equations 1 and 2",
    .kind = &ul_kind_reservation,
    .build = build_literal,
    .decode = decode,
};
