/* From shapes back to task records: hands out those of a shape in the order of the file, each as
 * often as it has copies. O(tasks + shapes) memory.
 */
#pragma once

#include "packing_plan.h"

typedef struct {
    const ul_packing *in;
    uint32_t *first; /* shape -> record that is not used up, or UL_PACKING_NONE */
    uint32_t *next;  /* record -> the next of its shape */
    uint32_t *left;  /* record -> copies */
} ul_dispenser;

typedef struct {
    uint32_t shape, count;
} ul_share;

ul_status ul_dispenser_new(const ul_packing *in, ul_arena *arena, ul_dispenser *dispenser);

/* Opens `times` machines of the type with these shares, or as many tasks as are left and fit: a
 * solver's tolerance may put a task too many on one. None is opened when none are left. Machines
 * with the same records are one of the plan's, but for `apart` of the last. */
ul_status ul_dispenser_fill(ul_dispenser *dispenser, ul_packing_plan *plan, size_t type,
                            const ul_share *share, size_t n, uint64_t times, uint64_t apart);
