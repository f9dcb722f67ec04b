#include "exact_part.h"

#include <math.h>

/* The pattern in the part's items; how many entries, 0 where it holds more than there is. */
static size_t translate(const ul_pattern_pool *columns, size_t p, const int64_t *copies,
                        const uint32_t *item_of, ul_pattern_entry *entry)
{
    const ul_pattern_entry *from = ul_pattern_entries(columns, p);
    for (size_t q = 0; q < columns->pattern[p].n; q++) {
        if (from[q].count > copies[from[q].item])
            return 0;
        entry[q] = (ul_pattern_entry){item_of[from[q].item], from[q].count};
    }
    return columns->pattern[p].n;
}

ul_status ul_master_seed_columns(const ul_exact_problem *whole, const ul_pattern_pool *columns,
                        const int64_t *copies, ul_arena *arena, ul_master *master)
{
    const ul_exact_problem *part = master->problem;
    uint32_t *item_of = ul_arena_alloc(arena, whole->n_items, sizeof *item_of);
    ul_pattern_entry *entry = ul_arena_alloc(arena, whole->n_items, sizeof *entry);
    ul_exact_solution lent = {0};
    ul_status status = UL_OK;
    if (item_of == NULL || entry == NULL)
        return ul_no_memory();
    for (size_t i = 0; i < part->n_items; i++)
        item_of[part->origin[i]] = (uint32_t)i;
    for (size_t p = 0; p < columns->n && status == UL_OK; p++) {
        const size_t n = translate(columns, p, copies, item_of, entry);
        const size_t type = n == 0 ? UL_NONE : ul_exact_cheapest_type(part, entry, n);
        if (type != UL_NONE)
            status = ul_exact_solution_add(part, &lent, type, entry, n, 1);
    }
    if (status == UL_OK)
        status = ul_master_add_solution(master, &lent);
    ul_exact_solution_clear(&lent);
    return status == UL_OK ? ul_master_add_singles(master) : status;
}

size_t ul_exact_entries_of(const ul_exact_problem *part, const ul_pattern_pool *pool, size_t p,
                           ul_pattern_entry *entry)
{
    const ul_pattern_entry *from = ul_pattern_entries(pool, p);
    for (size_t q = 0; q < pool->pattern[p].n; q++)
        entry[q] = (ul_pattern_entry){part->origin[from[q].item], from[q].count};
    return pool->pattern[p].n;
}

ul_status ul_exact_join(const ul_exact_problem *whole, const ul_exact_problem *part,
                        const ul_exact_solution *found, ul_arena *arena,
                        ul_exact_solution *joined)
{
    ul_pattern_entry *entry = ul_arena_alloc(arena, part->n_items, sizeof *entry);
    if (entry == NULL)
        return ul_no_memory();
    for (size_t p = 0; p < found->pool.n; p++) {
        const size_t n = ul_exact_entries_of(part, &found->pool, p, entry);
        UL_TRY(ul_exact_solution_add(whole, joined, ul_exact_cheapest_type(whole, entry, n),
                                     entry, n, found->times[p]));
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

double ul_branching_score(const ul_master *master, size_t p, double part, double noise)
{
    const ul_pattern *pattern = &master->pool.pattern[p];
    const ul_pattern_entry *entry = ul_pattern_entries(&master->pool, p);
    const double chance = noise > 0 ? noise * ul_rng_unit(ul_run_rng(master->run)) : 0;
    double dearest = 0;
    for (size_t q = 0; q < pattern->n; q++)
        dearest = fmax(dearest, master->center[entry[q].item]);
    return part + chance + dearest / (double)master->problem->type[pattern->type].price;
}
