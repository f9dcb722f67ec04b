/* The incremental LP of lp.h, by GLPK. */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "glpk_lp.h"
#include "tolerance.h"

#define SCALING_S 2e-6 /* for each number that is not zero, at most; nothing interrupts it */

ul_status ul_lp_new(ul_lp **result)
{
    ul_lp *lp = calloc(1, sizeof *lp);
    UL_NEED(lp);
    *result = lp;
    lp->age = ul_glpk_age;
    lp->most = DBL_MAX;
    UL_GLPK_TRAP();
    lp->problem = glp_create_prob();
    glp_set_obj_dir(lp->problem, GLP_MIN);
    UL_GLPK_UNTRAP();
    return UL_OK;
}

void ul_lp_free(ul_lp *lp)
{
    if (lp == NULL)
        return;
    if (lp->age == ul_glpk_age && lp->problem != NULL)
        glp_delete_prob(lp->problem);
    free(lp->index);
    free(lp->value);
    free(lp);
}

static ul_status make_room(ul_lp *lp, size_t n)
{
    if (n + 1 > lp->room) {
        const size_t room = 2 * n + 64;
        int *grown = realloc(lp->index, room * sizeof *grown);
        if (grown != NULL)
            lp->index = grown;
        double *also = realloc(lp->value, room * sizeof *also);
        if (also != NULL)
            lp->value = also;
        UL_NEED(grown && also);
        lp->room = room;
    }
    return UL_OK;
}

static ul_status shift(ul_lp *lp, size_t n, const int *index, const double *value)
{
    UL_TRY(make_room(lp, n));
    for (size_t q = 0; q < n; q++) {
        lp->index[q + 1] = index[q] + 1;
        lp->value[q + 1] = value[q];
    }
    return UL_OK;
}

ul_status ul_lp_add_row(ul_lp *lp, double low, double high, size_t n, const int *column,
                        const double *value)
{
    UL_TRY(ul_lp_check_alive(lp));
    UL_TRY(shift(lp, n, column, value));
    UL_GLPK_TRAP();
    const int row = glp_add_rows(lp->problem, 1);
    glp_set_row_bnds(lp->problem, row, ul_glpk_bound_kind(low, high), low, high);
    glp_set_mat_row(lp->problem, row, (int)n, lp->index, lp->value);
    glp_set_row_stat(lp->problem, row, GLP_BS);
    UL_GLPK_UNTRAP();
    return UL_OK;
}

ul_status ul_lp_add_column(ul_lp *lp, double low, double high, double cost, size_t n,
                           const int *row, const double *value)
{
    UL_TRY(ul_lp_check_alive(lp));
    UL_TRY(shift(lp, n, row, value));
    UL_GLPK_TRAP();
    const int column = glp_add_cols(lp->problem, 1);
    glp_set_col_bnds(lp->problem, column, ul_glpk_bound_kind(low, high), low, high);
    glp_set_obj_coef(lp->problem, column, cost);
    glp_set_mat_col(lp->problem, column, (int)n, lp->index, lp->value);
    glp_set_col_stat(lp->problem, column, GLP_NL);
    UL_GLPK_UNTRAP();
    return UL_OK;
}

ul_status ul_lp_set_row(ul_lp *lp, size_t row, double low, double high)
{
    UL_TRY(ul_lp_check_alive(lp));
    UL_GLPK_TRAP();
    glp_set_row_bnds(lp->problem, (int)row + 1, ul_glpk_bound_kind(low, high), low, high);
    UL_GLPK_UNTRAP();
    return UL_OK;
}

ul_status ul_lp_set_column(ul_lp *lp, size_t column, double low, double high)
{
    UL_TRY(ul_lp_check_alive(lp));
    UL_GLPK_TRAP();
    glp_set_col_bnds(lp->problem, (int)column + 1, ul_glpk_bound_kind(low, high), low, high);
    UL_GLPK_UNTRAP();
    return UL_OK;
}

ul_status ul_lp_set_cost(ul_lp *lp, size_t column, double cost)
{
    UL_TRY(ul_lp_check_alive(lp));
    UL_GLPK_TRAP();
    glp_set_obj_coef(lp->problem, (int)column + 1, cost);
    UL_GLPK_UNTRAP();
    return UL_OK;
}

ul_status ul_lp_rest_at_upper(ul_lp *lp, size_t column)
{
    UL_TRY(ul_lp_check_alive(lp));
    UL_GLPK_TRAP();
    glp_set_col_stat(lp->problem, (int)column + 1, GLP_NU);
    UL_GLPK_UNTRAP();
    return UL_OK;
}

/* 1-based numbers of the marked ones, for glp_del_*. */
static ul_status marked(ul_lp *lp, const bool *gone, size_t n, int *count)
{
    UL_TRY(ul_lp_check_alive(lp));
    UL_TRY(shift(lp, 0, NULL, NULL));
    if (n + 1 > lp->room) {
        int *grown = realloc(lp->index, (n + 1) * sizeof *grown);
        double *also = realloc(lp->value, (n + 1) * sizeof *also);
        if (grown != NULL)
            lp->index = grown;
        if (also != NULL)
            lp->value = also;
        UL_NEED(grown && also);
        lp->room = n + 1;
    }
    *count = 0;
    for (size_t q = 0; q < n; q++)
        if (gone[q])
            lp->index[++*count] = (int)q + 1;
    return UL_OK;
}

ul_status ul_lp_delete_columns(ul_lp *lp, const bool *gone)
{
    int count;
    UL_TRY(marked(lp, gone, ul_lp_columns(lp), &count));
    if (count == 0)
        return UL_OK;
    UL_GLPK_TRAP();
    glp_del_cols(lp->problem, count, lp->index);
    UL_GLPK_UNTRAP();
    return UL_OK;
}

ul_status ul_lp_delete_rows(ul_lp *lp, const bool *gone)
{
    int count;
    UL_TRY(marked(lp, gone, ul_lp_rows(lp), &count));
    if (count == 0)
        return UL_OK;
    UL_GLPK_TRAP();
    glp_del_rows(lp->problem, count, lp->index);
    UL_GLPK_UNTRAP();
    return UL_OK;
}

size_t ul_lp_rows(const ul_lp *lp)
{
    return (size_t)glp_get_num_rows(lp->problem);
}

size_t ul_lp_columns(const ul_lp *lp)
{
    return (size_t)glp_get_num_cols(lp->problem);
}

ul_status ul_lp_scale(ul_lp *lp, const ul_run *run)
{
    UL_TRY(ul_lp_check_alive(lp));
    if (SCALING_S * glp_get_num_nz(lp->problem) > ul_run_work_left_s(run))
        return UL_OK;
    UL_GLPK_TRAP();
    glp_scale_prob(lp->problem, GLP_SF_GM | GLP_SF_EQ | GLP_SF_2N | GLP_SF_SKIP);
    UL_GLPK_UNTRAP();
    return UL_OK;
}

ul_status ul_lp_basis_save(const ul_lp *lp, ul_lp_basis *basis)
{
    basis->n_rows = ul_lp_rows(lp);
    basis->n_columns = ul_lp_columns(lp);
    basis->row = malloc(basis->n_rows + 1);
    basis->column = malloc(basis->n_columns + 1);
    UL_NEED(basis->row && basis->column);
    for (size_t q = 0; q < basis->n_rows; q++)
        basis->row[q] = (unsigned char)glp_get_row_stat(lp->problem, (int)q + 1);
    for (size_t q = 0; q < basis->n_columns; q++)
        basis->column[q] = (unsigned char)glp_get_col_stat(lp->problem, (int)q + 1);
    return UL_OK;
}

void ul_lp_basis_restore(ul_lp *lp, const ul_lp_basis *basis)
{
    for (size_t q = 0; q < ul_lp_rows(lp); q++)
        glp_set_row_stat(lp->problem, (int)q + 1, q < basis->n_rows ? basis->row[q] : GLP_BS);
    for (size_t q = 0; q < ul_lp_columns(lp); q++)
        glp_set_col_stat(lp->problem, (int)q + 1, q < basis->n_columns ? basis->column[q] : GLP_NL);
}

/* Eliminates a column by the pivots so far and finds one for it: the row, or 0 where the
 * column depends on those before. */
static int find_pivot(double *column, int rows, const double *const *before, const int *pivot, int n)
{
    int best = 0;
    for (int k = 0; k < n; k++) {
        const double factor = column[pivot[k]];
        for (int r = 1; r <= rows && factor != 0; r++)
            column[r] -= factor * before[k][r];
        column[pivot[k]] = 0;
    }
    for (int r = 1; r <= rows; r++)
        if (fabs(column[r]) > fmax(fabs(column[best]), UL_LP_WHOLE))
            best = r;
    const double scale = column[best];
    for (int r = 1; r <= rows && best > 0; r++)
        column[r] /= scale;
    return best;
}

/* The columns that are independent become basic in place of a row each. */
static void choose_basis(ul_lp *lp, const size_t *column, size_t n, double *work, const double **before,
                         int *pivot)
{
    const int rows = glp_get_num_rows(lp->problem);
    int found = 0;
    for (size_t q = 0; q < n && found < rows; q++) {
        double *mine = work + (size_t)found * ((size_t)rows + 1);
        memset(mine, 0, ((size_t)rows + 1) * sizeof *mine);
        const int entries = glp_get_mat_col(lp->problem, (int)column[q] + 1, lp->index, lp->value);
        for (int k = 1; k <= entries; k++)
            mine[lp->index[k]] = lp->value[k];
        const int row = find_pivot(mine, rows, before, pivot, found);
        if (row == 0)
            continue;
        before[found] = mine;
        pivot[found++] = row;
        glp_set_col_stat(lp->problem, (int)column[q] + 1, GLP_BS);
        glp_set_row_stat(lp->problem, row, GLP_NL); /* GLPK finds the bound that there is */
    }
}

ul_status ul_lp_start_from(ul_lp *lp, const size_t *column, size_t n)
{
    const size_t rows = ul_lp_rows(lp);
    UL_TRY(ul_lp_check_alive(lp));
    double *work = malloc(rows * (rows + 1) * sizeof *work + 1);
    const double **before = malloc(rows * sizeof *before + 1);
    int *pivot = malloc(rows * sizeof *pivot + 1);
    ul_status status = work && before && pivot ? UL_OK : ul_no_memory();
    if (status == UL_OK)
        status = make_room(lp, rows);
    if (status == UL_OK)
        choose_basis(lp, column, n, work, before, pivot);
    free(work);
    free(before);
    free(pivot);
    return status;
}

void ul_lp_basis_clear(ul_lp_basis *basis)
{
    free(basis->row);
    free(basis->column);
    *basis = (ul_lp_basis){0};
}

void ul_lp_limit_pivots(ul_lp *lp, int pivots)
{
    lp->pivots = pivots;
}

void ul_lp_limit_objective(ul_lp *lp, double most)
{
    lp->most = fmin(most, DBL_MAX);
}

int ul_lp_pivots(const ul_lp *lp)
{
    return glp_get_it_cnt(lp->problem);
}

double ul_lp_objective(const ul_lp *lp)
{
    return glp_get_obj_val(lp->problem);
}

double ul_lp_value(const ul_lp *lp, size_t column)
{
    return glp_get_col_prim(lp->problem, (int)column + 1);
}

double ul_lp_reduced_cost(const ul_lp *lp, size_t column)
{
    return glp_get_col_dual(lp->problem, (int)column + 1);
}

double ul_lp_dual(const ul_lp *lp, size_t row)
{
    return glp_get_row_dual(lp->problem, (int)row + 1);
}

bool ul_lp_is_basic(const ul_lp *lp, size_t column)
{
    return glp_get_col_stat(lp->problem, (int)column + 1) == GLP_BS;
}

bool ul_lp_row_is_basic(const ul_lp *lp, size_t row)
{
    return glp_get_row_stat(lp->problem, (int)row + 1) == GLP_BS;
}

ul_status ul_lp_tableau_row(ul_lp *lp, size_t column, size_t *n, int *index, double *times)
{
    UL_TRY(ul_lp_check_alive(lp));
    *n = 0;
    if (!ul_lp_is_basic(lp, column))
        return UL_OK;
    UL_GLPK_TRAP();
    if (glp_bf_exists(lp->problem) || glp_factorize(lp->problem) == 0)
        *n = (size_t)glp_eval_tab_row(lp->problem, glp_get_num_rows(lp->problem) + (int)column + 1, index, times);
    UL_GLPK_UNTRAP();
    for (size_t q = 0; q < *n; q++) { /* GLPK counts from 1 */
        index[q] = index[q + 1] - 1;
        times[q] = times[q + 1];
    }
    return UL_OK;
}

/* ---- duals by iterative refinement ---- */

/* The reduced cost of a column by these duals of the rows. */
static double reduced_cost_by(ul_lp *lp, int column, const double *row)
{
    double cost = glp_get_obj_coef(lp->problem, column);
    const int n = glp_get_mat_col(lp->problem, column, lp->index, lp->value);
    for (int q = 1; q <= n; q++)
        cost -= lp->value[q] * row[lp->index[q] - 1];
    return cost;
}

/* What is basic costs nothing: what it does cost by the duals there are is what they are wrong by, and goes
 * through the basis once more. */
static void correct_duals(ul_lp *lp, double *row, double *wrong)
{
    const int n_rows = glp_get_num_rows(lp->problem);
    for (int q = 1; q <= n_rows; q++) {
        const int basic = glp_get_bhead(lp->problem, q);
        wrong[q] = basic <= n_rows ? row[basic - 1] : reduced_cost_by(lp, basic - n_rows, row);
    }
    glp_btran(lp->problem, wrong);
    for (int r = 0; r < n_rows; r++)
        row[r] -= wrong[r + 1];
}

ul_status ul_lp_refine_duals(ul_lp *lp, double *row, double *column)
{
    const size_t n_rows = ul_lp_rows(lp);
    UL_TRY(ul_lp_check_alive(lp));
    UL_TRY(make_room(lp, n_rows));
    UL_OWN_ARENA(arena);
    double *wrong;
    UL_ALLOC(arena, wrong, n_rows + 1);
    UL_GLPK_TRAP();
    if (glp_bf_exists(lp->problem) || glp_factorize(lp->problem) == 0)
        correct_duals(lp, row, wrong);
    UL_GLPK_UNTRAP();
    for (size_t r = 0; r < n_rows; r++)
        row[r] = ul_lp_row_is_basic(lp, r) ? 0 : row[r];
    for (size_t j = 0; j < ul_lp_columns(lp); j++)
        column[j] = ul_lp_is_basic(lp, j) ? 0 : reduced_cost_by(lp, (int)j + 1, row);
    return UL_OK;
}
