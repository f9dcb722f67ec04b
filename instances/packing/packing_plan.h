/* A packing plan: machines (bins) and the tasks on them; and the one function
 * that checks and costs it.
 *
 * A bin stands for `copies` equal machines with equal content. Entries of a bin
 * are a linked list, newest first, in one array: putting a task is O(resources)
 * and a plan of a million tasks takes about 60 MB.
 */
#pragma once

#include "arena.h"
#include "packing.h"

typedef struct {
    uint32_t task;  /* record index */
    uint32_t count; /* copies of it on each machine of the bin */
    uint32_t next;  /* entry index, or UL_PACKING_NONE */
} ul_plan_entry;

typedef struct {
    uint32_t type;
    uint32_t copies;
    uint32_t head; /* first entry, or UL_PACKING_NONE */
} ul_plan_bin;

typedef struct {
    const ul_packing *in;
    ul_arena *arena; /* grows from here; not owned */
    size_t n_bins, bin_room;
    ul_plan_bin *bin;
    ul_micro *free; /* bins x resources: capacity left on one machine */
    size_t n_entries, entry_room;
    ul_plan_entry *entry;
} ul_packing_plan;

ul_status ul_packing_plan_new(const ul_packing *in, ul_arena *arena, ul_packing_plan **plan);

/* Opens one machine of a type; *i (may be NULL) is its bin. */
ul_status ul_plan_open(ul_packing_plan *plan, size_t type, size_t *i);

/* Whether `count` tasks of record j fit into what is left of bin i. */
bool ul_plan_fits(const ul_packing_plan *plan, size_t i, size_t j, uint64_t count);

/* Puts count tasks of record j on each machine of bin i; does not ask whether
 * they fit (the checker will). */
ul_status ul_plan_put(ul_packing_plan *plan, size_t i, size_t j, uint32_t count);

static inline const ul_micro *ul_plan_free(const ul_packing_plan *plan, size_t i)
{
    return plan->free + i * plan->in->n_resources;
}

/* A copy in another arena. */
ul_status ul_packing_plan_copy(const ul_packing_plan *plan, ul_arena *arena, ul_packing_plan **copy);

/* Checks everything a plan promises: each task placed exactly as often as it
 * has copies, no capacity exceeded on any resource with that family's demand,
 * known types. The cost is the exact sum of prices. Of a plan that breaks
 * a promise *valid is false and ul_error_text() says which. O(entries * resources). */
ul_status ul_packing_check(const ul_packing_plan *plan, bool *valid, ul_cost *cost);

/* ---- below: not for plugins ---- */

/* ullage-plan,1,packing files. The reader takes what the writer writes and what
 * a person types; tasks and types by name. */
ul_status ul_packing_plan_write(const ul_packing_plan *plan, const char *method, const char *path);
ul_status ul_packing_plan_read(const ul_packing *in, ul_arena *arena, const char *path,
                               ul_packing_plan **plan);
