/* A feasible dual solution in whole numbers: the dual value of no pattern is above its
 * price, so that no plan costs less than total / scale (Farley 1990).
 */
#ifndef UL_EXACT_DUAL_H
#define UL_EXACT_DUAL_H

#include "exact_problem.h"

/* A price unit is num / den value units; one of the two is 1. */
typedef struct {
    int64_t num, den;
} ul_price_scale;

typedef struct {
    int32_t *value; /* per item */
    ul_price_scale scale;
    ul_cost total; /* sum of value * copies */
    int64_t *most; /* per type: no pattern has more */
} ul_exact_dual;

ul_status ul_exact_dual_new(const ul_exact_problem *problem, ul_arena *arena, ul_exact_dual *dual);

/* The least whole number of units that a plan can cost. */
int64_t ul_exact_dual_units(const ul_exact_dual *dual);

#endif
