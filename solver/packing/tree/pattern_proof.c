/* What the pattern program's duals prove, in exact arithmetic: rounded down to
 * whole numbers, scaled down where a pattern is worth more than its price, and
 * checked against every pattern of the pool. O(pool * (entries + rows)).
 */
#include <math.h>
#include <stdlib.h>

#include "pattern_lp.h"
#include "tolerance.h"

/* A dual that is whole but for this much is rounded to the whole number; the bound is
 * proved for the rounded values, whatever they are. */
#define ALMOST_WHOLE 1e-3

/* A ratio of doubles is taken this much smaller, far more than its rounding. */
#define SAFELY_LESS 1e-12

void ul_pattern_dual_clear(ul_pattern_dual *dual)
{
    free(dual->item);
    free(dual->extra);
    *dual = (ul_pattern_dual){0};
}

void ul_pattern_lp_losses(const ul_pattern_lp *lp, const ul_pattern_dual *dual, int64_t *loss)
{
    const ul_pattern_pool *pool = lp->pool;
    for (size_t p = 0; p < pool->n; p++) {
        const ul_pattern *pattern = &pool->pattern[p];
        const ul_pattern_entry *entry = pool->entry + pattern->first;
        loss[p] = lp->problem->type[pattern->type].price * dual->scale;
        for (size_t q = 0; q < pattern->n; q++)
            loss[p] -= dual->item[entry[q].item] * entry[q].count;
    }
    for (size_t r = 0; r < dual->n_extra; r++) {
        const int64_t value = dual->extra[r];
        const uint16_t *restrict coefficient = lp->row[r].coefficient;
        if (value != 0)
            for (size_t p = 0; p < pool->n; p++)
                loss[p] -= value * coefficient[p];
    }
}

static ul_cost total_of(const ul_pattern_lp *lp, const ul_pattern_dual *dual)
{
    ul_cost total = 0;
    for (size_t i = 0; i < lp->problem->n_items; i++)
        total += (ul_cost)dual->item[i] * lp->problem->copies[i];
    for (size_t r = 0; r < dual->n_extra; r++)
        if (dual->extra[r] != 0)
            total += (ul_cost)dual->extra[r]
                     * (dual->extra[r] > 0 ? lp->row[r].low : lp->row[r].high);
    return total;
}

/* The least price / worth over patterns worth more than their price; 1 if none. */
static double worst_ratio(const ul_pattern_lp *lp, const ul_pattern_dual *dual,
                          const int64_t *loss)
{
    double ratio = 1;
    for (size_t p = 0; p < lp->pool->n; p++)
        if (loss[p] < 0) {
            const double price =
                (double)(lp->problem->type[lp->pool->pattern[p].type].price * dual->scale);
            ratio = fmin(ratio, price / (price - (double)loss[p]));
        }
    return ratio;
}

static void round_duals(const ul_pattern_lp *lp, ul_pattern_dual *dual)
{
    const double scale = (double)dual->scale;
    for (size_t i = 0; i < lp->problem->n_items; i++)
        dual->item[i] = lp->item_dual[i] > 0 ? (int64_t)floor(lp->item_dual[i] * scale + ALMOST_WHOLE) : 0;
    for (size_t r = 0; r < lp->n_rows; r++) {
        const double value = lp->row[r].dual;
        const bool none = fabs(value) < UL_LP_ZERO || (value > 0 && lp->row[r].low == UL_ROW_FREE)
                          || (value < 0 && lp->row[r].high == UL_ROW_FREE);
        dual->extra[r] = none ? 0 : (int64_t)floor(value * scale + ALMOST_WHOLE);
    }
}

/* Scaling all values down makes any dual solution feasible: prices are positive. */
static void shrink(const ul_pattern_lp *lp, ul_pattern_dual *dual, double ratio)
{
    ratio *= 1 - SAFELY_LESS;
    for (size_t i = 0; i < lp->problem->n_items; i++)
        dual->item[i] = (int64_t)floor((double)dual->item[i] * ratio);
    for (size_t r = 0; r < dual->n_extra; r++)
        dual->extra[r] = (int64_t)floor((double)dual->extra[r] * ratio);
}

ul_status ul_pattern_lp_prove(ul_pattern_lp *lp, ul_pattern_dual *dual)
{
    double largest = lp->penalty;
    for (size_t k = 0; k < lp->problem->n_types; k++)
        largest = fmax(largest, (double)lp->problem->type[k].price);
    *dual = (ul_pattern_dual){.scale = 1, .n_extra = lp->n_rows};
    while ((double)dual->scale * largest < 0x1p48 && dual->scale < (1 << 24))
        dual->scale *= 2;
    dual->item = calloc(lp->problem->n_items + 1, sizeof *dual->item);
    dual->extra = calloc(lp->n_rows + 1, sizeof *dual->extra);
    int64_t *loss = malloc((lp->pool->n + 1) * sizeof *loss);
    if (dual->item == NULL || dual->extra == NULL || loss == NULL) {
        free(loss);
        return ul_no_memory();
    }
    round_duals(lp, dual);
    ul_pattern_lp_losses(lp, dual, loss);
    for (double ratio; (ratio = worst_ratio(lp, dual, loss)) < 1;) {
        shrink(lp, dual, ratio);
        ul_pattern_lp_losses(lp, dual, loss);
    }
    free(loss);
    dual->total = total_of(lp, dual);
    dual->units = dual->total <= 0 ? 0 : (int64_t)((dual->total + dual->scale - 1) / dual->scale);
    return UL_OK;
}
