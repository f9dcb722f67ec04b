/* The scenario program: GLPK's optimum is brute force's, the emitted files mean the
 * same, and what cannot be reached is said in words. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "availability.h"
#include "availability_brute.h"
#include "formulation.h"
#include "registry.h"
#include "run.h"

static void parse(const char *text, ul_instance *instance)
{
    cr_assert_eq(ul_instance_parse("memory", text, strlen(text), instance), UL_OK, "%s\n%s",
                 ul_error_text(), text);
}

static ul_run *solve(const ul_instance *instance, const char *support)
{
    ul_run *run;
    char set[200];
    const char *const sets[] = {set};
    snprintf(set, sizeof set, "support=%s", support);
    const ul_run_options options = {.seed = 3, .time_limit_s = 20, .methods = ul_methods,
                                    .set = sets, .n_set = 1};
    cr_assert_eq(ul_run_new(ul_method_find("availability-ilp"), instance, &options, &run), UL_OK);
    return run;
}

Test(availability_ilp, agrees_with_brute_force_over_all_types)
{
    ul_rng *rng = ul_rng_new(21);
    char text[1000], cost[2][UL_NUMBER_TEXT];
    for (int round = 0; round < 100; round++) {
        ul_instance instance;
        ul_cost best;
        availability_random(rng, text, sizeof text);
        parse(text, &instance);
        const bool found = availability_brute_transient(instance.data, &best);
        ul_run *run = solve(&instance, "6");
        cr_assert_eq(ul_run_go(run), UL_OK, "%s", ul_error_text());
        const ul_run_result *result = ul_run_result_of(run);
        cr_assert_eq(result->outcome == UL_FEASIBLE, found, "round %d: %s\n%s", round,
                     ul_outcome_name(result->outcome), text);
        if (found)
            cr_assert(result->cost == best, "round %d: $%s, the optimum is $%s\n%s", round,
                      ul_cost_text(result->cost, cost[0]), ul_cost_text(best, cost[1]), text);
        ul_run_free(run);
        ul_instance_free(&instance);
    }
    ul_rng_free(rng);
}

static const char three[] = "ullage,1,availability\nname,three\ntarget,12,0.99\n"
                            "vm,a,4,1,3,0.9\nvm,b,6,2,,0.95\nvm,c,12,5,9,0.999\n";

Test(availability_ilp, a_support_that_cannot_reach_the_target_is_no_proof)
{
    ul_instance instance;
    parse(three, &instance);
    ul_run *run = solve(&instance, "a");
    cr_assert_eq(ul_run_go(run), UL_OK, "%s", ul_error_text());
    const ul_run_result *result = ul_run_result_of(run);
    cr_assert_eq(result->outcome, UL_REJECTED, "%s", ul_outcome_name(result->outcome));
    cr_assert_not_null(strstr(result->note, "12 units up with probability 0.9, below"), "%s",
                       result->note);
    cr_assert_not_null(strstr(result->note, "--set support chooses more"), "%s", result->note);
    ul_run_free(run);
    ul_instance_free(&instance);
}

Test(availability_ilp, a_chosen_support_is_kept_to)
{
    ul_instance instance;
    parse(three, &instance);
    ul_run *run = solve(&instance, "b+a"); /* each must do alone: 3 a and 2 b */
    cr_assert_eq(ul_run_go(run), UL_OK, "%s", ul_error_text());
    cr_assert(ul_run_result_of(run)->cost == 7000000000000);
    ul_run_free(run);
    ul_instance_free(&instance);
}

static void refuses(const char *support, const char *sentence)
{
    ul_instance instance;
    parse(three, &instance);
    ul_run *run = solve(&instance, support);
    cr_assert_eq(ul_run_go(run), UL_E_INPUT);
    cr_assert_not_null(strstr(ul_error_text(), sentence), "%s", ul_error_text());
    ul_run_free(run);
    ul_instance_free(&instance);
}

Test(availability_ilp, refuses_a_support_it_cannot_read)
{
    refuses("a+nosuch", "the instance has no type 'nosuch'");
    refuses("a+a", "'a' is named twice");
    refuses("", "name a type, or say how many");
    refuses("0", "1 to 14 types");
    refuses("15", "1 to 14 types");
}

/* min price with at most 1% failing: the budget row, every scenario that is not free. */
Test(availability_scenarios, has_a_row_for_every_set_that_matters)
{
    ul_instance instance;
    ul_build *build;
    parse(three, &instance);
    cr_assert_eq(ul_build_new(ul_formulation_find("availability-scenarios"), &instance,
                              &(ul_build_options){0}, &build), UL_OK, "%s", ul_error_text());
    /* three counts; a or b alone down must be survived, the other five sets may fail */
    cr_assert_eq(build->model->n_columns, 3 + 5);
    double share = 0;
    for (size_t q = 3; q < build->model->n_columns; q++)
        cr_assert(build->model->column[q].integer);
    for (size_t q = 0; q < build->model->n_terms; q++)
        share += build->model->term[q].row == 0 ? build->model->term[q].value : 0;
    /* P(exactly these down) over the allowance */
    const double may_fail = 0.1 * 0.05 * 0.999 + 0.9 * 0.95 * 0.001 + 0.1 * 0.95 * 0.001
                            + 0.9 * 0.05 * 0.001 + 0.1 * 0.05 * 0.001;
    cr_assert_float_eq(share, may_fail / 0.01, 1e-9);
    ul_build_free(build);
    ul_instance_free(&instance);
}

Test(availability_scenarios, values_become_a_plan)
{
    ul_instance instance;
    ul_build *build;
    void *plan;
    bool valid;
    ul_cost cost;
    const double value[8] = {0, 0, 0.9999999, 1, 1, 1, 1, 1};
    ul_arena *arena = ul_arena_new();
    parse(three, &instance);
    cr_assert_eq(ul_build_new(ul_formulation_find("availability-scenarios"), &instance,
                              &(ul_build_options){0}, &build), UL_OK, "%s", ul_error_text());
    cr_assert_eq(build->formulation->decode(build, value, arena, &plan), UL_OK);
    cr_assert(instance.kind->plan_check(plan, &valid, &cost) == UL_OK && valid, "%s",
              ul_error_text());
    cr_assert(cost == 5000000000000);
    ul_build_free(build);
    ul_arena_free(arena);
    ul_instance_free(&instance);
}
