#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

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
