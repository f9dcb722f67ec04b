/* All maximal fillings of a machine: counts of things where no further one fits. They are the
 * columns of Gilmore and Gomory's program where rows are covered. Their number grows
 * exponentially with what a machine holds.
 */
#pragma once

#include <stdint.h>

#include "arena.h"

/* Things to choose from, and what is told of them. */
typedef struct {
    size_t n, n_dims;
    const int64_t *const *weight; /* per thing: one number a dimension */
    const int64_t *most;          /* per thing: copies on a machine, at most */
    const int64_t *capacity;
    void *context;
    /* A filling that is maximal, by counts of the things. */
    ul_status (*keep)(void *context, const int64_t *count);
    /* Each step of the search: another status than UL_OK ends it. */
    ul_status (*step)(void *context);
} ul_fillings;

/* From the most of the first thing down, in lexicographic order. */
ul_status ul_maximal_fillings(const ul_fillings *of, ul_arena *arena);
