#include "supply_master.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tolerance.h"

enum { PENALTIES = 4 };
#define PENALTY_STEP 16
#define SUPPLY_DUAL_MAX 0x1p52 /* units */

/* ---- the program ---- */

static ul_status add_rows(ul_supply_master *master, ul_arena *arena)
{
    const ul_exact_problem *problem = master->problem;
    size_t n = problem->n_items;
    UL_ALLOC_RAW(arena, master->row_of, problem->n_types);
    UL_TRY(ul_lp_new(&master->lp));
    for (size_t i = 0; i < problem->n_items; i++)
        UL_TRY(ul_lp_add_row(master->lp, (double)problem->copies[i], HUGE_VAL, 0, NULL, NULL));
    for (size_t k = 0; k < problem->n_types; k++) {
        master->row_of[k] = UL_NONE;
        if (problem->type[k].supply == UL_EXACT_ANY)
            continue;
        master->row_of[k] = n++;
        UL_TRY(ul_lp_add_row(master->lp, -HUGE_VAL, (double)problem->type[k].supply, 0, NULL,
                             NULL));
    }
    for (size_t i = 0; i < problem->n_items; i++) {
        const int row = (int)i;
        const double one = 1;
        UL_TRY(ul_lp_add_column(master->lp, 0, HUGE_VAL, master->penalty, 1, &row, &one));
    }
    return UL_OK;
}

ul_status ul_supply_master_new(const ul_exact_problem *problem, ul_run *run, ul_arena *arena,
                                double penalty, ul_supply_master *master)
{
    *master = (ul_supply_master){.problem = problem, .run = run, .penalty = penalty,
                                  .adjusted = *problem};
    UL_ALLOC(arena, master->adjusted_type, problem->n_types);
    memcpy(master->adjusted_type, problem->type, problem->n_types * sizeof *problem->type);
    master->adjusted.type = master->adjusted_type;
    UL_ALLOC(arena, master->value, problem->n_items);
    UL_ALLOC(arena, master->supply_dual, problem->n_types);
    UL_ALLOC(arena, master->dual.value, problem->n_items);
    UL_ALLOC(arena, master->dual.most, problem->n_types);
    UL_ALLOC(arena, master->best_supply_dual, problem->n_types);
    master->dual.scale = (ul_price_scale){1, 1};
    UL_TRY(ul_pricer_new(&master->adjusted, run, arena, &master->pricer));
    return add_rows(master, arena);
}

void ul_supply_master_free(ul_supply_master *master)
{
    ul_lp_free(master->lp);
    ul_pattern_pool_clear(&master->pool);
}

/* Columns for the patterns of the pool that have none yet. */
static ul_status add_columns(ul_supply_master *master)
{
    const ul_exact_problem *problem = master->problem;
    int *row = malloc((problem->n_items + 1) * sizeof *row);
    double *count = malloc((problem->n_items + 1) * sizeof *count);
    ul_status status = row == NULL || count == NULL
                           ? ul_no_memory() : UL_OK;
    for (size_t p = ul_lp_columns(master->lp) - problem->n_items;
         p < master->pool.n && status == UL_OK; p++) {
        const ul_pattern *pattern = &master->pool.pattern[p];
        const ul_pattern_entry *entry = ul_pattern_entries(&master->pool, p);
        size_t n = 0;
        for (; n < pattern->n; n++) {
            row[n] = (int)entry[n].item;
            count[n] = entry[n].count;
        }
        if (master->row_of[pattern->type] != UL_NONE) {
            row[n] = (int)master->row_of[pattern->type];
            count[n++] = 1;
        }
        status = ul_lp_add_column(master->lp, 0, HUGE_VAL,
                                  (double)problem->type[pattern->type].price, n, row, count);
    }
    free(row);
    free(count);
    return status;
}

ul_status ul_supply_master_add_solution(ul_supply_master *master,
                                         const ul_exact_solution *solution)
{
    for (size_t p = 0; p < solution->pool.n; p++)
        UL_TRY(ul_pattern_add(&master->pool, solution->pool.pattern[p].type,
                              ul_pattern_entries(&solution->pool, p),
                              solution->pool.pattern[p].n, NULL));
    return add_columns(master);
}

static ul_status solve_lp(ul_supply_master *master, bool *solved)
{
    ul_lp_outcome outcome;
    UL_TRY(ul_lp_solve(master->lp, UL_LP_PRIMAL, master->run, &outcome));
    *solved = outcome == UL_LP_OPTIMAL;
    if (!*solved)
        return UL_OK;
    for (size_t i = 0; i < master->problem->n_items; i++)
        master->value[i] = fmax(ul_lp_dual(master->lp, i), 0);
    for (size_t k = 0; k < master->problem->n_types; k++)
        master->supply_dual[k] = master->row_of[k] == UL_NONE
                             ? 0 : fmax(-ul_lp_dual(master->lp, master->row_of[k]), 0);
    return UL_OK;
}

/* Copies of items that only artificial columns hold. */
static double uncovered(const ul_supply_master *master)
{
    double sum = 0;
    for (size_t i = 0; i < master->problem->n_items; i++)
        sum += ul_lp_value(master->lp, i);
    return sum;
}

/* ---- bounds ---- */

/* Prices with duals of supply rows, rounded up: a dual too low would cost all items a share
 * of their dual values, one too high only what the supply takes of it. What they take off the bound. */
static ul_cost adjust_prices(ul_supply_master *master)
{
    ul_cost supply_units = 0;
    for (size_t k = 0; k < master->problem->n_types; k++) {
        const ul_exact_type *type = &master->problem->type[k];
        const int64_t supply_dual = (int64_t)ceil(fmin(master->supply_dual[k], SUPPLY_DUAL_MAX) - UL_LP_WHOLE);
        master->adjusted_type[k].price = type->price + supply_dual;
        supply_units += supply_dual > 0 ? (ul_cost)supply_dual * type->supply : 0;
    }
    return supply_units;
}

/* The priced values, scaled down until no pattern is worth more than its price with the
 * supply row's dual, are kept when the bound is the best so far. */
static void keep_bound(ul_supply_master *master, const ul_pricing *pricing, ul_cost supply_units)
{
    const ul_exact_problem *adjusted = &master->adjusted;
    const ul_price_scale scale = pricing->scale;
    ul_cost worst_price, worst_value, total = 0;
    ul_exact_shrinking(adjusted, pricing, &worst_price, &worst_value);
    for (size_t i = 0; i < adjusted->n_items; i++)
        total += (ul_cost)pricing->value[i] * worst_price / worst_value * adjusted->copies[i];
    const ul_exact_dual dual = {.scale = scale, .total = total};
    const ul_cost units = ul_exact_dual_units(&dual) - supply_units;
    if (units <= master->bound)
        return;
    master->bound = (int64_t)units;
    master->supply_units = supply_units;
    master->dual.total = total;
    master->dual.scale = scale;
    for (size_t i = 0; i < adjusted->n_items; i++)
        master->dual.value[i] = (int32_t)((ul_cost)pricing->value[i] * worst_price / worst_value);
    for (size_t k = 0; k < adjusted->n_types; k++)
        master->best_supply_dual[k] = adjusted->type[k].price - master->problem->type[k].price;
}

/* Whether a pattern added since `first` improves the LP at its own duals. */
static bool improves(const ul_supply_master *master, size_t first)
{
    for (size_t p = first; p < master->pool.n; p++) {
        const ul_pattern *pattern = &master->pool.pattern[p];
        const ul_pattern_entry *entry = ul_pattern_entries(&master->pool, p);
        double dual_value = 0;
        for (size_t q = 0; q < pattern->n; q++)
            dual_value += master->value[entry[q].item] * entry[q].count;
        const double price =
            (double)master->problem->type[pattern->type].price + master->supply_dual[pattern->type];
        if (dual_value > price * (1 + UL_LP_ZERO) + UL_LP_WHOLE)
            return true;
    }
    return false;
}

/* One round: the LP, a pricing of its duals, the columns found. */
static ul_status round_of(ul_supply_master *master, bool *progress)
{
    const ul_pricing *pricing;
    const size_t first = master->pool.n;
    *progress = false;
    bool solved;
    UL_TRY(solve_lp(master, &solved));
    if (!solved)
        return UL_OK;
    const ul_cost supply_units = adjust_prices(master);
    UL_TRY(ul_pricer_price(master->pricer, master->value, &master->pool, &pricing));
    if (pricing->complete)
        keep_bound(master, pricing, supply_units);
    *progress = improves(master, first);
    return add_columns(master);
}

static ul_status raise_penalty(ul_supply_master *master)
{
    master->penalty *= PENALTY_STEP;
    for (size_t i = 0; i < master->problem->n_items; i++)
        UL_TRY(ul_lp_set_cost(master->lp, i, master->penalty));
    return UL_OK;
}

ul_status ul_supply_master_solve(ul_supply_master *master, int64_t enough)
{
    for (int penalty = 0;; penalty++) {
        for (bool progress = true;
             progress && master->bound < enough && !ul_run_expired(master->run);)
            UL_TRY(round_of(master, &progress));
        if (master->bound >= enough || ul_run_expired(master->run) || penalty == PENALTIES
            || uncovered(master) < UL_LP_WHOLE)
            return UL_OK;
        UL_TRY(raise_penalty(master));
    }
}

ul_status ul_supply_master_enumerate(ul_supply_master *master, int64_t most, size_t limit,
                                      ul_pattern_pool *pool, bool *whole)
{
    const ul_exact_dual *dual = &master->dual;
    const ul_cost gap = (ul_cost)(most + master->supply_units) * dual->scale.num
                        - dual->total * dual->scale.den;
    for (size_t k = 0; k < master->problem->n_types; k++)
        master->adjusted_type[k].price = master->problem->type[k].price + master->best_supply_dual[k];
    *whole = false;
    if (gap > INT64_MAX / 4)
        return UL_OK;
    return ul_pricer_enumerate(master->pricer,
                               &(ul_price_window){dual->value, dual->scale, (int64_t)gap}, limit,
                               pool, whole);
}
