/* Stratus' long groups: when a vast type holds thousands of tasks, scoring the first,
 * the first two, the first three, ... of them for every machine is quadratic. Here what
 * the tasks use is summed in blocks, and a stretch of groups is scored only where the
 * best of it, by the sums at its ends, could win: a score rises with the group as long
 * as the same resource constrains it.
 */
#pragma once

#include "packing.h"
#include "run.h"
#include "stratus_score.h"

/* A group of the first `size` tasks on a type; size 0: none yet. */
typedef struct {
    ul_stratus_score score;
    size_t type, size;
} ul_stratus_group;

/* By score, then the larger group, then the cheaper type; false on ties. */
bool ul_stratus_group_better(const ul_stratus_group *a, const ul_stratus_group *b);

enum { UL_STRATUS_BLOCK = 64 };

typedef struct {
    const ul_packing *in;
    const ul_micro *unit;
    const uint32_t *place; /* tasks in the order they are served */
    ul_cost *sum;          /* of those before each block, by family and resource */
} ul_stratus_sums;

/* O(tasks * families * resources), a row of sums for every block; incomplete where the run's
 * time is over. */
ul_status ul_stratus_sums_new(const ul_packing *in, const ul_micro *unit, const uint32_t *place,
                              size_t n, ul_run *run, ul_stratus_sums **sums);

/* A group that has grown to the end of a block and may grow on. */
typedef struct {
    size_t from, at, to;   /* it begins, has come to the end of a block, and ends at the latest */
    const ul_cost *used;   /* by the tasks from .. at, by family and resource */
    const uint32_t *holds; /* the types that hold these, in order */
    size_t n_holds;
} ul_stratus_begun;

/* Improves *best by groups that begin so and reach further. About
 * O(types * (log tasks + block)) where one resource constrains, O(types * tasks) at worst. */
void ul_stratus_long_groups(const ul_stratus_sums *sums, const ul_stratus_begun *begun,
                            ul_stratus_group *best);
