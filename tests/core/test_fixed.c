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
