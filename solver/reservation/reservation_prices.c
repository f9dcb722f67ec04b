/* The dual prices of the reservation problem's relaxation, beyond double precision:
 * the program is solved again, three times at most, for the costs that rounded duals
 * leave over, six digits more each time, and the duals are added up as integers.
 * O(rows + columns) beside the simplex runs, which start from an optimal basis.
 */
#include <math.h>
#include <string.h>

#include "reservation_blocks.h"

/* The dual of the row after (l, t), which is 0 behind the horizon. */
static ul_cost dual_after(const ul_reservation_lp *p, size_t l, size_t t)
{
    return t + 1 < p->in->n_intervals ? p->dual[row_of(p, l, t) + 1] : 0;
}

/* A cost column less what the duals so far explain, in dollars * 10^digits. What
 * lies far from 0 belongs to columns outside the basis: their sign is enough. */
static ul_status set_left_over(ul_reservation_lp *p, int column, ul_cost left, int digits)
{
    const double far = 1e6;
    const double cost = (double)left * pow(10, digits - 21);
    return ul_lp_set_cost(p->lp, (size_t)column, fmax(-far, fmin(far, cost)));
}

static ul_status set_left_overs(ul_reservation_lp *p, int digits)
{
    const ul_reservation *in = p->in;
    for (size_t l = 1; l < in->n_levels; l++)
        for (size_t t = 0; t < in->n_intervals; t++) {
            const size_t row = row_of(p, l, t);
            const ul_cost price = dual_after(p, l, t) - p->dual[row];
            UL_TRY(set_left_over(p, p->slack[row], price, digits));
            for (uint32_t b = p->lowest[row]; b != NO_BLOCK; b = p->block[b].next)
                UL_TRY(set_left_over(p, p->block[b].column,
                                     price - block_gain(p, l, t, &p->block[b]) * UL_PRICE_SCALE,
                                     digits));
        }
    for (size_t t = 0; t < in->n_intervals; t++)
        for (size_t c = 0; c < in->n_classes; c++) {
            if (!ul_reservation_lp_has(p, t, c))
                continue;
            const size_t end = ul_reservation_end(in, t, c);
            ul_cost left = ul_reservation_lease(in, t, c, in->objective) * UL_PRICE_SCALE;
            for (size_t l = 1; l <= in->classes[c].level; l++)
                left += p->dual[row_of(p, l, t)] - dual_after(p, l, end - 1);
            UL_TRY(set_left_over(p, p->purchase[t * in->n_classes + c], left, digits));
        }
    return UL_OK;
}

static ul_status restore_costs(ul_reservation_lp *p)
{
    memset(p->dual, 0, (p->in->n_levels - 1) * p->in->n_intervals * sizeof *p->dual);
    const ul_reservation *in = p->in;
    for (size_t l = 1; l < in->n_levels; l++)
        for (size_t t = 0; t < in->n_intervals; t++) {
            UL_TRY(ul_lp_set_cost(p->lp, (size_t)p->slack[row_of(p, l, t)], 0));
            for (uint32_t b = p->lowest[row_of(p, l, t)]; b != NO_BLOCK; b = p->block[b].next)
                UL_TRY(ul_lp_set_cost(p->lp, (size_t)p->block[b].column,
                                      -ul_cost_double(block_gain(p, l, t, &p->block[b]))));
        }
    for (size_t q = 0; q < in->n_intervals * in->n_classes; q++)
        if (p->purchase[q] >= 0)
            UL_TRY(ul_lp_set_cost(p->lp, (size_t)p->purchase[q],
                                  ul_cost_double(ul_reservation_lease(in, q / in->n_classes,
                                                                      q % in->n_classes,
                                                                      in->objective))));
    return UL_OK;
}

/* Adds the present duals, of costs in dollars * 10^digits, each rounded to six
 * more digits. */
static void add_duals(ul_reservation_lp *p, int digits)
{
    ul_cost unit = UL_PRICE_SCALE * UL_COST_PER_MICRO * UL_COST_PER_MICRO;
    for (int q = 0; q < digits; q++)
        unit /= 10;
    const size_t n_rows = (p->in->n_levels - 1) * p->in->n_intervals;
    for (size_t q = 0; q < n_rows; q++) {
        const double dual = ul_lp_dual(p->lp, q);
        p->dual[q] += unit >= UL_COST_PER_MICRO
                          ? (ul_cost)llround(dual * 1e6) * (unit / UL_COST_PER_MICRO)
                          : (ul_cost)llround(dual * (double)unit);
    }
}

ul_status ul_reservation_lp_prices(ul_reservation_lp *p, ul_run *run, ul_cost *price)
{
    const ul_reservation *in = p->in;
    memset(p->dual, 0, (in->n_levels - 1) * in->n_intervals * sizeof *p->dual);
    add_duals(p, 0);
    for (int digits = 6; digits <= 18 && !ul_run_expired(run); digits += 6) {
        ul_lp_outcome outcome;
        UL_TRY(set_left_overs(p, digits));
        UL_TRY(ul_lp_solve(p->lp, UL_LP_PRIMAL, run, &outcome));
        if (outcome != UL_LP_OPTIMAL)
            break;
        add_duals(p, digits);
    }
    for (size_t l = 1; l < in->n_levels; l++)
        for (size_t t = 0; t < in->n_intervals; t++) {
            const ul_cost w = dual_after(p, l, t) - p->dual[row_of(p, l, t)];
            price[row_of(p, l, t)] = w > 0 ? w : 0;
        }
    return restore_costs(p);
}
