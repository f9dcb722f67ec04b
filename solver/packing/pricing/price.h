/* Pricing: the most valuable pattern of every type for given item values.
 *
 * Values arrive as doubles (price units a copy) and are rounded down to whole
 * numbers on a scale that keeps every sum inside 31 bits; from there on the
 * arithmetic is exact, so what a complete pricing says is a proof: no pattern
 * of type k has a dual value above best[k].
 */
#pragma once

#include "exact_dual.h"
#include "pattern_pool.h"
#include "run.h"

typedef struct ul_pricer ul_pricer;

/* Which patterns are near enough to their price to be part of a plan that is looked for: those
 * whose value is at least their price less the gap, which is in value units times the scale's
 * den. */
typedef struct {
    const int64_t *value; /* per item */
    ul_price_scale scale;
    int64_t gap;
} ul_price_window;

/* The least value of a pattern within the window: value * den >= price * num - gap. */
static inline int64_t ul_price_window_least(const ul_price_window *window, int64_t price)
{
    const int64_t least = price * window->scale.num - window->gap;
    return least <= 0 ? 0 : (least + window->scale.den - 1) / window->scale.den;
}

typedef struct {
    ul_price_scale scale;
    int64_t *value; /* per item: the dual value of a copy, in value units */
    int64_t *best;  /* per type: the most that one machine can hold, in value units */
    bool *searched; /* per type: whether best[] is by a look at all patterns, not by a bound */
    bool complete;  /* false: the time or a limit came first and best[] is no bound */
} ul_pricing;

ul_status ul_pricer_new(const ul_exact_problem *problem, ul_run *run, ul_arena *arena,
                        ul_pricer **pricer);

/* Whether patterns are found by tables, or because they are few by a look at all of
 * them; else a search may have to be left. */
bool ul_pricer_is_table(const ul_pricer *pricer);

/* How many numbers a pricing fills its tables with; without end where a group has none and
 * must be searched. */
double ul_pricer_cells(const ul_pricer *pricer);

/* From now on the scale is no finer than with a price of so many units: where values are
 * next to nothing, a scale made for them alone would leave no room for anything else. */
void ul_pricer_limit_scale(ul_pricer *pricer, int64_t price);

/* Prices all types; patterns of a reduced cost below zero join the pool: the best of each type
 * and, from a table, the best that end with each item; from a search, ever better ones. The
 * result stays until the next call. */
ul_status ul_pricer_price(ul_pricer *pricer, const double *value, ul_pattern_pool *pool,
                          const ul_pricing **pricing);

/* Where tables are large, there are coarse ones, from the quickest on: patterns of a reduced
 * cost below zero that one of them finds join the pool. They may miss some: nothing is proved. */
size_t ul_pricer_coarse(const ul_pricer *pricer);
ul_status ul_pricer_price_coarsely(ul_pricer *pricer, size_t which, const double *value,
                                   ul_pattern_pool *pool);

/* Appends to the pool every pattern of every type within the window; stops with *whole
 * false when there are more than `limit` patterns or no memory for the tables. */
ul_status ul_pricer_enumerate(ul_pricer *pricer, const ul_price_window *window, size_t limit,
                              ul_pattern_pool *pool, bool *whole);

/* Draws patterns of those that ul_pricer_enumerate would list, `draws` of every type that
 * has any: *patterns is about how many there are, use[] how many copies of each item they
 * hold together. *whole is false where there is no table to draw from, or one too large. */
ul_status ul_pricer_sample(ul_pricer *pricer, const ul_price_window *window, size_t draws,
                           double *use, double *patterns, bool *whole);
