/* Stratus' cost-efficiency score (Section 3.3): what a group of tasks uses of
 * its constraining resource, per dollar, on one machine type. */
#pragma once

#include "arena.h"
#include "packing.h"

/* used / unit / price, kept as a fraction so that equal scores are equal. */
typedef struct {
    ul_micro used;  /* of the constraining resource */
    ul_micro unit;  /* of that resource on the smallest type */
    ul_micro price;
} ul_stratus_score;

/* The smallest amount, above zero, that any type has of each resource: "the
 * smallest instance type that we can acquire", also where types without that
 * resource exist (no GPU is no unit of GPUs). */
ul_status ul_stratus_units(const ul_packing *in, ul_arena *arena, const ul_micro **unit);

/* The score of a group that uses `used` of each of n resources of a machine and fits it.
 * The constraining resource has the greatest utilization, the earlier on ties. */
ul_stratus_score ul_stratus_score_on(size_t n, const ul_micro *unit, const ul_micro *capacity,
                                     ul_micro price, const ul_micro *used);
/* On type k. */
ul_stratus_score ul_stratus_score_of(const ul_packing *in, const ul_micro *unit, size_t k,
                                     const ul_micro *used);

/* Negative, zero or positive as a is worse, equal or better than b. A price of
 * zero is better than any other. */
int ul_stratus_score_compare(ul_stratus_score a, ul_stratus_score b);

/* As a number, rounded: units of the smallest type per dollar. */
double ul_stratus_score_double(ul_stratus_score score);
