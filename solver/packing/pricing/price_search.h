/* Pricing by branch and bound over items, for groups whose table would not fit
 * in memory: any capacities, any number of resources, O(items) memory. The time
 * would be exponential at worst; after a number of steps the answer is a bound on
 * the best pattern rather than its value, which proves less but nothing wrong.
 */
#pragma once

#include "price.h"

ul_status ul_price_search_price(const ul_exact_problem *problem, size_t group, ul_run *run,
                                ul_pricing *pricing, ul_pattern_pool *pool);

ul_status ul_price_search_enumerate(const ul_exact_problem *problem, size_t group, ul_run *run,
                                    const ul_price_window *window, size_t limit,
                                    ul_pattern_pool *pool, bool *whole);

/* Whether the types of the group have at most so many patterns together. */
ul_status ul_price_search_has_few(const ul_exact_problem *problem, size_t group, ul_run *run,
                                  size_t most, bool *has_few);
