/* Open machines of a plan, searchable for room: the first that holds a task
 * (first fit), or the one it leaves least room on (best fit).
 *
 * A search gives what a scan over all bins would give, ties included; the tests
 * compare the two. One treap for each family, because a task's demand may
 * differ by family; keys are the bin number (first fit) or the summed shares of
 * the free capacity (best fit); every node knows the most that is free of each
 * resource below it. Adding and updating take O(log bins * resources) expected;
 * a search the same on one resource. On several it can visit more, since the
 * most of each resource may lie on different machines; at worst all.
 */
#ifndef UL_BIN_INDEX_H
#define UL_BIN_INDEX_H

#include "packing_plan.h"
#include "task_order.h"

typedef enum { UL_FIRST_FIT, UL_BEST_FIT } ul_fit_rule;

typedef struct ul_bin_index ul_bin_index;

/* Over the bins of a plan, none of them added yet. */
ul_status ul_bin_index_new(const ul_packing_plan *plan, ul_arena *arena, ul_fit_rule rule,
                           ul_bin_index **index);

/* Adds bin i; in first fit, after every bin before it. */
ul_status ul_bin_index_add(ul_bin_index *index, size_t i);

/* Call after the free capacity of bin i shrank; it never grows while indexed, so
 * first fit goes on for a shape where its last search ended. */
void ul_bin_index_update(ul_bin_index *index, size_t i);

/* The bin for one task of the shape; UL_NONE when none has room. */
size_t ul_bin_index_find(ul_bin_index *index, size_t shape);

#endif
