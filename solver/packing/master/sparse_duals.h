/* Sparse dual solutions: values of items that leave few patterns for a better plan.
 *
 * A plan that costs at most `most` uses only patterns of a reduced cost of at most what it may
 * cost above the bound. Many dual solutions prove the same bound or next to it, and
 * the number of patterns within that gap differs by many powers of ten: the simplex
 * method ends at any corner of them, often at one by which all that fills a machine
 * has none. So patterns within the gap are drawn by chance, and the LP is asked
 * for values by which patterns like these have more: its rows ask for a little less of
 * the items that they hold. Where fewer patterns are left that is the new solution,
 * else the mean of both is tried.
 *
 * A round is a few pricings and pivots.
 */
#pragma once

#include "master.h"

/* Patterns: no tree takes on as many, and later rounds seldom leave fewer. */
#define UL_HOPELESS 1e9

/* The sparsest duals found, the master's own where these leave few patterns. `dual` is
 * one of ul_exact_dual_new, or has what a call before found at the same prices, from which
 * this one goes on; costs are in the master's units. *patterns is about how many
 * are left, HUGE_VAL where that cannot be told: no table, or no memory. */
ul_status ul_sparsify_duals(ul_master *master, int64_t most, ul_arena *arena, ul_exact_dual *dual,
                        double *patterns);
