#include "exact_part.h"

size_t ul_exact_entries_of(const ul_exact_problem *part, const ul_pattern_pool *pool, size_t p,
                           ul_pattern_entry *entry)
{
    const ul_pattern_entry *from = ul_pattern_entries(pool, p);
    for (size_t q = 0; q < pool->pattern[p].n; q++)
        entry[q] = (ul_pattern_entry){part->origin[from[q].item], from[q].count};
    return pool->pattern[p].n;
}

size_t ul_exact_part_type(const ul_exact_problem *whole, size_t type, const ul_exact_problem *part,
                          const ul_pattern_entry *entry, size_t n)
{
    if (!part->is_limited)
        return ul_exact_cheapest_type(part, entry, n);
    for (size_t k = 0; k < part->n_types; k++)
        if (part->type[k].k == whole->type[type].k)
            return k;
    return UL_NONE;
}

ul_status ul_exact_join(const ul_exact_problem *whole, const ul_exact_problem *part,
                        const ul_exact_solution *found, ul_arena *arena,
                        ul_exact_solution *joined)
{
    ul_pattern_entry *entry;
    UL_ALLOC(arena, entry, part->n_items);
    for (size_t p = 0; p < found->pool.n; p++) {
        const size_t n = ul_exact_entries_of(part, &found->pool, p, entry);
        const size_t type =
            ul_exact_part_type(part, found->pool.pattern[p].type, whole, entry, n);
        UL_TRY(ul_exact_solution_add(whole, joined, type, entry, n, found->times[p]));
    }
    return UL_OK;
}

size_t ul_exact_trim(const ul_pattern_pool *pool, size_t p, const uint32_t *origin,
                     const int64_t *left, ul_pattern_entry *entry, int64_t *times)
{
    const ul_pattern_entry *from = ul_pattern_entries(pool, p);
    size_t n = 0;
    for (size_t q = 0; q < pool->pattern[p].n; q++) {
        const uint32_t item = origin == NULL ? from[q].item : origin[from[q].item];
        const int64_t count = left[item] < from[q].count ? left[item] : from[q].count;
        *times = left[item] / from[q].count < *times ? left[item] / from[q].count : *times;
        if (count > 0)
            entry[n++] = (ul_pattern_entry){item, (uint32_t)count};
    }
    *times = *times > 0 ? *times : 1;
    return n;
}
