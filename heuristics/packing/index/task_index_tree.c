#include "task_index_tree.h"

#include <assert.h>
#include <stdint.h>
#include <string.h>

enum {
    SIDE_BITS = 2,
    SIDES = 1 << SIDE_BITS, /* children of a node */
    LEAF_ENTRIES = 16,
};
static_assert((int)SIDES == (int)UL_SCORED_AT_ONCE, "the sides of a node are bounded at once");

/* In many dimensions the corner of a node promises more than anything below it
 * keeps: a search by scores looks at nearly all that fits, and bounding the nodes
 * only adds to that. So there leaves are large. */
enum { WIDE_RESOURCES = 8, WIDE_LEAF_ENTRIES = 256 };

/* A search for the first that fits is over once the earlier half of the list
 * has an answer, so its tree splits the list itself, and that more often than
 * any resource. Measured on a million tasks: 1 is 12% slower, 32 is 15%. */
static const double LIST_WEIGHT = 4;

static size_t leaf_begin(const ul_task_tree *tree, size_t leaf)
{
    return tree->n * leaf >> tree->leaf_bits;
}

static size_t leaf_node(const ul_task_tree *tree, size_t leaf)
{
    return (tree->n_leaves - 1) / (SIDES - 1) + leaf;
}

static bool is_leaf(const ul_task_tree *tree, size_t node)
{
    return node >= leaf_node(tree, 0);
}

static ul_micro *least(const ul_task_tree *tree, size_t node)
{
    return tree->corner + 2 * node * tree->n_resources;
}

static ul_micro *greatest(const ul_task_tree *tree, size_t node)
{
    return least(tree, node) + tree->n_resources;
}

static bool fits(const ul_task_tree *tree, const ul_micro *need, const ul_micro *free)
{
    for (size_t r = 0; r < tree->n_resources; r++)
        if (need[r] > free[r])
            return false;
    return true;
}

/* ---- building ---- */

/* What entries are split on: a demand or, behind the last resource, the place in the list. */
static ul_micro key_of(const ul_task_tree *tree, const ul_task_tree_entry *e, size_t side)
{
    return side == tree->n_resources ? (ul_micro)e->task : e->need[side];
}

/* Orders entries so that none before `middle` exceeds any from it on: Hoare's quickselect. */
static void split_at(ul_task_tree *tree, size_t begin, size_t end, size_t side, size_t middle)
{
    ul_task_tree_entry *entry = tree->entry;
    while (begin < middle && middle < end) {
        const ul_micro pivot = key_of(tree, &entry[begin + (end - begin - 1) / 2], side);
        size_t low = begin, high = end - 1;
        for (;; low++, high--) {
            while (key_of(tree, &entry[low], side) < pivot)
                low++;
            while (key_of(tree, &entry[high], side) > pivot)
                high--;
            if (low >= high)
                break;
            const ul_task_tree_entry kept = entry[low];
            entry[low] = entry[high];
            entry[high] = kept;
        }
        /* up to `high` none exceeds the pivot, behind it none is less */
        if (middle <= high)
            end = high + 1;
        else
            begin = high + 1;
    }
}

/* How far entries lie apart on a side. */
static double range(const ul_task_tree *tree, size_t begin, size_t end, size_t side)
{
    ul_micro low = INT64_MAX, high = 0;
    for (size_t e = begin; e < end; e++) {
        const ul_micro key = key_of(tree, &tree->entry[e], side);
        low = key < low ? key : low;
        high = key > high ? key : high;
    }
    return (double)(high - low);
}

/* Splits the entries of these leaves at medians of the side on which they lie furthest
 * apart, counted in units. */
static void split(ul_task_tree *tree, size_t leaf, size_t leaf_end, const double *unit)
{
    if (leaf_end - leaf == 1)
        return;
    const size_t half = leaf + (leaf_end - leaf) / 2;
    const size_t begin = leaf_begin(tree, leaf), end = leaf_begin(tree, leaf_end);
    double most = -1;
    size_t widest = 0;
    for (size_t side = 0; side <= tree->n_resources; side++) {
        const double spread = unit[side] == 0 ? 0 : range(tree, begin, end, side) * unit[side];
        if (spread > most) {
            most = spread;
            widest = side;
        }
    }
    split_at(tree, begin, end, widest, leaf_begin(tree, half));
    split(tree, leaf, half, unit);
    split(tree, half, leaf_end, unit);
}

/* Brings the least and the greatest demands below a node up to date with one more child or
 * entry. */
static void include(size_t n, ul_micro *corner, const ul_micro *low, const ul_micro *high)
{
    for (size_t r = 0; r < n; r++) {
        corner[r] = low[r] < corner[r] ? low[r] : corner[r];
        corner[n + r] = high[r] > corner[n + r] ? high[r] : corner[n + r];
    }
}

/* Says what is below a node; whether that is news. */
static bool survey(ul_task_tree *tree, size_t node)
{
    const size_t n = tree->n_resources;
    ul_micro corner[2 * UL_RESOURCES_MAX];
    uint32_t first = UL_PACKING_NONE;
    for (size_t r = 0; r < n; r++) {
        corner[r] = INT64_MAX;
        corner[n + r] = 0;
    }
    if (is_leaf(tree, node)) {
        const size_t leaf = node - leaf_node(tree, 0);
        for (size_t e = leaf_begin(tree, leaf); e < leaf_begin(tree, leaf + 1); e++)
            if (tree->entry[e].task != UL_PACKING_NONE) {
                first = tree->entry[e].task < first ? tree->entry[e].task : first;
                include(n, corner, tree->entry[e].need, tree->entry[e].need);
            }
    } else {
        for (size_t child = SIDES * node + 1; child <= SIDES * node + SIDES; child++) {
            first = tree->first[child] < first ? tree->first[child] : first;
            include(n, corner, least(tree, child), greatest(tree, child));
        }
    }
    if (first == tree->first[node]
        && memcmp(corner, least(tree, node), 2 * n * sizeof *corner) == 0)
        return false;
    tree->first[node] = first;
    memcpy(least(tree, node), corner, 2 * n * sizeof *corner);
    return true;
}

ul_status ul_task_tree_build(ul_task_tree *tree, ul_arena *arena, size_t n_resources, bool scored,
                             const ul_task_tree_entry *entry, size_t n, uint32_t *place_of)
{
    *tree = (ul_task_tree){.n = n, .n_leaves = 1, .n_resources = n_resources};
    const size_t most = scored && n_resources > WIDE_RESOURCES ? WIDE_LEAF_ENTRIES : LEAF_ENTRIES;
    while (n > tree->n_leaves * most)
        tree->n_leaves <<= SIDE_BITS, tree->leaf_bits += SIDE_BITS;
    const size_t n_nodes = leaf_node(tree, tree->n_leaves);
    UL_ALLOC_RAW(arena, tree->entry, n);
    UL_ALLOC(arena, tree->first, n_nodes);
    UL_ALLOC(arena, tree->corner, n_nodes * 2 * n_resources);
    memcpy(tree->entry, entry, n * sizeof *entry);
    double unit[UL_RESOURCES_MAX + 1];
    for (size_t side = 0; side <= n_resources; side++) {
        const double whole = n == 0 ? 0 : range(tree, 0, n, side);
        unit[side] = whole == 0 ? 0 : 1 / whole;
    }
    unit[n_resources] *= scored ? 0 : LIST_WEIGHT;
    if (n > 0)
        split(tree, 0, tree->n_leaves, unit);
    for (size_t e = 0; e < n; e++)
        place_of[tree->entry[e].group] = (uint32_t)e;
    for (size_t node = n_nodes; node-- > 0;)
        survey(tree, node);
    return UL_OK;
}

void ul_task_tree_set(ul_task_tree *tree, uint32_t place, uint32_t task)
{
    tree->entry[place].task = task;
    size_t node = leaf_node(tree, (((size_t)place + 1) * tree->n_leaves - 1) / tree->n);
    while (survey(tree, node) && node > 0)
        node = (node - 1) / SIDES;
}

/* ---- searching ---- */

typedef struct {
    const ul_task_tree *tree;
    const ul_micro *free;
    ul_task_score score;
    const void *context;
    ul_task_pick *pick;
} search;

static bool beats(double score, uint32_t task, const ul_task_pick *pick)
{
    return score > pick->score || (score == pick->score && task < pick->task);
}

/* The best scores that may hide below the open ones of four nodes: those of
 * their greatest demands, cut to the free capacity. Rounding keeps the order, so this
 * bounds the doubles. */
static void bound(const search *s, size_t node, const bool *open, double *hope)
{
    ul_micro corner[SIDES][UL_RESOURCES_MAX];
    const ul_micro *demand[SIDES];
    for (size_t q = 0; q < SIDES; q++) {
        const ul_micro *high = greatest(s->tree, node + q);
        for (size_t r = 0; open[q] && r < s->tree->n_resources; r++)
            corner[q][r] = high[r] < s->free[r] ? high[r] : s->free[r];
        demand[q] = open[q] ? corner[q] : s->free;
    }
    s->score(s->context, demand, hope);
}

/* Scores n entries of the tree, at most UL_SCORED_AT_ONCE, and keeps the best. */
static void weigh(const search *s, const ul_task_tree_entry *const *entry, size_t n)
{
    const ul_micro *demand[UL_SCORED_AT_ONCE];
    double score[UL_SCORED_AT_ONCE] = {0};
    for (size_t q = 0; q < UL_SCORED_AT_ONCE; q++)
        demand[q] = entry[q < n ? q : 0]->need;
    if (s->score != NULL)
        s->score(s->context, demand, score);
    for (size_t q = 0; q < n; q++)
        if (beats(score[q], entry[q]->task, s->pick))
            *s->pick = (ul_task_pick){entry[q]->task, entry[q]->group, score[q]};
}

static void search_leaf(const search *s, size_t leaf)
{
    const ul_task_tree *tree = s->tree;
    const ul_task_tree_entry *fitting[UL_SCORED_AT_ONCE], *e = tree->entry + leaf_begin(tree, leaf);
    size_t n = 0;
    for (; e < tree->entry + leaf_begin(tree, leaf + 1); e++) {
        if (e->task == UL_PACKING_NONE || (s->score == NULL && e->task >= s->pick->task)
            || !fits(tree, e->need, s->free))
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

/* Looks for something better below a node, the most promising side first. Without a score
 * that is the one with the earliest task. */
static void search_below(const search *s, size_t node)
{
    const ul_task_tree *tree = s->tree;
    if (is_leaf(tree, node)) {
        search_leaf(s, node - leaf_node(tree, 0));
        return;
    }
    const size_t child = SIDES * node + 1;
    double hope[SIDES] = {0};
    bool open[SIDES];
    for (size_t q = 0; q < SIDES; q++)
        open[q] = fits(tree, least(tree, child + q), s->free);
    if (s->score != NULL)
        bound(s, child, open, hope);
    for (;;) {
        size_t best = SIDES;
        for (size_t q = 0; q < SIDES; q++)
            if (open[q] && (best == SIDES || hope[q] > hope[best]
                            || (hope[q] == hope[best]
                                && tree->first[child + q] < tree->first[child + best])))
                best = q;
        if (best == SIDES || !beats(hope[best], tree->first[child + best], s->pick))
            return;
        open[best] = false;
        search_below(s, child + best);
    }
}

bool ul_task_tree_may_fit(const ul_task_tree *tree, const ul_micro *free)
{
    return tree->n > 0 && fits(tree, least(tree, 0), free);
}

void ul_task_tree_find(const ul_task_tree *tree, const ul_micro *free, ul_task_score score,
                       const void *context, ul_task_pick *pick)
{
    const search s = {tree, free, score, context, pick};
    if (ul_task_tree_may_fit(tree, free))
        search_below(&s, 0);
}
