/* What local-search changes: single tasks on machines, with undo.
 *
 * Tasks are taken one by one (copies counted). A machine knows the sum of its
 * content as demanded on every class of families, so that its cheapest type is
 * found without looking at its tasks. All changes between ul_search_begin() and
 * ul_search_undo() can be taken back.
 */
#pragma once

#include "method.h"
#include "packing_plan.h"

typedef struct {
    ul_micro price;
    uint32_t type;
    uint32_t class; /* families on which every task demands the same */
    const ul_micro *capacity;
} ul_search_type;

typedef struct {
    uint32_t head;   /* first task on it, or UL_PACKING_NONE */
    uint32_t n;      /* tasks on it; 0 is a free slot */
    uint32_t level;  /* its type: index into ul_search.type */
    uint32_t active; /* where it stands in ul_search.active */
    uint32_t before; /* level at ul_search_begin() */
    uint64_t stamp;  /* of the step that touched it last */
    ul_micro room;   /* see ul_search.room; as last settled */
    ul_micro room_before;
} ul_search_bin;

typedef struct {
    const ul_packing *in;
    size_t n_items, n_classes, width; /* width: classes x resources */
    const uint32_t *record;           /* of each item */
    const ul_micro *need;             /* shapes x classes x resources */
    const int64_t *weight;            /* of a resource's free amount, for ul_search_slack() */
    ul_search_type *type;             /* by ascending price, ties by type index */
    uint32_t *cheapest;               /* of each shape alone: index into type */
    ul_cost cost;                     /* in millionths; of the bins as they are typed */
    ul_cost room; /* sum of price x (unused share)^2: greater when few machines have all the room */
    int64_t *scarcity; /* of each resource in that share, in 2^-20; sums to about 1 */

    uint32_t *bin_of, *next, *previous; /* of each item */
    ul_search_bin *bin;                 /* as many slots as items */
    ul_cost *sum;                       /* bins x width */
    uint32_t *active;                   /* bins with tasks */
    size_t n_active;
    uint32_t *spare; /* bins without */
    size_t n_spare;

    uint64_t step;
    uint32_t *touched;
    size_t n_touched;
    struct ul_search_move {
        uint32_t item, from;
    } *moved;
    size_t n_moved;
} ul_search;

/* A search that begins at a plan. O(tasks * families * resources). */
ul_status ul_search_new(const ul_packing_plan *plan, ul_arena *arena, ul_search **search);

/* Sets how much each resource counts in unused shares: the fourth power of its
 * use over all machines, so that what is plentiful hardly does. Within a step
 * that touches and settles every bin. */
void ul_search_weigh(ul_search *s);

void ul_search_begin(ul_search *s);
void ul_search_undo(ul_search *s);

/* Takes an item off its bin (remembered for undo), or puts one that is off. */
void ul_search_lift(ul_search *s, uint32_t item);
void ul_search_put(ul_search *s, uint32_t item, uint32_t bin);

/* An empty bin of the type at this level; the next item must go there. */
uint32_t ul_search_open(ul_search *s, uint32_t level);

/* Whether the item fits bin b, would that be of the type at this level. */
bool ul_search_fits(const ul_search *s, uint32_t item, uint32_t b, uint32_t level);
void ul_search_retype(ul_search *s, uint32_t b, uint32_t level);

/* Gives every touched bin the cheapest type that holds it, and computes its room. */
void ul_search_settle(ul_search *s);

/* Free capacity of bin b once the item is on it, in 2^-56 of the largest: of
 * one resource, or of all together (UL_NONE). */
int64_t ul_search_slack(const ul_search *s, uint32_t item, uint32_t b, size_t resource);

/* The present state as a plan. */
ul_status ul_search_plan(const ul_search *s, ul_arena *arena, ul_packing_plan **plan);

static inline const ul_micro *ul_search_need(const ul_search *s, uint32_t item, uint32_t class)
{
    const size_t shape = s->in->task[s->record[item]].shape;
    return s->need + shape * s->width + class * s->in->n_resources;
}

/* The method, which the exact one starts from. */
extern const ul_method ul_method_local_search;
