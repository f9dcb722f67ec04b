/* A pool that grows one machine at a time: the distribution of "this pool and one
 * machine more", for every type in turn.
 *
 * The products of the blocks before and behind each position are kept from one
 * machine to the next; adding one changes only those that contain it. Masses are
 * always multiplied in the order of positions, so their doubles do not depend on
 * what was kept. O(types * capacity) a machine and a trial's mass, O(capacity) a
 * trial's guess; 2 * types * capacity numbers, unless these are too many: then
 * nothing is kept and there are no guesses.
 */
#pragma once

#include "arena.h"
#include "availability_plan.h"

typedef struct {
    const ul_availability *in;
    const size_t *order; /* type at each position */
    uint32_t *count;     /* by position */
    uint64_t capacity;   /* of the pool */
    double *trial;
    double *before_rows, *after_rows; /* NULL when too large */
    const double **before; /* before[q]: the product of the blocks before position q ... */
    size_t *top;           /* ... and its degree, cut below the target; n: the whole pool */
    size_t before_known;   /* of before[0 .. n], those up to here are up to date */
    const double **after;  /* after[q][j] = P(the blocks behind q have less than target - j up) */
    uint64_t *rest;        /* the capacity of these blocks: after[q] is 1 below target - rest */
    size_t after_known;    /* those from here on are up to date */
    size_t summed;         /* coefficients of the whole pool that `sum` adds up */
    double sum;
} ul_trial_pool;

/* An empty pool whose types stand in the given order. */
ul_status ul_trial_new(const ul_availability *in, const size_t *order, ul_arena *arena,
                       ul_trial_pool *pool);

/* P(capacity < room) of the pool with one machine of the candidate added, within a
 * share of 10^-10; NAN where the tables for that would be too large. */
double ul_trial_guess(ul_trial_pool *pool, size_t candidate, size_t room);

/* P(capacity = s) for s < *length of the pool with one machine of the candidate
 * added (UL_NONE: of the pool as it is); what is zero or at or above room (1 to the
 * target) is left out. Bit for bit what dense convolution in order yields. */
const double *ul_trial_mass(ul_trial_pool *pool, size_t candidate, size_t room, size_t *length);

void ul_trial_add(ul_trial_pool *pool, size_t position);
void ul_trial_store(const ul_trial_pool *pool, ul_availability_plan *plan);

static inline const ul_availability_type *ul_trial_type(const ul_trial_pool *pool, size_t position)
{
    return &pool->in->type[pool->order[position]];
}

/* Sums: left to right, and in eight lanes (faster, rounds otherwise). */
double ul_trial_sum(const double *mass, size_t n);
double ul_trial_sum_fast(const double *mass, size_t n);
