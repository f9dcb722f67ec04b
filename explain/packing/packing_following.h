/* A packing under construction, as its steps tell it: a plan that follows them,
 * and how many copies of each task wait. O(resources) a step.
 */
#pragma once

#include "packing_plan.h"
#include "step.h"

typedef struct {
    const ul_packing *in;
    ul_packing_plan *plan;
    uint32_t *waits; /* copies of each task that are not placed */
    uint64_t n_waiting;
    double cost; /* of what is rented for good */
} ul_packing_following;

/* *state is a ul_packing_following: every task waits. */
ul_status ul_following_begin(const void *data, ul_arena *arena, void **state);

double ul_following_price(const ul_packing_following *s, size_t k);
/* Of all copies of a machine. */
double ul_following_bin_cost(const ul_packing_following *s, size_t i);

/* A trial that was given up leaves its number to the next machine. */
ul_status ul_following_open(ul_packing_following *s, const ul_step *step);
ul_status ul_following_put(ul_packing_following *s, const ul_step *step);
/* The machine goes, its tasks wait again; nothing fits where it was. */
void ul_following_take_back(ul_packing_following *s, size_t i);
/* A trial is kept; its further copies take their tasks from those that wait. */
void ul_following_repeat(ul_packing_following *s, const ul_step *step);
