#include "task_index_tree.h"

#include <assert.h>
#include <stdint.h>

#include "task_index_node.h"

static_assert((int)SIDES == (int)UL_SCORED_AT_ONCE, "the sides of a node are bounded at once");

/* ---- changing ---- */

/* Brings a leaf and the nodes above it up to date, as far as anything changes. */
static void refresh(ul_task_tree *tree, size_t node)
{
    uint64_t known[1 + 2 * WORDS_MAX];
    const size_t n_words = node_words(tree);
    for (;; node = (node - 1) / SIDES) {
        uint64_t *now = first(tree, node), changes = 0;
        survey(tree, node, known);
        for (size_t w = 0; w < n_words; w++) {
            changes |= known[w] ^ now[w];
            now[w] = known[w];
        }
        if (changes == 0)
            return;
        if (node == 0)
            break;
    }
    find_floor(tree);
}

static void swap_entries(ul_task_tree *tree, size_t e, size_t d)
{
    const uint32_t group = tree->group[e], task = tree->task[e];
    const ul_micro *need = tree->need[e];
    tree->group[e] = tree->group[d];
    tree->task[e] = tree->task[d];
    tree->need[e] = tree->need[d];
    tree->group[d] = group;
    tree->task[d] = task;
    tree->need[d] = need;
    for (size_t w = 0; w < tree->n_words; w++) {
        uint64_t *x = tree->code + e * tree->n_words + w, *y = tree->code + d * tree->n_words + w;
        const uint64_t kept = *x;
        *x = *y;
        *y = kept;
    }
}

void ul_task_tree_set(ul_task_tree *tree, uint32_t leaf, uint32_t group, uint32_t task)
{
    const size_t begin = leaf_begin(tree, leaf);
    const size_t live_end = begin + tree->n_live[leaf];
    size_t e = begin;
    while (tree->group[e] != group)
        e++;
    if (e >= live_end && task != UL_PACKING_NONE) {
        swap_entries(tree, e, live_end);
        e = live_end;
        tree->n_live[leaf]++;
    }
    tree->task[e] = task;
    if (e < live_end && task == UL_PACKING_NONE) {
        swap_entries(tree, e, live_end - 1);
        tree->n_live[leaf]--;
    }
    refresh(tree, leaf_node(tree, leaf));
}

/* ---- searching ---- */

typedef struct {
    const ul_task_tree *tree;
    const ul_micro *free;
    ul_task_score score;
    const void *context;
    ul_task_pick *pick;
    uint64_t code[WORDS_MAX]; /* of what is free: nothing with a greater one fits */
    uint64_t sure[WORDS_MAX]; /* of a little more: everything with lesser ones fits */
} search;

static bool fits(const ul_task_tree *tree, const ul_micro *need, const ul_micro *free)
{
    for (size_t r = 0; r < tree->n_resources; r++)
        if (need[r] > free[r])
            return false;
    return true;
}

static bool beats(double score, uint64_t task, const ul_task_pick *pick)
{
    return score > pick->score || (score == pick->score && task < pick->task);
}

/* The greatest demand that may hide below a node, cut to the free capacity. */
static void find_corner(const search *s, size_t node, ul_micro *corner)
{
    for (size_t r = 0; r < s->tree->n_resources; r++) {
        const uint64_t code = lane(greatest(s->tree, node), r);
        const ul_micro high = s->tree->base[r] + (ul_micro)decode(code + 1) - 1;
        corner[r] = high < s->free[r] ? high : s->free[r];
    }
}

/* The best scores that may hide below the open ones of four nodes: those of
 * their greatest corners. Rounding keeps the order, so this bounds the doubles. */
static void bound(const search *s, size_t node, const bool *open, double *hope)
{
    ul_micro corner[SIDES][UL_RESOURCES_MAX];
    const ul_micro *demand[SIDES];
    for (size_t q = 0; q < SIDES; q++) {
        if (open[q])
            find_corner(s, node + q, corner[q]);
        demand[q] = open[q] ? corner[q] : s->free;
    }
    s->score(s->context, demand, hope);
}

/* Scores n entries of the tree, at most UL_SCORED_AT_ONCE, and keeps the best. */
static void weigh(const search *s, const size_t *entry, size_t n)
{
    const ul_task_tree *tree = s->tree;
    const ul_micro *demand[UL_SCORED_AT_ONCE];
    double score[UL_SCORED_AT_ONCE] = {0};
    for (size_t q = 0; q < UL_SCORED_AT_ONCE; q++)
        demand[q] = tree->need[entry[q < n ? q : 0]];
    if (s->score != NULL)
        s->score(s->context, demand, score);
    for (size_t q = 0; q < n; q++)
        if (beats(score[q], tree->task[entry[q]], s->pick))
            *s->pick = (ul_task_pick){tree->task[entry[q]], tree->group[entry[q]], score[q]};
}

static void search_leaf(const search *s, size_t leaf)
{
    size_t fitting[UL_SCORED_AT_ONCE], n = 0;
    const ul_task_tree *tree = s->tree;
    const size_t begin = leaf_begin(tree, leaf);
    for (size_t e = begin; e < begin + tree->n_live[leaf]; e++) {
        const uint64_t *code = tree->code + e * tree->n_words;
        if ((s->score == NULL && tree->task[e] >= s->pick->task)
            || !code_fits(tree, code, s->code)
            || (!code_is_below(tree, code, s->sure) && !fits(tree, tree->need[e], s->free)))
            continue;
        fitting[n++] = e;
        if (n == UL_SCORED_AT_ONCE || s->score == NULL) {
            weigh(s, fitting, n);
            n = 0;
        }
    }
    if (n > 0)
        weigh(s, fitting, n);
}

/* Has the memory on its way by the time a search goes below the node. */
static void call_for(const ul_task_tree *tree, size_t node)
{
    if (is_leaf(tree, node))
        __builtin_prefetch(tree->code + leaf_begin(tree, node - leaf_node(tree, 0)) * tree->n_words);
    else
        __builtin_prefetch(first(tree, SIDES * node + 1));
}

/* Goes below a node that may hold an earlier one that fits. */
static void search_first(const search *s, size_t node)
{
    const ul_task_tree *tree = s->tree;
    if (is_leaf(tree, node)) {
        search_leaf(s, node - leaf_node(tree, 0));
        return;
    }
    const size_t child = SIDES * node + 1;
    uint64_t hope[SIDES];
    for (size_t q = 0; q < SIDES; q++) {
        hope[q] = code_fits(tree, least(tree, child + q), s->code) ? *first(tree, child + q)
                                                                   : UL_PACKING_NONE;
        if (hope[q] < s->pick->task)
            call_for(tree, child + q);
    }
    for (;;) {
        size_t best = 0;
        for (size_t q = 1; q < SIDES; q++)
            best = hope[q] < hope[best] ? q : best;
        if (hope[best] >= s->pick->task)
            return;
        hope[best] = UL_PACKING_NONE;
        search_first(s, child + best);
    }
}

/* The same with scores: something better, the most promising side first. */
static void search_below(const search *s, size_t node)
{
    const ul_task_tree *tree = s->tree;
    if (is_leaf(tree, node)) {
        search_leaf(s, node - leaf_node(tree, 0));
        return;
    }
    const size_t child = SIDES * node + 1;
    double hope[SIDES];
    bool open[SIDES];
    for (size_t q = 0; q < SIDES; q++)
        open[q] = code_fits(tree, least(tree, child + q), s->code);
    bound(s, child, open, hope);
    for (;;) {
        size_t best = SIDES;
        for (size_t q = 0; q < SIDES; q++)
            if (open[q] && (best == SIDES || hope[q] > hope[best]
                            || (hope[q] == hope[best]
                                && *first(tree, child + q) < *first(tree, child + best))))
                best = q;
        if (best == SIDES || !beats(hope[best], *first(tree, child + best), s->pick))
            return;
        open[best] = false;
        search_below(s, child + best);
    }
}

bool ul_task_tree_may_fit(const ul_task_tree *tree, const ul_micro *free)
{
    return tree->n > 0 && fits(tree, tree->floor, free);
}

void ul_task_tree_find(const ul_task_tree *tree, const ul_micro *free, ul_task_score score,
                       const void *context, ul_task_pick *pick)
{
    if (!ul_task_tree_may_fit(tree, free))
        return;
    search s = {.tree = tree, .free = free, .score = score, .context = context, .pick = pick};
    encode_all(tree, free, 0, s.code);
    encode_all(tree, free, 1, s.sure);
    if (score == NULL)
        search_first(&s, 0);
    else
        search_below(&s, 0);
}
