/* Pricing by table: one dynamic program over the largest capacities of a group
 * answers every type of the group. O(parts * states) time; a byte of memory for
 * each, and four a state.
 */
#ifndef UL_PRICE_TABLE_H
#define UL_PRICE_TABLE_H

#include "price.h"

typedef struct ul_price_table ul_price_table;

/* *table is NULL when it would not fit in memory. */
ul_status ul_price_table_new(const ul_exact_problem *problem, size_t group, ul_run *run,
                             ul_arena *arena, ul_price_table **table);

/* From now on a pattern holds at most so many copies of each item, which are at most
 * the problem's. */
void ul_price_table_limit(ul_price_table *table, const int64_t *copies);

/* The most valuable content of so much room, at most the largest machine's, by what was
 * priced last: how many entries, of which there may be as many as items. */
size_t ul_price_table_fill(const ul_price_table *table, const int64_t *room,
                           ul_pattern_entry *entry);

/* `rotate` turns the order of items, which changes the patterns found. */
ul_status ul_price_table_price(ul_price_table *table, ul_pricing *pricing, size_t rotate,
                               ul_pattern_pool *pool);

ul_status ul_price_table_enumerate(ul_price_table *table, const ul_price_window *window,
                                   size_t limit, ul_pattern_pool *pool, bool *whole);

/* See ul_pricer_sample; *use and *patterns are added to. */
ul_status ul_price_table_sample(ul_price_table *table, const ul_price_window *window, size_t draws,
                                double *use, double *patterns, bool *whole);

#endif
