/* The k-d tree under ul_task_index: demand vectors, each with a task's place
 * in the list, searched for the best one that fits a free capacity.
 *
 * The shape of the tree is fixed when it is built; entries go out and come
 * back in place. O(n log n) to build, O(resources log n) to change an entry.
 */
#ifndef UL_TASK_INDEX_TREE_H
#define UL_TASK_INDEX_TREE_H

#include "task_index.h"

/* A perfect binary tree in heap order: the children of node q are 2q+1 and
 * 2q+2, the last n_leaves nodes are leaves. Leaves split the entries evenly,
 * so that the range of a leaf need not be stored. */
typedef struct {
    size_t n, n_leaves, n_resources;
    bool scored;     /* searched by scores; if not, `high` is not kept */
    uint32_t *group; /* entries, leaf by leaf; the live ones of a leaf come first */
    uint32_t *task;  /* of each live entry */
    ul_micro *need;  /* of each entry, one per resource */
    uint8_t *n_live; /* per leaf */
    /* Per node: the earliest task below (UL_PACKING_NONE if none), then the
     * least demands below. Side by side because every visit reads both. */
    ul_micro *low;
    ul_micro *high; /* per node: the greatest demands below */
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

#endif
