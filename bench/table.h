/* A paper's table, made again: our numbers beside the printed ones, and a verdict
 * on each claim. One file in tables/ and one line in tables/tables.def each.
 *
 * A table may name methods (the paper does); what is not registered is left
 * out of it. A method's cost below an optimum that another proved is a fault:
 * one of the two is wrong, and no table is printed.
 */
#ifndef UL_TABLE_H
#define UL_TABLE_H

#include <stdint.h>

#include "instance.h"
#include "manifest.h"
#include "param.h"
#include "sheet.h"

typedef struct {
    uint64_t seed;       /* of the first trial; the next ones count on */
    double time_limit_s; /* for each search for a proved optimum */
    const ul_param_values *param;
    void (*say)(void *context, const char *text); /* where it has come; may be NULL */
    void *say_context;
} ul_table_request;

typedef struct {
    ul_sheet *table;
    ul_sheet *verdicts; /* what ul_table_claim wrote; NULL without claims */
    ul_sheet *trials;   /* what the table is computed from; NULL where it shows that itself */
    size_t n_agree, n_differ; /* claims */
    ul_manifest_input *input; /* the instances, by ul_table_input */
    size_t n_inputs, input_room;
} ul_table_made;

/* Something the paper says, and what we found. */
typedef struct {
    const char *what;
    double paper, ours;
    double tolerance;   /* greatest difference that still agrees, in the value's unit */
    enum { UL_CLAIM_EQUAL, UL_CLAIM_AT_MOST, UL_CLAIM_AT_LEAST } sense; /* of ours to the paper's */
    int decimals;
    const char *unit;   /* "", "%", " s", ... */
    const char *why;    /* a sentence for where they differ */
} ul_claim;

typedef struct {
    const char *name, *brief, *paper;
    const ul_param *param; /* ends with a NULL name; may be NULL */
    double time_limit_s;   /* default of the request's */
    ul_status (*make)(const ul_table_request *request, ul_arena *arena, ul_table_made *made);
} ul_table;

extern const ul_table *const ul_tables[]; /* ends with NULL */

const ul_table *ul_table_find(const char *name);

/* Adds a row to the verdicts. */
ul_status ul_table_claim(ul_table_made *made, ul_arena *arena, const ul_claim *claim);

/* Notes an instance for the manifest, once. */
ul_status ul_table_input(ul_table_made *made, ul_arena *arena, const ul_instance *instance);

/* Tells where the table has come; does nothing without a listener. */
void ul_table_say(const ul_table_request *request, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* FOLDER/TABLE gets table.txt, table.csv, verdicts.csv, trials.csv where there are
 * such, and manifest.json. */
ul_status ul_table_save(const ul_table_made *made, const char *folder,
                        const ul_manifest_table *manifest);

#endif
