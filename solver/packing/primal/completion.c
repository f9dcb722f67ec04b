#include "completion.h"

#include <stdlib.h>
#include <string.h>

#include "neighbourhood.h"

enum { PRICINGS_MAX = 50000, PATIENCE = 16 }; /* pricings: times items */

typedef struct {
    ul_exact *exact;
    int64_t *left;           /* per item: copies without a machine */
    double *value;           /* per item, of the root */
    int64_t *room;           /* of the machine being filled */
    ul_pattern_entry *entry; /* what it holds */
    ul_exact_solution *plan;
} completing;

static ul_status open_completing(completing *c, ul_arena *arena)
{
    const ul_exact_problem *problem = c->exact->problem;
    const ul_exact_dual *dual = &c->exact->master->dual;
    UL_ALLOC(arena, c->left, problem->n_items);
    UL_ALLOC(arena, c->value, problem->n_items);
    UL_ALLOC(arena, c->room, UL_RESOURCES_MAX);
    UL_ALLOC(arena, c->entry, 2 * problem->n_items);
    memcpy(c->left, problem->copies, problem->n_items * sizeof *c->left);
    for (size_t i = 0; i < problem->n_items; i++)
        c->value[i] = dual->value[i] * (double)dual->scale.den / (double)dual->scale.num;
    return UL_OK;
}

/* What the machines hold already; copies beyond those that there are count for nothing. */
static void take_forced(completing *c)
{
    const ul_exact_solution *forced = &c->exact->forced;
    for (size_t p = 0; p < forced->pool.n; p++)
        for (size_t q = 0; q < forced->pool.pattern[p].n; q++) {
            const ul_pattern_entry *held = ul_pattern_entries(&forced->pool, p) + q;
            const int64_t left = c->left[held->item] - forced->times[p] * held->count;
            c->left[held->item] = left > 0 ? left : 0;
        }
}

static void find_room(const completing *c, size_t type, size_t n)
{
    const ul_exact_problem *problem = c->exact->problem;
    const ul_exact_group *group = &problem->group[problem->type[type].group];
    for (size_t d = 0; d < group->n_dims; d++) {
        c->room[d] = problem->type[type].capacity[d];
        for (size_t q = 0; q < n; q++)
            c->room[d] -= c->entry[q].count * group->weight[c->entry[q].item * group->n_dims + d];
    }
}

/* Adds to the n entries of a machine what of the copies left is worth most beside them. */
static ul_status fill(completing *c, size_t type, size_t *n)
{
    const ul_exact *exact = c->exact;
    ul_pricer *pricer = exact->master->pricer;
    ul_pattern_pool found = {0};
    const ul_pricing *pricing;
    find_room(c, type, *n);
    ul_pricer_limit(pricer, c->left);
    const ul_status status = ul_pricer_price(pricer, c->value, &found, &pricing);
    ul_pattern_pool_clear(&found);
    UL_TRY(status);
    const size_t more = ul_pricer_fill(pricer, exact->problem->type[type].group, c->room,
                                       c->entry + *n);
    for (size_t q = *n; q < *n + more; q++)
        c->left[c->entry[q].item] -= c->entry[q].count;
    *n += more;
    qsort(c->entry, *n, sizeof *c->entry, ul_pattern_by_item);
    return UL_OK;
}

/* The machines that there are, each filled. */
static ul_status fill_all(completing *c)
{
    const ul_exact *exact = c->exact;
    const ul_exact_solution *forced = &exact->forced;
    const ul_pattern *pattern = forced->pool.pattern;
    take_forced(c);
    for (size_t p = 0; p < forced->pool.n && !ul_run_expired(exact->run); p++)
        for (int64_t q = 0; q < forced->times[p]; q++) {
            const ul_pattern_entry *from = ul_pattern_entries(&forced->pool, p);
            size_t n = pattern[p].n;
            memcpy(c->entry, from, n * sizeof *from);
            UL_TRY(fill(c, pattern[p].type, &n));
            UL_TRY(ul_exact_solution_add(exact->problem, c->plan, pattern[p].type, c->entry, n, 1));
        }
    return UL_OK;
}

/* What is left, each task on a machine of its own. */
static ul_status add_singles(completing *c)
{
    const ul_exact_problem *problem = c->exact->problem;
    for (size_t i = 0; i < problem->n_items; i++) {
        const ul_pattern_entry one = {(uint32_t)i, 1};
        if (c->left[i] > 0)
            UL_TRY(ul_exact_solution_add(problem, c->plan, ul_exact_cheapest_type(problem, &one, 1),
                                         &one, 1, c->left[i]));
    }
    return UL_OK;
}

static ul_status make_plan(completing *c, size_t *first)
{
    const ul_exact *exact = c->exact;
    const ul_status status = fill_all(c);
    ul_pricer_limit(exact->master->pricer, exact->problem->copies);
    *first = c->plan->pool.n;
    return status == UL_OK ? add_singles(c) : status;
}

/* Works on a plan that need not be better than the best. */
static ul_status improve(ul_exact *aside, size_t first)
{
    aside->below = aside->best.cost - 1;
    UL_TRY(ul_repack_from(aside, first));
    return ul_neighbourhood_search(aside, PATIENCE);
}

static ul_status complete(ul_exact *exact, ul_arena *arena)
{
    size_t first;
    ul_exact aside = *exact;
    completing c = {.exact = exact, .plan = &aside.best};
    aside.best = (ul_exact_solution){0};
    aside.is_part = true;
    ul_status status = arena == NULL ? ul_no_memory() : open_completing(&c, arena);
    if (status == UL_OK)
        status = make_plan(&c, &first);
    if (status == UL_OK && !ul_run_expired(exact->run))
        status = improve(&aside, first);
    if (status == UL_OK && !ul_run_expired(exact->run))
        return ul_exact_improve(exact, &aside.best);
    ul_exact_solution_clear(&aside.best);
    return status;
}

ul_status ul_complete_forced(ul_exact *exact)
{
    size_t machines = 0;
    for (size_t p = 0; p < exact->forced.pool.n; p++)
        machines += (size_t)exact->forced.times[p];
    if (machines == 0 || machines * exact->problem->n_items > PRICINGS_MAX)
        return UL_OK;
    ul_arena *arena = ul_arena_new();
    const ul_status status = complete(exact, arena);
    ul_arena_free(arena);
    return status;
}
