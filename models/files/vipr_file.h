/* The parts of a VIPR file: rows, and the reasons for those that are derived. Rows are numbered
 * from 0 on, columns have names x0, x1, ...
 */
#pragma once

#include "fixed.h"
#include "output.h"

/* The multiplier of a row that is there, in a derivation. */
typedef struct {
    size_t row;
    ul_cost num, den;
} ul_vipr_term;

typedef struct {
    ul_output *out;
    size_t n_columns;
    size_t n_rows, n_derived; /* so far */
    ul_vipr_term *term;       /* of the next reason: room for as many as it may have */
    size_t n_terms;
} ul_vipr_file;

/* The program's head: whole numbers from 0 on, of which each has a cost, and `n_rows` rows. The
 * first rows are the bounds, one a column. */
void ul_vipr_begin(ul_vipr_file *file, const ul_cost *cost, size_t n_rows);

/* What is proved, before the derivations, of which there are n_derived: at least so much. */
void ul_vipr_claim(ul_vipr_file *file, ul_cost least);

/* The next row, without the end of its line: "rINDEX SENSE RIGHT-HAND-SIDE N COLUMN COEFFICIENT
 * ..." ; sense is G (at least), L (at most) or E. Without coefficients it is an absurdity. */
size_t ul_vipr_row(ul_vipr_file *file, char sense, ul_cost side, const ul_cost *coefficient);

/* Adds a multiplier to the next reason; and ends a row with the reason: "lin", or "rnd" where
 * the sum of the rows is rounded. */
void ul_vipr_add(ul_vipr_file *file, size_t row, ul_cost num, ul_cost den);
void ul_vipr_reason(ul_vipr_file *file, const char *reason);

/* A row that is assumed. */
size_t ul_vipr_assume(ul_vipr_file *file, char sense, ul_cost side, const ul_cost *coefficient);

/* The row that follows from two, each below one of two assumptions of which one holds. */
size_t ul_vipr_unsplit(ul_vipr_file *file, ul_cost side, const ul_cost *coefficient,
                       const size_t row[2], const size_t assumed[2]);
