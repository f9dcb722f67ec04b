/* Solution files of other solvers: names and values back into columns.
 *
 * Told apart by their first line: GLPK (--write and -o), CBC (solution), HiGHS
 * (--solution_file), Gurobi (ResultFile=x.sol), SCIP (write solution).
 */
#pragma once

#include "model.h"

typedef enum {
    UL_SOLUTION_NONE,       /* no values in the file */
    UL_SOLUTION_FEASIBLE,   /* values, and no claim that they are best */
    UL_SOLUTION_OPTIMAL,    /* the solver claims so, within its own gap tolerance */
    UL_SOLUTION_INFEASIBLE, /* the solver claims that there is none */
} ul_solution_claim;

typedef struct {
    ul_solution_claim claim;
    const char *format; /* "GLPK", ... */
} ul_solution;

/* Fills value[0 .. n_columns-1]; columns that the file does not name are zero.
 * A name that the model does not have, or a file of none of these formats, is a
 * fault with its line. O(bytes). */
ul_status ul_solution_read(const char *path, const ul_model *model, double *value,
                           ul_solution *solution);
