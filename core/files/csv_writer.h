/* Records of CSV, field by field: commas between, quotes where a text needs them.
 *
 *     ul_csv_writer csv = {.out = out};
 *     ul_csv_put(&csv, "plan, best");
 *     ul_csv_put_number(&csv, "%.3f", 1.5);
 *     ul_csv_end(&csv);                               "plan, best",1.500
 */
#pragma once

#include <stdbool.h>

#include "output.h"

typedef struct {
    ul_output *out; /* stays the caller's */
    bool begun;     /* the record has a field */
} ul_csv_writer;

/* A text; "" is an empty field. */
void ul_csv_put(ul_csv_writer *csv, const char *text);
/* What the format makes, as it is: for numbers, which never need quotes. */
void ul_csv_put_number(ul_csv_writer *csv, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Ends the record. */
void ul_csv_end(ul_csv_writer *csv);
