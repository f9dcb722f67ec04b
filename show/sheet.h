/* A sheet: a titled table of texts, filled once and written many ways. */
#pragma once

#include <math.h>
#include <stdbool.h>

#include "arena.h"
#include "json_writer.h"
#include "output.h"

typedef struct {
    const char *name;  /* short, for file names and LaTeX macros */
    const char *title; /* a sentence */
    const char *note;  /* formulas and shifts, printed below; may be "" */
    const char *align; /* a letter per column: l or r */
    size_t n_columns, n_cells, room;
    const char **cell; /* row by row; the first row is the heading */
    const char **plain; /* the same for programs: a bare number, or NULL where it is the text */
    const char *const *key; /* the heading for programs, a name a column; NULL: the first row */
    const struct ul_sheet_column *column; /* NULL where they are not described */
    ul_arena *arena;
    bool failed;
} ul_sheet;

ul_status ul_sheet_new(ul_arena *arena, const char *name, const char *title, const char *note,
                       const char *align, ul_sheet **sheet);

/* The next cell; faults are kept and reported by whatever writes the sheet. */
void ul_sheet_cell(ul_sheet *sheet, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The next cells: headings, as a rule. */
void ul_sheet_heads(ul_sheet *sheet, const char *const *text, size_t n);

/* The next cell as a number: for people with its sign and fewer digits, for programs
 * (CSV and JSON) bare. NaN is an empty cell. */
typedef enum {
    UL_WORD, /* of columns alone: no number */
    UL_PLAIN,
    UL_MEASURE, /* more digits, for numbers of any size */
    UL_WHOLE,
    UL_PERCENT, /* of 0.05: 5.000% */
    UL_SHARE,   /* of 0.05: 5.0% */
    UL_DOLLARS,
    UL_SECONDS
} ul_sheet_form;
void ul_sheet_number(ul_sheet *sheet, ul_sheet_form form, double value);

/* Columns as data: heading, name for programs, form; the last has no heading. */
typedef struct ul_sheet_column {
    const char *head, *key;
    ul_sheet_form form;
} ul_sheet_column;
typedef struct {
    const char *name, *title, *note;
    const ul_sheet_column *column;
} ul_sheet_described;
/* A sheet with its headings. */
ul_status ul_sheet_describe(ul_arena *arena, const ul_sheet_described *described, ul_sheet **sheet);
/* A row of it: one word or two (second: NULL), then numbers, of which UL_TOO_FEW_FOR is one that
 * so few observations do not give. */
#define UL_TOO_FEW_FOR HUGE_VAL
void ul_sheet_row(ul_sheet *sheet, const char *first, const char *second, const double *number);

/* The next cell, to people rounded and to programs exact. */
void ul_sheet_exact(ul_sheet *sheet, const char *rounded, const char *exact);

/* The next cell where there is no number, and people are told why. */
void ul_sheet_none(ul_sheet *sheet, const char *why);

typedef ul_status (*ul_sheet_writer)(const ul_sheet *sheet, ul_output *out);

ul_status ul_sheet_text(const ul_sheet *sheet, ul_output *out);     /* terminal */
ul_status ul_sheet_markdown(const ul_sheet *sheet, ul_output *out);
ul_status ul_sheet_csv(const ul_sheet *sheet, ul_output *out);      /* for programs */
ul_status ul_sheet_csv_rows(const ul_sheet *sheet, ul_output *out); /* the same without a heading */
ul_status ul_sheet_latex(const ul_sheet *sheet, ul_output *out);    /* booktabs */
ul_status ul_sheet_macros(const ul_sheet *sheet, ul_output *out);   /* a LaTeX macro per number */
ul_status ul_sheet_html(const ul_sheet *sheet, ul_output *out);     /* a <table> */

/* An array of objects, one a row. */
ul_status ul_sheet_json(const ul_sheet *sheet, ul_json_writer *json);
