/* A paper's table, made again: our numbers beside the printed ones. One file
 * and one line in tables.def each.
 *
 * A table may name methods (the paper does); what is not registered is left
 * out of it. A method's cost below an optimum that another proved is a fault:
 * one of the two is wrong, and no table is printed.
 */
#ifndef UL_TABLE_H
#define UL_TABLE_H

#include <stdint.h>

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
    const char *name, *brief, *paper;
    const ul_param *param; /* ends with a NULL name; may be NULL */
    double time_limit_s;   /* default of the request's */
    ul_status (*make)(const ul_table_request *request, ul_arena *arena, ul_sheet **sheet);
} ul_table;

extern const ul_table *const ul_tables[]; /* ends with NULL */

const ul_table *ul_table_find(const char *name);

#endif
