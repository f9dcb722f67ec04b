/* What the nodes of the tree of task_index_tree.h know, for those who build, search and
 * change it. */
#pragma once

#include "task_index_code.h"

enum {
    SIDE_BITS = 2,
    SIDES = 1 << SIDE_BITS, /* children of a node: what a search reads of four is a cache line */
};

static inline size_t leaf_begin(const ul_task_tree *tree, size_t leaf)
{
    return tree->n * leaf >> tree->leaf_bits;
}

static inline size_t leaf_node(const ul_task_tree *tree, size_t leaf)
{
    return (tree->n_leaves - 1) / (SIDES - 1) + leaf;
}

static inline bool is_leaf(const ul_task_tree *tree, size_t node)
{
    return node >= leaf_node(tree, 0);
}

static inline size_t node_words(const ul_task_tree *tree)
{
    return 1 + tree->n_words * (1 + tree->scored);
}

static inline uint64_t *first(const ul_task_tree *tree, size_t node)
{
    return tree->node + node * node_words(tree);
}

static inline uint64_t *least(const ul_task_tree *tree, size_t node)
{
    return first(tree, node) + 1;
}

static inline uint64_t *greatest(const ul_task_tree *tree, size_t node)
{
    return first(tree, node) + 1 + tree->n_words;
}

/* Counts one more child or entry into what a node knows. */
static inline void include(const ul_task_tree *tree, uint64_t *known, uint64_t task, const uint64_t *low,
                    const uint64_t *high)
{
    known[0] = task < known[0] ? task : known[0];
    for (size_t w = 0; w < tree->n_words; w++)
        known[1 + w] = lane_min(known[1 + w], low[w]);
    for (size_t w = 0; tree->scored && w < tree->n_words; w++)
        known[1 + tree->n_words + w] = lane_max(known[1 + tree->n_words + w], high[w]);
}

/* Writes what holds below a node, in the layout of tree->node. */
static inline void survey(const ul_task_tree *tree, size_t node, uint64_t *known)
{
    known[0] = UL_PACKING_NONE;
    for (size_t w = 0; w < tree->n_words; w++) {
        known[1 + w] = lanes_of(GUARDS); /* above every code */
        if (tree->scored)
            known[1 + tree->n_words + w] = 0;
    }
    if (is_leaf(tree, node)) {
        const size_t leaf = node - leaf_node(tree, 0);
        const size_t begin = leaf_begin(tree, leaf);
        for (size_t e = begin; e < begin + tree->n_live[leaf]; e++) {
            const uint64_t *code = tree->code + e * tree->n_words;
            include(tree, known, tree->task[e], code, code);
        }
        return;
    }
    for (size_t child = SIDES * node + 1; child <= SIDES * node + SIDES; child++)
        include(tree, known, *first(tree, child), least(tree, child), greatest(tree, child));
}

static inline void find_floor(ul_task_tree *tree)
{
    for (size_t r = 0; r < tree->n_resources; r++)
        tree->floor[r] = *first(tree, 0) == UL_PACKING_NONE
                             ? INT64_MAX
                             : tree->base[r] + (ul_micro)decode(lane(least(tree, 0), r));
}
