#include "master.h"

#include "linear_relaxation.h"

#include <math.h>
#include <string.h>

#include "tolerance.h"

/* Pivots of one call, times rows: a pivot takes time in proportion to the rows
 * at least. */
#define WORK_MAX 6000000

#define SLOW_CELLS 2e8 /* of a table: two tenths of a second */

/* A machine beyond the supply costs as much as the dearest this many times, then more. */
#define PENALTY 64.0
#define PENALTY_STEP 16
#define PENALTY_MAX 0x1p50    /* units */
#define SUPPLY_DUAL_MAX 0x1p52 /* units */

/* ---- the program ---- */

/* A row for each limited type, a column beyond it, and prices of the pricer's own. */
static ul_status add_supply_rows(ul_master *master, ul_arena *arena)
{
    const ul_exact_problem *problem = master->problem;
    const size_t n_types = problem->n_types;
    UL_ALLOC(arena, master->supply_row, n_types);
    UL_COPY(arena, master->priced_type, problem->type, n_types);
    master->priced = *problem;
    master->priced.type = master->priced_type;
    for (size_t k = 0; k < n_types; k++)
        master->lp->penalty = fmax(master->lp->penalty, PENALTY * (double)problem->type[k].price);
    for (size_t k = 0; k < n_types; k++) {
        uint16_t *weight;
        if (problem->type[k].supply == UL_EXACT_ANY)
            continue;
        UL_ALLOC(arena, weight, n_types);
        weight[k] = 1;
        ul_row_rule *row = &master->supply_row[master->n_supply_rows++];
        *row = (ul_row_rule){.kind = UL_ROW_SUPPLY, .weight = weight, .item = (uint32_t)k,
                             .limit = problem->type[k].supply};
        UL_TRY(ul_pattern_lp_add_row(master->lp, row, k, UL_ROW_FREE, row->limit));
    }
    return UL_OK;
}

ul_status ul_master_new(const ul_exact_problem *problem, ul_run *run, ul_arena *arena,
                        ul_master **result)
{
    const size_t n = problem->n_items;
    ul_master *master;
    *result = NULL;
    UL_ALLOC(arena, master, 1);
    *result = master;
    master->problem = problem;
    master->run = run;
    UL_ALLOC(arena, master->value, n + problem->n_types);
    UL_ALLOC(arena, master->center, n + problem->n_types);
    UL_ALLOC(arena, master->mixed, n + problem->n_types);
    UL_TRY(ul_exact_dual_new(problem, arena, &master->dual));
    UL_TRY(ul_exact_dual_new(problem, arena, &master->trial));
    UL_TRY(ul_pattern_lp_new(problem, run, &master->pool, 0, &master->lp));
    if (problem->is_limited)
        UL_TRY(add_supply_rows(master, arena));
    return ul_pricer_new(problem->is_limited ? &master->priced : problem, run, arena,
                         &master->pricer);
}

void ul_master_free(ul_master *master)
{
    if (master == NULL)
        return;
    ul_pattern_lp_free(master->lp);
    ul_pattern_pool_clear(&master->pool);
}

size_t ul_master_patterns(const ul_master *master)
{
    return master->lp->n_known;
}

double ul_master_x(const ul_master *master, size_t p)
{
    const size_t column = master->lp->column_of[p];
    return column == UL_NONE ? 0 : master->lp->x[column];
}

bool ul_master_is_basic(const ul_master *master, size_t p)
{
    return p < ul_master_patterns(master) && master->lp->column_of[p] != UL_NONE
           && ul_lp_is_basic(master->lp->lp, master->lp->column_of[p]);
}

/* Columns for the patterns of the pool that the LP does not know yet. */
static ul_status add_columns(ul_master *master)
{
    for (size_t p = ul_master_patterns(master); p < master->pool.n; p++)
        UL_TRY(ul_pattern_lp_add_column(master->lp, p));
    return UL_OK;
}

ul_status ul_master_add_patterns(ul_master *master, const ul_pattern_pool *patterns)
{
    for (size_t p = 0; p < patterns->n; p++)
        UL_TRY(ul_pattern_add(&master->pool, patterns->pattern[p].type, ul_pattern_entries(patterns, p),
                              patterns->pattern[p].n, NULL));
    return add_columns(master);
}

ul_status ul_master_reprice(ul_master *master)
{
    const ul_pattern_lp *lp = master->lp;
    for (size_t c = 0; c < lp->n_columns; c++)
        if (lp->pattern_of[c] != UL_NONE)
            UL_TRY(ul_lp_set_cost(
                lp->lp, c,
                (double)master->problem->type[master->pool.pattern[lp->pattern_of[c]].type].price));
    memset(master->dual.value, 0, master->problem->n_items * sizeof *master->dual.value);
    memset(master->dual.supply_dual, 0, master->problem->n_types * sizeof *master->dual.supply_dual);
    master->dual.total = master->dual.supply_units = 0;
    master->bound = 0;
    return UL_OK;
}

/* Solves the LP over the patterns there are; duals into master->value. A pivot takes time in
 * proportion to the columns: those far from use are taken out, and come back when they are not. */
static ul_status solve_lp(ul_master *master, ul_lp_simplex simplex, bool *solved)
{
    const ul_pattern_lp *lp = master->lp;
    UL_TRY(ul_pattern_lp_resolve(master->lp, simplex, solved));
    if (lp->n_columns < master->n_supply_rows + master->pool.n)
        UL_TRY(ul_pattern_lp_price_pool(master->lp, solved));
    if (*solved)
        UL_TRY(ul_pattern_lp_purge(master->lp));
    for (size_t i = 0; *solved && i < master->problem->n_items; i++)
        master->value[i] = fmax(lp->item_dual[i], 0);
    for (size_t q = 0; *solved && q < master->n_supply_rows; q++)
        master->value[master->problem->n_items + q] = fmax(-lp->row[q].dual, 0);
    return UL_OK;
}

/* ---- bounds ---- */

/* By which ratio, price / dual value and at most 1, priced values shrink until no reduced cost is
 * below zero. */
static void find_shrinking(const ul_exact_problem *problem, const ul_pricing *pricing,
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

static const ul_exact_problem *priced_problem(const ul_master *master)
{
    return master->n_supply_rows > 0 ? &master->priced : master->problem;
}

/* Prices values of items and of supply rows; what improves joins the pool. The pricer's prices have
 * the supply rows' duals on them, rounded up: a dual too low would cost all items a share of their
 * values, one too high only what the supply takes of it. */
static ul_status price_at(ul_master *master, const double *value, const ul_pricing **pricing)
{
    for (size_t q = 0; q < master->n_supply_rows; q++) {
        const size_t k = master->supply_row[q].item;
        const double dual = fmin(value[master->problem->n_items + q], SUPPLY_DUAL_MAX);
        master->priced_type[k].price =
            master->problem->type[k].price + (int64_t)ceil(fmax(dual - UL_LP_WHOLE, 0));
    }
    return ul_pricer_price(master->pricer, value, &master->pool, pricing);
}

/* The window of what a plan of at most `most` units can use, at the dual's own prices; false
 * where it is too wide to count. */
static bool open_window(ul_master *master, const ul_exact_dual *dual, int64_t most,
                        ul_price_window *window)
{
    const ul_cost gap = ((ul_cost)most + dual->supply_units) * dual->scale.num
                        - dual->total * dual->scale.den;
    for (size_t q = 0; q < master->n_supply_rows; q++) {
        const size_t k = master->supply_row[q].item;
        master->priced_type[k].price = master->problem->type[k].price + dual->supply_dual[k];
    }
    *window = (ul_price_window){dual->value, dual->scale, (int64_t)gap};
    return gap <= INT64_MAX / 4;
}

ul_status ul_master_enumerate(ul_master *master, const ul_exact_dual *dual, int64_t most,
                              size_t limit, ul_pattern_pool *pool, bool *whole)
{
    ul_price_window window;
    *whole = open_window(master, dual, most, &window);
    return *whole ? ul_pricer_enumerate(master->pricer, &window, limit, pool, whole) : UL_OK;
}

ul_status ul_master_sample(ul_master *master, const ul_exact_dual *dual, int64_t most, size_t draws,
                           double *use, double *patterns, bool *whole)
{
    ul_price_window window;
    *whole = open_window(master, dual, most, &window);
    return *whole ? ul_pricer_sample(master->pricer, &window, draws, use, patterns, whole) : UL_OK;
}

/* Scales the priced values down until they are feasible. */
static void make_feasible(const ul_master *master, const ul_pricing *pricing, ul_exact_dual *dual)
{
    const ul_exact_problem *problem = priced_problem(master);
    const ul_price_scale scale = pricing->scale;
    ul_cost worst_price, worst_value;
    find_shrinking(problem, pricing, &worst_price, &worst_value);
    dual->total = dual->supply_units = 0;
    for (size_t q = 0; q < master->n_supply_rows; q++) {
        const size_t k = master->supply_row[q].item;
        dual->supply_dual[k] = problem->type[k].price - master->problem->type[k].price;
        dual->supply_units += (ul_cost)dual->supply_dual[k] * problem->type[k].supply;
    }
    dual->scale = scale;
    for (size_t i = 0; i < problem->n_items; i++) {
        dual->value[i] = (int64_t)((ul_cost)pricing->value[i] * worst_price / worst_value);
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
    return (double)dual->total * (double)dual->scale.den / (double)dual->scale.num
           - (double)dual->supply_units;
}

int64_t ul_master_price(const ul_master *master, size_t type)
{
    return master->problem->type[type].price + master->dual.supply_dual[type];
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
        master->center[i] = (double)master->dual.value[i] * (double)master->dual.scale.den
                            / (double)master->dual.scale.num;
    for (size_t q = 0; q < master->n_supply_rows; q++)
        master->center[master->problem->n_items + q] =
            (double)master->dual.supply_dual[master->supply_row[q].item];
    return true;
}

/* Keeps the priced values when the bound is the best so far. True when it is. */
static bool keep_bound(ul_master *master, const ul_pricing *pricing)
{
    make_feasible(master, pricing, &master->trial);
    return ul_master_keep_trial(master);
}

/* Whether a column added since `first` improves the LP at its own duals. */
static bool improves(const ul_master *master, size_t first)
{
    for (size_t p = first; p < master->pool.n; p++) {
        const size_t type = master->pool.pattern[p].type;
        double dual_value = 0, price = (double)master->problem->type[type].price;
        UL_EACH_ENTRY(e, &master->pool, p)
            dual_value += master->value[e->item] * e->count;
        for (size_t r = 0; r < master->n_supply_rows; r++)
            price += master->value[master->problem->n_items + r] * master->supply_row[r].weight[type];
        if (dual_value > price * (1 + UL_LP_SAME_COST) + UL_LP_IMPROVES)
            return true;
    }
    return false;
}

/* The LP's values pulled towards the center. */
static void mix_values(ul_master *master, double pull)
{
    for (size_t i = 0; i < master->problem->n_items + master->n_supply_rows; i++)
        master->mixed[i] = pull * master->center[i] + (1 - pull) * master->value[i];
}

/* One pricing at the LP's values pulled towards the center (Wentges 1997): less
 * pull each time the columns found do not improve the LP. By a coarse table, or, after these,
 * exactly, which gives a bound as well. */
static ul_status price_smoothed(ul_master *master, size_t which, bool *bounded, bool *progress)
{
    const size_t first = master->pool.n;
    const bool exactly = which == ul_pricer_coarse(master->pricer);
    const ul_pricing *pricing;
    *progress = *bounded = false;
    for (double pull = 0.6;; pull -= 0.3) {
        pull = pull < 0.05 || master->bound == 0 ? 0 : pull;
        mix_values(master, pull);
        UL_TRY(exactly ? price_at(master, master->mixed, &pricing)
                       : ul_pricer_price_coarsely(master->pricer, which, master->mixed,
                                                  &master->pool));
        if (exactly && pricing->complete)
            *bounded = keep_bound(master, pricing) || *bounded;
        *progress = improves(master, first);
        if (*progress || pull == 0 || ul_run_expired(master->run))
            return UL_OK;
    }
}

static ul_status price_by_turns(ul_master *master, bool *bounded, bool *progress)
{
    const size_t coarse = ul_pricer_coarse(master->pricer);
    const bool rough = coarse > 0 && master->is_rough && ul_pricer_cells(master->pricer) > SLOW_CELLS;
    *progress = *bounded = false;
    for (size_t which = 0; which < coarse + !rough && !*progress; which++)
        UL_TRY(price_smoothed(master, which, bounded, progress));
    return UL_OK;
}

ul_status ul_master_start(ul_master *master, ul_bound_listener listener, void *context)
{
    const ul_pricing *pricing;
    UL_TRY(ul_linear_relaxation_values(master->problem, master->run, master->mixed));
    memset(master->mixed + master->problem->n_items, 0, master->n_supply_rows * sizeof *master->mixed);
    UL_TRY(price_at(master, master->mixed, &pricing));
    if (pricing->complete && keep_bound(master, pricing) && listener != NULL)
        UL_TRY(listener(context, ul_exact_dual_units(&master->dual)));
    return add_columns(master);
}

/* Makes machines beyond a supply dearer where the LP has some; false where it has none, or
 * they are as dear as can be. */
static ul_status raise_penalty(ul_master *master, bool *raised)
{
    *raised = master->lp->artificial > UL_LP_WHOLE && master->lp->penalty < PENALTY_MAX;
    return *raised ? ul_pattern_lp_set_penalty(master->lp, PENALTY_STEP * master->lp->penalty) : UL_OK;
}

ul_status ul_master_solve(ul_master *master, int64_t enough, ul_bound_listener listener,
                          void *context)
{
    bool solved, bounded, progress = true;
    const int pivots = ul_lp_pivots(master->lp->lp);
    const int most = (int)(WORK_MAX / (master->problem->n_items + 1)) + 1;
    if (master->bound == 0)
        UL_TRY(ul_master_start(master, listener, context));
    master->converged = false;
    while (progress && ul_lp_pivots(master->lp->lp) - pivots < most && !ul_run_expired(master->run)) {
        ul_lp_limit_pivots(master->lp->lp, most - (ul_lp_pivots(master->lp->lp) - pivots));
        UL_TRY(solve_lp(master, UL_LP_PRIMAL, &solved));
        ul_lp_limit_pivots(master->lp->lp, 0);
        if (!solved)
            return UL_OK;
        progress = ceil(master->lp->objective - UL_LP_WHOLE) > ceil(master->bound);
        if (progress) {
            UL_TRY(price_by_turns(master, &bounded, &progress));
            UL_TRY(add_columns(master));
            if (bounded && listener != NULL)
                UL_TRY(listener(context, ul_exact_dual_units(&master->dual)));
            if (ul_exact_dual_units(&master->dual) >= enough)
                break;
        }
        if (!progress)
            UL_TRY(raise_penalty(master, &progress));
    }
    master->converged = true;
    return UL_OK;
}

ul_status ul_master_dual_bound(ul_master *master, const double *value, ul_exact_dual *dual,
                          bool *complete)
{
    const ul_pricing *pricing;
    UL_TRY(price_at(master, value, &pricing));
    *complete = pricing->complete;
    if (*complete)
        make_feasible(master, pricing, dual);
    return add_columns(master);
}

/* Generates columns until none improves the LP. By the primal simplex method, since
 * GLPK's dual one may pivot for ever where so little is asked anew. */
static ul_status converge(ul_master *master, bool *solved)
{
    const ul_pricing *pricing;
    const int pivots = ul_lp_pivots(master->lp->lp);
    const int most = (int)(WORK_MAX / (master->problem->n_items + 1)) + 1;
    for (bool progress = true; progress;) {
        const size_t first = master->pool.n;
        const int left = most - (ul_lp_pivots(master->lp->lp) - pivots);
        *solved = left > 0 && !ul_run_expired(master->run);
        if (!*solved)
            return UL_OK;
        ul_lp_limit_pivots(master->lp->lp, left);
        UL_TRY(solve_lp(master, UL_LP_PRIMAL, solved));
        ul_lp_limit_pivots(master->lp->lp, 0);
        if (!*solved)
            return UL_OK;
        UL_TRY(price_at(master, master->value, &pricing));
        progress = improves(master, first);
        UL_TRY(add_columns(master));
    }
    return UL_OK;
}

ul_status ul_master_solve_perturbed(ul_master *master, const double *less, bool *solved)
{
    const ul_exact_problem *problem = master->problem;
    for (size_t i = 0; i < problem->n_items; i++)
        UL_TRY(ul_lp_set_row(master->lp->lp, i, (double)problem->copies[i] - less[i], HUGE_VAL));
    const ul_status status = converge(master, solved);
    for (size_t i = 0; i < problem->n_items && status == UL_OK; i++)
        UL_TRY(ul_lp_set_row(master->lp->lp, i, (double)problem->copies[i], HUGE_VAL));
    return status;
}
