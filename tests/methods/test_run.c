/* What a run makes of what its method offers. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "clock.h"
#include "packing_plan.h"
#include "process_tree.h"
#include "run.h"

static const char text[] = "ullage,1,packing\nname,two\nresource,cpu\ntype,a,f,1,4\n"
                           "task,t,2,,,,3\n";

/* Offers two plans that leave tasks out, the second with a machine too full. */
static ul_status offer_bad(const ul_packing *in, ul_run *run)
{
    ul_packing_plan *plan;
    size_t i;
    UL_TRY(ul_packing_plan_new(in, ul_run_arena(run), &plan));
    UL_TRY(ul_run_offer(run, plan));
    UL_TRY(ul_plan_open(plan, 0, &i));
    UL_TRY(ul_plan_put(plan, i, 0, 2));
    return ul_run_offer(run, plan);
}

static ul_status offer_good(const ul_packing *in, ul_run *run)
{
    ul_packing_plan *plan;
    size_t i;
    UL_TRY(ul_packing_plan_new(in, ul_run_arena(run), &plan));
    for (size_t q = 0; q < 2; q++) {
        UL_TRY(ul_plan_open(plan, 0, &i));
        UL_TRY(ul_plan_put(plan, i, 0, 1));
    }
    return ul_run_offer(run, plan);
}

static const ul_method bad = {.name = "bad", .traits = UL_CONSTRUCTIVE, .packing = offer_bad};
static const ul_method good = {.name = "good", .packing = offer_good};

static ul_status start_from_others(const ul_packing *in, ul_run *run)
{
    UL_TRY(ul_run_call_constructive(run));
    return offer_good(in, run);
}

static const ul_method starter = {.name = "starter", .packing = start_from_others};

static ul_run *gone(const ul_method *method, ul_instance *instance)
{
    static const ul_method *const all[] = {&bad, NULL};
    const ul_run_options options = {.seed = 1, .methods = all};
    ul_run *run;
    cr_assert_eq(ul_instance_parse("two", text, strlen(text), instance), UL_OK);
    cr_assert_eq(ul_run_new(method, instance, &options, &run), UL_OK, "%s", ul_error_text());
    cr_assert_eq(ul_run_go(run), UL_OK, "%s", ul_error_text());
    return run;
}

Test(run, invalid_plans_are_counted_and_are_an_outcome)
{
    ul_instance instance;
    ul_run *run = gone(&bad, &instance);
    const ul_run_result *result = ul_run_result_of(run);
    cr_assert_eq(result->outcome, UL_REJECTED);
    cr_assert_eq(result->n_rejected, 2);
    cr_assert_null(result->plan);
    cr_assert_str_eq(result->note, "task 't': 0 placed, 2 wanted; bin 1 (a) holds more cpu than "
                                   "its capacity");
    ul_run_free(run);
    ul_instance_free(&instance);
}

Test(run, a_note_is_text_for_one_line)
{
    ul_instance instance;
    ul_run *run = gone(&good, &instance);
    cr_assert_eq(ul_run_note(run, "a\nb\x1b[31m\xff\xfe \xc3\xa4"), UL_OK);
    cr_assert_str_eq(ul_run_result_of(run)->note, "a?b?[31m?? \xc3\xa4");
    ul_run_free(run);
    ul_instance_free(&instance);
}

Test(run, what_another_method_offered_wrongly_is_its_own)
{
    ul_instance instance;
    ul_run *run = gone(&starter, &instance);
    cr_assert_eq(ul_run_result_of(run)->n_rejected, 0);
    cr_assert_eq(ul_run_result_of(run)->outcome, UL_FEASIBLE);
    ul_run_free(run);
    ul_instance_free(&instance);
}

Test(run, an_interrupt_is_the_end_of_every_run)
{
    ul_instance instance;
    ul_run_interrupt();
    ul_run *run = gone(&starter, &instance);
    cr_assert(ul_run_expired(run));
    ul_run_free(run);
    ul_instance_free(&instance);
}

/* Clocks are looked at now and then: who works on for a moment has no time left, not less than none. */
Test(run, no_less_than_no_time_is_left)
{
    const ul_run_options limit[] = {{.seed = 1, .cpu_limit_s = 1e-6}, {.seed = 1, .time_limit_s = 1e-6}};
    ul_instance instance;
    cr_assert_eq(ul_instance_parse("two", text, strlen(text), &instance), UL_OK);
    for (size_t q = 0; q < 2; q++) {
        ul_run *run;
        const double start_s = ul_clock_cpu_s();
        cr_assert_eq(ul_run_new(&good, &instance, &limit[q], &run), UL_OK, "%s", ul_error_text());
        cr_assert_eq(ul_run_go(run), UL_OK, "%s", ul_error_text());
        while (ul_clock_cpu_s() < start_s + 0.002)
            continue;
        cr_assert_eq(ul_run_work_left_s(run), 0);
        cr_assert_geq(ul_run_left_s(run), 0);
        ul_run_free(run);
    }
    ul_instance_free(&instance);
}

/* Watching the CPU limit reads of all processes; the time of that is not the method's. */
Test(run, the_time_is_the_methods_own)
{
    const ul_run_options options = {.seed = 1, .cpu_limit_s = 100};
    ul_instance instance;
    double run_s = 1, watch_s = 1;
    cr_assert_eq(ul_instance_parse("two", text, strlen(text), &instance), UL_OK);
    for (size_t q = 0; q < 5; q++) {
        ul_run *run;
        const double start_s = ul_clock_cpu_s();
        ul_process_tree_cpu_s(1);
        watch_s = fmin(watch_s, ul_clock_cpu_s() - start_s);
        cr_assert_eq(ul_run_new(&good, &instance, &options, &run), UL_OK, "%s", ul_error_text());
        cr_assert_eq(ul_run_go(run), UL_OK, "%s", ul_error_text());
        run_s = fmin(run_s, ul_run_result_of(run)->cpu_s);
        ul_run_free(run);
    }
    cr_expect_lt(run_s, watch_s, "%g s, where watching takes %g", run_s, watch_s);
    ul_instance_free(&instance);
}
