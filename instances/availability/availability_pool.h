/* The capacity a pool of unreliable blocks has up: its distribution.
 *
 * Block i is up with probability up[i] and then adds size[i]; blocks are
 * independent. TR-Kubernetes, Section 3.2.1, Equations 1 to 5.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "status.h"

typedef struct {
    uint64_t size;
    double up;
} ul_block;

/* P(capacity up < wanted). Every term is positive, so the relative error is
 * below (blocks + wanted) * 2^-53. Walks the states when few blocks leave few
 * undecided states, else convolves: O(blocks * wanted) time, O(wanted) space. */
ul_status ul_pool_failure(const ul_block *block, size_t n, uint64_t wanted, double *failure);

/* The same by convolution, whatever the blocks. */
ul_status ul_pool_failure_convolved(const ul_block *block, size_t n, uint64_t wanted,
                                    double *failure);

/* mass[s] = P(capacity up = s) for s < room; what lies above is left out. The
 * in-place update with two terms: bit for bit what a dense convolution in the
 * given order yields. O(n * room). */
void ul_pool_mass(const ul_block *block, size_t n, size_t room, double *mass);
/* Multiplies one more block into a distribution. */
void ul_pool_mass_add(double *mass, size_t room, ul_block block);

/* ---- services of several tiers (Section 3.4) ---- */

/* Probability that some tier lacks its capacity when tiers draw on the same machine
 * types: block i gives size[t * n + i] to tier t, up or down in all. Exact, by walking
 * states; *exact is false when the walk was cut after `limit` states (those it did not
 * see count as failing) or there are more than 16 tiers. */
double ul_pool_tiers_failure(const double *up, const uint64_t *size, size_t n,
                             const uint64_t *wanted, size_t tiers, uint64_t limit, bool *exact);
/* The same when tiers share no type, from each tier's own: 1 - the product of what is left. */
double ul_pool_tiers_apart(const double *failure, size_t tiers);
/* How often each of k independent tiers may fail for the service to fail that often. */
double ul_pool_tier_share(double failure, size_t tiers);
