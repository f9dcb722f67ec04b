/* Machines at the size of what is on them. */
#pragma once

#include "packing_plan.h"
#include "supply.h"

/* The cheapest type, the bin's own included, that holds the content of bin i
 * with the demands of that type's family, and of which as many as the bin has copies
 * are left; the bin's own on ties, then the earlier. The supply may be NULL: any
 * number. O(entries of the bin * families + types) * resources. */
size_t ul_cheapest_holding(const ul_packing_plan *plan, size_t i, const ul_supply *supply);

/* A copy of the plan without its empty bins, each bin of the cheapest type that
 * holds it and is left when the plan's own machines are taken. */
ul_status ul_right_sized(const ul_packing_plan *plan, ul_arena *arena, ul_packing_plan **copy);
