#include "pattern_pool.h"

#include <stdlib.h>
#include <string.h>

#include "grow.h"

int ul_pattern_by_item(const void *a, const void *b)
{
    const ul_pattern_entry *x = a, *y = b;
    return x->item < y->item ? -1 : x->item > y->item;
}

void ul_pattern_pool_clear(ul_pattern_pool *pool)
{
    free(pool->pattern);
    free(pool->entry);
    free(pool->slot);
    *pool = (ul_pattern_pool){0};
}

static uint64_t hash_of(size_t type, const ul_pattern_entry *entry, size_t n)
{
    uint64_t hash = 0x9e3779b97f4a7c15u ^ type;
    for (size_t q = 0; q < n; q++) {
        hash ^= ((uint64_t)entry[q].item << 32) | entry[q].count;
        hash *= 0xff51afd7ed558ccdu;
        hash ^= hash >> 32;
    }
    return hash;
}

ul_status ul_pattern_append(ul_pattern_pool *pool, size_t type, const ul_pattern_entry *entry,
                            size_t n)
{
    UL_TRY(ul_grow(&pool->pattern, pool->n, &pool->room, sizeof *pool->pattern));
    if (pool->entry == NULL || pool->n_entries + n > pool->entry_room) {
        const size_t room = 2 * pool->entry_room + n + 1024;
        ul_pattern_entry *grown = realloc(pool->entry, room * sizeof *grown);
        UL_NEED(grown);
        pool->entry = grown;
        pool->entry_room = room;
    }
    pool->pattern[pool->n++] = (ul_pattern){(uint32_t)type, (uint32_t)n, pool->n_entries};
    memcpy(pool->entry + pool->n_entries, entry, n * sizeof *entry);
    pool->n_entries += n;
    return UL_OK;
}

static bool same(const ul_pattern_pool *pool, size_t p, size_t type, const ul_pattern_entry *entry,
                 size_t n)
{
    return pool->pattern[p].type == type && pool->pattern[p].n == n
           && memcmp(ul_pattern_entries(pool, p), entry, n * sizeof *entry) == 0;
}

static void place(ul_pattern_pool *pool, size_t p)
{
    const ul_pattern *pattern = &pool->pattern[p];
    size_t at = hash_of(pattern->type, ul_pattern_entries(pool, p), pattern->n) & (pool->n_slots - 1);
    while (pool->slot[at] != 0)
        at = (at + 1) & (pool->n_slots - 1);
    pool->slot[at] = (uint32_t)p + 1;
}

static ul_status widen(ul_pattern_pool *pool)
{
    size_t n_slots = pool->n_slots == 0 ? 4096 : pool->n_slots * 2;
    while (n_slots < 2 * (pool->n + 1)) /* patterns that were appended had none */
        n_slots *= 2;
    uint32_t *slot = calloc(n_slots, sizeof *slot);
    UL_NEED(slot);
    free(pool->slot);
    pool->slot = slot;
    pool->n_slots = n_slots;
    for (size_t p = 0; p < pool->n; p++)
        place(pool, p);
    return UL_OK;
}

size_t ul_pattern_find(const ul_pattern_pool *pool, size_t type, const ul_pattern_entry *entry,
                       size_t n)
{
    if (pool->n_slots == 0)
        return UL_NONE;
    size_t at = hash_of(type, entry, n) & (pool->n_slots - 1);
    for (; pool->slot[at] != 0; at = (at + 1) & (pool->n_slots - 1))
        if (same(pool, pool->slot[at] - 1, type, entry, n))
            return pool->slot[at] - 1;
    return UL_NONE;
}

ul_status ul_pattern_add(ul_pattern_pool *pool, size_t type, const ul_pattern_entry *entry,
                         size_t n, size_t *index)
{
    if (2 * (pool->n + 1) > pool->n_slots)
        UL_TRY(widen(pool));
    const size_t there = ul_pattern_find(pool, type, entry, n);
    if (index != NULL)
        *index = there == UL_NONE ? pool->n : there;
    if (there != UL_NONE)
        return UL_OK;
    UL_TRY(ul_pattern_append(pool, type, entry, n));
    place(pool, pool->n - 1);
    return UL_OK;
}

void ul_pattern_keep(ul_pattern_pool *pool, const bool *keep)
{
    size_t n = 0, n_entries = 0;
    for (size_t p = 0; p < pool->n; p++)
        if (keep[p]) {
            ul_pattern pattern = pool->pattern[p];
            memmove(pool->entry + n_entries, pool->entry + pattern.first,
                    pattern.n * sizeof *pool->entry);
            pattern.first = n_entries;
            n_entries += pattern.n;
            pool->pattern[n++] = pattern;
        }
    pool->n = n;
    pool->n_entries = n_entries;
    free(pool->slot);
    pool->slot = NULL;
    pool->n_slots = 0;
}
