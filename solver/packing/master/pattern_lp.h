/* The restricted master program: covering rows, rows of any kind (row_rule.h), and columns for
 * some patterns of a pool, which may grow.
 *
 *     minimise  sum price(p) x_p
 *     so that   sum count(p, i) x_p >= copies(i)                    for every item i
 *               low(q) <= sum coefficient(q, p) x_p <= high(q)      for every row q,   x >= 0
 *
 * Artificial columns, at a penalty, keep every row satisfiable: a copy without a machine, a count
 * without one, or a machine beyond a limit. Column generation (master.h), branch and cut over a
 * pool of all patterns and branching on machine counts (count_master.h) differ in how they price:
 * a scan of the pool takes any row whose coefficient is a function of the pattern, and a row that
 * knows types alone is part of a machine's price, so that any pricing will do.
 *
 * O(pool * (entries + rows)) time a scan; two bytes a pattern and row, none for rows that know
 * types alone.
 */
#pragma once

#include "exact_proof.h"
#include "lp.h"

typedef struct {
    const ul_row_rule *rule;
    size_t id;              /* the caller's name for it */
    int64_t low, high;      /* UL_ROW_FREE: none */
    uint16_t *coefficient;  /* per pattern of the pool; NULL: the rule's weight of its type */
    uint16_t most;          /* the largest of them */
    double dual;
} ul_pattern_row;

typedef struct {
    const ul_exact_problem *problem;
    ul_run *run;
    ul_arena *arena;
    ul_pattern_pool *pool; /* not owned; may grow */
    ul_lp *lp;
    ul_pattern_row *row;   /* extra rows: LP row n_items + q */
    size_t n_rows, row_room;
    size_t *pattern_of;    /* LP column -> pattern, UL_NONE for the artificial ones */
    size_t *artificial_of; /* LP column -> LP row, for the artificial ones */
    double *x;             /* per LP column */
    size_t n_columns, column_room;
    size_t *column_of;     /* per pattern that is known: its LP column, UL_NONE for none */
    double *reduced_cost;  /* per pattern: of the last scan */
    size_t n_known, known_room;
    double *item_dual;
    double *base;          /* per item: values; columns cost what their price is above these, */
    double zoom;           /* so many times */
    double base_total;     /* of all copies */
    double *price;         /* per type: less duals of the rows that know types alone */
    uint32_t *most;        /* per item: the largest count of a pattern, of those at first */
    double penalty;        /* price of an artificial column */
    bool partitions;       /* no item more often than it has copies */
    double objective;
    double artificial;     /* sum of the artificial columns' values */
} ul_pattern_lp;

/* Without a penalty covering rows have no artificial columns. */
ul_status ul_pattern_lp_new(const ul_exact_problem *problem, ul_run *run, ul_pattern_pool *pool,
                            double penalty, ul_pattern_lp **lp);
void ul_pattern_lp_free(ul_pattern_lp *lp);

ul_status ul_pattern_lp_add_row(ul_pattern_lp *lp, const ul_row_rule *rule, size_t id,
                                int64_t low, int64_t high);
ul_status ul_pattern_lp_set_row(ul_pattern_lp *lp, size_t q, int64_t low, int64_t high);
/* The LP's value, with the columns there are, if the row were added, or `most` when it
 * is more; leaves the LP and its basis as they were. `most` too when it cannot be told. */
ul_status ul_pattern_lp_try_row(ul_pattern_lp *lp, const ul_row_rule *rule, int64_t low,
                                int64_t high, double most, double *objective);

static inline int64_t ul_pattern_row_coefficient(const ul_pattern_lp *lp, const ul_pattern_row *row,
                                                 size_t p)
{
    return row->coefficient != NULL ? row->coefficient[p]
                                    : row->rule->weight[lp->pool->pattern[p].type];
}

/* Takes out the cuts that do not bind, the branching rows without limits, and the columns that
 * are far from use where there are many; their patterns stay. */
ul_status ul_pattern_lp_purge(ul_pattern_lp *lp);

/* From now on every item as often as it has copies, no more: a plan is a partition. Duals of
 * items may then be below zero. For pools that have all patterns a plan may use. */
ul_status ul_pattern_lp_partition(ul_pattern_lp *lp);

/* Of a solved program without a penalty or rows: columns from now on cost what their price is above
 * the present duals, so many times. What a solver takes for zero is then as much less (iterative
 * refinement: Gleixner, Steffy and Wolter 2016); duals and the objective stay those of prices. */
ul_status ul_pattern_lp_zoom(ul_pattern_lp *lp, double zoom);

/* What artificial columns cost from now on. */
ul_status ul_pattern_lp_set_penalty(ul_pattern_lp *lp, double penalty);

ul_status ul_pattern_lp_add_column(ul_pattern_lp *lp, size_t p);

/* Solves with the columns there are; `solved` false when out of time. */
ul_status ul_pattern_lp_resolve(ul_pattern_lp *lp, ul_lp_simplex simplex, bool *solved);
/* Goes on from a solved program until no pattern of the pool improves it. */
ul_status ul_pattern_lp_price_pool(ul_pattern_lp *lp, bool *solved);
/* Solves over the whole pool. */
ul_status ul_pattern_lp_solve(ul_pattern_lp *lp, bool *solved);

/* How many machines of each type the solution has. */
void ul_pattern_lp_machines(const ul_pattern_lp *lp, double *machines);

/* The bound of the present duals in exact arithmetic over the whole pool, after
 * ul_pattern_lp_solve has solved it; rows are those of the program. */
ul_status ul_pattern_lp_prove(const ul_pattern_lp *lp, ul_arena *arena, ul_node_dual *dual);

/* In value units, by a dual of this program. */
int64_t ul_pattern_lp_reduced_cost(const ul_pattern_lp *lp, const ul_node_dual *dual, size_t p);
