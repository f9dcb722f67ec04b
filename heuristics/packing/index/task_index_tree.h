/* The k-d tree under ul_task_index: demand vectors, each with a task's place
 * in the list, searched for the best one that fits a free capacity.
 *
 * The shape of the tree is fixed when it is built; entries go out and come
 * back in place. O(n log n) to build, O(resources log n) to change an entry.
 */
#pragma once

#include "task_index.h"

/* A perfect tree in heap order: the children of node q are 4q+1 to 4q+4, the
 * last n_leaves nodes are leaves. Leaves split the entries evenly,
 * so that the range of a leaf need not be stored.
 *
 * The tree itself knows demands by 20-bit codes, three to a word, so that the
 * nodes of a million tasks fit a processor's cache. A code never falls when a
 * demand grows, hence no code above the free capacity's can fit; what may fit
 * is looked at in full. */
typedef struct {
    size_t n, n_leaves, n_resources, n_words;
    unsigned leaf_bits; /* n_leaves is 1 << leaf_bits */
    bool scored;     /* searched by scores; if not, no greatest codes are kept */
    uint32_t *group; /* entries, leaf by leaf; the live ones of a leaf come first */
    uint32_t *task;  /* of each live entry */
    uint64_t *code;  /* of each entry: n_words */
    const ul_micro **need; /* of each entry */
    uint8_t *n_live; /* per leaf */
    /* Per node: the earliest task below (UL_PACKING_NONE if none), the least
     * codes below and, when scored, the greatest. */
    uint64_t *node;
    ul_micro *base;  /* per resource: the least demand when built, where codes start */
    ul_micro *floor; /* per resource: no demand in the tree is less */
} ul_task_tree;

typedef struct {
    uint32_t group, task;
    const ul_micro *need;
} ul_task_tree_entry;

/* leaf_of[group] is set for every entry. */
ul_status ul_task_tree_build(ul_task_tree *tree, ul_arena *arena, size_t n_resources, bool scored,
                             const ul_task_tree_entry *entry, size_t n, uint32_t *leaf_of);

/* The group's earliest task is now this one; UL_PACKING_NONE takes it out. */
void ul_task_tree_set(ul_task_tree *tree, uint32_t leaf, uint32_t group, uint32_t task);

bool ul_task_tree_may_fit(const ul_task_tree *tree, const ul_micro *free);
void ul_task_tree_find(const ul_task_tree *tree, const ul_micro *free, ul_task_score score,
                       const void *context, ul_task_pick *pick);
