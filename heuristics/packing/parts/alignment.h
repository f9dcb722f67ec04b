/* How well a demand goes along with what is free on a machine: the sum over
 * resources of (demand / capacity) * (free / capacity), those that the type
 * does not have left out. Eva's authors, like many before, break ties by it.
 */
#pragma once

#include "packing.h"
#include "task_index.h"

typedef struct {
    size_t n_resources;
    double capacity[UL_RESOURCES_MAX], free_share[UL_RESOURCES_MAX];
} ul_alignment;

void ul_alignment_with(const ul_packing *in, size_t k, const ul_micro *free, ul_alignment *a);

double ul_alignment_of(const ul_alignment *a, const ul_micro *demand);

/* A ul_task_score; the context is a ul_alignment. */
void ul_alignment_score(const void *context, const ul_micro *const *demand, double *score);
