/* An availability plan: how many machines of each type to hold, and the one
 * function that checks and costs it.
 */
#pragma once

#include "arena.h"
#include "availability.h"

#define UL_HOLD_MAX UL_AVAILABILITY_CAPACITY_MAX /* machines of one type */

typedef struct {
    const ul_availability *in;
    uint32_t *hold;      /* transient machines, one count per type */
    uint32_t *on_demand; /* machines that are always up, at the on-demand price */
} ul_availability_plan;

/* Holds nothing. */
ul_status ul_availability_plan_new(const ul_availability *in, ul_arena *arena,
                                   ul_availability_plan **plan);
ul_status ul_availability_plan_copy(const ul_availability_plan *plan, ul_arena *arena,
                                    ul_availability_plan **copy);

ul_cost ul_availability_plan_cost(const ul_availability_plan *plan);
uint64_t ul_availability_plan_capacity(const ul_availability_plan *plan); /* all types up */

/* Probability that the pool has less than the target capacity up. */
ul_status ul_availability_plan_failure(const ul_availability_plan *plan, double *failure);

/* Checks that the pool keeps the promise; the cost is the exact sum of prices. Of
 * a pool that does not, *valid is false and ul_error_text() says why. */
ul_status ul_availability_check(const ul_availability_plan *plan, bool *valid, ul_cost *cost);

/* ---- below: not for plugins ---- */

/* ullage-plan,1,availability files: 'hold,VM,COUNT' and 'on-demand,VM,COUNT'. */
ul_status ul_availability_plan_write(const ul_availability_plan *plan, const char *method,
                                     const char *path);
ul_status ul_availability_plan_read(const ul_availability *in, ul_arena *arena, const char *path,
                                    ul_availability_plan **plan);
