/* The two ways of pricing against each other. */
#include <stdio.h>
#include <stdlib.h>

#include "price_search.h"
#include "price_table.h"
#include "solving.h"

typedef struct {
    ul_instance instance;
    ul_arena *arena;
    ul_exact_problem problem;
    ul_run *run;
} scene;

static scene opened(ul_instance instance)
{
    scene it = {.instance = instance, .arena = ul_arena_new()};
    const ul_run_options options = {.methods = ul_methods};
    bool fit;
    cr_assert_eq(ul_run_new(ul_method_find("exact"), &it.instance, &options, &it.run), UL_OK);
    cr_assert_eq(ul_exact_problem_new(it.instance.data, it.arena, &it.problem, &fit), UL_OK);
    return it;
}

static void close_scene(scene *it)
{
    ul_run_free(it->run);
    ul_arena_free(it->arena);
    ul_instance_free(&it->instance);
}

/* Values about half of what the items take up of the largest machine; the less
 * they spread, the harder is the choice. */
static void value_items(const scene *it, ul_rng *rng, uint64_t spread, int64_t *value)
{
    const ul_exact_problem *problem = &it->problem;
    const ul_exact_group *group = &problem->group[0];
    const ul_exact_type *type = &problem->type[group->first_type + group->n_types - 1];
    for (size_t i = 0; i < problem->n_items; i++) {
        double share = 0;
        for (size_t d = 0; d < group->n_dims; d++)
            share += (double)group->weight[i * group->n_dims + d] / (double)type->capacity[d];
        const double factor = (double)(500 - ul_rng_below(rng, spread)) / 1000;
        value[i] = (int64_t)(share * factor * (double)type->price);
    }
}

static int64_t worth_of(const ul_pattern_pool *pool, size_t p, const int64_t *value)
{
    const ul_pattern_entry *entry = ul_pattern_entries(pool, p);
    int64_t dual_value = 0;
    for (size_t q = 0; q < pool->pattern[p].n; q++)
        dual_value += (int64_t)entry[q].count * value[entry[q].item];
    return dual_value;
}

/* Runs both on the same values. *equal counts types on which the search came to
 * the end: best is then the table's, or the price where nothing is worth more. */
static void compare(scene *it, ul_rng *rng, uint64_t spread, size_t *equal)
{
    const ul_exact_problem *problem = &it->problem;
    ul_pricing by_table = {.scale = {1, 1}, .complete = true}, by_search = by_table;
    ul_pattern_pool pool = {0};
    by_table.value = by_search.value = ul_arena_alloc(it->arena, problem->n_items, sizeof(int64_t));
    by_table.best = ul_arena_alloc(it->arena, problem->n_types, sizeof(int64_t));
    by_table.searched = ul_arena_alloc(it->arena, problem->n_types, sizeof(bool));
    by_search.best = ul_arena_alloc(it->arena, problem->n_types, sizeof(int64_t));
    by_search.searched = ul_arena_alloc(it->arena, problem->n_types, sizeof(bool));
    value_items(it, rng, spread, by_table.value);
    for (size_t g = 0; g < problem->n_groups; g++) {
        ul_price_table *table;
        cr_assert_eq(ul_price_table_new(problem, g, it->run, it->arena, &table), UL_OK);
        cr_assert_not_null(table);
        cr_assert_eq(ul_price_table_price(table, &by_table, 0, &pool), UL_OK);
        ul_pattern_pool_clear(&pool);
        cr_assert_eq(ul_price_search_price(problem, g, it->run, &by_search, &pool), UL_OK);
        for (size_t p = 0; p < pool.n; p++)
            cr_expect_leq(worth_of(&pool, p, by_table.value),
                          by_table.best[pool.pattern[p].type]);
        ul_pattern_pool_clear(&pool);
    }
    for (size_t k = 0; k < problem->n_types; k++) {
        const int64_t price = problem->type[k].price;
        const int64_t best = by_table.best[k] > price ? by_table.best[k] : price;
        cr_expect_geq(by_search.best[k], best, "type %zu: %ld is less than %ld", k,
                      (long)by_search.best[k], (long)best);
        *equal += by_search.best[k] == best;
    }
}

Test(price, the_search_finds_what_the_table_finds)
{
    ul_rng *rng = ul_rng_new(5);
    size_t equal = 0, types = 0;
    for (uint64_t seed = 1; seed <= 6; seed++) {
        scene it = opened(generated("heterogeneous", 12, seed));
        compare(&it, rng, 200, &equal);
        types += it.problem.n_types;
        close_scene(&it);
    }
    cr_expect_eq(equal, types);
    ul_rng_free(rng);
}

/* On so many items it is left before its end, and claims no less than the truth. */
Test(price, a_search_that_is_left_claims_a_bound)
{
    ul_rng *rng = ul_rng_new(6);
    size_t equal = 0;
    scene it = opened(generated("heterogeneous", 150, 1));
    compare(&it, rng, 20, &equal);
    cr_expect_lt(equal, it.problem.n_types, "every search came to its end");
    close_scene(&it);
    ul_rng_free(rng);
}

/* Tasks of sizes 1, 2, ... n, all of which one machine holds. */
static ul_instance all_sizes(size_t n)
{
    char *text;
    size_t length;
    FILE *file = open_memstream(&text, &length);
    fprintf(file, "ullage,1,packing\nname,x\nresource,size\ntype,m,f,1,%zu\n", n * n);
    for (size_t j = 1; j <= n; j++)
        fprintf(file, "task,t%zu,1,,,,%zu\n", j, j);
    fclose(file);
    const ul_instance instance = parsed(text);
    free(text);
    return instance;
}

/* Items are worth nothing, so that every pattern will do; the first holds as many
 * as no stack is deep. */
Test(price, a_search_through_very_many_items_comes_back)
{
    enum { N = 60000 };
    scene it = opened(all_sizes(N));
    ul_pattern_pool pool = {0};
    bool whole;
    int64_t *value = ul_arena_alloc(it.arena, N, sizeof *value);
    cr_assert_eq(it.problem.n_items, N);
    cr_assert_eq(ul_price_search_enumerate(&it.problem, 0, it.run,
                                           &(ul_price_window){value, {1, 1},
                                                              it.problem.type[0].price},
                                           1, &pool, &whole), UL_OK);
    cr_expect_not(whole);
    cr_assert_eq(pool.n, 1);
    cr_expect_eq(pool.pattern[0].n, N);
    ul_pattern_pool_clear(&pool);
    close_scene(&it);
}

/* Whichever way a pricer takes, it lists what the table lists. */
Test(price, few_patterns_are_looked_through_without_a_table)
{
    ul_rng *rng = ul_rng_new(7);
    for (uint64_t seed = 1; seed <= 4; seed++) {
        scene it = opened(generated("vbp", 14, seed));
        const ul_exact_problem *problem = &it.problem;
        const int64_t gap = problem->type[0].price * 1000 / 3;
        ul_pattern_pool one = {0}, other = {0};
        ul_price_table *table;
        ul_pricer *pricer;
        bool whole;
        int64_t *value = ul_arena_alloc(it.arena, problem->n_items, sizeof *value);
        for (size_t i = 0; i < problem->n_items; i++)
            value[i] = (int64_t)(ul_rng_below(rng, 500) + 1);
        const ul_price_window window = {value, {1000, 1}, gap};
        cr_assert_eq(ul_pricer_new(problem, it.run, it.arena, &pricer), UL_OK);
        cr_expect(ul_pricer_is_table(pricer));
        cr_assert_eq(ul_price_table_new(problem, 0, it.run, it.arena, &table), UL_OK);
        cr_assert_not_null(table);
        cr_assert_eq(ul_pricer_enumerate(pricer, &window, 100000, &one, &whole), UL_OK);
        cr_expect(whole);
        cr_assert_eq(ul_price_table_enumerate(table, &window, 100000, &other, &whole), UL_OK);
        cr_expect_eq(one.n, other.n);
        cr_expect_gt(one.n, 0);
        ul_pattern_pool_clear(&one);
        ul_pattern_pool_clear(&other);
        close_scene(&it);
    }
    ul_rng_free(rng);
}

/* Thirty items of a large bin. */
static scene large_bin(double *value, double share)
{
    char text[4000];
    int length = snprintf(text, sizeof text, "ullage,1,packing\nname,x\nresource,cpu\ntype,b,b,1,1000000\n");
    for (int i = 0; i < 30; i++)
        length += snprintf(text + length, sizeof text - (size_t)length, "task,t%d,1,,,,%d\n", i,
                           130001 + 9973 * i);
    scene it = opened(parsed(text));
    cr_assert_eq(it.problem.n_items, 30);
    for (size_t i = 0; i < it.problem.n_items; i++)
        value[i] = share * (double)it.problem.group->weight[i] / 1e6;
    return it;
}

Test(price, coarse_tables_find_patterns_that_fit)
{
    double value[30];
    scene it = large_bin(value, 1.01);
    ul_pricer *pricer;
    cr_assert_eq(ul_pricer_new(&it.problem, it.run, it.arena, &pricer), UL_OK);
    cr_assert_eq(ul_pricer_coarse(pricer), 2);
    for (size_t which = 0; which < 2; which++) {
        ul_pattern_pool pool = {0};
        cr_assert_eq(ul_pricer_price_coarsely(pricer, which, value, &pool), UL_OK);
        cr_expect_gt(pool.n, 10);
        for (size_t p = 0; p < pool.n; p++) {
            const ul_pattern_entry *entry = ul_pattern_entries(&pool, p);
            int64_t weight = 0;
            for (size_t q = 0; q < pool.pattern[p].n; q++)
                weight += it.problem.group->weight[entry[q].item] * entry[q].count;
            cr_expect_leq(weight, 1000000);
            cr_expect_gt(weight, 990000);
        }
        ul_pattern_pool_clear(&pool);
    }
    close_scene(&it);
}

/* What is proved without the large table is what it would say. */
Test(price, values_by_weight_need_no_table)
{
    for (int dearer = 0; dearer <= 1; dearer++) {
        double value[30];
        scene it = large_bin(value, dearer ? 1.01 : 1);
        ul_pattern_pool pool = {0};
        const ul_pricing *pricing;
        ul_pricer *pricer;
        cr_assert_eq(ul_pricer_new(&it.problem, it.run, it.arena, &pricer), UL_OK);
        cr_assert_eq(ul_pricer_price(pricer, value, &pool, &pricing), UL_OK);
        cr_expect(pricing->complete);
        cr_expect_eq(pricing->searched[0], dearer == 1);
        cr_expect_eq(pool.n > 0, dearer == 1);
        cr_expect_eq(pricing->best[0] * pricing->scale.den > pricing->scale.num, dearer == 1);
        ul_pattern_pool_clear(&pool);
        close_scene(&it);
    }
}
