/* Columns to begin with, so that they need not be generated. */
#include "master.h"

#include "price_few.h"

ul_status ul_master_add_singles(ul_master *master)
{
    UL_FREED_BY(ul_exact_solution_clear) ul_exact_solution singles = {0};
    UL_TRY(ul_exact_each_alone(master->problem, &singles));
    return ul_master_add_patterns(master, &singles.pool);
}

ul_status ul_master_add_few_tasks(ul_master *master, int64_t most, size_t tasks, size_t limit,
                                  bool *whole)
{
    const ul_exact_dual *dual = &master->dual;
    const ul_cost gap = (ul_cost)most * dual->scale.num - dual->total * dual->scale.den;
    const ul_price_window window = {dual->value, dual->scale, (int64_t)gap};
    UL_FREED_BY(ul_pattern_pool_clear) ul_pattern_pool few = {0};
    *whole = gap >= 0 && gap <= INT64_MAX / 4;
    if (*whole)
        UL_TRY(ul_price_few_tasks(master->problem, &window, tasks, limit, master->run, &few, whole));
    return *whole ? ul_master_add_patterns(master, &few) : UL_OK;
}

/* The pattern in the part's items; how many entries, 0 where it holds more than there is. */
static size_t translate(const ul_pattern_pool *columns, size_t p, const int64_t *copies,
                        const uint32_t *item_of, ul_pattern_entry *entry)
{
    UL_EACH_ENTRY(e, columns, p) {
        if (e->count > copies[e->item])
            return 0;
        *entry++ = (ul_pattern_entry){item_of[e->item], e->count};
    }
    return columns->pattern[p].n;
}

ul_status ul_master_seed_columns(const ul_exact_problem *whole, const ul_pattern_pool *columns,
                        const int64_t *copies, const bool *basic, ul_arena *arena,
                        ul_master *master)
{
    const ul_exact_problem *part = master->problem;
    uint32_t *item_of;
    ul_pattern_entry *entry;
    size_t *start, n_start = 0;
    UL_ALLOC(arena, start, columns->n + 1);
    UL_ALLOC(arena, item_of, whole->n_items);
    UL_ALLOC(arena, entry, whole->n_items);
    for (size_t i = 0; i < part->n_items; i++)
        item_of[part->origin[i]] = (uint32_t)i;
    for (size_t p = 0; p < columns->n; p++) {
        const size_t n = translate(columns, p, copies, item_of, entry);
        const size_t type =
            n == 0 ? UL_NONE : ul_exact_part_type(whole, columns->pattern[p].type, part, entry, n);
        if (type == UL_NONE)
            continue;
        UL_TRY(ul_pattern_add(&master->pool, type, entry, n, &start[n_start]));
        n_start += basic != NULL && basic[p];
    }
    UL_TRY(ul_master_add_singles(master));
    for (size_t q = 0; q < n_start; q++)
        start[q] = master->lp->column_of[start[q]];
    return n_start > 0 ? ul_lp_start_from(master->lp->lp, start, n_start) : UL_OK;
}
