#include "master.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "linear_relaxation.h"
#include "tolerance.h"

/* Pivots of one call, times rows: a pivot takes time in proportion to the rows
 * at least. */
#define WORK_MAX 6000000

ul_status ul_master_new(const ul_exact_problem *problem, ul_run *run, ul_arena *arena,
                        ul_master **result)
{
    const size_t n = problem->n_items;
    ul_master *master = ul_arena_alloc(arena, 1, sizeof *master);
    *result = master;
    if (master == NULL)
        return ul_no_memory();
    master->problem = problem;
    master->run = run;
    UL_ALLOC(arena, master->left, n);
    UL_ALLOC(arena, master->value, n);
    UL_ALLOC(arena, master->center, n);
    UL_ALLOC(arena, master->mixed, n);
    UL_TRY(ul_exact_dual_new(problem, arena, &master->dual));
    UL_TRY(ul_exact_dual_new(problem, arena, &master->trial));
    memcpy(master->left, problem->copies, n * sizeof *master->left);
    UL_TRY(ul_pricer_new(problem, run, arena, &master->pricer));
    UL_TRY(ul_lp_new(&master->lp));
    for (size_t i = 0; i < n; i++)
        UL_TRY(ul_lp_add_row(master->lp, (double)problem->copies[i], HUGE_VAL, 0, NULL, NULL));
    return UL_OK;
}

void ul_master_free(ul_master *master)
{
    if (master == NULL)
        return;
    ul_lp_free(master->lp);
    ul_pattern_pool_clear(&master->pool);
}

/* Columns for the patterns of the pool that have none yet. */
static ul_status add_columns(ul_master *master)
{
    const ul_pattern_pool *pool = &master->pool;
    size_t longest = 1;
    for (size_t p = ul_lp_columns(master->lp); p < pool->n; p++)
        longest = pool->pattern[p].n > longest ? pool->pattern[p].n : longest;
    int *row = malloc(longest * sizeof *row);
    double *count = malloc(longest * sizeof *count);
    ul_status status = row == NULL || count == NULL
                           ? ul_no_memory() : UL_OK;
    for (size_t p = ul_lp_columns(master->lp); p < pool->n && status == UL_OK; p++) {
        const ul_pattern_entry *entry = ul_pattern_entries(pool, p);
        for (size_t q = 0; q < pool->pattern[p].n; q++) {
            row[q] = (int)entry[q].item;
            count[q] = entry[q].count;
        }
        status = ul_lp_add_column(master->lp, 0, HUGE_VAL,
                                  (double)master->problem->type[pool->pattern[p].type].price,
                                  pool->pattern[p].n, row, count);
    }
    free(row);
    free(count);
    return status;
}

ul_status ul_master_add_solution(ul_master *master, const ul_exact_solution *solution)
{
    for (size_t p = 0; p < solution->pool.n; p++)
        UL_TRY(ul_pattern_add(&master->pool, solution->pool.pattern[p].type,
                              ul_pattern_entries(&solution->pool, p),
                              solution->pool.pattern[p].n, NULL));
    return add_columns(master);
}

ul_status ul_master_set_demand(ul_master *master, const int64_t *copies)
{
    for (size_t i = 0; i < master->problem->n_items; i++)
        if (master->left[i] != copies[i]) {
            master->left[i] = copies[i];
            UL_TRY(ul_lp_set_row(master->lp, i, (double)copies[i], HUGE_VAL));
        }
    return UL_OK;
}

ul_status ul_master_add_singles(ul_master *master)
{
    for (size_t i = 0; i < master->problem->n_items; i++) {
        const ul_pattern_entry one = {(uint32_t)i, 1};
        UL_TRY(ul_pattern_add(&master->pool, ul_exact_cheapest_type(master->problem, &one, 1),
                              &one, 1, NULL));
    }
    return add_columns(master);
}

/* The pattern in the part's items; how many entries, 0 where it holds more than there is. */
static size_t translate(const ul_pattern_pool *columns, size_t p, const int64_t *copies,
                        const uint32_t *item_of, ul_pattern_entry *entry)
{
    const ul_pattern_entry *from = ul_pattern_entries(columns, p);
    for (size_t q = 0; q < columns->pattern[p].n; q++) {
        if (from[q].count > copies[from[q].item])
            return 0;
        entry[q] = (ul_pattern_entry){item_of[from[q].item], from[q].count};
    }
    return columns->pattern[p].n;
}

ul_status ul_master_seed_columns(const ul_exact_problem *whole, const ul_pattern_pool *columns,
                        const int64_t *copies, ul_arena *arena, ul_master *master)
{
    const ul_exact_problem *part = master->problem;
    uint32_t *item_of = ul_arena_alloc(arena, whole->n_items, sizeof *item_of);
    ul_pattern_entry *entry = ul_arena_alloc(arena, whole->n_items, sizeof *entry);
    ul_exact_solution lent = {0};
    ul_status status = UL_OK;
    if (item_of == NULL || entry == NULL)
        return ul_no_memory();
    for (size_t i = 0; i < part->n_items; i++)
        item_of[part->origin[i]] = (uint32_t)i;
    for (size_t p = 0; p < columns->n && status == UL_OK; p++) {
        const size_t n = translate(columns, p, copies, item_of, entry);
        const size_t type = n == 0 ? UL_NONE : ul_exact_cheapest_type(part, entry, n);
        if (type != UL_NONE)
            status = ul_exact_solution_add(part, &lent, type, entry, n, 1);
    }
    if (status == UL_OK)
        status = ul_master_add_solution(master, &lent);
    ul_exact_solution_clear(&lent);
    return status == UL_OK ? ul_master_add_singles(master) : status;
}

ul_status ul_master_reprice(ul_master *master)
{
    const ul_pattern_pool *pool = &master->pool;
    for (size_t p = 0; p < ul_lp_columns(master->lp); p++)
        UL_TRY(ul_lp_set_cost(master->lp, p,
                              (double)master->problem->type[pool->pattern[p].type].price));
    memset(master->dual.value, 0, master->problem->n_items * sizeof *master->dual.value);
    master->dual.total = 0;
    master->bound = 0;
    return UL_OK;
}

/* Solves the LP as it is; duals into master->value. */
static ul_status solve_lp(ul_master *master, ul_lp_simplex simplex, bool *solved)
{
    ul_lp_outcome outcome;
    UL_TRY(ul_lp_solve(master->lp, simplex, master->run, &outcome));
    *solved = outcome == UL_LP_OPTIMAL;
    for (size_t i = 0; *solved && i < master->problem->n_items; i++) {
        const double dual = ul_lp_dual(master->lp, i);
        /* a row that asks for nothing may have a dual value, and is worth nothing */
        master->value[i] = dual > 0 && master->left[i] > 0 ? dual : 0;
    }
    return UL_OK;
}

/* ---- bounds ---- */

void ul_exact_shrinking(const ul_exact_problem *problem, const ul_pricing *pricing,
                        ul_cost *worst_price, ul_cost *worst_value)
{
    *worst_price = *worst_value = 1;
    for (size_t k = 0; k < problem->n_types; k++) {
        const ul_cost price = (ul_cost)problem->type[k].price * pricing->scale.num;
        const ul_cost dual_value = (ul_cost)pricing->best[k] * pricing->scale.den;
        if (price * *worst_value < *worst_price * dual_value) {
            *worst_price = price;
            *worst_value = dual_value;
        }
    }
}

/* Scales the priced values down until they are feasible. */
static void make_feasible(const ul_exact_problem *problem, const ul_pricing *pricing,
                          ul_exact_dual *dual)
{
    const ul_price_scale scale = pricing->scale;
    ul_cost worst_price, worst_value;
    ul_exact_shrinking(problem, pricing, &worst_price, &worst_value);
    dual->total = 0;
    dual->scale = scale;
    for (size_t i = 0; i < problem->n_items; i++) {
        dual->value[i] = (int32_t)((ul_cost)pricing->value[i] * worst_price / worst_value);
        dual->total += (ul_cost)dual->value[i] * problem->copies[i];
    }
    /* what a bound says of a type is not told: a checker with another bound could not
     * follow, and the price holds for everyone */
    for (size_t k = 0; k < problem->n_types; k++)
        dual->most[k] = pricing->searched[k]
                            ? (int64_t)((ul_cost)pricing->best[k] * worst_price / worst_value)
                            : (int64_t)((ul_cost)problem->type[k].price * scale.num / scale.den);
}

static double bound_of(const ul_exact_dual *dual)
{
    return (double)dual->total * (double)dual->scale.den / (double)dual->scale.num;
}

bool ul_master_keep_trial(ul_master *master)
{
    const ul_exact_dual before = master->dual;
    if (bound_of(&master->trial) <= master->bound)
        return false;
    master->dual = master->trial;
    master->trial = before;
    master->bound = bound_of(&master->dual);
    for (size_t i = 0; i < master->problem->n_items; i++)
        master->center[i] = master->dual.value[i] * (double)master->dual.scale.den
                            / (double)master->dual.scale.num;
    return true;
}

/* Keeps the priced values when the bound is the best so far. True when it is. */
static bool keep_bound(ul_master *master, const ul_pricing *pricing)
{
    make_feasible(master->problem, pricing, &master->trial);
    return ul_master_keep_trial(master);
}

/* Whether a column added since `first` improves the LP at its own duals. */
static bool improves(const ul_master *master, size_t first)
{
    for (size_t p = first; p < master->pool.n; p++) {
        const ul_pattern *pattern = &master->pool.pattern[p];
        const ul_pattern_entry *entry = ul_pattern_entries(&master->pool, p);
        double dual_value = 0;
        for (size_t q = 0; q < pattern->n; q++)
            dual_value += master->value[entry[q].item] * entry[q].count;
        const double price = (double)master->problem->type[pattern->type].price;
        if (dual_value > price * (1 + UL_LP_SAME_COST) + UL_LP_IMPROVES)
            return true;
    }
    return false;
}

/* One pricing at the LP's values pulled towards the center (Wentges 1997): less
 * pull each time the columns found do not improve the LP. */
static ul_status price_smoothed(ul_master *master, double pull, bool *bounded, bool *progress)
{
    const size_t first = master->pool.n;
    const ul_pricing *pricing;
    *progress = *bounded = false;
    for (;; pull -= 0.3) {
        pull = pull < 0.05 || master->bound == 0 ? 0 : pull;
        for (size_t i = 0; i < master->problem->n_items; i++)
            master->mixed[i] = pull * master->center[i] + (1 - pull) * master->value[i];
        UL_TRY(ul_pricer_price(master->pricer, master->mixed, &master->pool, &pricing));
        if (pricing->complete)
            *bounded = keep_bound(master, pricing) || *bounded;
        *progress = improves(master, first);
        if (*progress || pull == 0 || ul_run_expired(master->run))
            return UL_OK;
    }
}

ul_status ul_master_start(ul_master *master, ul_bound_listener listener, void *context)
{
    const ul_pricing *pricing;
    UL_TRY(ul_linear_relaxation_values(master->problem, master->run, master->mixed));
    UL_TRY(ul_pricer_price(master->pricer, master->mixed, &master->pool, &pricing));
    if (pricing->complete && keep_bound(master, pricing) && listener != NULL)
        UL_TRY(listener(context, ul_exact_dual_units(&master->dual)));
    return add_columns(master);
}

ul_status ul_master_solve(ul_master *master, int64_t enough, ul_bound_listener listener,
                          void *context)
{
    bool solved, bounded, progress = true;
    const int pivots = ul_lp_pivots(master->lp);
    const int most = (int)(WORK_MAX / (master->problem->n_items + 1)) + 1;
    if (master->bound == 0)
        UL_TRY(ul_master_start(master, listener, context));
    master->converged = false;
    while (progress && ul_lp_pivots(master->lp) - pivots < most && !ul_run_expired(master->run)) {
        ul_lp_limit_pivots(master->lp, most - (ul_lp_pivots(master->lp) - pivots));
        UL_TRY(solve_lp(master, UL_LP_PRIMAL, &solved));
        ul_lp_limit_pivots(master->lp, 0);
        if (!solved)
            return UL_OK;
        if (ceil(ul_lp_objective(master->lp) - UL_LP_WHOLE) <= ceil(master->bound))
            break;
        UL_TRY(price_smoothed(master, 0.6, &bounded, &progress));
        UL_TRY(add_columns(master));
        if (bounded && listener != NULL)
            UL_TRY(listener(context, ul_exact_dual_units(&master->dual)));
        if (ul_exact_dual_units(&master->dual) >= enough)
            break;
    }
    master->converged = true;
    return UL_OK;
}

ul_status ul_master_extend(ul_master *master, size_t rounds, double enough, double *objective)
{
    const ul_pricing *pricing;
    bool solved;
    *objective = HUGE_VAL;
    UL_TRY(solve_lp(master, UL_LP_DUAL, &solved));
    while (solved && rounds-- > 0 && ul_lp_objective(master->lp) > enough
           && !ul_run_expired(master->run)) {
        const size_t first = master->pool.n;
        UL_TRY(ul_pricer_price(master->pricer, master->value, &master->pool, &pricing));
        if (!improves(master, first))
            break;
        UL_TRY(add_columns(master));
        UL_TRY(solve_lp(master, UL_LP_PRIMAL, &solved));
    }
    if (solved)
        *objective = ul_lp_objective(master->lp);
    return UL_OK;
}

ul_status ul_master_dual_bound(ul_master *master, const double *value, ul_exact_dual *dual,
                          bool *complete)
{
    const ul_pricing *pricing;
    UL_TRY(ul_pricer_price(master->pricer, value, &master->pool, &pricing));
    *complete = pricing->complete;
    if (*complete)
        make_feasible(master->problem, pricing, dual);
    return add_columns(master);
}

/* Generates columns until none improves the LP. By the primal simplex method, since
 * GLPK's dual one may pivot for ever where so little is asked anew. */
static ul_status converge(ul_master *master, bool *solved)
{
    const ul_pricing *pricing;
    const int pivots = ul_lp_pivots(master->lp);
    const int most = (int)(WORK_MAX / (master->problem->n_items + 1)) + 1;
    for (bool progress = true; progress;) {
        const size_t first = master->pool.n;
        const int left = most - (ul_lp_pivots(master->lp) - pivots);
        *solved = left > 0 && !ul_run_expired(master->run);
        if (!*solved)
            return UL_OK;
        ul_lp_limit_pivots(master->lp, left);
        UL_TRY(solve_lp(master, UL_LP_PRIMAL, solved));
        ul_lp_limit_pivots(master->lp, 0);
        if (!*solved)
            return UL_OK;
        UL_TRY(ul_pricer_price(master->pricer, master->value, &master->pool, &pricing));
        progress = improves(master, first);
        UL_TRY(add_columns(master));
    }
    return UL_OK;
}

ul_status ul_master_solve_perturbed(ul_master *master, const double *less, bool *solved)
{
    const ul_exact_problem *problem = master->problem;
    for (size_t i = 0; i < problem->n_items; i++)
        UL_TRY(ul_lp_set_row(master->lp, i, (double)problem->copies[i] - less[i], HUGE_VAL));
    const ul_status status = converge(master, solved);
    for (size_t i = 0; i < problem->n_items && status == UL_OK; i++)
        UL_TRY(ul_lp_set_row(master->lp, i, (double)problem->copies[i], HUGE_VAL));
    return status;
}
