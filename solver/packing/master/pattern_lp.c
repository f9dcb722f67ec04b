#include "pattern_lp.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tolerance.h"

enum { COLUMNS_A_ROUND = 64, TRIAL_PIVOTS = 40, SCANNED = 2048 };

/* ---- making it ---- */

static ul_status grow_columns(ul_pattern_lp *lp)
{
    if (lp->n_columns < lp->column_room)
        return UL_OK;
    const size_t room = 2 * lp->column_room + 256;
    size_t *pattern_of = realloc(lp->pattern_of, room * sizeof *pattern_of);
    if (pattern_of != NULL)
        lp->pattern_of = pattern_of;
    size_t *artificial_of = realloc(lp->artificial_of, room * sizeof *artificial_of);
    if (artificial_of != NULL)
        lp->artificial_of = artificial_of;
    double *x = realloc(lp->x, room * sizeof *x);
    if (x != NULL)
        lp->x = x;
    if (pattern_of == NULL || artificial_of == NULL || x == NULL)
        return ul_no_memory();
    lp->column_room = room;
    return UL_OK;
}

/* Artificial columns keep every row satisfiable, at a price: one copy of an item
 * on a machine of its own, or a machine that only the branching row counts. */
static ul_status add_artificial(ul_pattern_lp *lp, size_t row)
{
    const int at = (int)row;
    const double one = 1;
    UL_TRY(grow_columns(lp));
    lp->artificial_of[lp->n_columns] = row;
    lp->pattern_of[lp->n_columns++] = UL_NONE;
    return ul_lp_add_column(lp->lp, 0, HUGE_VAL, lp->penalty, 1, &at, &one);
}

static ul_status fill_new(ul_pattern_lp *lp)
{
    const size_t n = lp->problem->n_items;
    lp->has_column = calloc(lp->pool->n + 1, sizeof *lp->has_column);
    lp->reduced_cost = malloc((lp->pool->n + 1) * sizeof *lp->reduced_cost);
    lp->item_dual = calloc(n + 1, sizeof *lp->item_dual);
    lp->most = calloc(n + 1, sizeof *lp->most);
    if (lp->has_column == NULL || lp->reduced_cost == NULL || lp->item_dual == NULL || lp->most == NULL)
        return ul_no_memory();
    for (size_t e = 0; e < lp->pool->n_entries; e++) {
        const ul_pattern_entry one = lp->pool->entry[e];
        lp->most[one.item] = one.count > lp->most[one.item] ? one.count : lp->most[one.item];
    }
    UL_TRY(ul_lp_new(&lp->lp));
    for (size_t i = 0; i < n; i++)
        UL_TRY(ul_lp_add_row(lp->lp, (double)lp->problem->copies[i], HUGE_VAL, 0, NULL, NULL));
    for (size_t i = 0; i < n; i++)
        UL_TRY(add_artificial(lp, i));
    return UL_OK;
}

ul_status ul_pattern_lp_new(const ul_exact_problem *problem, ul_run *run, ul_pattern_pool *pool,
                            double penalty, ul_pattern_lp **result)
{
    ul_pattern_lp *lp = calloc(1, sizeof *lp);
    *result = lp;
    if (lp == NULL)
        return ul_no_memory();
    lp->problem = problem;
    lp->run = run;
    lp->pool = pool;
    lp->penalty = penalty;
    return fill_new(lp);
}

void ul_pattern_lp_free(ul_pattern_lp *lp)
{
    if (lp == NULL)
        return;
    for (size_t q = 0; q < lp->n_rows; q++)
        free(lp->row[q].coefficient);
    ul_lp_free(lp->lp);
    free(lp->row);
    free(lp->pattern_of);
    free(lp->artificial_of);
    free(lp->has_column);
    free(lp->reduced_cost);
    free(lp->item_dual);
    free(lp->most);
    free(lp->x);
    free(lp);
}

/* ---- rows and columns ---- */

static double low_of(int64_t low)
{
    return low == UL_ROW_FREE ? -HUGE_VAL : (double)low;
}

static double high_of(int64_t high)
{
    return high == UL_ROW_FREE ? HUGE_VAL : (double)high;
}

static int64_t coefficient_of(const ul_pattern_lp *lp, const ul_row_rule *rule, size_t p)
{
    const ul_pattern *pattern = &lp->pool->pattern[p];
    return ul_row_coefficient(rule, pattern->type, ul_pattern_entries(lp->pool, p), pattern->n);
}

static ul_status enter_row(ul_pattern_lp *lp, const ul_row_rule *rule, int64_t low, int64_t high)
{
    int *column = malloc((lp->n_columns + 1) * sizeof *column);
    double *value = malloc((lp->n_columns + 1) * sizeof *value);
    size_t n = 0;
    ul_status status = column == NULL || value == NULL ? ul_no_memory() : UL_OK;
    for (size_t c = 0; c < lp->n_columns && status == UL_OK; c++) {
        int64_t coefficient = 0;
        if (lp->pattern_of[c] != UL_NONE)
            coefficient = coefficient_of(lp, rule, lp->pattern_of[c]);
        else if (rule->kind == UL_ROW_CUT && lp->artificial_of[c] < lp->problem->n_items)
            coefficient = rule->numerator[lp->artificial_of[c]] > 0;
        if (coefficient > 0) {
            column[n] = (int)c;
            value[n++] = (double)coefficient;
        }
    }
    if (status == UL_OK)
        status = ul_lp_add_row(lp->lp, low_of(low), high_of(high), n, column, value);
    free(column);
    free(value);
    return status;
}

ul_status ul_pattern_lp_add_row(ul_pattern_lp *lp, const ul_row_rule *rule, size_t id,
                                int64_t low, int64_t high)
{
    if (lp->n_rows == lp->row_room) {
        const size_t room = 2 * lp->row_room + 32;
        ul_pattern_row *grown = realloc(lp->row, room * sizeof *grown);
        if (grown == NULL)
            return ul_no_memory();
        lp->row = grown;
        lp->row_room = room;
    }
    ul_pattern_row *row = &lp->row[lp->n_rows++];
    *row = (ul_pattern_row){.rule = rule, .id = id, .low = low, .high = high};
    row->coefficient = malloc((lp->pool->n + 1) * sizeof *row->coefficient);
    if (row->coefficient == NULL)
        return ul_no_memory();
    for (size_t p = 0; p < lp->pool->n; p++) {
        const int64_t value = coefficient_of(lp, rule, p);
        if (value > UINT16_MAX)
            return ul_fail(UL_E_INTERNAL, "a row's coefficient is too large");
        row->coefficient[p] = (uint16_t)value;
        row->most = row->coefficient[p] > row->most ? row->coefficient[p] : row->most;
    }
    UL_TRY(enter_row(lp, rule, low, high));
    return rule->kind == UL_ROW_CUT ? UL_OK : add_artificial(lp, lp->problem->n_items + lp->n_rows - 1);
}

/* Marks what goes: basic rows only, so that the basis stays one. */
static void mark_idle(const ul_pattern_lp *lp, bool *row_gone, bool *column_gone)
{
    const size_t n = lp->problem->n_items;
    for (size_t q = 0; q < lp->n_rows; q++) {
        const ul_pattern_row *row = &lp->row[q];
        row_gone[n + q] = (row->rule->kind == UL_ROW_CUT
                           || (row->low == UL_ROW_FREE && row->high == UL_ROW_FREE))
                          && ul_lp_row_is_basic(lp->lp, n + q);
    }
    for (size_t c = 0; c < lp->n_columns; c++)
        if (lp->pattern_of[c] == UL_NONE && row_gone[lp->artificial_of[c]]) {
            column_gone[c] = !ul_lp_is_basic(lp->lp, c);
            row_gone[lp->artificial_of[c]] = column_gone[c];
        }
}

ul_status ul_pattern_lp_purge(ul_pattern_lp *lp)
{
    const size_t n = lp->problem->n_items;
    bool *row_gone = calloc(n + lp->n_rows + 1, sizeof *row_gone);
    bool *column_gone = calloc(lp->n_columns + 1, sizeof *column_gone);
    size_t *moved = calloc(n + lp->n_rows + 1, sizeof *moved);
    ul_status status = row_gone == NULL || column_gone == NULL || moved == NULL ? ul_no_memory()
                                                                                : UL_OK;
    if (status == UL_OK) {
        mark_idle(lp, row_gone, column_gone);
        status = ul_lp_delete_columns(lp->lp, column_gone);
    }
    if (status == UL_OK)
        status = ul_lp_delete_rows(lp->lp, row_gone);
    if (status == UL_OK) {
        size_t kept = 0, columns = 0;
        for (size_t q = 0; q < n + lp->n_rows; q++) {
            moved[q] = kept;
            if (row_gone[q])
                free(lp->row[q - n].coefficient);
            else if (q >= n)
                lp->row[kept - n] = lp->row[q - n];
            kept += !row_gone[q];
        }
        lp->n_rows = kept - n;
        for (size_t c = 0; c < lp->n_columns; c++)
            if (!column_gone[c]) {
                lp->pattern_of[columns] = lp->pattern_of[c];
                lp->artificial_of[columns] =
                    lp->pattern_of[c] == UL_NONE ? moved[lp->artificial_of[c]] : 0;
                lp->x[columns++] = lp->x[c];
            }
        lp->n_columns = columns;
    }
    free(row_gone);
    free(column_gone);
    free(moved);
    return status;
}

ul_status ul_pattern_lp_try_row(ul_pattern_lp *lp, const ul_row_rule *rule, int64_t low,
                                int64_t high, double most, double *objective)
{
    ul_lp_basis basis = {0};
    ul_lp_outcome outcome;
    const size_t n = ul_lp_rows(lp->lp) + 1;
    bool *gone = calloc(n, sizeof *gone);
    *objective = most;
    ul_status status = gone == NULL ? ul_no_memory() : ul_lp_basis_save(lp->lp, &basis);
    if (status == UL_OK)
        status = enter_row(lp, rule, low, high);
    if (status == UL_OK) {
        ul_lp_limit_pivots(lp->lp, TRIAL_PIVOTS);
        ul_lp_limit_objective(lp->lp, most);
        status = ul_lp_solve(lp->lp, UL_LP_DUAL, lp->run, &outcome);
        ul_lp_limit_objective(lp->lp, HUGE_VAL);
        ul_lp_limit_pivots(lp->lp, 0);
        if (outcome == UL_LP_OPTIMAL || outcome == UL_LP_TIME_LIMIT)
            *objective = fmin(ul_lp_objective(lp->lp), most);
        gone[n - 1] = true;
        if (status == UL_OK)
            status = ul_lp_delete_rows(lp->lp, gone);
        ul_lp_basis_restore(lp->lp, &basis);
    }
    ul_lp_basis_clear(&basis);
    free(gone);
    return status;
}

ul_status ul_pattern_lp_set_row(ul_pattern_lp *lp, size_t q, int64_t low, int64_t high)
{
    if (lp->row[q].low == low && lp->row[q].high == high)
        return UL_OK;
    lp->row[q].low = low;
    lp->row[q].high = high;
    return ul_lp_set_row(lp->lp, lp->problem->n_items + q, low_of(low), high_of(high));
}

ul_status ul_pattern_lp_add_column(ul_pattern_lp *lp, size_t p)
{
    const ul_pattern *pattern = &lp->pool->pattern[p];
    const ul_pattern_entry *entry = ul_pattern_entries(lp->pool, p);
    if (lp->has_column[p])
        return UL_OK;
    UL_TRY(grow_columns(lp));
    int *row = malloc((pattern->n + lp->n_rows + 1) * sizeof *row);
    double *value = malloc((pattern->n + lp->n_rows + 1) * sizeof *value);
    ul_status status = row == NULL || value == NULL ? ul_no_memory() : UL_OK;
    if (status == UL_OK) {
        size_t n = 0;
        for (; n < pattern->n; n++) {
            row[n] = (int)entry[n].item;
            value[n] = entry[n].count;
        }
        for (size_t q = 0; q < lp->n_rows; q++)
            if (lp->row[q].coefficient[p] > 0) {
                row[n] = (int)(lp->problem->n_items + q);
                value[n++] = lp->row[q].coefficient[p];
            }
        lp->has_column[p] = true;
        lp->pattern_of[lp->n_columns++] = p;
        status = ul_lp_add_column(lp->lp, 0, HUGE_VAL,
                                  (double)lp->problem->type[pattern->type].price, n, row, value);
    }
    free(row);
    free(value);
    return status;
}

/* ---- solving ---- */

ul_status ul_pattern_lp_resolve(ul_pattern_lp *lp, ul_lp_simplex simplex, bool *solved)
{
    ul_lp_outcome outcome;
    UL_TRY(ul_lp_solve(lp->lp, simplex, lp->run, &outcome));
    *solved = outcome == UL_LP_OPTIMAL;
    if (!*solved)
        return UL_OK;
    lp->objective = ul_lp_objective(lp->lp);
    lp->artificial = 0;
    for (size_t c = 0; c < lp->n_columns; c++) {
        lp->x[c] = ul_lp_value(lp->lp, c);
        if (lp->pattern_of[c] == UL_NONE)
            lp->artificial += lp->x[c];
    }
    for (size_t i = 0; i < lp->problem->n_items; i++)
        lp->item_dual[i] = ul_lp_dual(lp->lp, i);
    for (size_t q = 0; q < lp->n_rows; q++)
        lp->row[q].dual = ul_lp_dual(lp->lp, lp->problem->n_items + q);
    return UL_OK;
}

static void scan_some(ul_pattern_lp *lp, size_t first, size_t end)
{
    const ul_pattern_pool *pool = lp->pool;
    for (size_t p = first; p < end; p++) {
        const ul_pattern *pattern = &pool->pattern[p];
        const ul_pattern_entry *entry = pool->entry + pattern->first;
        double reduced_cost = (double)lp->problem->type[pattern->type].price;
        for (size_t q = 0; q < pattern->n; q++)
            reduced_cost -= lp->item_dual[entry[q].item] * entry[q].count;
        lp->reduced_cost[p] = reduced_cost;
    }
    for (size_t r = 0; r < lp->n_rows; r++) {
        const double dual = lp->row[r].dual;
        const uint16_t *restrict coefficient = lp->row[r].coefficient;
        double *restrict reduced_cost = lp->reduced_cost;
        if (fabs(dual) > UL_LP_ZERO)
            for (size_t p = first; p < end; p++)
                reduced_cost[p] -= dual * coefficient[p];
    }
}

/* Reduced cost of every pattern, so many at a time that their reduced costs stay close by. */
static void scan(ul_pattern_lp *lp)
{
    for (size_t p = 0; p < lp->pool->n; p += SCANNED)
        scan_some(lp, p, p + SCANNED < lp->pool->n ? p + SCANNED : lp->pool->n);
}

/* Adds the patterns with the least reduced cost below zero; returns how many
 * through *added. */
static ul_status add_best(ul_pattern_lp *lp, size_t *added)
{
    size_t best[COLUMNS_A_ROUND];
    size_t n = 0;
    for (size_t p = 0; p < lp->pool->n; p++) {
        const double price = (double)lp->problem->type[lp->pool->pattern[p].type].price;
        if (lp->reduced_cost[p] >= -UL_LP_SAME_COST * price - UL_LP_IMPROVES || lp->has_column[p])
            continue;
        if (n == COLUMNS_A_ROUND && lp->reduced_cost[p] >= lp->reduced_cost[best[n - 1]])
            continue;
        size_t at = n < COLUMNS_A_ROUND ? n++ : n - 1;
        for (; at > 0 && lp->reduced_cost[p] < lp->reduced_cost[best[at - 1]]; at--)
            best[at] = best[at - 1];
        best[at] = p;
    }
    for (size_t q = 0; q < n; q++)
        UL_TRY(ul_pattern_lp_add_column(lp, best[q]));
    *added = n;
    return UL_OK;
}

/* Artificial columns still in use: dearer ones may drive them out, or prove
 * that nothing can. */
ul_status ul_pattern_lp_raise_penalty(ul_pattern_lp *lp)
{
    lp->penalty *= 16;
    for (size_t c = 0; c < lp->n_columns; c++)
        if (lp->pattern_of[c] == UL_NONE)
            UL_TRY(ul_lp_set_cost(lp->lp, c, lp->penalty));
    return UL_OK;
}

ul_status ul_pattern_lp_solve(ul_pattern_lp *lp, bool *solved)
{
    size_t added = 0;
    UL_TRY(ul_pattern_lp_resolve(lp, UL_LP_DUAL, solved));
    while (*solved && !ul_run_expired(lp->run)) {
        scan(lp);
        UL_TRY(add_best(lp, &added));
        if (added == 0)
            return UL_OK;
        UL_TRY(ul_pattern_lp_resolve(lp, UL_LP_PRIMAL, solved));
    }
    *solved = *solved && added == 0;
    return UL_OK;
}
