/* A neutral mixed-integer program: minimise c x + offset, rows and columns with
 * bounds and names, no solver's API. Formulations build one; engines, the LP and
 * MPS writers and the tests read it.
 *
 * Nonzeros are kept by row in the order they are added; ul_model_by_column()
 * transposes once when an engine wants columns. O(1) amortized per term.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "status.h"

typedef struct {
    const char *name;
    double high; /* from 0 to this; HUGE_VAL is no bound */
    double cost;
    bool integer;
} ul_model_column;

typedef struct {
    const char *name;
    double low, high;   /* -HUGE_VAL and HUGE_VAL are no bound */
    const char *remark; /* a line for the reader before this row and those after it, or NULL */
} ul_model_row;

typedef struct {
    uint32_t row, column;
    double value;
} ul_model_term;

typedef struct {
    const char *name;
    const char *about; /* a line for the reader, or "" */
    double offset;     /* added to the objective */
    size_t n_columns, n_rows, n_terms;
    const ul_model_column *column;
    const ul_model_row *row;
    const ul_model_term *term;
    struct ul_model_parts *parts;
} ul_model;

ul_status ul_model_new(const char *name, ul_model **model);
void ul_model_free(ul_model *model);

/* Names are printf formats. They are kept as every solver's file reader takes
 * them: letters, digits, '_' and '.' (anything else becomes '_'), a letter
 * first, at most UL_MODEL_NAME bytes, and made unique with a number. *index may
 * be NULL. */
enum { UL_MODEL_NAME = 80 };
ul_status ul_model_add_column(ul_model *model, double high, double cost, bool integer,
                              size_t *index, const char *name, ...)
    __attribute__((format(printf, 6, 7)));
ul_status ul_model_add_row(ul_model *model, double low, double high, size_t *index,
                           const char *name, ...) __attribute__((format(printf, 5, 6)));
/* A zero value is dropped; a pair is added once. */
ul_status ul_model_add_term(ul_model *model, size_t row, size_t column, double value);
void ul_model_set_offset(ul_model *model, double offset);
/* Lines for the reader of a written file: about the model, and before the row
 * that is added next. */
ul_status ul_model_set_about(ul_model *model, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
ul_status ul_model_remark(ul_model *model, const char *remark);

/* By name as kept; UL_NONE when there is none. */
size_t ul_model_find_column(const ul_model *model, const char *name, size_t length);
size_t ul_model_find_row(const ul_model *model, const char *name, size_t length);

/* Column-wise view: terms of column c are index[start[c]] .. index[start[c+1]-1]
 * into model->term. Owned by the model; rebuilt when terms were added. */
ul_status ul_model_by_column(ul_model *model, const size_t **start, const size_t **index);
