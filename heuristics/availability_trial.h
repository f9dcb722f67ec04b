/* A pool that grows one machine at a time: the distribution of "this pool and one
 * machine more", for every type in turn.
 *
 * Within a step, candidates are tried in ascending position; a trial shares the
 * product of the blocks before its candidate and multiplies the rest anew, always
 * in the order of positions, so the doubles do not depend on the sharing.
 * O(types * capacity) a trial.
 */
#ifndef UL_AVAILABILITY_TRIAL_H
#define UL_AVAILABILITY_TRIAL_H

#include "arena.h"
#include "availability_plan.h"

typedef struct {
    const ul_availability *in;
    const size_t *order; /* type at each position */
    uint32_t *count;     /* by position */
    uint64_t capacity;   /* of the pool */
    double *before;      /* product of the blocks before the next candidate ... */
    size_t before_top;   /* ... and its degree, cut at the target capacity */
    size_t passed;       /* blocks in it */
    double *trial;
    double *after;       /* rows of widest + 1, see ul_trial_guess(); NULL when too large */
    const double **row;  /* of each position, in `after` */
    size_t widest;       /* of the step: no trial sums more coefficients */
} ul_trial_pool;

/* An empty pool whose types stand in the given order. */
ul_status ul_trial_new(const ul_availability *in, const size_t *order, ul_arena *arena,
                       ul_trial_pool *pool);

/* Opens a step: the next candidate may be any. Trials sum up to `widest`
 * coefficients (at most the target). */
void ul_trial_step(ul_trial_pool *pool, size_t widest);
/* Lets the step's candidates be tried once more. */
void ul_trial_rewind(ul_trial_pool *pool);

/* The sum of ul_trial_mass() in O(room), rounded otherwise: with the blocks after
 * the candidate summed up beforehand, only the blocks before it are left to weigh.
 * NAN where the table for that would be too large. */
double ul_trial_guess(ul_trial_pool *pool, size_t candidate, size_t room);

/* P(capacity = s) for s < *length of the pool with one machine of the candidate
 * added; what is zero or at or above room (at most the target) is left out. */
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

#endif
