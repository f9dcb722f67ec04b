/* The machines of a plan, without what they hold: the master program of Benders' decomposition.
 *
 *     minimise  sum price(k) n_k
 *     so that   sum most(c, k) n_k >= total(c)                   for every cut c
 *               low(q) <= sum weight(q, k) n_k <= high(q)        for every rule q of a tree
 *
 * Whatever the items' values are, the machines of a plan hold what all tasks are worth, each at most
 * what the best pattern of its type is: every pricing is a cut (Benders 1962). Its duals prove a
 * bound of a node without pricing: the cuts' values, times their duals, are values of the items
 * by which no pattern of a type is worth more than the cuts' own `most` say.
 */
#ifndef UL_BENDERS_H
#define UL_BENDERS_H

#include "exact_proof.h"
#include "lp.h"
#include "price.h"

typedef struct {
    int64_t *value; /* per item */
    int64_t *most;  /* per type: what the best pattern is worth */
    int64_t total;  /* what all tasks are */
    double unit;    /* of the program's row: the largest of `most` */
} ul_benders_cut;

typedef struct {
    const ul_exact_problem *problem;
    ul_run *run;
    ul_arena *arena;
    const ul_row_rules *rules; /* those of the tree: they know types alone */
    int64_t *low, *high;       /* per rule: its limits now, UL_ROW_FREE for none */
    double dearest;            /* price of a type, in units: the program's unit of cost */
    double penalty;            /* what it costs not to keep to a rule or a cut */
    ul_lp *lp;                 /* a row for each rule, then one for each cut */
    ul_benders_cut *cut;
    size_t n_cuts, cut_room;
    double *machines;          /* per type: of the last solution */
    ul_cost *worth, *most;     /* per item and per type: what the duals make of them */
    int64_t *pay;              /* per rule: its dual in whole numbers */
} ul_benders;

/* A program with the rules there are. It costs `penalty` units not to keep to one. */
ul_status ul_benders_new(const ul_row_rules *rules, ul_run *run, double penalty, ul_arena *arena,
                         ul_benders *benders);
void ul_benders_clear(ul_benders *benders); /* what the arena does not hold */

/* The cut that a complete pricing is. */
ul_status ul_benders_add_cut(ul_benders *benders, const ul_pricing *pricing);

/* Whether so many machines of each type, in parts or not, keep to the cuts from the given one on. */
bool ul_benders_allows(const ul_benders *benders, size_t first, const double *machines);

/* Solves it with the limits there are; the dual, which the caller made, is kept where it proves
 * more than before. *solved is false when the time was over. */
ul_status ul_benders_solve(ul_benders *benders, ul_node_dual *dual, bool *solved);

#endif
