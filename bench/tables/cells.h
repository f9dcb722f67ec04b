/* The numbers of a table: what an experiment finds, each by its case, its subject and its
 * measure. The table says how people see them, the list of printed numbers which of them
 * a paper prints, and the one rule judges those. It includes what every experiment needs.
 */
#ifndef UL_CELLS_H
#define UL_CELLS_H

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "table.h"

/* A text as printf() writes it, which lives as long as the table. */
char *ul_text(ul_table_made *made, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* A number; "" is no case, or no subject. NaN is a number that could not be found. A second
 * one in the same place takes it. Faults are kept and reported when the table is finished. */
void ul_put(ul_table_made *made, const char *of, const char *who, const char *measure,
            double ours);

/* One of the numbers of which the cell is the mean, with deviation and range; NaN is none. */
void ul_add(ul_table_made *made, const char *of, const char *who, const char *measure,
            double one);

/* A point more of a curve of the picture's panel of this number. */
void ul_put_point(ul_table_made *made, size_t panel, const char *name, double x, double y);

/* What was put there; NaN where nothing was. "delay, least" (most, median) is of the numbers that
 * were added to "delay", unless it was put itself. */
double ul_got(const ul_table_made *made, const char *of, const char *who, const char *measure);

/* By how many percent one subject's number is above another's, and below it. */
double ul_above(const ul_table_made *made, const char *of, const char *who, const char *other,
                const char *measure);
double ul_below(const ul_table_made *made, const char *of, const char *who, const char *other,
                const char *measure);

/* More sentences below the table; a fault that was kept is reported. */
#define ul_put_note(made, ...) ul_put_sentences(made, ul_text(made, __VA_ARGS__))
ul_status ul_put_sentences(ul_table_made *made, const char *text);

/* The same; NULL where nothing was put. */
const ul_cell *ul_cell_find(const ul_table_made *made, const char *of, const char *who,
                            const char *measure);
/* A cell of a number without deviation and range. */
ul_cell ul_cell_of(const char *of, const char *who, const char *measure, double ours);

/* ---- for ul_table_make() ---- */

static inline bool ul_same(const char *a, const char *b)
{
    return strcmp(a, b) == 0;
}

/* The printed number that the cell is, from number *at of the list on; NULL: none any more. */
const ul_printed *ul_cell_printed(const ul_table_made *made, const ul_printed_list *list,
                                  const ul_cell *cell, size_t *at);

/* The sheet that people read. */
ul_status ul_cells_lay_out(ul_table_made *made, const ul_printed_list *list);
/* The verdicts on what is printed, and all numbers for programs. */
ul_status ul_cells_judge(ul_table_made *made, const ul_printed_list *list);

/* Draws the table's pictures one above the other, into the file that the parameter `svg`
 * names. */
ul_status ul_cells_draw(const ul_table_made *made, const char *path);

#endif
