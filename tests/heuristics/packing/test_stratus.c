#include "solving.h"
#include "stratus_score.h"

#define HEAD "ullage,1,packing\nname,x\n"

static ul_stratus_score score_on(const ul_packing *in, size_t k, ul_micro cpu, ul_micro ram)
{
    ul_arena *arena = ul_arena_new();
    const ul_micro *unit;
    const ul_micro used[2] = {cpu * UL_MICRO, ram * UL_MICRO};
    cr_assert_eq(ul_stratus_units(in, arena, &unit), UL_OK);
    const ul_stratus_score score = ul_stratus_score_of(in, unit, k, used);
    ul_arena_free(arena);
    return score;
}

/* The paper's example: 4 vCores and 1 GiB on a machine of 8 and 16, where the
 * smallest type has 2 vCores. */
Test(stratus, normalized_use_of_the_papers_example_is_2)
{
    ul_instance instance = parsed(HEAD "resource,cpu,ram\ntype,small,m,0.1,2,8\n"
                                       "type,large,m,0.4,8,16\ntask,t,1,,,,1,1\n");
    const ul_stratus_score score = score_on(instance.data, 1, 4, 1);
    cr_expect_eq(score.used, 4 * UL_MICRO);
    cr_expect_eq(score.unit, 2 * UL_MICRO);
    cr_expect_eq(score.price, 400000);
    ul_instance_free(&instance);
}

Test(stratus, equal_cost_per_use_is_an_equal_score)
{
    ul_instance instance = parsed(HEAD "resource,cpu,ram\ntype,a,m,0.07,3,9\ntype,b,m,0.21,9,27\n"
                                       "task,t,1,,,,1,1\n");
    const ul_packing *in = instance.data;
    cr_expect_eq(ul_stratus_score_compare(score_on(in, 0, 1, 0), score_on(in, 1, 3, 0)), 0);
    cr_expect_lt(ul_stratus_score_compare(score_on(in, 0, 1, 0), score_on(in, 1, 4, 0)), 0);
    ul_instance_free(&instance);
}

Test(stratus, a_free_machine_beats_any_priced_one)
{
    const ul_stratus_score free = {1, 1, 0}, priced = {UL_MICRO, 1, 1};
    cr_expect_gt(ul_stratus_score_compare(free, priced), 0);
    cr_expect_lt(ul_stratus_score_compare(priced, free), 0);
}

/* (x - 1)(x + 1) z and x x z, products of 186 bits, differ in z of them: less
 * than any long double tells. */
Test(stratus, scores_that_differ_least_are_told_apart)
{
    const ul_micro x = (ul_micro)1 << 62, z = x - 1;
    const ul_stratus_score less = {x - 1, x, z}, more = {x, x + 1, z};
    cr_expect_lt(ul_stratus_score_compare(less, more), 0);
    cr_expect_gt(ul_stratus_score_compare(more, less), 0);
    cr_expect_eq(ul_stratus_score_compare(more, more), 0);
}

Test(stratus, runtimes_of_different_bins_do_not_share_a_machine)
{
    ul_instance instance = parsed(HEAD "resource,cpu\ntype,a,m,1,4\ntask,long,1,,,1000,1\n"
                                       "task,alike,1,,,600,1\ntask,short,1,,,3,1\ntask,none,1,,,,1\n");
    ul_run *run = solved(&instance, "stratus", "");
    const ul_packing_plan *plan = ul_run_result_of(run)->plan;
    cr_assert_eq(plan->n_bins, 3);
    cr_expect_eq(plan->entry[plan->bin[0].head].task, 1); /* newest first: long, then alike */
    cr_expect_eq(plan->entry[plan->bin[1].head].task, 2);
    cr_expect_eq(plan->entry[plan->bin[2].head].task, 3);
    ul_run_free(run);
    ul_instance_free(&instance);
}

Test(stratus, the_best_pair_of_group_and_type_is_acquired)
{
    /* one task fills half of a for 1, two fill b for 1.5, three fill 3/4 of c for 3 */
    ul_instance instance = parsed(HEAD "resource,cpu\ntype,a,m,1,4\ntype,b,m,1.5,4.5\n"
                                       "type,c,m,3,8\ntask,t,4,,,8,2\n");
    ul_run *run = solved(&instance, "stratus", "");
    const ul_packing_plan *plan = ul_run_result_of(run)->plan;
    cr_assert_eq(plan->n_bins, 2);
    cr_expect_eq(plan->bin[0].type, 0);
    cr_expect_eq(plan->entry[plan->bin[0].head].count, 2);
    ul_run_free(run);
    ul_instance_free(&instance);
}

Test(stratus, anti_affinity_skips_a_task_and_goes_on)
{
    ul_instance instance = parsed(HEAD "resource,cpu\ntype,a,m,1,4\ntask,a,1,j,,9,1\n"
                                       "task,b,1,j,,9,1\ntask,c,1,k,,9,1\ntask,d,1,,,9,1\n");
    ul_run *run = solved(&instance, "stratus", "anti-affinity=on");
    const ul_packing_plan *plan = ul_run_result_of(run)->plan;
    cr_assert_eq(plan->n_bins, 2); /* a, c, d and then b */
    cr_expect_eq(plan->entry[plan->bin[1].head].task, 1);
    ul_run_free(run);
    cr_expect_eq(solved_cost(&instance, "stratus", ""), 1000000);
    ul_instance_free(&instance);
}
