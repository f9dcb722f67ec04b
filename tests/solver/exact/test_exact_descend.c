/* Dives that give machines back. */
#include <math.h>

#include "exact_descend.h"
#include "solving.h"

typedef struct {
    ul_instance instance;
    ul_exact_problem problem;
    ul_exact exact;
} scene;

static void close_scene(scene *it)
{
    ul_master_free(it->exact.master);
    ul_exact_solution_clear(&it->exact.best);
    ul_run_free(it->exact.run);
    ul_arena_free(it->exact.arena);
    ul_instance_free(&it->instance);
}

/* Every task on a machine of its own for a plan, and the root's columns. In place: the
 * master knows where the problem is. */
static void open_scene(scene *it, ul_instance instance)
{
    const ul_run_options options = {.methods = ul_methods};
    ul_exact_solution singles = {0};
    bool fit;
    *it = (scene){.instance = instance};
    ul_exact *exact = &it->exact;
    *exact = (ul_exact){.in = it->instance.data, .arena = ul_arena_new(), .problem = &it->problem,
                        .too_wide = INT64_MAX, .is_part = true};
    cr_assert_eq(ul_run_new(ul_method_find("exact"), &it->instance, &options, &exact->run), UL_OK);
    cr_assert_eq(ul_exact_problem_new(exact->in, exact->arena, &it->problem, &fit), UL_OK);
    cr_assert_eq(ul_exact_open(exact), UL_OK);
    for (size_t i = 0; i < it->problem.n_items; i++) {
        const ul_pattern_entry one = {(uint32_t)i, 1};
        cr_assert_eq(ul_exact_solution_add(&it->problem, &singles,
                                           ul_exact_cheapest_type(&it->problem, &one, 1), &one, 1,
                                           it->problem.copies[i]), UL_OK);
    }
    cr_assert_eq(ul_master_add_solution(exact->master, &singles), UL_OK);
    cr_assert_eq(ul_exact_improve(exact, &singles), UL_OK);
    cr_assert_eq(ul_exact_generate(exact), UL_OK);
}

/* Bins cut into three or so at random places, of which a plan wastes nothing. */
static ul_instance perfect_bins(size_t tasks, uint64_t seed)
{
    const char *const set = "class=perfect";
    const ul_source_options options = {.tasks = tasks, .seed = seed, .to_s = HUGE_VAL,
                                       .set = &set, .n_set = 1};
    char remark[200];
    ul_instance instance;
    cr_assert_eq(ul_source_make(ul_generator_find("bpp"), &options, remark, sizeof remark,
                                &instance), UL_OK, "%s", ul_error_text());
    return instance;
}

static void expect_all_held(const scene *it)
{
    const ul_exact_solution *best = &it->exact.best;
    int64_t cost = 0;
    for (size_t i = 0; i < it->problem.n_items; i++) {
        int64_t held = 0;
        for (size_t p = 0; p < best->pool.n; p++)
            for (size_t q = 0; q < best->pool.pattern[p].n; q++)
                if (ul_pattern_entries(&best->pool, p)[q].item == i)
                    held += best->times[p] * ul_pattern_entries(&best->pool, p)[q].count;
        cr_expect_geq(held, it->problem.copies[i], "item %zu", i);
    }
    for (size_t p = 0; p < best->pool.n; p++)
        cost += best->times[p] * it->problem.type[best->pool.pattern[p].type].price;
    cr_expect_eq(cost, best->cost);
}

Test(exact_descend, finds_plans_that_waste_nothing)
{
    for (uint64_t seed = 1; seed <= 3; seed++) {
        scene it;
        open_scene(&it, perfect_bins(90, seed));
        const int64_t least = ul_exact_root_units(&it.exact);
        /* one machine more than there can be: nothing may be wasted */
        it.exact.below = least;
        cr_assert_eq(ul_exact_descend(&it.exact, 2000), UL_OK, "%s", ul_error_text());
        cr_expect_eq(it.exact.best.cost, least, "seed %d", (int)seed);
        expect_all_held(&it);
        close_scene(&it);
    }
}

Test(exact_descend, keeps_the_plan_where_none_is_better)
{
    scene it;
    open_scene(&it, parsed("ullage,1,packing\nname,x\nresource,cpu\ntype,b,b,1,10\n"
                           "task,a,1,,,,6\ntask,b,1,,,,7\ntask,c,1,,,,8\n"));
    cr_assert_eq(it.exact.best.cost, 3);
    cr_assert_eq(ul_exact_descend(&it.exact, 100), UL_OK, "%s", ul_error_text());
    cr_expect_eq(it.exact.best.cost, 3);
    expect_all_held(&it);
    close_scene(&it);
}

/* The program of five tasks of two fifths wants two machines and a half; three are needed. */
Test(exact_descend, ends_where_the_program_promises_more_than_there_is)
{
    scene it;
    open_scene(&it, parsed("ullage,1,packing\nname,x\nresource,cpu\ntype,b,b,1,10\n"
                           "task,a,2,,,,4\ntask,b,1,,,,4\ntask,c,2,,,,5\n"));
    it.exact.below = 2;
    cr_assert_eq(ul_exact_descend(&it.exact, 100), UL_OK, "%s", ul_error_text());
    cr_expect_eq(it.exact.best.cost, 5);
    expect_all_held(&it);
    close_scene(&it);
}

Test(exact_descend, counts_prices_where_they_differ)
{
    scene it;
    open_scene(&it, parsed("ullage,1,packing\nname,x\nresource,cpu\ntype,s,b,3,4\ntype,l,b,5,8\n"
                           "task,a,1,,,,4\ntask,b,1,,,,4\ntask,c,1,,,,3\ntask,d,1,,,,5\n"));
    cr_assert_eq(ul_exact_descend(&it.exact, 100), UL_OK, "%s", ul_error_text());
    cr_expect_eq(it.exact.best.cost, 10, "two of eight for five each");
    expect_all_held(&it);
    close_scene(&it);
}

/* As many machines as there can be, of few patterns: nothing may grow with them. */
Test(exact_descend, takes_a_hundred_million_copies)
{
    scene it;
    open_scene(&it, parsed("ullage,1,packing\nname,x\nresource,cpu\ntype,b,b,1,10\n"
                           "task,a,40000000,,,,4\ntask,b,30000000,,,,5\ntask,c,29999999,,,,3\n"));
    const int64_t least = ul_exact_root_units(&it.exact);
    it.exact.below = least;
    cr_assert_eq(ul_exact_descend(&it.exact, 100), UL_OK, "%s", ul_error_text());
    cr_expect_eq(it.exact.best.cost, least);
    expect_all_held(&it);
    close_scene(&it);
}
