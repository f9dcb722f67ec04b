#include "judge.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

const char ul_judge_rule[] =
    "Agrees: within 5% of the printed value, a percentage within 2 points, or within the spread "
    "that is printed; near: within 15%, or 5 points; else it differs, and a known cause has a "
    "command that shows it. Percentages below 10 by 15% and 40% of their value, availabilities by "
    "0.1 and 0.3 nines; at most and at least as printed.";

/* How far off still agrees, and is still near: in the value's unit, of the value, in nines. */
static const struct {
    double agrees, near;
} of_value = {0.05, 0.15}, points = {2, 5}, of_small_share = {0.15, 0.40}, nines = {0.1, 0.3};
static const double small_share = 10; /* percent: below, points say nothing */
static const double rounding = 1e-9;  /* of the limit: 1.05 is within 5% of 1 */

static const char *const name[UL_VERDICTS] = {
    [UL_AGREES] = "agrees", [UL_NEAR] = "near", [UL_DIFFERS_KNOWN] = "differs known",
    [UL_DIFFERS_OPEN] = "differs open", [UL_HOLDS] = "holds", [UL_FAILS] = "fails",
    [UL_NOT_JUDGED] = "not judged"};

const ul_unjudged ul_unjudged_words[] = {
    {"cloud", "measured on a real cloud or cluster"},
    {"input", "rests on an input that is not public"},
    {"speed", "the time that another program took on another machine"},
    {"definition", "true by definition"},
    {"arithmetic", "follows from other printed numbers"},
    {"same", "said before, and counted there"},
    {"unsaid", "the paper does not say enough to make it again"},
    {"missing", "no table makes it yet"},
    {0},
};

const char *ul_verdict_name(ul_verdict verdict)
{
    return name[verdict];
}

static const ul_unjudged *find_word(const char *word)
{
    for (const ul_unjudged *u = ul_unjudged_words; u->word != NULL; u++)
        if (strcmp(u->word, word) == 0)
            return u;
    return NULL;
}

const ul_unjudged *ul_judge_excepts(const ul_printed *row, bool made)
{
    const ul_unjudged *said = find_word(row->word);
    if (said != NULL || made)
        return said;
    if (strcmp(row->testable, "physical-run") == 0)
        return find_word("cloud");
    return find_word(strcmp(row->testable, "simulation") == 0 ? "missing"
                     : strcmp(row->testable, "no") == 0       ? "unsaid"
                                                              : "input");
}

/* An availability of 99.9% has three nines; more than 15 are as good as never down. */
static double nines_of(double percent)
{
    return fmin(15, -log10(fmax(1e-15, 1 - percent / 100)));
}

/* Within which of two limits a difference is: 0 the nearer one, 1 the farther, 2 neither. */
static int reach(double off, double agrees, double near)
{
    return off <= agrees * (1 + rounding) ? 0 : off <= near * (1 + rounding) ? 1 : 2;
}

static int reach_of(const ul_printed *row, double ours)
{
    const bool percent = strcmp(row->unit, "%") == 0;
    const double off = fabs(ours - row->value), size = fabs(row->value);
    if (off <= row->within * (1 + rounding))
        return 0;
    if (strcmp(row->unit, "nines") == 0)
        return reach(off, nines.agrees, nines.near);
    if (percent && strcmp(row->quantity, "availability") == 0)
        return reach(fabs(nines_of(ours) - nines_of(row->value)), nines.agrees, nines.near);
    if (percent && size < small_share)
        return reach(off, of_small_share.agrees * size, of_small_share.near * size);
    if (percent)
        return reach(off, points.agrees, points.near);
    return reach(off, of_value.agrees * size, of_value.near * size);
}

ul_verdict ul_judge(const ul_printed *row, double ours)
{
    const ul_verdict differs = strcmp(row->word, "known") == 0 ? UL_DIFFERS_KNOWN
                                                               : UL_DIFFERS_OPEN;
    if (isnan(ours) || ul_judge_excepts(row, true) != NULL)
        return UL_NOT_JUDGED;
    if (ul_printed_is(row, "shape"))
        return ours == row->value ? UL_HOLDS : UL_FAILS;
    const bool at_most = strcmp(row->form, "at most") == 0;
    if (at_most || strcmp(row->form, "at least") == 0) {
        if (at_most ? ours <= row->value : ours >= row->value)
            return UL_AGREES;
        return reach_of(row, ours) <= 1 ? UL_NEAR : differs;
    }
    const ul_verdict by_reach[] = {UL_AGREES, UL_NEAR, differs};
    return by_reach[reach_of(row, ours)];
}

bool ul_judge_shows(const ul_printed *row, ul_verdict verdict)
{
    return (verdict == UL_DIFFERS_KNOWN || verdict == UL_DIFFERS_OPEN) && row->command[0] != '\0';
}

const char *ul_judge_why(const ul_printed *row, ul_verdict verdict, char text[UL_WHY_TEXT])
{
    const ul_unjudged *word = verdict == UL_NOT_JUDGED ? ul_judge_excepts(row, true) : NULL;
    text[0] = '\0';
    if (word != NULL)
        snprintf(text, UL_WHY_TEXT, "%s: %s", word->word,
                 row->why[0] != '\0' ? row->why : word->means);
    else if (ul_judge_shows(row, verdict))
        snprintf(text, UL_WHY_TEXT, "%s%s (moves it to %s: %s)",
                 verdict == UL_DIFFERS_OPEN ? "tried: " : "", row->why, row->moved, row->command);
    return text;
}
