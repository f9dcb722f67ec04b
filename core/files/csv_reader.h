/* Streaming RFC 4180 records with positions, over libcsv.
 *
 * Memory is one record (64 MiB at most, a field 1 MiB), whatever the file's size. A record
 * whose first byte is '#' is a comment. Blank lines are skipped.
 */
#pragma once

#include <stdbool.h>

#include "fixed.h"
#include "input.h"
#include "status.h"

typedef struct {
    const char *text; /* NUL-terminated, no NUL inside */
    size_t length;
} ul_csv_field;

typedef struct {
    const char *file;
    size_t line;       /* of the record's first byte, from 1 */
    size_t n;
    const ul_csv_field *field;
} ul_csv_row;

typedef ul_status (*ul_csv_row_fn)(void *context, const ul_csv_row *row);

/* Calls fn for each record until the end or a fault. */
ul_status ul_csv_read(ul_input *input, ul_csv_row_fn fn, void *context);
/* The same where another byte than the comma separates fields. */
ul_status ul_csv_read_by(ul_input *input, char separator, ul_csv_row_fn fn, void *context);

/* The same for a file by its path. */
ul_status ul_csv_read_file(const char *path, ul_csv_row_fn fn, void *context);

/* The first field that holds exactly this text (a column's name), or UL_NONE. */
size_t ul_csv_find(const ul_csv_row *row, const char *text);

/* A fault at a field of a row, counted from 0: "FILE:LINE: column C: SENTENCE". */
ul_status ul_csv_fail(const ul_csv_row *row, size_t field, const char *format, ...)
    __attribute__((format(printf, 3, 4), cold));

/* A fault unless the record has n columns; `form` shows what it should look like. */
ul_status ul_csv_expect(const ul_csv_row *row, size_t n, const char *form);

/* Puts the position of a field before the sentence of a fault that knew none. */
ul_status ul_csv_at(const ul_csv_row *row, size_t field, ul_status status);

/* Number fields; `what` names the field in the fault. */
ul_status ul_csv_micro(const ul_csv_row *row, size_t field, const char *what, ul_micro *value);
/* A foreign number (an exponent is allowed) times a whole factor, rounded up. */
ul_status ul_csv_micro_up(const ul_csv_row *row, size_t field, const char *what, uint32_t factor,
                          ul_micro *value, bool *rounded);
ul_status ul_csv_count(const ul_csv_row *row, size_t field, const char *what, uint64_t limit,
                       uint64_t *value);
/* A decimal from low to high as a double, for measured averages that need no exact form. */
ul_status ul_csv_real(const ul_csv_row *row, size_t field, const char *what, double low,
                      double high, double *value);
