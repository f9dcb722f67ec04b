/* Each step buys the whole part of every column in the LP's solution and rounds
 * up those nearly whole, or else the one column of the best branching score. What a
 * bought pattern holds beyond the copies left is taken out and the machine
 * replaced by the cheapest that still holds the rest.
 *
 * O(machines) steps, each a few pricings.
 */
#include "column_dive.h"

#include <math.h>

#include "tolerance.h"

enum { ROUNDS = 6 };

typedef struct {
    ul_master *master;
    ul_column_dive_effort effort;
    int64_t *left;   /* per item: copies */
    int64_t *supply; /* per type: machines; NULL where any number is to be had */
    ul_pattern_entry *entry;
    ul_exact_solution *solution;
} dive;

double ul_branching_score(const ul_master *master, size_t p, double part, double noise)
{
    const size_t type = master->pool.pattern[p].type;
    const double chance = noise > 0 ? noise * ul_rng_unit(ul_run_rng(master->run)) : 0;
    double dearest = 0;
    UL_EACH_ENTRY(e, &master->pool, p)
        dearest = fmax(dearest, master->center[e->item]);
    return part + chance + dearest / (double)master->problem->type[type].price;
}

/* Buys a pattern `times` times, as far as any of it is still wanted. */
static ul_status buy(dive *d, size_t p, int64_t times)
{
    const ul_exact_problem *problem = d->master->problem;
    while (times > 0) {
        int64_t whole = times;
        const size_t n = ul_exact_trim(&d->master->pool, p, NULL, d->left, d->entry, &whole);
        const size_t type =
            n == 0 ? UL_NONE : ul_exact_cheapest_left(problem, d->supply, d->entry, n);
        if (type == UL_NONE)
            return UL_OK;
        if (d->supply != NULL && problem->type[type].supply != UL_EXACT_ANY) {
            whole = whole < d->supply[type] ? whole : d->supply[type];
            d->supply[type] -= whole;
        }
        for (size_t q = 0; q < n; q++)
            d->left[d->entry[q].item] -= whole * d->entry[q].count;
        UL_TRY(ul_exact_solution_add(problem, d->solution, type, d->entry, n, whole));
        times -= whole;
    }
    return UL_OK;
}

/* Buys what is whole or nearly so, else the column of the best branching score. */
static ul_status buy_some(dive *d)
{
    const ul_master *master = d->master;
    const size_t n = ul_master_columns(master);
    double most = 0;
    bool any = false;
    size_t best = UL_NONE;
    for (size_t p = 0; p < n; p++) {
        const double x = ul_master_x(master, p);
        if (x < UL_LP_WHOLE)
            continue;
        const double part = x - floor(x + UL_LP_WHOLE);
        const int64_t times = (int64_t)floor(x + UL_LP_WHOLE) + (part > d->effort.round_up_above);
        if (times > 0)
            UL_TRY(buy(d, p, times));
        any = any || times > 0;
        const double weight =
            part > UL_LP_WHOLE ? ul_branching_score(master, p, part, d->effort.noise) : 0;
        if (weight > most) {
            most = weight;
            best = p;
        }
    }
    return any || best == UL_NONE ? UL_OK : buy(d, best, 1);
}

static bool is_done(const dive *d)
{
    for (size_t i = 0; i < d->master->problem->n_items; i++)
        if (d->left[i] > 0)
            return false;
    return true;
}

/* Whether what is left can be had below the cutoff, by the LP. */
static ul_status look_ahead(dive *d, bool *affordable)
{
    double objective;
    UL_TRY(ul_master_set_demand(d->master, d->left, d->supply));
    UL_TRY(ul_master_extend(d->master, ROUNDS, -HUGE_VAL, &objective));
    *affordable = objective <= (double)(d->effort.cutoff - 1 - d->solution->cost) + 0.5;
    return UL_OK;
}

static ul_status go_down(dive *d)
{
    bool goes_on = true;
    while (goes_on && !is_done(d) && !ul_run_expired(d->master->run)) {
        const int64_t before = d->solution->cost;
        UL_TRY(look_ahead(d, &goes_on));
        if (goes_on)
            UL_TRY(buy_some(d));
        goes_on = d->solution->cost > before; /* or there are no machines left for it */
    }
    return UL_OK;
}

ul_status ul_column_dive(ul_master *master, const ul_column_dive_effort *effort, ul_arena *arena,
                        ul_exact_solution *solution)
{
    const size_t n = master->problem->n_items;
    dive d = {.master = master, .effort = *effort, .solution = solution};
    UL_COPY(arena, d.left, master->problem->copies, n);
    UL_ALLOC(arena, d.entry, n);
    if (master->problem->is_limited)
        UL_ALLOC(arena, d.supply, master->problem->n_types);
    ul_exact_supply(master->problem, d.supply);
    const ul_status status = go_down(&d);
    ul_exact_supply(master->problem, d.supply);
    if (status != UL_OK || !is_done(&d) || solution->cost >= effort->cutoff)
        ul_exact_solution_clear(solution);
    return status == UL_OK ? ul_master_set_demand(master, master->problem->copies, d.supply) : status;
}

ul_status ul_exact_column_dive(ul_exact *exact)
{
    const ul_column_dive_effort effort = {.cutoff = exact->best.cost - exact->count_dual_units,
                                   .round_up_above = exact->dives == 0 ? 0.75 : 1,
                                   .noise = exact->dives > 1 ? 0.3 : 0};
    if (!exact->master->converged)
        return UL_OK;
    exact->dives++;
    UL_OWN_ARENA(arena);
    UL_FREED_BY(ul_exact_solution_clear) ul_exact_solution solution = {0};
    UL_TRY(ul_column_dive(exact->master, &effort, arena, &solution));
    return solution.pool.n > 0 ? ul_exact_take_over(exact, &solution) : UL_OK;
}

ul_status ul_column_dive_below(ul_master *master, int64_t cutoff, ul_arena *arena,
                               ul_exact_solution *solution)
{
    const ul_column_dive_effort effort = {.cutoff = cutoff, .round_up_above = 0.75};
    return ul_column_dive(master, &effort, arena, solution);
}
