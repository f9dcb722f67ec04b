/* Instances from arrays: the records of a file, made of columns and handed to the reader
 * of the kind, which checks every rule. O(fields); a number is written and read again. */
#include <stdio.h>
#include <string.h>

#include "c_locale.h"
#include "instance.h"
#include "ullage.h"

enum { DIGITS_MAX = 32 };

typedef struct {
    const ul_kind *kind;
    void *reader;
    ul_arena *arena; /* for one group of records */
} building;

/* "12.5" of 12500000 millionths, from behind; returns where it begins. Units are powers
 * of ten. */
static const char *write_number(int64_t number, int64_t unit, char text[DIGITS_MAX])
{
    uint64_t left = number < 0 ? -(uint64_t)number : (uint64_t)number;
    const bool is_whole = left % (uint64_t)unit == 0;
    char *at = text + DIGITS_MAX - 1;
    *at = '\0';
    if (is_whole)
        left /= (uint64_t)unit;
    for (int64_t one = is_whole ? 1 : unit; one > 1; one /= 10, left /= 10)
        *--at = (char)('0' + left % 10);
    if (!is_whole)
        *--at = '.';
    do
        *--at = (char)('0' + left % 10);
    while ((left /= 10) > 0);
    if (number < 0)
        *--at = '-';
    return at;
}

static bool is_power_of_ten(int64_t unit)
{
    while (unit > 1 && unit % 10 == 0)
        unit /= 10;
    return unit == 1;
}

static const char *field_text(const ul_array *column, size_t at, char digits[DIGITS_MAX])
{
    if (column->text != NULL)
        return column->text[at] == NULL ? "" : column->text[at];
    if (column->number != NULL)
        return write_number(column->number[at], column->unit == 0 ? 1 : column->unit, digits);
    snprintf(digits, DIGITS_MAX, "%.17g", column->real[at]);
    return digits;
}

static ul_status count_fields(const ul_records *records, size_t *n)
{
    *n = 1;
    for (size_t c = 0; c < records->n_columns; c++) {
        const ul_array *column = &records->column[c];
        if (records->rows == 0 || column->n % records->rows != 0)
            return ul_fail(UL_E_INPUT, "records '%s': column %zu has %zu values, no multiple of "
                                       "%zu rows", records->record, c, column->n, records->rows);
        if (column->n > 0 && column->text == NULL && column->number == NULL && column->real == NULL)
            return ul_fail(UL_E_INPUT, "records '%s': column %zu has no array", records->record, c);
        if (column->number != NULL && column->unit != 0 && !is_power_of_ten(column->unit))
            return ul_fail(UL_E_INPUT, "records '%s': the unit of column %zu is no power of ten",
                           records->record, c);
        *n += column->n / records->rows;
    }
    return UL_OK;
}

static ul_status add_records(building *b, const ul_records *records)
{
    size_t n;
    ul_csv_field *field;
    char(*digits)[DIGITS_MAX];
    UL_TRY(count_fields(records, &n));
    ul_arena_rewind(b->arena, (ul_arena_mark_t){NULL, 0});
    UL_ALLOC(b->arena, field, n);
    UL_ALLOC(b->arena, digits, n);
    field[0] = (ul_csv_field){records->record, strlen(records->record)};
    for (size_t row = 0; row < records->rows; row++) {
        size_t at = 1;
        for (size_t c = 0; c < records->n_columns; c++) {
            const size_t width = records->column[c].n / records->rows;
            for (size_t w = 0; w < width; w++, at++) {
                field[at].text = field_text(&records->column[c], row * width + w, digits[at]);
                field[at].length = strlen(field[at].text);
            }
        }
        UL_TRY(b->kind->reader_row(b->reader,
                                   &(ul_csv_row){records->record, row + 1, n, field}));
    }
    return UL_OK;
}

static ul_status read_all(building *b, const ul_records *records, size_t n, ul_instance *instance)
{
    void *data;
    size_t line = 0;
    ul_input *nothing;
    ul_status status = b->reader == NULL || b->arena == NULL ? ul_no_memory() : UL_OK;
    for (size_t q = 0; q < n && status == UL_OK; q++)
        status = add_records(b, &records[q]);
    if (status == UL_OK)
        status = ul_input_memory("arrays", "", 0, &nothing);
    if (status != UL_OK) {
        if (b->reader != NULL)
            b->kind->reader_free(b->reader);
        return status;
    }
    status = b->kind->reader_finish(b->reader, nothing, &line, &data);
    ul_input_close(nothing);
    UL_TRY(status);
    *instance = b->kind->wrap(data);
    status = b->kind->seal(data);
    if (status != UL_OK)
        ul_instance_free(instance);
    return status;
}

ul_instance *ul_from_arrays(const char *kind, const ul_records *records, size_t n)
{
    building b = {.kind = ul_kind_find(kind)};
    ul_instance instance;
    if (b.kind == NULL) {
        ul_fail(UL_E_INPUT, "problem kind '%s' is not known", kind);
        return NULL;
    }
    const locale_t before = ul_locale_c();
    b.reader = b.kind->reader_new();
    b.arena = ul_arena_new();
    const ul_status status = read_all(&b, records, n, &instance);
    ul_arena_free(b.arena);
    ul_locale_back(before);
    return status == UL_OK ? ul_instance_handle(&instance) : NULL;
}
