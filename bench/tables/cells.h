/* The numbers of a table: what an experiment finds, each by its case, its subject and its
 * measure. The layout says how people see them, the list of printed numbers which of them
 * a paper prints, and the one rule judges those.
 */
#ifndef UL_CELLS_H
#define UL_CELLS_H

#include "table.h"

/* A number; "" is no case, or no subject. NaN is a number that could not be found. A second
 * one in the same place takes it. Faults are kept and reported when the table is finished. */
void ul_put(ul_table_made *made, const char *of, const char *who, const char *measure,
            double ours);

/* The mean of n >= 1, with deviation and range. */
void ul_put_mean(ul_table_made *made, const char *of, const char *who, const char *measure,
                 const double *value, size_t n);

/* A curve of a picture, by the title of its panel. */
void ul_put_curve(ul_table_made *made, const char *panel, const char *name, const double *x,
                  const double *y, size_t n);

/* What was put there; NaN where nothing was. */
double ul_got(const ul_table_made *made, const char *of, const char *who, const char *measure);

/* Sentences below the table. */
void ul_put_note(ul_table_made *made, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* NULL where nothing was put. */
const ul_cell *ul_cell_find(const ul_table_made *made, const char *of, const char *who,
                            const char *measure);

/* ---- for ul_table_make() ---- */

/* The sheet that people read, by the layout. */
ul_status ul_cells_lay_out(ul_table_made *made, const ul_printed_list *list);
/* The verdicts on what is printed, and all numbers for programs. */
ul_status ul_cells_judge(ul_table_made *made, const ul_printed_list *list);

/* Draws the layout's pictures one above the other, into the file that the parameter `svg`
 * names. */
ul_status ul_cells_draw(const ul_table_made *made, const char *path);

#endif
