/* A toy plan: how many of each pack. */
#pragma once

#include "toy.h"

typedef struct {
    const ul_toy *in;
    uint64_t *count; /* of each pack */
} ul_toy_plan;

ul_status ul_toy_plan_new(const ul_toy *in, ul_arena *arena, ul_toy_plan **plan);
ul_status ul_toy_plan_copy(const ul_toy_plan *plan, ul_arena *arena, ul_toy_plan **copy);
ul_status ul_toy_check(const ul_toy_plan *plan, bool *valid, ul_cost *cost);
ul_status ul_toy_plan_write(const ul_toy_plan *plan, const char *method, const char *path);
ul_status ul_toy_plan_read(const ul_toy *in, ul_arena *arena, const char *path, ul_toy_plan **plan);
