/* The tasks still to be placed, and the question every greedy packer asks of
 * them: which one goes next into this free capacity?
 *
 * The caller sorts tasks into classes (equal reservation price, say). For a
 * class, find() gives the task that fits and has the greatest score, the
 * earliest task of the list on ties. A score is any function of the demand
 * vector that does not fall when a demand grows within the free capacity: the
 * dot product with the free capacity, the (negated) distance to it, a constant
 * for "the first that fits".
 *
 * Tasks of one class and shape form a group, a queue in list order. Over the
 * groups of a class stands a k-d tree with the corners of the demands below
 * each node and the earliest task there. A query is logarithmic when most
 * tasks fit or none does, and O(groups^(1-1/resources)) at worst; a removal is
 * O(resources log groups). Memory: about 24 bytes a group and 2 for every
 * resource, for each distinct way in which families count demands.
 *
 * A scan of all groups gives the same plans: 100,000 distinct tasks take Eva's Full
 * Reconfiguration 5 s that way and not 0.15, 20,000 take dot-product 2.2 s and not 0.25.
 */
#pragma once

#include <math.h>

#include "arena.h"
#include "packing.h"

typedef struct ul_task_index ul_task_index;

/* How well each of UL_SCORED_AT_ONCE demands suits; must not fall when a demand
 * grows. A sum over many resources waits for each of its additions: several sums
 * side by side take hardly longer than one, and round as each would alone. */
enum { UL_SCORED_AT_ONCE = 4 };
typedef void (*ul_task_score)(const void *context, const ul_micro *const *demand, double *score);

typedef struct {
    uint32_t task;  /* record; UL_PACKING_NONE when nothing fits */
    uint32_t group;
    double score;
} ul_task_pick;

#define UL_NO_PICK ((ul_task_pick){UL_PACKING_NONE, 0, -HUGE_VAL})

/* class_of: a class below n_classes for each task record; NULL puts all into
 * class 0. scored: whether find() will be called with a score; an index for
 * the first that fits is laid out for that and takes no score. */
ul_status ul_task_index_new(const ul_packing *in, const uint32_t *class_of, size_t n_classes,
                            bool scored, ul_arena *arena, ul_task_index **index);

/* Queries below count demands as this family does; call it before the first
 * one. Never while tasks may still be given back: it may have to build trees. */
ul_status ul_task_index_use(ul_task_index *index, size_t family);

/* Whether the smallest demands of the class fit, each resource by itself: a
 * cheap "no" that find() would confirm. */
bool ul_task_index_may_fit(const ul_task_index *index, size_t c, const ul_micro *free);

/* Improves *pick by the best task of class c that fits; a NULL score is
 * constant. Start from UL_NO_PICK; several classes may be tried in turn. */
void ul_task_index_find(const ul_task_index *index, size_t c, const ul_micro *free,
                        ul_task_score score, const void *context, ul_task_pick *pick);

/* The pick of record j, if copies of it are left and it heads its group. */
bool ul_task_index_pick(const ul_task_index *index, uint32_t j, ul_task_pick *pick);

/* Whether some copies of a task that was picked are left: it heads its group. */
bool ul_task_index_is_head(const ul_task_index *index, const ul_task_pick *pick);

/* How many, if so. */
uint32_t ul_task_index_left(const ul_task_index *index, const ul_task_pick *pick);

/* Removes `count` copies of a picked task, at most as many as are left. */
void ul_task_index_take(ul_task_index *index, const ul_task_pick *pick, uint32_t count);

/* Undoes take(); the takes not yet undone must be undone latest first. */
void ul_task_index_give_back(ul_task_index *index, const ul_task_pick *pick, uint32_t count);
