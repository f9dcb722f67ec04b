/* Patterns of so many tasks within a window are those of all within it. */
#include "exact_scene.h"
#include "price_few.h"
#include "random_packing.h"

enum { CASES = 500, TASKS = 8, LIMIT = 100000 };

static size_t n_seen;

static int64_t tasks_of(const ul_pattern_pool *pool, size_t p)
{
    int64_t tasks = 0;
    UL_EACH_ENTRY(e, pool, p)
        tasks += e->count;
    return tasks;
}

static void expect_same(const exact_scene *it, const ul_price_window *window, const ul_pattern_pool *all,
                        size_t tasks)
{
    ul_pattern_pool few = {0}, known = {0};
    size_t n = 0;
    bool whole;
    cr_assert_eq(ul_price_few_tasks(&it->problem, window, tasks, LIMIT, it->exact.run, &few, &whole), UL_OK);
    cr_assert(whole);
    for (size_t p = 0; p < few.n; p++)
        cr_assert_eq(ul_pattern_add(&known, few.pattern[p].type, ul_pattern_entries(&few, p),
                                    few.pattern[p].n, NULL), UL_OK);
    cr_assert_eq(known.n, few.n); /* each once */
    for (size_t p = 0; p < all->n; p++)
        if (tasks_of(all, p) == (int64_t)tasks) {
            cr_assert_neq(ul_pattern_find(&known, all->pattern[p].type, ul_pattern_entries(all, p),
                                          all->pattern[p].n), UL_NONE);
            n++;
        }
    cr_assert_eq(n, few.n);
    n_seen += n;
    if (n > 0) {
        ul_pattern_pool_clear(&few);
        cr_assert_eq(ul_price_few_tasks(&it->problem, window, tasks, n - 1, it->exact.run, &few, &whole), UL_OK);
        cr_assert_not(whole);
    }
    ul_pattern_pool_clear(&few);
    ul_pattern_pool_clear(&known);
}

Test(price_few, the_patterns_of_so_many_tasks_are_found)
{
    ul_rng *rng = ul_rng_new(1);
    for (size_t q = 0; q < CASES; q++) {
        ul_instance instance = random_packing(rng, TASKS);
        exact_scene it;
        ul_pattern_pool all = {0};
        bool whole;
        open_exact(&it, &instance);
        begin_with_singles(&it);
        const ul_exact_dual *dual = &it.exact.master->dual;
        const ul_price_window window = {dual->value, dual->scale,
                                        (int64_t)ul_rng_below(rng, 3) * dual->scale.num};
        cr_assert_eq(ul_pricer_enumerate(it.exact.master->pricer, &window, LIMIT, &all, &whole), UL_OK);
        cr_assert(whole);
        for (size_t tasks = 1; tasks <= 4; tasks++)
            expect_same(&it, &window, &all, tasks);
        ul_pattern_pool_clear(&all);
        close_exact(&it);
        ul_instance_free(&instance);
    }
    ul_rng_free(rng);
    cr_assert_gt(n_seen, CASES);
}
