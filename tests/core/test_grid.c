#include <criterion/criterion.h>
#include <string.h>

#include "grid.h"

static const ul_param table[] = {
    {.name = "alpha", .preset = "1", .form = UL_PARAM_REAL, .low = -9, .high = 9},
    {.name = "k", .preset = "1", .form = UL_PARAM_WHOLE, .low = 0, .high = 99},
    {.name = "mode", .preset = "x", .form = UL_PARAM_CHOICE, .choices = "x|y"},
    {.name = "command", .preset = "", .form = UL_PARAM_TEXT},
    {0},
};

/* All settings of the assignments, joined; or "fault". */
static const char *settings(const char *const *set, size_t n, size_t steps)
{
    static char text[4096];
    ul_arena *arena = ul_arena_new();
    ul_grid grid;
    strcpy(text, "fault");
    if (ul_grid_new(table, set, n, steps, arena, &grid) == UL_OK) {
        text[0] = '\0';
        for (size_t q = 0; q < grid.n; q++) {
            const char *one[8];
            ul_grid_setting(&grid, q, one);
            for (size_t a = 0; a < n; a++) {
                strcat(text, one[a]);
                strcat(text, a + 1 < n ? "," : ";");
            }
        }
    }
    ul_arena_free(arena);
    return text;
}

Test(grid, an_assignment_stands_for_its_values)
{
    static const struct {
        const char *assignment;
        size_t steps;
        const char *expected;
    } trial[] = {
        {"alpha=0.8|1|1.2", 0, "alpha=0.8;alpha=1;alpha=1.2;"},
        {"alpha=0.1..0.4 by 0.1", 0, "alpha=0.1;alpha=0.2;alpha=0.3;alpha=0.4;"},
        {"alpha=-1..1 by 1|5", 0, "alpha=-1;alpha=0;alpha=1;alpha=5;"},
        {"alpha=0..1 by 0.3", 0, "alpha=0;alpha=0.3;alpha=0.6;alpha=0.9;"},
        {"alpha=0..1", 0, "fault"},
        {"alpha=0..1", 3, "alpha=0;alpha=0.5;alpha=1;"},
        {"alpha=2..1 by 1", 0, "fault"},
        {"alpha=0..1 by 0", 0, "fault"},
        {"alpha=0..1 by x", 0, "fault"},
        {"alpha=0..9 by 0.000001", 0, "fault"},
        {"k=2..4", 0, "k=2;k=3;k=4;"},
        {"k=1..99", 3, "k=1;k=50;k=99;"},
        {"mode=x|y", 0, "mode=x;mode=y;"},
        {"other=x|y", 0, "other=x|y;"}, /* whoever reads it complains */
        {"alpha=", 0, "alpha=;"},
        {"command=a | b {instance}", 0, "command=a | b {instance};"},
        {"command=m {1|2} -k {3..4 by 1}", 0,
         "command=m 1 -k 3;command=m 1 -k 4;command=m 2 -k 3;command=m 2 -k 4;"},
        {"command=x{p{q|c} y|z}", 0, "command=xpq y;command=xpz;command=xc y|z};"},
    };
    for (size_t q = 0; q < sizeof trial / sizeof *trial; q++)
        cr_expect_str_eq(settings(&trial[q].assignment, 1, trial[q].steps), trial[q].expected, "%s",
                         trial[q].assignment);
}

Test(grid, the_last_assignment_changes_fastest)
{
    const char *const set[] = {"alpha=1|2", "mode=x", "k=1|2"};
    cr_assert_str_eq(settings(set, 3, 0), "alpha=1,mode=x,k=1;alpha=1,mode=x,k=2;"
                                          "alpha=2,mode=x,k=1;alpha=2,mode=x,k=2;");
    cr_assert_str_eq(settings(set, 0, 0), ""); /* one, of nothing */
}
