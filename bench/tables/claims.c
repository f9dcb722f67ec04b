#include <math.h>

#include "cells.h"

static bool agrees(const ul_claim *claim)
{
    const double difference = claim->ours - claim->paper;
    switch (claim->sense) {
    case UL_CLAIM_AT_MOST:
        return difference <= claim->tolerance;
    case UL_CLAIM_AT_LEAST:
        return difference >= -claim->tolerance;
    case UL_CLAIM_EQUAL:
        break;
    }
    return fabs(difference) <= claim->tolerance;
}

/* A reason that this run did not find out is what we think, and is marked so. */
static const char *whose_words(const ul_claim *claim)
{
    return claim->why_is_checked ? "" : "our reading: ";
}

static ul_status begin_verdicts(ul_table_made *made, ul_arena *arena)
{
    static const char *const head[] = {"claim",     "paper",   "ours",
                                       "tolerance", "verdict", "why it differs"};
    UL_TRY(ul_sheet_new(arena, "verdicts", "What the paper says, and what we find", "", "lrrrll",
                        &made->verdicts));
    for (size_t c = 0; c < sizeof head / sizeof *head; c++)
        ul_sheet_cell(made->verdicts, "%s", head[c]);
    return UL_OK;
}

static ul_status write_verdict(ul_table_made *made, ul_arena *arena, const ul_claim *claim)
{
    static const char *const sense[] = {
        [UL_CLAIM_EQUAL] = "", [UL_CLAIM_AT_MOST] = "<= ", [UL_CLAIM_AT_LEAST] = ">= "};
    static const char *const origin[] = {
        [UL_PRINTED] = "", [UL_FROM_FIGURE] = " (read from the figure)", [UL_DERIVED] = " (derived)"};
    if (made->verdicts == NULL)
        UL_TRY(begin_verdicts(made, arena));
    ul_sheet *to = made->verdicts;
    ul_sheet_cell(to, "%s", claim->what);
    ul_sheet_cell(to, "%s%.*f%s%s", sense[claim->sense], claim->decimals, claim->paper, claim->unit,
                  origin[claim->origin]);
    ul_sheet_cell(to, "%.*f%s", claim->decimals, claim->ours, claim->unit);
    ul_sheet_cell(to, "%.*f%s", claim->decimals, claim->tolerance, claim->unit);
    ul_sheet_cell(to, "%s", agrees(claim) ? "agrees" : "differs");
    ul_sheet_cell(to, "%s%s", agrees(claim) ? "" : whose_words(claim),
                  agrees(claim) ? "" : claim->why);
    *(agrees(claim) ? &made->n_agree : &made->n_differ) += 1;
    return UL_OK;
}

/* ---- the numbers, for programs ---- */

static void text_cell(ul_sheet *to, const char *text)
{
    ul_sheet_cell(to, "%s", text == NULL ? "" : text);
}

static void number_cell(ul_sheet *to, bool known, double value)
{
    ul_number_cell(to, known ? value : NAN);
}

ul_status ul_table_number(ul_table_made *made, ul_arena *arena, const ul_number *number,
                          const ul_claim *claim)
{
    if (made->numbers == NULL)
        UL_TRY(ul_numbers_new(arena, &made->numbers));
    ul_sheet *to = made->numbers;
    const char *unit = number->unit;
    while (unit != NULL && *unit == ' ') /* a claim's stands behind its number */
        unit++;
    text_cell(to, made->table == NULL ? "" : made->table->name);
    text_cell(to, number->of);
    text_cell(to, number->subject);
    text_cell(to, number->measure);
    text_cell(to, unit);
    number_cell(to, true, number->ours);
    number_cell(to, (number->has & UL_HAS_DEVIATION) != 0, number->deviation);
    number_cell(to, (number->has & UL_HAS_RANGE) != 0, number->least);
    number_cell(to, (number->has & UL_HAS_RANGE) != 0, number->most);
    text_cell(to, "");
    number_cell(to, claim != NULL || (number->has & UL_HAS_PAPER) != 0,
                claim != NULL ? claim->paper : number->paper);
    text_cell(to, claim == NULL ? "" : agrees(claim) ? "agrees" : "differs");
    text_cell(to, claim == NULL || agrees(claim) ? "" : claim->why);
    return claim == NULL ? UL_OK : write_verdict(made, arena, claim);
}

ul_status ul_table_claim(ul_table_made *made, ul_arena *arena, const ul_claim *claim)
{
    const ul_number number = {
        .measure = claim->what, .unit = claim->unit, .ours = claim->ours};
    return ul_table_number(made, arena, &number, claim);
}
