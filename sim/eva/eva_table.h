/* What Eva learns (Section 4.3): how fast a task of a name ran beside a set of others,
 * by name, the mean of all that was seen. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "arena.h"
#include "status.h"

typedef struct {
    uint32_t key;
    uint32_t n;     /* how many others */
    uint32_t *name; /* ascending */
    uint32_t hash;
    double sum;
    double *seen; /* every value, since their mean depends on the order of adding */
    size_t n_seen, room;
} ul_eva_entry;

typedef struct {
    ul_arena *arena;
    ul_eva_entry *entry;
    size_t n_entries, room;
    uint32_t *slot; /* entry + 1, open addressing */
    size_t n_slots;
    bool *is_known; /* by key: something was seen of it */
    size_t n_keys;
    double default_rate;
} ul_eva_table;

ul_status ul_eva_table_new(ul_arena *arena, size_t n_names, double default_rate,
                           ul_eva_table **table);
/* NULL when the set was never seen. */
const ul_eva_entry *ul_eva_table_find(const ul_eva_table *table, uint32_t key,
                                      const uint32_t *name, size_t n);
ul_status ul_eva_table_add(ul_eva_table *table, uint32_t key, const uint32_t *name, size_t n,
                           double value);
/* As the authors' library takes means: pairwise sums of more than eight values. */
double ul_eva_entry_mean(const ul_eva_entry *entry);
/* The rate to expect; with `blank` as if nothing had been seen. */
double ul_eva_table_rate(const ul_eva_table *table, uint32_t key, const uint32_t *name, size_t n,
                         bool blank);
