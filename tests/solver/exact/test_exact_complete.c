/* Plans from the machines that a floor was proved with. */
#include "exact_complete.h"
#include "solving.h"

typedef struct {
    ul_instance instance;
    ul_exact_problem problem;
    ul_exact exact;
} scene;

/* Two tasks with a GPU, which one machine holds with four cores to spare, and three without. */
static const char some_tasks[] = "ullage,1,packing\nname,x\nresource,gpu,cpu\n"
                                 "type,g,g,10,2,8\ntype,c,c,2,0,4\n"
                                 "task,a,1,,,,1,2\ntask,b,1,,,,1,3\n"
                                 "task,s,1,,,,0,1\ntask,t,1,,,,0,3\ntask,u,1,,,,0,4\n";

static void open_scene(scene *it)
{
    const ul_run_options options = {.methods = ul_methods};
    bool fit;
    *it = (scene){.instance = parsed(some_tasks)};
    ul_exact *exact = &it->exact;
    *exact = (ul_exact){.in = it->instance.data, .arena = ul_arena_new(), .problem = &it->problem,
                        .too_wide = INT64_MAX, .is_part = true};
    cr_assert_eq(ul_run_new(ul_method_find("exact"), &it->instance, &options, &exact->run), UL_OK);
    cr_assert_eq(ul_exact_problem_new(exact->in, exact->arena, &it->problem, &fit), UL_OK);
    cr_assert_eq(ul_exact_open(exact), UL_OK);
    cr_assert_eq(ul_master_add_singles(exact->master), UL_OK);
}

static void close_scene(scene *it)
{
    ul_master_free(it->exact.master);
    ul_exact_solution_clear(&it->exact.best);
    ul_exact_solution_clear(&it->exact.forced);
    ul_run_free(it->exact.run);
    ul_arena_free(it->exact.arena);
    ul_instance_free(&it->instance);
}

static void add(const ul_exact_problem *problem, ul_exact_solution *to, ul_pattern_entry *entry,
                size_t n)
{
    const size_t type = ul_exact_cheapest_type(problem, entry, n);
    cr_assert_eq(ul_exact_solution_add(problem, to, type, entry, n, 1), UL_OK);
}

/* Every task on a machine of its own, for a plan that is easily beaten. */
static void begin_with_singles(scene *it)
{
    ul_exact_solution singles = {0};
    for (size_t i = 0; i < it->problem.n_items; i++)
        add(&it->problem, &singles, &(ul_pattern_entry){(uint32_t)i, 1}, 1);
    cr_assert_eq(ul_exact_improve(&it->exact, &singles), UL_OK);
    cr_assert_eq(ul_exact_generate(&it->exact), UL_OK);
}

static void expect_all_held(const scene *it)
{
    const ul_pattern_pool *pool = &it->exact.best.pool;
    int64_t held[5] = {0};
    for (size_t p = 0; p < pool->n; p++)
        for (size_t q = 0; q < pool->pattern[p].n; q++) {
            const ul_pattern_entry *entry = ul_pattern_entries(pool, p) + q;
            held[entry->item] += it->exact.best.times[p] * entry->count;
        }
    for (size_t i = 0; i < it->problem.n_items; i++)
        cr_expect_eq(held[i], 1, "task %zu", i);
}

/* Three cores beside a and b hold t, or s; the rest goes on machines of four cores. */
Test(exact_complete, machines_are_filled_and_the_rest_is_packed)
{
    scene it;
    open_scene(&it);
    begin_with_singles(&it);
    cr_assert_eq(it.exact.best.cost, (10 + 10 + 2 + 2 + 2) / 2);
    add(&it.problem, &it.exact.forced, (ul_pattern_entry[]){{0, 1}, {1, 1}}, 2);
    cr_assert_eq(ul_exact_complete(&it.exact), UL_OK);
    cr_expect_eq(it.exact.best.cost, (10 + 2 + 2) / 2);
    expect_all_held(&it);
    close_scene(&it);
}

Test(exact_complete, nothing_is_done_without_machines)
{
    scene it;
    open_scene(&it);
    begin_with_singles(&it);
    const int64_t before = it.exact.best.cost;
    cr_assert_eq(ul_exact_complete(&it.exact), UL_OK);
    cr_expect_eq(it.exact.best.cost, before);
    close_scene(&it);
}
