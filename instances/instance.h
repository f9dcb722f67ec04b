/* An instance of any problem kind, and what every kind can do.
 *
 * The reader finds the kind in the file's first record. What is common to all
 * kinds (reading, writing, checking, costing, copying plans) goes through the
 * ul_kind table, so that the command and the bench know no kind by name.
 */
#pragma once

/* ---- below: not for plugins ---- */

#include "arena.h"
#include "csv_reader.h"
#include "fixed.h"
#include "measure.h"
#include "output.h"
#include "sha256.h"
#include "status.h"

typedef struct ul_kind ul_kind;

typedef struct ul_instance {
    const ul_kind *kind;
    void *data;         /* ul_packing *, ... as the kind says */
    const char *name;   /* owned by data */
    const char *sha256; /* owned by data */
    char *path;         /* the file it was read from, as given; NULL: no file that stays */
    char *text;         /* or what it was parsed from, so many bytes; NULL: no text */
    size_t length;
    bool is_handle;     /* the struct itself came from ul_instance_handle() */
} ul_instance;

struct ul_kind {
    const char *name;
    const char *brief;
    bool unfolds; /* over time: a method need not know what is to come */
    const char *cost_per; /* " an hour" where a cost is a rate, "" where it is of all time */

    /* Reading: a reader takes the records after the first; finish() consumes it.
     * Its faults have no position: *line comes in as the last record's and may
     * be set to the one to blame. */
    void *(*reader_new)(void);
    ul_status (*reader_row)(void *reader, const ul_csv_row *row);
    ul_status (*reader_finish)(void *reader, ul_input *input, size_t *line, void **data);
    void (*reader_free)(void *reader);

    ul_instance (*wrap)(void *data);
    void (*free)(void *data);
    ul_status (*write)(const void *data, const char *path);
    uint64_t (*size)(const void *data); /* what reports sort instances by: tasks, intervals, types */
    ul_status (*seal)(void *data); /* sets the SHA-256 of the written form */
    /* The SHA-256 of the written form without its name: what two names of one problem share. */
    ul_status (*identify)(const void *data, char sha256[UL_SHA256_TEXT]);
    /* Whether only so many machines of some type are to be had, which a method must know
     * of to take it; NULL: never, or every method sees to it. */
    bool (*is_limited)(const void *data);

    /* Plans: objects in an arena, costed in 10^-12 dollars. That a plan breaks a rule
     * is said by *valid, not by a fault; ul_error_text() then has the sentence, and
     * there is no cost. */
    ul_status (*plan_check)(const void *plan, bool *valid, ul_cost *cost);
    ul_status (*plan_copy)(const void *plan, ul_arena *arena, void **copy);
    ul_status (*plan_write)(const void *plan, const char *method, const char *path);
    ul_status (*plan_read)(const void *data, ul_arena *arena, const char *path, void **plan);
    /* What a valid plan comes to beside its cost; NULL when that is all there is to say. */
    ul_status (*plan_measures)(const void *plan, ul_measures *measures);
    /* How long each customer of a valid plan waited, in seconds; NULL where nobody does. */
    ul_status (*plan_waits)(const void *plan, ul_arena *arena, double **wait_s, size_t *n);
};

#define UL_KIND(name) extern const ul_kind ul_kind_##name;
#include "kinds.def"
#undef UL_KIND

extern const ul_kind *const ul_kinds[]; /* ends with NULL */

/* What every kind declares of its instances, for ul_packing and ul_packing_builder with
 * UL_KIND_DECLARATIONS(packing). ul_packing_reader_row() takes a record after the first, its reader
 * being a builder; ul_packing_put() writes the canonical form, ul_packing_write() makes a file of
 * it (a path as in ul_output_open()), ul_packing_seal() sets in->sha256 to its hash (generated
 * instances); ul_packing_instance() is the general view and takes no ownership;
 * ul_packing_build() runs `fill` on a fresh builder and finishes: what generators and importers
 * need. A kind writes the first two, kind_functions.h the rest. */
#define UL_KIND_DECLARATIONS(kind)                                                            \
    ul_status ul_##kind##_reader_row(void *reader, const ul_csv_row *row);                    \
    void ul_##kind##_put(const ul_##kind *in, ul_output *out);                                \
    ul_status ul_##kind##_write(const ul_##kind *in, const char *path);                       \
    ul_status ul_##kind##_seal(ul_##kind *in);                                                \
    ul_instance ul_##kind##_instance(ul_##kind *in);                                          \
    ul_status ul_##kind##_build(ul_status (*fill)(ul_##kind##_builder *b, void *context),     \
                                void *context, ul_instance *instance)

/* NULL when there is none of this name. */
const ul_kind *ul_kind_find(const char *name);

/* A file, or "gallery:NAME" for one that ships with the program. */
ul_status ul_instance_read(const char *path, ul_instance *instance);
ul_status ul_instance_parse(const char *name, const void *data, size_t length, ul_instance *instance);
ul_status ul_instance_write(const ul_instance *instance, const char *path);
/* A copy of what it was read from, byte by byte (of what was compressed, the content), or
 * the written form of one that was made: a file of the instance's SHA-256. */
ul_status ul_instance_hand_over(const ul_instance *instance, const char *path);
/* Frees what it holds, and a handle itself. */
void ul_instance_free(ul_instance *instance);

/* The instance behind a pointer of its own, for programs outside; NULL without memory,
 * and then it is freed. */
ul_instance *ul_instance_handle(ul_instance *instance);
