#include "table_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <strings.h>

#include "arena.h"
#include "csv_reader.h"
#include "json.h"
#include "utf8.h"

enum { LOOK = 64 * 1024, OBJECTS_LOOKED_AT = 1000 };

/* ---- JSON, a line at a time ---- */

typedef ul_status (*line_fn)(void *context, size_t line, const char *text, size_t length);

static ul_status each_line(ul_input *input, line_fn fn, void *context)
{
    char *text;
    size_t length;
    UL_TRY(ul_input_read_all(input, (size_t)8 << 30, &text, &length));
    ul_status status = UL_OK;
    size_t line = 1;
    for (char *at = text; at < text + length && status == UL_OK; line++) {
        char *end = memchr(at, '\n', (size_t)(text + length - at));
        const size_t n = end == NULL ? (size_t)(text + length - at) : (size_t)(end - at);
        const size_t mark = line == 1 && n >= 3 && memcmp(at, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
        if (n > mark + strspn(at + mark, " \t\r"))
            status = fn(context, line, at + mark, n - mark);
        at += n + 1;
    }
    free(text);
    return status;
}

static ul_status read_lines(const ul_data_file *file, line_fn fn, void *context)
{
    UL_FREED_BY(ul_input_drop) ul_input *input = NULL;
    UL_TRY(ul_input_open(file->path, &input));
    const ul_status status = each_line(input, fn, context);
    return status == UL_E_STOPPED ? UL_OK : status;
}

typedef struct {
    ul_names *column;
    const char *before; /* of the object inside which we are, with its dot */
} naming;

static ul_status name_member(void *context, const char *name, const ul_json *value)
{
    const naming *state = context;
    char whole[UL_NAME_MAX + 1];
    const int n = snprintf(whole, sizeof whole, "%s%s", state->before, name);
    if (n >= (int)sizeof whole)
        return UL_OK; /* nobody asks for it by such a name */
    if (ul_json_is_object(value) && n + 1 < (int)sizeof whole) {
        strcat(whole, ".");
        return ul_json_each(value, name_member, &(naming){state->column, whole});
    }
    return ul_names_add(state->column, whole, (size_t)n, NULL) == UL_NONE ? ul_no_memory() : UL_OK;
}

static ul_status look_at_object(void *context, size_t line, const char *text, size_t length)
{
    const ul_data_file *file = context;
    ul_json *object;
    if (line > OBJECTS_LOOKED_AT)
        return UL_E_STOPPED;
    if (ul_json_parse(file->path, text, length, &object) != UL_OK)
        return UL_OK; /* such a row is counted when it is read */
    const ul_status status = ul_json_is_object(object)
                                 ? ul_json_each(object, name_member, &(naming){file->column, ""})
                                 : UL_OK;
    ul_json_free(object);
    return status;
}

typedef struct {
    const ul_data_file *file;
    const size_t *wanted;
    size_t n;
    ul_data_row_fn fn;
    void *context;
    const char **value;
    bool is_past_head;
    ul_arena *arena; /* texts of one row */
} reading;

static const ul_json *member_at(const ul_json *object, const char *path)
{
    const ul_json *member = ul_json_member(object, path);
    const char *dot = strchr(path, '.');
    char first[UL_NAME_MAX + 1];
    if (member != NULL || dot == NULL)
        return member;
    snprintf(first, sizeof first, "%.*s", (int)(dot - path), path);
    const ul_json *inner = ul_json_member(object, first);
    return inner == NULL ? NULL : member_at(inner, dot + 1);
}

static ul_status value_text(ul_arena *arena, const ul_json *value, const char **text)
{
    double number;
    bool truth;
    char digits[UL_NUMBER_TEXT];
    const char *own;
    *text = NULL;
    if (ul_json_number(value, &number))
        own = ul_real_text(number, digits);
    else if (!ul_json_text(value, &own))
        own = NULL;
    if (own != NULL)
        *text = ul_arena_text(arena, own, strlen(own));
    else if (ul_json_truth(value, &truth))
        *text = truth ? "1" : "0";
    else
        return UL_OK;
    return *text == NULL ? ul_no_memory() : UL_OK;
}

static ul_status read_object(void *context, size_t line, const char *text, size_t length)
{
    reading *state = context;
    const ul_arena_mark_t mark = ul_arena_mark(state->arena);
    ul_data_row row = {.line = line, .value = state->value};
    ul_json *object = NULL;
    if (ul_json_parse(state->file->path, text, length, &object) != UL_OK
        || !ul_json_is_object(object))
        row.fault = "is no JSON object";
    ul_status status = UL_OK;
    for (size_t q = 0; q < state->n && row.fault == NULL && status == UL_OK; q++)
        status = value_text(state->arena,
                            member_at(object, ul_names_text(state->file->column, state->wanted[q])),
                            &state->value[q]);
    if (status == UL_OK)
        status = state->fn(state->context, &row);
    ul_json_free(object);
    ul_arena_rewind(state->arena, mark);
    return status;
}

/* ---- CSV ---- */

static ul_status look_at_head(void *context, const ul_csv_row *row)
{
    const ul_data_file *file = context;
    for (size_t q = 0; q < row->n; q++) {
        char number[32];
        snprintf(number, sizeof number, "$%zu", q + 1);
        const char *name = file->is_headed ? row->field[q].text : number;
        bool added;
        if (!ul_utf8_is(name))
            return ul_csv_fail(row, q, "the file is not UTF-8 ('iconv -f latin1 -t utf8' converts "
                                       "most that are not)");
        if (ul_names_add(file->column, name, strlen(name), &added) == UL_NONE)
            return ul_no_memory();
        if (!added /* who means one of them names it by its number */
            && (ul_names_add(file->repeated, name, strlen(name), NULL) == UL_NONE
                || ul_names_add(file->column, number, strlen(number), NULL) == UL_NONE))
            return ul_no_memory();
    }
    return UL_E_STOPPED;
}

static ul_status read_row(void *context, const ul_csv_row *row)
{
    reading *state = context;
    const size_t columns = ul_names_count(state->file->column);
    ul_data_row out = {.line = row->line, .value = state->value};
    if (!state->is_past_head) {
        state->is_past_head = true;
        if (state->file->is_headed)
            return UL_OK;
    }
    if (row->n != columns)
        out.fault = row->n < columns ? "has fewer columns than the first one"
                                     : "has more columns than the first one";
    for (size_t q = 0; q < state->n; q++)
        state->value[q] = state->wanted[q] < row->n ? row->field[state->wanted[q]].text : NULL;
    return state->fn(state->context, &out);
}

static ul_status read_csv(const ul_data_file *file, ul_csv_row_fn fn, void *context)
{
    UL_FREED_BY(ul_input_drop) ul_input *input = NULL;
    UL_TRY(ul_input_open(file->path, &input));
    const ul_status status = ul_csv_read_by(input, file->separator, fn, context);
    return status == UL_E_STOPPED ? UL_OK : status;
}

/* ---- either ---- */

/* The sign that the first line has most often outside quotes. */
static char find_separator(const char *text)
{
    static const char signs[] = ",;\t|";
    size_t count[sizeof signs] = {0}, best = 0;
    bool is_quoted = false;
    for (; *text != '\0' && (is_quoted || (*text != '\n' && *text != '\r')); text++) {
        const char *sign = strchr(signs, *text);
        is_quoted ^= *text == '"';
        if (sign != NULL && !is_quoted)
            count[sign - signs]++;
    }
    for (size_t q = 1; q < sizeof signs - 1; q++)
        if (count[q] > count[best])
            best = q;
    return signs[best];
}

/* Past a byte order mark, blank lines and comments. */
static const char *first_line(const char *text)
{
    if (strncmp(text, "\xef\xbb\xbf", 3) == 0)
        text += 3;
    for (;;) {
        text += strspn(text, " \t\r\n");
        if (*text != '#')
            return text;
        text += strcspn(text, "\n");
    }
}

static ul_status look(ul_data_file *file)
{
    char *text = calloc(1, LOOK + 1);
    ul_input *input = NULL;
    size_t got;
    ul_status status = text == NULL ? ul_no_memory() : ul_input_open(file->path, &input);
    if (status == UL_OK)
        status = ul_input_read(input, text, LOOK, &got);
    if (status == UL_OK) {
        const char *line = first_line(text);
        file->is_json = *line == '{';
        file->separator = find_separator(line);
        if (*line == '[')
            status = ul_fail(UL_E_INPUT, "%s: this is a JSON array; an object a line is needed (jq "
                                         "-c '.[]' makes that of it)", file->path);
    }
    ul_input_close(input);
    free(text);
    return status;
}

ul_status ul_data_open(const char *path, bool is_headed, ul_data_file *file)
{
    *file = (ul_data_file){.path = path, .is_headed = is_headed, .column = ul_names_new(),
                           .repeated = ul_names_new()};
    UL_NEED(file->column && file->repeated);
    struct stat facts;
    if (strcmp(path, "-") == 0 || (stat(path, &facts) == 0 && !S_ISREG(facts.st_mode)))
        return ul_fail(UL_E_INPUT, "%s: a table is read twice, so standard input or a pipe will not "
                                   "do; give a file", path);
    UL_TRY(look(file));
    UL_TRY(file->is_json ? read_lines(file, look_at_object, file)
                         : read_csv(file, look_at_head, file));
    return ul_names_count(file->column) > 0 ? UL_OK
                                            : ul_fail(UL_E_INPUT, "%s: the table is empty", path);
}

void ul_data_close(ul_data_file *file)
{
    ul_names_free(file->column);
    ul_names_free(file->repeated);
}

size_t ul_data_find(const ul_data_file *file, const char *name)
{
    const size_t exact = ul_names_find(file->column, name, strlen(name));
    size_t found = UL_NONE, n = 0;
    char *end;
    if (exact != UL_NONE)
        return exact;
    const unsigned long number = name[0] == '$' ? strtoul(name + 1, &end, 10) : 0;
    if (number > 0 && *end == '\0' && !file->is_json && number <= ul_names_count(file->column))
        return number - 1;
    for (size_t q = 0; q < ul_names_count(file->column); q++)
        if (strcasecmp(ul_names_text(file->column, q), name) == 0) {
            found = q;
            n++;
        }
    return n == 1 ? found : UL_NONE;
}

ul_status ul_data_each(const ul_data_file *file, const size_t *wanted, size_t n,
                        ul_data_row_fn fn, void *context)
{
    UL_OWN_ARENA(arena);
    reading state = {.file = file, .wanted = wanted, .n = n, .fn = fn, .context = context,
                     .arena = arena};
    UL_ALLOC(arena, state.value, n);
    return file->is_json ? read_lines(file, read_object, &state) : read_csv(file, read_row, &state);
}
