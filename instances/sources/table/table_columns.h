/* The rows of one table, of several that follow each other, or of one beside which others
 * are looked up by a key: in each case values by column.
 */
#pragma once

#include "arena.h"
#include "generator.h"
#include "table_file.h"

typedef struct {
    const char *file; /* the path */
    size_t line;
    const char *const *value; /* by column; NULL: there is none */
    const char *fault;        /* why the row cannot be used, as the end of a sentence; or NULL */
    bool commas;              /* decimals may be written with commas */
} ul_columns_row;
typedef ul_status (*ul_columns_fn)(void *context, const ul_columns_row *row);

/* Calls fn for each row of the request's files, by its parameters `key` and `header`.
 * `columns` are the names that are wanted; a name may have its file's before it (jobs.user).
 * Further files are held in memory where they are looked up. */
ul_status ul_columns_each(const ul_source_request *request, ul_arena *arena, ul_names *columns,
                          ul_columns_fn fn, void *context);
