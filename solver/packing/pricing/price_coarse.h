/* Tables over a capacity in larger units, sizes rounded up: what they hold fits, and they find
 * most of what a table of a hundred times their states does. */
#ifndef UL_PRICE_COARSE_H
#define UL_PRICE_COARSE_H

#include "price_table.h"

enum { UL_COARSE_TABLES = 2 };

/* From the coarsest on; n is how many there are, none where the group's own table is small,
 * has several dimensions, or prices may change. */
typedef struct {
    size_t n;
    ul_price_table *table[UL_COARSE_TABLES];
} ul_coarse_tables;

ul_status ul_coarse_tables_new(const ul_exact_problem *problem, ul_run *run, ul_arena *arena,
                               ul_coarse_tables *tables);

#endif
