/* A feasible dual solution in whole numbers: the dual value of no pattern is above its
 * price, so that no plan costs less than total / scale (Farley 1990). Where the supply of a
 * type is limited, its machines may be dearer by a dual of that row: all plans together pay
 * that at most once for each machine that there is.
 */
#pragma once

#include "exact_problem.h"

/* A price unit is num / den value units; one of the two is 1. */
typedef struct {
    int64_t num, den;
} ul_price_scale;

typedef struct {
    int64_t *value; /* per item */
    ul_price_scale scale;
    ul_cost total; /* sum of value * copies */
    int64_t *most; /* per type: no pattern has more */
    int64_t *supply_dual; /* per type, in price units: 0 where supply is not limited */
    ul_cost supply_units; /* sum of supply_dual * supply: what that takes off the bound */
} ul_exact_dual;

ul_status ul_exact_dual_new(const ul_exact_problem *problem, ul_arena *arena, ul_exact_dual *dual);

void ul_exact_dual_copy(const ul_exact_problem *problem, ul_exact_dual *to, const ul_exact_dual *from);

/* The least whole number of units that a plan can cost; below zero where the duals of supply
 * rows take off more than the dual value of all items. */
int64_t ul_exact_dual_units(const ul_exact_dual *dual);
