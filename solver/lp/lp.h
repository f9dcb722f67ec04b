/* A linear program that is solved, changed and solved again from the last basis:
 * what column generation and cutting planes need. Minimises. Served by GLPK's
 * simplex (solver/lp/glpk_lp.c).
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "run.h"

typedef struct ul_lp ul_lp;

typedef enum {
    UL_LP_OPTIMAL,
    UL_LP_INFEASIBLE,
    UL_LP_UNBOUNDED,
    UL_LP_TIME_LIMIT,
    UL_LP_BEYOND, /* the objective is known to be above its limit */
    UL_LP_FAILED /* numerical trouble that a fresh start did not cure */
} ul_lp_outcome;

/* Either: the dual method after a change of limits, for a few pivots, then the primal one, at last by
 * rougher numbers and from no basis: each goes round in circles on programs where another does not. */
typedef enum { UL_LP_PRIMAL, UL_LP_DUAL, UL_LP_EITHER } ul_lp_simplex;

ul_status ul_lp_new(ul_lp **lp);
void ul_lp_free(ul_lp *lp);

/* Bounds: -HUGE_VAL and HUGE_VAL are none; low == high fixes. Indices from 0. */
ul_status ul_lp_add_row(ul_lp *lp, double low, double high, size_t n, const int *column,
                        const double *value);
ul_status ul_lp_add_column(ul_lp *lp, double low, double high, double cost, size_t n,
                           const int *row, const double *value);
ul_status ul_lp_set_row(ul_lp *lp, size_t row, double low, double high);
ul_status ul_lp_set_column(ul_lp *lp, size_t column, double low, double high);
ul_status ul_lp_set_cost(ul_lp *lp, size_t column, double cost);
/* A column outside the basis rests at its upper bound instead of its lower one. */
ul_status ul_lp_rest_at_upper(ul_lp *lp, size_t column);
/* Removes what is marked; the rest keep their order and their basis status. */
ul_status ul_lp_delete_columns(ul_lp *lp, const bool *gone);
ul_status ul_lp_delete_rows(ul_lp *lp, const bool *gone);

size_t ul_lp_rows(const ul_lp *lp);
size_t ul_lp_columns(const ul_lp *lp);

/* From the present basis. Ends as UL_LP_TIME_LIMIT when the run is over, by its
 * deadline or by a signal (noticed within a second), or after far more pivots than
 * any LP should need. */
ul_status ul_lp_solve(ul_lp *lp, ul_lp_simplex simplex, const ul_run *run,
                      ul_lp_outcome *outcome);

/* Scales rows and columns by powers of two, for LPs with numbers of many sizes, if there
 * is time for that. Nothing is rounded: values and duals are those of the LP as it was given. */
ul_status ul_lp_scale(ul_lp *lp, const ul_run *run);

/* Which rows and columns are basic: to come back to after a trial. Rows and
 * columns that came since are basic and at their lower bound. */
typedef struct {
    unsigned char *row, *column;
    size_t n_rows, n_columns;
} ul_lp_basis;

ul_status ul_lp_basis_save(const ul_lp *lp, ul_lp_basis *basis);
void ul_lp_basis_restore(ul_lp *lp, const ul_lp_basis *basis);
void ul_lp_basis_clear(ul_lp_basis *basis);

/* Starts from these columns, as far as they are independent, and the rows that they leave:
 * O(rows^2) memory and O(rows^3) time at most, far less where columns have few entries. */
ul_status ul_lp_start_from(ul_lp *lp, const size_t *column, size_t n);

/* Stops each later solve after `pivots` of them, as if its time were over; the
 * objective is then that of the last basis. 0 is no limit. */
void ul_lp_limit_pivots(ul_lp *lp, int pivots);
/* Ends each later solve by the dual simplex method where its objective, which only rises,
 * has passed this: as UL_LP_BEYOND. HUGE_VAL is no limit. */
void ul_lp_limit_objective(ul_lp *lp, double most);
/* Pivots of all solves so far. */
int ul_lp_pivots(const ul_lp *lp);

double ul_lp_objective(const ul_lp *lp);
double ul_lp_value(const ul_lp *lp, size_t column);
double ul_lp_reduced_cost(const ul_lp *lp, size_t column);
double ul_lp_dual(const ul_lp *lp, size_t row);
bool ul_lp_is_basic(const ul_lp *lp, size_t column);
bool ul_lp_row_is_basic(const ul_lp *lp, size_t row);

/* Corrects duals of all rows that are nearly those of the last solve's basis until they are as near to them as
 * doubles are, and has the reduced costs of all columns by these. Those of the simplex method keep what many
 * pivots rounded, and where large ones cancel out that is far more than its tolerance. */
ul_status ul_lp_refine_duals(ul_lp *lp, double *row, double *column);

/* A basic column as the sum of what is not basic: *n of these, rows first, with what each has to be
 * multiplied by; columns follow, from the number of rows on. None where the basis has no inverse. There is
 * room for as many as there are rows and columns, and one. */
ul_status ul_lp_tableau_row(ul_lp *lp, size_t column, size_t *n, int *index, double *times);
