/* Patterns of so many tasks within a window. */
#pragma once

#include "price.h"

/* Appends to the pool every pattern of exactly `tasks` tasks within the window, whose values
 * must leave no reduced cost below zero; stops with *whole false when there are more than `limit`
 * or they take too long to find. */
ul_status ul_price_few_tasks(const ul_exact_problem *problem, const ul_price_window *window,
                             size_t tasks, size_t limit, ul_run *run, ul_pattern_pool *pool,
                             bool *whole);
