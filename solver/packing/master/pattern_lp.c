#include "pattern_lp.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "grow.h"
#include "statistics.h"
#include "tolerance.h"

enum { COLUMNS_A_ROUND = 64, TRIAL_PIVOTS = 40, SCANNED = 2048 };

/* A pivot takes time in proportion to the columns: so many for each row are kept, and as many
 * again may join them before the dearest go. */
enum { COLUMNS_A_ROW = 8 };

#define FINEST 0x1p50 /* of a base: sums of a pattern, about a price unit, are exact */

/* ---- making it ---- */

static ul_status grow_columns(ul_pattern_lp *lp)
{
    size_t room = lp->column_room, again = room;
    UL_TRY(ul_grow(&lp->pattern_of, lp->n_columns, &room, sizeof *lp->pattern_of));
    UL_TRY(ul_grow(&lp->artificial_of, lp->n_columns, &again, sizeof *lp->artificial_of));
    return ul_grow(&lp->x, lp->n_columns, &lp->column_room, sizeof *lp->x);
}

/* One copy of an item on a machine of its own, a machine that only a branching row counts, or
 * one beyond a limit or a copy too many (`one` is -1). */
static ul_status add_artificial(ul_pattern_lp *lp, size_t row, double one, double cost)
{
    const int at = (int)row;
    UL_TRY(grow_columns(lp));
    lp->artificial_of[lp->n_columns] = row;
    lp->x[lp->n_columns] = 0;
    lp->pattern_of[lp->n_columns++] = UL_NONE;
    return ul_lp_add_column(lp->lp, 0, HUGE_VAL, cost, 1, &at, &one);
}

/* The row's coefficient of every pattern from the first on, or of every type. */
static ul_status find_coefficients(const ul_pattern_lp *lp, ul_pattern_row *row, size_t first)
{
    for (size_t k = 0; k < lp->problem->n_types && ul_row_knows_types(row->rule); k++)
        row->most = row->rule->weight[k] > row->most ? row->rule->weight[k] : row->most;
    if (ul_row_knows_types(row->rule))
        return UL_OK;
    uint16_t *longer = realloc(row->coefficient, (lp->pool->n + 1) * sizeof *longer);
    UL_NEED(longer);
    row->coefficient = longer;
    for (size_t p = first; p < lp->pool->n; p++) {
        const int64_t value = ul_row_coefficient_of(row->rule, lp->pool, p);
        if (value > UINT16_MAX)
            return ul_fail(UL_E_INTERNAL, "a row's coefficient is too large");
        row->coefficient[p] = (uint16_t)value;
        row->most = row->coefficient[p] > row->most ? row->coefficient[p] : row->most;
    }
    return UL_OK;
}

/* New patterns of the pool have no column, and a coefficient in every row. */
static ul_status know_pool(ul_pattern_lp *lp)
{
    for (size_t q = 0; q < lp->n_rows && lp->n_known < lp->pool->n; q++)
        UL_TRY(find_coefficients(lp, &lp->row[q], lp->n_known));
    for (; lp->n_known < lp->pool->n; lp->n_known++) {
        UL_TRY(ul_grow_2(&lp->column_of, sizeof *lp->column_of, &lp->reduced_cost,
                         sizeof *lp->reduced_cost, lp->n_known, &lp->known_room));
        lp->column_of[lp->n_known] = UL_NONE;
        lp->reduced_cost[lp->n_known] = 0;
    }
    return UL_OK;
}

static ul_status fill_new(ul_pattern_lp *lp)
{
    const size_t n = lp->problem->n_items;
    lp->arena = ul_arena_new();
    UL_NEED(lp->arena);
    UL_ALLOC(lp->arena, lp->item_dual, n);
    UL_ALLOC(lp->arena, lp->base, n);
    UL_ALLOC(lp->arena, lp->most, n);
    UL_ALLOC(lp->arena, lp->price, lp->problem->n_types);
    for (size_t e = 0; e < lp->pool->n_entries; e++) {
        const ul_pattern_entry one = lp->pool->entry[e];
        lp->most[one.item] = one.count > lp->most[one.item] ? one.count : lp->most[one.item];
    }
    UL_TRY(know_pool(lp));
    UL_TRY(ul_lp_new(&lp->lp));
    for (size_t i = 0; i < n; i++)
        UL_TRY(ul_lp_add_row(lp->lp, (double)lp->problem->copies[i], HUGE_VAL, 0, NULL, NULL));
    for (size_t i = 0; i < n && lp->penalty > 0; i++)
        UL_TRY(add_artificial(lp, i, 1, lp->penalty));
    return UL_OK;
}

ul_status ul_pattern_lp_new(const ul_exact_problem *problem, ul_run *run, ul_pattern_pool *pool,
                            double penalty, ul_pattern_lp **result)
{
    ul_pattern_lp *lp = calloc(1, sizeof *lp);
    *result = lp;
    UL_NEED(lp);
    lp->problem = problem;
    lp->run = run;
    lp->pool = pool;
    lp->penalty = penalty;
    lp->zoom = 1;
    return fill_new(lp);
}

void ul_pattern_lp_free(ul_pattern_lp *lp)
{
    if (lp == NULL)
        return;
    for (size_t q = 0; q < lp->n_rows; q++)
        free(lp->row[q].coefficient);
    ul_lp_free(lp->lp);
    ul_arena_free(lp->arena);
    free(lp->row);
    free(lp->pattern_of);
    free(lp->artificial_of);
    free(lp->column_of);
    free(lp->reduced_cost);
    free(lp->x);
    free(lp);
}

/* ---- rows and columns ---- */

static ul_status enter_row(ul_pattern_lp *lp, const ul_row_rule *rule, int64_t low, int64_t high)
{
    const ul_arena_mark_t mark = ul_arena_mark(lp->arena);
    int *column;
    double *value;
    size_t n = 0;
    UL_ALLOC_RAW(lp->arena, column, lp->n_columns);
    UL_ALLOC_RAW(lp->arena, value, lp->n_columns);
    for (size_t c = 0; c < lp->n_columns; c++) {
        int64_t coefficient = 0;
        if (lp->pattern_of[c] != UL_NONE)
            coefficient = ul_row_coefficient_of(rule, lp->pool, lp->pattern_of[c]);
        else if (rule->kind == UL_ROW_CUT && lp->artificial_of[c] < lp->problem->n_items
                 && lp->penalty > 0)
            coefficient = rule->numerator[lp->artificial_of[c]] > 0;
        if (coefficient > 0) {
            column[n] = (int)c;
            value[n++] = (double)coefficient;
        }
    }
    UL_TRY(ul_lp_add_row(lp->lp, ul_row_limit(low, -HUGE_VAL), ul_row_limit(high, HUGE_VAL), n, column, value));
    ul_arena_rewind(lp->arena, mark);
    return UL_OK;
}

ul_status ul_pattern_lp_add_row(ul_pattern_lp *lp, const ul_row_rule *rule, size_t id,
                                int64_t low, int64_t high)
{
    UL_TRY(ul_grow(&lp->row, lp->n_rows, &lp->row_room, sizeof *lp->row));
    ul_pattern_row *row = &lp->row[lp->n_rows++];
    *row = (ul_pattern_row){.rule = rule, .id = id, .low = low, .high = high};
    UL_TRY(find_coefficients(lp, row, 0));
    UL_TRY(enter_row(lp, rule, low, high));
    return rule->kind == UL_ROW_CUT
               ? UL_OK
               : add_artificial(lp, lp->problem->n_items + lp->n_rows - 1,
                                ul_row_high(rule) == UL_ROW_FREE ? 1 : -1, lp->penalty);
}

/* Marks rows that go: basic ones only, so that the basis stays one. */
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

/* Marks columns that are far from use, where there are many. */
static ul_status mark_dear(const ul_pattern_lp *lp, bool *column_gone)
{
    const size_t most = COLUMNS_A_ROW * (lp->problem->n_items + lp->n_rows);
    double *cost;
    if (lp->n_columns <= 2 * most)
        return UL_OK;
    UL_ALLOC_RAW(lp->arena, cost, lp->n_columns);
    for (size_t c = 0; c < lp->n_columns; c++)
        cost[c] = ul_lp_reduced_cost(lp->lp, c);
    ul_stat_sort(cost, lp->n_columns);
    for (size_t c = 0; c < lp->n_columns; c++)
        if (lp->pattern_of[c] != UL_NONE)
            column_gone[c] = !ul_lp_is_basic(lp->lp, c) && ul_lp_reduced_cost(lp->lp, c) >= cost[most];
    return UL_OK;
}

/* Those that stay close ranks. */
static void close_ranks(ul_pattern_lp *lp, const bool *row_gone, const bool *column_gone, size_t *moved)
{
    const size_t n = lp->problem->n_items;
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
    for (size_t c = 0; c < lp->n_columns; c++) {
        const size_t p = lp->pattern_of[c];
        if (p != UL_NONE)
            lp->column_of[p] = column_gone[c] ? UL_NONE : columns;
        if (column_gone[c])
            continue;
        lp->pattern_of[columns] = p;
        lp->artificial_of[columns] = p == UL_NONE ? moved[lp->artificial_of[c]] : 0;
        lp->x[columns++] = lp->x[c];
    }
    lp->n_columns = columns;
}

ul_status ul_pattern_lp_purge(ul_pattern_lp *lp)
{
    const ul_arena_mark_t mark = ul_arena_mark(lp->arena);
    const size_t n = lp->problem->n_items + lp->n_rows;
    bool *row_gone, *column_gone;
    size_t *moved;
    UL_ALLOC(lp->arena, row_gone, n);
    UL_ALLOC(lp->arena, column_gone, lp->n_columns);
    UL_ALLOC(lp->arena, moved, n);
    mark_idle(lp, row_gone, column_gone);
    UL_TRY(mark_dear(lp, column_gone));
    UL_TRY(ul_lp_delete_columns(lp->lp, column_gone));
    UL_TRY(ul_lp_delete_rows(lp->lp, row_gone));
    close_ranks(lp, row_gone, column_gone, moved);
    ul_arena_rewind(lp->arena, mark);
    return UL_OK;
}

static ul_status solve_with_row(ul_pattern_lp *lp, const ul_row_rule *rule, int64_t low,
                                int64_t high, double *objective)
{
    ul_lp_outcome outcome;
    const ul_arena_mark_t mark = ul_arena_mark(lp->arena);
    const size_t n = ul_lp_rows(lp->lp) + 1;
    bool *gone;
    UL_ALLOC(lp->arena, gone, n);
    UL_TRY(enter_row(lp, rule, low, high));
    ul_lp_limit_pivots(lp->lp, TRIAL_PIVOTS);
    ul_lp_limit_objective(lp->lp, *objective);
    const ul_status status = ul_lp_solve(lp->lp, UL_LP_DUAL, lp->run, &outcome);
    ul_lp_limit_objective(lp->lp, HUGE_VAL);
    ul_lp_limit_pivots(lp->lp, 0);
    if (outcome == UL_LP_OPTIMAL || outcome == UL_LP_TIME_LIMIT)
        *objective = fmin(ul_lp_objective(lp->lp), *objective);
    gone[n - 1] = true;
    if (status == UL_OK)
        UL_TRY(ul_lp_delete_rows(lp->lp, gone));
    ul_arena_rewind(lp->arena, mark);
    return status;
}

ul_status ul_pattern_lp_try_row(ul_pattern_lp *lp, const ul_row_rule *rule, int64_t low,
                                int64_t high, double most, double *objective)
{
    UL_FREED_BY(ul_lp_basis_clear) ul_lp_basis basis = {0};
    *objective = most;
    UL_TRY(ul_lp_basis_save(lp->lp, &basis));
    UL_TRY(solve_with_row(lp, rule, low, high, objective));
    ul_lp_basis_restore(lp->lp, &basis);
    return UL_OK;
}

ul_status ul_pattern_lp_set_row(ul_pattern_lp *lp, size_t q, int64_t low, int64_t high)
{
    if (lp->row[q].low == low && lp->row[q].high == high)
        return UL_OK;
    lp->row[q].low = low;
    lp->row[q].high = high;
    return ul_lp_set_row(lp->lp, lp->problem->n_items + q, ul_row_limit(low, -HUGE_VAL), ul_row_limit(high, HUGE_VAL));
}

static double cost_of(const ul_pattern_lp *lp, size_t p)
{
    double cost = (double)lp->problem->type[lp->pool->pattern[p].type].price;
    UL_EACH_ENTRY(e, lp->pool, p)
        cost -= lp->base[e->item] * e->count;
    return lp->zoom * cost;
}

ul_status ul_pattern_lp_add_column(ul_pattern_lp *lp, size_t p)
{
    const ul_pattern *pattern = &lp->pool->pattern[p];
    const ul_pattern_entry *entry = ul_pattern_entries(lp->pool, p);
    const ul_arena_mark_t mark = ul_arena_mark(lp->arena);
    int *row;
    double *value;
    size_t n = 0;
    UL_TRY(know_pool(lp));
    if (lp->column_of[p] != UL_NONE)
        return UL_OK;
    UL_TRY(grow_columns(lp));
    UL_ALLOC_RAW(lp->arena, row, pattern->n + lp->n_rows);
    UL_ALLOC_RAW(lp->arena, value, pattern->n + lp->n_rows);
    for (; n < pattern->n; n++) {
        row[n] = (int)entry[n].item;
        value[n] = entry[n].count;
    }
    for (size_t q = 0; q < lp->n_rows; q++) {
        const int64_t coefficient = ul_pattern_row_coefficient(lp, &lp->row[q], p);
        if (coefficient > 0) {
            row[n] = (int)(lp->problem->n_items + q);
            value[n++] = (double)coefficient;
        }
    }
    lp->column_of[p] = lp->n_columns;
    lp->x[lp->n_columns] = 0;
    lp->pattern_of[lp->n_columns++] = p;
    UL_TRY(ul_lp_add_column(lp->lp, 0, HUGE_VAL, cost_of(lp, p), n, row, value));
    ul_arena_rewind(lp->arena, mark);
    return UL_OK;
}

ul_status ul_pattern_lp_partition(ul_pattern_lp *lp)
{
    lp->partitions = true;
    for (size_t i = 0; i < lp->problem->n_items; i++)
        UL_TRY(ul_lp_set_row(lp->lp, i, (double)lp->problem->copies[i], (double)lp->problem->copies[i]));
    return UL_OK;
}

/* A copy too many costs what the base has it for, so that no dual is below zero. */
ul_status ul_pattern_lp_zoom(ul_pattern_lp *lp, double zoom)
{
    lp->zoom = zoom;
    for (size_t i = 0; i < lp->problem->n_items; i++) {
        const double copies = (double)lp->problem->copies[i];
        lp->base[i] = floor(lp->item_dual[i] * FINEST) / FINEST;
        if (lp->base[i] > 0) {
            UL_TRY(ul_lp_set_row(lp->lp, i, copies, copies));
            UL_TRY(add_artificial(lp, i, -1, zoom * lp->base[i]));
        }
        lp->base[i] = fmax(lp->base[i], 0);
        lp->base_total += lp->base[i] * copies;
    }
    for (size_t c = 0; c < lp->n_columns; c++)
        if (lp->pattern_of[c] != UL_NONE)
            UL_TRY(ul_lp_set_cost(lp->lp, c, cost_of(lp, lp->pattern_of[c])));
    return UL_OK;
}

ul_status ul_pattern_lp_set_penalty(ul_pattern_lp *lp, double penalty)
{
    for (size_t c = 0; c < lp->n_columns && penalty != lp->penalty; c++)
        if (lp->pattern_of[c] == UL_NONE)
            UL_TRY(ul_lp_set_cost(lp->lp, c, penalty));
    lp->penalty = penalty;
    return UL_OK;
}

/* ---- solving ---- */

ul_status ul_pattern_lp_resolve(ul_pattern_lp *lp, ul_lp_simplex simplex, bool *solved)
{
    ul_lp_outcome outcome;
    UL_TRY(ul_lp_solve(lp->lp, simplex, lp->run, &outcome));
    *solved = outcome == UL_LP_OPTIMAL;
    if (!*solved)
        return UL_OK;
    lp->objective = lp->base_total + ul_lp_objective(lp->lp) / lp->zoom;
    lp->artificial = 0;
    for (size_t c = 0; c < lp->n_columns; c++) {
        lp->x[c] = ul_lp_value(lp->lp, c);
        if (lp->pattern_of[c] == UL_NONE)
            lp->artificial += lp->x[c];
    }
    for (size_t i = 0; i < lp->problem->n_items; i++)
        lp->item_dual[i] = lp->base[i] + ul_lp_dual(lp->lp, i) / lp->zoom;
    for (size_t q = 0; q < lp->n_rows; q++)
        lp->row[q].dual = ul_lp_dual(lp->lp, lp->problem->n_items + q) / lp->zoom;
    return UL_OK;
}

void ul_pattern_lp_machines(const ul_pattern_lp *lp, double *machines)
{
    memset(machines, 0, lp->problem->n_types * sizeof *machines);
    for (size_t c = 0; c < lp->n_columns; c++)
        if (lp->pattern_of[c] != UL_NONE)
            machines[lp->pool->pattern[lp->pattern_of[c]].type] += lp->x[c];
}

static void scan_some(ul_pattern_lp *lp, size_t first, size_t end)
{
    const ul_pattern_pool *pool = lp->pool;
    for (size_t p = first; p < end; p++) {
        const ul_pattern *pattern = &pool->pattern[p];
        const ul_pattern_entry *entry = pool->entry + pattern->first;
        double reduced_cost = lp->price[pattern->type];
        for (size_t q = 0; q < pattern->n; q++)
            reduced_cost -= lp->item_dual[entry[q].item] * entry[q].count;
        lp->reduced_cost[p] = reduced_cost;
    }
    for (size_t r = 0; r < lp->n_rows; r++) {
        const double dual = lp->row[r].dual;
        const uint16_t *restrict coefficient = lp->row[r].coefficient;
        double *restrict reduced_cost = lp->reduced_cost;
        if (fabs(dual) * lp->zoom > UL_LP_ZERO && coefficient != NULL)
            for (size_t p = first; p < end; p++)
                reduced_cost[p] -= dual * coefficient[p];
    }
}

/* Reduced cost of every pattern, so many at a time that their reduced costs stay close by. */
static void scan(ul_pattern_lp *lp)
{
    for (size_t k = 0; k < lp->problem->n_types; k++) {
        lp->price[k] = (double)lp->problem->type[k].price;
        for (size_t q = 0; q < lp->n_rows; q++)
            if (lp->row[q].coefficient == NULL)
                lp->price[k] -= lp->row[q].dual * lp->row[q].rule->weight[k];
    }
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
        const double least = (-UL_LP_SAME_COST * price - UL_LP_IMPROVES) / lp->zoom;
        if (lp->reduced_cost[p] >= least || lp->column_of[p] != UL_NONE)
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

/* Where duals are far larger than prices and cancel out, errors in their last digits look like
 * columns that are worth it: where the simplex method takes none of them it is done. Reduced costs
 * are of the duals read last, on which proofs rely. */
ul_status ul_pattern_lp_price_pool(ul_pattern_lp *lp, bool *solved)
{
    size_t added = 0;
    int pivots = -1;
    UL_TRY(know_pool(lp));
    while (*solved && !ul_run_expired(lp->run)) {
        scan(lp);
        if (ul_lp_pivots(lp->lp) == pivots)
            return UL_OK;
        UL_TRY(add_best(lp, &added));
        if (added == 0)
            return UL_OK;
        pivots = ul_lp_pivots(lp->lp);
        UL_TRY(ul_pattern_lp_resolve(lp, UL_LP_PRIMAL, solved));
    }
    *solved = *solved && added == 0;
    return UL_OK;
}

ul_status ul_pattern_lp_solve(ul_pattern_lp *lp, bool *solved)
{
    UL_TRY(ul_pattern_lp_resolve(lp, UL_LP_DUAL, solved));
    return ul_pattern_lp_price_pool(lp, solved);
}
