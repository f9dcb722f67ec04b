#include "table_rows.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formula.h"
#include "input.h"
#include "packing.h"
#include "table_columns.h"
#include "utf8.h"

enum { TARGETS_MAX = 96, REASONS_MAX = 24, MAP_MAX = 1 << 20 };

typedef struct {
    const char *name;
    const ul_formula *formula; /* NULL: a field that the table does not have */
    ul_field_form form;
    bool is_needed;
    ul_micro preset, least, most; /* of the rows that were taken */
} target;

/* Why rows were left out: so many, this one first. */
typedef struct {
    const char *what, *why, *file;
    size_t n, line;
    char example[40];
} reason;

typedef struct {
    const ul_source_request *request;
    ul_data_rows *rows;
    ul_names *columns;
    ul_data_resources resources;
    target target[TARGETS_MAX];
    size_t n_targets;
    const ul_formula *where, *always; /* what must hold, or NULL */
    size_t n_read, n_filtered, n_rounded, n_left_out;
    reason reason[REASONS_MAX];
    size_t n_reasons;
} reading;

/* ---- the map ---- */

static ul_status add_resource(reading *state, const char *name, target **found)
{
    ul_data_rows *rows = state->rows;
    if (state->n_targets == TARGETS_MAX || rows->n_resources == UL_RESOURCES_MAX)
        return ul_fail(UL_E_INPUT, "the map has too many names");
    UL_TRY(ul_name_check("resource", name));
    *found = &state->target[state->n_targets++];
    const bool is_asked = state->resources == UL_RESOURCES_NEEDED;
    **found = (target){.name = name, .form = is_asked ? UL_FIELD_AMOUNT : UL_FIELD_ROOM,
                       .is_needed = is_asked};
    rows->resource[rows->n_resources++] = name;
    return UL_OK;
}

static ul_status find_target(reading *state, const char *name, target **found)
{
    char list[400] = "";
    size_t used = 0;
    for (size_t q = 0; q < state->n_targets; q++)
        if (strcmp(state->target[q].name, name) == 0) {
            *found = &state->target[q];
            return UL_OK;
        }
    if (state->resources != UL_NO_RESOURCES)
        return add_resource(state, name, found);
    for (size_t q = 0; q < state->n_targets && used < sizeof list; q++)
        used += (size_t)snprintf(list + used, sizeof list - used, "%s%s", q == 0 ? "" : ", ",
                                 state->target[q].name);
    return ul_fail(UL_E_INPUT, "the map names '%.80s', which is none of: %s", name, list);
}

/* One "NAME = FORMULA". */
static ul_status add_assignment(reading *state, char *text)
{
    ul_arena *arena = state->rows->arena;
    target *found;
    text += strspn(text, " \t\r");
    char *sign = strchr(text, '=');
    if (*text == '\0' || *text == '#')
        return UL_OK;
    if (sign == NULL)
        return ul_fail(UL_E_INPUT, "the map has '%.80s', expected NAME=FORMULA; a file of these is "
                                   "named by @FILE", text);
    size_t n = (size_t)(sign - text);
    while (n > 0 && strchr(" \t", text[n - 1]) != NULL)
        n--;
    char *name = ul_arena_text(arena, text, n);
    char *formula = ul_arena_text(arena, sign + 1, strcspn(sign + 1, "\r"));
    UL_NEED(name && formula);
    UL_TRY(find_target(state, name, &found));
    if (found->formula != NULL)
        return ul_fail(UL_E_INPUT, "the map names '%.80s' twice", name);
    return ul_formula_parse(arena, formula, state->columns, &found->formula);
}

/* Commas between assignments are those outside parentheses, brackets and quotes. */
static ul_status read_map(reading *state, char *text)
{
    int depth = 0;
    char quote = '\0', *start = text;
    for (;; text++) {
        const char c = *text;
        if (quote != '\0' && c != '\0' && c != '\n') {
            quote = c == quote ? '\0' : quote;
            continue;
        }
        depth += (c == '(' || c == '[') - (c == ')' || c == ']');
        quote = c == '"' || c == '\'' ? c : '\0';
        if (c != '\0' && c != '\n' && !(c == ',' && depth == 0))
            continue;
        *text = '\0';
        UL_TRY(add_assignment(state, start));
        if (c == '\0')
            return UL_OK;
        start = text + 1;
        depth = 0;
    }
}

static ul_status map_text(const ul_source_request *request, const char *usual, char **text)
{
    const char *given = ul_param_text(request->param, "map");
    size_t length;
    if (given[0] != '@') {
        *text = strdup(given[0] != '\0' || usual == NULL ? given : usual);
        return *text == NULL ? ul_no_memory() : UL_OK;
    }
    return ul_input_read_file(given + 1, MAP_MAX, text, &length);
}

static ul_status prepare(reading *state, const ul_data_field *field, const ul_data_usual *usual)
{
    const char *where = ul_param_text(state->request->param, "where");
    char *text;
    for (; field->name != NULL; field++)
        state->target[state->n_targets++] = (target){
            .name = field->name, .form = field->form, .is_needed = field->is_needed,
            .preset = field->preset,
        };
    state->rows->n_fields = state->n_targets;
    UL_TRY(map_text(state->request, usual->map, &text));
    const ul_status status = read_map(state, text);
    free(text);
    UL_TRY(status);
    for (size_t q = 0; q < state->n_targets; q++)
        if (state->target[q].is_needed && state->target[q].formula == NULL)
            return ul_fail(UL_E_INPUT, "the map does not say what '%s' is (--map '%s=COLUMN,...')",
                           state->target[q].name, state->target[q].name);
    if (state->resources != UL_NO_RESOURCES && state->rows->n_resources == 0)
        return ul_fail(UL_E_INPUT, "the map names no resource (--map 'cpu=COLUMN,...')");
    if (usual->where != NULL)
        UL_TRY(ul_formula_parse(state->rows->arena, usual->where, state->columns, &state->always));
    return where[0] == '\0'
               ? UL_OK
               : ul_formula_parse(state->rows->arena, where, state->columns, &state->where);
}

/* ---- rows ---- */

static void leave_out(reading *state, const ul_columns_row *row, const char *what, const char *why,
                      const char *example)
{
    size_t q = 0;
    state->n_left_out++;
    while (q < state->n_reasons
           && (strcmp(state->reason[q].what, what) != 0 || strcmp(state->reason[q].why, why) != 0))
        q++;
    if (q == REASONS_MAX)
        return; /* the sum says that there were others */
    reason *r = &state->reason[q];
    if (q == state->n_reasons) {
        state->n_reasons++;
        *r = (reason){.what = what, .file = row->file, .line = row->line};
        r->why = ul_arena_text(state->rows->arena, why, strlen(why));
        r->why = r->why == NULL ? "" : r->why;
        if (example != NULL)
            snprintf(r->example, sizeof r->example, " '%.30s'", example);
    }
    r->n++;
}

static const char *take_text(reading *state, const ul_term *cell, ul_data_record *record, size_t q)
{
    char digits[UL_NUMBER_TEXT];
    const char *text = cell->text;
    if (cell->form == UL_TERM_NUMBER) {
        ul_micro value;
        bool rounded;
        if (!ul_fraction_micro(cell->number, &value, &rounded))
            return "is no name";
        text = ul_micro_text(value, digits);
    }
    if (!ul_utf8_is(text))
        return "is not UTF-8 (iconv -f latin1 -t utf8)";
    record->text[q] = ul_arena_text(state->rows->arena, text, strlen(text));
    return record->text[q] == NULL ? "is too long" : NULL;
}

static const char *take_number(reading *state, const target *t, const ul_term *cell,
                               ul_data_record *record, size_t q)
{
    bool rounded;
    if (cell->number.above < 0)
        return "is negative";
    if (!ul_fraction_micro(cell->number, &record->number[q], &rounded))
        return "is too large";
    if (t->form == UL_FIELD_COUNT && (rounded || record->number[q] % UL_MICRO != 0))
        return "is no whole number";
    if (t->form == UL_FIELD_COUNT && record->number[q] == 0)
        return "is zero";
    if (t->form == UL_FIELD_SHARE && record->number[q] > UL_MICRO)
        return "is above 1";
    if (t->form == UL_FIELD_ROOM && rounded)
        record->number[q]--;
    state->n_rounded += rounded;
    return NULL;
}

/* Whether a row without this value can be taken: a number that others would have to guess is
 * not one of these. */
static bool may_miss(const target *t)
{
    return !t->is_needed
           && (t->form == UL_FIELD_TEXT || t->form == UL_FIELD_ROOM || t->preset < 0);
}

/* Why the row cannot be taken for this value, or NULL. */
static const char *take_value(reading *state, const ul_columns_row *row, ul_data_record *record,
                              size_t q, const char **example)
{
    const target *t = &state->target[q];
    const bool is_text = t->form == UL_FIELD_TEXT;
    record->number[q] = t->preset;
    record->text[q] = NULL;
    if (t->formula == NULL)
        return NULL;
    const ul_term raw = ul_formula_term(t->formula, row->value, row->commas);
    const ul_term cell = is_text ? raw : ul_formula_number(t->formula, row->value, row->commas);
    *example = raw.form == UL_TERM_TEXT ? raw.text : NULL;
    if (cell.form == UL_TERM_MISSING)
        return may_miss(t) ? NULL : "is missing";
    if (cell.form == UL_TERM_WRONG)
        return cell.text;
    return is_text ? take_text(state, &cell, record, q)
                   : take_number(state, t, &cell, record, q);
}

static ul_status new_record(reading *state, ul_data_record **record)
{
    ul_data_rows *rows = state->rows;
    UL_MORE(rows->arena, rows->record, rows->n, rows->room);
    *record = &rows->record[rows->n];
    UL_ALLOC_RAW(rows->arena, (*record)->text, state->n_targets);
    UL_ALLOC_RAW(rows->arena, (*record)->number, state->n_targets);
    return UL_OK;
}

static void widen_ranges(reading *state, const ul_data_record *record)
{
    for (size_t q = 0; q < state->n_targets; q++) {
        target *t = &state->target[q];
        const ul_micro value = record->number[q];
        t->least = state->rows->n == 0 || value < t->least ? value : t->least;
        t->most = state->rows->n == 0 || value > t->most ? value : t->most;
    }
}

static bool meets(const ul_formula *condition, const ul_columns_row *row)
{
    if (condition == NULL)
        return true;
    const ul_term cell = ul_formula_number(condition, row->value, row->commas);
    return cell.form == UL_TERM_NUMBER && cell.number.above != 0;
}

static ul_status take_row(void *context, const ul_columns_row *row)
{
    reading *state = context;
    ul_data_record *record = NULL;
    state->n_read++;
    if (row->fault != NULL) {
        leave_out(state, row, "the row", row->fault, NULL);
        return UL_OK;
    }
    if (!meets(state->always, row) || !meets(state->where, row)) {
        state->n_filtered++;
        return UL_OK;
    }
    UL_TRY(new_record(state, &record));
    record->line = row->line;
    for (size_t q = 0; q < state->n_targets; q++) {
        const char *example = NULL;
        const char *why = take_value(state, row, record, q, &example);
        if (why != NULL) {
            leave_out(state, row, state->target[q].name, why, example);
            return UL_OK;
        }
    }
    widen_ranges(state, record);
    state->rows->n++;
    return UL_OK;
}

/* ---- what was understood ---- */

static void remark(const reading *state)
{
    const ul_source_request *request = state->request;
    char least[UL_NUMBER_TEXT], most[UL_NUMBER_TEXT];
    ul_source_remark(request, "%zu rows, %zu taken", state->n_read, state->rows->n);
    if (state->n_filtered > 0)
        ul_source_remark(request, "%zu filtered out", state->n_filtered);
    for (size_t q = 0; q < state->n_reasons; q++) {
        const reason *r = &state->reason[q];
        ul_source_remark(request, "%zu left out: %s%s %s (line %zu%s)", r->n, r->what, r->example,
                         r->why, r->line, r->n > 1 ? " first" : "");
    }
    for (size_t q = 0; q < state->n_targets && state->rows->n > 0; q++) {
        const target *t = &state->target[q];
        if (t->formula != NULL && t->form != UL_FIELD_TEXT)
            ul_source_remark(request, "%s %s to %s%s", t->name, ul_micro_text(t->least, least),
                             ul_micro_text(t->most, most),
                             t->form == UL_FIELD_SECONDS ? " s" : "");
    }
    if (state->n_rounded > 0)
        ul_source_remark(request, "%zu values rounded to millionths", state->n_rounded);
}

ul_status ul_data_read(const ul_source_request *request, const ul_data_field *field,
                        ul_data_resources resources, const ul_data_usual *usual,
                        ul_data_rows *rows)
{
    reading *state = ul_arena_alloc(rows->arena, 1, sizeof *state);
    rows->resource = ul_arena_alloc(rows->arena, UL_RESOURCES_MAX, sizeof *rows->resource);
    rows->field = field;
    UL_NEED(state && rows->resource);
    *state = (reading){.request = request, .rows = rows, .columns = ul_names_new(),
                       .resources = resources};
    UL_NEED(state->columns);
    ul_status status = prepare(state, field, usual);
    if (status == UL_OK)
        status = ul_columns_each(request, rows->arena, state->columns, take_row, state);
    ul_names_free(state->columns);
    UL_TRY(status);
    remark(state);
    return rows->n > 0 ? UL_OK
                       : ul_fail(UL_E_INPUT, "%s: no row is left (%s)", request->input[0],
                                 request->remark);
}

ul_status ul_data_fits_nowhere(const ul_source_request *request, const ul_data_rows *rows,
                               const ul_data_record *row)
{
    char list[400] = "", number[UL_NUMBER_TEXT];
    size_t used = 0;
    for (size_t r = 0; r < rows->n_resources && used < sizeof list; r++)
        used += (size_t)snprintf(list + used, sizeof list - used, "%s%s %s", r == 0 ? "" : ", ",
                                 ul_micro_text(row->number[rows->n_fields + r], number),
                                 rows->resource[r]);
    return ul_fail(UL_E_INPUT, "%s: no task fits any type of the catalog; that of line %zu takes %s",
                   request->input[0], row->line, list);
}
