/* Values that leave few patterns, and the patterns drawn to find them. */
#include <math.h>

#include "sparse_duals.h"
#include "solving.h"

typedef struct {
    ul_instance instance;
    ul_arena *arena;
    ul_exact_problem problem;
    ul_run *run;
    ul_master *master;
} scene;

/* Bins cut into three at random places: the sizes are values by which whatever fills a
 * bin loses nothing. */
static ul_instance perfect_bins(size_t tasks)
{
    const char *const set = "class=perfect";
    const ul_source_options options = {.tasks = tasks, .seed = 1, .to_s = HUGE_VAL, .set = &set,
                                       .n_set = 1};
    char remark[200];
    ul_instance instance;
    cr_assert_eq(ul_source_make(ul_generator_find("bpp"), &options, remark, sizeof remark,
                                &instance), UL_OK, "%s", ul_error_text());
    return instance;
}

/* In place: the master knows where the problem is. */
static void open_scene(scene *it, size_t tasks)
{
    const ul_run_options options = {.methods = ul_methods};
    bool fit;
    *it = (scene){.instance = perfect_bins(tasks), .arena = ul_arena_new()};
    cr_assert_eq(ul_run_new(ul_method_find("exact"), &it->instance, &options, &it->run), UL_OK);
    cr_assert_eq(ul_exact_problem_new(it->instance.data, it->arena, &it->problem, &fit), UL_OK);
    cr_assert_eq(ul_master_new(&it->problem, it->run, it->arena, &it->master), UL_OK);
    cr_assert_eq(ul_master_add_singles(it->master), UL_OK);
    cr_assert_eq(ul_master_start(it->master, NULL, NULL), UL_OK);
}

static void close_scene(scene *it)
{
    ul_master_free(it->master);
    ul_run_free(it->run);
    ul_arena_free(it->arena);
    ul_instance_free(&it->instance);
}

/* How many patterns lose at most so much. */
static size_t patterns_within(const scene *it, const ul_exact_dual *dual, int64_t gap)
{
    ul_pattern_pool pool = {0};
    bool whole;
    cr_assert_eq(ul_pricer_enumerate(it->master->pricer,
                                     &(ul_price_window){dual->value, dual->scale, gap}, 3000000,
                                     &pool, &whole), UL_OK);
    cr_assert(whole);
    const size_t n = pool.n;
    ul_pattern_pool_clear(&pool);
    return n;
}

Test(sparse_duals, patterns_drawn_tell_how_many_there_are)
{
    scene it;
    open_scene(&it, 30);
    const ul_exact_dual *dual = &it.master->dual;
    double *use = ul_arena_alloc(it.arena, it.problem.n_items, sizeof *use), patterns, dual_value = 0;
    for (int64_t percent = 0; percent <= 4; percent += 2) {
        const int64_t gap = dual->scale.num / 100 * percent + 100;
        bool whole;
        cr_assert_eq(ul_pricer_sample(it.master->pricer,
                                      &(ul_price_window){dual->value, dual->scale, gap}, 4000, use,
                                      &patterns, &whole), UL_OK);
        cr_assert(whole);
        const double truth = (double)patterns_within(&it, dual, gap);
        cr_expect_gt(patterns, 0.8 * truth, "%g of %g patterns", patterns, truth);
        cr_expect_lt(patterns, 1.25 * truth, "%g of %g patterns", patterns, truth);
        dual_value = 0;
        for (size_t i = 0; i < it.problem.n_items; i++)
            dual_value += use[i] * (double)dual->value[i];
        cr_expect_geq(dual_value, patterns * (double)(dual->scale.num - gap) * (1 - 1e-9));
    }
    close_scene(&it);
}

Test(sparse_duals, sparse_duals_are_sound_and_leave_few_patterns)
{
    scene it;
    open_scene(&it, 60);
    ul_exact_dual sparse;
    double guess;
    const int64_t most = ul_exact_dual_units(&it.master->dual);
    cr_assert_eq(ul_exact_dual_new(&it.problem, it.arena, &sparse), UL_OK);
    cr_assert_eq(ul_sparsify_duals(it.master, most, it.arena, &sparse, &guess), UL_OK);
    const ul_exact_dual *own = &it.master->dual;
    const size_t before = patterns_within(
        &it, own, (int64_t)((ul_cost)most * own->scale.num - own->total * own->scale.den));
    const size_t after = patterns_within(
        &it, &sparse, (int64_t)((ul_cost)most * sparse.scale.num - sparse.total * sparse.scale.den));
    cr_expect_eq(patterns_within(&it, &sparse, -1), 0, "a pattern is worth more than its price");
    cr_expect_lt(10 * after, before, "%zu patterns of %zu are left", after, before);
    cr_expect_geq(after, it.problem.n_items / 3, "the perfect packing is gone");
    close_scene(&it);
}

Test(sparse_duals, goes_on_from_the_values_of_the_call_before)
{
    scene it;
    open_scene(&it, 60);
    ul_exact_dual sparse;
    double first, second;
    const int64_t most = ul_exact_dual_units(&it.master->dual);
    cr_assert_eq(ul_exact_dual_new(&it.problem, it.arena, &sparse), UL_OK);
    cr_assert_eq(ul_sparsify_duals(it.master, most, it.arena, &sparse, &first), UL_OK);
    cr_assert_eq(ul_sparsify_duals(it.master, most, it.arena, &sparse, &second), UL_OK);
    /* both are guesses */
    cr_expect_lt(second, 1.25 * first, "%g patterns, then %g", first, second);
    cr_expect_eq(patterns_within(&it, &sparse, -1), 0, "a pattern is worth more than its price");
    close_scene(&it);
}
