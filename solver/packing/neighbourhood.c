/* A large neighbourhood search whose neighbourhoods are solved exactly.
 *
 * Against the root's dual values every machine of the plan has a reduced cost, price
 * less dual value, and the reduced costs add up to the plan's distance from the bound. A few
 * machines are drawn, those with much reduced cost more often; the tasks on them are a
 * small packing problem, solved like the large one: column generation,
 * enumeration inside the gap, branch and cut. O(machines) memory beside that.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "trees.h"
#include "phases.h"
#include "bounds.h"

enum { POOL_MAX = 60000, NODES_MAX = 12, WHOLE_MACHINE_TASKS = 40, COVER_TRIES = 2000 };

typedef struct {
    ul_exact *exact;
    ul_arena *arena;
    int64_t *copies;       /* per item: on the machines drawn */
    int64_t *drawn;        /* per pattern of the best plan: how often */
    int64_t cost, tasks;   /* of the machines drawn */
    double reduced_cost;
    const ul_exact_problem *part;
    bool settled;             /* the part was solved to the end */
    ul_exact_solution found;  /* for the part */
} neighbourhood;

/* ---- drawing machines ---- */

static double reduced_cost_of(const ul_exact *exact, size_t p)
{
    const ul_pattern_pool *pool = &exact->best.pool;
    double reduced_cost = (double)ul_master_price(exact->master, pool->pattern[p].type);
    UL_EACH_ENTRY(e, pool, p)
        reduced_cost -= exact->master->center[e->item] * e->count;
    return reduced_cost;
}

/* How nearly an item fills some machine by itself: 1 wholly, 0 by three quarters
 * or less. Such items let small machines stand in for a large one. */
static double fills_alone(const ul_exact *exact, uint32_t item)
{
    const ul_exact_problem *problem = exact->master->problem;
    const double dual_value = exact->master->center[item];
    double most = 0;
    for (size_t k = 0; k < problem->n_types; k++) {
        const double part = 4 * dual_value / (double)problem->type[k].price - 3;
        if (part > most && ul_exact_most(problem, k, item) > 0)
            most = part;
    }
    return fmin(most, 1);
}

/* Every machine has some chance to be drawn. */
#define LEAST_WEIGHT 1e-6

/* By what a machine of the plan is drawn. */
typedef enum { BY_REDUCED_COST, BY_CHANCE, BY_FILLING } drawing;

static double weight_of(const ul_exact *exact, size_t p, drawing by)
{
    double weight = LEAST_WEIGHT;
    if (by == BY_CHANCE)
        return 1;
    if (by == BY_REDUCED_COST)
        return weight + fmax(reduced_cost_of(exact, p), 0);
    UL_EACH_ENTRY(e, &exact->best.pool, p)
        weight += exact->best.pool.pattern[p].n > 1 ? fills_alone(exact, e->item) : 0;
    return weight;
}

/* A machine not drawn yet, UL_NONE when there is none. */
static size_t draw_machine(const neighbourhood *r, const double *weight)
{
    const ul_exact_solution *best = &r->exact->best;
    double total = 0;
    size_t p = UL_NONE;
    for (size_t q = 0; q < best->pool.n; q++)
        total += (double)(best->times[q] - r->drawn[q]) * weight[q];
    double target = ul_rng_unit(ul_run_rng(r->exact->run)) * total;
    for (size_t q = 0; q < best->pool.n && target >= 0; q++)
        if (best->times[q] > r->drawn[q]) {
            p = q;
            target -= (double)(best->times[q] - r->drawn[q]) * weight[q];
        }
    return p;
}

static void take_machine(neighbourhood *r, size_t p)
{
    const ul_exact *exact = r->exact;
    r->drawn[p]++;
    r->cost += exact->problem->type[exact->best.pool.pattern[p].type].price;
    r->reduced_cost += reduced_cost_of(exact, p);
    UL_EACH_ENTRY(e, &exact->best.pool, p) {
        r->copies[e->item] += e->count;
        r->tasks += e->count;
    }
}

/* Draws machines until they hold about `tasks` tasks: each by its reduced cost, or one in
 * three by chance alone; every third time all but the first for tasks that nearly
 * fill a machine of their own. */
static ul_status draw(neighbourhood *r, int64_t tasks)
{
    const ul_exact *exact = r->exact;
    const size_t n = exact->best.pool.n;
    ul_rng *rng = ul_run_rng(exact->run);
    double *weight;
    const bool filling = ul_rng_below(rng, 3) == 0;
    UL_ALLOC(r->arena, weight, 3 * n);
    for (size_t p = 0; p < n; p++)
        for (drawing by = BY_REDUCED_COST; by <= BY_FILLING; by++)
            weight[by * n + p] = weight_of(exact, p, by);
    r->cost = r->tasks = 0;
    r->reduced_cost = 0;
    /* less reduced cost than the least that a plan can improve by is drawn in vain */
    const bool whole = ul_exact_has_one_price(exact->problem);
    while (r->tasks < tasks || (whole && r->reduced_cost < 1 && r->tasks < WHOLE_MACHINE_TASKS)) {
        const drawing by = filling && r->tasks > 0 ? BY_FILLING
                           : ul_rng_below(rng, 3) == 0 ? BY_CHANCE : BY_REDUCED_COST;
        const size_t p = draw_machine(r, weight + by * n);
        if (p == UL_NONE)
            break;
        take_machine(r, p);
    }
    for (size_t i = 0; i < exact->problem->n_items; i++) /* covered more than once */
        if (r->copies[i] > exact->problem->copies[i])
            r->copies[i] = exact->problem->copies[i];
    return UL_OK;
}

/* ---- solving the part ---- */

static ul_status keep_found(void *context, const ul_exact_solution *solution, int64_t *cutoff)
{
    (void)cutoff;
    neighbourhood *r = context;
    ul_exact_solution_clear(&r->found);
    return ul_exact_solution_copy(r->part, solution, NULL, &r->found);
}

/* Looks for a solution of the part below the cutoff. */
static ul_status solve_part(neighbourhood *r, ul_master *master, int64_t cutoff)
{
    ul_exact *exact = r->exact;
    UL_FREED_BY(ul_pattern_pool_clear) ul_pattern_pool pool = {0};
    bool whole = false;
    UL_TRY(ul_master_seed_columns(exact->problem, &exact->master->pool, r->copies, NULL, r->arena,
                                  master));
    UL_TRY(ul_master_solve(master, cutoff, NULL, NULL));
    r->settled = ul_exact_dual_units(&master->dual) >= cutoff
                 || (exact->integrality_dominates
                     && ul_whole_machines_units(r->part, &master->dual, COVER_TRIES) >= cutoff);
    if (r->settled || ul_run_expired(exact->run))
        return UL_OK;
    UL_TRY(ul_master_enumerate(master, &master->dual, cutoff - 1, POOL_MAX, &pool, &whole));
    if (!whole)
        return UL_OK;
    ul_tree tree = {
        .problem = r->part, .run = exact->run, .arena = r->arena, .pool = &pool, .cutoff = cutoff,
        .node_limit = NODES_MAX, .found = keep_found, .context = r,
        .given_row = master->supply_row, .n_given = master->n_supply_rows};
    UL_TRY(ul_tree_search(&tree));
    r->settled = tree.proved;
    return UL_OK;
}

/* The whole plan with the drawn machines replaced. */
static ul_status join(const neighbourhood *r, ul_exact_solution *joined)
{
    const ul_exact *exact = r->exact;
    UL_TRY(ul_exact_solution_copy(exact->problem, &exact->best, r->drawn, joined));
    return ul_exact_join(exact->problem, r->part, &r->found, r->arena, joined);
}

/* The problem of what is on the machines drawn, with what the others leave of each supply. */
static ul_status cut_part(const neighbourhood *r, ul_exact_problem *part)
{
    const ul_exact_problem *whole = r->exact->problem;
    const ul_exact_solution *best = &r->exact->best;
    int64_t *supply;
    UL_ALLOC(r->arena, supply, whole->n_types);
    ul_exact_supply(whole, supply);
    for (size_t p = 0; p < best->pool.n; p++)
        if (supply[best->pool.pattern[p].type] != UL_EXACT_ANY)
            supply[best->pool.pattern[p].type] -= best->times[p] - r->drawn[p];
    return ul_exact_problem_rest(whole, r->copies, supply, r->arena, part);
}

/* Packs the machines drawn anew. */
static ul_status pack(neighbourhood *r)
{
    ul_exact *exact = r->exact;
    ul_exact_problem part;
    ul_exact_solution joined = {0};
    UL_FREED_BY(ul_master_drop) ul_master *master = NULL;
    UL_TRY(cut_part(r, &part));
    r->part = &part;
    ul_status status = ul_master_new(&part, exact->run, r->arena, &master);
    if (status == UL_OK)
        status = solve_part(r, master, ul_price_sum_below(&part, r->cost) + 1);
    if (status == UL_OK && r->found.pool.n > 0)
        status = join(r, &joined);
    status = ul_exact_improve(exact, status, &joined);
    ul_exact_solution_clear(&r->found);
    return status;
}

/* Half of all tasks is nearly the whole problem, which the tree solves better when
 * it can; where machines are only counted, parts are easy whatever their size. */
static bool is_worth_trying(const ul_exact *exact)
{
    return exact->reach < 0.5 * (double)exact->in->n_copies
           || exact->below + 1 - ul_exact_root_units(exact) >= exact->too_wide
           || ul_exact_has_one_price(exact->problem);
}

ul_status ul_neighbourhood_search(ul_exact *exact, size_t patience)
{
    UL_OWN_ARENA(arena);
    neighbourhood r = {.exact = exact, .arena = arena};
    for (size_t in_vain = 0; in_vain < patience && is_worth_trying(exact)
                             && exact->best.cost > exact->bound && !ul_run_expired(exact->run);) {
        const int64_t before = exact->best.cost;
        UL_ALLOC(arena, r.copies, exact->problem->n_items);
        UL_ALLOC(arena, r.drawn, exact->best.pool.n);
        UL_TRY(draw(&r, (int64_t)exact->reach));
        r.settled = true;
        if (r.reduced_cost >= 1)
            UL_TRY(pack(&r));
        /* as large as can be solved to the end */
        exact->reach = r.settled ? exact->reach * 1.1 : fmax(exact->reach * 0.8, 6);
        exact->reach = fmin(exact->reach, (double)exact->in->n_copies);
        in_vain = exact->best.cost < before ? 0 : in_vain + 1;
        ul_arena_rewind(arena, (ul_arena_mark_t){NULL, 0});
    }
    return UL_OK;
}
