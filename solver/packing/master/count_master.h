/* Column generation for the restricted master of a node with rows that count machines: "at most
 * four of this type", "at least 43 steps of this family" (pattern_lp.h).
 *
 * Such a row knows types alone. Its dual value makes machines cheaper or dearer, and the
 * pricing stays what it is: no pattern has to be enumerated before a case is split. A
 * machine may stand empty, so that no dual of a row is beyond a price.
 */
#ifndef UL_COUNT_MASTER_H
#define UL_COUNT_MASTER_H

#include "exact_proof.h"
#include "pattern_lp.h"
#include "price.h"

typedef struct {
    ul_pattern_lp *lp;
    ul_pattern_pool pool;     /* all that were generated */
    ul_exact_problem finer;   /* the pricer's: the same at prices less duals of count rows */
    ul_exact_type *finer_type;
    ul_pricer *pricer;
    double *finer_value;      /* per item: on the pricer's scale of prices */
    double *machines;         /* per type: how many the LP's solution has */
    double penalty;           /* to begin with */
} ul_count_master;

/* `penalty`, in units, is what a copy costs that has no machine; `columns` are patterns to begin
 * with. Rows are added to master->lp. */
ul_status ul_count_master_new(const ul_exact_problem *problem, ul_run *run,
                              const ul_pattern_pool *columns, double penalty, ul_arena *arena,
                              ul_count_master *master);
void ul_count_master_clear(ul_count_master *master); /* what the arena does not hold */

/* Whether the solution leaves a row unsatisfied. */
bool ul_count_master_lacks(const ul_count_master *master);

/* Generates columns until none improves the LP or the case is known to cost `enough`
 * units. The best bound met is in the proof, which the caller made; *solved is false when
 * the time was over. */
ul_status ul_count_master_solve(ul_count_master *master, int64_t enough, ul_node_dual *proof,
                                bool *solved);

#endif
