/* All maximal patterns, against a count of every pattern there could be. */
#include "exact_scene.h"
#include "maximal_patterns.h"

/* Whether a machine of the type holds these counts, and `more` further copies of an item. */
static bool holds(const ul_exact_problem *problem, size_t k, const int64_t *count, size_t item,
                  int64_t more)
{
    const ul_exact_group *group = &problem->group[problem->type[k].group];
    for (size_t i = 0; i < problem->n_items; i++)
        if (count[i] + (i == item ? more : 0) > (group->fits[i] ? problem->copies[i] : 0))
            return false;
    for (size_t d = 0; d < group->n_dims; d++) {
        int64_t used = 0;
        for (size_t i = 0; i < problem->n_items; i++)
            used += group->weight[i * group->n_dims + d] * (count[i] + (i == item ? more : 0));
        if (used > problem->type[k].capacity[d])
            return false;
    }
    return true;
}

static bool is_maximal(const ul_exact_problem *problem, size_t k, const int64_t *count)
{
    int64_t sum = 0;
    for (size_t i = 0; i < problem->n_items; i++) {
        sum += count[i];
        if (holds(problem, k, count, i, 1))
            return false;
    }
    return sum > 0 && holds(problem, k, count, 0, 0);
}

/* Every vector of counts, like the digits of a number. */
static size_t counted(const ul_exact_problem *problem, size_t k)
{
    int64_t count[16] = {0};
    size_t n = 0, i = 0;
    while (i < problem->n_items) {
        n += is_maximal(problem, k, count);
        for (i = 0; i < problem->n_items && ++count[i] > problem->copies[i]; i++)
            count[i] = 0;
    }
    return n;
}

static void expect_all(const ul_exact_problem *problem, const ul_pattern_pool *pool)
{
    size_t n = 0;
    for (size_t k = 0; k < problem->n_types; k++)
        n += counted(problem, k);
    cr_assert_eq(pool->n, n, "%zu patterns, %zu counted", pool->n, n);
    for (size_t p = 0; p < pool->n; p++) {
        const ul_pattern_entry *entry = ul_pattern_entries(pool, p);
        int64_t count[16] = {0};
        for (size_t q = 0; q < pool->pattern[p].n; q++)
            count[entry[q].item] = entry[q].count;
        cr_assert(is_maximal(problem, pool->pattern[p].type, count));
        for (size_t q = 0; q < p; q++)
            cr_assert(pool->pattern[q].type != pool->pattern[p].type
                      || pool->pattern[q].n != pool->pattern[p].n
                      || memcmp(ul_pattern_entries(pool, q), entry,
                                pool->pattern[p].n * sizeof *entry) != 0);
    }
}

Test(maximal_patterns, are_all_there)
{
    for (uint64_t seed = 1; seed <= 200; seed++) {
        ul_instance instance = generated("vbp", 7, seed);
        ul_exact_problem problem;
        ul_pattern_pool pool = {0};
        ul_arena *arena = ul_arena_new();
        bool fit, all;
        cr_assert_eq(ul_exact_problem_new(instance.data, arena, &problem, &fit), UL_OK);
        cr_assert(fit && problem.n_items <= 16);
        cr_assert_eq(ul_maximal_patterns(&problem, 10000, arena, &pool, &all), UL_OK);
        cr_assert(all);
        expect_all(&problem, &pool);
        ul_pattern_pool_clear(&pool);
        cr_assert_eq(ul_maximal_patterns(&problem, 0, arena, &pool, &all), UL_OK);
        cr_assert(!all);
        ul_pattern_pool_clear(&pool);
        ul_arena_free(arena);
        ul_instance_free(&instance);
    }
}
