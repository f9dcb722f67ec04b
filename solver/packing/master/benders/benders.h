/* The machines of a plan, and where its tasks are, without what each machine holds: the master program
 * of Benders' decomposition.
 *
 *     minimise  sum price(k) n_k
 *     so that   sum most(c, k) n_k >= sum value(c, i) y_i,part(c)   for every cut c
 *               sum y_i,f >= copies(i)                              for every item i, over all parts f
 *               low(q) <= sum weight(q, k) n_k <= high(q)           for every rule q of a tree
 *               low(q) <= y_i,f <= high(q)                          for every rule of copies
 *               low(q) <= sum weight(q, i, f) y_i,f <= high(q)      for every sum
 *
 * Types are one part, and then all tasks are on it; or each family is one, and y says how many copies of
 * an item are on its machines. Whatever the items' values are, the machines of a part hold what the tasks
 * on it are worth, each at most what the best pattern of its type is: every pricing of a part is a cut
 * (Benders 1962), and so is every resource. Most cuts of pricings say no more than resources do: a cut
 * is a row of the program once a solution breaks it. Its duals prove a bound of a node without pricing:
 * the cuts' values, times their duals, are values of the items on the part by which no pattern of a type
 * is worth more than the cuts' own `most` say.
 */
#pragma once

#include "exact_proof.h"
#include "lp.h"
#include "price.h"
#include "type_parts.h"

enum { UL_SUMS_MAX = 4000 }; /* rules that a tree may add */

typedef struct {
    size_t part;
    int64_t fine;   /* of a resource: its value units in one; 0 for a pricing */
    int64_t *value; /* per item */
    int64_t *most;  /* per type: what the best pattern is worth */
    int64_t total;  /* what all tasks are that are on the part in any case */
    double all;     /* and all that may be */
    double unit;    /* of the program's row: the largest of `most` */
    double scale;   /* value units in a price unit; of a resource 1 */
    size_t row;     /* of the program; UL_NONE while no solution broke it */
} ul_benders_cut;

/* A sum that has a row of the program, and its limits there. */
typedef struct {
    size_t rule, row;
    int64_t low, high;
    double unit; /* of the row: the largest weight */
    double all;  /* what all copies weigh, wherever they are */
} ul_benders_sum;

typedef struct {
    const ul_exact_problem *problem;
    ul_run *run;
    ul_arena *arena;
    const ul_row_rules *rules; /* those of the tree: of copies, one for each choice, then sums */
    const ul_type_parts *parts;
    int64_t *low, *high;       /* per rule: its limits now, UL_ROW_FREE for none */
    double dearest;            /* price of a type, in units: the program's unit of cost */
    double penalty;            /* what it costs not to keep to a rule or a cut */
    ul_lp *lp;                 /* a row for each rule of machines, for each item with choices, for cuts */
    size_t first_copies;       /* the rule of the first choice, and the row of the first item */
    size_t end_copies;         /* the rule after the last choice: sums follow */
    size_t first_choice;       /* column of the first choice */
    ul_benders_sum *sum;
    size_t n_sums, sum_room;
    ul_lp_basis before_sums;   /* the basis before the first of these rows came */
    ul_benders_cut *cut;
    size_t n_cuts, cut_room;
    double *machines;          /* per type: of the last solution */
    double *copies;            /* per choice: of the last solution */
    double objective;          /* of it, in shares of the dearest */
    double *row_dual, *reduced_cost; /* per row and per column of the program: its duals, while they are read */
    ul_cost *worth, *most;     /* part x item, and per type: what the duals make of them */
    ul_cost *value;            /* per item: the least over the parts, less what rules of copies pay */
    int64_t *pay;              /* per rule: its dual in whole numbers */
} ul_benders;

/* Which choice a part is for an item; UL_NONE where it has none. */
static inline size_t ul_benders_choice(const ul_benders *benders, size_t part, size_t item)
{
    return benders->parts->choice[part * benders->problem->n_items + item];
}

/* The part of a type. */
static inline size_t ul_benders_part(const ul_benders *benders, size_t type)
{
    size_t f = 0;
    while (benders->parts->first[f + 1] <= type)
        f++;
    return f;
}

/* A program with the rules there are, and the resources. It costs `penalty` units not to keep to one. */
ul_status ul_benders_new(const ul_row_rules *rules, const ul_type_parts *parts, ul_run *run,
                         double penalty, ul_arena *arena, ul_benders *benders);
void ul_benders_clear(ul_benders *benders); /* what the arena does not hold */

/* The cut that a complete pricing of a part is. */
ul_status ul_benders_add_cut(ul_benders *benders, size_t part, const ul_pricing *pricing);

/* From now on the copies on a part cost next to nothing, but in proportion to what they need of a resource:
 * so much in all of the dearest machine. A program whose machines are known has no other objective.
 * None where the part is UL_NONE. Proofs lose as much, at most. */
ul_status ul_benders_spare(ul_benders *benders, size_t part, size_t d);

/* What of its capacity the last solution uses. */
double ul_benders_load(const ul_benders *benders, size_t part, size_t d);

/* The objective, in shares of the dearest machine, after a few pivots with other limits of a choice;
 * HUGE_VAL where it costs `most` at least. The program is then as it was. */
ul_status ul_benders_try(ul_benders *benders, size_t choice, int64_t low, int64_t high, double most,
                         double *objective);

/* Weights of all choices whose sum is a whole number in every plan, and *value in the last solution, where
 * it is not: as this choice's row of the simplex tableau has them. *found is false where that has none. */
ul_status ul_benders_find_sum(ul_benders *benders, size_t choice, uint16_t *weight, double *value,
                                bool *found);

/* Pivots so often with the program as it is for a moment, and goes back to a basis; the objective as of
 * ul_benders_try. */
ul_status ul_benders_pivot(ul_benders *benders, int pivots, const ul_lp_basis *back, double most,
                           double *objective);

/* The same as ul_benders_try for the sum of choices with these weights. */
ul_status ul_benders_try_sum(ul_benders *benders, const uint16_t *weight, int64_t low, int64_t high,
                               double most, double *objective);

/* Gives the sums that have limits now a row each; where one has other limits than before, or none, after
 * all rows of sums were taken away. */
ul_status ul_benders_enter_sums(ul_benders *benders);

/* Whether the cuts from the given one on, one of each part, show together that so many machines of each
 * type, in parts or not, are too few wherever the limits let the tasks be. */
bool ul_benders_refutes(const ul_benders *benders, size_t first, const double *machines);

/* Solves it with the limits there are; the dual, which the caller made, is kept where it proves
 * more than before. *solved is false when the time was over. */
ul_status ul_benders_solve(ul_benders *benders, ul_node_dual *dual, bool *solved);
