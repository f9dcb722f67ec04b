/* Branch and cut over a whole pool of patterns: every plan cheaper than the
 * cutoff uses patterns of the pool only (reduced-cost enumeration, Baldacci et
 * al. 2008), so the search needs no pricing beyond a scan of the pool.
 */
#include "trees.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "node.h"
#include "tolerance.h"
#include "tree_driver.h"

enum { CUTS_A_ROUND = 24, ROOT_ROUNDS = 60, NODE_ROUNDS = 2, FILTERS_MAX = 16, RETRIES = 30,
       DIVES_IN_VAIN = 3, DIVES_SHORT = 1, SMALL_POOL = 20000, TRIALS = 16, TRIALS_SHORT = 8 };

#define AIM 0.05 /* of the gap: above the bound by so much is where dives look first */

typedef struct {
    ul_tree *tree;
    ul_arena *arena; /* of the present proof */
    ul_pattern_lp *lp;
} pool_search;

/* ---- proofs ---- */

static ul_status keep_proof(pool_search *s, const ul_node_dual *dual, ul_node_dual *proof)
{
    UL_TRY(ul_node_dual_new(s->tree, dual->n_rows, proof));
    proof->units = dual->units;
    proof->scale = dual->scale;
    memcpy(proof->item, dual->item, s->tree->problem->n_items * sizeof *proof->item);
    for (size_t q = 0; q < dual->n_rows; q++)
        if (dual->value[q] != 0) {
            proof->row[proof->n_rows] = s->lp->row[dual->row[q]].id;
            proof->value[proof->n_rows++] = dual->value[q];
        }
    return UL_OK;
}

/* The node's bound in exact arithmetic; closes the node when it is enough. */
static ul_status prove(pool_search *s, size_t node, ul_node_dual *dual)
{
    ul_arena_rewind(s->arena, (ul_arena_mark_t){NULL, 0}); /* what the proof before was made of */
    UL_TRY(ul_pattern_lp_prove(s->lp, s->arena, dual));
    ul_tree_node *mine = &s->tree->node[node];
    const bool better = dual->units > mine->bound;
    mine->leaf = dual->units >= s->tree->cutoff;
    if (better)
        mine->bound = dual->units;
    return better || mine->leaf ? keep_proof(s, dual, &mine->dual) : UL_OK;
}

/* ---- the LP and the pool ---- */

/* Moves to a smaller pool; cuts that do not bind stay behind, and so do columns
 * far from use. */
static ul_status remake_lp(pool_search *s, const bool *keep)
{
    ul_pattern_lp *old = s->lp;
    ul_pattern_pool *pool = s->tree->pool;
    size_t *moved, n = 0;
    bool *wanted;
    UL_ALLOC(old->arena, moved, pool->n);
    UL_ALLOC(old->arena, wanted, pool->n);
    for (size_t p = 0; p < pool->n; p++)
        moved[p] = keep[p] ? n++ : UL_NONE;
    for (size_t c = 0; c < old->n_columns; c++) {
        const size_t p = old->pattern_of[c];
        if (p != UL_NONE && moved[p] != UL_NONE
            && old->reduced_cost[p] < 0.2 * (double)old->problem->type[pool->pattern[p].type].price)
            wanted[moved[p]] = true;
    }
    ul_pattern_keep(pool, keep);
    ul_status status = ul_pattern_lp_new(old->problem, old->run, pool, old->penalty, &s->lp);
    if (status == UL_OK && old->partitions)
        status = ul_pattern_lp_partition(s->lp);
    for (size_t r = 0; r < old->n_rows && status == UL_OK; r++)
        if (old->row[r].dual > UL_LP_USED || old->row[r].rule->kind != UL_ROW_CUT)
            status = ul_pattern_lp_add_row(s->lp, old->row[r].rule, old->row[r].id,
                                           old->row[r].low, old->row[r].high);
    for (size_t p = 0; p < n && status == UL_OK; p++)
        if (wanted[p])
            status = ul_pattern_lp_add_column(s->lp, p);
    ul_pattern_lp_free(old);
    return status;
}

/* Drops the patterns that no plan below the cutoff can use. */
static ul_status filter_pool(pool_search *s, const ul_node_dual *dual)
{
    const ul_arena_mark_t mark = ul_arena_mark(s->lp->arena);
    const size_t n = s->tree->pool->n;
    const ul_cost most = (ul_cost)(s->tree->cutoff - 1) * dual->scale - dual->total;
    bool *keep;
    size_t kept = 0;
    UL_ALLOC_RAW(s->lp->arena, keep, n);
    for (size_t p = 0; p < n; p++)
        kept += keep[p] = ul_pattern_lp_reduced_cost(s->lp, dual, p) <= most;
    if (kept < n - n / 4 && s->tree->n_filters < FILTERS_MAX) {
        UL_TRY(keep_proof(s, dual, &s->tree->filter[s->tree->n_filters++]));
        return remake_lp(s, keep);
    }
    ul_arena_rewind(s->lp->arena, mark);
    return UL_OK;
}

/* ---- nodes ---- */

static ul_status take_solution(pool_search *s)
{
    ul_exact_solution solution = {0};
    const ul_status status = ul_node_solution(s->lp, &solution);
    return ul_tree_take(s->tree, status, &solution);
}

/* A dive from the node's LP, which it finds solved. */
static ul_status dive_to(pool_search *s, double most, int retries, ul_rng *rng)
{
    bool solved;
    ul_exact_solution solution = {0};
    const ul_status status = ul_node_dive(s->lp, most, retries, rng, &solution);
    UL_TRY(ul_tree_take(s->tree, status, &solution));
    return ul_pattern_lp_solve(s->lp, &solved);
}

/* Where prices differ it is a plan that is missing, most often, and over few patterns dives
 * are short. */
static bool is_aimed(const pool_search *s)
{
    return !ul_exact_has_one_price(s->tree->problem) && s->tree->pool->n <= SMALL_POOL;
}

/* Plans that cost hardly more than the bound, as long as there are better and better ones. The
 * first dive takes what the LP has most of; where that fails, others are led by chance, but not in
 * short searches, where the next node has a dive of its own. */
static ul_status dive_aimed(pool_search *s, double low)
{
    const int most = s->tree->is_short ? DIVES_SHORT : DIVES_IN_VAIN;
    for (int in_vain = 0; in_vain < most && (double)s->tree->cutoff > low
                          && !ul_run_expired(s->tree->run);) {
        const int64_t before = s->tree->cutoff;
        UL_TRY(dive_to(s, low + AIM * ((double)s->tree->cutoff - 1 - low), RETRIES,
                       in_vain > 0 ? ul_run_rng(s->tree->run) : NULL));
        in_vain += s->tree->cutoff >= before;
    }
    return UL_OK;
}

static ul_status dive(pool_search *s, size_t node)
{
    const int retries = ul_exact_has_one_price(s->tree->problem) ? RETRIES : 0;
    const double low = (double)s->tree->node[node].bound;
    if (is_aimed(s))
        UL_TRY(dive_aimed(s, low));
    return (double)s->tree->cutoff > low ? dive_to(s, (double)s->tree->cutoff - 1, retries, NULL) : UL_OK;
}

/* Solves the node's LP over the pool and proves its bound. */
static ul_status bound_node(pool_search *s, size_t node, ul_node_dual *dual, bool *solved)
{
    for (int tries = 0;; tries++) {
        UL_TRY(ul_pattern_lp_solve(s->lp, solved));
        if (!*solved)
            return UL_OK;
        UL_TRY(take_solution(s));
        UL_TRY(ul_pattern_lp_purge(s->lp)); /* before the proof: it refers to the rows */
        UL_TRY(prove(s, node, dual));
        if (s->tree->node[node].leaf || s->lp->artificial < UL_LP_WHOLE || tries == 3)
            return UL_OK;
        UL_TRY(ul_pattern_lp_set_penalty(s->lp, 16 * s->lp->penalty));
    }
}

/* Cuts until they help no more; at the root the pool shrinks with the bound. */
static ul_status cut_node(pool_search *s, size_t node, ul_node_dual *dual, bool *solved)
{
    const bool root = s->tree->node[node].parent == UL_NONE;
    const int rounds = root ? ROOT_ROUNDS : NODE_ROUNDS;
    double mark = s->lp->objective;
    size_t added = 1;
    for (int round = 0; round < rounds && *solved && added > 0 && !s->tree->node[node].leaf
                        && !ul_run_expired(s->tree->run); round++) {
        UL_TRY(ul_cut_rank1_separate(s->lp, ul_run_rng(s->tree->run), CUTS_A_ROUND, &s->tree->rules,
                                     &added));
        if (added == 0)
            break;
        UL_TRY(bound_node(s, node, dual, solved));
        if (root && *solved && !s->tree->node[node].leaf) {
            if (s->tree->bounded != NULL)
                UL_TRY(s->tree->bounded(s->tree->context, dual->units));
            if (round % 8 == 7) {
                /* eight rounds for less than a hundredth of what is left: enough */
                if (s->lp->objective - mark < 0.01 * ((double)s->tree->cutoff - mark))
                    break;
                mark = s->lp->objective;
                UL_TRY(filter_pool(s, dual));
                UL_TRY(bound_node(s, node, dual, solved));
            }
        }
    }
    return UL_OK;
}

/* Bounds the node, by cuts too; at the root the pool shrinks with that. */
static ul_status strengthen(pool_search *s, size_t node, ul_node_dual *dual, bool *solved)
{
    UL_TRY(bound_node(s, node, dual, solved));
    if (*solved && !s->tree->node[node].leaf)
        UL_TRY(cut_node(s, node, dual, solved));
    if (*solved && !s->tree->node[node].leaf && s->tree->node[node].parent == UL_NONE) {
        UL_TRY(filter_pool(s, dual));
        UL_TRY(bound_node(s, node, dual, solved));
    }
    return UL_OK;
}

/* ---- steps of the driver ---- */

static ul_status bound(void *context, size_t node, bool *solved)
{
    const pool_search *s = context;
    ul_node_dual dual;
    UL_TRY(ul_tree_go_to(s->tree, s->lp, node));
    return strengthen(context, node, &dual, solved);
}

/* Every so many nodes a dive looks for a plan. */
static size_t dive_every(const pool_search *s)
{
    if (!is_aimed(s))
        return 16;
    return s->tree->is_short ? 1 : 4;
}

static ul_status repair(void *context, size_t node, bool *solved)
{
    pool_search *s = context;
    ul_node_dual dual;
    const bool root = s->tree->node[node].parent == UL_NONE;
    if (!root && node % dive_every(s) != 0)
        return UL_OK;
    UL_TRY(dive(s, node));
    return bound_node(s, node, &dual, solved);
}

static ul_status branch(void *context, size_t node, size_t *rule, int64_t *whole,
                        ul_node_verdict *verdict)
{
    const pool_search *s = context;
    bool fractional = true;
    (void)node;
    UL_TRY(ul_branch_choose(s->lp, (double)s->tree->cutoff,
                            s->tree->is_short ? TRIALS_SHORT : TRIALS, &s->tree->rules, rule, whole,
                            &fractional));
    *verdict = fractional ? UL_NODE_SPLIT : UL_NODE_UNSOLVED; /* whole but not proved */
    return UL_OK;
}

/* The LP with the rows that hold everywhere and the columns to begin with. Where all machines
 * cost the same its value says nothing below the root, and it would rather hold an item twice
 * than be whole: the tree was a chain of branchings that forbid this, an item at a time. */
static ul_status open_lp(pool_search *s)
{
    ul_tree *tree = s->tree;
    UL_TRY(ul_pattern_lp_new(tree->problem, tree->run, tree->pool, 2 * (double)tree->cutoff,
                             &s->lp));
    if (ul_exact_has_one_price(tree->problem))
        UL_TRY(ul_pattern_lp_partition(s->lp));
    UL_TRY(ul_tree_begin_rules(tree));
    UL_TRY(ul_tree_add_given(tree, s->lp));
    for (size_t p = 0; p < tree->pool->n && tree->first != NULL; p++)
        if (tree->first[p])
            UL_TRY(ul_pattern_lp_add_column(s->lp, p));
    return UL_OK;
}

ul_status ul_tree_search(ul_tree *tree)
{
    UL_OWN_ARENA(arena);
    pool_search s = {.tree = tree, .arena = arena};
    const ul_tree_steps steps = {&s, bound, repair, branch};
    UL_ALLOC(tree->arena, tree->filter, FILTERS_MAX);
    ul_status status = open_lp(&s);
    if (status == UL_OK)
        status = ul_tree_drive(tree, &steps, (ul_node_dual){0});
    ul_pattern_lp_free(s.lp);
    return status;
}
