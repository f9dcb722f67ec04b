/* The master program with rows that count machines, for nodes of a tree over such counts:
 * "at most four of this type", "at least 43 steps of this family".
 *
 *     minimise  sum price(p) x_p
 *     so that   sum count(p, i) x_p >= copies(i)               for every item i
 *               low(q) <= sum weight(q, type(p)) x_p <= high(q)   for every row q
 *
 * A row knows types alone. Its dual value makes machines cheaper or dearer, and the
 * pricing stays what it is: no pattern has to be enumerated before a case is split. A
 * machine may stand empty, so that no dual of a row is beyond a price.
 */
#ifndef UL_COUNT_LP_H
#define UL_COUNT_LP_H

#include "exact_proof.h"
#include "lp.h"
#include "price.h"

typedef struct {
    const ul_exact_problem *problem;
    ul_run *run;
    ul_exact_problem finer;   /* the pricer's: the same at prices less duals of count rows */
    ul_exact_type *finer_type;
    ul_pricer *pricer;
    const ul_row_rules *rules; /* row q counts what rule q says */
    size_t n_rows;
    ul_lp *lp;
    ul_pattern_pool pool;     /* all that were generated */
    bool *has_column;         /* per pattern */
    size_t n_known, known_room;
    size_t *pattern_of;       /* LP column, from first_pattern on -> pattern */
    size_t first_pattern, n_columns, column_room; /* columns of patterns */
    double *value;            /* per item: the LP's dual */
    double *row_value;        /* per row */
    double *price;            /* per type: less what the rows pay */
    double *finer_value;      /* per item: on the pricer's scale of prices */
    int64_t *low, *high;      /* per row; UL_ROW_FREE: none */
    double *counted;          /* per row: what the LP's solution counts */
    double *machines;         /* per type: how many the LP's solution has */
    double penalty, first_penalty;
    bool has_artificial;      /* the solution leaves a row unsatisfied */
} ul_count_lp;

/* `penalty`, in units, is what a copy costs that has no machine. */
ul_status ul_count_lp_new(const ul_exact_problem *problem, ul_run *run, const ul_row_rules *rules,
                         double penalty, ul_arena *arena, ul_count_lp **lp);
void ul_count_lp_free(ul_count_lp *lp); /* what the arena does not hold */

/* Makes columns of a pool's patterns. */
ul_status ul_count_lp_add(ul_count_lp *lp, const ul_pattern_pool *pool);

ul_status ul_count_lp_limit(ul_count_lp *lp, size_t row, int64_t low, int64_t high);

/* Takes out the columns that are far from use, where there are many; their patterns stay,
 * and come back when they are of use. */
ul_status ul_count_lp_purge(ul_count_lp *lp);

/* Generates columns until none improves the LP or the case is known to cost `enough`
 * units. The best bound met is in the proof, which the caller made; *solved is false when
 * the time was over. */
ul_status ul_count_lp_solve(ul_count_lp *lp, int64_t enough, ul_node_dual *proof, bool *solved);

#endif
