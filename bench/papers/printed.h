/* The numbers that the papers print: PAPER.csv lists them, a row each with its id, and
 * PAPER-why.csv says of some why they are not judged, or why ours differs. Both ship with
 * the program.
 */
#pragma once

#include <stdbool.h>

#include "arena.h"

typedef struct {
    const char *name, *text;
} ul_paper_file;
extern const ul_paper_file ul_paper_files[]; /* ends with a NULL name */

typedef struct {
    const char *id, *paper;
    const char *where, *quantity, *subject;
    const char *text;   /* the value, digit for digit */
    const char *unit;
    const char *spread; /* "±0.08", the range "13-42" whose end this is, or "" */
    const char *form;   /* exact, about, range, up to, at most, at least */
    const char *kind;   /* result, shape, input, claim-of-others */
    const char *testable;
    const char *table, *of, *who, *measure; /* the cell of ours that it is; "" where none is */
    double value, within; /* the value, and the deviation that the paper gives it, else 0 */
    const char *word, *why, *command, *moved; /* of PAPER-why.csv; "" where it has no row */
} ul_printed;

typedef struct {
    ul_printed *row;
    size_t n;
} ul_printed_list;

/* All papers, one after the other, each in the order of its file. */
ul_status ul_printed_read(ul_arena *arena, ul_printed_list *list);

/* NULL where there is no such id. */
ul_printed *ul_printed_find(const ul_printed_list *list, const char *id);

bool ul_printed_is(const ul_printed *row, const char *kind);

enum { UL_PRINTED_TEXT = 80 };

/* "<= 12%", "1.56 ± 0.08", and "483472 $" with its unit, as people read it. */
const char *ul_printed_text(const ul_printed *row, bool with_unit, char text[UL_PRINTED_TEXT]);
