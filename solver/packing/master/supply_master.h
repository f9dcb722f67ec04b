/* The master program where the supply of some types is limited.
 *
 *     minimise  sum price(p) x_p
 *     so that   sum count(p, i) x_p >= copies(i)             for every item i
 *               sum of x_p over patterns of type k <= supply(k)   where k is limited
 *
 * The dual of a supply row is what another machine of the type would save. With every
 * machine of a type dearer by it, no plan costs less than the items' dual values at these
 * prices, less dual * supply for every type: a bound by the ordinary pricing. The duals of
 * supply rows are whole numbers, so that it is exact.
 *
 * Artificial columns, one for each item, keep the program solvable at a penalty.
 */
#ifndef UL_SUPPLY_MASTER_H
#define UL_SUPPLY_MASTER_H

#include "master.h"

typedef struct {
    const ul_exact_problem *problem;
    ul_run *run;
    ul_exact_problem adjusted; /* the same, with prices and duals of supply rows */
    ul_exact_type *adjusted_type;
    ul_pricer *pricer;        /* of the charged problem */
    ul_lp *lp;                /* the artificial columns first, then pattern by pattern */
    ul_pattern_pool pool;
    double penalty;
    size_t *row_of;           /* per type: the row of its supply, UL_NONE where there is none */
    double *value;            /* per item: the LP's dual */
    double *supply_dual;              /* per type: the same of its supply */
    ul_exact_dual dual;       /* of the best bound so far */
    int64_t *best_supply_dual;        /* per type: its duals of supply rows */
    ul_cost supply_units;             /* what they take off the bound: sum of supply_dual * supply */
    int64_t bound;            /* units: no plan costs less */
} ul_supply_master;

ul_status ul_supply_master_new(const ul_exact_problem *problem, ul_run *run, ul_arena *arena,
                                double penalty, ul_supply_master *master);
void ul_supply_master_free(ul_supply_master *master); /* what the arena does not hold */

/* Makes columns of a solution's patterns. */
ul_status ul_supply_master_add_solution(ul_supply_master *master,
                                         const ul_exact_solution *solution);

/* Generates columns until none improves the program, the bound reaches `enough` units,
 * or the time is over. Where items stay uncovered the penalty rises a few times, and
 * the bound with it. */
ul_status ul_supply_master_solve(ul_supply_master *master, int64_t enough);

/* Appends every pattern that a plan of at most `most` units can use, as
 * ul_pricer_enumerate() does. */
ul_status ul_supply_master_enumerate(ul_supply_master *master, int64_t most, size_t limit,
                                      ul_pattern_pool *pool, bool *whole);

#endif
