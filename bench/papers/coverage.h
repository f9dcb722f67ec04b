/* What is kept of the papers' tables held against the list of printed numbers: how many of
 * them we judge, and how. */
#pragma once

#include "judge.h"
#include "sheet.h"

typedef struct {
    const ul_printed *printed;
    double ours;         /* NaN where no kept table has it */
    ul_verdict verdict;
    const char *why;     /* the sentence behind it; "" */
    const char *word;    /* of a row that is not judged; "" */
    const char *command; /* that makes the table again; "" where none does */
} ul_covered;

typedef struct {
    ul_arena *arena;
    ul_printed_list list;
    ul_covered *row; /* the results and shapes of the list, in its order */
    size_t n;
    const char *home; /* the first page of the site that the page is of, to link to; NULL */
} ul_coverage;

/* Reads FOLDER/TABLE/table.csv and manifest.json of each table that the list names. A table
 * that is not kept is no fault; a folder that is not there is. */
ul_status ul_coverage_read(const char *folder, ul_arena *arena, ul_coverage *coverage);

/* A line a paper, and a line a table. */
ul_status ul_coverage_papers(const ul_coverage *coverage, ul_sheet **sheet);
ul_status ul_coverage_tables(const ul_coverage *coverage, ul_sheet **sheet);

/* A row a printed number: id,paper,table,quantity,subject,printed,ours,unit,verdict,why,command. */
ul_status ul_coverage_csv(const ul_coverage *coverage, ul_output *out);

/* The same as a page that stands alone, with the lines of the papers on top. */
ul_status ul_coverage_html(const ul_coverage *coverage, ul_output *out);
