/* One row of results/RUN/records.csv: what one run of one method on one
 * instance came to. Rows are appended whole and synced, never changed.
 */
#pragma once

#include "arena.h"
#include "fixed.h"
#include "run.h"

typedef struct {
    uint64_t run;         /* number within the folder; names its plan and events files */
    const char *folder;   /* where it was read from; no column */
    const char *instance; /* label within the suite */
    const char *sha256, *kind, *method, *parameters;
    const char *content; /* SHA-256 of the instance without its name; "" in files of before */
    uint64_t seed;
    ul_outcome outcome;
    const char *knows; /* what the method knew of an instance that unfolds over time */
    ul_limit limit; /* what cut it short, with or without a plan */
    bool has_cost, has_bound;
    bool bounds_some; /* the bound speaks of some plans alone: no column, a measure tells it */
    ul_cost cost, bound;
    double wall_s, cpu_s;
    double first_s; /* when the first plan came; negative without one */
    uint64_t peak_rss_kb;
    const char *certificate; /* "verified", "refused", or "" where none was written */
    const ul_measures *measures; /* what the plan comes to beside its cost; NULL: nothing */
    const char *version, *note;
} ul_record;

/* Takes over what a run came to: the one place where results become columns. The
 * measures are pointed to, the note is the caller's to set. */
void ul_record_take(ul_record *record, const ul_run_result *result);

/* Opens records.csv for appending, writing the header when new. A last row
 * that a crash left incomplete is cut off first, and a file with fewer columns, of an
 * earlier version, is written anew with all of them. */
ul_status ul_record_open(const char *path, int *file);

/* Appends one row with a single write and syncs it. */
ul_status ul_record_append(int file, const char *path, const ul_record *record);

/* Writes a file of rows whole, in place of the one that is there. */
ul_status ul_record_write(const char *path, const ul_record *record, size_t n);

/* What the records say of one instance: enough to raise the alarm. */
typedef struct {
    ul_record cheapest, tightest; /* has_cost, has_bound false when there is none */
} ul_extremes;

/* Whether its bound speaks of every plan: that of schedules in which nobody waits for longer
 * (bound_wait_s among its measures) speaks of those alone. */
bool ul_record_bounds_all(const ul_record *record);
/* Whether its plan is proved the cheapest of all: who is optimal among some is not. */
bool ul_record_is_optimum(const ul_record *record);

/* Adds a record whose texts live as long as the extremes. *alarm, and a fault that names
 * both rows: a cost lies below a bound on the same instance, so one of the two is wrong. */
ul_status ul_extremes_add(ul_extremes *extremes, const ul_record *record, bool *alarm);

/* Returns true when the file's last row is not complete, because a crash tore it; 'bench
 * --resume' does its run again. Returns false for a file that cannot be read. */
bool ul_record_is_torn(const char *path);

/* Reads all rows into an arena, but for a torn one at the end. A row that cannot be true
 * is a fault: a kind that is not known, a negative cost, an optimum that its bound does
 * not meet. */
ul_status ul_record_read(const char *path, ul_arena *arena, ul_record **record, size_t *n);
