/* The clairvoyant optimum against every plan of tiny cases, and its certificates against the
 * independent checker, which computes it backwards in time. */
#include "certificate_files.h"
#include "deadline_plan.h"
#include "solving.h"
#include "tiny.h"

static void expect_certified(const ul_instance *instance, const paths *p, ul_cost optimum)
{
    char said[4000];
    const ul_run_options options = {.seed = 1, .certificate = p->certificate};
    ul_run *run;
    cr_assert_eq(ul_run_new(ul_method_find("deadline-exact"), instance, &options, &run), UL_OK);
    cr_assert_eq(ul_run_go(run), UL_OK, "%s", ul_error_text());
    const ul_run_result *result = ul_run_result_of(run);
    cr_assert_eq(result->outcome, UL_OPTIMAL);
    cr_assert(optimum < 0 || result->cost == optimum);
    cr_assert_eq(ul_instance_write(instance, p->instance), UL_OK, "%s", ul_error_text());
    cr_assert_eq(instance->kind->plan_write(result->plan, "exact", p->plan), UL_OK);
    cr_assert_eq(verdict(p, said, sizeof said), CHECK_VALID, "%s", said);
    cr_assert_not_null(strstr(said, "optimal: "), "%s", said);
    ul_run_free(run);
}

Test(deadline_exact, every_tiny_optimum_is_brute_forces_and_verifies)
{
    const ul_tiny *tiny = ul_tiny_of(&ul_kind_deadline);
    paths p;
    make_paths(&p);
    for (size_t q = 0; q < 300; q++) {
        ul_instance instance;
        ul_cost optimum;
        cr_assert_eq(tiny->make(q, &instance), UL_OK, "%s", ul_error_text());
        cr_assert(tiny->optimum(instance.data, &optimum));
        expect_certified(&instance, &p, optimum);
        ul_instance_free(&instance);
    }
    remove_paths(&p);
}

/* Units of a second, of an overhead that is a multiple of the tick, of none. */
Test(deadline_exact, larger_optima_verify)
{
    static const char *const overhead[] = {"overhead=719", "overhead=1200", "overhead=0"};
    paths p;
    make_paths(&p);
    for (size_t q = 0; q < 3; q++) {
        char remark[200];
        ul_instance instance;
        const ul_source_options options = {.tasks = 120, .seed = q + 1, .to_s = HUGE_VAL,
                                           .set = &overhead[q], .n_set = 1};
        cr_assert_eq(ul_source_make(ul_generator_find("deadline"), &options, remark, sizeof remark,
                                    &instance), UL_OK, "%s", ul_error_text());
        expect_certified(&instance, &p, -1);
        ul_instance_free(&instance);
    }
    remove_paths(&p);
}
