/* Open machines of a plan, searchable for room: the first that holds a task (first fit), the
 * one it leaves least room on (best fit), or the one with the most room (worst fit).
 *
 * A search gives what a scan over all bins would give, ties included; the tests
 * compare the two. One row of bins for each family, because a task's demand may
 * differ by family; in the order in which the rule wants them, which is by a key: the bin
 * number (first fit), the summed shares of what is free (best fit), less them (worst fit). Bins
 * of near keys share a bucket, and a bucket, and sixteen of them, know the most that is free
 * of each resource. Bins that no task of the instance can join any more are taken out, which
 * changes no answer.
 *
 * Adding and updating cost O(log bins) and the move of a bucket's bins, which are few unless
 * many keys are equal: a million Weibull sizes take no longer than a balanced tree did. On one
 * resource a search passes over buckets with too little and ends in the next; on several it
 * can look into more, since the most of each resource may lie on different machines; at worst
 * into all.
 */
#pragma once

#include "packing_plan.h"
#include "task_order.h"

typedef enum { UL_FIRST_FIT, UL_BEST_FIT, UL_WORST_FIT } ul_fit_rule;

typedef struct ul_bin_index ul_bin_index;

/* Over the bins of a plan, none of them added yet. */
ul_status ul_bin_index_new(const ul_packing_plan *plan, ul_arena *arena, ul_fit_rule rule,
                           ul_bin_index **index);

/* Adds bin i, after every bin before it. */
ul_status ul_bin_index_add(ul_bin_index *index, size_t i);

/* Call after the free capacity of bin i shrank; it never grows while indexed, so
 * first fit goes on for a shape where its last search ended. */
ul_status ul_bin_index_update(ul_bin_index *index, size_t i);

/* Whether no task can ever join bin i: less is free than any takes. */
bool ul_bin_index_is_closed(const ul_bin_index *index, size_t i);

/* The bin for one task of the shape; UL_NONE when none has room. */
size_t ul_bin_index_find(ul_bin_index *index, size_t shape);
