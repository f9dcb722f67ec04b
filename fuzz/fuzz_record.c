/* Any bytes as a records.csv. The rows that are accepted must survive being
 * appended to another one.
 */
#include <string.h>
#include <unistd.h>

#include "record.h"
#include "scratch_file.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t length);

/* Line ends in names become blanks. */
static bool same(const ul_record *a, const ul_record *b)
{
    return a->run == b->run && a->seed == b->seed && a->outcome == b->outcome
           && a->has_cost == b->has_cost && (!a->has_cost || a->cost == b->cost)
           && a->has_bound == b->has_bound && (!a->has_bound || a->bound == b->bound)
           && strlen(a->method) == strlen(b->method) && strlen(a->instance) == strlen(b->instance);
}

static void append_again(const ul_record *record, size_t n, ul_arena *arena)
{
    const char *path = ul_scratch_file(1, NULL, 0);
    ul_record *again;
    size_t n_again;
    int file;
    if (ul_record_open(path, &file) != UL_OK)
        ul_scratch_broken("a new records.csv cannot be opened", ul_error_text());
    for (size_t q = 0; q < n; q++)
        if (ul_record_append(file, path, &record[q]) != UL_OK)
            ul_scratch_broken("a record cannot be appended", ul_error_text());
    close(file);
    if (ul_record_read(path, arena, &again, &n_again) != UL_OK || n_again != n)
        ul_scratch_broken("written records are not readable", ul_error_text());
    for (size_t q = 0; q < n; q++)
        if (!same(&record[q], &again[q]))
            ul_scratch_broken("a written record differs from the one read", ul_error_text());
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t length)
{
    ul_arena *arena = ul_arena_new();
    ul_record *record;
    size_t n;
    if (arena != NULL
        && ul_record_read(ul_scratch_file(0, data, length), arena, &record, &n) == UL_OK)
        append_again(record, n, arena);
    ul_arena_free(arena);
    return 0;
}
