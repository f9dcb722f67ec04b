/* Enumeration within the gap and the trees of a run: what they find and prove is the run's. */
#include <math.h>

#include "trees.h"
#include "sparse_duals.h"
#include "tolerance.h"

#define FAR_BEYOND 5.0 /* times a limit: more than a guess may be wrong by */

static ul_status found(void *context, const ul_exact_solution *solution, int64_t *cutoff)
{
    const ul_exact *exact = context;
    UL_TRY(ul_exact_take_over(context, solution));
    if (*cutoff > exact->below + 1)
        *cutoff = exact->below + 1;
    return UL_OK;
}

static ul_status bounded(void *context, int64_t units)
{
    return ul_exact_raise(context, units);
}

/* The duals to enumerate by. Where prices differ duals follow them, and sparse ones are sought in
 * vain. What is used meanwhile has an arena of its own: there are many tries. */
static ul_status find_values(ul_exact *exact, int64_t most, double *patterns)
{
    *patterns = HUGE_VAL;
    if (!ul_exact_has_one_price(exact->problem)) {
        ul_exact_dual_copy(exact->problem, &exact->sparse, &exact->master->dual);
        return UL_OK;
    }
    UL_OWN_ARENA(arena);
    return ul_sparsify_duals(exact->master, most, arena, &exact->sparse, patterns);
}

/* The tree's LP begins with the columns that the master program has in use. */
static ul_status search_tree(const ul_exact *exact, ul_tree *tree)
{
    const ul_master *master = exact->master;
    const ul_pattern_pool *pool = tree->pool;
    bool *first;
    UL_OWN_ARENA(arena);
    UL_ALLOC(arena, first, pool->n);
    for (size_t p = 0; p < pool->n; p++) {
        const size_t column = ul_pattern_find(&master->pool, pool->pattern[p].type,
                                              ul_pattern_entries(pool, p), pool->pattern[p].n);
        first[p] = column != UL_NONE && column < ul_master_patterns(master)
                   && ul_master_x(master, column) > UL_LP_ZERO;
    }
    tree->first = first;
    const ul_status status = ul_tree_search(tree);
    tree->first = NULL;
    return status;
}

/* The rows that hold everywhere: family bounds, and supplies. */
static ul_status give_rows(const ul_exact *exact, ul_tree *tree)
{
    const ul_master *master = exact->master;
    const size_t n = exact->n_family_bounds;
    ul_row_rule *row;
    tree->n_given = n + master->n_supply_rows;
    UL_ALLOC(tree->arena, row, tree->n_given);
    for (size_t q = 0; q < tree->n_given; q++)
        row[q] = q < n ? exact->family_row[q] : master->supply_row[q - n];
    tree->given_row = row;
    return UL_OK;
}

ul_status ul_exact_enumerate(ul_exact *exact, const ul_exact_effort *effort, ul_arena *arena,
                             ul_tree *tree)
{
    bool whole = false;
    double patterns;
    const int64_t most = effort->cutoff - 1 - exact->count_dual_units;
    UL_FREED_BY(ul_pattern_pool_clear) ul_pattern_pool pool = {0};
    *tree = (ul_tree){.problem = exact->problem, .run = exact->run, .arena = arena, .pool = &pool,
                      .cutoff = effort->cutoff, .node_limit = effort->nodes,
                      .is_short = effort->is_short, .found = found,
                      .enough = (ul_exact_root_units(exact) + effort->cutoff) / 2,
                      .bounded = bounded, .context = exact};
    UL_TRY(give_rows(exact, tree));
    UL_TRY(find_values(exact, most, &patterns));
    if (patterns > UL_HOPELESS && patterns < HUGE_VAL)
        exact->too_wide = effort->cutoff - ul_exact_root_units(exact);
    ul_status status = UL_OK;
    if (patterns < FAR_BEYOND * (double)effort->patterns || patterns == HUGE_VAL)
        status = ul_master_enumerate(exact->master, &exact->sparse, most, effort->patterns, &pool,
                                     &whole);
    if (status == UL_OK && whole) {
        ul_exact_tell(exact, UL_STEP_TURN,
                      "A plan cheaper than {$against} can only use fillings that are nearly "
                      "worth their machine's price. All of them are written down, {count}, and "
                      "the search needs no others.", pool.n);
        status = search_tree(exact, tree);
    }
    tree->pool = NULL;
    return status;
}

ul_status ul_exact_branch_on_counts(ul_exact *exact, ul_type_division by, size_t nodes, size_t patience,
                                    ul_arena *arena, ul_tree *tree)
{
    *tree = (ul_tree){.problem = exact->problem, .run = exact->run, .arena = arena,
                      .cutoff = exact->below + 1, .node_limit = nodes, .found = found,
                      .bounded = bounded, .context = exact};
    UL_TRY(give_rows(exact, tree));
    return ul_count_tree_search(tree, exact->in, &exact->master->pool, by, patience);
}
