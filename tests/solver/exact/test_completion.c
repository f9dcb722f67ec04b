/* Plans from the machines that a family bound was proved with. */
#include "completion.h"
#include "exact_scene.h"

/* Two tasks with a GPU, which one machine holds with four cores to spare, and three without. */
static const char some_tasks[] = "ullage,1,packing\nname,x\nresource,gpu,cpu\n"
                                 "type,g,g,10,2,8\ntype,c,c,2,0,4\n"
                                 "task,a,1,,,,1,2\ntask,b,1,,,,1,3\n"
                                 "task,s,1,,,,0,1\ntask,t,1,,,,0,3\ntask,u,1,,,,0,4\n";

static void add(const ul_exact_problem *problem, ul_exact_solution *to, ul_pattern_entry *entry,
                size_t n)
{
    const size_t type = ul_exact_cheapest_type(problem, entry, n);
    cr_assert_eq(ul_exact_solution_add(problem, to, type, entry, n, 1), UL_OK);
}

/* Three cores beside a and b hold t, or s; the rest goes on machines of four cores. */
Test(completion, machines_are_filled_and_the_rest_is_packed)
{
    exact_scene it;
    ul_instance instance = parsed(some_tasks);
    open_exact(&it, &instance);
    begin_with_singles(&it);
    cr_assert_eq(it.exact.best.cost, (10 + 10 + 2 + 2 + 2) / 2);
    add(&it.problem, &it.exact.forced, (ul_pattern_entry[]){{0, 1}, {1, 1}}, 2);
    cr_assert_eq(ul_complete_forced(&it.exact), UL_OK);
    cr_expect_eq(it.exact.best.cost, (10 + 2 + 2) / 2);
    expect_all_held(&it);
    close_exact(&it);
    ul_instance_free(&instance);
}

Test(completion, nothing_is_done_without_machines)
{
    exact_scene it;
    ul_instance instance = parsed(some_tasks);
    open_exact(&it, &instance);
    begin_with_singles(&it);
    const int64_t before = it.exact.best.cost;
    cr_assert_eq(ul_complete_forced(&it.exact), UL_OK);
    cr_expect_eq(it.exact.best.cost, before);
    close_exact(&it);
    ul_instance_free(&instance);
}
