/* How many machines of each type are still to be had, for heuristics that open
 * machines one after the other.
 */
#pragma once

#include "packing.h"
#include "run.h"

typedef struct {
    const ul_packing *in;
    uint32_t *left; /* per type; UL_ANY_NUMBER: no limit */
} ul_supply;

ul_status ul_supply_new(const ul_packing *in, ul_arena *arena, ul_supply *supply);

/* The cheapest type left that holds one task of this shape alone (earlier type on ties);
 * UL_NONE when none is left. O(1) without limits, O(types * resources) with them. */
size_t ul_supply_cheapest(const ul_supply *supply, size_t shape);

/* How many of `wanted` machines of the type are left. */
uint32_t ul_supply_of(const ul_supply *supply, size_t type, uint32_t wanted);
void ul_supply_take(const ul_supply *supply, size_t type, uint32_t machines);
void ul_supply_give_back(const ul_supply *supply, size_t type, uint32_t machines);

/* Says in the run's result that no machine is left for a task, so that there is no plan. */
ul_status ul_supply_ends(ul_run *run, const ul_packing_task *task);
