/* Proofs that no reservation plan costs less: prices, and a tree of cases.
 *
 * Let w[l][t] >= 0 be prices of one lease of level l or cheaper in interval t.
 * For any plan with purchases R, active leases N and hours at ranks, moving
 * w * N from the savings to the purchases gives
 *
 *     cost >= on demand - sum_{l,t,s} instances[s] * max(0, saving[l][t][s] - w[l][t])
 *                       + sum_{t,c} R[t][c] * (lease[t][c] - sum of w over its term and levels)
 *
 * Where the last factor is negative R is at most the peak (or the case's limit),
 * where it is positive at least 0 (or the case's limit). All in integers: w in
 * 10^-12 dollars / scale, the bound rounded up because costs are whole 10^-12.
 */
#pragma once

#include "reservation.h"
#include "status.h"

/* Either a branch on purchases of class c at t: at most `value` (first), or more
 * (second); or a leaf with its prices. */
typedef struct ul_reservation_case {
    struct ul_reservation_case *first, *second; /* NULL in a leaf */
    size_t t, c;
    uint64_t value;
    const ul_cost *price; /* levels 1 .. n_levels - 1 by interval; NULL when not kept */
} ul_reservation_case;

/* The bound above under limits on purchases, intervals x classes each; a NULL
 * limit is none. O(steps * levels + intervals * classes * levels). */
ul_status ul_reservation_bound(const ul_reservation *in, const ul_cost *price, ul_cost scale,
                               const uint64_t *low, const uint64_t *high, ul_cost *bound);

/* Whether the sums stay inside 128 bits; absurd prices do not. */
bool ul_reservation_provable(const ul_reservation *in, ul_cost scale);

/* ullage-certificate,1,reservation; see docs/reservations.md. */
ul_status ul_reservation_proof_write(const ul_reservation *in, const ul_reservation_case *root,
                                     ul_cost scale, ul_cost bound, const char *path);
