#include "count_master.h"

#include <math.h>

#include "tolerance.h"

/* Prices are counted in thousandths of a unit, so that duals of rows have decimals. */
#define FINE 1000

#define MOST_PENALTY 4096.0 /* times the first one */
#define LARGEST_VALUE 1e15  /* beyond this products of rows' values leave 128 bits */

enum { PIVOTS_MAX = 20000 }; /* of one case: more are a sign of trouble */

/* ---- making it ---- */

/* The columns, and empty machines. */
static ul_status fill_pool(ul_count_master *master, const ul_pattern_pool *columns)
{
    const ul_pattern_entry none = {0};
    for (size_t k = 0; k < master->finer.n_types; k++)
        UL_TRY(ul_pattern_add(&master->pool, k, &none, 0, NULL));
    for (size_t p = 0; p < columns->n; p++)
        UL_TRY(ul_pattern_add(&master->pool, columns->pattern[p].type,
                              ul_pattern_entries(columns, p), columns->pattern[p].n, NULL));
    for (size_t p = 0; p < master->pool.n; p++)
        UL_TRY(ul_pattern_lp_add_column(master->lp, p));
    return UL_OK;
}

ul_status ul_count_master_new(const ul_exact_problem *problem, ul_run *run,
                              const ul_pattern_pool *columns, double penalty, ul_arena *arena,
                              ul_count_master *master)
{
    int64_t largest = 0;
    *master = (ul_count_master){.finer = *problem, .penalty = penalty};
    UL_COPY(arena, master->finer_type, problem->type, problem->n_types);
    UL_ALLOC(arena, master->finer_value, problem->n_items);
    UL_ALLOC(arena, master->machines, problem->n_types);
    master->finer.type = master->finer_type;
    UL_TRY(ul_pricer_new(&master->finer, run, arena, &master->pricer));
    for (size_t k = 0; k < problem->n_types; k++)
        largest = problem->type[k].price > largest ? problem->type[k].price : largest;
    ul_pricer_coarsen(master->pricer, FINE * largest);
    UL_TRY(ul_pattern_lp_new(problem, run, &master->pool, penalty, &master->lp));
    return fill_pool(master, columns);
}

void ul_count_master_clear(ul_count_master *master)
{
    ul_pattern_lp_free(master->lp);
    ul_pattern_pool_clear(&master->pool);
}

/* ---- bounds ---- */

/* A row's limit on the side that its dual value pulls from. */
static int64_t side_of(const ul_pattern_row *row, bool at_least)
{
    const int64_t side = at_least ? row->low : row->high;
    return side == UL_ROW_FREE ? 0 : side;
}

/* A row's value on the scale of the pricing, rounded down: a value on a side without
 * a limit is rounding, and none. */
static int64_t row_dual(const ul_pattern_row *row, ul_price_scale scale)
{
    if ((row->dual > 0 ? row->low : row->high) == UL_ROW_FREE)
        return 0;
    return (int64_t)floor(row->dual * FINE * (double)scale.num / (double)scale.den);
}

/* What the rows pay for a machine of a type, in value units. */
static ul_cost rows_dual(const ul_pattern_lp *lp, size_t type, ul_price_scale scale)
{
    ul_cost dual_value = 0;
    for (size_t q = 0; q < lp->n_rows; q++)
        dual_value += (ul_cost)row_dual(&lp->row[q], scale) * lp->row[q].rule->weight[type];
    return dual_value;
}

/* By which ratio all values shrink until no reduced cost is below zero. */
static void find_shrinking(const ul_pattern_lp *lp, const ul_pricing *pricing, ul_cost *part,
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

/* The dual value of all items and rows, in units rounded up. */
static int64_t proved_by(const ul_pattern_lp *lp, const ul_pricing *pricing, const shrinking *by)
{
    const ul_cost units = (ul_cost)FINE * pricing->scale.num;
    ul_cost total = 0;
    for (size_t i = 0; i < lp->problem->n_items; i++)
        total += (ul_cost)shrunk(pricing->value[i], by) * lp->problem->copies[i];
    for (size_t q = 0; q < lp->n_rows; q++) {
        const int64_t dual_value = shrunk(row_dual(&lp->row[q], pricing->scale), by);
        total += (ul_cost)dual_value * side_of(&lp->row[q], dual_value > 0);
    }
    total *= pricing->scale.den;
    return total <= 0 ? 0 : (int64_t)((total + units - 1) / units);
}

static void keep(const ul_pattern_lp *lp, const ul_pricing *pricing, const shrinking *by,
                 ul_node_dual *proof)
{
    const ul_price_scale scale = pricing->scale;
    proof->scale = FINE * scale.num;
    proof->n_rows = 0;
    for (size_t i = 0; i < lp->problem->n_items; i++)
        proof->item[i] = shrunk(pricing->value[i], by) * scale.den;
    for (size_t q = 0; q < lp->n_rows; q++) {
        const int64_t dual_value = shrunk(row_dual(&lp->row[q], scale), by);
        if (dual_value != 0) {
            proof->row[proof->n_rows] = lp->row[q].id;
            proof->value[proof->n_rows++] = dual_value * scale.den;
        }
    }
}

/* Keeps the priced values, shrunk, where they prove more than what is kept. A case that
 * cannot be is worth any amount; twice `enough` will do, and has fewer digits. */
static void judge(const ul_pattern_lp *lp, const ul_pricing *pricing, int64_t enough, ul_node_dual *proof)
{
    shrinking by = {.part = {1, 1}, .whole = {1, 1}};
    for (size_t q = 0; q < lp->n_rows; q++)
        if (fabs(lp->row[q].dual) * FINE * (double)pricing->scale.num > LARGEST_VALUE)
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

bool ul_count_master_lacks(const ul_count_master *master)
{
    return master->lp->artificial > UL_LP_USED;
}

/* Prices less duals of rows, none below one, and duals of items, both on the pricer's scale. */
static void refine(ul_count_master *master)
{
    const ul_pattern_lp *lp = master->lp;
    for (size_t k = 0; k < master->finer.n_types; k++) {
        const double price = fmin(lp->price[k], 4 * (double)lp->problem->type[k].price);
        master->finer_type[k].price = (int64_t)fmax(price * FINE, 1);
    }
    for (size_t i = 0; i < master->finer.n_items; i++)
        master->finer_value[i] = fmax(lp->item_dual[i], 0) * FINE;
}

/* Where a case lacks a thousandth of a machine, a price far above all others is what shows it. */
ul_status ul_count_master_solve(ul_count_master *master, int64_t enough, ul_node_dual *proof,
                                bool *solved)
{
    ul_pattern_lp *lp = master->lp;
    const int pivots = ul_lp_pivots(lp->lp);
    *solved = true;
    for (bool more = true; *solved && more;) {
        const ul_pricing *pricing;
        const size_t before = master->pool.n;
        UL_TRY(ul_pattern_lp_solve(lp, solved));
        if (!*solved)
            break;
        ul_pattern_lp_machines(lp, master->machines);
        refine(master);
        UL_TRY(ul_pricer_price(master->pricer, master->finer_value, &master->pool, &pricing));
        *solved = pricing->complete && ul_lp_pivots(lp->lp) - pivots < PIVOTS_MAX;
        if (pricing->complete)
            judge(lp, pricing, enough, proof);
        more = proof->units < enough && master->pool.n > before;
        if (!more && proof->units < enough && ul_count_master_lacks(master)
            && lp->penalty < MOST_PENALTY * master->penalty) {
            UL_TRY(ul_pattern_lp_set_penalty(lp, 16 * lp->penalty));
            UL_TRY(ul_pattern_lp_resolve(lp, UL_LP_PRIMAL, solved));
            more = true;
        }
    }
    return ul_pattern_lp_set_penalty(lp, master->penalty);
}
