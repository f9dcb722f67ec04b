/* The availability methods: against brute force, on edge cases, by their promises. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "availability.h"
#include "availability_brute.h"
#include "availability_plan.h"
#include "registry.h"
#include "rng.h"
#include "run.h"

static void parse(const char *text, ul_instance *instance)
{
    cr_assert_eq(ul_instance_parse("memory", text, strlen(text), instance), UL_OK, "%s\n%s",
                 ul_error_text(), text);
}

static ul_run *solve(const ul_instance *instance, const char *method, double limit_s)
{
    ul_run *run;
    const ul_run_options options = {.seed = 3, .time_limit_s = limit_s, .methods = ul_methods};
    cr_assert_eq(ul_run_new(ul_method_find(method), instance, &options, &run), UL_OK);
    cr_assert_eq(ul_run_go(run), UL_OK, "%s: %s", method, ul_error_text());
    return run;
}

Test(availability_exact, agrees_with_brute_force_on_200_random_instances)
{
    ul_rng *rng = ul_rng_new(11);
    char text[1000], cost[2][UL_NUMBER_TEXT];
    int infeasible = 0;
    for (int round = 0; round < 200; round++) {
        ul_instance instance;
        ul_cost best;
        availability_random(rng, text, sizeof text);
        parse(text, &instance);
        const bool found = availability_brute(instance.data, &best);
        ul_run *run = solve(&instance, "availability-exact", 20);
        const ul_run_result *result = ul_run_result_of(run);
        infeasible += !found;
        cr_assert_eq(result->outcome, found ? UL_OPTIMAL : UL_INFEASIBLE, "round %d: %s\n%s",
                     round, ul_outcome_name(result->outcome), text);
        if (found)
            cr_assert(result->cost == best, "round %d: $%s, the optimum is $%s\n%s", round,
                      ul_cost_text(result->cost, cost[0]), ul_cost_text(best, cost[1]), text);
        ul_run_free(run);
        ul_instance_free(&instance);
    }
    cr_assert(infeasible > 5 && infeasible < 150, "%d of 200 are infeasible", infeasible);
    ul_rng_free(rng);
}

/* ---- edge cases: a clear answer from every method ---- */

static const char *const method_name[] = {
    "trk8s", "trk8s-code", "spotfleet-cheapest", "spotfleet-diverse", "greedy-availability",
    "on-demand", "availability-local", "availability-ilp", "availability-exact",
};

static void every_method_ends(const char *text)
{
    const double limit_s = 1;
    for (size_t q = 0; q < sizeof method_name / sizeof *method_name; q++) {
        ul_instance instance;
        parse(text, &instance);
        ul_run *run = solve(&instance, method_name[q], limit_s);
        const ul_run_result *result = ul_run_result_of(run);
        cr_assert_lt(result->wall_s, limit_s + 1, "%s", method_name[q]);
        cr_assert(result->outcome != UL_CRASH && result->outcome != UL_OUTCOME_NONE);
        cr_assert_null(strstr(result->note, "nan"), "%s: %s", method_name[q], result->note);
        ul_run_free(run);
        ul_instance_free(&instance);
    }
}

#define HEAD(target) "ullage,1,availability\nname,edge\ntarget," target "\n"

Test(availability_edges, types_never_and_always_up)
{
    every_method_ends(HEAD("50,0.999") "vm,never,5,0.1,1,0\nvm,always,5,0.9,1,1\n");
}

Test(availability_edges, no_capacity_wanted)
{
    every_method_ends(HEAD("0,0.999") "vm,a,5,0.1,1,0.9\n");
}

Test(availability_edges, free_machines)
{
    every_method_ends(HEAD("50,0.999") "vm,a,5,0,0,0.9\nvm,b,5,0,0,0.99\nvm,c,7,1,0,0.99\n");
}

Test(availability_edges, a_target_of_nothing_and_of_certainty)
{
    every_method_ends(HEAD("50,0") "vm,a,5,0.1,1,0.9\n");
    every_method_ends(HEAD("50,1") "vm,a,5,0.1,1,0.9\nvm,b,5,0.1,1,1\n");
}

/* Whatever the method: nothing reaches it, so none was unlucky. */
static void all_say_infeasible(const char *text, const char *why)
{
    char note[200];
    snprintf(note, sizeof note, "%s; availability-exact writes the proof", why);
    for (size_t q = 0; q < sizeof method_name / sizeof *method_name; q++) {
        ul_instance instance;
        if (strcmp(method_name[q], "on-demand") == 0)
            continue;
        parse(text, &instance);
        ul_run *run = solve(&instance, method_name[q], 5);
        cr_assert_eq(ul_run_result_of(run)->outcome, UL_INFEASIBLE, "%s: %s", method_name[q],
                     ul_outcome_name(ul_run_result_of(run)->outcome));
        cr_assert_str_eq(ul_run_result_of(run)->note, note, "%s", method_name[q]);
        ul_run_free(run);
        ul_instance_free(&instance);
    }
}

Test(availability_edges, an_unreachable_target_names_the_best_reachable)
{
    all_say_infeasible(HEAD("50,0.999") "vm,a,5,0.1,,0.9\nvm,b,5,0.1,,0.9\n",
                       "no pool reaches 0.999: all types together are up with probability 0.99");
    all_say_infeasible(HEAD("50,1") "vm,a,5,0.1,,0.9\n",
                       "no pool reaches 1: all types together are up with probability 0.9");
    all_say_infeasible(HEAD("50,0.5") "vm,a,5,0.1,,0\n",
                       "no pool reaches 0.5: all types together are up with probability 0");
}

Test(availability_edges, hundreds_of_types_that_cannot_reach_the_target)
{
    static char text[20000];
    size_t used = (size_t)snprintf(text, sizeof text, HEAD("20,0.999"));
    for (int k = 0; k < 200; k++)
        used += (size_t)snprintf(text + used, sizeof text - used, "vm,v%d,3,1,,0.001\n", k);
    all_say_infeasible(text, "no pool reaches 0.999: all types together are up with probability "
                             "0.181351170521");
}

Test(availability_edges, hundreds_of_types)
{
    ul_rng *rng = ul_rng_new(2);
    static char text[40000];
    size_t used = (size_t)snprintf(text, sizeof text, HEAD("2000,0.9999"));
    for (int k = 0; k < 300; k++)
        used += (size_t)snprintf(text + used, sizeof text - used, "vm,v%d,%d,%.6f,1,%.6f\n", k,
                                 (int)ul_rng_between(rng, 2, 90), 0.05 + ul_rng_unit(rng),
                                 1 - 0.2 * ul_rng_unit(rng));
    every_method_ends(text);
    ul_rng_free(rng);
}

/* A plan is there at once, however many types the other methods must look at. */
Test(availability_exact, thousands_of_types_have_a_plan_soon)
{
    static char text[200000];
    size_t used = (size_t)snprintf(text, sizeof text, HEAD("5000,0.99999"));
    for (int k = 0; k < 4001; k++)
        used += (size_t)snprintf(text + used, sizeof text - used, "vm,v%d,%d,%d.%02d,,%s\n", k,
                                 2 + k % 90, 1 + k % 7, k % 100, k % 2 == 0 ? "0.99" : "0.95");
    cr_assert_lt(used, sizeof text);
    ul_instance instance;
    parse(text, &instance);
    ul_run *run = solve(&instance, "availability-exact", 2);
    cr_expect(ul_run_result_of(run)->has_cost, "%s", ul_run_result_of(run)->note);
    ul_run_free(run);
    ul_instance_free(&instance);
}

Test(availability_exact, one_type_whose_availability_is_the_target_will_do)
{
    ul_instance instance;
    parse(HEAD("50,0.99999") "vm,a,5,0.1,1,0.99999\n", &instance);
    ul_run *run = solve(&instance, "availability-exact", 5);
    cr_assert_eq(ul_run_result_of(run)->outcome, UL_OPTIMAL);
    cr_assert(ul_run_result_of(run)->cost == 1000000000000);
    ul_run_free(run);
    ul_instance_free(&instance);
}

/* What a valid plan may hold belongs to the problem. */
Test(availability_exact, on_demand_machines_are_held_where_they_are_cheaper_or_all_there_is)
{
    ul_instance instance;
    parse(HEAD("50,0.999") "vm,a,5,0.1,0.3,0.9\n", &instance);
    ul_run *run = solve(&instance, "availability-exact", 20);
    cr_expect_eq(ul_run_result_of(run)->outcome, UL_OPTIMAL);
    cr_expect(ul_run_result_of(run)->cost == 3000000000000);
    ul_run_free(run);
    ul_instance_free(&instance);
    parse(HEAD("50,0.999") "vm,a,5,0.4,0.3,0.9999\n", &instance);
    run = solve(&instance, "availability-exact", 20);
    cr_expect_eq(ul_run_result_of(run)->outcome, UL_OPTIMAL);
    cr_expect(ul_run_result_of(run)->cost == 3000000000000);
    ul_run_free(run);
    ul_instance_free(&instance);
}

/* The policies hold transient machines only: what they miss is no proof. */
Test(availability_edges, only_the_truly_unreachable_is_infeasible)
{
    for (size_t q = 0; q < sizeof method_name / sizeof *method_name; q++) {
        ul_instance instance;
        parse(HEAD("50,0.999") "vm,a,5,0.1,0.3,0.9\n", &instance);
        ul_run *run = solve(&instance, method_name[q], 5);
        cr_expect_neq(ul_run_result_of(run)->outcome, UL_INFEASIBLE, "%s", method_name[q]);
        ul_run_free(run);
        ul_instance_free(&instance);
        parse(HEAD("50,0.999") "vm,a,5,0.1,,0.9999\n", &instance);
        run = solve(&instance, method_name[q], 5);
        cr_expect_neq(ul_run_result_of(run)->outcome, UL_INFEASIBLE, "%s", method_name[q]);
        ul_run_free(run);
        ul_instance_free(&instance);
    }
}

Test(on_demand, fallback_replaces_a_pool_that_misses_the_target)
{
    ul_instance instance;
    ul_run *run;
    const char *const set[] = {"fallback=on-demand"};
    const ul_run_options options = {.seed = 3, .methods = ul_methods, .set = set, .n_set = 1};
    parse(HEAD("50,0.999") "vm,a,5,0.1,0.3,0.9\n", &instance);
    cr_assert_eq(ul_run_new(ul_method_find("spotfleet-cheapest"), &instance, &options, &run),
                 UL_OK);
    cr_assert_eq(ul_run_go(run), UL_OK);
    cr_assert_eq(ul_run_result_of(run)->outcome, UL_FEASIBLE);
    cr_assert(ul_run_result_of(run)->cost == 3000000000000);
    ul_run_free(run);
    ul_instance_free(&instance);
}

Test(spotfleet, diverse_takes_types_in_turn)
{
    ul_instance instance;
    parse(HEAD("11,0.5") "vm,a,2,0.1,1,0.9\nvm,b,2,0.2,1,0.9\nvm,c,2,0.3,1,0.9\n", &instance);
    ul_run *run = solve(&instance, "spotfleet-diverse", 5);
    const ul_availability_plan *plan = ul_run_result_of(run)->plan;
    cr_assert_not_null(plan);
    for (size_t k = 0; k < 3; k++)
        cr_assert_eq(plan->hold[k], 2);
    ul_run_free(run);
    ul_instance_free(&instance);
}
