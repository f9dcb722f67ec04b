/* The k-d tree under ul_task_index: demand vectors, each with a task's place
 * in the list, searched for the best one that fits a free capacity.
 *
 * The shape of the tree is fixed when it is built; entries go out and come
 * back in place. O(n log n) to build, O(resources log n) to change an entry.
 */
#pragma once

#include "task_index.h"

typedef struct {
    uint32_t group;
    uint32_t task; /* UL_PACKING_NONE while it is out */
    const ul_micro *need;
} ul_task_tree_entry;

/* A perfect tree in heap order: the children of node q are 4q+1 to 4q+4, the
 * last n_leaves nodes are leaves. Leaves split the entries evenly,
 * so that the range of a leaf need not be stored. */
typedef struct {
    size_t n, n_leaves, n_resources;
    unsigned leaf_bits;        /* n_leaves is 1 << leaf_bits */
    ul_task_tree_entry *entry; /* leaf by leaf */
    uint32_t *first;           /* per node: the earliest task below; UL_PACKING_NONE if none */
    ul_micro *corner;          /* per node: the least demands below, then the greatest */
} ul_task_tree;

/* scored: searched by scores. place_of[group] is set for every entry. */
ul_status ul_task_tree_build(ul_task_tree *tree, ul_arena *arena, size_t n_resources, bool scored,
                             const ul_task_tree_entry *entry, size_t n, uint32_t *place_of);

/* The earliest task of the group at this place is now this one; UL_PACKING_NONE takes it out. */
void ul_task_tree_set(ul_task_tree *tree, uint32_t place, uint32_t task);

bool ul_task_tree_may_fit(const ul_task_tree *tree, const ul_micro *free);
void ul_task_tree_find(const ul_task_tree *tree, const ul_micro *free, ul_task_score score,
                       const void *context, ul_task_pick *pick);
