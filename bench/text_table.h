/* A table for the terminal: columns as wide as their widest cell.
 *
 * Cells come row by row. Faults are kept and reported once, by the print.
 */
#ifndef UL_TEXT_TABLE_H
#define UL_TEXT_TABLE_H

#include "output.h"
#include "status.h"

typedef struct ul_text_table ul_text_table;

/* One letter per column: l left, r right. NULL when out of memory. */
ul_text_table *ul_text_table_new(const char *align);
void ul_text_table_cell(ul_text_table *table, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Writes the rows, each behind `indent`, and frees the table. A NULL table is
 * the fault of the new() that made it. */
ul_status ul_text_table_print(ul_text_table *table, const char *indent, ul_output *out);

#endif
