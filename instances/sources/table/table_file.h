/* Tables as people have them: CSV with commas, semicolons, tabs or bars, and JSON with an
 * object a line; plain or gzip. The first row names the columns, members of JSON objects
 * inside objects are named with a dot (resources.cpu).
 */
#pragma once

#include "names.h"

typedef struct {
    const char *path;
    bool is_json;
    bool is_headed;   /* else columns are $1, $2, ... */
    char separator;
    ul_names *repeated; /* what several columns are called */
    ul_names *column; /* those of the first row, or of the first thousand objects */
} ul_data_file;

/* Looks at the beginning of a file; close it afterwards, fault or not. */
ul_status ul_data_open(const char *path, bool is_headed, ul_data_file *file);
void ul_data_close(ul_data_file *file);

/* Index of a column by its name, whatever the case where that is unique; or UL_NONE. */
size_t ul_data_find(const ul_data_file *file, const char *name);

typedef struct {
    size_t line;
    const char *const *value; /* by what was wanted; NULL: the row does not have it */
    const char *fault;        /* what is wrong with the whole row, or NULL */
} ul_data_row;
typedef ul_status (*ul_data_row_fn)(void *context, const ul_data_row *row);

/* Calls fn for each row with the columns that are wanted. */
ul_status ul_data_each(const ul_data_file *file, const size_t *wanted, size_t n,
                        ul_data_row_fn fn, void *context);
