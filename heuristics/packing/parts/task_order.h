/* How large a task is when resources differ, and tasks in descending size.
 *
 * A *share* is an amount as a part of the largest capacity that any type has
 * of that resource, in 2^-32: whole numbers, so that orders and ties are the
 * same on every machine.
 */
#pragma once

#include "arena.h"
#include "packing.h"

typedef int64_t ul_share; /* 1 = 2^-32 of the largest capacity */

typedef enum {
    UL_SIZE_SUM,  /* sum of the shares: FFDSum of Panigrahy et al. */
    UL_SIZE_MAX,  /* the dominant share */
    UL_SIZE_PRICE /* price of the cheapest type that holds the task: Eva's reservation price */
} ul_size_rule;

/* The parameter table's entry for the rule, and its value. */
#define UL_PARAM_SIZE(preset)                                                                     \
    UL_CHOICE("size", preset, "what 'larger' means: summed shares, dominant share, reservation "  \
              "price", "sum|max|price")
ul_size_rule ul_size_rule_of(const char *value);

/* The largest capacity of each resource, at least 1 so that it divides. */
ul_status ul_largest_capacity(const ul_packing *in, ul_arena *arena, const ul_micro **largest);

/* Sum of the shares of an amount per resource. Never above the sum of a vector
 * that is nowhere smaller. */
ul_share ul_share_sum(const ul_packing *in, const ul_micro *largest, const ul_micro *amount);

/* Task records by descending size, ties by index: tasks of equal price stay
 * mixed as the file has them, because grouped they exhaust one resource and
 * waste another (7 % dearer on Eva's Table 7). On one resource every rule is the
 * demand itself, which no reservation price contradicts. A task whose demand differs
 * by family counts as on the family of its cheapest type. O(tasks log tasks). */
ul_status ul_tasks_by_size(const ul_packing *in, ul_arena *arena, ul_size_rule rule,
                           const uint32_t **order);
