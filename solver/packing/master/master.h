/* The column generation that solves the master program (pattern_lp.h) of a whole problem: covering
 * rows, and a row for each type that is limited.
 *
 * Gilmore and Gomory 1961. Every complete pricing gives an exact lower bound
 * (Farley 1990): item values scaled down until no pattern's reduced cost is
 * below zero are a feasible dual solution. The dual of a supply row is what another machine
 * of the type would save: machines of the type are priced as if dearer by it, in whole units,
 * so that the bound is exact. A machine beyond a supply may be had at a penalty that no plan
 * is worth: the program has a solution whatever is limited.
 */
#pragma once

#include "exact_dual.h"
#include "pattern_lp.h"
#include "price.h"

typedef struct {
    const ul_exact_problem *problem;
    ul_run *run;
    ul_pricer *pricer;
    ul_exact_problem priced;     /* the pricer's where supply is limited: with duals of rows */
    ul_exact_type *priced_type;
    ul_row_rule *supply_row;     /* row q of the LP; column q is beyond the supply */
    size_t n_supply_rows;
    ul_pattern_lp *lp;
    ul_pattern_pool pool;  /* all that were generated; those far from use have no column */
    double *value;         /* per item, then per supply row: the LP's dual, from 0 on */
    double *center;        /* ... of the best bound so far */
    double *mixed;
    ul_exact_dual dual;    /* of the best bound so far */
    ul_exact_dual trial;   /* the one being judged */
    double bound;          /* of the dual, in units; for the copies of the problem */
    bool converged;        /* the bound is as good as columns can make it, or was asked to be */
    bool is_rough;         /* tables that take long are left alone where there are coarse ones */
} ul_master;

ul_status ul_master_new(const ul_exact_problem *problem, ul_run *run, ul_arena *arena,
                        ul_master **master);
void ul_master_free(ul_master *master); /* what the arena does not hold */
static inline void ul_master_drop(ul_master **master)
{
    ul_master_free(*master);
}

/* Makes columns of patterns. */
ul_status ul_master_add_patterns(ul_master *master, const ul_pattern_pool *patterns);

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

/* How many patterns the LP knows, how often its solution has one, and whether its basis does. */
size_t ul_master_patterns(const ul_master *master);
double ul_master_x(const ul_master *master, size_t p);
bool ul_master_is_basic(const ul_master *master, size_t p);

/* The price by which the dual of the best bound is feasible: with that of its supply row. */
int64_t ul_master_price(const ul_master *master, size_t type);

/* Appends every pattern that a plan of at most `most` units can use, by this dual, as
 * ul_pricer_enumerate() does. */
ul_status ul_master_enumerate(ul_master *master, const ul_exact_dual *dual, int64_t most,
                              size_t limit, ul_pattern_pool *pool, bool *whole);

/* Draws of them, as ul_pricer_sample() does. */
ul_status ul_master_sample(ul_master *master, const ul_exact_dual *dual, int64_t most, size_t draws,
                           double *use, double *patterns, bool *whole);

/* A feasible dual solution from any values of items and supply rows, if the pricing was complete. */
ul_status ul_master_dual_bound(ul_master *master, const double *value, ul_exact_dual *dual,
                          bool *complete);

/* Keeps the trial's values when their bound is the best so far. True when it is. */
bool ul_master_keep_trial(ul_master *master);

/* Solves the LP to the end as if the rows asked for so much less, and asks for
 * everything again; the LP's duals are in master->value. */
ul_status ul_master_solve_perturbed(ul_master *master, const double *less, bool *solved);

/* Makes columns of each item alone. */
ul_status ul_master_add_singles(ul_master *master);

/* Makes columns of every pattern of exactly so many tasks that a plan of at most `most` units can
 * use, by the dual of the best bound, where no supply is limited; of none, and *whole is false, where
 * ul_price_few_tasks() does not come to its end. */
ul_status ul_master_add_few_tasks(ul_master *master, int64_t most, size_t tasks, size_t limit,
                                  bool *whole);

/* Makes columns of the part's master program: the patterns that hold no more than these
 * copies of the whole's items, by which the part was cut, and each item alone. Of the patterns
 * in `basic`, NULL for none, as many as are independent are its first basis. */
ul_status ul_master_seed_columns(const ul_exact_problem *whole, const ul_pattern_pool *columns,
                        const int64_t *copies, const bool *basic, ul_arena *arena,
                        ul_master *master);

/* The problem's prices have changed: costs follow, and no bound is known. */
ul_status ul_master_reprice(ul_master *master);
