/* Steps that the whole problem and its parts have in common. */
#include "exact_state.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "count_tree.h"
#include "column_dive.h"
#include "sparse_duals.h"
#include "price_sums.h"
#include "tolerance.h"

#define FAR_BEYOND 5.0 /* times a limit: more than a guess may be wrong by */

ul_status ul_exact_open(ul_exact *exact)
{
    const ul_exact_problem *problem = exact->problem;
    exact->adjusted = *problem;
    exact->adjusted_type = ul_arena_alloc(exact->arena, problem->n_types,
                                         sizeof *exact->adjusted_type);
    if (exact->adjusted_type == NULL)
        return ul_no_memory();
    memcpy(exact->adjusted_type, problem->type, problem->n_types * sizeof *problem->type);
    exact->adjusted.type = exact->adjusted_type;
    exact->reach = 12;
    UL_TRY(ul_exact_dual_new(problem, exact->arena, &exact->sparse));
    return ul_master_new(&exact->adjusted, exact->run, exact->arena, &exact->master);
}

static ul_status offer_best(ul_exact *exact)
{
    ul_packing_plan *plan;
    ul_arena *arena = exact->is_part ? NULL : ul_arena_new();
    if (exact->is_part)
        return UL_OK;
    if (arena == NULL)
        return ul_no_memory();
    ul_status status = ul_exact_plan(exact->in, exact->problem, &exact->best, arena, &plan);
    if (status == UL_OK)
        status = ul_run_offer(exact->run, plan);
    ul_arena_free(arena);
    return status;
}

ul_status ul_exact_improve(ul_exact *exact, ul_exact_solution *solution)
{
    if (exact->best.pool.n > 0 && solution->cost >= exact->best.cost) {
        ul_exact_solution_clear(solution);
        return UL_OK;
    }
    ul_exact_solution_clear(&exact->best);
    exact->best = *solution;
    *solution = (ul_exact_solution){0};
    exact->below = exact->is_part ? exact->best.cost - 1
                                  : ul_price_sum_below_of_all(exact->in, exact->problem,
                                                              exact->best.cost);
    UL_TRY(offer_best(exact));
    return exact->bound > exact->below ? ul_exact_raise(exact, exact->best.cost) : UL_OK;
}

ul_status ul_exact_raise(ul_exact *exact, int64_t units)
{
    if (units > exact->below)
        units = exact->best.cost;
    if (units <= exact->bound)
        return UL_OK;
    exact->bound = units;
    if (exact->is_part || ul_run_certificate(exact->run) != NULL)
        return UL_OK;
    return ul_run_offer_bound(exact->run, (ul_cost)units * exact->problem->unit);
}

void ul_exact_tell(const ul_exact *exact, ul_step_kind kind, ul_step_why why, uint64_t count)
{
    const double unit = ul_cost_double(exact->problem->unit);
    if (!exact->is_part)
        UL_TELL(ul_run_steps(exact->run), .kind = kind, .why = why, .count = count,
                .value = (double)exact->bound * unit, .against = (double)exact->best.cost * unit);
}

bool ul_exact_is_open(const ul_exact *exact)
{
    return exact->bound < exact->best.cost && !ul_run_expired(exact->run);
}

static ul_status raise_adjusted(void *context, int64_t units)
{
    ul_exact *exact = context;
    return ul_exact_raise(exact, units + exact->count_dual_units);
}

ul_status ul_exact_begin(ul_exact *exact)
{
    return ul_master_start(exact->master, raise_adjusted, exact);
}

ul_status ul_exact_generate(ul_exact *exact)
{
    return ul_master_solve(exact->master, exact->below + 1 - exact->count_dual_units, raise_adjusted, exact);
}

int64_t ul_exact_root_units(const ul_exact *exact)
{
    return ul_exact_dual_units(&exact->master->dual) + exact->count_dual_units;
}

/* The same patterns at this problem's prices. */
static ul_status take_over(ul_exact *exact, const ul_exact_solution *solution)
{
    ul_exact_solution copy = {0};
    ul_status status = UL_OK;
    for (size_t p = 0; p < solution->pool.n && status == UL_OK; p++)
        status = ul_exact_solution_add(exact->problem, &copy, solution->pool.pattern[p].type,
                                       ul_pattern_entries(&solution->pool, p),
                                       solution->pool.pattern[p].n, solution->times[p]);
    if (status == UL_OK)
        return ul_exact_improve(exact, &copy);
    ul_exact_solution_clear(&copy);
    return status;
}

/* One dive, with memory of its own. */
static ul_status dive_once(ul_exact *exact, const ul_column_dive_effort *effort, ul_arena *arena)
{
    ul_exact_solution solution = {0};
    ul_status status = arena == NULL ? ul_no_memory()
                                     : ul_column_dive(exact->master, effort, arena, &solution);
    if (status == UL_OK && solution.pool.n > 0)
        status = take_over(exact, &solution);
    ul_exact_solution_clear(&solution);
    return status;
}

ul_status ul_exact_column_dive(ul_exact *exact)
{
    const ul_column_dive_effort effort = {.cutoff = exact->best.cost - exact->count_dual_units,
                                   .round_up_above = exact->dives == 0 ? 0.75 : 1,
                                   .noise = exact->dives > 1 ? 0.3 : 0};
    if (!exact->master->converged)
        return UL_OK;
    exact->dives++;
    ul_arena *arena = ul_arena_new();
    const ul_status status = dive_once(exact, &effort, arena);
    ul_arena_free(arena);
    return status;
}

static ul_status found(void *context, const ul_exact_solution *solution)
{
    return take_over(context, solution);
}

static ul_status bounded(void *context, int64_t units)
{
    return ul_exact_raise(context, units);
}

/* What is used while values are sought has an arena of its own: there are many tries. */
static ul_status find_values(ul_exact *exact, int64_t most, double *patterns)
{
    ul_arena *arena = ul_arena_new();
    if (arena == NULL)
        return ul_no_memory();
    const ul_status status = ul_sparsify_duals(exact->master, most, arena, &exact->sparse, patterns);
    ul_arena_free(arena);
    return status;
}

/* The tree's LP begins with the columns that the master program has in use. */
static ul_status search_tree(const ul_exact *exact, ul_tree *tree)
{
    const ul_master *master = exact->master;
    const ul_pattern_pool *pool = tree->pool;
    bool *first = calloc(pool->n + 1, sizeof *first);
    if (first == NULL)
        return ul_no_memory();
    for (size_t p = 0; p < pool->n; p++) {
        const size_t column = ul_pattern_find(&master->pool, pool->pattern[p].type,
                                              ul_pattern_entries(pool, p), pool->pattern[p].n);
        first[p] = column != UL_NONE && column < ul_lp_columns(master->lp)
                   && ul_lp_value(master->lp, column) > UL_LP_ZERO;
    }
    tree->first = first;
    const ul_status status = ul_tree_search(tree);
    tree->first = NULL;
    free(first);
    return status;
}

ul_status ul_exact_enumerate(ul_exact *exact, const ul_exact_effort *effort, ul_arena *arena,
                             ul_tree *tree)
{
    bool whole = false;
    double patterns;
    const int64_t most = effort->cutoff - 1 - exact->count_dual_units;
    const ul_exact_dual *dual = &exact->sparse;
    ul_pattern_pool pool = {0};
    *tree = (ul_tree){.problem = exact->problem, .run = exact->run, .arena = arena, .pool = &pool,
                      .cutoff = effort->cutoff, .node_limit = effort->nodes, .found = found,
                      .bounded = bounded, .context = exact, .given_row = exact->family_row,
                      .n_given = exact->n_family_bounds};
    UL_TRY(find_values(exact, most, &patterns));
    const ul_cost gap = (ul_cost)most * dual->scale.num - dual->total * dual->scale.den;
    ul_status status = UL_OK;
    if (patterns < FAR_BEYOND * (double)effort->patterns || patterns == HUGE_VAL)
        status = ul_pricer_enumerate(exact->master->pricer,
                                     &(ul_price_window){dual->value, dual->scale, (int64_t)gap},
                                     effort->patterns, &pool, &whole);
    if (status == UL_OK && whole) {
        ul_exact_tell(exact, UL_STEP_TURN, UL_WHY_FILLINGS, pool.n);
        status = search_tree(exact, tree);
    }
    tree->pool = NULL;
    ul_pattern_pool_clear(&pool);
    return status;
}

ul_status ul_exact_branch_on_counts(ul_exact *exact, size_t nodes, ul_arena *arena, ul_tree *tree)
{
    *tree = (ul_tree){.problem = exact->problem, .run = exact->run, .arena = arena,
                      .cutoff = exact->below + 1, .node_limit = nodes, .found = found,
                      .bounded = bounded, .context = exact, .given_row = exact->family_row,
                      .n_given = exact->n_family_bounds};
    return ul_count_tree_search(tree, exact->in, &exact->master->pool);
}
