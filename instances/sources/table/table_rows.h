/* From a user's table to records: what a kind of instance asks of a row, which column or
 * formula answers, which rows are left out and why.
 */
#pragma once

#include "arena.h"
#include "generator.h"

typedef enum {
    UL_FIELD_TEXT,
    UL_FIELD_COUNT,  /* whole, at least 1 */
    UL_FIELD_AMOUNT, /* at least 0, in millionths, rounded up: what is asked for or paid */
    UL_FIELD_SHARE,  /* the same, at most 1 */
    UL_FIELD_ROOM,   /* an amount rounded down: what a machine has */
    UL_FIELD_SECONDS,
} ul_field_form;

typedef struct {
    const char *name;
    ul_field_form form;
    bool is_needed;
    ul_micro preset; /* of a number that the table does not have */
} ul_data_field;

/* A row that is taken: values by field, then by resource. Texts are NULL where absent. */
typedef struct {
    size_t line;
    const char **text;
    ul_micro *number;
} ul_data_record;

typedef struct {
    ul_arena *arena;
    const ul_data_field *field; /* of the kind; ends with a NULL name */
    size_t n_fields;
    size_t n_resources;
    const char **resource; /* the targets that are no fields, in the map's order */
    ul_data_record *record;
    size_t n, room;
} ul_data_rows;

/* What the importers of tables share, for parameter tables. */
#define UL_DATA_PARAMS                                                                           \
    UL_TEXT("map", "", "what is what: 'arrival=submit,duration=end-start,cpu=cores,ram_gb=mem "  \
            "MB', or @FILE with one a line"),                                                    \
    UL_TEXT("where", "", "only rows for which this holds: 'cores > 0 and state == \"done\"'"),   \
    UL_TEXT("key", "", "further files are looked up by this column: OURS, or OURS:THEIRS"),      \
    UL_CHOICE("header", "yes", "whether the first row names the columns; else they are $1, $2, " \
              "...", "yes|no")

/* What a name of the map may be beside the fields: nothing, or a resource, of which a row
 * without a value is left out (what tasks ask for) or has none (what machines have). */
typedef enum { UL_NO_RESOURCES, UL_RESOURCES_NEEDED, UL_RESOURCES_OR_NONE } ul_data_resources;

/* The map, for who does not give one, and what must hold of the rows beside `where`; both may
 * be NULL. */
typedef struct {
    const char *map, *where;
} ul_data_usual;

/* Reads the request's files by the parameters above; what was understood and what was left
 * out goes into the remark. The rows live in the arena. */
ul_status ul_data_read(const ul_source_request *request, const ul_data_field *field,
                        ul_data_resources resources, const ul_data_usual *usual,
                        ul_data_rows *rows);
/* The sentence where no row's task fits any type: what this one takes. */
ul_status ul_data_fits_nowhere(const ul_source_request *request, const ul_data_rows *rows,
                               const ul_data_record *row);
