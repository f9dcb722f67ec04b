/* What one machine can hold, for checking certificates: the items of an
 * instance, and every pattern of small enough reduced cost.
 */
#pragma once

#include "packing.h"

/* Tasks with equal demands on every family are copies of one item. */
typedef struct {
    const check_packing *p;
    size_t n;
    size_t *item_of;    /* task -> item */
    size_t *task;       /* item -> its first task */
    uint64_t *copies;
    check_micro unit;   /* gcd of the prices that are not zero */
} check_items;

void check_items_make(check *c, const check_packing *p, check_items *items);

typedef struct {
    check_index item, count;
} check_entry;

typedef struct {
    check_index type, n;
    size_t first;
} check_pattern;

typedef struct {
    check_pattern *pattern;
    size_t n, room;
    check_entry *entry;
    size_t n_entries, entry_room;
} check_pool;

/* A cut with a value, which its items' values have for each copy: what a pattern holds of it counts
 * less than that by floor(sum of rest * count / divisor). */
typedef struct {
    int64_t value, divisor;
    int64_t *rest; /* per item */
} check_cut;

/* The root's dual solution: values of items, a price unit is num / den of them.
 * All copies of all items are worth at most 2^62, num and den are at most 2^56
 * and prices below 2^63: no reduced cost of a pattern comes near 128 bits. */
typedef struct {
    const bool *active;      /* items to look at; others are left out of patterns */
    const bool *type;        /* types to look at; NULL: all */
    const check_wide *price; /* per type, in units, with all rebates taken off */
    int64_t *value;
    int64_t num, den;
    const check_cut *cut; /* where the gap is negative */
    size_t n_cuts;
    const bool *in_cut;   /* per item; NULL where there are no cuts */
    check_wide gap;       /* patterns of a reduced cost up to this are wanted; negative: none */
    check_wide *most_value; /* per type, where the gap is negative: receives the most that a pattern
                             * is worth; may be NULL */
    bool *cut_short;   /* beside it: whether some of it may be more, as the search is long */
} check_root;

/* Verifies that no pattern of any type is worth more than its price and collects
 * those whose reduced cost, price * num - value * den, is at most the gap. False, with a
 * violation reported, when a pattern is worth more. */
bool check_patterns(check *c, const check_items *items, const check_root *root, check_pool *pool);
