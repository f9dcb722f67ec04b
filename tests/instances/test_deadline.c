/* Deadline instances: what is read, what is refused, what is written; and plans by the rules. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

#include "deadline.h"
#include "deadline_plan.h"
#include "generator.h"

#define HEAD "ullage,1,deadline\nname,d\n"
#define JOB "tick,600\njob,1800,3600,720\nprice,0.9,3\n"

static void expect_refused(const char *text, const char *why)
{
    ul_instance instance;
    cr_assert_eq(ul_instance_parse("d.csv", text, strlen(text), &instance), UL_E_INPUT, "%s", text);
    cr_expect_not_null(strstr(ul_error_text(), why), "'%s' is not in '%s'", why, ul_error_text());
}

Test(deadline, what_breaks_a_rule_of_the_format_is_refused_with_its_place)
{
    expect_refused(HEAD JOB "spot,5\n", "ends after 3000 seconds, before the deadline of 3600");
    expect_refused(HEAD "tick,600\njob,3000,3600,720\nprice,1,3\nspot,6\n", "nothing makes it in time");
    expect_refused(HEAD "tick,0\n", "d.csv:3: column 2: a tick is 0 seconds");
    expect_refused(HEAD JOB "tick,600\n", "given twice");
    expect_refused(HEAD JOB "job,1,2,3\n", "second job");
    expect_refused(HEAD JOB "price,1,2\n", "given twice");
    expect_refused(HEAD JOB "spot,1000001\n", "the number of ticks");
    expect_refused(HEAD JOB "spot,1000000\nnone,1\n", "more than 1000000 ticks");
    expect_refused(HEAD "tick,600\njob,1800,3600,720\nprice,-1,3\n", "is not a number from 0");
    expect_refused(HEAD "tick,1\njob,1,4,0\nprice,1000001,3\n", "is not a number from 0");
    expect_refused(HEAD "tick,1\njob,1,5,0\nprice,1000000,3\nspot,5\n", "above 4000000 dollars");
    expect_refused(HEAD "tick,1000000\njob,1,5,0\nprice,1,3\nspot,1001\n", "longer than");
    expect_refused(HEAD "spot,6\n", "no tick, job or price");
    expect_refused("ullage,1,deadline\n" JOB "spot,6\n", "has no name");
    expect_refused(HEAD JOB "spot,6\nlate,1\n", "record 'late' is not known");
}

static ul_instance parsed(const char *text)
{
    ul_instance instance;
    cr_assert_eq(ul_instance_parse("d.csv", text, strlen(text), &instance), UL_OK, "%s",
                 ul_error_text());
    return instance;
}

Test(deadline, the_written_form_is_canonical)
{
    ul_instance split = parsed(HEAD "none,1\nspot,2\nspot,0\nspot,1\n" JOB "none,3\n");
    ul_instance whole = parsed(HEAD JOB "none,1\nspot,3\nnone,3\n");
    char a[UL_SHA256_TEXT], b[UL_SHA256_TEXT];
    cr_assert_eq(split.kind->identify(split.data, a), UL_OK);
    cr_assert_eq(whole.kind->identify(whole.data, b), UL_OK);
    cr_assert_str_eq(a, b);
    ul_instance_free(&split);
    ul_instance_free(&whole);
}

/* ---- plans ---- */

static bool judged(const char *modes, ul_cost *cost)
{
    ul_instance instance = parsed(HEAD JOB "spot,3\nnone,1\nspot,4\n");
    ul_arena *arena = ul_arena_new();
    ul_deadline_plan *plan;
    bool valid;
    cr_assert_eq(ul_deadline_plan_new(instance.data, arena, &plan), UL_OK);
    for (size_t i = 0; modes[i] != '\0'; i++)
        plan->mode[i] = modes[i] == 's' ? UL_SPOT : modes[i] == 'o' ? UL_ON_DEMAND
                        : modes[i] == '?' ? 7 : UL_IDLE;
    cr_assert_eq(ul_deadline_check(plan, &valid, cost), UL_OK);
    ul_arena_free(arena);
    ul_instance_free(&instance);
    return valid;
}

Test(deadline, a_plan_is_judged_by_the_rules_of_the_world)
{
    ul_cost cost = 0;
    cr_expect(judged("ooooo", &cost)); /* 3000 s less 720 */
    cr_expect(cost == (ul_cost)2500000 * UL_COST_PER_MICRO, "five ticks at $3 an hour are $2.5");
    cr_expect(judged(".ooooo", &cost));
    cr_expect_not(judged("oooo", &cost)); /* 1680 s */
    cr_expect_not_null(strstr(ul_error_text(), "only 1680 are done"), "%s", ul_error_text());
    cr_expect_not(judged("ssss", &cost));
    cr_expect_not_null(strstr(ul_error_text(), "in tick 4, in which there is none"));
    cr_expect_not(judged("sssoo", &cost)); /* 1080, and 480 */
    cr_expect(judged("sssooo", &cost));
    cr_expect(cost == (ul_cost)1950000 * UL_COST_PER_MICRO);
    cr_expect_not(judged("..ooooo", &cost));
    cr_expect_not_null(strstr(ul_error_text(), "late: it is done in tick 7 for $2.5"));
    cr_expect_not(judged("ooooo?", &cost));
    cr_expect_not_null(strstr(ul_error_text(), "no mode in tick 6"));
}

/* ---- sources ---- */

static ul_status import(const char *json, const char *set, ul_instance *instance)
{
    char path[] = "/tmp/ullage-trace-XXXXXX", remark[200];
    const int descriptor = mkstemp(path);
    const char *input = path;
    const char *const list[] = {"work=1800", "deadline=3600", set};
    const ul_source_options options = {.to_s = HUGE_VAL, .input = &input, .n_inputs = 1,
                                       .set = list, .n_set = set == NULL ? 2 : 3};
    cr_assert(write(descriptor, json, strlen(json)) == (ssize_t)strlen(json));
    close(descriptor);
    const ul_status status = ul_source_make(ul_importer_find("spot-trace"), &options, remark,
                                            sizeof remark, instance);
    unlink(path);
    return status;
}

static void expect_trace(const char *json, const char *set, const char *wanted)
{
    ul_instance instance;
    cr_assert_eq(import(json, set, &instance), UL_OK, "%s", ul_error_text());
    const ul_deadline *in = instance.data;
    cr_assert_eq(in->n_ticks, strlen(wanted));
    for (size_t i = 0; i < in->n_ticks; i++)
        cr_expect_eq(in->has_spot[i], wanted[i] == '1', "%s: tick %zu", json, i);
    ul_instance_free(&instance);
}

#define COUNTS "{\"metadata\": {\"gap_seconds\": 600}, \"data\": [4,4,3,0,1,4,4]}"
#define WINDOW "{\"metadata\": {\"gap_seconds\": 600, \"start_time\": 3}, \"data\": [0,0,1,0,1,1]}"

Test(deadline, both_forms_of_traces_are_read)
{
    expect_trace(COUNTS, NULL, "1110111");
    expect_trace(COUNTS, "nodes=4", "1100011");
    expect_trace(COUNTS, "first=1", "110111");
    expect_trace(COUNTS, "ticks=6", "111011");
    expect_trace(WINDOW, NULL, "110100");
    expect_trace(WINDOW, "inverted=no", "001011");
}

Test(deadline, a_trace_that_is_none_is_refused)
{
    ul_instance instance;
    cr_expect_eq(import("{\"data\": [1]}", NULL, &instance), UL_E_INPUT);
    cr_expect_not_null(strstr(ul_error_text(), "metadata.gap_seconds"), "%s", ul_error_text());
    cr_expect_eq(import("{\"metadata\": {\"gap_seconds\": 600}}", NULL, &instance), UL_E_INPUT);
    cr_expect_not_null(strstr(ul_error_text(), "no list 'data'"), "%s", ul_error_text());
    cr_expect_eq(import(COUNTS, "inverted=yes", &instance), UL_E_INPUT);
    cr_expect_not_null(strstr(ul_error_text(), "from 0 to 1"), "%s", ul_error_text());
    cr_expect_eq(import(COUNTS, "ticks=8", &instance), UL_E_INPUT);
    cr_expect_eq(import(COUNTS, "ticks=2", &instance), UL_E_INPUT);
    cr_expect_not_null(strstr(ul_error_text(), "before the deadline"), "%s", ul_error_text());
}

Test(deadline, a_first_price_is_the_price_of_spot)
{
    ul_instance instance;
    cr_assert_eq(import("{\"metadata\": {\"gap_seconds\": 600}, \"data\": [1,1,1,1,1,1], "
                        "\"prices\": [0.123456789012, 1]}", NULL, &instance), UL_OK);
    cr_expect_eq(((const ul_deadline *)instance.data)->price[UL_SPOT], 123456789012);
    ul_instance_free(&instance);
}

Test(deadline, spot_is_as_likely_and_lasts_as_long_as_asked)
{
    char remark[200];
    const char *const set[] = {"up=0.25", "mean-up=8"};
    const ul_source_options options = {.tasks = 200000, .seed = 3, .to_s = HUGE_VAL, .set = set,
                                       .n_set = 2};
    ul_instance instance;
    cr_assert_eq(ul_source_make(ul_generator_find("deadline"), &options, remark, sizeof remark,
                                &instance), UL_OK, "%s", ul_error_text());
    const ul_deadline *in = instance.data;
    double had = 0, stretches = 0;
    for (size_t i = 0; i < in->n_ticks; i++) {
        had += in->has_spot[i];
        stretches += in->has_spot[i] && (i == 0 || !in->has_spot[i - 1]);
    }
    cr_expect_lt(fabs(had / (double)in->n_ticks - 0.25), 0.01);
    cr_expect_lt(fabs(had / stretches - 8), 0.3);
    ul_instance_free(&instance);
}
