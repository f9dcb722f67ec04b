/* The exact method against paths that share nothing with it but the instance: the
 * pattern formulation, enumerated beforehand, and the arc-flow one with its nodes merged,
 * solved by CBC. */
#include <stdlib.h>

#include "random_packing.h"
#include "sanitized.h"

enum { BY_PATTERNS = 100, BY_FLOWS = 200, UNDECIDED_MAX = 25 };

/* Whether CBC says that its plan is optimal, as a proof or as a claim that rests on its own
 * arithmetic; it is then the exact method's, to the last digit. */
static bool agree(const ul_instance *instance, const char *formulation, const char *what)
{
    const char *const set[] = {formulation};
    const ul_run_options options = {.seed = 1, .set = set, .n_set = 1, .methods = ul_methods,
                                    .time_limit_s = 3};
    ul_run *cbc, *exact;
    char one[UL_NUMBER_TEXT], other[UL_NUMBER_TEXT];
    cr_assert_eq(ul_run_new(ul_method_find("cbc"), instance, &options, &cbc), UL_OK, "%s",
                 ul_error_text());
    cr_assert_eq(ul_run_go(cbc), UL_OK, "%s", ul_error_text());
    const ul_outcome outcome = ul_run_result_of(cbc)->outcome;
    const bool proved = outcome == UL_OPTIMAL || outcome == UL_CLAIMED;
    if (proved) {
        exact = solved(instance, "exact", "");
        const ul_run_result *mine = ul_run_result_of(exact), *theirs = ul_run_result_of(cbc);
        cr_expect_eq(mine->outcome, UL_OPTIMAL, "%s: %s", what, ul_outcome_name(mine->outcome));
        cr_expect(mine->cost == theirs->cost, "%s: exact %s, cbc %s", what,
                  ul_cost_text(mine->cost, one), ul_cost_text(theirs->cost, other));
        ul_run_free(exact);
    }
    ul_run_free(cbc);
    return proved;
}

/* Instances of so many tasks at least, until CBC has proved so many. */
static void expect_agreement(const char *formulation, size_t tasks, size_t wanted)
{
    if (system("command -v cbc >/dev/null") != 0)
        cr_skip_test("cbc is not installed");
    ul_rng *rng = ul_rng_new(99);
    size_t agreed = 0, undecided = 0;
    for (size_t q = 0; agreed < wanted && undecided <= UNDECIDED_MAX; q++) {
        static const char *const generator[] = {"eva-table7", "vbp", "vsbpp"};
        char what[60];
        ul_instance instance = q % 4 == 3 ? random_packing(rng, tasks + q % 9)
                                          : generated(generator[q % 4], tasks + q % 17, q);
        snprintf(what, sizeof what, "instance %zu (%s)", q,
                 q % 4 == 3 ? "random" : generator[q % 4]);
        if (agree(&instance, formulation, what))
            agreed++;
        else
            undecided++;
        ul_instance_free(&instance);
    }
    cr_expect_eq(agreed, wanted, "%zu agreed, cbc left %zu undecided", agreed, undecided);
    ul_rng_free(rng);
}

Test(exact_agreement, patterns_under_cbc_agree_on_medium_instances)
{
    expect_agreement("formulation=pattern", 12, UL_SANITIZED ? BY_PATTERNS / 4 : BY_PATTERNS);
}

Test(exact_agreement, merged_arc_flow_under_cbc_agrees_on_small_instances)
{
    expect_agreement("formulation=arc-flow", 5, UL_SANITIZED ? BY_FLOWS / 8 : BY_FLOWS);
}
