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
    ul_sheet *verdicts; /* what the claims wrote; NULL without them */
    ul_sheet *numbers;  /* for programs: a row each, without a heading; NULL without any */
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
    enum { UL_PRINTED, UL_FROM_FIGURE, UL_DERIVED } origin; /* of the paper's value */
    const char *why;    /* a sentence for where they differ */
    bool why_is_checked; /* this run found it out; else the table says that it is our reading */
} ul_claim;

/* A number of the table. */
enum { UL_HAS_DEVIATION = 1, UL_HAS_RANGE = 2, UL_HAS_PAPER = 4, UL_HAS_PAPER_DEVIATION = 8 };
typedef struct {
    const char *of;      /* the case: a demand, a target, a size; may be NULL */
    const char *subject; /* who: a method, a type; may be NULL */
    const char *measure, *unit;
    double ours;         /* NaN where there is none */
    unsigned has;        /* which of these there are: */
    double deviation, least, most, paper, paper_deviation;
    const char *paper_says; /* where its words are no number; may be NULL */
} ul_number;

typedef struct {
    const char *name, *brief, *paper;
    const ul_param *param; /* ends with a NULL name; may be NULL */
    double time_limit_s;   /* default of the request's */
    ul_status (*make)(const ul_table_request *request, ul_arena *arena, ul_table_made *made);
} ul_table;

extern const ul_table *const ul_tables[]; /* ends with NULL */

const ul_table *ul_table_find(const char *name);

/* Adds a number, and the verdict on what the paper claims of it (NULL: nothing). */
ul_status ul_table_number(ul_table_made *made, ul_arena *arena, const ul_number *number,
                          const ul_claim *claim);

/* A verdict on a number that the table does not show. */
ul_status ul_table_claim(ul_table_made *made, ul_arena *arena, const ul_claim *claim);

/* The numbers as CSV: one heading, a row each, units and verdicts in columns of
 * their own. Several tables may follow one heading. */
ul_status ul_table_csv(const ul_table_made *made, bool heading, ul_output *out);

/* Notes an instance for the manifest, once. */
ul_status ul_table_input(ul_table_made *made, ul_arena *arena, const ul_instance *instance);

/* Tells where the table has come; does nothing without a listener. */
void ul_table_say(const ul_table_request *request, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* FOLDER/TABLE gets table.txt, table.csv, trials.csv where there are such, and
 * manifest.json. */
ul_status ul_table_save(const ul_table_made *made, const char *folder,
                        const ul_manifest_table *manifest);

/* FOLDER/FILE, or FILE.gz, of the parameter `traces`; *found is NULL where no folder is named.
 * A folder without the file is the wrong one, and an error. */
ul_status ul_table_trace(const ul_table_request *request, const char *file, char path[4096],
                         const char **found);

#endif
