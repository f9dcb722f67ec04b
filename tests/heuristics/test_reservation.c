/* Reservation methods against brute force, against each other and against
 * reference values of a real trace. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "generator.h"
#include "registry.h"
#include "reservation.h"
#include "reservation_brute.h"
#include "reservation_plan.h"
#include "run.h"

typedef struct {
    ul_outcome outcome;
    bool has_cost, has_bound;
    ul_cost cost, bound;
    double cpu_s;
} result;

static result solve_with(const ul_instance *instance, const char *method, const char *const *set,
                         size_t n_set)
{
    ul_run *run;
    const ul_run_options options = {.seed = 1, .set = set, .n_set = n_set, .methods = ul_methods};
    cr_assert_eq(ul_run_new(ul_method_find(method), instance, &options, &run), UL_OK, "%s",
                 ul_error_text());
    cr_assert_eq(ul_run_go(run), UL_OK, "%s: %s", method, ul_error_text());
    const ul_run_result *r = ul_run_result_of(run);
    const result kept = {r->outcome, r->has_cost, r->has_bound, r->cost, r->bound, r->cpu_s};
    ul_run_free(run);
    return kept;
}

static result solve(const ul_instance *instance, const char *method)
{
    return solve_with(instance, method, NULL, 0);
}

static ul_instance tiny(ul_rng *rng, bool one_level)
{
    char text[2048];
    ul_instance instance;
    reservation_random(rng, one_level, text, sizeof text);
    cr_assert_eq(ul_instance_parse("tiny", text, strlen(text), &instance), UL_OK, "%s\n%s",
                 ul_error_text(), text);
    return instance;
}

Test(reservation_methods, two_hundred_tiny_instances_equal_brute_force)
{
    ul_rng *rng = ul_rng_new(5);
    for (int q = 0; q < 200; q++) {
        ul_instance instance = tiny(rng, q % 4 == 0);
        const ul_cost least = reservation_brute(instance.data);
        const result exact = solve(&instance, "reservation-exact");
        const result bound = solve(&instance, "sec-bound");
        const result greedy = solve(&instance, "sec-greedy");
        cr_assert_eq(exact.outcome, UL_OPTIMAL, "instance %d", q);
        cr_assert(exact.cost == least, "instance %d: %g, brute force %g", q,
                  ul_cost_double(exact.cost), ul_cost_double(least));
        cr_assert(bound.bound <= least, "instance %d: C' is above the optimum", q);
        cr_assert(greedy.cost >= least, "instance %d: the greedy is below the optimum", q);
        ul_instance_free(&instance);
    }
    ul_rng_free(rng);
}

/* The LP is integral with one price level: relaxation, flow and both integer
 * programs meet. GLPK's answer is a plan, so it is exact or above. */
Test(reservation_methods, flow_literal_and_convex_programs_agree)
{
    ul_rng *rng = ul_rng_new(6);
    const char *const literal[] = {"formulation=literal"};
    const char *const lp[] = {"lp=on"};
    for (int q = 0; q < 12; q++) {
        ul_instance instance = tiny(rng, true);
        const result exact = solve(&instance, "reservation-exact");
        const result flow = solve(&instance, "reservation-flow");
        const result convex = solve(&instance, "reservation-ilp");
        const result own = solve_with(&instance, "reservation-ilp", literal, 1);
        const result relaxed = solve_with(&instance, "reservation-ilp", lp, 1);
        cr_assert_eq(flow.outcome, UL_OPTIMAL);
        cr_assert(flow.cost == exact.cost && flow.bound == exact.cost, "instance %d", q);
        cr_assert_float_eq(ul_cost_double(convex.cost), ul_cost_double(exact.cost), 1e-6);
        cr_assert_float_eq(ul_cost_double(own.cost), ul_cost_double(exact.cost), 1e-6);
        cr_assert_float_eq(ul_cost_double(relaxed.bound), ul_cost_double(exact.cost), 1e-4);
        ul_instance_free(&instance);
    }
    ul_rng_free(rng);
}

static ul_instance generated(const char *const *set, size_t n_set)
{
    char remark[256];
    ul_instance instance;
    const ul_source_options options = {.seed = 3, .to_s = HUGE_VAL, .set = set, .n_set = n_set};
    cr_assert_eq(ul_source_make(ul_generator_find("reservation"), &options, remark, sizeof remark,
                                &instance), UL_OK, "%s", ul_error_text());
    return instance;
}

Test(reservation_methods, flow_equals_exact_over_three_years)
{
    const char *const set[] = {"shape=bursty", "instances=40", "classes=light", "objective=pure"};
    ul_instance instance = generated(set, 4);
    const result flow = solve(&instance, "reservation-flow");
    const result exact = solve(&instance, "reservation-exact");
    cr_assert_eq(flow.outcome, UL_OPTIMAL);
    cr_assert_eq(exact.outcome, UL_OPTIMAL);
    cr_assert(flow.cost == exact.cost);
    ul_instance_free(&instance);
}

Test(reservation_methods, flow_refuses_a_second_price_level)
{
    const char *const set[] = {"instances=5", "years=1"};
    ul_instance instance = generated(set, 2);
    ul_run *run;
    const ul_run_options options = {.seed = 1, .methods = ul_methods};
    cr_assert_eq(ul_run_new(ul_method_find("reservation-flow"), &instance, &options, &run), UL_OK);
    cr_assert_eq(ul_run_go(run), UL_E_INPUT);
    ul_run_free(run);
    ul_instance_free(&instance);
}

/* C' <= optimum <= every plan, on each shape and objective. */
Test(reservation_methods, bound_optimum_and_plans_are_in_order)
{
    static const char *const shapes[] = {"shape=steady", "shape=growing", "shape=slowing",
                                         "shape=rise-and-fall", "shape=bursty"};
    static const char *const plans[] = {"on-demand-only", "1y-only", "3y-only", "sec-online",
                                        "sec-greedy"};
    for (size_t q = 0; q < 10; q++) {
        const char *const set[] = {shapes[q / 2], q % 2 ? "objective=pure" : "objective=total",
                                   "years=2", "instances=30"};
        ul_instance instance = generated(set, 4);
        const result exact = solve(&instance, "reservation-exact");
        cr_assert_eq(exact.outcome, UL_OPTIMAL, "%s %s", set[0], set[1]);
        cr_assert(solve(&instance, "sec-bound").bound <= exact.cost);
        for (size_t m = 0; m < 5; m++)
            cr_assert(solve(&instance, plans[m]).cost >= exact.cost, "%s", plans[m]);
        ul_instance_free(&instance);
    }
}

/* Three price levels: the relaxation is 88, the best plan 90. */
Test(reservation_methods, branching_reaches_a_proof)
{
    const char *const text = "ullage,1,reservation\nname,odd\ninterval_hours,1\n"
                             "class,od,0,0,10,used\nclass,c0,3,4,7,used\nclass,c1,2,8,3,used\n"
                             "class,c2,3,21,1,used\nusage,1,1,1\nusage,2,1,1\nusage,3,1,2\n"
                             "usage,4,1,1\nusage,5,1,1\nusage,6,1,2\nusage,7,1,2\nusage,8,1,2\n";
    const char *const lp[] = {"lp=on"};
    ul_instance instance;
    cr_assert_eq(ul_instance_parse("odd", text, strlen(text), &instance), UL_OK, "%s",
                 ul_error_text());
    const result exact = solve(&instance, "reservation-exact");
    const ul_cost dollar = UL_COST_PER_MICRO * UL_MICRO;
    cr_assert_float_eq(ul_cost_double(solve_with(&instance, "reservation-ilp", lp, 1).bound), 88,
                       1e-4);
    cr_assert_eq(exact.outcome, UL_OPTIMAL);
    cr_assert(exact.cost == 90 * dollar);
    ul_instance_free(&instance);
}

/* ---- a real trace, when it is at hand ---- */

static bool import_trace(const char *file, const char *const *set, size_t n_set,
                         ul_instance *instance)
{
    char path[1024], remark[256];
    const char *shared = getenv("UL_SHARED"), *input = path;
    snprintf(path, sizeof path, "%s/traces/swf/%s", shared == NULL ? "" : shared, file);
    FILE *there = fopen(path, "rb");
    if (there == NULL)
        return false;
    fclose(there);
    const ul_source_options options = {.seed = 1, .to_s = HUGE_VAL, .input = &input,
                                       .n_inputs = 1, .set = set, .n_set = n_set};
    cr_assert_eq(ul_source_make(ul_importer_find("swf"), &options, remark, sizeof remark,
                                instance), UL_OK, "%s", ul_error_text());
    return true;
}

static void expect_close(ul_cost cost, double reference)
{
    cr_expect_float_eq(ul_cost_double(cost) / reference, 1, 1e-6, "%.2f, reference %.2f",
                       ul_cost_double(cost), reference);
}

Test(reservation_methods, sdsc_datastar_costs_what_the_reference_says)
{
    for (int pure = 0; pure < 2; pure++) {
        const char *const set[] = {"classes=light+heavy",
                                   pure ? "objective=pure" : "objective=total"};
        ul_instance instance;
        if (!import_trace("SDSC-DS-2004-2.1-cln.swf.gz", set, 2, &instance))
            cr_skip("no trace at UL_SHARED/traces/swf");
        const ul_reservation *in = instance.data;
        cr_expect_eq(in->n_intervals, 53);
        cr_expect_eq(in->peak, 1484);
        cr_expect_float_eq((double)ul_reservation_all_hours(in) / 1e6 / 647778.10, 1, 1e-6);
        const result exact = solve(&instance, "reservation-exact");
        cr_expect_eq(exact.outcome, UL_OPTIMAL);
        expect_close(exact.cost, pure ? 687118.00 : 874445.72);
        expect_close(solve(&instance, "sec-bound").bound, 664838.66);
        expect_close(solve(&instance, "on-demand-only").cost, 1554667.45);
        ul_instance_free(&instance);
    }
}
