/* What a tree asks the program of machines beside bounds. */
#include "benders.h"

#include <math.h>

enum { TRIAL_PIVOTS = 20 };

static const ul_exact_group *group_of(const ul_benders *b, size_t part)
{
    return &b->problem->group[b->problem->type[b->parts->first[part]].group];
}

ul_status ul_benders_spare(ul_benders *b, size_t part, size_t d)
{
    double all = 1;
    const ul_exact_group *group = part == UL_NONE ? NULL : group_of(b, part);
    for (size_t i = 0; i < b->problem->n_items && part != UL_NONE; i++)
        if (ul_benders_choice(b, part, i) != UL_NONE)
            all += (double)group->weight[i * group->n_dims + d] * (double)b->problem->copies[i];
    for (size_t f = 0; f < b->parts->n; f++)
        for (size_t i = 0; i < b->problem->n_items; i++)
            if (ul_benders_choice(b, f, i) != UL_NONE)
                UL_TRY(ul_lp_set_cost(b->lp, b->first_choice + ul_benders_choice(b, f, i),
                                      f == part ? (double)group->weight[i * group->n_dims + d] / all : 0));
    return UL_OK;
}

double ul_benders_load(const ul_benders *b, size_t part, size_t d)
{
    const ul_exact_group *group = group_of(b, part);
    double used = 0, has = 0;
    for (size_t i = 0; i < b->problem->n_items; i++)
        if (b->parts->holds[part * b->problem->n_items + i])
            used += (double)group->weight[i * group->n_dims + d]
                    * (ul_benders_choice(b, part, i) == UL_NONE ? (double)b->problem->copies[i]
                                                        : b->copies[ul_benders_choice(b, part, i)]);
    for (size_t k = b->parts->first[part]; k < b->parts->first[part + 1]; k++)
        has += (double)b->problem->type[k].capacity[d] * b->machines[k];
    return has > 0 ? used / has : 0;
}

ul_status ul_benders_pivot(ul_benders *b, int pivots, const ul_lp_basis *back, double most, double *objective)
{
    ul_lp_outcome outcome;
    ul_lp_limit_pivots(b->lp, pivots);
    const ul_status status = ul_lp_solve(b->lp, UL_LP_DUAL, b->run, &outcome);
    *objective = ul_lp_objective(b->lp) >= most ? HUGE_VAL : ul_lp_objective(b->lp);
    ul_lp_limit_pivots(b->lp, 0);
    ul_lp_basis_restore(b->lp, back);
    return status;
}

ul_status ul_benders_try(ul_benders *b, size_t choice, int64_t low, int64_t high, double most,
                         double *objective)
{
    const size_t column = b->first_choice + choice, rule = b->first_copies + choice;
    ul_lp_basis basis = {0};
    UL_TRY(ul_lp_basis_save(b->lp, &basis));
    ul_status status = ul_lp_set_column(b->lp, column, (double)low, (double)high);
    if (status == UL_OK)
        status = ul_benders_pivot(b, TRIAL_PIVOTS, &basis, most, objective);
    if (status == UL_OK)
        status = ul_lp_set_column(b->lp, column, ul_row_limit(b->low[rule], 0),
                                  ul_row_limit(b->high[rule], HUGE_VAL));
    ul_lp_basis_clear(&basis);
    return status;
}
