/* A bound where prices are too far apart for exact sums.
 *
 * Prices are rounded down: those above the best plan's cost to that cost, since whoever uses
 * such a machine pays no less, and all of them to multiples of a unit of which the highest
 * has at most 2^40. What costs less than a unit counts as free. No plan gets dearer by that,
 * so values that are feasible at these prices prove a bound at the instance's.
 */
#include "bounds.h"

#define CERTIFIED_MAX ((ul_cost)1 << 56) /* the largest number in a certificate */

/* The same instance at prices rounded down; *fine is the unit of its prices before. */
static ul_status round_prices(const ul_exact *exact, ul_packing *rough, ul_cost *fine)
{
    const ul_packing *in = exact->in;
    const ul_cost cost = ul_run_result_of(exact->run)->cost / UL_COST_PER_MICRO;
    ul_packing_type *type;
    ul_micro unit = 0, highest = 0;
    UL_COPY(exact->arena, type, in->type, in->n_types);
    for (size_t k = 0; k < in->n_types; k++) {
        unit = ul_micro_divisor(unit, type[k].price);
        if (type[k].price > cost)
            type[k].price = (ul_micro)cost; /* a sum of prices: a multiple of the unit too */
        highest = type[k].price > highest ? type[k].price : highest;
    }
    const ul_micro step = (highest / unit / UL_EXACT_PRICE_MAX + 1) * unit;
    for (size_t k = 0; k < in->n_types; k++)
        type[k].price -= type[k].price % step;
    *rough = *in;
    rough->type = type;
    *fine = (ul_cost)unit * UL_COST_PER_MICRO;
    return UL_OK;
}

/* The values' scale in the instance's own units; smaller values where that has no room. */
static void scale_to(ul_exact_dual *dual, ul_cost units)
{
    ul_cost num = dual->scale.num, den = dual->scale.den * units;
    for (; den > CERTIFIED_MAX; den /= 2)
        num = (num + 1) / 2;
    dual->scale = (ul_price_scale){(int64_t)num, (int64_t)den};
}

/* The bound in units of which there are not too many. */
static int64_t units_of(ul_exact *exact, ul_exact_problem *problem, ul_cost fine)
{
    ul_exact_dual *dual = &exact->master->dual;
    scale_to(dual, problem->unit / fine);
    ul_cost units = dual->total * dual->scale.den / dual->scale.num;
    for (problem->unit = fine; units > CERTIFIED_MAX; units /= 2)
        problem->unit *= 2;
    return (int64_t)units;
}

ul_status ul_bound_by_rounded_prices(ul_exact *exact, ul_exact_problem *problem,
                                     int64_t *units)
{
    ul_packing *rough;
    ul_cost fine = 1;
    bool fit;
    *units = 0;
    UL_ALLOC(exact->arena, rough, 1);
    UL_TRY(round_prices(exact, rough, &fine));
    exact->in = rough;
    exact->is_part = true; /* costs at other prices: not for the run */
    exact->below = exact->best.cost = INT64_MAX / 2;
    UL_TRY(ul_exact_problem_new(rough, exact->arena, problem, &fit));
    if (problem->n_items == 0)
        return UL_OK;
    UL_TRY(ul_exact_open(exact));
    UL_TRY(ul_exact_begin(exact));
    UL_TRY(ul_master_add_singles(exact->master));
    UL_TRY(ul_exact_generate(exact));
    *units = units_of(exact, problem, fine);
    return UL_OK;
}
