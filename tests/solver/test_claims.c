/* What rests on a floating-point solver's word is a claim, and no proof. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "brute_force.h"
#include "formulation.h"
#include "safe_bound.h"
#include "solving.h"

static ul_run *run_of(const char *method, const ul_instance *instance, const char *const *set,
                      size_t n_set)
{
    const ul_run_options options = {.seed = 1, .set = set, .n_set = n_set, .methods = ul_methods};
    ul_run *run;
    cr_assert_eq(ul_run_new(ul_method_find(method), instance, &options, &run), UL_OK, "%s",
                 ul_error_text());
    cr_assert_eq(ul_run_go(run), UL_OK, "%s", ul_error_text());
    return run;
}

/* Leases that cost nothing and save a millionth of a dollar an hour: below every
 * tolerance. Five of them all the time, and four of the dear ones, cost this much. */
static const char thrifty[] =
    "ullage,1,reservation\nname,thrifty\ninterval_hours,1\nobjective,total\n"
    "class,now,0,0,2.556514,used\nclass,thrifty,2,0,2.556513,used\n"
    "class,always,1,0,1.278257,always\nclass,dear,9,2.300862,0,used\n"
    "usage,1,1,3\nusage,1,0.5,1\nusage,1,0.059612,1\n"
    "usage,2,1,1\nusage,2,0.44635,1\nusage,2,0.315051,1\nusage,2,0.272835,1\nusage,2,0.01,1\n"
    "usage,3,1,1\nusage,3,0.5,2\nusage,3,0.01,2\nusage,4,1,3\nusage,4,0.5,2\n"
    "usage,5,1,3\nusage,5,0.5,1\nusage,5,0.01,1\n"
    "usage,6,1,2\nusage,6,0.998808,1\nusage,6,0.037434,1\nusage,6,0.01,1\n"
    "usage,7,1,1\nusage,7,0.50554,1\nusage,7,0.5,2\nusage,7,0.01,1\n";
static const ul_cost THRIFTY = (ul_cost)10761929002956;

static void expect_no_false_optimum(const char *method)
{
    ul_instance instance = parsed(thrifty);
    ul_run *run = solved(&instance, method, "");
    const ul_run_result *result = ul_run_result_of(run);
    cr_assert(result->cost <= THRIFTY || result->outcome != UL_OPTIMAL,
              "%s: optimal above a cheaper plan", method);
    cr_assert(!result->has_bound || result->bound <= THRIFTY, "%s: bound above a plan", method);
    ul_run_free(run);
    ul_instance_free(&instance);
}

Test(claims, no_false_optimum_by_glpk)
{
    expect_no_false_optimum("reservation-ilp");
    expect_no_false_optimum("glpk");
}

Test(claims, no_false_optimum_by_cbc)
{
    if (system("command -v cbc >/dev/null") != 0)
        cr_skip_test("cbc is not installed");
    expect_no_false_optimum("cbc");
}

static ul_status claim_everything(const ul_packing *in, ul_run *run)
{
    ul_packing_plan *plan;
    UL_TRY(ul_packing_plan_new(in, ul_run_arena(run), &plan));
    for (size_t j = 0; j < in->n_tasks; j++) {
        size_t i;
        UL_TRY(ul_plan_open(plan, ul_packing_cheapest_for(in, in->task[j].shape), &i));
        UL_TRY(ul_plan_put(plan, i, j, 1));
    }
    UL_TRY(ul_run_offer(run, plan));
    ul_run_claim(run, ul_run_result_of(run)->cost);
    return UL_OK;
}

Test(claims, a_claim_is_neither_bound_nor_proof)
{
    static const ul_method method = {.name = "claims", .packing = claim_everything};
    const ul_run_options options = {.seed = 1};
    ul_instance instance = parsed("ullage,1,packing\nname,two\nresource,cpu\ntype,a,f,1,4\n"
                                  "task,t,1,,,,3\ntask,u,1,,,,1\n");
    ul_run *run;
    cr_assert_eq(ul_run_new(&method, &instance, &options, &run), UL_OK);
    cr_assert_eq(ul_run_go(run), UL_OK);
    const ul_run_result *result = ul_run_result_of(run);
    cr_assert_eq(result->outcome, UL_CLAIMED);
    cr_assert_str_eq(ul_outcome_name(result->outcome), "claimed");
    cr_assert(result->has_claim && !result->has_bound);
    ul_run_free(run);
    ul_instance_free(&instance);
}

static ul_status offer_nothing(const ul_packing *in, ul_run *run)
{
    (void)in;
    (void)run;
    return UL_OK;
}

Test(claims, to_find_nothing_is_no_proof_that_there_is_nothing)
{
    static const ul_method method = {.name = "idle", .packing = offer_nothing};
    const ul_run_options options = {.seed = 1};
    ul_instance instance = parsed("ullage,1,packing\nname,one\nresource,cpu\ntype,a,f,1,4\n"
                                  "task,t,1,,,,3\n");
    ul_run *run;
    cr_assert_eq(ul_run_new(&method, &instance, &options, &run), UL_OK);
    cr_assert_eq(ul_run_go(run), UL_OK);
    cr_assert_eq(ul_run_result_of(run)->outcome, UL_OUTCOME_NONE);
    ul_run_free(run);
    ul_instance_free(&instance);
}

Test(claims, numerical_trouble_is_no_infeasibility)
{
    /* every packing instance has a plan: each task alone */
    ul_instance instance = parsed(
        "ullage,1,packing\nname,trouble\nresource,a,b,c\n"
        "type,k0,f0,8,11,24,6\ntype,k1,f1,20,33,1,68\ntype,k2,f2,9,44,93,64\n"
        "type,k3,f0,4,33,20,9\ntype,k4,f2,8,83,49,60\ntype,k5,f1,13,43,66,87\n"
        "type,k6,f2,7,61,4,68\ntask,t0,4,,,,16.5,10,4.500001\ndemand,t0,f2,22,31,32\n"
        "task,t1,7,,,,27.666666,24.5,20\ntask,t3,5,,,,27.666666,16.333333,20\n"
        "demand,t3,f2,41.500001,24.500001,30.000001\n");
    const char *const set[] = {"lp=on", "formulation=eva-assignment"};
    ul_run *run = run_of("glpk", &instance, set, 2);
    cr_assert_neq(ul_run_result_of(run)->outcome, UL_INFEASIBLE);
    ul_run_free(run);
    ul_instance_free(&instance);
}

/* Values that put everything on one machine, as a tolerance might. */
static void decode_overfull(const ul_formulation *formulation, const ul_instance *instance)
{
    ul_build *build;
    ul_cost cost;
    bool valid;
    void *plan;
    ul_arena *arena = ul_arena_new();
    const ul_build_options options = {0};
    cr_assert_eq(ul_build_new(formulation, instance, &options, &build), UL_OK);
    double *value = calloc(build->model->n_columns, sizeof *value);
    for (size_t q = 0; q < build->model->n_columns; q++)
        value[q] = strstr(build->model->column[q].name, "_1") != NULL
                       ? fmin(build->model->column[q].high, 21)
                       : 0;
    cr_assert_eq(formulation->decode(build, value, arena, &plan), UL_OK);
    cr_assert_eq(ul_packing_check(plan, &valid, &cost), UL_OK);
    cr_assert(valid, "%s: %s", formulation->name, ul_error_text());
    free(value);
    ul_build_free(build);
    ul_arena_free(arena);
}

Test(claims, plans_beyond_a_capacity_are_repaired)
{
    ul_instance instance = parsed("ullage,1,packing\nname,tight\nresource,a,b\n"
                                  "type,k,f,1,8.2,7.3\ntask,t0,1,,,,2.000001,1.9\n"
                                  "task,t1,20,,,,4.100001,3.65\n");
    for (size_t q = 0; ul_formulations[q] != NULL; q++)
        if (ul_formulations[q]->kind == &ul_kind_packing)
            decode_overfull(ul_formulations[q], &instance);
    ul_instance_free(&instance);
}

Test(claims, a_proved_bound_allows_for_decimals_that_doubles_miss)
{
    /* 0.8 - 0.1 - 0.7000000000000001 is -1e-16, but a third of that of doubles */
    ul_model *model;
    size_t x, row[2];
    const double dual[] = {1, 1};
    cr_assert_eq(ul_model_new("decimals", &model), UL_OK);
    cr_assert_eq(ul_model_add_column(model, 2e6, 0.8, true, &x, "x"), UL_OK);
    cr_assert_eq(ul_model_add_row(model, 0, HUGE_VAL, &row[0], "a"), UL_OK);
    cr_assert_eq(ul_model_add_term(model, row[0], x, 0.1), UL_OK);
    cr_assert_eq(ul_model_add_row(model, 0, HUGE_VAL, &row[1], "b"), UL_OK);
    cr_assert_eq(ul_model_add_term(model, row[1], x, 0.7000000000000001), UL_OK);
    cr_assert_leq(ul_safe_relaxation(model, dual), -2e-10);
    ul_model_free(model);
}

Test(claims, duals_confirm_what_they_can)
{
    ul_instance instance = parsed("ullage,1,packing\nname,plain\nresource,cpu\ntype,a,f,1,4\n"
                                  "task,t,6,,,,2\n");
    ul_run *run = solved(&instance, "glpk", "start=off");
    cr_assert_eq(ul_run_result_of(run)->outcome, UL_OPTIMAL);
    cr_assert(ul_run_result_of(run)->bound == ul_run_result_of(run)->cost);
    ul_run_free(run);
    ul_instance_free(&instance);
}

Test(claims, a_millionth_of_a_dollar_is_proved)
{
    ul_instance instance = parsed(thrifty);
    ul_run *run = solved(&instance, "reservation-exact", "");
    cr_assert_eq(ul_run_result_of(run)->outcome, UL_OPTIMAL, "%s",
                 ul_outcome_name(ul_run_result_of(run)->outcome));
    cr_assert(ul_run_result_of(run)->cost <= THRIFTY);
    ul_run_free(run);
    ul_instance_free(&instance);
}

Test(claims, a_flow_proves_its_plan_where_potentials_fall)
{
    /* the lease is worth its price in the second interval alone, and ends in the fourth */
    ul_instance instance = parsed("ullage,1,reservation\nname,falls\ninterval_hours,10\n"
                                  "objective,total\nclass,now,0,0,2.4,used\n"
                                  "class,lease,3,21.6,0,always\nusage,1,0.1,1\nusage,2,10,1\n"
                                  "usage,3,0.1,1\nusage,4,4.6,1\n");
    ul_run *run = solved(&instance, "reservation-flow", "");
    cr_assert_eq(ul_run_result_of(run)->outcome, UL_OPTIMAL);
    ul_run_free(run);
    ul_instance_free(&instance);
}
