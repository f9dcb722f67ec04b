/* The one rule at its edges, and the list of printed numbers. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "judge.h"
#include "table.h"

static ul_verdict of(double value, const char *unit, const char *form, double ours)
{
    const ul_printed row = {.kind = "result", .quantity = "cost", .unit = unit, .form = form,
                            .value = value, .word = "", .testable = "simulation"};
    return ul_judge(&row, ours);
}

Test(judge, a_value_by_5_and_15_percent_of_it)
{
    cr_assert_eq(of(100, "$", "exact", 105), UL_AGREES);
    cr_assert_eq(of(100, "$", "exact", 94.9), UL_NEAR);
    cr_assert_eq(of(1, "x", "about", 1.15), UL_NEAR);
    cr_assert_eq(of(100, "$", "range", 115.1), UL_DIFFERS_OPEN);
    cr_assert_eq(of(-10, "s", "exact", -10.5), UL_AGREES);
    cr_assert_eq(of(100, "$", "exact", NAN), UL_NOT_JUDGED);
}

Test(judge, a_percentage_by_2_and_5_points)
{
    cr_assert_eq(of(60, "%", "exact", 62), UL_AGREES);
    cr_assert_eq(of(60, "%", "exact", 65), UL_NEAR);
    cr_assert_eq(of(60, "%", "exact", 65.01), UL_DIFFERS_OPEN);
    cr_assert_eq(of(10, "%", "exact", 12), UL_AGREES);
}

Test(judge, a_percentage_below_ten_by_15_and_40_percent_of_it)
{
    cr_assert_eq(of(8, "%", "up to", 9.2), UL_AGREES);
    cr_assert_eq(of(8, "%", "up to", 9.3), UL_NEAR);
    cr_assert_eq(of(8, "%", "up to", 11.3), UL_DIFFERS_OPEN);
    cr_assert_eq(of(0.5, "%", "range", 0.7), UL_NEAR);
}

Test(judge, an_availability_in_nines)
{
    const ul_printed row = {.kind = "result", .quantity = "availability", .unit = "%",
                            .form = "about", .value = 99, .word = "", .testable = "simulation"};
    cr_assert_eq(of(4, "nines", "exact", 3.9), UL_AGREES);
    cr_assert_eq(of(4, "nines", "exact", 3.7), UL_NEAR);
    cr_assert_eq(of(4, "nines", "exact", 3.6), UL_DIFFERS_OPEN);
    cr_assert_eq(ul_judge(&row, 99.2), UL_AGREES); /* 2.097 nines */
    cr_assert_eq(ul_judge(&row, 99.4), UL_NEAR);   /* 2.22 */
    cr_assert_eq(ul_judge(&row, 97.9), UL_DIFFERS_OPEN); /* 1.68 */
}

Test(judge, a_limit_as_printed)
{
    cr_assert_eq(of(12, "%", "at most", 0.1), UL_AGREES);
    cr_assert_eq(of(12, "%", "at most", 12.1), UL_NEAR);
    cr_assert_eq(of(12, "%", "at most", 17.1), UL_DIFFERS_OPEN);
    cr_assert_eq(of(75, "%", "at least", 80), UL_AGREES);
    cr_assert_eq(of(75, "%", "at least", 69), UL_DIFFERS_OPEN);
}

Test(judge, within_the_spread_that_is_printed)
{
    ul_printed row = {.kind = "result", .quantity = "cost", .unit = "x", .form = "exact",
                      .value = 1.56, .within = 0.08, .word = "", .testable = "simulation"};
    cr_assert_eq(ul_judge(&row, 1.64), UL_AGREES); /* 5.1% off */
    cr_assert_eq(ul_judge(&row, 1.65), UL_NEAR);
    row.word = "known";
    cr_assert_eq(ul_judge(&row, 2), UL_DIFFERS_KNOWN);
    cr_assert_eq(ul_judge(&row, 1.56), UL_AGREES);
    row.word = "tried"; /* in vain: nobody knows */
    row.why = "another load";
    row.command = "ullage reproduce x";
    row.moved = "1.9 x";
    char why[UL_WHY_TEXT];
    cr_assert_eq(ul_judge(&row, 2), UL_DIFFERS_OPEN);
    cr_assert_str_eq(ul_judge_why(&row, UL_DIFFERS_OPEN, why),
                     "tried: another load (moves it to 1.9 x: ullage reproduce x)");
    cr_assert_str_eq(ul_judge_why(&row, UL_AGREES, why), "");
    row.word = "definition";
    cr_assert_eq(ul_judge(&row, 1.56), UL_NOT_JUDGED);
}

static bool is_one_of(const char *text, const char *const *list)
{
    while (*list != NULL && strcmp(text, *list) != 0)
        list++;
    return *list != NULL;
}

static void check_row(const ul_printed *p)
{
    static const char *const form[] = {"exact", "about", "range", "up to", "at most", "at least",
                                       NULL};
    static const char *const kind[] = {"result", "shape", "input", "claim-of-others", NULL};
    cr_assert(is_one_of(p->form, form), "%s: %s", p->id, p->form);
    cr_assert(is_one_of(p->kind, kind), "%s: %s", p->id, p->kind);
    cr_assert(p->table[0] == '\0' || ul_table_find(p->table) != NULL, "%s: %s", p->id, p->table);
    cr_assert((p->table[0] == '\0') == (p->measure[0] == '\0'), "%s", p->id);
    if (strcmp(p->word, "known") == 0 || strcmp(p->word, "tried") == 0)
        cr_assert(p->why[0] != '\0' && p->moved[0] != '\0'
                      && strncmp(p->command, "ullage ", strlen("ullage ")) == 0,
                  "%s: an experiment has a command and what it moves the number to", p->id);
    else
        cr_assert(p->word[0] == '\0' || ul_judge_excepts(p, true) != NULL, "%s: the word '%s'",
                  p->id, p->word);
}

Test(judge, the_list_is_whole)
{
    ul_arena *arena = ul_arena_new();
    ul_printed_list list;
    cr_assert_eq(ul_printed_read(arena, &list), UL_OK);
    cr_assert_geq(list.n, 823);
    for (size_t q = 0; q < list.n; q++) {
        cr_assert_eq(ul_printed_find(&list, list.row[q].id), &list.row[q], "%s twice",
                     list.row[q].id);
        check_row(&list.row[q]);
    }
    ul_arena_free(arena);
}
