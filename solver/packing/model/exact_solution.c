#include "exact_solution.h"

#include <stdlib.h>
#include <string.h>

#include "dispenser.h"
#include "grow.h"

void ul_exact_solution_clear(ul_exact_solution *solution)
{
    ul_pattern_pool_clear(&solution->pool);
    free(solution->times);
    *solution = (ul_exact_solution){0};
}

ul_status ul_exact_solution_add(const ul_exact_problem *problem, ul_exact_solution *solution,
                                size_t type, const ul_pattern_entry *entry, size_t n,
                                int64_t times)
{
    size_t p;
    const size_t before = solution->pool.n;
    UL_TRY(ul_pattern_add(&solution->pool, type, entry, n, &p));
    UL_TRY(ul_grow(&solution->times, p, &solution->room, sizeof *solution->times));
    solution->times[p] = (p == before ? 0 : solution->times[p]) + times;
    solution->cost += times * problem->type[type].price;
    return UL_OK;
}

ul_status ul_exact_solution_append(ul_exact_solution *solution, size_t type,
                                   const ul_pattern_entry *entry, size_t n, int64_t times)
{
    UL_TRY(ul_grow(&solution->times, solution->pool.n, &solution->room, sizeof *solution->times));
    solution->times[solution->pool.n] = times;
    return ul_pattern_append(&solution->pool, type, entry, n);
}

ul_status ul_exact_solution_copy(const ul_exact_problem *problem, const ul_exact_solution *from,
                                 const int64_t *less, ul_exact_solution *solution)
{
    for (size_t p = 0; p < from->pool.n; p++) {
        const int64_t times = from->times[p] - (less == NULL ? 0 : less[p]);
        if (times > 0)
            UL_TRY(ul_exact_solution_add(problem, solution, from->pool.pattern[p].type,
                                         ul_pattern_entries(&from->pool, p),
                                         from->pool.pattern[p].n, times));
    }
    return UL_OK;
}

static bool type_holds(const ul_exact_problem *problem, size_t type, const ul_pattern_entry *entry,
                       size_t n)
{
    const ul_exact_group *group = &problem->group[problem->type[type].group];
    for (size_t q = 0; q < n; q++)
        if (!group->fits[entry[q].item])
            return false;
    for (size_t d = 0; d < group->n_dims; d++) {
        ul_cost used = 0;
        for (size_t q = 0; q < n; q++)
            used += (ul_cost)group->weight[entry[q].item * group->n_dims + d] * entry[q].count;
        if (used > problem->type[type].capacity[d])
            return false;
    }
    return true;
}

size_t ul_exact_cheapest_left(const ul_exact_problem *problem, const int64_t *supply,
                              const ul_pattern_entry *entry, size_t n)
{
    size_t best = UL_NONE;
    for (size_t k = 0; k < problem->n_types; k++)
        if ((best == UL_NONE || problem->type[k].price < problem->type[best].price)
            && (supply == NULL || supply[k] > 0) && type_holds(problem, k, entry, n))
            best = k;
    return best;
}

size_t ul_exact_cheapest_type(const ul_exact_problem *problem, const ul_pattern_entry *entry,
                              size_t n)
{
    return ul_exact_cheapest_left(problem, NULL, entry, n);
}

ul_status ul_exact_each_alone(const ul_exact_problem *problem, ul_exact_solution *solution)
{
    for (size_t i = 0; i < problem->n_items; i++) {
        const ul_pattern_entry one = {(uint32_t)i, 1};
        UL_TRY(ul_exact_solution_add(problem, solution, ul_exact_cheapest_type(problem, &one, 1),
                                     &one, 1, problem->copies[i]));
    }
    return UL_OK;
}

/* ---- to a plan ---- */

ul_status ul_exact_plan(const ul_packing *in, const ul_exact_problem *problem,
                        const ul_exact_solution *solution, ul_arena *arena,
                        ul_packing_plan **plan)
{
    ul_dispenser dispenser;
    ul_share *share;
    UL_TRY(ul_packing_plan_new(in, arena, plan));
    UL_TRY(ul_dispenser_new(in, arena, &dispenser));
    UL_ALLOC(arena, share, problem->n_items);
    for (size_t q = 0; q < solution->pool.n; q++) {
        size_t n = 0;
        UL_EACH_ENTRY(e, &solution->pool, q)
            share[n++] = (ul_share){problem->origin[e->item], e->count};
        UL_TRY(ul_dispenser_fill(&dispenser, *plan, problem->type[solution->pool.pattern[q].type].k,
                                 share, n, (uint64_t)solution->times[q], 0));
    }
    for (size_t j = 0; j < in->n_tasks; j++) {
        const size_t k = ul_exact_free_type(in, in->task[j].shape);
        size_t i;
        if (k == UL_NONE)
            continue;
        UL_TRY(ul_plan_open(*plan, k, &i));
        (*plan)->bin[i].copies = in->task[j].copies;
        UL_TRY(ul_plan_put(*plan, i, j, 1));
    }
    return UL_OK;
}

/* ---- from a plan ---- */

/* The items on one machine in ascending order; item_of tells the item of a shape. */
static size_t items_on(const ul_packing_plan *plan, size_t b, const uint32_t *item_of,
                       uint32_t *count, ul_pattern_entry *entry)
{
    size_t n = 0;
    for (uint32_t e = plan->bin[b].head; e != UL_PACKING_NONE; e = plan->entry[e].next) {
        const uint32_t i = item_of[plan->in->task[plan->entry[e].task].shape];
        if (i == UL_PACKING_NONE)
            continue;
        if (count[i] == 0)
            entry[n++].item = i;
        count[i] += plan->entry[e].count;
    }
    for (size_t q = 0; q < n; q++) {
        entry[q].count = count[entry[q].item];
        count[entry[q].item] = 0;
    }
    qsort(entry, n, sizeof *entry, ul_pattern_by_item);
    return n;
}

size_t ul_exact_type_of(const ul_exact_problem *problem, uint32_t k)
{
    while (problem->stand_in[k] != UINT32_MAX)
        k = problem->stand_in[k];
    for (size_t q = 0; q < problem->n_types; q++)
        if (problem->type[q].k == k)
            return q;
    return UL_NONE;
}

ul_status ul_exact_from_plan(const ul_packing_plan *plan, const ul_exact_problem *problem,
                             ul_arena *arena, ul_exact_solution *solution)
{
    const ul_packing *in = plan->in;
    uint32_t *item_of, *count;
    ul_pattern_entry *entry;
    UL_ALLOC_RAW(arena, item_of, in->n_shapes);
    UL_ALLOC(arena, count, problem->n_items);
    UL_ALLOC(arena, entry, problem->n_items);
    memset(item_of, 0xff, in->n_shapes * sizeof *item_of);
    for (size_t i = 0; i < problem->n_items; i++)
        item_of[problem->origin[i]] = (uint32_t)i;
    for (size_t b = 0; b < plan->n_bins; b++) {
        const size_t n = items_on(plan, b, item_of, count, entry);
        const size_t type = n == 0           ? UL_NONE
                            : in->is_limited ? ul_exact_type_of(problem, plan->bin[b].type)
                                             : ul_exact_cheapest_type(problem, entry, n);
        if (n > 0 && type == UL_NONE)
            return ul_fail(UL_E_INTERNAL, "a machine of a valid plan fits no type");
        if (n > 0)
            UL_TRY(ul_exact_solution_add(problem, solution, type, entry, n,
                                         plan->bin[b].copies));
    }
    return UL_OK;
}

/* ---- parts of the problem ---- */

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
