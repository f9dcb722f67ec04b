#include "count_master.h"

#include <math.h>

#include "tolerance.h"

/* Prices are counted in thousandths of a unit, so that duals of rows have decimals. */
#define FINE 1000

#define MOST_PENALTY 4096.0 /* times the first one */

#define LACKING 5e-5         /* copies without a machine, in all: less is rounding */

enum { PIVOTS = 1000, PIVOTS_A_ROW = 20 }; /* of one answer: more are circles */

/* ---- making it ---- */

/* The columns, and empty machines. */
static ul_status fill_pool(ul_count_master *master, const ul_pattern_pool *columns)
{
    const ul_pattern_entry none = {0};
    for (size_t k = 0; k < master->lp->problem->n_types; k++)
        UL_TRY(ul_pattern_add(&master->pool, k, &none, 0, NULL));
    for (size_t p = 0; p < columns->n; p++)
        UL_TRY(ul_pattern_add(&master->pool, columns->pattern[p].type,
                              ul_pattern_entries(columns, p), columns->pattern[p].n, NULL));
    for (size_t p = 0; p < master->pool.n; p++)
        UL_TRY(ul_pattern_lp_add_column(master->lp, p));
    return UL_OK;
}

static ul_status open_part(const ul_exact_problem *problem, const ul_type_parts *parts, size_t f,
                           ul_run *run, ul_arena *arena, ul_count_part *part)
{
    int64_t largest = 0;
    UL_TRY(ul_type_parts_cut(problem, parts, f, arena, &part->finer));
    UL_COPY(arena, part->type, part->finer.type, problem->n_types);
    UL_ALLOC(arena, part->value, problem->n_items);
    part->finer.type = part->type;
    UL_TRY(ul_pricer_new(&part->finer, run, arena, &part->pricer));
    for (size_t k = 0; k < problem->n_types; k++)
        largest = problem->type[k].price > largest ? problem->type[k].price : largest;
    ul_pricer_limit_scale(part->pricer, FINE * largest);
    return UL_OK;
}

ul_status ul_count_master_new(const ul_exact_problem *problem, const ul_type_parts *parts, ul_run *run,
                              const ul_pattern_pool *columns, double penalty, ul_arena *arena,
                              ul_count_master *master)
{
    *master = (ul_count_master){.parts = parts, .penalty = penalty};
    UL_ALLOC(arena, master->part, parts->n);
    for (size_t f = 0; f < parts->n; f++)
        UL_TRY(open_part(problem, parts, f, run, arena, &master->part[f]));
    UL_TRY(ul_pattern_lp_new(problem, run, &master->pool, penalty, &master->lp));
    return problem->n_items > UL_COUNT_ROWS_MAX
               ? ul_linear_relaxation_new(problem, run, arena, &master->relaxed)
               : fill_pool(master, columns);
}

void ul_count_master_clear(ul_count_master *master)
{
    ul_pattern_lp_free(master->lp);
    ul_linear_relaxation_free(master->relaxed);
    ul_pattern_pool_clear(&master->pool);
}

/* ---- solving ---- */

/* Whether the solution leaves a row unsatisfied. */
static bool lacks(const ul_count_master *master)
{
    return master->lp->artificial > LACKING;
}

/* Prices less duals of rows, none below one, and what items are worth on the part, both on the
 * pricer's scale. */
static void refine(ul_count_master *master, size_t f)
{
    const ul_pattern_lp *lp = master->lp;
    ul_count_part *part = &master->part[f];
    for (size_t k = 0; k < part->finer.n_types; k++) {
        const double price = fmin(lp->price[k], 4 * (double)lp->problem->type[k].price);
        part->type[k].price = (int64_t)fmax(price * FINE, 1);
    }
    for (size_t i = 0; i < part->finer.n_items; i++)
        part->value[i] = lp->item_dual[i] * FINE;
    for (size_t q = 0; q < lp->n_rows; q++)
        if (lp->row[q].rule->kind == UL_ROW_COPIES)
            part->value[lp->row[q].rule->item] +=
                lp->row[q].dual * lp->row[q].rule->weight[master->parts->first[f]] * FINE;
    for (size_t i = 0; i < part->finer.n_items; i++)
        part->value[i] = fmax(part->value[i], 0);
}

/* One more round of pricing and its cuts; *more is false where no column improves the LP. */
static ul_status price(ul_count_master *master, ul_benders *benders, bool *solved, bool *more)
{
    const ul_pricing *pricing;
    const size_t before = master->pool.n;
    UL_TRY(ul_pattern_lp_resolve(master->lp, UL_LP_EITHER, solved));
    UL_TRY(ul_pattern_lp_price_pool(master->lp, solved));
    for (size_t f = 0; f < master->parts->n && *solved; f++) {
        refine(master, f);
        UL_TRY(ul_pricer_price(master->part[f].pricer, master->part[f].value, &master->pool, &pricing));
        *solved = pricing->complete;
        if (*solved)
            UL_TRY(ul_benders_add_cut(benders, f, pricing));
    }
    *more = *solved && master->pool.n > before;
    return UL_OK;
}

/* Prices what items are worth to the linear relaxation, with so many machines of each type there: a
 * cut, which these machines break if they have no room for all tasks. */
static ul_status price_relaxed(ul_count_master *master, const double *machines, ul_benders *benders,
                               bool *solved)
{
    ul_count_part *part = &master->part[0];
    const ul_pricing *pricing;
    UL_TRY(ul_linear_relaxation_solve(master->relaxed, machines, part->value, solved));
    for (size_t k = 0; k < part->finer.n_types; k++)
        part->type[k].price = FINE * master->lp->problem->type[k].price;
    for (size_t i = 0; i < part->finer.n_items; i++)
        part->value[i] *= FINE;
    if (!*solved)
        return UL_OK;
    UL_TRY(ul_pricer_price(part->pricer, part->value, &master->pool, &pricing));
    ul_pattern_pool_clear(&master->pool); /* nobody uses them */
    *solved = pricing->complete;
    return *solved ? ul_benders_add_cut(benders, 0, pricing) : UL_OK;
}

ul_status ul_count_master_solve(ul_count_master *master, ul_benders *benders, bool *solved)
{
    bool more = true;
    if (master->relaxed != NULL)
        return price_relaxed(master, NULL, benders, solved);
    for (*solved = true; *solved && more;)
        UL_TRY(price(master, benders, solved, &more));
    return UL_OK;
}

static ul_status limit_types(ul_count_master *master, const double *machines, size_t rule)
{
    const ul_pattern_lp *lp = master->lp;
    for (size_t q = 0; q < lp->n_rows; q++)
        if (lp->row[q].id >= rule && lp->row[q].id - rule < lp->problem->n_types)
            UL_TRY(ul_lp_set_row(lp->lp, lp->problem->n_items + q, -HUGE_VAL,
                                 machines[lp->row[q].id - rule]));
    return UL_OK;
}

/* Where a thousandth of a machine is lacking, a penalty far above all prices is what shows it. */
ul_status ul_count_master_ask(ul_count_master *master, const double *machines, size_t rule,
                              size_t rounds, ul_benders *benders, bool *solved, bool *refuted)
{
    ul_pattern_lp *lp = master->lp;
    bool more = true;
    *solved = true;
    *refuted = false;
    if (master->relaxed != NULL) {
        const size_t first = benders->n_cuts;
        UL_TRY(price_relaxed(master, machines, benders, solved));
        *refuted = *solved && ul_benders_refutes(benders, first, machines);
        *solved = *solved || !ul_run_expired(benders->run);
        return UL_OK;
    }
    UL_TRY(limit_types(master, machines, rule));
    UL_TRY(ul_pattern_lp_purge(lp));
    ul_lp_limit_pivots(lp->lp, PIVOTS + PIVOTS_A_ROW * (int)ul_lp_rows(lp->lp));
    for (size_t round = 0; *solved && more && !*refuted && round < rounds; round++) {
        const size_t first = benders->n_cuts;
        UL_TRY(price(master, benders, solved, &more));
        *refuted = *solved && ul_benders_refutes(benders, first, machines);
        if (!more && !*refuted && lacks(master) && lp->penalty < MOST_PENALTY * master->penalty) {
            UL_TRY(ul_pattern_lp_set_penalty(lp, 16 * lp->penalty));
            UL_TRY(ul_pattern_lp_resolve(lp, UL_LP_PRIMAL, solved));
            more = true;
        }
        more = more && lacks(master);
    }
    ul_lp_limit_pivots(lp->lp, 0);
    *solved = *solved || !ul_run_expired(benders->run);
    return ul_pattern_lp_set_penalty(lp, master->penalty);
}
