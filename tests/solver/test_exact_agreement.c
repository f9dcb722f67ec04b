/* The exact method against a second path that shares nothing with it but the
 * instance: the pattern formulation, enumerated beforehand, solved by CBC. */
#include <stdlib.h>

#include "random_packing.h"
#include "sanitized.h"

enum { AGREED = 100, UNDECIDED_MAX = 25 };

/* Whether CBC proved an optimum; it is then the exact method's, to the last digit. */
static bool agree(const ul_instance *instance, const char *what)
{
    static const char *const set[] = {"formulation=pattern"};
    const ul_run_options options = {.seed = 1, .set = set, .n_set = 1, .methods = ul_methods,
                                    .time_limit_s = 3};
    ul_run *cbc, *exact;
    char one[UL_NUMBER_TEXT], other[UL_NUMBER_TEXT];
    cr_assert_eq(ul_run_new(ul_method_find("cbc"), instance, &options, &cbc), UL_OK, "%s",
                 ul_error_text());
    cr_assert_eq(ul_run_go(cbc), UL_OK, "%s", ul_error_text());
    const bool proved = ul_run_result_of(cbc)->outcome == UL_OPTIMAL;
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

Test(exact_agreement, patterns_under_cbc_agree_on_medium_instances)
{
    const size_t wanted = UL_SANITIZED ? AGREED / 4 : AGREED;
    if (system("command -v cbc >/dev/null") != 0)
        cr_skip_test("cbc is not installed");
    ul_rng *rng = ul_rng_new(99);
    size_t agreed = 0, undecided = 0;
    for (size_t q = 0; agreed < wanted && undecided <= UNDECIDED_MAX; q++) {
        static const char *const generator[] = {"eva-table7", "vbp", "vsbpp"};
        char what[60];
        ul_instance instance = q % 4 == 3 ? random_packing(rng, 12 + q % 9)
                                          : generated(generator[q % 4], 12 + q % 17, q);
        snprintf(what, sizeof what, "instance %zu (%s)", q,
                 q % 4 == 3 ? "random" : generator[q % 4]);
        if (agree(&instance, what))
            agreed++;
        else
            undecided++;
        ul_instance_free(&instance);
    }
    cr_expect_eq(agreed, wanted, "%zu agreed, cbc left %zu undecided", agreed, undecided);
    ul_rng_free(rng);
}
