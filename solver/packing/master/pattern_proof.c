/* What the pattern program's duals prove, in exact arithmetic: rounded down to
 * whole numbers, lowered or scaled down where a reduced cost is below zero, and
 * checked against every pattern of the pool. Patterns whose reduced cost in floating point is far
 * above what rounding could take from it need no second look: O(pool), and
 * O(entries + rows) for each pattern that loses next to nothing.
 */
#include <math.h>

#include "pattern_lp.h"
#include "tolerance.h"

/* A dual that is whole but for this much is rounded to the whole number; the bound is
 * proved for the rounded values, whatever they are. */
#define ALMOST_WHOLE 1e-3

/* Values are rounded down, so that a pattern gains at most ALMOST_WHOLE by each of its copies
 * and coefficients; with what doubles lose on the way that is far less than this, in value
 * units and as a part of the price. */
#define ROUNDED_OFF 65536.0
#define LOST_BY_DOUBLES 1e-9

/* A ratio of doubles is taken this much smaller, far more than its rounding. */
#define SAFELY_LESS 1e-12

static ul_cost total_of(const ul_pattern_lp *lp, const ul_node_dual *dual)
{
    ul_cost total = 0;
    for (size_t i = 0; i < lp->problem->n_items; i++)
        total += (ul_cost)dual->item[i] * lp->problem->copies[i];
    for (size_t q = 0; q < dual->n_rows; q++) {
        const ul_pattern_row *row = &lp->row[dual->row[q]];
        if (dual->value[q] != 0)
            total += (ul_cost)dual->value[q] * (dual->value[q] > 0 ? row->low : row->high);
    }
    return total;
}

static double price_of(const ul_pattern_lp *lp, size_t p)
{
    return (double)lp->problem->type[lp->pool->pattern[p].type].price;
}

/* The patterns whose reduced cost may be zero or less, by the last scan: how many. */
static size_t find_near(const ul_pattern_lp *lp, int64_t scale, size_t *near)
{
    size_t n = 0;
    for (size_t p = 0; p < lp->pool->n; p++)
        if (lp->reduced_cost[p] <= ROUNDED_OFF / (double)scale + LOST_BY_DOUBLES * price_of(lp, p))
            near[n++] = p;
    return n;
}

int64_t ul_pattern_lp_reduced_cost(const ul_pattern_lp *lp, const ul_node_dual *dual, size_t p)
{
    int64_t reduced_cost = lp->problem->type[lp->pool->pattern[p].type].price * dual->scale;
    UL_EACH_ENTRY(e, lp->pool, p)
        reduced_cost -= dual->item[e->item] * e->count;
    for (size_t q = 0; q < dual->n_rows; q++)
        reduced_cost -= dual->value[q] * ul_pattern_row_coefficient(lp, &lp->row[dual->row[q]], p);
    return reduced_cost;
}

/* The least price / dual value over patterns of a reduced cost below zero; 1 if none. */
static double worst_ratio(const ul_pattern_lp *lp, const ul_node_dual *dual,
                          const size_t *near, size_t n)
{
    double ratio = 1;
    for (size_t q = 0; q < n; q++) {
        const int64_t reduced_cost = ul_pattern_lp_reduced_cost(lp, dual, near[q]);
        const double price = price_of(lp, near[q]) * (double)dual->scale;
        if (reduced_cost < 0) /* a reduced cost of a few in 10^16 would vanish in the quotient */
            ratio = fmin(ratio, fmin(price / (price - (double)reduced_cost), 1 - SAFELY_LESS));
    }
    return ratio;
}

static void round_duals(const ul_pattern_lp *lp, ul_node_dual *dual)
{
    const double scale = (double)dual->scale;
    for (size_t i = 0; i < lp->problem->n_items; i++)
        if (lp->item_dual[i] > 0 || lp->partitions)
            dual->item[i] = (int64_t)floor(lp->item_dual[i] * scale + ALMOST_WHOLE);
    for (size_t r = 0; r < lp->n_rows; r++) {
        const double value = lp->row[r].dual;
        const bool none = fabs(value) < UL_LP_ZERO || (value > 0 && lp->row[r].low == UL_ROW_FREE)
                          || (value < 0 && lp->row[r].high == UL_ROW_FREE);
        if (none)
            continue;
        dual->row[dual->n_rows] = r;
        dual->value[dual->n_rows++] = (int64_t)floor(value * scale + ALMOST_WHOLE);
    }
}

/* Takes from the rows that make a pattern's reduced cost negative. */
static void lower_rows(const ul_pattern_lp *lp, ul_node_dual *dual, size_t p)
{
    int64_t reduced_cost = ul_pattern_lp_reduced_cost(lp, dual, p);
    for (size_t q = 0; q < dual->n_rows && reduced_cost < 0; q++) {
        const int64_t coefficient = ul_pattern_row_coefficient(lp, &lp->row[dual->row[q]], p);
        if (dual->value[q] <= 0 || coefficient <= 0)
            continue;
        const int64_t wanted = (coefficient - 1 - reduced_cost) / coefficient;
        const int64_t less = wanted < dual->value[q] ? wanted : dual->value[q];
        dual->value[q] -= less;
        reduced_cost += less * coefficient;
    }
}

/* Takes from the items of each pattern of a reduced cost below zero, from each copy as much, and
 * then from its rows. Nothing else gains by it: one look at each
 * pattern is enough. */
static void lower(const ul_pattern_lp *lp, ul_node_dual *dual, const size_t *near, size_t n)
{
    for (size_t q = 0; q < n; q++) {
        const int64_t reduced_cost = ul_pattern_lp_reduced_cost(lp, dual, near[q]);
        const ul_pattern_entry *entry = ul_pattern_entries(lp->pool, near[q]);
        const size_t entries = lp->pool->pattern[near[q]].n;
        int64_t copies = 0;
        for (size_t e = 0; e < entries && reduced_cost < 0; e++)
            copies += entry[e].count;
        for (size_t e = 0; e < entries && reduced_cost < 0; e++) {
            int64_t *value = &dual->item[entry[e].item];
            const int64_t less = (copies - 1 - reduced_cost) / copies;
            *value = *value > less || lp->partitions ? *value - less : 0;
        }
        lower_rows(lp, dual, near[q]);
    }
}

/* Scaling all values down makes any dual solution feasible: prices are positive. What
 * loses something goes on doing so. */
static void shrink(const ul_pattern_lp *lp, ul_node_dual *dual, double ratio)
{
    ratio *= 1 - SAFELY_LESS;
    for (size_t i = 0; i < lp->problem->n_items; i++)
        dual->item[i] = (int64_t)floor((double)dual->item[i] * ratio);
    for (size_t q = 0; q < dual->n_rows; q++)
        dual->value[q] = (int64_t)floor((double)dual->value[q] * ratio);
}

/* The finest scale on which what a pattern may add up to stays inside 56 bits. Rounding a
 * value down loses as much for every copy: where these are more than 10^9 it is finer than 2^40. */
static int64_t finest_scale(const ul_pattern_lp *lp)
{
    double reach = 0, copies = 0;
    int64_t scale = 1;
    for (size_t k = 0; k < lp->problem->n_types; k++)
        reach = fmax(reach, (double)lp->problem->type[k].price);
    for (size_t i = 0; i < lp->problem->n_items; i++) {
        reach += fabs(lp->item_dual[i]) * fmax(lp->most[i], 1); /* who is in no pattern has a dual too */
        copies += (double)lp->problem->copies[i];
    }
    for (size_t r = 0; r < lp->n_rows; r++)
        reach += fabs(lp->row[r].dual) * lp->row[r].most;
    while ((double)scale * reach < 0x1p55 && (double)scale < fmax(0x1p40, 1024 * copies))
        scale *= 2;
    return scale;
}

ul_status ul_pattern_lp_prove(const ul_pattern_lp *lp, ul_arena *arena, ul_node_dual *dual)
{
    size_t *near;
    *dual = (ul_node_dual){.scale = finest_scale(lp)};
    UL_ALLOC(arena, dual->item, lp->problem->n_items);
    UL_ALLOC_RAW(arena, dual->row, lp->n_rows);
    UL_ALLOC_RAW(arena, dual->value, lp->n_rows);
    UL_ALLOC_RAW(arena, near, lp->pool->n);
    round_duals(lp, dual);
    const size_t n = find_near(lp, dual->scale, near);
    lower(lp, dual, near, n);
    for (double ratio; (ratio = worst_ratio(lp, dual, near, n)) < 1;)
        shrink(lp, dual, ratio);
    dual->total = total_of(lp, dual);
    dual->units = dual->total <= 0 ? 0 : (int64_t)((dual->total + dual->scale - 1) / dual->scale);
    return UL_OK;
}
