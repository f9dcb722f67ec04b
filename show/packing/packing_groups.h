/* Equal machines of a plan, seen as one: same type, same number of tasks of
 * each shape and workload. Large plans have few such groups.
 */
#pragma once

#include "packing_plan.h"

/* Equal tasks on one machine of a group. */
typedef struct {
    uint32_t shape, workload; /* workload may be UL_PACKING_NONE */
    uint32_t task;            /* one of their records */
    uint64_t count;
} ul_packing_part;

typedef struct {
    uint32_t type;
    size_t first; /* bin */
    uint64_t machines;
    const ul_packing_part *part; /* by shape, then workload */
    size_t n_parts;
} ul_packing_group;

/* The groups by falling price, then by falling number, then by first bin. All
 * memory from the arena. O(entries log entries). */
ul_status ul_packing_groups(const ul_packing_plan *plan, ul_arena *arena,
                            ul_packing_group **group, size_t *n);
