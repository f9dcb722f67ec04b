#include "exact_part.h"

size_t ul_exact_entries_of(const ul_exact_problem *part, const ul_pattern_pool *pool, size_t p,
                           ul_pattern_entry *entry)
{
    UL_EACH_ENTRY(e, pool, p)
        *entry++ = (ul_pattern_entry){part->origin[e->item], e->count};
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
    size_t n = 0;
    UL_EACH_ENTRY(e, pool, p) {
        const uint32_t item = origin == NULL ? e->item : origin[e->item];
        const int64_t count = left[item] < e->count ? left[item] : e->count;
        *times = left[item] / e->count < *times ? left[item] / e->count : *times;
        if (count > 0)
            entry[n++] = (ul_pattern_entry){item, (uint32_t)count};
    }
    *times = *times > 0 ? *times : 1;
    return n;
}
