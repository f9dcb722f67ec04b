/* Diving on the pattern program: the column of the largest fraction is fixed,
 * the LP solved again, until every item is covered or that costs too much. A column
 * that went too far is given back, so many times a dive.
 */
#include "node.h"

#include <math.h>

#include "tolerance.h"

/* A dive ends where its objective is beyond what would be a gain, by more than rounding. */
#define NO_GAIN 1e-4

/* Whether the columns as rounded hold all copies: of a machine that holds a million what counts as
 * whole may be a copy short. */
static ul_status hold_all(const ul_pattern_lp *lp, bool *all)
{
    int64_t *left;
    const ul_arena_mark_t mark = ul_arena_mark(lp->arena);
    UL_COPY(lp->arena, left, lp->problem->copies, lp->problem->n_items);
    *all = true;
    for (size_t c = 0; c < lp->n_columns; c++)
        if (lp->pattern_of[c] != UL_NONE && lp->x[c] > UL_LP_WHOLE)
            UL_EACH_ENTRY(e, lp->pool, lp->pattern_of[c])
                left[e->item] -= e->count * llround(lp->x[c]);
    for (size_t i = 0; i < lp->problem->n_items; i++)
        *all = *all && left[i] <= 0;
    ul_arena_rewind(lp->arena, mark);
    return UL_OK;
}

ul_status ul_node_solution(const ul_pattern_lp *lp, ul_exact_solution *solution)
{
    bool all = false;
    for (size_t c = 0; c < lp->n_columns; c++) {
        const double x = lp->x[c];
        if (fabs(x - round(x)) > UL_LP_WHOLE || (lp->pattern_of[c] == UL_NONE && x > UL_LP_WHOLE))
            return UL_OK;
    }
    UL_TRY(hold_all(lp, &all));
    for (size_t c = 0; c < lp->n_columns && all; c++) {
        const int64_t times = llround(lp->x[c]);
        const size_t p = lp->pattern_of[c];
        if (times > 0)
            UL_TRY(ul_exact_solution_add(lp->problem, solution, lp->pool->pattern[p].type,
                                         ul_pattern_entries(lp->pool, p), lp->pool->pattern[p].n,
                                         times));
    }
    return UL_OK;
}

/* Fixes the whole part of every column, and one more of the column that is nearest below a
 * whole number, or by chance most often of one of these: *last, UL_NONE when there is nothing to
 * round. */
static ul_status fix(ul_pattern_lp *lp, ul_rng *rng, size_t *last, double *low)
{
    double most = UL_LP_WHOLE;
    *last = UL_NONE;
    for (size_t c = 0; c < lp->n_columns; c++) {
        const double part = lp->x[c] - floor(lp->x[c] + UL_LP_WHOLE);
        if (lp->pattern_of[c] == UL_NONE)
            continue;
        if (lp->x[c] > 1 - UL_LP_WHOLE)
            UL_TRY(ul_lp_set_column(lp->lp, c, floor(lp->x[c] + UL_LP_WHOLE), HUGE_VAL));
        const double drawn = part > UL_LP_WHOLE && rng != NULL ? part * ul_rng_unit(rng) : part;
        if (drawn > most + UL_LP_ZERO) {
            most = drawn;
            *last = c;
        }
    }
    if (*last == UL_NONE)
        return UL_OK;
    *low = floor(lp->x[*last] + UL_LP_WHOLE);
    return ul_lp_set_column(lp->lp, *last, *low + 1, HUGE_VAL);
}

ul_status ul_node_dive(ul_pattern_lp *lp, double most, int retries, ul_rng *rng,
                       ul_exact_solution *solution)
{
    bool solved = true;
    size_t last = UL_NONE;
    double low = 0;
    while (solved && !ul_run_expired(lp->run)) {
        if (lp->objective <= most + NO_GAIN) {
            UL_TRY(ul_node_solution(lp, solution));
            if (solution->pool.n > 0)
                break;
            UL_TRY(fix(lp, rng, &last, &low));
            if (last == UL_NONE)
                break;
        } else if (last != UL_NONE && retries-- > 0) {
            UL_TRY(ul_lp_set_column(lp->lp, last, low, low)); /* not that one, then */
            last = UL_NONE;
        } else {
            break;
        }
        UL_TRY(ul_pattern_lp_solve(lp, &solved));
    }
    for (size_t c = 0; c < lp->n_columns; c++)
        UL_TRY(ul_lp_set_column(lp->lp, c, 0, HUGE_VAL));
    return UL_OK;
}
