/* Amounts, and the pieces of which pictures and pages are made. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "amount.h"
#include "html.h"
#include "rng.h"
#include "svg.h"

enum { CASES = 1000 };

static char *taken(ul_output *out)
{
    char *text;
    size_t length;
    cr_assert_eq(ul_output_take(out, &text, &length), UL_OK);
    return text;
}

static void expect_dollars(ul_cost cost, const char *expected)
{
    char text[UL_NUMBER_TEXT];
    cr_expect_str_eq(ul_dollars_text(cost, text), expected);
}

Test(amounts, dollars_are_rounded_to_a_millionth_and_small_ones_are_whole)
{
    expect_dollars(0, "0");
    expect_dollars(3 * UL_COST_PER_MICRO * UL_MICRO / 2, "1.5");
    expect_dollars(UL_COST_PER_MICRO * UL_MICRO + UL_COST_PER_MICRO / 2, "1.000001");
    expect_dollars(-(UL_COST_PER_MICRO * UL_MICRO + UL_COST_PER_MICRO / 2), "-1.000001");
    expect_dollars(7, "0.000000000007");
}

Test(amounts, seconds_never_have_an_exponent)
{
    char text[UL_NUMBER_TEXT];
    cr_expect_str_eq(ul_seconds_text(0.000061, text), "0.061 ms");
    cr_expect_str_eq(ul_seconds_text(0.9994, text), "999 ms");
    cr_expect_str_eq(ul_seconds_text(0.9996, text), "1 s");
    cr_expect_str_eq(ul_seconds_text(86400, text), "86400 s");
    for (double s = 1e-3; s < 1e9; s *= 1.01)
        cr_expect_null(strchr(ul_seconds_text(s, text), 'e'), "%s", text);
}

Test(svg, an_axis_has_four_to_ten_ticks_at_round_numbers)
{
    ul_rng *rng = ul_rng_new(1);
    for (size_t q = 0; q < CASES; q++) {
        const double range = pow(10, 16 * ul_rng_unit(rng) - 8), step = ul_svg_step(range);
        const double ticks = range / step, lead = step / pow(10, floor(log10(step) + 1e-9));
        cr_expect(ticks >= 3.999 && ticks <= 10.001, "%g steps of %g in %g", ticks, step, range);
        cr_expect(fabs(lead - 1) < 1e-6 || fabs(lead - 2) < 1e-6 || fabs(lead - 5) < 1e-6, "%g", step);
    }
    ul_rng_free(rng);
}

Test(svg, no_name_ends_a_text_or_the_picture)
{
    static const char name[] = "a<b>&\"c\x01</text></svg>";
    ul_output *out;
    cr_assert_eq(ul_output_memory(&out), UL_OK);
    ul_svg_escape(out, name);
    char *text = taken(out);
    cr_expect_null(strchr(text, '<'));
    cr_expect_null(strchr(text, '\x01'));
    cr_expect_not_null(strstr(text, "\xEF\xBF\xBD"), "what XML cannot hold is U+FFFD");
    free(text);
}

Test(svg, a_long_text_ends_in_an_ellipsis_and_splits_no_character)
{
    ul_output *out;
    cr_assert_eq(ul_output_memory(&out), UL_OK);
    ul_svg_text(out, &(ul_svg_style){.size = 10, .anchor = "start", .colour = UL_SVG_INK, .most = 4},
                "\xC3\xA4\xC3\xB6\xC3\xBC\xC3\x9F\xC3\xA4\xC3\xB6");
    char *text = taken(out);
    cr_expect_not_null(strstr(text, "\xE2\x80\xA6"));
    cr_expect_null(strstr(text, "\xEF\xBF\xBD"), "%s", text);
    free(text);
}

Test(svg, every_fill_looks_different)
{
    char fill[UL_SVG_FILLS][16];
    for (size_t q = 0; q < UL_SVG_FILLS; q++) {
        char buffer[16];
        strcpy(fill[q], ul_svg_fill(q, buffer));
        for (size_t o = 0; o < q; o++)
            cr_expect_str_neq(fill[q], fill[o]);
    }
}

/* The byte that four characters of base64 hold at a place. */
static unsigned char byte_of(const char *text, size_t n)
{
    static const char digit[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    uint32_t word = 0;
    for (size_t q = 0; q < 4; q++) {
        const char *at = strchr(digit, text[n / 3 * 4 + q]);
        word = word << 6 | (at == NULL ? 0 : (uint32_t)(at - digit));
    }
    return (unsigned char)(word >> (16 - 8 * (n % 3)));
}

Test(html, base64_gives_back_every_byte)
{
    unsigned char bytes[64];
    ul_rng *rng = ul_rng_new(2);
    for (size_t q = 0; q < CASES; q++) {
        const size_t n = ul_rng_below(rng, sizeof bytes + 1);
        ul_output *out;
        for (size_t b = 0; b < n; b++)
            bytes[b] = (unsigned char)ul_rng_below(rng, 256);
        cr_assert_eq(ul_output_memory(&out), UL_OK);
        ul_html_base64(out, bytes, n);
        char *text = taken(out);
        cr_assert_eq(strlen(text), (n + 2) / 3 * 4);
        for (size_t b = 0; b < n; b++)
            cr_assert_eq(byte_of(text, b), bytes[b]);
        free(text);
    }
    ul_rng_free(rng);
}
