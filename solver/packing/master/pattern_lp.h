/* The master program over a whole pool of patterns, with rows of any kind (row_rule.h):
 * rank-1 cuts, counts, branching. Columns join the LP as they price out; pricing is a scan
 * of the pool, so any row whose coefficient is a function of the pattern will do.
 *
 * O(pool * (entries + rows)) time a scan; two bytes a pattern and row.
 */
#ifndef UL_PATTERN_LP_H
#define UL_PATTERN_LP_H

#include "exact_solution.h"
#include "lp.h"
#include "row_rule.h"
#include "run.h"

typedef struct {
    const ul_row_rule *rule;
    size_t id;              /* the caller's name for it */
    int64_t low, high;      /* UL_ROW_FREE: none */
    uint16_t *coefficient;  /* per pattern of the pool */
    uint16_t most;          /* the largest of them */
    double dual;
} ul_pattern_row;

/* A whole-numbered dual solution: value units are 1 / scale of a price unit. */
typedef struct {
    int64_t scale;
    int64_t *item;  /* n_items */
    int64_t *extra; /* one per extra row when it was made */
    size_t n_extra;
    ul_cost total;  /* no plan costs less than total / scale units */
    int64_t units;  /* the same rounded up to whole units */
} ul_pattern_dual;

typedef struct ul_pattern_lp {
    const ul_exact_problem *problem;
    ul_run *run;
    ul_pattern_pool *pool; /* not owned */
    ul_lp *lp;
    ul_pattern_row *row;   /* extra rows: LP row n_items + q */
    size_t n_rows, row_room;
    size_t *pattern_of;    /* LP column -> pattern, UL_NONE for the artificial ones */
    size_t *artificial_of; /* LP column -> LP row, for the artificial ones */
    size_t n_columns, column_room;
    bool *has_column;      /* per pattern */
    double *reduced_cost;          /* per pattern: reduced cost of the last scan */
    double *item_dual;
    uint32_t *most;        /* per item: the largest count of a pattern */
    double *x;             /* per LP column */
    double penalty;        /* price of an artificial column */
    double objective;
    double artificial;     /* sum of the artificial columns' values */
} ul_pattern_lp;

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

/* Takes out the cuts that do not bind and the branching rows without limits. */
ul_status ul_pattern_lp_purge(ul_pattern_lp *lp);

/* Makes the artificial columns dearer. */
ul_status ul_pattern_lp_raise_penalty(ul_pattern_lp *lp);

ul_status ul_pattern_lp_add_column(ul_pattern_lp *lp, size_t p);

/* Solves with the columns there are; `solved` false when out of time. */
ul_status ul_pattern_lp_resolve(ul_pattern_lp *lp, ul_lp_simplex simplex, bool *solved);
/* Solves over the whole pool. */
ul_status ul_pattern_lp_solve(ul_pattern_lp *lp, bool *solved);

/* The bound of the present duals in exact arithmetic over the whole pool, after
 * ul_pattern_lp_solve has solved it; the caller frees the dual's arrays. */
ul_status ul_pattern_lp_prove(ul_pattern_lp *lp, ul_pattern_dual *dual);
void ul_pattern_dual_clear(ul_pattern_dual *dual);

/* Price less worth of every pattern of the pool, in value units. */
void ul_pattern_lp_reduced_costs(const ul_pattern_lp *lp, const ul_pattern_dual *dual, int64_t *reduced_cost);

#endif
