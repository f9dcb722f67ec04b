#include "coverage.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "csv_reader.h"
#include "csv_writer.h"
#include "json.h"

typedef struct {
    ul_coverage *coverage;
    const char *table, *command;
    size_t id, ours, why; /* columns */
    bool begun, old;
} reading;

static bool same(const char *a, const char *b)
{
    return strcmp(a, b) == 0;
}

static const char *keep(ul_arena *arena, const char *text)
{
    return ul_arena_text(arena, text, strlen(text));
}

/* ---- what is kept ---- */

/* A table that an older program kept has no ids, and counts as not kept. */
static void find_columns(reading *r, const ul_csv_row *row)
{
    r->id = ul_csv_find(row, "id");
    r->ours = ul_csv_find(row, "ours");
    r->why = ul_csv_find(row, "why");
    r->begun = true;
    r->old = r->id == UL_NONE || r->ours == UL_NONE || r->why == UL_NONE;
}

static ul_status take_row(void *context, const ul_csv_row *row)
{
    reading *r = context;
    char why[UL_WHY_TEXT];
    if (!r->begun)
        find_columns(r, row);
    for (size_t q = 0; !r->old && q < r->coverage->n; q++) {
        ul_covered *c = &r->coverage->row[q];
        if (!same(c->printed->table, r->table) || !same(c->printed->id, row->field[r->id].text))
            continue;
        const char *ours = row->field[r->ours].text, *said = row->field[r->why].text;
        if (ours[0] == '\0')
            continue;
        c->ours = strtod(ours, NULL);
        c->command = r->command;
        c->verdict = strncmp(said, "unlike:", strlen("unlike:")) == 0
                         ? UL_NOT_JUDGED
                         : ul_judge(c->printed, c->ours);
        const ul_unjudged *word = ul_judge_excepts(c->printed, true);
        c->word = c->verdict != UL_NOT_JUDGED ? "" : word == NULL ? "missing" : word->word;
        c->why = keep(r->coverage->arena, c->verdict == UL_NOT_JUDGED && word == NULL
                                              ? said
                                              : ul_judge_why(c->printed, c->verdict, why));
        UL_NEED(c->why);
    }
    return UL_OK;
}

/* "ullage reproduce TABLE --set ...", by what the manifest says was typed. */
static ul_status read_command(reading *r, const char *folder)
{
    char path[4200], text[1000];
    ul_json *document;
    snprintf(path, sizeof path, "%s/%s/manifest.json", folder, r->table);
    snprintf(text, sizeof text, "ullage reproduce %s", r->table);
    UL_TRY(ul_json_read(path, &document));
    const ul_json *argv = ul_json_member(document, "argv");
    for (size_t q = 1; q + 1 < ul_json_count(argv); q++) {
        const char *option = "", *value = "";
        ul_json_text(ul_json_element(argv, q), &option);
        ul_json_text(ul_json_element(argv, q + 1), &value);
        if (same(option, "--set") || same(option, "--seed") || same(option, "--time-limit"))
            snprintf(text + strlen(text), sizeof text - strlen(text), " %s %s", option, value);
    }
    ul_json_free(document);
    r->command = keep(r->coverage->arena, text);
    return r->command == NULL ? ul_no_memory() : UL_OK;
}

static ul_status read_table(ul_coverage *coverage, const char *folder, const char *table)
{
    reading r = {.coverage = coverage, .table = table};
    char path[4200];
    snprintf(path, sizeof path, "%s/%s/table.csv", folder, table);
    if (access(path, R_OK) != 0)
        return UL_OK;
    UL_TRY(read_command(&r, folder));
    return ul_csv_read_file(path, take_row, &r);
}

/* Whether an earlier row names the same table, or this one none. */
static bool is_read(const ul_coverage *coverage, size_t q)
{
    const char *table = coverage->row[q].printed->table;
    for (size_t p = 0; p < q; p++)
        if (same(coverage->row[p].printed->table, table))
            return true;
    return table[0] == '\0';
}

ul_status ul_coverage_read(const char *folder, ul_arena *arena, ul_coverage *coverage)
{
    *coverage = (ul_coverage){.arena = arena};
    if (access(folder, R_OK) != 0)
        return ul_fail(UL_E_INPUT, "%s: no such folder; --keep DIR names the one where tables are "
                                   "kept", folder);
    UL_TRY(ul_printed_read(arena, &coverage->list));
    UL_ALLOC(arena, coverage->row, coverage->list.n);
    for (size_t q = 0; q < coverage->list.n; q++) {
        const ul_printed *p = &coverage->list.row[q];
        if (!ul_printed_is(p, "result") && !ul_printed_is(p, "shape"))
            continue;
        const ul_unjudged *word = ul_judge_excepts(p, false);
        coverage->row[coverage->n++] = (ul_covered){
            .printed = p, .ours = NAN, .verdict = UL_NOT_JUDGED, .word = word->word,
            .why = p->why[0] != '\0' && same(p->word, word->word) ? p->why : word->means,
            .command = ""};
    }
    for (size_t q = 0; q < coverage->n; q++)
        if (!is_read(coverage, q))
            UL_TRY(read_table(coverage, folder, coverage->row[q].printed->table));
    return UL_OK;
}

/* ---- what is said of it ---- */

static const char *group_of(const ul_covered *c, bool by_table)
{
    return by_table ? c->printed->table : c->printed->paper;
}

/* "cloud 142, speed 9": of the rows of a group that are not judged. */
static void reasons(const ul_coverage *coverage, const char *group, bool by_table, char text[400])
{
    text[0] = '\0';
    for (const ul_unjudged *u = ul_unjudged_words; u->word != NULL; u++) {
        size_t n = 0;
        for (size_t q = 0; q < coverage->n; q++)
            n += same(group_of(&coverage->row[q], by_table), group)
                 && same(coverage->row[q].word, u->word);
        if (n > 0)
            snprintf(text + strlen(text), 400 - strlen(text), "%s%s %zu",
                     text[0] == '\0' ? "" : ", ", u->word, n);
    }
}

static void write_group(const ul_coverage *coverage, const char *group, bool by_table,
                        ul_sheet *sheet)
{
    size_t count[UL_VERDICTS] = {0}, printed = 0, shapes = 0;
    char text[400];
    for (size_t q = 0; q < coverage->n; q++) {
        const ul_covered *c = &coverage->row[q];
        if (!same(group_of(c, by_table), group))
            continue;
        count[c->verdict]++;
        *(ul_printed_is(c->printed, "shape") ? &shapes : &printed) += 1;
    }
    ul_sheet_cell(sheet, "%s", group);
    ul_sheet_cell(sheet, "%zu", printed);
    ul_sheet_cell(sheet, "%zu", count[UL_AGREES] + count[UL_NEAR] + count[UL_DIFFERS_KNOWN]
                                    + count[UL_DIFFERS_OPEN]);
    for (ul_verdict v = UL_AGREES; v <= UL_DIFFERS_OPEN; v++)
        ul_sheet_cell(sheet, "%zu", count[v]);
    if (shapes == 0)
        ul_sheet_cell(sheet, "%s", "");
    else
        ul_sheet_cell(sheet, "%zu of %zu", count[UL_HOLDS], shapes);
    reasons(coverage, group, by_table, text);
    ul_sheet_cell(sheet, "%s", text);
}

static ul_status make_sheet(const ul_coverage *coverage, bool by_table, ul_sheet **sheet)
{
    static const char *const head[] = {"printed", "judged", "agrees", "near", "differs known",
                                       "differs open", "shapes hold", "not judged"};
    UL_TRY(ul_sheet_new(coverage->arena, by_table ? "tables" : "papers",
                        by_table ? "Table by table" : "What the papers print, and what we find",
                        by_table ? "" : ul_judge_rule, "lrrrrrrrl", sheet));
    ul_sheet_cell(*sheet, "%s", by_table ? "table" : "paper");
    for (size_t c = 0; c < sizeof head / sizeof *head; c++)
        ul_sheet_cell(*sheet, "%s", head[c]);
    for (size_t q = 0; q < coverage->n; q++) {
        const char *group = group_of(&coverage->row[q], by_table);
        bool known = group[0] == '\0';
        for (size_t p = 0; p < q; p++)
            known = known || same(group_of(&coverage->row[p], by_table), group);
        if (!known)
            write_group(coverage, group, by_table, *sheet);
    }
    return UL_OK;
}

ul_status ul_coverage_papers(const ul_coverage *coverage, ul_sheet **sheet)
{
    return make_sheet(coverage, false, sheet);
}

ul_status ul_coverage_tables(const ul_coverage *coverage, ul_sheet **sheet)
{
    return make_sheet(coverage, true, sheet);
}

/* The word before the sentence, where it does not stand there already. */
static const char *full_why(const ul_covered *c, char text[UL_WHY_TEXT])
{
    const size_t length = strlen(c->word);
    const bool said = length == 0 || (strncmp(c->why, c->word, length) == 0
                                      && c->why[length] == ':');
    snprintf(text, UL_WHY_TEXT, "%s%s%s", said ? "" : c->word, said ? "" : ": ", c->why);
    return text;
}

ul_status ul_coverage_csv(const ul_coverage *coverage, ul_output *out)
{
    ul_csv_writer csv = {.out = out};
    char why[UL_WHY_TEXT];
    ul_output_text(out, "id,paper,table,quantity,subject,printed,ours,unit,verdict,why,command\n");
    for (size_t q = 0; q < coverage->n; q++) {
        const ul_covered *c = &coverage->row[q];
        const ul_printed *p = c->printed;
        const char *const text[] = {p->id, p->paper, p->table, p->quantity, p->subject, p->text};
        for (size_t f = 0; f < sizeof text / sizeof *text; f++)
            ul_csv_put(&csv, text[f]);
        if (isnan(c->ours))
            ul_csv_put(&csv, "");
        else
            ul_csv_put_number(&csv, "%.6g", c->ours);
        ul_csv_put(&csv, p->unit);
        ul_csv_put(&csv, ul_verdict_name(c->verdict));
        ul_csv_put(&csv, full_why(c, why));
        ul_csv_put(&csv, c->command);
        ul_csv_end(&csv);
    }
    return UL_OK;
}
