/* The linear relaxation of the reservation problem, exact in the demand.
 *
 * N[l][t] leases of price level l or cheaper are active in interval t. They save
 * (P[l-1] - P[l]) * G_t(N[l][t]) over on demand, where G_t(x), the hours of the
 * x busiest instances, is concave: cheapest-first billing is a sum of such terms
 * and the problem is convex and separable in N, which is linear in the purchases.
 *
 * Rows are differences over time, so that a purchase has two entries per level:
 *     N[l][t] - N[l][t-1] = bought at t - expired at t     (levels l and above).
 * N[l][t] is a sum of block columns, each a run of steps of G_t at its mean
 * slope. Blocks begin coarse and are split where the solution or its dual prices
 * lie inside one, until none does: then the relaxation is that of all steps.
 */
#pragma once

#include "lp.h"
#include "reservation_plan.h"
#include "run.h"

typedef struct ul_reservation_lp ul_reservation_lp;

/* `hint` (may be NULL) is a plan near which the blocks begin finer. */
ul_status ul_reservation_lp_new(const ul_reservation *in, ul_run *run,
                                const ul_reservation_plan *hint, ul_reservation_lp **lp);
void ul_reservation_lp_free(ul_reservation_lp *lp);

/* Solves and refines until the blocks are exact, or until `enough` dollars are
 * proved to be the least (HUGE_VAL: never). */
ul_status ul_reservation_lp_solve(ul_reservation_lp *lp, ul_run *run, ul_lp_simplex simplex,
                                  double enough, ul_lp_outcome *outcome);

double ul_reservation_lp_cost(const ul_reservation_lp *lp); /* dollars */

/* Purchases of class c at t; columns that another one dominates are always 0. */
double ul_reservation_lp_value(const ul_reservation_lp *lp, size_t t, size_t c);
bool ul_reservation_lp_has(const ul_reservation_lp *lp, size_t t, size_t c);
ul_status ul_reservation_lp_limit(ul_reservation_lp *lp, size_t t, size_t c, uint64_t low,
                                  uint64_t high);

/* The dual prices w[l][t] of one more lease, levels 1 .. n_levels - 1 by
 * interval, in 10^-12 dollars / UL_PRICE_SCALE, made precise beyond double by
 * solving again for what rounding left over. The purchases are then those of the last
 * of these solutions, which is optimal more precisely, too. */
#define UL_PRICE_SCALE ((ul_cost)1000000000)
ul_status ul_reservation_lp_prices(ul_reservation_lp *lp, ul_run *run, ul_cost *price);

/* Splits the blocks that these prices or the present purchases fall into, and tells how
 * many: solve() leaves off where blocks cost less than a double can tell. */
ul_status ul_reservation_lp_refine(ul_reservation_lp *lp, const ul_cost *price, size_t *cuts);
