/* Every formulation under every engine finds the brute-force optimum, exactly; what it
 * proves holds, and the rest it claims.
 *
 * The engines start from nothing (start=off), so that the optimum is theirs.
 * 300 instances; fewer with sanitizers, where a process takes ten times as long
 * to start. UL_AGREE sets another number. */
#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "brute_force.h"
#include "formulation.h"
#include "registry.h"
#include "run.h"
#include "sanitized.h"

typedef struct {
    char method[16], set[2][128];
    char formulation[32];
} engine_case;

static const char *const engine[][3] = {
    {"glpk", "lp=off", "cuts=on"},
    {"cbc", "limit=100000", "start=off"},
    {"external", "command=glpsol --freemps {mps} --tmlim {time} --write {sol}", "trust=on"},
};

static struct criterion_test_params all_cases(void)
{
    static engine_case list[64];
    size_t n = 0;
    for (size_t e = 0; e < 3; e++)
        for (size_t q = 0; ul_formulations[q] != NULL && n < 64; q++) {
            if (ul_formulations[q]->kind != &ul_kind_packing)
                continue;
            snprintf(list[n].method, sizeof list[n].method, "%s", engine[e][0]);
            snprintf(list[n].set[0], sizeof list[n].set[0], "%s", engine[e][1]);
            snprintf(list[n].set[1], sizeof list[n].set[1], "%s", engine[e][2]);
            snprintf(list[n].formulation, sizeof list[n].formulation, "formulation=%s",
                     ul_formulations[q]->name);
            n++;
        }
    return cr_make_param_array(engine_case, list, n);
}

static void expect_optimum(const engine_case *at, size_t index)
{
    const char *const set[] = {"start=off", at->formulation, at->set[0], at->set[1]};
    const ul_run_options options = {.seed = 1, .set = set, .n_set = 4, .methods = ul_methods};
    ul_instance instance;
    ul_run *run;
    char text[2][UL_NUMBER_TEXT];
    cr_assert_eq(ul_tiny_make(index, &instance), UL_OK, "%s", ul_error_text());
    cr_assert_eq(ul_run_new(ul_method_find(at->method), &instance, &options, &run), UL_OK, "%s",
                 ul_error_text());
    cr_assert_eq(ul_run_go(run), UL_OK, "%s", ul_error_text());
    const ul_run_result *result = ul_run_result_of(run);
    const ul_cost optimum = ul_brute_force(instance.data);
    /* where solvers' tolerances are too coarse no claim is made, and none is expected */
    if (strstr(result->note, "range too widely") != NULL) {
        cr_assert(!result->has_bound || result->bound <= optimum);
        cr_assert(!result->has_cost || result->cost >= optimum);
        ul_run_free(run);
        ul_instance_free(&instance);
        return;
    }
    cr_assert(result->outcome == UL_OPTIMAL || result->outcome == UL_CLAIMED,
              "%s %s on %zu: %s (%s)", at->method, at->formulation, index,
              ul_outcome_name(result->outcome), result->note);
    cr_assert(!result->has_bound || result->bound <= optimum, "%s %s on %zu: bound above the "
              "optimum", at->method, at->formulation, index);
    cr_assert(result->cost == optimum, "%s %s on %zu: cost %s, optimum %s", at->method,
              at->formulation, index, ul_cost_text(result->cost, text[0]),
              ul_cost_text(optimum, text[1]));
    ul_run_free(run);
    ul_instance_free(&instance);
}

ParameterizedTestParameters(agreement, engines_find_the_optimum)
{
    return all_cases();
}

ParameterizedTest(engine_case *at, agreement, engines_find_the_optimum)
{
    const char *wanted = getenv("UL_AGREE");
    const size_t sanitized = strcmp(at->method, "glpk") == 0 ? 40 : 20;
    const size_t usual = UL_SANITIZED ? sanitized : 15 + 300; /* the odd ones come first */
    const size_t n = wanted != NULL ? strtoul(wanted, NULL, 10) : usual;
    if (strcmp(at->method, "cbc") == 0 && system("command -v cbc >/dev/null") != 0)
        cr_skip_test("cbc is not installed");
    if (strcmp(at->method, "external") == 0 && system("command -v glpsol >/dev/null") != 0)
        cr_skip_test("glpsol is not installed");
    for (size_t q = 0; q < n; q++)
        expect_optimum(at, q);
}

Test(agreement, no_claim_where_prices_range_too_widely)
{
    /* 10^12 and 10^-5 dollars in one objective: the cheap type drowns in tolerances */
    ul_instance instance;
    ul_run *run;
    static const char text[] = "ullage,1,packing\nname,wide\nresource,cpu\n"
                               "type,dear,f,1000000000000,8\ntype,middle,f,7,4\n"
                               "type,cheap,f,0.00001,4\ntask,t,2,,,,3\n";
    const char *const set[] = {"start=off", "formulation=eva-assignment"};
    const ul_run_options options = {.seed = 1, .set = set, .n_set = 2, .methods = ul_methods};
    cr_assert_eq(ul_instance_parse("test", text, sizeof text - 1, &instance), UL_OK);
    cr_assert_eq(ul_run_new(ul_method_find("glpk"), &instance, &options, &run), UL_OK);
    cr_assert_eq(ul_run_go(run), UL_OK, "%s", ul_error_text());
    const ul_run_result *result = ul_run_result_of(run);
    cr_assert(!result->has_claim);
    cr_assert(!result->has_bound || result->bound <= 20 * UL_COST_PER_MICRO);
    cr_assert(result->outcome != UL_OPTIMAL || result->cost == 20 * UL_COST_PER_MICRO);
    ul_run_free(run);
    ul_instance_free(&instance);
}
