#include "table.h"

#include <math.h>
#include <string.h>

#define UL_TABLE(symbol) extern const ul_table ul_table_##symbol;
#include "tables.def"
#undef UL_TABLE

const ul_table *const ul_tables[] = {
#define UL_TABLE(symbol) &ul_table_##symbol,
#include "tables.def"
#undef UL_TABLE
    NULL,
};

const ul_table *ul_table_find(const char *name)
{
    for (size_t q = 0; ul_tables[q] != NULL; q++)
        if (strcmp(ul_tables[q]->name, name) == 0)
            return ul_tables[q];
    return NULL;
}

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

ul_status ul_table_claim(ul_table_made *made, ul_arena *arena, const ul_claim *claim)
{
    static const char *const sense[] = {
        [UL_CLAIM_EQUAL] = "", [UL_CLAIM_AT_MOST] = "<= ", [UL_CLAIM_AT_LEAST] = ">= "};
    if (made->verdicts == NULL)
        UL_TRY(begin_verdicts(made, arena));
    ul_sheet *to = made->verdicts;
    ul_sheet_cell(to, "%s", claim->what);
    ul_sheet_cell(to, "%s%.*f%s", sense[claim->sense], claim->decimals, claim->paper, claim->unit);
    ul_sheet_cell(to, "%.*f%s", claim->decimals, claim->ours, claim->unit);
    ul_sheet_cell(to, "%.*f%s", claim->decimals, claim->tolerance, claim->unit);
    ul_sheet_cell(to, "%s", agrees(claim) ? "agrees" : "differs");
    ul_sheet_cell(to, "%s", agrees(claim) ? "" : claim->why);
    return UL_OK;
}
