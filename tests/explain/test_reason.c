/* Reasons in words: what stands in braces, by itself. */
#include <math.h>
#include <stdlib.h>

#include "reason.h"
#include "solving.h"

static void put_type(const void *state, const ul_step *step, ul_output *out)
{
    (void)step;
    ul_output_text(out, state);
}

static double machine(const void *state, const ul_step *step)
{
    (void)state;
    return (double)step->bin + 1;
}

static void expect_said(ul_step step, const char *why, const char *expected)
{
    static const ul_word words[] = {{"bin", .number = machine}, {"type", .put = put_type}, {0}};
    ul_output *out;
    char *text;
    size_t length;
    step.why = why;
    cr_assert_eq(ul_output_memory(&out), UL_OK);
    ul_say_why(out, &step, words, "large");
    cr_assert_eq(ul_output_take(out, &text, &length), UL_OK);
    cr_expect_str_eq(text, expected, "%s: %s, not %s", why, text, expected);
    free(text);
}

Test(reason, numbers_have_the_form_that_is_asked_for)
{
    const ul_step step = {.bin = 2, .count = 7, .value = 1234.56789, .against = -0.5, .seconds = 7200};
    expect_said(step, "machine {bin}, a {type}", "machine 3, a large");
    expect_said(step, "{count} {value} {3value} {6value}", "7 1235 1.23e+03 1234.57");
    expect_said(step, "{$value} {$$value} {%against}", "$1234.5679 $1234.56789 -50%");
    expect_said(step, "{$against} {-against} {$-against}", "-$0.5 0.5 $0.5");
    expect_said(step, "{seconds}, {~value}", "2 hours, 20.6 min");
}

Test(reason, one_of_two_is_said)
{
    const ul_step step = {.count = 1, .value = 3, .against = 3, .seconds = HUGE_VAL};
    expect_said(step, "{count} {count=1?task|tasks}", "1 task");
    expect_said(step, "{count>1?{count} of|}{bin<2? one|}", " one");
    expect_said(step, "{value=against?as dear|{value<against?cheaper|dearer}} {seconds<inf?then|never}",
                "as dear never");
}

Test(reason, what_is_not_well_formed_ends)
{
    expect_said((ul_step){0}, "{", "{}");
    expect_said((ul_step){0}, "a {nothing} b {1<2?yes", "a {nothing} b yes");
    expect_said((ul_step){0}, "a | b } c", "a | b } c");
}

Test(reason, a_full_stop_makes_a_sentence)
{
    cr_expect(ul_why_goes_on(&(ul_step){0}));
    cr_expect(ul_why_goes_on(&(ul_step){.why = ""}));
    cr_expect(ul_why_goes_on(&(ul_step){.why = ", the first with room"}));
    cr_expect_not(ul_why_goes_on(&(ul_step){.why = "It fits."}));
}
