/* The linear program behind the availability bound: capacities x >= 0 at least
 * price, such that every down set in the list is survived, with bounds from
 * branching on single columns. Solved by the dual simplex on a dense dictionary.
 *
 * Why not the general LP: a node of the search adds one row to a program of some
 * twenty rows and thirty columns, a few microseconds of work here, and the search
 * visits hundreds of thousands. Rows that have come to hold with room are dropped.
 */
#pragma once

#include "availability_cover.h"

enum { UL_COVER_ROWS = 128 };

/* A row: survive `set` when column is negative, else a bound on one column. With a
 * divisor d the row is what whole machines make of "survive" when it is divided by d
 * (a mixed-integer rounding): with C = q d + r, 0 < r < d, and machines of size c,
 *   sum (floor(c / d) + min(1, (c mod d) / r)) n >= q + 1. */
typedef struct {
    ul_down set;
    int column;
    bool at_most;
    uint32_t divisor; /* 0 = none */
    double limit; /* of a bound */
} ul_cover_row;

typedef struct {
    const ul_cover *cover;
    size_t m;
    /* Variable v < columns is a capacity, else the slack of row[v - columns]. A basic
     * variable is level - table * nonbasics. */
    ul_cover_row row[UL_COVER_ROWS];
    int basic[UL_COVER_ROWS];
    double level[UL_COVER_ROWS];
    int nonbasic[UL_COVER_COLUMNS];
    double reduced[UL_COVER_COLUMNS];
    double value; /* dollars */
    size_t broken; /* the row of the table that no capacities satisfy, once there is one */
    double table[UL_COVER_ROWS][UL_COVER_COLUMNS];
} ul_cover_lp;

void ul_cover_lp_start(const ul_cover *cover, ul_cover_lp *lp);
void ul_cover_lp_copy(const ul_cover_lp *from, ul_cover_lp *to);

/* False when there is no room even without the slack rows. */
bool ul_cover_lp_add(ul_cover_lp *lp, ul_cover_row row);

/* False when no capacities satisfy the rows; broken says which. Stops early once the value is above
 * `cutoff` (it only rises). */
bool ul_cover_lp_solve(ul_cover_lp *lp, double cutoff);

/* Adds the rounded rows that the capacities x violate: for each tight row, by the size
 * of the machines held that it hurts most. False when there is none. */
bool ul_cover_lp_round(ul_cover_lp *lp, const double *x);

void ul_cover_lp_capacities(const ul_cover_lp *lp, double *x);

/* ---- proofs ---- */

/* A row of whole machines with its multiplier: survive `set` (column negative), divided
 * by the divisor where there is one, or a limit on a column's count. */
typedef struct {
    ul_down set;
    int column;
    uint32_t divisor;
    uint64_t limit; /* machines */
    ul_cost value;  /* on the proof's scale; negative where the limit is one from above */
} ul_cover_use;

/* By weak duality in whole numbers: with rows a n >= b, multipliers v and counts n that
 * are at most the useful ones, a pool costs at least
 *   (sum v b + sum over columns of min(0, scale * cost - sum v a) * most) / scale. */
typedef struct {
    ul_cost bound; /* in 10^-12 dollars, what the rows prove of every pool; not below 0 */
    int scale_bits;
    size_t n;
    ul_cover_use use[UL_COVER_COLUMNS + 1];
} ul_cover_proof;

/* A proof by the multipliers that the simplex method ended with, whatever it rounded.
 * Where that falls short of `wanted` by no more than rounding they are made sharper. */
void ul_cover_lp_prove(const ul_cover_lp *lp, ul_cost wanted, ul_cover_proof *proof);

/* The same for rows that no capacities satisfy: any bound can be had, so try `wanted`. */
void ul_cover_lp_refute(const ul_cover_lp *lp, ul_cost wanted, ul_cover_proof *proof);
