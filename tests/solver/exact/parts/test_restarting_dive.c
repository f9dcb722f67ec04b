/* Dives that give machines back. */
#include <math.h>

#include "restarting_dive.h"
#include "exact_scene.h"

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

/* Looks for plans of at most `below`, or any better one where that is 0: `cost` is what the
 * best one costs then, and everything has its place in it. */
static void expect_cost(ul_instance instance, int64_t below, size_t failures, int64_t cost)
{
    exact_scene it;
    open_exact(&it, &instance);
    begin_with_singles(&it);
    it.exact.below = below > 0 ? below : it.exact.below;
    cr_assert_eq(ul_restarting_dive(&it.exact, failures), UL_OK, "%s", ul_error_text());
    cr_expect_eq(it.exact.best.cost, cost);
    expect_all_held(&it);
    close_exact(&it);
    ul_instance_free(&instance);
}

#define BINS_OF_TEN "ullage,1,packing\nname,x\nresource,cpu\ntype,b,b,1,10\n"

Test(restarting_dive, finds_plans_that_waste_nothing)
{
    for (uint64_t seed = 1; seed <= 3; seed++)
        expect_cost(perfect_bins(90, seed), 30, 2000, 30);
}

/* What chance says after a dive of few failures, which is another number where it went another way. */
static uint64_t chance_after(bool more_columns)
{
    exact_scene it;
    bool whole;
    ul_instance instance = perfect_bins(90, 1);
    open_exact(&it, &instance);
    begin_with_singles(&it);
    if (more_columns)
        cr_assert_eq(ul_master_add_few_tasks(it.exact.master, it.exact.bound, 3, 100000, &whole), UL_OK);
    cr_assert_eq(it.exact.master->pool.n > it.exact.root_columns, more_columns);
    cr_assert_eq(ul_restarting_dive(&it.exact, 20), UL_OK);
    const uint64_t chance = ul_rng_below(ul_run_rng(it.exact.run), UINT32_MAX);
    close_exact(&it);
    ul_instance_free(&instance);
    return chance;
}

Test(restarting_dive, begins_with_the_columns_of_column_generation_whatever_came_since)
{
    cr_assert_eq(chance_after(false), chance_after(true));
}

/* The best plan has a machine for each task. */
Test(restarting_dive, aims_at_the_bound_at_once)
{
    expect_cost(perfect_bins(90, 1), 0, 2000, 30);
}

Test(restarting_dive, keeps_the_plan_where_none_is_better)
{
    expect_cost(parsed(BINS_OF_TEN "task,a,1,,,,6\ntask,b,1,,,,7\ntask,c,1,,,,8\n"), 0, 100, 3);
}

/* The program wants two machines and a fraction; three are needed. */
Test(restarting_dive, ends_where_the_program_promises_more_than_there_is)
{
    expect_cost(parsed(BINS_OF_TEN "task,a,2,,,,4\ntask,b,1,,,,4\ntask,c,2,,,,5\n"), 2, 100, 5);
}

Test(restarting_dive, counts_prices_where_they_differ)
{
    expect_cost(parsed("ullage,1,packing\nname,x\nresource,cpu\ntype,s,b,3,4\ntype,l,b,5,8\n"
                       "task,a,1,,,,4\ntask,b,1,,,,4\ntask,c,1,,,,3\ntask,d,1,,,,5\n"),
                0, 100, 10);
}

/* As many machines as there can be, of few patterns: nothing may grow with them. Two of five
 * fill a bin, and one of four with two of three; two of four are what is left. */
Test(restarting_dive, takes_a_hundred_million_copies)
{
    expect_cost(parsed(BINS_OF_TEN "task,a,40000000,,,,4\ntask,b,30000000,,,,5\n"
                                   "task,c,29999999,,,,3\n"), 42500000, 100, 42500000);
}
