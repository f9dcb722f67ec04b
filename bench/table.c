#include "table.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "campaign.h"

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
    *(agrees(claim) ? &made->n_agree : &made->n_differ) += 1;
    return UL_OK;
}

ul_status ul_table_input(ul_table_made *made, ul_arena *arena, const ul_instance *instance)
{
    for (size_t q = 0; q < made->n_inputs; q++)
        if (strcmp(made->input[q].sha256, instance->sha256) == 0)
            return UL_OK;
    if (made->n_inputs == made->input_room) {
        made->input_room = made->input_room == 0 ? 64 : 2 * made->input_room;
        made->input = ul_arena_grow(arena, made->input, made->n_inputs, made->input_room,
                                    sizeof *made->input);
    }
    const ul_manifest_input input = {
        ul_arena_text(arena, instance->name, strlen(instance->name)),
        ul_arena_text(arena, instance->sha256, strlen(instance->sha256)),
    };
    if (made->input == NULL || input.name == NULL || input.sha256 == NULL)
        return ul_fail(UL_E_MEMORY, "out of memory for a table");
    made->input[made->n_inputs++] = input;
    return UL_OK;
}

void ul_table_say(const ul_table_request *request, const char *format, ...)
{
    char text[600];
    va_list arguments;
    if (request->say == NULL)
        return;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    request->say(request->say_context, text);
}

static ul_status save_sheets(const char *folder, const char *file, ul_sheet_writer write,
                             const ul_sheet *first, const ul_sheet *second)
{
    char path[4096];
    ul_output *out;
    snprintf(path, sizeof path, "%s/%s", folder, file);
    UL_TRY(ul_output_open(path, &out));
    ul_status status = write(first, out);
    if (status == UL_OK && second != NULL) {
        ul_output_text(out, "\n");
        status = write(second, out);
    }
    if (status == UL_OK)
        return ul_output_close(out, NULL);
    ul_output_discard(out);
    return status;
}

ul_status ul_table_save(const ul_table_made *made, const char *folder,
                        const ul_manifest_table *manifest)
{
    char inside[4096];
    UL_TRY(ul_campaign_folder(folder, manifest->name));
    snprintf(inside, sizeof inside, "%s/%s", folder, manifest->name);
    UL_TRY(save_sheets(inside, "table.txt", ul_sheet_text, made->table, made->verdicts));
    UL_TRY(save_sheets(inside, "table.csv", ul_sheet_csv, made->table, NULL));
    if (made->verdicts != NULL)
        UL_TRY(save_sheets(inside, "verdicts.csv", ul_sheet_csv, made->verdicts, NULL));
    if (made->trials != NULL)
        UL_TRY(save_sheets(inside, "trials.csv", ul_sheet_csv, made->trials, NULL));
    return ul_manifest_write_table(inside, manifest);
}
