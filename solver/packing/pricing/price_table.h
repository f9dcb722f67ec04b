/* Pricing by table: one dynamic program over the largest capacities of a group
 * answers every type of the group. O(parts * states) time; a bit for each part and state,
 * and four bytes a state.
 */
#pragma once

#include "price.h"
#include "price_cuts.h"

typedef struct ul_price_table ul_price_table;

/* *table is NULL when it would not fit in memory. */
ul_status ul_price_table_new(const ul_exact_problem *problem, size_t group, ul_run *run,
                             ul_arena *arena, ul_price_table **table);

/* Parts times states. */
double ul_price_table_cells(const ul_price_table *table);

/* `rotate` turns the order of items, which changes the patterns found. */
ul_status ul_price_table_price(ul_price_table *table, ul_pricing *pricing, size_t rotate,
                               ul_pattern_pool *pool);

ul_status ul_price_table_enumerate(ul_price_table *table, const ul_price_window *window,
                                   size_t limit, ul_pattern_pool *pool, bool *whole);

/* See ul_pricer_sample; *use and *patterns are added to. */
ul_status ul_price_table_sample(ul_price_table *table, const ul_price_window *window, size_t draws,
                                double *use, double *patterns, bool *whole);

/* See ul_pricer_price_cuts. */
ul_status ul_price_table_cuts(ul_price_table *table, const ul_cut_prices *prices,
                              ul_cut_search *search, ul_pattern_pool *pool);
