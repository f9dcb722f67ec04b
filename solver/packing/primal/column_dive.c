/* Each step fixes the whole part of every column in the LP's solution and rounds
 * up those nearly whole, or else the one column of the best branching score. What a
 * fixed pattern holds beyond the copies left is taken out and the machine
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
    ul_arena *arena;
    ul_column_dive_effort effort;
    int64_t *left;   /* per item: copies */
    int64_t *supply; /* per type: machines */
    ul_pattern_entry *entry;
    ul_exact_solution *solution;
} dive;

static double branching_score(const ul_master *master, size_t p, double part, double noise)
{
    const size_t type = master->pool.pattern[p].type;
    const double chance = noise > 0 ? noise * ul_rng_unit(ul_run_rng(master->run)) : 0;
    double dearest = 0;
    UL_EACH_ENTRY(e, &master->pool, p)
        dearest = fmax(dearest, master->center[e->item]);
    return part + chance + dearest / (double)master->problem->type[type].price;
}

void ul_dive_next(const ul_master *master, double round_up_above, double noise, int64_t *times)
{
    double most = 0;
    bool any = false;
    size_t best = UL_NONE;
    for (size_t p = 0; p < ul_master_patterns(master); p++) {
        const double x = ul_master_x(master, p), whole = floor(x + UL_LP_WHOLE), part = x - whole;
        times[p] = (int64_t)whole + (part > round_up_above);
        any = any || times[p] > 0;
        const double score = part > UL_LP_WHOLE ? branching_score(master, p, part, noise) : 0;
        if (score > most) {
            most = score;
            best = p;
        }
    }
    if (!any && best != UL_NONE)
        times[best] = 1;
}

/* Fixes a pattern `times` times, as far as any of it is still wanted. */
static ul_status fix(dive *d, size_t p, int64_t times)
{
    const ul_exact_problem *problem = d->master->problem;
    while (times > 0) {
        int64_t whole = times;
        const size_t n = ul_exact_trim(&d->master->pool, p, NULL, d->left, d->entry, &whole);
        const size_t type =
            n == 0 ? UL_NONE : ul_exact_cheapest_left(problem, d->supply, d->entry, n);
        if (type == UL_NONE)
            return UL_OK;
        if (problem->type[type].supply != UL_EXACT_ANY) {
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

static ul_status fix_some(dive *d)
{
    const size_t n = ul_master_patterns(d->master);
    const ul_arena_mark_t mark = ul_arena_mark(d->arena);
    int64_t *times;
    UL_ALLOC(d->arena, times, n);
    ul_dive_next(d->master, d->effort.round_up_above, d->effort.noise, times);
    for (size_t p = 0; p < n; p++)
        UL_TRY(fix(d, p, times[p]));
    ul_arena_rewind(d->arena, mark);
    return UL_OK;
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
            UL_TRY(fix_some(d));
        goes_on = d->solution->cost > before; /* or there are no machines left for it */
    }
    return UL_OK;
}

ul_status ul_column_dive(ul_master *master, const ul_column_dive_effort *effort, ul_arena *arena,
                        ul_exact_solution *solution)
{
    const size_t n = master->problem->n_items;
    dive d = {.master = master, .arena = arena, .effort = *effort, .solution = solution};
    UL_COPY(arena, d.left, master->problem->copies, n);
    UL_ALLOC(arena, d.entry, n);
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
                                   .round_up_above = exact->dives == 0 ? UL_MOSTLY_WHOLE : 1,
                                   .noise = exact->dives > 1 ? 0.3 : 0};
    if (!exact->master->converged)
        return UL_OK;
    exact->dives++;
    UL_OWN_ARENA(arena);
    UL_FREED_BY(ul_exact_solution_clear) ul_exact_solution solution = {0};
    UL_TRY(ul_column_dive(exact->master, &effort, arena, &solution));
    return solution.pool.n > 0 ? ul_exact_take_over(exact, &solution) : UL_OK;
}
