#include "branch_tree.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "branch.h"
#include "node_dive.h"
#include "cut_rank1.h"
#include "tolerance.h"

enum { CUTS_A_ROUND = 24, ROOT_ROUNDS = 60, NODE_ROUNDS = 2, FILTERS_MAX = 16, RETRIES = 30,
       AIMED_DIVES = 8, SMALL_POOL = 20000 };

#define AIM 0.05 /* of the gap: above the bound by so much is where dives look first */

/* ---- proofs ---- */

static ul_status keep_proof(ul_tree *tree, const ul_pattern_dual *dual, ul_proof *proof)
{
    const size_t n = tree->problem->n_items;
    *proof = (ul_proof){.units = dual->units, .scale = dual->scale};
    proof->item = ul_arena_alloc(tree->arena, n, sizeof *proof->item);
    proof->row = ul_arena_alloc(tree->arena, dual->n_extra, sizeof *proof->row);
    proof->value = ul_arena_alloc(tree->arena, dual->n_extra, sizeof *proof->value);
    if (proof->item == NULL || proof->row == NULL || proof->value == NULL)
        return ul_no_memory();
    memcpy(proof->item, dual->item, n * sizeof *proof->item);
    for (size_t r = 0; r < dual->n_extra; r++)
        if (dual->extra[r] != 0) {
            proof->row[proof->n_rows] = tree->lp->row[r].id;
            proof->value[proof->n_rows++] = dual->extra[r];
        }
    return UL_OK;
}

/* The node's bound in exact arithmetic; closes the node when it is enough. */
static ul_status prove(ul_tree *tree, size_t node, ul_pattern_dual *dual)
{
    UL_TRY(ul_pattern_lp_prove(tree->lp, dual));
    ul_tree_node *mine = &tree->node[node];
    const bool better = dual->units > mine->bound;
    mine->leaf = dual->units >= tree->cutoff;
    if (better)
        mine->bound = dual->units;
    return better || mine->leaf ? keep_proof(tree, dual, &mine->proof) : UL_OK;
}

/* ---- the LP and the pool ---- */

/* Moves to a smaller pool; cuts that do not bind stay behind, and so do columns
 * far from use. */
static ul_status remake_lp(ul_tree *tree, const bool *keep)
{
    ul_pattern_lp *old = tree->lp;
    size_t *moved = malloc((tree->pool->n + 1) * sizeof *moved);
    if (moved == NULL)
        return ul_no_memory();
    size_t n = 0;
    for (size_t p = 0; p < tree->pool->n; p++)
        moved[p] = keep[p] ? n++ : UL_NONE;
    bool *wanted = calloc(n + 1, sizeof *wanted);
    if (wanted == NULL) {
        free(moved);
        return ul_no_memory();
    }
    for (size_t c = 0; c < old->n_columns; c++) {
        const size_t p = old->pattern_of[c];
        if (p != UL_NONE && moved[p] != UL_NONE
            && old->reduced_cost[p] < 0.2 * (double)tree->problem->type[tree->pool->pattern[p].type].price)
            wanted[moved[p]] = true;
    }
    free(moved);
    ul_pattern_keep(tree->pool, keep);
    ul_status status = ul_pattern_lp_new(tree->problem, tree->run, tree->pool, old->penalty,
                                         &tree->lp);
    for (size_t r = 0; r < old->n_rows && status == UL_OK; r++)
        if (old->row[r].dual > UL_LP_USED || !old->row[r].rule->is_cut)
            status = ul_pattern_lp_add_row(tree->lp, old->row[r].rule, old->row[r].id,
                                           old->row[r].low, old->row[r].high);
    for (size_t p = 0; p < n && status == UL_OK; p++)
        if (wanted[p])
            status = ul_pattern_lp_add_column(tree->lp, p);
    ul_pattern_lp_free(old);
    free(wanted);
    return status;
}

/* Drops the patterns that no plan below the cutoff can use. */
static ul_status filter_pool(ul_tree *tree, const ul_pattern_dual *dual)
{
    const size_t n = tree->pool->n;
    int64_t *reduced_cost = malloc((n + 1) * sizeof *reduced_cost);
    bool *keep = malloc((n + 1) * sizeof *keep);
    if (reduced_cost == NULL || keep == NULL) {
        free(reduced_cost);
        free(keep);
        return ul_no_memory();
    }
    ul_pattern_lp_reduced_costs(tree->lp, dual, reduced_cost);
    const ul_cost most = (ul_cost)(tree->cutoff - 1) * dual->scale - dual->total;
    size_t kept = 0;
    for (size_t p = 0; p < n; p++)
        kept += keep[p] = reduced_cost[p] <= most;
    ul_status status = UL_OK;
    if (kept < n - n / 4 && tree->n_filters < FILTERS_MAX) {
        status = keep_proof(tree, dual, &tree->filter[tree->n_filters++]);
        if (status == UL_OK)
            status = remake_lp(tree, keep);
    }
    free(reduced_cost);
    free(keep);
    return status;
}

/* ---- nodes ---- */

static size_t row_of_rule(const ul_pattern_lp *lp, size_t id)
{
    size_t r = 0;
    while (r < lp->n_rows && lp->row[r].id != id)
        r++;
    return r;
}

/* Sets the LP's branching rows to what the path from the root says. */
static ul_status go_to(ul_tree *tree, size_t node)
{
    ul_pattern_lp *lp = tree->lp;
    for (size_t at = node; tree->node[at].parent != UL_NONE; at = tree->node[at].parent) {
        const size_t id = tree->node[at].rule;
        if (row_of_rule(lp, id) == lp->n_rows)
            UL_TRY(ul_pattern_lp_add_row(lp, tree->rules.rule[id], id, UL_ROW_FREE, UL_ROW_FREE));
    }
    const size_t n = lp->n_rows;
    int64_t *low = malloc((n + 1) * sizeof *low), *high = malloc((n + 1) * sizeof *high);
    ul_status status = low == NULL || high == NULL ? ul_no_memory() : UL_OK;
    for (size_t r = 0; r < n && status == UL_OK; r++) {
        low[r] = lp->row[r].rule->is_floor ? lp->row[r].rule->low : UL_ROW_FREE;
        high[r] = lp->row[r].rule->is_supply ? lp->row[r].rule->low : UL_ROW_FREE;
    }
    for (; status == UL_OK && tree->node[node].parent != UL_NONE; node = tree->node[node].parent) {
        const ul_tree_node *here = &tree->node[node];
        const size_t r = row_of_rule(lp, here->rule);
        if (here->upper && (low[r] == UL_ROW_FREE || here->limit > low[r]))
            low[r] = here->limit;
        if (!here->upper && (high[r] == UL_ROW_FREE || here->limit < high[r]))
            high[r] = here->limit;
    }
    for (size_t r = 0; r < n && status == UL_OK; r++)
        if (!lp->row[r].rule->is_cut)
            status = ul_pattern_lp_set_row(lp, r, low[r], high[r]);
    free(low);
    free(high);
    return status;
}

/* Takes a better solution for the new cutoff and tells of it. */
static ul_status take(ul_tree *tree, ul_status status, ul_exact_solution *solution)
{
    if (status == UL_OK && solution->pool.n > 0 && solution->cost < tree->cutoff) {
        tree->cutoff = solution->cost;
        if (tree->found != NULL)
            status = tree->found(tree->context, solution);
    }
    ul_exact_solution_clear(solution);
    return status;
}

static ul_status take_solution(ul_tree *tree)
{
    ul_exact_solution solution = {0};
    const ul_status status = ul_node_solution(tree->lp, &solution);
    return take(tree, status, &solution);
}

/* A dive from the node's LP, which it finds solved. */
static ul_status dive_to(ul_tree *tree, double most, int retries)
{
    bool solved;
    ul_exact_solution solution = {0};
    const ul_status status = ul_node_dive(tree->lp, most, retries, &solution);
    UL_TRY(take(tree, status, &solution));
    return ul_pattern_lp_solve(tree->lp, &solved);
}

/* Where prices differ it is a plan that is missing, most often, and over few patterns dives
 * are short. */
static bool is_aimed(const ul_tree *tree)
{
    return !ul_exact_counts_machines(tree->problem) && tree->pool->n <= SMALL_POOL;
}

/* Plans that cost hardly more than the bound, as long as there are better and better ones. */
static ul_status dive_aimed(ul_tree *tree, double low)
{
    int64_t before = tree->cutoff + 1;
    for (int q = 0; q < AIMED_DIVES && tree->cutoff < before && (double)tree->cutoff > low
                    && !ul_run_expired(tree->run); q++) {
        before = tree->cutoff;
        UL_TRY(dive_to(tree, low + AIM * ((double)tree->cutoff - 1 - low), RETRIES));
    }
    return UL_OK;
}

static ul_status dive(ul_tree *tree, size_t node)
{
    const int retries = ul_exact_counts_machines(tree->problem) ? RETRIES : 0;
    const double low = (double)tree->node[node].bound;
    if (is_aimed(tree))
        UL_TRY(dive_aimed(tree, low));
    return (double)tree->cutoff > low ? dive_to(tree, (double)tree->cutoff - 1, retries) : UL_OK;
}

/* Solves the node's LP over the pool and proves its bound. */
static ul_status bound_node(ul_tree *tree, size_t node, ul_pattern_dual *dual, bool *solved)
{
    for (int tries = 0;; tries++) {
        UL_TRY(ul_pattern_lp_solve(tree->lp, solved));
        if (!*solved)
            return UL_OK;
        ul_pattern_dual_clear(dual);
        UL_TRY(take_solution(tree));
        UL_TRY(ul_pattern_lp_purge(tree->lp)); /* before the proof: it refers to the rows */
        UL_TRY(prove(tree, node, dual));
        if (tree->node[node].leaf || tree->lp->artificial < UL_LP_WHOLE || tries == 3)
            return UL_OK;
        UL_TRY(ul_pattern_lp_raise_penalty(tree->lp));
    }
}

/* Cuts until they help no more; at the root the pool shrinks with the bound. */
static ul_status cut_node(ul_tree *tree, size_t node, ul_pattern_dual *dual, bool *solved)
{
    const bool root = tree->node[node].parent == UL_NONE;
    const int rounds = root ? ROOT_ROUNDS : NODE_ROUNDS;
    double mark = tree->lp->objective;
    size_t added = 1;
    for (int round = 0; round < rounds && *solved && added > 0 && !tree->node[node].leaf
                        && !ul_run_expired(tree->run); round++) {
        UL_TRY(ul_cut_rank1_separate(tree->lp, ul_run_rng(tree->run), CUTS_A_ROUND, &tree->rules,
                                     &added));
        if (added == 0)
            break;
        UL_TRY(bound_node(tree, node, dual, solved));
        if (root && *solved && !tree->node[node].leaf) {
            if (tree->bounded != NULL)
                UL_TRY(tree->bounded(tree->context, dual->units));
            if (round % 8 == 7) {
                /* eight rounds for less than a hundredth of what is left: enough */
                if (tree->lp->objective - mark < 0.01 * ((double)tree->cutoff - mark))
                    break;
                mark = tree->lp->objective;
                UL_TRY(filter_pool(tree, dual));
                UL_TRY(bound_node(tree, node, dual, solved));
            }
        }
    }
    return UL_OK;
}

/* Bounds the node, by cuts too; at the root the pool shrinks with that. Now and then a
 * dive looks for a plan. */
static ul_status strengthen(ul_tree *tree, size_t node, ul_pattern_dual *dual, bool *solved)
{
    const bool root = tree->node[node].parent == UL_NONE;
    UL_TRY(bound_node(tree, node, dual, solved));
    if (*solved && !tree->node[node].leaf)
        UL_TRY(cut_node(tree, node, dual, solved));
    if (*solved && !tree->node[node].leaf && root) {
        UL_TRY(filter_pool(tree, dual));
        UL_TRY(bound_node(tree, node, dual, solved));
    }
    if (*solved && !tree->node[node].leaf && (root || node % (is_aimed(tree) ? 4 : 16) == 0)) {
        UL_TRY(dive(tree, node));
        UL_TRY(bound_node(tree, node, dual, solved));
    }
    return UL_OK;
}

static ul_status look_at(ul_tree *tree, size_t node, bool *solved)
{
    ul_pattern_dual dual = {0};
    ul_row_rule rule;
    int64_t whole;
    bool fractional = true;
    size_t id;
    const ul_status status = strengthen(tree, node, &dual, solved);
    ul_pattern_dual_clear(&dual);
    if (status != UL_OK || !*solved || tree->node[node].leaf)
        return status;
    UL_TRY(ul_branch_choose(tree->lp, (double)tree->cutoff, &tree->rules, &rule, &whole,
                            &fractional));
    if (!fractional) {
        *solved = false; /* whole but not proved: rounding stands in the way */
        return UL_OK;
    }
    UL_TRY(ul_row_rules_add(&tree->rules, &rule, &id));
    return ul_tree_split(tree, node, id, whole);
}

static ul_status search(ul_tree *tree)
{
    for (size_t looked = 0; tree->n_waiting > 0; looked++) {
        bool solved;
        tree->bound = ul_tree_bound_of(tree);
        if (tree->bounded != NULL)
            UL_TRY(tree->bounded(tree->context, tree->bound));
        if (looked >= tree->node_limit || ul_run_expired(tree->run))
            return UL_OK;
        const size_t node = ul_tree_next(tree);
        UL_TRY(go_to(tree, node));
        UL_TRY(look_at(tree, node, &solved));
        if (!solved) {
            ul_tree_let_wait(tree, node); /* its bound may have risen */
            return UL_OK;
        }
        tree->node[node].open = false;
    }
    tree->proved = true;
    return UL_OK;
}

ul_status ul_tree_search(ul_tree *tree)
{
    tree->rules.arena = tree->arena;
    tree->filter = ul_arena_alloc(tree->arena, FILTERS_MAX, sizeof *tree->filter);
    if (tree->filter == NULL)
        return ul_no_memory();
    UL_TRY(ul_tree_add_node(tree, (ul_tree_node){.parent = UL_NONE, .open = true}));
    UL_TRY(ul_pattern_lp_new(tree->problem, tree->run, tree->pool, 2 * (double)tree->cutoff,
                             &tree->lp));
    for (size_t q = 0; q < tree->n_given; q++) {
        size_t id;
        UL_TRY(ul_row_rules_add(&tree->rules, &tree->given_row[q], &id));
        UL_TRY(ul_pattern_lp_add_row(tree->lp, tree->rules.rule[id], id,
                                     tree->given_row[q].is_supply ? UL_ROW_FREE : tree->given_row[q].low,
                                     tree->given_row[q].is_supply ? tree->given_row[q].low : UL_ROW_FREE));
    }
    for (size_t p = 0; p < tree->pool->n && tree->first != NULL; p++)
        if (tree->first[p])
            UL_TRY(ul_pattern_lp_add_column(tree->lp, p));
    UL_TRY(search(tree));
    tree->bound = ul_tree_bound_of(tree);
    return UL_OK;
}
