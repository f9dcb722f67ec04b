/* Patterns: what one machine of a type holds, as counts of items; and a pool of
 * distinct ones. O(entries) memory, O(entries of a pattern) expected to add.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "status.h"

typedef struct {
    uint32_t item, count;
} ul_pattern_entry;

typedef struct {
    uint32_t type; /* of the exact problem */
    uint32_t n;    /* entries, by ascending item */
    size_t first;  /* into the pool's entries */
} ul_pattern;

typedef struct {
    ul_pattern *pattern;
    size_t n, room;
    ul_pattern_entry *entry;
    size_t n_entries, entry_room;
    uint32_t *slot; /* open hashing: pattern + 1, 0 is empty */
    size_t n_slots;
} ul_pattern_pool;

/* For qsort: entries by ascending item. */
int ul_pattern_by_item(const void *a, const void *b);

/* A zeroed pool is an empty one. */
void ul_pattern_pool_clear(ul_pattern_pool *pool);

/* Adds a pattern unless it is there; *index (may be NULL) is where it is. The
 * entries must ascend by item and have counts above zero. */
ul_status ul_pattern_add(ul_pattern_pool *pool, size_t type, const ul_pattern_entry *entry,
                         size_t n, size_t *index);

/* Where a pattern is that ul_pattern_add has added; UL_NONE when it was not. */
size_t ul_pattern_find(const ul_pattern_pool *pool, size_t type, const ul_pattern_entry *entry,
                       size_t n);

/* The same as adding, for patterns known to be new: without the hash. */
ul_status ul_pattern_append(ul_pattern_pool *pool, size_t type, const ul_pattern_entry *entry,
                            size_t n);

static inline const ul_pattern_entry *ul_pattern_entries(const ul_pattern_pool *pool, size_t p)
{
    return pool->entry + pool->pattern[p].first;
}

/* A loop over the entries of a pattern, each of which `e` points to. */
#define UL_EACH_ENTRY(e, pool, p)                                                        \
    for (const ul_pattern_entry *e = ul_pattern_entries((pool), (p)),                    \
                                *e##_end = e + (pool)->pattern[p].n; e < e##_end; e++)

/* Keeps the patterns marked, in their order. */
void ul_pattern_keep(ul_pattern_pool *pool, const bool *keep);
