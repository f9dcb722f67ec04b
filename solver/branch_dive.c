#include "branch_dive.h"

#include <math.h>

#define WHOLE 1e-6

ul_status ul_dive_solution(const ul_pattern_lp *lp, ul_exact_solution *solution)
{
    for (size_t c = 0; c < lp->n_columns; c++) {
        const double x = lp->x[c];
        if (fabs(x - round(x)) > WHOLE || (lp->pattern_of[c] == UL_NONE && x > WHOLE))
            return UL_OK;
    }
    for (size_t c = 0; c < lp->n_columns; c++) {
        const int64_t times = llround(lp->x[c]);
        const size_t p = lp->pattern_of[c];
        if (times > 0)
            UL_TRY(ul_exact_solution_add(lp->problem, solution, lp->pool->pattern[p].type,
                                         ul_pattern_entries(lp->pool, p), lp->pool->pattern[p].n,
                                         times));
    }
    return UL_OK;
}

/* Buys the whole part of every column, and one more of the column that is
 * nearest below a whole number. False when there is nothing to round. */
static ul_status buy(ul_pattern_lp *lp, bool *bought)
{
    size_t best = UL_NONE;
    double most = 0;
    for (size_t c = 0; c < lp->n_columns; c++) {
        const double part = lp->x[c] - floor(lp->x[c] + WHOLE);
        if (lp->pattern_of[c] == UL_NONE)
            continue;
        if (lp->x[c] > 1 - WHOLE)
            UL_TRY(ul_lp_set_column(lp->lp, c, floor(lp->x[c] + WHOLE), HUGE_VAL));
        if (part > most + 1e-9) {
            most = part;
            best = c;
        }
    }
    *bought = best != UL_NONE && most > WHOLE;
    return *bought ? ul_lp_set_column(lp->lp, best, ceil(lp->x[best] - WHOLE), HUGE_VAL) : UL_OK;
}

ul_status ul_dive(ul_pattern_lp *lp, int64_t cutoff, ul_exact_solution *solution)
{
    bool bought = true, solved = true;
    while (bought && solved && lp->objective <= (double)cutoff - 1 + 1e-4
           && !ul_run_expired(lp->run)) {
        UL_TRY(ul_dive_solution(lp, solution));
        if (solution->pool.n > 0)
            break;
        UL_TRY(buy(lp, &bought));
        if (bought)
            UL_TRY(ul_pattern_lp_solve(lp, &solved));
    }
    for (size_t c = 0; c < lp->n_columns; c++)
        UL_TRY(ul_lp_set_column(lp->lp, c, 0, HUGE_VAL));
    return UL_OK;
}
