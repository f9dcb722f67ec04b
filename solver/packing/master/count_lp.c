#include "count_lp.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "grow.h"
#include "statistics.h"
#include "tolerance.h"

/* Prices are counted in thousandths of a unit, so that duals of rows have decimals. */
#define FINE 1000

#define MOST_PENALTY 4096.0 /* times the first one */
#define LARGEST_VALUE 1e15  /* beyond this products of rows' values leave 128 bits */

/* Of one case: more are a sign of trouble. And of the dual simplex method, which may go
 * round in circles where the primal one does not. */
enum { PIVOTS_MAX = 20000, DUAL_PIVOTS = 1000 };

/* A pivot takes time in proportion to the columns: so many patterns for each row are kept,
 * and as many again may join them before the dearest go. */
enum { PATTERNS_A_ROW = 8, COLUMNS_A_ROUND = 64 };

/* ---- making it ---- */

static ul_status allocate(ul_count_lp *lp, ul_arena *arena)
{
    const ul_exact_problem *problem = lp->problem;
    UL_ALLOC(arena, lp->finer_type, problem->n_types);
    UL_ALLOC(arena, lp->value, problem->n_items);
    UL_ALLOC(arena, lp->finer_value, problem->n_items);
    UL_ALLOC(arena, lp->price, problem->n_types);
    UL_ALLOC(arena, lp->row_value, lp->n_rows);
    UL_ALLOC(arena, lp->low, lp->n_rows);
    UL_ALLOC(arena, lp->high, lp->n_rows);
    UL_ALLOC(arena, lp->counted, lp->n_rows);
    UL_ALLOC(arena, lp->machines, problem->n_types);
    memcpy(lp->finer_type, problem->type, problem->n_types * sizeof *lp->finer_type);
    lp->finer = *problem;
    lp->finer.type = lp->finer_type;
    return UL_OK;
}

/* A column for what a machine of a type counts in the rows, and for what it holds. */
static ul_status add_column(ul_count_lp *lp, uint32_t type, const ul_pattern_entry *entry, size_t n)
{
    const size_t room = n + lp->n_rows + 1;
    int *row = malloc(room * sizeof *row);
    double *count = malloc(room * sizeof *count);
    size_t used = 0;
    ul_status status = row == NULL || count == NULL ? ul_no_memory() : UL_OK;
    for (size_t q = 0; q < n && status == UL_OK; q++) {
        row[used] = (int)entry[q].item;
        count[used++] = entry[q].count;
    }
    for (size_t q = 0; q < lp->n_rows && status == UL_OK; q++)
        if (lp->rules->rule[q]->weight[type] > 0) {
            row[used] = (int)(lp->problem->n_items + q);
            count[used++] = lp->rules->rule[q]->weight[type];
        }
    if (status == UL_OK)
        status = ul_lp_add_column(lp->lp, 0, HUGE_VAL, (double)lp->problem->type[type].price,
                                  used, row, count);
    free(row);
    free(count);
    return status;
}

/* Rows, and columns that keep them satisfiable: a copy without a machine, or a count
 * without one, at the penalty; and empty machines. */
static ul_status fill_new(ul_count_lp *lp, double penalty)
{
    const size_t n = lp->problem->n_items;
    UL_TRY(ul_lp_new(&lp->lp));
    for (size_t i = 0; i < n; i++)
        UL_TRY(ul_lp_add_row(lp->lp, (double)lp->problem->copies[i], HUGE_VAL, 0, NULL, NULL));
    for (size_t q = 0; q < lp->n_rows; q++) {
        lp->low[q] = lp->high[q] = UL_ROW_FREE;
        UL_TRY(ul_lp_add_row(lp->lp, -HUGE_VAL, HUGE_VAL, 0, NULL, NULL));
    }
    for (size_t r = 0; r < n + lp->n_rows; r++) {
        const int at = (int)r;
        const double one = 1;
        UL_TRY(ul_lp_add_column(lp->lp, 0, HUGE_VAL, penalty, 1, &at, &one));
    }
    for (size_t k = 0; k < lp->problem->n_types; k++)
        UL_TRY(add_column(lp, (uint32_t)k, NULL, 0));
    lp->first_pattern = ul_lp_columns(lp->lp);
    return UL_OK;
}

ul_status ul_count_lp_new(const ul_exact_problem *problem, ul_run *run, const ul_row_rules *rules,
                         double penalty, ul_arena *arena, ul_count_lp **result)
{
    ul_count_lp *lp = ul_arena_alloc(arena, 1, sizeof *lp);
    *result = lp;
    if (lp == NULL)
        return ul_no_memory();
    lp->problem = problem;
    lp->run = run;
    lp->rules = rules;
    lp->n_rows = rules->n;
    lp->penalty = lp->first_penalty = penalty;
    UL_TRY(allocate(lp, arena));
    UL_TRY(ul_pricer_new(&lp->finer, run, arena, &lp->pricer));
    int64_t largest = 0;
    for (size_t k = 0; k < problem->n_types; k++)
        largest = problem->type[k].price > largest ? problem->type[k].price : largest;
    ul_pricer_coarsen(lp->pricer, FINE * largest);
    return fill_new(lp, penalty);
}

void ul_count_lp_free(ul_count_lp *lp)
{
    if (lp == NULL)
        return;
    ul_lp_free(lp->lp);
    ul_pattern_pool_clear(&lp->pool);
    free(lp->has_column);
    free(lp->pattern_of);
}

/* New patterns of the pool have no column. */
static ul_status make_room(ul_count_lp *lp)
{
    while (lp->n_known < lp->pool.n) {
        UL_TRY(ul_grow(&lp->has_column, lp->n_known, &lp->known_room, sizeof *lp->has_column));
        lp->has_column[lp->n_known++] = false;
    }
    return UL_OK;
}

static ul_status enter(ul_count_lp *lp, size_t p)
{
    const ul_pattern *pattern = &lp->pool.pattern[p];
    UL_TRY(ul_grow(&lp->pattern_of, lp->n_columns, &lp->column_room, sizeof *lp->pattern_of));
    lp->has_column[p] = true;
    lp->pattern_of[lp->n_columns++] = p;
    return add_column(lp, pattern->type, ul_pattern_entries(&lp->pool, p), pattern->n);
}

ul_status ul_count_lp_add(ul_count_lp *lp, const ul_pattern_pool *pool)
{
    for (size_t p = 0; p < pool->n; p++)
        UL_TRY(ul_pattern_add(&lp->pool, pool->pattern[p].type, ul_pattern_entries(pool, p),
                              pool->pattern[p].n, NULL));
    UL_TRY(make_room(lp));
    for (size_t p = 0; p < lp->pool.n; p++)
        if (!lp->has_column[p])
            UL_TRY(enter(lp, p));
    return UL_OK;
}

ul_status ul_count_lp_limit(ul_count_lp *lp, size_t row, int64_t low, int64_t high)
{
    if (lp->low[row] == low && lp->high[row] == high)
        return UL_OK;
    lp->low[row] = low;
    lp->high[row] = high;
    return ul_lp_set_row(lp->lp, lp->problem->n_items + row,
                         low == UL_ROW_FREE ? -HUGE_VAL : (double)low,
                         high == UL_ROW_FREE ? HUGE_VAL : (double)high);
}

/* ---- bounds ---- */

/* A row's limit on the side that its dual value pulls from. */
static int64_t side_of(const ul_count_lp *lp, size_t q, bool at_least)
{
    const int64_t side = at_least ? lp->low[q] : lp->high[q];
    return side == UL_ROW_FREE ? 0 : side;
}

/* The rows' values on the scale of the pricing, rounded down: a value on a side without
 * a limit is rounding, and none. */
static int64_t row_dual(const ul_count_lp *lp, size_t q, ul_price_scale scale)
{
    const double value = lp->row_value[q];
    if ((value > 0 ? lp->low[q] : lp->high[q]) == UL_ROW_FREE)
        return 0;
    return (int64_t)floor(value * FINE * (double)scale.num / (double)scale.den);
}

/* What the rows pay for a machine of a type, in value units. */
static ul_cost rows_dual(const ul_count_lp *lp, size_t type, ul_price_scale scale)
{
    ul_cost dual_value = 0;
    for (size_t q = 0; q < lp->n_rows; q++)
        dual_value += (ul_cost)row_dual(lp, q, scale) * lp->rules->rule[q]->weight[type];
    return dual_value;
}

/* By which ratio all values shrink until no machine is worth more than its price. */
static void find_shrinking(const ul_count_lp *lp, const ul_pricing *pricing, ul_cost *part,
                           ul_cost *whole)
{
    *part = *whole = 1;
    for (size_t k = 0; k < lp->problem->n_types; k++) {
        const ul_cost price = (ul_cost)lp->problem->type[k].price * FINE * pricing->scale.num;
        const ul_cost dual_value =
            (pricing->best[k] + rows_dual(lp, k, pricing->scale)) * pricing->scale.den;
        if (price * *whole < *part * dual_value) {
            *part = price;
            *whole = dual_value;
        }
    }
}

/* By what all values shrink: twice, so that no product is beyond 128 bits. */
typedef struct {
    ul_cost part[2], whole[2];
} shrinking;

/* value * part / whole rounded down, for values of either sign. */
static int64_t shrunk(int64_t value, const shrinking *by)
{
    ul_cost result = value;
    for (int q = 0; q < 2; q++) {
        const ul_cost product = result * by->part[q], ratio = product / by->whole[q];
        result = ratio * by->whole[q] > product ? ratio - 1 : ratio;
    }
    return (int64_t)result;
}

/* What all items and rows are worth, in units rounded up. */
static int64_t proved_by(const ul_count_lp *lp, const ul_pricing *pricing, const shrinking *by)
{
    const ul_cost units = (ul_cost)FINE * pricing->scale.num;
    ul_cost total = 0;
    for (size_t i = 0; i < lp->problem->n_items; i++)
        total += (ul_cost)shrunk(pricing->value[i], by) * lp->problem->copies[i];
    for (size_t q = 0; q < lp->n_rows; q++) {
        const int64_t dual_value = shrunk(row_dual(lp, q, pricing->scale), by);
        total += (ul_cost)dual_value * side_of(lp, q, dual_value > 0);
    }
    total *= pricing->scale.den;
    return total <= 0 ? 0 : (int64_t)((total + units - 1) / units);
}

static void keep(const ul_count_lp *lp, const ul_pricing *pricing, const shrinking *by,
                 ul_node_dual *proof)
{
    const ul_price_scale scale = pricing->scale;
    proof->scale = FINE * scale.num;
    proof->n_rows = 0;
    for (size_t i = 0; i < lp->problem->n_items; i++)
        proof->item[i] = shrunk(pricing->value[i], by) * scale.den;
    for (size_t q = 0; q < lp->n_rows; q++) {
        const int64_t dual_value = shrunk(row_dual(lp, q, scale), by);
        if (dual_value != 0) {
            proof->row[proof->n_rows] = q;
            proof->value[proof->n_rows++] = dual_value * scale.den;
        }
    }
}

/* Keeps the priced values, shrunk, where they prove more than what is kept. A case that
 * cannot be is worth any amount; twice `enough` will do, and has fewer digits. */
static void judge(const ul_count_lp *lp, const ul_pricing *pricing, int64_t enough, ul_node_dual *proof)
{
    shrinking by = {.part = {1, 1}, .whole = {1, 1}};
    for (size_t q = 0; q < lp->n_rows; q++)
        if (fabs(lp->row_value[q]) * FINE * (double)pricing->scale.num > LARGEST_VALUE)
            return;
    find_shrinking(lp, pricing, &by.part[0], &by.whole[0]);
    int64_t proved = proved_by(lp, pricing, &by);
    if (proved > 2 * enough) {
        by.part[1] = 2 * enough;
        by.whole[1] = proved;
        proved = proved_by(lp, pricing, &by);
    }
    if (proved > proof->units) {
        proof->units = proved;
        keep(lp, pricing, &by, proof);
    }
}

/* ---- solving ---- */

static void read_solution(ul_count_lp *lp)
{
    const size_t artificial = lp->problem->n_items + lp->n_rows;
    lp->has_artificial = false;
    for (size_t c = 0; c < artificial; c++)
        lp->has_artificial = lp->has_artificial || ul_lp_value(lp->lp, c) > UL_LP_USED;
    memset(lp->counted, 0, lp->n_rows * sizeof *lp->counted);
    memset(lp->machines, 0, lp->problem->n_types * sizeof *lp->machines);
    for (size_t c = artificial; c < ul_lp_columns(lp->lp); c++)
        lp->machines[c < lp->first_pattern ? c - artificial
                                           : lp->pool.pattern[lp->pattern_of[c - lp->first_pattern]].type] +=
            ul_lp_value(lp->lp, c);
    for (size_t q = 0; q < lp->n_rows; q++)
        for (size_t k = 0; k < lp->problem->n_types; k++)
            lp->counted[q] += lp->machines[k] * lp->rules->rule[q]->weight[k];
}

static ul_status solve_lp(ul_count_lp *lp, ul_lp_simplex simplex, bool *solved)
{
    ul_lp_outcome outcome;
    UL_TRY(ul_lp_solve(lp->lp, simplex, lp->run, &outcome));
    *solved = outcome == UL_LP_OPTIMAL;
    for (size_t i = 0; *solved && i < lp->problem->n_items; i++)
        lp->value[i] = fmax(ul_lp_dual(lp->lp, i), 0);
    for (size_t q = 0; *solved && q < lp->n_rows; q++)
        lp->row_value[q] = ul_lp_dual(lp->lp, lp->problem->n_items + q);
    return UL_OK;
}

/* Prices less duals of count rows for the pricer to compare with; none of them below one. */
static void set_prices(ul_count_lp *lp)
{
    for (size_t k = 0; k < lp->problem->n_types; k++) {
        double price = (double)lp->problem->type[k].price;
        for (size_t q = 0; q < lp->n_rows; q++)
            price -= lp->row_value[q] * lp->rules->rule[q]->weight[k];
        lp->price[k] = price;
        price = fmin(price, 4 * (double)lp->problem->type[k].price);
        lp->finer_type[k].price = (int64_t)fmax(price * FINE, 1);
    }
}

/* A pattern's price less what the rows pay, less what it is worth. */
static double reduced_cost_of(const ul_count_lp *lp, size_t p)
{
    const ul_pattern *pattern = &lp->pool.pattern[p];
    const ul_pattern_entry *entry = ul_pattern_entries(&lp->pool, p);
    double reduced_cost = lp->price[pattern->type];
    for (size_t q = 0; q < pattern->n; q++)
        reduced_cost -= lp->value[entry[q].item] * entry[q].count;
    return reduced_cost;
}

/* Columns for the patterns that improve the LP most, if any do; *improves says so. */
static ul_status enter_best(ul_count_lp *lp, bool *improves)
{
    struct {
        size_t pattern;
        double reduced_cost;
    } best[COLUMNS_A_ROUND];
    size_t n = 0;
    for (size_t p = 0; p < lp->pool.n; p++) {
        if (lp->has_column[p])
            continue;
        const double reduced_cost = reduced_cost_of(lp, p);
        const double price = (double)lp->problem->type[lp->pool.pattern[p].type].price;
        if (reduced_cost > -UL_LP_IMPROVES * price
            || (n == COLUMNS_A_ROUND && reduced_cost >= best[n - 1].reduced_cost))
            continue;
        size_t at = n < COLUMNS_A_ROUND ? n++ : n - 1;
        for (; at > 0 && best[at - 1].reduced_cost > reduced_cost; at--)
            best[at] = best[at - 1];
        best[at].pattern = p;
        best[at].reduced_cost = reduced_cost;
    }
    *improves = n > 0;
    for (size_t q = 0; q < n; q++)
        UL_TRY(enter(lp, best[q].pattern));
    return UL_OK;
}

static ul_status purge(ul_count_lp *lp, size_t most, bool *gone, double *cost)
{
    const size_t n = lp->n_columns;
    for (size_t c = 0; c < n; c++)
        cost[c] = ul_lp_reduced_cost(lp->lp, lp->first_pattern + c);
    ul_stat_sort(cost, n);
    const double limit = cost[most];
    lp->n_columns = 0;
    for (size_t c = 0; c < n; c++) {
        const size_t column = lp->first_pattern + c, p = lp->pattern_of[c];
        gone[column] = !ul_lp_is_basic(lp->lp, column)
                       && ul_lp_reduced_cost(lp->lp, column) >= limit;
        lp->has_column[p] = !gone[column];
        if (lp->has_column[p])
            lp->pattern_of[lp->n_columns++] = p;
    }
    return ul_lp_delete_columns(lp->lp, gone);
}

ul_status ul_count_lp_purge(ul_count_lp *lp)
{
    const size_t most = PATTERNS_A_ROW * (lp->problem->n_items + lp->n_rows);
    if (lp->n_columns <= 2 * most)
        return UL_OK;
    bool *gone = calloc(lp->first_pattern + lp->n_columns, sizeof *gone);
    double *cost = malloc(lp->n_columns * sizeof *cost);
    const ul_status status =
        gone == NULL || cost == NULL ? ul_no_memory() : purge(lp, most, gone, cost);
    free(gone);
    free(cost);
    return status;
}

/* What a copy without a machine costs, and a count without one. Where a case lacks a
 * thousandth of a machine, a price far above all others is what shows it. */
static ul_status set_penalty(ul_count_lp *lp, double penalty)
{
    const size_t artificial = lp->problem->n_items + lp->n_rows;
    for (size_t c = 0; c < artificial && penalty != lp->penalty; c++)
        UL_TRY(ul_lp_set_cost(lp->lp, c, penalty));
    lp->penalty = penalty;
    return UL_OK;
}

/* Solves the LP over all patterns there are. */
static ul_status solve_pool(ul_count_lp *lp, bool *solved)
{
    for (bool improves = true; *solved && improves;) {
        set_prices(lp);
        UL_TRY(enter_best(lp, &improves));
        if (improves)
            UL_TRY(solve_lp(lp, UL_LP_PRIMAL, solved));
    }
    return UL_OK;
}

ul_status ul_count_lp_solve(ul_count_lp *lp, int64_t enough, ul_node_dual *proof, bool *solved)
{
    const int pivots = ul_lp_pivots(lp->lp);
    ul_lp_limit_pivots(lp->lp, DUAL_PIVOTS);
    UL_TRY(solve_lp(lp, UL_LP_DUAL, solved));
    ul_lp_limit_pivots(lp->lp, 0);
    if (!*solved)
        UL_TRY(solve_lp(lp, UL_LP_PRIMAL, solved));
    for (bool more = true; *solved && more;) {
        const ul_pricing *pricing;
        const size_t before = lp->pool.n;
        UL_TRY(solve_pool(lp, solved));
        if (!*solved)
            break;
        read_solution(lp);
        for (size_t i = 0; i < lp->problem->n_items; i++)
            lp->finer_value[i] = lp->value[i] * FINE;
        UL_TRY(ul_pricer_price(lp->pricer, lp->finer_value, &lp->pool, &pricing));
        UL_TRY(make_room(lp));
        *solved = pricing->complete && ul_lp_pivots(lp->lp) - pivots < PIVOTS_MAX;
        if (pricing->complete)
            judge(lp, pricing, enough, proof);
        more = proof->units < enough && lp->pool.n > before;
        if (!more && proof->units < enough && lp->has_artificial
            && lp->penalty < MOST_PENALTY * lp->first_penalty) {
            UL_TRY(set_penalty(lp, 16 * lp->penalty));
            UL_TRY(solve_lp(lp, UL_LP_PRIMAL, solved));
            more = true;
        }
    }
    return set_penalty(lp, lp->first_penalty);
}
