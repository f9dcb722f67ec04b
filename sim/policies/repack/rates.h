/* What is learned of who slows down whom: the rate of a workload beside another, variants of
 * a workload ("resnet18[3]") taken as one. A task's rate is the product over its neighbours,
 * so what was seen of a company is one equation; a pair is *sure* once an equation has no
 * other unknown, and until then shares what is left of the ones it was in. Equations are kept
 * until all in them is sure: what makes one pair sure may solve others.
 *
 * A gang shows the rate of its slowest task only. A company that another of the gang contains
 * is no slower than that; whose company is to blame follows where all others are known, and is
 * guessed otherwise.
 */
#pragma once

#include "arena.h"
#include "sim.h"

/* A task of a unit and its neighbours, by workload. */
typedef struct {
    uint32_t workload;
    const uint32_t *other;
    size_t n;
} ul_repack_company;

/* What was seen of a unit: the slowest of its companies has this rate. */
typedef struct {
    ul_repack_company *company;
    size_t n;
    double rate;
} ul_repack_seen;

typedef struct {
    size_t n;         /* workloads, the last is that of tasks without one */
    uint32_t *of;     /* by workload of the instance */
    double *beside;   /* n x n */
    bool *is_sure;
    double unknown;   /* rate beside somebody never seen */
    ul_arena *arena;
    ul_repack_seen *seen; /* those with pairs that are not sure */
    size_t n_seen, seen_room;
} ul_repack_rates;

/* pools: variants are taken as one. */
ul_status ul_repack_rates_new(ul_sim *sim, double unknown, bool pools, ul_repack_rates *rates);

/* All is known, of workloads that are not pooled. */
void ul_repack_rates_look(ul_sim *sim, ul_repack_rates *rates);

/* A unit of `n` tasks was seen to work at a rate. */
ul_status ul_repack_learn(ul_repack_rates *rates, const ul_repack_company *company, size_t n,
                          double rate);
