/* An exact run under way, for tests of one of its steps. */
#pragma once

#include "phases.h"
#include "solving.h"

typedef struct {
    ul_exact_problem problem;
    ul_exact exact;
} exact_scene;

/* The master program with each item alone. In place: the master knows where the problem is. */
static inline void open_exact(exact_scene *it, const ul_instance *instance)
{
    const ul_run_options options = {.methods = ul_methods, .seed = 1};
    ul_exact *exact = &it->exact;
    bool fit;
    *exact = (ul_exact){.in = instance->data, .arena = ul_arena_new(), .problem = &it->problem,
                        .too_wide = INT64_MAX, .is_part = true, .certified = -1};
    cr_assert_eq(ul_run_new(ul_method_find("exact"), instance, &options, &exact->run), UL_OK);
    cr_assert_eq(ul_exact_problem_new(exact->in, exact->arena, &it->problem, &fit), UL_OK);
    cr_assert(fit);
    cr_assert_eq(ul_exact_open(exact), UL_OK);
    cr_assert_eq(ul_master_add_singles(exact->master), UL_OK);
}

/* Every task on a machine of its own, for a plan that is easily beaten, and the root's
 * columns. */
static inline void begin_with_singles(exact_scene *it)
{
    ul_exact_solution singles = {0};
    cr_assert_eq(ul_exact_each_alone(&it->problem, &singles), UL_OK);
    cr_assert_eq(ul_exact_improve(&it->exact, UL_OK, &singles), UL_OK);
    cr_assert_eq(ul_exact_generate(&it->exact), UL_OK);
}

static inline void close_exact(exact_scene *it)
{
    ul_master_free(it->exact.master);
    ul_exact_solution_clear(&it->exact.best);
    ul_run_free(it->exact.run);
    ul_arena_free(it->exact.arena);
}

/* Whether the best plan costs what it says and has a place for every task. */
static inline void expect_all_held(const exact_scene *it)
{
    const ul_exact_solution *best = &it->exact.best;
    int64_t cost = 0;
    int64_t *held = calloc(it->problem.n_items + 1, sizeof *held);
    cr_assert_not_null(held);
    for (size_t p = 0; p < best->pool.n; p++) {
        cost += best->times[p] * it->problem.type[best->pool.pattern[p].type].price;
        for (size_t q = 0; q < best->pool.pattern[p].n; q++) {
            const ul_pattern_entry *entry = ul_pattern_entries(&best->pool, p) + q;
            held[entry->item] += best->times[p] * entry->count;
        }
    }
    for (size_t i = 0; i < it->problem.n_items; i++)
        cr_expect_geq(held[i], it->problem.copies[i], "item %zu", i);
    cr_expect_eq(cost, best->cost);
    free(held);
}
