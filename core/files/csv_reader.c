/* The one file that includes libcsv's parser.
 *
 * The parser is fed one line at a time: that is how a callback knows the line
 * it is in, and how comment lines are dropped before their quotes can confuse
 * anything. The fields of the open record lie end to end in one buffer, which
 * grows to the longest record (a machine with 100,000 tasks is one).
 */
#include "csv_reader.h"

#include <csv.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK = 64 * 1024, FIELD_MAX = 1024 * 1024, RECORD_MAX = 64 * 1024 * 1024 };

typedef struct {
    ul_csv_row_fn fn;
    void *context;
    ul_csv_row row;
    struct csv_parser parser;
    char *text;              /* the open record's fields, each with its NUL */
    size_t text_n, text_room;
    ul_csv_field *field;     /* text is set when the record is whole: the buffer moves */
    size_t field_room;
    size_t line;             /* of the bytes being fed */
    bool returned;           /* the byte before them is a carriage return */
    bool open;               /* inside a record */
    ul_status status;
} reader;

static ul_status fail_here(const reader *r, const char *sentence)
{
    return ul_fail(UL_E_INPUT, "%s:%zu: column %zu: %s", r->row.file, r->line, r->row.n + 1,
                   sentence);
}

static ul_status make_room(reader *r, size_t length)
{
    if (r->text_n + length + 1 > RECORD_MAX)
        return fail_here(r, "the record is longer than 64 MiB");
    if (r->row.n == r->field_room) {
        const size_t room = r->field_room == 0 ? 32 : r->field_room * 2;
        ul_csv_field *grown = realloc(r->field, room * sizeof *grown);
        if (grown == NULL)
            return ul_fail(UL_E_MEMORY, "%s: out of memory", r->row.file);
        r->field = grown;
        r->field_room = room;
    }
    if (r->text_n + length + 1 > r->text_room) {
        const size_t room = 2 * (r->text_n + length + 512);
        char *grown = realloc(r->text, room);
        if (grown == NULL)
            return ul_fail(UL_E_MEMORY, "%s: out of memory", r->row.file);
        r->text = grown;
        r->text_room = room;
    }
    return UL_OK;
}

static void on_field(void *data, size_t length, void *context)
{
    reader *r = context;
    if (r->status == UL_OK)
        r->status = make_room(r, length);
    if (r->status != UL_OK)
        return;
    char *to = r->text + r->text_n;
    if (length > 0)
        memcpy(to, data, length);
    to[length] = '\0';
    r->field[r->row.n++].length = length;
    r->text_n += length + 1;
}

static void on_record(int terminator, void *context)
{
    (void)terminator;
    reader *r = context;
    if (r->status == UL_OK) {
        const char *text = r->text;
        for (size_t q = 0; q < r->row.n; q++) {
            r->field[q].text = text;
            text += r->field[q].length + 1;
        }
        r->row.field = r->field;
        r->status = r->fn(r->context, &r->row);
    }
    r->row.n = 0;
    r->text_n = 0;
    r->open = false;
}

/* Feeds one piece of a line; `ends` tells whether its end is in it. */
static ul_status feed(reader *r, const char *bytes, size_t length, bool ends)
{
    if (!r->open) {
        r->open = true;
        r->row.line = r->line;
    }
    if (memchr(bytes, '\0', length) != NULL)
        return fail_here(r, "holds a zero byte; this is not a text file");
    if (csv_parse(&r->parser, bytes, length, on_field, on_record, r) != length
        && r->status == UL_OK)
        return csv_error(&r->parser) != CSV_EPARSE
                   ? ul_fail(UL_E_MEMORY, "%s: out of memory", r->row.file)
                   : fail_here(r, "a quote inside a field must be doubled, and a quoted field "
                                  "must end at its closing quote");
    if (r->parser.entry_pos > FIELD_MAX)
        return fail_here(r, "the field is longer than 1 MiB; is a quote left open?");
    if (ends && r->open && !r->parser.quoted)
        r->open = false; /* libcsv reports no record for a blank line */
    if (ends && !(bytes[0] == '\n' && r->returned)) /* CR LF is one end, in two pieces */
        r->line++;
    r->returned = bytes[length - 1] == '\r';
    return r->status;
}

/* Bytes up to the end of a line, which is a line feed or a carriage return. */
static size_t piece_of(const char *bytes, size_t length, bool *ends)
{
    const char *line_feed = memchr(bytes, '\n', length);
    size_t n = line_feed == NULL ? length : (size_t)(line_feed - bytes) + 1;
    const char *returned = memchr(bytes, '\r', n);
    *ends = line_feed != NULL || returned != NULL;
    return returned == NULL ? n : (size_t)(returned - bytes) + 1;
}

/* A comment swallows whole lines at the start of a record; it begins behind a line feed
 * and ends with one. */
typedef enum { AT_START, IN_LINE, IN_COMMENT } position;

static ul_status feed_chunk(reader *r, const char *bytes, size_t length, position *at)
{
    while (length > 0) {
        const char *end = memchr(bytes, '\n', length);
        size_t n = end == NULL ? length : (size_t)(end - bytes) + 1;
        bool ends;
        if (*at == AT_START)
            *at = !r->open && bytes[0] == '#' ? IN_COMMENT : IN_LINE;
        if (*at == IN_LINE) {
            n = piece_of(bytes, n, &ends);
            UL_TRY(feed(r, bytes, n, ends));
        } else if (end != NULL) {
            r->line++;
        }
        if (bytes[n - 1] == '\n')
            *at = AT_START;
        bytes += n;
        length -= n;
    }
    return UL_OK;
}

static ul_status read_records(reader *r, ul_input *input, char *chunk)
{
    position at = AT_START;
    size_t got;
    bool first = true;
    do {
        const ul_status status = ul_input_read(input, chunk, CHUNK, &got);
        if (status != UL_OK)
            return ul_fail_prefix(status, "%s:%zu: column %zu", r->row.file, r->line,
                                  r->row.n + 1);
        const size_t mark = first && got >= 3 && memcmp(chunk, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
        UL_TRY(feed_chunk(r, chunk + mark, got - mark, &at)); /* spreadsheets write a BOM */
        first = false;
    } while (got == CHUNK);
    if (csv_fini(&r->parser, on_field, on_record, r) != 0 && r->status == UL_OK)
        return ul_fail(UL_E_INPUT, "%s:%zu: column %zu: the file ends inside a quoted field that "
                                   "opens here", r->row.file, r->row.line, r->row.n + 1);
    return r->status;
}

ul_status ul_csv_read(ul_input *input, ul_csv_row_fn fn, void *context)
{
    return ul_csv_read_by(input, ',', fn, context);
}

ul_status ul_csv_read_by(ul_input *input, char separator, ul_csv_row_fn fn, void *context)
{
    reader r = {.fn = fn, .context = context, .line = 1, .row.file = ul_input_name(input)};
    char *chunk = malloc(CHUNK);
    ul_status status;
    if (chunk == NULL || csv_init(&r.parser, CSV_STRICT | CSV_STRICT_FINI) != 0) {
        status = ul_fail(UL_E_MEMORY, "%s: out of memory", r.row.file);
    } else {
        csv_set_blk_size(&r.parser, CHUNK);
        csv_set_delim(&r.parser, (unsigned char)separator);
        status = read_records(&r, input, chunk);
        csv_free(&r.parser);
    }
    free(chunk);
    free(r.text);
    free(r.field);
    return status;
}

ul_status ul_csv_read_file(const char *path, ul_csv_row_fn fn, void *context)
{
    UL_FREED_BY(ul_input_drop) ul_input *input = NULL;
    UL_TRY(ul_input_open(path, &input));
    return ul_csv_read(input, fn, context);
}

ul_status ul_csv_fail(const ul_csv_row *row, size_t field, const char *format, ...)
{
    char sentence[768];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    return ul_fail(UL_E_INPUT, "%s:%zu: column %zu: %s", row->file, row->line, field + 1, sentence);
}

ul_status ul_csv_expect(const ul_csv_row *row, size_t n, const char *form)
{
    if (row->n == n)
        return UL_OK;
    return ul_csv_fail(row, row->n < n ? row->n : n, "the record has %zu columns, expected %zu: %s",
                       row->n, n, form);
}

ul_status ul_csv_at(const ul_csv_row *row, size_t field, ul_status status)
{
    return status == UL_OK
               ? UL_OK
               : ul_fail_prefix(status, "%s:%zu: column %zu", row->file, row->line, field + 1);
}

size_t ul_csv_find(const ul_csv_row *row, const char *text)
{
    for (size_t q = 0; q < row->n; q++)
        if (strcmp(row->field[q].text, text) == 0)
            return q;
    return UL_NONE;
}

static ul_status number_fault(const ul_csv_row *row, size_t field, const char *what,
                              ul_number_fault fault)
{
    if (fault == UL_NUMBER_OK)
        return UL_OK;
    if (fault == UL_NUMBER_EMPTY)
        return ul_csv_fail(row, field, "%s %s", what, ul_number_fault_text(fault));
    return ul_csv_fail(row, field, "%s '%.40s' %s", what, row->field[field].text,
                       ul_number_fault_text(fault));
}

ul_status ul_csv_micro(const ul_csv_row *row, size_t field, const char *what, ul_micro *value)
{
    if (field >= row->n)
        return ul_csv_fail(row, field, "%s is missing", what);
    const ul_csv_field f = row->field[field];
    return number_fault(row, field, what, ul_micro_parse(f.text, f.length, value));
}

ul_status ul_csv_micro_up(const ul_csv_row *row, size_t field, const char *what, uint32_t factor,
                          ul_micro *value, bool *rounded)
{
    if (field >= row->n)
        return ul_csv_fail(row, field, "%s is missing", what);
    const ul_csv_field f = row->field[field];
    return number_fault(row, field, what,
                        ul_micro_parse_up(f.text, f.length, factor, value, rounded));
}

ul_status ul_csv_count(const ul_csv_row *row, size_t field, const char *what, uint64_t limit,
                       uint64_t *value)
{
    if (field >= row->n)
        return ul_csv_fail(row, field, "%s is missing", what);
    const ul_csv_field f = row->field[field];
    const ul_number_fault fault = ul_count_parse(f.text, f.length, limit, value);
    if (fault == UL_NUMBER_TOO_LARGE)
        return ul_csv_fail(row, field, "%s '%.40s' is above %llu", what, f.text,
                           (unsigned long long)limit);
    if (fault != UL_NUMBER_OK)
        return ul_csv_fail(row, field, "%s '%.40s' is not a whole number", what, f.text);
    return UL_OK;
}

/* strtod alone would take "nan", "inf" and hexadecimal. */
ul_status ul_csv_real(const ul_csv_row *row, size_t field, const char *what, double low,
                      double high, double *value)
{
    char *end;
    *value = 0;
    if (field >= row->n)
        return ul_csv_fail(row, field, "%s is missing", what);
    const char *text = row->field[field].text;
    *value = strtod(text, &end);
    if (end == text || *end != '\0' || strspn(text, "0123456789.eE+-") != row->field[field].length
        || !(*value >= low && *value <= high))
        return ul_csv_fail(row, field, "%s '%.40s' is not a number from %g to %g", what, text, low,
                           high);
    return UL_OK;
}
