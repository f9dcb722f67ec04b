/* One row of results/RUN/records.csv: what one run of one method on one
 * instance came to. Rows are appended whole and synced, never changed.
 */
#ifndef UL_RECORD_H
#define UL_RECORD_H

#include "arena.h"
#include "fixed.h"
#include "run.h"

typedef struct {
    uint64_t run;         /* number within the suite; names its plan and events files */
    const char *instance; /* label within the suite */
    const char *sha256, *kind, *method, *parameters;
    uint64_t seed;
    ul_outcome outcome;
    bool has_cost, has_bound;
    ul_cost cost, bound;
    double wall_s, cpu_s;
    double first_s; /* when the first plan came; negative without one */
    long peak_rss_kb;
    const char *version, *note;
} ul_record;

/* Opens records.csv for appending, writing the header when new. A last row
 * that a crash left incomplete is cut off first. */
ul_status ul_record_open(const char *path, int *file);

/* Appends one row with a single write and syncs it. */
ul_status ul_record_append(int file, const char *path, const ul_record *record);

/* The fault of a cost below a bound on the same instance: names both rows. */
ul_status ul_record_alarm(const ul_record *low, const ul_record *bound);

/* Whether the file's last row has no end: a crash tore it, 'bench --resume' does its run
 * again. A file that cannot be read has none. */
bool ul_record_is_torn(const char *path);

/* All rows, in an arena; a torn one is not there yet. What cannot be is a fault: a kind
 * that is not known, a negative cost, an optimum that no bound meets. */
ul_status ul_record_read(const char *path, ul_arena *arena, ul_record **record, size_t *n);

#endif
