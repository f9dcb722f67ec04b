/* Machine by machine, each filled by a score of demand against free capacity:
 * what dot-product and norm2 share. See vector_fill.c. */
#pragma once

#include "packing.h"
#include "run.h"
#include "task_index.h"

/* The free and the whole capacity of the machine being filled. */
typedef struct {
    size_t n_resources;
    double share[UL_RESOURCES_MAX];    /* free / capacity; 0 without capacity */
    double per_unit[UL_RESOURCES_MAX]; /* 1 / capacity; 0 without capacity */
} ul_vector_free;

/* score: how well demands that fit go into what is free (context: ul_vector_free);
 * why: what a listener is told of each task that joins, of {value}, the score, and {against}, its
 * root. */
ul_status ul_vector_fill(const ul_packing *in, ul_run *run, ul_task_score score, const char *why);
