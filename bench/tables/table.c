#include "table.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "run_folder.h"

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

static const char csv_heading[] = "table,case,subject,measure,unit,ours,deviation,least,most,paper,"
                                  "paper_deviation,sense,tolerance,verdict,remark\n";
enum { CSV_COLUMNS = 15 };

static void text_cell(ul_sheet *to, const char *text)
{
    ul_sheet_cell(to, "%s", text == NULL ? "" : text);
}

static void number_cell(ul_sheet *to, bool known, double value)
{
    if (known && isfinite(value))
        ul_sheet_cell(to, "%.6g", value);
    else
        ul_sheet_cell(to, "%s", "");
}

static void claim_cells(ul_sheet *to, const ul_number *number, const ul_claim *claim)
{
    static const char *const sense[] = {
        [UL_CLAIM_EQUAL] = "=", [UL_CLAIM_AT_MOST] = "<=", [UL_CLAIM_AT_LEAST] = ">="};
    text_cell(to, claim == NULL ? "" : sense[claim->sense]);
    number_cell(to, claim != NULL, claim == NULL ? 0 : claim->tolerance);
    text_cell(to, claim == NULL ? "" : agrees(claim) ? "agrees" : "differs");
    if (claim != NULL && !agrees(claim))
        ul_sheet_cell(to, "%s%s", whose_words(claim), claim->why);
    else if (number->paper_says != NULL && number->paper_says[0] != '\0')
        ul_sheet_cell(to, "the paper says: %s", number->paper_says);
    else
        text_cell(to, "");
}

ul_status ul_table_number(ul_table_made *made, ul_arena *arena, const ul_number *number,
                          const ul_claim *claim)
{
    static const char align[CSV_COLUMNS + 1] = "lllllrrrrrrlrll";
    if (made->numbers == NULL)
        UL_TRY(ul_sheet_new(arena, "numbers", "", "", align, &made->numbers));
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
    number_cell(to, claim != NULL || (number->has & UL_HAS_PAPER) != 0,
                claim != NULL ? claim->paper : number->paper);
    number_cell(to, (number->has & UL_HAS_PAPER_DEVIATION) != 0, number->paper_deviation);
    claim_cells(to, number, claim);
    return claim == NULL ? UL_OK : write_verdict(made, arena, claim);
}

ul_status ul_table_claim(ul_table_made *made, ul_arena *arena, const ul_claim *claim)
{
    const ul_number number = {
        .measure = claim->what, .unit = claim->unit, .ours = claim->ours};
    return ul_table_number(made, arena, &number, claim);
}

ul_status ul_table_csv(const ul_table_made *made, bool heading, ul_output *out)
{
    if (heading)
        ul_output_text(out, csv_heading);
    return made->numbers == NULL ? UL_OK : ul_sheet_csv(made->numbers, out);
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
        .name = ul_arena_text(arena, instance->name, strlen(instance->name)),
        .sha256 = ul_arena_text(arena, instance->sha256, strlen(instance->sha256)),
    };
    if (made->input == NULL || input.name == NULL || input.sha256 == NULL)
        return ul_no_memory();
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

static ul_status write_text(const ul_table_made *made, ul_output *out)
{
    UL_TRY(ul_sheet_text(made->table, out));
    if (made->verdicts == NULL)
        return UL_OK;
    ul_output_text(out, "\n");
    return ul_sheet_text(made->verdicts, out);
}

static ul_status write_csv(const ul_table_made *made, ul_output *out)
{
    return ul_table_csv(made, true, out);
}

static ul_status write_trials(const ul_table_made *made, ul_output *out)
{
    return ul_sheet_csv(made->trials, out);
}

static ul_status save(const ul_table_made *made, const char *folder, const char *file,
                      ul_status (*write)(const ul_table_made *, ul_output *))
{
    char path[4096];
    ul_output *out;
    if (snprintf(path, sizeof path, "%s/%s", folder, file) >= (int)sizeof path)
        return ul_fail(UL_E_INPUT, "%s: the path is too long", folder);
    UL_TRY(ul_output_open(path, &out));
    return ul_output_finish(out, write(made, out));
}

ul_status ul_table_save(const ul_table_made *made, const char *folder,
                        const ul_manifest_table *manifest)
{
    char inside[4096];
    UL_TRY(ul_run_folder_make(folder, manifest->name));
    snprintf(inside, sizeof inside, "%s/%s", folder, manifest->name);
    UL_TRY(save(made, inside, "table.txt", write_text));
    UL_TRY(save(made, inside, "table.csv", write_csv));
    if (made->trials != NULL)
        UL_TRY(save(made, inside, "trials.csv", write_trials));
    return ul_manifest_write_table(inside, manifest);
}

ul_status ul_table_trace(const ul_table_request *request, const char *file, char path[4096],
                         const char **found)
{
    static const char *const ending[] = {"", ".gz"};
    const char *folder = ul_param_text(request->param, "traces");
    *found = NULL;
    for (size_t q = 0; folder[0] != '\0' && q < 2; q++) {
        snprintf(path, 4096, "%s/%s%s", folder, file, ending[q]);
        if (access(path, R_OK) == 0) {
            *found = path;
            return UL_OK;
        }
    }
    return folder[0] == '\0' ? UL_OK
                             : ul_fail(UL_E_INPUT, "%s: no %s or %s.gz is there; without a folder "
                                                   "jobs are generated", folder, file, file);
}
