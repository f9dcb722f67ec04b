/* What the plan files of all kinds share: the first records, and reading by tag.
 *
 *     ullage-plan,1,KIND
 *     instance,NAME,SHA256
 *     method,NAME
 *     ... records of the kind
 */
#pragma once

#include "csv_reader.h"
#include "output.h"

/* Opens the file and writes the records before the kind's own. */
ul_status ul_plan_file_begin(const char *path, const char *kind, const char *name,
                             const char *sha256, const char *method, ul_output **out);

/* A record of the kind, by its tag. */
typedef struct {
    const char *tag;
    ul_status (*read)(void *context, const ul_csv_row *row);
} ul_plan_record;

/* Reads the file's records with the table (n of them). A plan made for an instance
 * of another hash is refused. */
ul_status ul_plan_file_read(const char *path, const char *kind, const char *sha256,
                            const ul_plan_record *record, size_t n, void *context);
