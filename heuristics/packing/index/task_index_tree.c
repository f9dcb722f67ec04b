#include "task_index_tree.h"

#include <stdint.h>

#include "task_index_node.h"

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

/* The best score that may hide below a node: that of the greatest corner, cut
 * to the free capacity. Rounding keeps the order, so this bounds the doubles. */
static double bound(const search *s, size_t node)
{
    ul_micro corner[UL_RESOURCES_MAX];
    if (s->score == NULL)
        return 0;
    for (size_t r = 0; r < s->tree->n_resources; r++) {
        const uint64_t code = lane(greatest(s->tree, node), r);
        const ul_micro high = s->tree->base[r] + (ul_micro)decode(code + 1) - 1;
        corner[r] = high < s->free[r] ? high : s->free[r];
    }
    return s->score(s->context, corner);
}

static void search_leaf(const search *s, size_t leaf)
{
    const ul_task_tree *tree = s->tree;
    const size_t begin = leaf_begin(tree, leaf);
    for (size_t e = begin; e < begin + tree->n_live[leaf]; e++) {
        const uint64_t *code = tree->code + e * tree->n_words;
        if ((s->score == NULL && tree->task[e] >= s->pick->task)
            || !code_fits(tree, code, s->code)
            || (!code_is_below(tree, code, s->sure) && !fits(tree, tree->need[e], s->free)))
            continue;
        const double score = s->score == NULL ? 0 : s->score(s->context, tree->need[e]);
        if (beats(score, tree->task[e], s->pick))
            *s->pick = (ul_task_pick){tree->task[e], tree->group[e], score};
    }
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
    for (size_t q = 0; q < SIDES; q++) {
        open[q] = code_fits(tree, least(tree, child + q), s->code);
        hope[q] = open[q] ? bound(s, child + q) : 0;
    }
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
    else if (beats(bound(&s, 0), *first(tree, 0), pick))
        search_below(&s, 0);
}
