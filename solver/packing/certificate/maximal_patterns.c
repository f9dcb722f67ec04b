#include "maximal_patterns.h"

#include <string.h>

enum { STEPS_EACH = 100 }; /* steps that lead to no pattern, for each that is allowed */

typedef struct {
    const ul_exact_problem *problem;
    const ul_exact_group *group;
    size_t type, most, steps;
    ul_pattern_pool *pool;
    int64_t *room;           /* items + 1 levels x dimensions */
    uint32_t *count;         /* by item */
    ul_pattern_entry *entry;
} search;

/* How many more copies of an item fit into what is left. */
static int64_t fits_still(const search *at, size_t item, const int64_t *room)
{
    return ul_exact_fitting(at->group, item, room,
                            ul_exact_most(at->problem, at->type, item) - at->count[item]);
}

static ul_status keep_maximal(search *at, const int64_t *room)
{
    size_t n = 0;
    at->steps += at->problem->n_items;
    for (size_t i = 0; i < at->problem->n_items; i++) {
        if (fits_still(at, i, room) > 0)
            return UL_OK;
        if (at->count[i] > 0)
            at->entry[n++] = (ul_pattern_entry){(uint32_t)i, at->count[i]};
    }
    return n > 0 ? ul_pattern_append(at->pool, at->type, at->entry, n) : UL_OK;
}

static bool is_too_much(const search *at)
{
    return at->pool->n > at->most || at->steps / STEPS_EACH > at->most;
}

/* Takes `count` copies of the level's item. */
static void take(const search *at, size_t level, int64_t count)
{
    const size_t n_dims = at->group->n_dims;
    const int64_t *weight = at->group->weight + level * n_dims, *room = at->room + level * n_dims;
    for (size_t d = 0; d < n_dims; d++)
        at->room[(level + 1) * n_dims + d] = room[d] - weight[d] * count;
    at->count[level] = (uint32_t)count;
}

/* Copies of each item from the most that fit down to none: a loop, as there may be many items. */
static ul_status walk(search *at)
{
    const size_t n_items = at->problem->n_items, n_dims = at->group->n_dims;
    size_t level = 0;
    while (!is_too_much(at)) {
        for (; level < n_items; level++, at->steps++) {
            at->count[level] = 0;
            take(at, level, fits_still(at, level, at->room + level * n_dims));
        }
        UL_TRY(keep_maximal(at, at->room + n_items * n_dims));
        do {
            if (level-- == 0)
                return UL_OK;
        } while (at->count[level] == 0);
        take(at, level, (int64_t)at->count[level] - 1);
        level++;
    }
    return UL_OK;
}

ul_status ul_maximal_patterns(const ul_exact_problem *problem, size_t most, ul_arena *arena,
                              ul_pattern_pool *pool, bool *all)
{
    search at = {.problem = problem, .pool = pool, .most = most};
    UL_ALLOC(arena, at.count, problem->n_items);
    UL_ALLOC(arena, at.entry, problem->n_items);
    for (at.type = 0; at.type < problem->n_types && !is_too_much(&at); at.type++) {
        at.group = &problem->group[problem->type[at.type].group];
        UL_ALLOC(arena, at.room, (problem->n_items + 1) * (at.group->n_dims + 1));
        memcpy(at.room, problem->type[at.type].capacity, at.group->n_dims * sizeof *at.room);
        memset(at.count, 0, problem->n_items * sizeof *at.count);
        UL_TRY(walk(&at));
    }
    *all = !is_too_much(&at);
    return UL_OK;
}
