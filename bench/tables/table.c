#include "table.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cells.h"
#include "registry.h"
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

static const char csv_heading[] = "table,case,subject,measure,unit,ours,deviation,least,most,id,"
                                  "printed,verdict,why\n";
enum { CSV_COLUMNS = 13 };

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

ul_status ul_table_number(ul_table_made *made, ul_arena *arena, const ul_number *number,
                          const ul_claim *claim)
{
    static const char align[CSV_COLUMNS + 1] = "lllllrrrrllll";
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

/* ---- for experiments ---- */

const char *ul_table_text(const ul_table_made *made, const char *name)
{
    return ul_param_text(made->request->param, name);
}

double ul_table_param(const ul_table_made *made, const char *name)
{
    return ul_param_number(made->request->param, name);
}

void ul_table_trial(ul_table_made *made, const char *format, ...)
{
    char text[2000], *rest = text, *cell;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (made->trials == NULL) {
        char align[64] = "l";
        for (const char *at = text; (at = strchr(at, '\t')) != NULL && strlen(align) < 63; at++)
            strcat(align, "l");
        if (ul_sheet_new(made->arena, "trials", "Every run", "",
                         ul_arena_text(made->arena, align, strlen(align)), &made->trials)
            != UL_OK) {
            made->failed = true;
            return;
        }
    }
    while ((cell = strsep(&rest, "\t")) != NULL)
        ul_sheet_cell(made->trials, "%s", cell);
}

ul_status ul_table_instance(ul_table_made *made, const char *source,
                            const ul_source_options *options, ul_instance *instance)
{
    const ul_source *by = options->n_inputs > 0 ? ul_importer_find(source)
                                                : ul_generator_find(source);
    char remark[256];
    ul_table_say(made->request, "%s", options->n_inputs > 0 ? options->input[0] : source);
    UL_TRY(ul_source_make(by, options, remark, sizeof remark, instance));
    const ul_status status = ul_table_input(made, made->arena, instance);
    if (status != UL_OK)
        ul_instance_free(instance);
    return status;
}

enum { SETTINGS_MAX = 16 };

ul_status ul_table_run(ul_table_made *made, const ul_instance *instance, const char *method,
                       const ul_run_options *options, ul_run **run)
{
    char text[400], *rest = text;
    const char *set[SETTINGS_MAX];
    ul_run_options with = options == NULL ? (ul_run_options){0} : *options;
    snprintf(text, sizeof text, "%s", method);
    const ul_method *of = ul_method_find(strsep(&rest, " "));
    for (char *one; rest != NULL && with.n_set < SETTINGS_MAX; with.n_set++) {
        one = strsep(&rest, " ");
        set[with.n_set] = one;
    }
    if (with.n_set > 0)
        with.set = set;
    if (with.seed == 0)
        with.seed = made->request->seed;
    with.methods = ul_methods;
    if (of == NULL)
        return ul_fail(UL_E_INTERNAL, "there is no method '%s'", method);
    ul_table_say(made->request, "%s: %s", instance->name, method);
    UL_TRY(ul_run_new(of, instance, &with, run));
    ul_status status = ul_run_go(*run);
    const ul_run_result *result = ul_run_result_of(*run);
    if (status == UL_OK && !result->has_cost)
        status = ul_fail(result->outcome == UL_INTERRUPTED ? UL_E_STOPPED : UL_E_INTERNAL,
                         "method '%s' has no plan of '%s': %s", method, instance->name,
                         ul_outcome_name(result->outcome));
    if (status != UL_OK)
        ul_run_free(*run);
    return status;
}

double ul_table_measure(const ul_run *run, const char *name)
{
    const double *value = ul_measures_find(&ul_run_result_of(run)->measures, name);
    return value == NULL ? NAN : *value;
}

static bool has_param(const ul_table *table, const char *name)
{
    for (const ul_param *p = table->param; p != NULL && p->name != NULL; p++)
        if (strcmp(p->name, name) == 0)
            return true;
    return false;
}

ul_status ul_table_make(const ul_table *table, const ul_table_request *request, ul_arena *arena,
                        ul_table_made *made)
{
    *made = (ul_table_made){.self = table, .request = request, .arena = arena};
    if (table->make != NULL)
        return table->make(request, arena, made);
    ul_printed_list list;
    UL_TRY(table->experiment(made));
    if (made->failed)
        return ul_no_memory();
    UL_TRY(ul_printed_read(arena, &list));
    UL_TRY(ul_cells_lay_out(made, &list));
    UL_TRY(ul_cells_judge(made, &list));
    const char *path = has_param(table, "svg") ? ul_table_text(made, "svg") : "";
    return path[0] == '\0' ? UL_OK : ul_cells_draw(made, path);
}
