#include "enumerate.h"

#include <math.h>
#include <stdlib.h>

#include "branch_tree.h"
#include "count_tree.h"
#include "sparse_duals.h"
#include "tolerance.h"

#define FAR_BEYOND 5.0 /* times a limit: more than a guess may be wrong by */

static ul_status found(void *context, const ul_exact_solution *solution)
{
    return ul_exact_take_over(context, solution);
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
