#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "html.h"
#include "sheet.h"

/* Joined without marks, the row "rounds=20" with the column "0.01" and the row
 * "rounds=200" with the column "0.1" would have one name. */
Test(sheet, every_number_has_a_macro_of_its_own)
{
    static const char *const cell[] = {"method", "0.1", "0.01", "ff rounds=20", "a", "b",
                                       "ff rounds=200", "c", "d"};
    ul_arena *arena = ul_arena_new();
    ul_sheet *sheet;
    ul_output *out;
    char *text;
    size_t length;
    cr_assert_eq(ul_sheet_new(arena, "gap", "", "", "lrr", &sheet), UL_OK);
    for (size_t q = 0; q < sizeof cell / sizeof *cell; q++)
        ul_sheet_cell(sheet, "%s", cell[q]);
    cr_assert_eq(ul_output_memory(&out), UL_OK);
    cr_assert_eq(ul_sheet_macros(sheet, out), UL_OK);
    cr_assert_eq(ul_output_take(out, &text, &length), UL_OK);
    cr_assert_str_eq(text, "\\newcommand{\\ullageGapFfRoundsTwoZeroAtZeroPointOne}{a}\n"
                           "\\newcommand{\\ullageGapFfRoundsTwoZeroAtZeroPointZeroOne}{b}\n"
                           "\\newcommand{\\ullageGapFfRoundsTwoZeroZeroAtZeroPointOne}{c}\n"
                           "\\newcommand{\\ullageGapFfRoundsTwoZeroZeroAtZeroPointZeroOne}{d}\n");
    free(text);
    ul_arena_free(arena);
}

static char *taken(ul_output *out)
{
    char *text;
    size_t length;
    cr_assert_eq(ul_output_take(out, &text, &length), UL_OK);
    return text;
}

Test(sheet, described_columns_have_forms_and_names_for_programs)
{
    static const ul_sheet_column column[] = {
        {"method", "method", UL_WORD}, {"mean", "gap_mean", UL_PERCENT}, {"p", "p", UL_PLAIN}, {0}};
    ul_arena *arena = ul_arena_new();
    ul_sheet *sheet;
    ul_output *out;
    cr_assert_eq(ul_sheet_describe(arena, &(ul_sheet_described){"gap", "Gaps", "", column}, &sheet), UL_OK);
    ul_sheet_row(sheet, "ff", NULL, (const double[]){0.05, UL_TOO_FEW_FOR});
    cr_assert_eq(ul_output_memory(&out), UL_OK);
    cr_assert_eq(ul_sheet_csv(sheet, out), UL_OK);
    ul_output_text(out, "|");
    cr_assert_eq(ul_sheet_text(sheet, out), UL_OK);
    char *text = taken(out);
    cr_assert_str_eq(text, "method,gap_mean,p\nff,0.05,\n|Gaps\n"
                           "  method    mean        p\n  ff      5.000%  too few\n");
    free(text);
    ul_arena_free(arena);
}

Test(sheet, texts_in_markup_are_escaped)
{
    ul_output *out;
    cr_assert_eq(ul_output_memory(&out), UL_OK);
    ul_html_put(out, "<p id=\"%s\">%s, done</p>", "a\"b", "p < 0.001");
    char *text = taken(out);
    cr_assert_str_eq(text, "<p id=\"a&quot;b\">p &lt; 0.001, done</p>");
    free(text);
}
