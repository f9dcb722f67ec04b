/* Which machines a family may come in, and what they cost. */
#ifndef UL_CHOOSE_MACHINES_H
#define UL_CHOOSE_MACHINES_H

#include "exact_problem.h"

/* Adds to machines[], per type, at most `extra` machines of a family for so many units: each
 * as dear as is not too much, the last dear enough. False when there are none. */
bool ul_add_machines_for(const ul_exact_problem *problem, uint32_t family, double units,
                      size_t extra, int64_t *machines);

/* What so many machines of each type cost, in units. */
int64_t ul_machines_cost(const ul_exact_problem *problem, const int64_t *machines);

#endif
