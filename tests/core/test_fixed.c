#include <criterion/criterion.h>
#include <string.h>

#include "fixed.h"
#include "sha256.h"

static ul_number_fault parse(const char *text, ul_micro *value)
{
    return ul_micro_parse(text, strlen(text), value);
}

Test(fixed, reads_decimals_exactly)
{
    ul_micro value;
    cr_assert_eq(parse("0.08925", &value), UL_NUMBER_OK);
    cr_assert_eq(value, 89250);
    cr_assert_eq(parse("24.480000000", &value), UL_NUMBER_OK);
    cr_assert_eq(value, 24480000);
    cr_assert_eq(parse("1000000000000", &value), UL_NUMBER_OK);
    cr_assert_eq(value, UL_MICRO_MAX);
}

Test(fixed, refuses_what_it_cannot_hold)
{
    ul_micro value;
    cr_assert_eq(parse("", &value), UL_NUMBER_EMPTY);
    cr_assert_eq(parse("nan", &value), UL_NUMBER_MALFORMED);
    cr_assert_eq(parse("1e3", &value), UL_NUMBER_MALFORMED);
    cr_assert_eq(parse("1.", &value), UL_NUMBER_MALFORMED);
    cr_assert_eq(parse("-1", &value), UL_NUMBER_NEGATIVE);
    cr_assert_eq(parse("1000000000000.000001", &value), UL_NUMBER_TOO_LARGE);
    cr_assert_eq(parse("99999999999999999999999999", &value), UL_NUMBER_TOO_LARGE);
    cr_assert_eq(parse("0.0000001", &value), UL_NUMBER_TOO_FINE);
}

static ul_micro up(const char *text, uint32_t factor, bool *rounded)
{
    ul_micro value = -1;
    cr_assert_eq(ul_micro_parse_up(text, strlen(text), factor, &value, rounded), UL_NUMBER_OK,
                 "%s", text);
    return value;
}

Test(fixed, foreign_numbers_are_rounded_up)
{
    bool rounded;
    cr_assert_eq(up("0.07446", 256, &rounded), 19061760);
    cr_assert_not(rounded);
    cr_assert_eq(up("0.0000001", 1, &rounded), 1);
    cr_assert(rounded);
    cr_assert_eq(up("7.057e-05", 64, &rounded), 4517);
    cr_assert(rounded);
    cr_assert_eq(up("1E3", 1, &rounded), 1000 * UL_MICRO);
    cr_assert_eq(up("0e999", 1, &rounded), 0);
    cr_assert_eq(up("0.3333333333333333333333333333333333", 3, &rounded), UL_MICRO);
    cr_assert(rounded);
    cr_assert_eq(up("1e-900", 1, &rounded), 1);
}

Test(fixed, foreign_numbers_have_limits)
{
    ul_micro value;
    bool rounded;
    const struct {
        const char *text;
        ul_number_fault fault;
    } bad[] = {
        {"", UL_NUMBER_EMPTY},        {"-2", UL_NUMBER_NEGATIVE},   {"1e", UL_NUMBER_MALFORMED},
        {".", UL_NUMBER_MALFORMED},   {"1.2.3", UL_NUMBER_MALFORMED}, {"inf", UL_NUMBER_MALFORMED},
        {"1e13", UL_NUMBER_TOO_LARGE}, {"1e99999999999", UL_NUMBER_TOO_LARGE},
        {"99999999999999999999999999999999", UL_NUMBER_TOO_LARGE},
    };
    for (size_t q = 0; q < sizeof bad / sizeof *bad; q++)
        cr_assert_eq(ul_micro_parse_up(bad[q].text, strlen(bad[q].text), 64, &value, &rounded),
                     bad[q].fault, "%s", bad[q].text);
}

Test(fixed, doubles_become_millionths)
{
    ul_micro value;
    bool rounded;
    cr_assert_eq(ul_micro_from_double_up(2.6, &value, &rounded), UL_NUMBER_OK);
    cr_assert_eq(value, 2600000);
    cr_assert_not(rounded);
    cr_assert_eq(ul_micro_from_double_up(1e-9, &value, &rounded), UL_NUMBER_OK);
    cr_assert_eq(value, 1);
    cr_assert(rounded);
    cr_assert_eq(ul_micro_from_double_up(-1, &value, &rounded), UL_NUMBER_NEGATIVE);
    cr_assert_eq(ul_micro_from_double_up(1e13, &value, &rounded), UL_NUMBER_TOO_LARGE);
}

Test(fixed, writes_the_shortest_decimal)
{
    char text[UL_NUMBER_TEXT];
    cr_assert_str_eq(ul_micro_text(12240000, text), "12.24");
    cr_assert_str_eq(ul_micro_text(0, text), "0");
    cr_assert_str_eq(ul_cost_text((ul_cost)-1, text), "-0.000000000001");
}

Test(fixed, doubles_are_what_strtod_reads)
{
    cr_assert(ul_micro_double(24480000) == 24.48);
    cr_assert(ul_micro_double(928000) == 0.928);
}

Test(sha256, known_digest)
{
    /* FIPS 180-4 example "abc" */
    ul_sha256 hash;
    char text[UL_SHA256_TEXT];
    ul_sha256_init(&hash);
    ul_sha256_add(&hash, "ab", 2);
    ul_sha256_add(&hash, "c", 1);
    ul_sha256_text(&hash, text);
    cr_assert_str_eq(text, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}
