/* The master program: a linear program with one covering row per item and one
 * column per pattern, and the column generation that solves it.
 *
 *     minimise  sum price(p) x_p
 *     so that   sum count(p, i) x_p >= copies(i)   for every item i,   x >= 0
 *
 * Gilmore and Gomory 1961. Every complete pricing gives an exact lower bound
 * (Farley 1990): item values scaled down until no pattern is worth more than
 * its price are a feasible dual solution.
 */
#ifndef UL_MASTER_H
#define UL_MASTER_H

#include "exact_dual.h"
#include "exact_solution.h"
#include "lp.h"
#include "price.h"

typedef struct {
    const ul_exact_problem *problem;
    ul_run *run;
    ul_pricer *pricer;
    ul_lp *lp;
    ul_pattern_pool pool;  /* pattern p is column p */
    int64_t *left;         /* per item: copies that the rows still ask for */
    double *value;         /* per item: the LP's dual */
    double *center;        /* per item: values of the best bound so far */
    double *mixed;
    ul_exact_dual dual;    /* of the best bound so far */
    ul_exact_dual trial;   /* the one being judged */
    double bound;          /* total / scale, in units; for the copies of the problem */
    bool converged;        /* the bound is as good as columns can make it */
} ul_master;

ul_status ul_master_new(const ul_exact_problem *problem, ul_run *run, ul_arena *arena,
                        ul_master **master);
void ul_master_free(ul_master *master); /* what the arena does not hold */

/* Makes columns of a solution's patterns. */
ul_status ul_master_add_solution(ul_master *master, const ul_exact_solution *solution);

/* Improving bounds are told to a listener (may be NULL). */
typedef ul_status (*ul_bound_listener)(void *context, int64_t units);

/* Prices the linear relaxation's values: a first bound, and a center that steadies
 * the LP's duals from the start. */
ul_status ul_master_start(ul_master *master, ul_bound_listener listener, void *context);

/* Generates columns until the bound meets the LP's value within a unit, the
 * bound reaches `enough` units, the time is over or the LP took too many pivots:
 * call again to go on. */
ul_status ul_master_solve(ul_master *master, int64_t enough, ul_bound_listener listener,
                          void *context);

/* By which ratio, price / worth and at most 1, priced values shrink until no pattern is
 * worth more than its price. */
void ul_exact_shrinking(const ul_exact_problem *problem, const ul_pricing *pricing,
                        ul_cost *worst_price, ul_cost *worst_value);

/* Generates columns for what the rows ask at present, at most `rounds` times or
 * until the LP's value is at most `enough`, without regard to bounds. *objective is
 * HUGE_VAL when the LP failed. */
ul_status ul_master_extend(ul_master *master, size_t rounds, double enough, double *objective);

/* Sets what the rows ask for. */
ul_status ul_master_set_demand(ul_master *master, const int64_t *copies);

/* A feasible dual solution from any values, if the pricing was complete. */
ul_status ul_master_dual_bound(ul_master *master, const double *value, ul_exact_dual *dual,
                          bool *complete);

/* Keeps the trial's values when their bound is the best so far. True when it is. */
bool ul_master_keep_trial(ul_master *master);

/* Solves the LP to the end as if the rows asked for so much less, and asks for
 * everything again; the LP's duals are in master->value. */
ul_status ul_master_solve_perturbed(ul_master *master, const double *less, bool *solved);

/* Makes columns of each item alone. */
ul_status ul_master_add_singles(ul_master *master);

/* Makes columns of the part's master program: the patterns that hold no more than these
 * copies of the whole's items, by which the part was cut, and each item alone. */
ul_status ul_master_seed_columns(const ul_exact_problem *whole, const ul_pattern_pool *columns,
                        const int64_t *copies, ul_arena *arena, ul_master *master);

/* The problem's prices have changed: costs follow, and no bound is known. */
ul_status ul_master_reprice(ul_master *master);

#endif
