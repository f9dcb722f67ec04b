/* Values of items by the linear relaxation. */
#include <math.h>

#include "linear_relaxation.h"
#include "small_problems.h"
#include "solving.h"

/* By the relaxation with these machines there, or none: in dollars. */
static void values_with(const char *text, const double *machines, double *value, size_t n)
{
    ul_instance instance = parsed(text);
    ul_arena *arena = ul_arena_new();
    ul_exact_problem problem;
    bool fit;
    ul_run *run;
    const ul_run_options options = {.methods = ul_methods};
    cr_assert_eq(ul_run_new(ul_method_find("exact"), &instance, &options, &run), UL_OK);
    cr_assert_eq(ul_exact_problem_new(instance.data, arena, &problem, &fit), UL_OK);
    cr_assert_eq(problem.n_items, n);
    ul_linear_relaxation *relaxed;
    bool solved;
    cr_assert_eq(ul_linear_relaxation_new(&problem, run, arena, &relaxed), UL_OK, "%s", ul_error_text());
    cr_assert_eq(ul_linear_relaxation_solve(relaxed, machines, value, &solved), UL_OK, "%s", ul_error_text());
    cr_assert(solved);
    ul_linear_relaxation_free(relaxed);
    for (size_t i = 0; i < n; i++)
        value[i] *= (double)problem.unit / 1e12;
    ul_run_free(run);
    ul_arena_free(arena);
    ul_instance_free(&instance);
}

static void values_of(const char *text, double *value, size_t n)
{
    values_with(text, NULL, value, n);
}

/* A core is worth 0.5 where cores alone are sold, so a GPU is worth what is left
 * of the other machine's price: (8 - 8 * 0.5) / 2. */
Test(linear_relaxation, a_resource_is_worth_what_it_costs_where_it_is_sold_alone)
{
    double value[3];
    values_of("ullage,1,packing\nname,x\nresource,gpu,cpu\n"
              "type,g,g,8,2,8\ntype,c,c,2,0,4\n"
              "task,a,9,,,,1,3\ntask,b,9,,,,2,1\ntask,d,40,,,,0,3\n", value, 3);
    cr_expect_float_eq(value[0], 3.5, 1e-9, "%g", value[0]);
    cr_expect_float_eq(value[1], 4.5, 1e-9, "%g", value[1]);
    cr_expect_float_eq(value[2], 1.5, 1e-9, "%g", value[2]);
}

/* Two tasks of 3 do not fit into 5; the relaxation does not see it. */
Test(linear_relaxation, tasks_are_divided)
{
    double value[2];
    values_of("ullage,1,packing\nname,x\nresource,cpu\ntype,a,f,10,5\n"
              "task,t,9,,,,3\ntask,u,1,,,,1\n", value, 2);
    cr_expect_float_eq(value[0], 6, 1e-9, "%g", value[0]);
    cr_expect_float_eq(value[1], 2, 1e-9, "%g", value[1]);
}

/* Ten cores are asked for: a machine of two GPUs has four, and the others two. With three of these all
 * tasks have room; with two they are worth more than the machines can hold of it. */
Test(linear_relaxation, says_whether_machines_have_room)
{
    const char *text = "ullage,1,packing\nname,x\nresource,gpu,cpu\n"
                       "type,g,g,9,2,4\ntype,c,c,2,0,2\n"
                       "task,a,1,,,,1,0\ntask,b,5,,,,0,2\n";
    double value[2];
    values_with(text, (double[]){1, 3}, value, 2);
    cr_expect_leq(value[0] + 5 * value[1], value[0] + 2 * value[1] + 3 * value[1] + 1e-9);
    values_with(text, (double[]){1, 2}, value, 2);
    cr_expect_gt(value[0] + 5 * value[1], value[0] + 2 * value[1] + 2 * value[1] + 1,
                 "%g %g", value[0], value[1]);
}

/* Where all machines of some types are used up the others hold who fits, and the relaxation is told of no
 * machine that is not there: it has a value for each item. */
static void look_at_rest(small *it)
{
    const ul_exact_problem *problem = &it->of.problem;
    ul_arena *arena = ul_arena_new();
    int64_t supply[3], copies[TASKS];
    double value[TASKS];
    ul_exact_problem part;
    for (size_t k = 0; k < problem->n_types; k++)
        supply[k] = ul_rng_below(it->rng, 2) == 0 ? 0 : UL_EXACT_ANY;
    for (size_t i = 0; i < problem->n_items; i++)
        copies[i] = (int64_t)ul_rng_below(it->rng, (uint64_t)problem->copies[i] + 1);
    cr_assert_eq(ul_exact_problem_rest(problem, copies, supply, arena, &part), UL_OK);
    n_seen += part.n_types > 0 && part.n_types < problem->n_types;
    for (size_t i = 0; i < part.n_items; i++)
        for (size_t g = 0; g < part.n_groups; g++) {
            bool holds = false;
            for (size_t t = 0; t < part.group[g].n_types; t++) {
                int64_t one[TASKS] = {0};
                one[i] = 1;
                holds = holds || fits(&part, part.group[g].first_type + t, one);
            }
            cr_assert_eq(part.group[g].fits[i], holds);
        }
    cr_assert_eq(ul_linear_relaxation_values(&part, it->of.exact.run, value), UL_OK, "%s", ul_error_text());
    for (size_t i = 0; i < part.n_items; i++)
        cr_assert(isfinite(value[i]));
    ul_arena_free(arena);
}

Test(linear_relaxation, machines_that_are_used_up_hold_nobody)
{
    each(look_at_rest);
    cr_assert_gt(n_seen, 100);
}
