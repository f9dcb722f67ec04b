/* The items that fit a family of types, and what bounds the dual value of the first j of them: a
 * table, or densities.
 */
#pragma once

#include "patterns.h"

#define CHECK_DIVISION 8u /* steps: of what a machine has by what an item needs */

/* The most that a state is worth: value by weight, the latter 0 where an item has a value and
 * needs nothing. Where there is less room than the least weight of any, none fits. */
typedef struct {
    int64_t value, weight, least;
} check_density;

typedef struct {
    check *c;
    const check_items *items;
    const check_root *root;
    check_pool *pool;
    size_t family;
    size_t n;            /* items that fit a type of the family */
    check_index *item;
    uint64_t *most;      /* copies of each that one machine may hold */
    size_t n_dims;
    size_t resource[CHECK_RESOURCES_MAX];
    check_micro step[CHECK_RESOURCES_MAX];  /* a state is this much */
    int64_t size[CHECK_RESOURCES_MAX];      /* largest state */
    size_t stride[CHECK_RESOURCES_MAX];
    size_t states;
    int64_t *weight;     /* items x dims, in states */
    bool table, affords; /* there is one; it would fit in memory */
    int64_t *after;      /* (n + 1) x states, or 2 x states */
    int64_t *scratch;    /* states */
    check_density *densest;    /* (n + 1) x dims: of the first j items */
    check_wide *rest;    /* n + 1: what the first j items are worth together */
    size_t type;
    check_wide price;    /* of the type, times num */
    check_entry *entry;
    size_t n_entries;
    check_wide *held;    /* per cut: the sum that is rounded down */
    uint64_t leave_at;   /* steps of the whole check at which a search without table is left */
    bool sound;
} check_family;

/* Whether a type is one of the family that is to be looked at. */
static inline bool check_family_looks_at(const check_family *f, size_t k)
{
    return f->items->p->types[k].family == f->family && (f->root->type == NULL || f->root->type[k]);
}

/* Whether the table has all rows, not the last one alone. */
static inline bool check_family_keeps_rows(const check_family *f)
{
    return f->root->gap >= 0 || f->root->n_cuts > 0;
}

/* Items and states, and whether a table is to be had and worth its while. */
void check_family_make(check_family *f);
void check_family_forget(check_family *f);

/* What the table takes, where there is one. */
uint64_t check_family_table_steps(const check_family *f);

void check_family_fill_table(check_family *f);
void check_family_fill_densities(check_family *f);

/* Whether many items are seen to be worth no more than their machines by one resource, or by the
 * sum of all: shadow.c. */
bool check_family_is_in_shadow(const check_family *f);
