/* Pricing with the duals of rank-1 cuts: patterns whose value, with that of the cuts they are in, is
 * above their price.
 *
 * A cut of multipliers k / d counts k . count / d of a pattern, rounded up. That is one for each
 * copy of its items, less (d - k) . count / d rounded down: so it is paid for each copy on its own,
 * and only who holds several of a cut's items pays some of it back. The table over these values, in
 * which nobody pays back, is a bound on what can be added to any choice of items; the items of
 * cuts are chosen first, and once they are the table is exact. So the search is over
 * the items of cuts alone, and over those choices of them that the table thinks worth their
 * price: none is left at its end unless there is a pattern of a reduced cost below zero.
 *
 * O(items * states), and O(items + cuts of an item) a step.
 */
#pragma once

#include "price.h"
#include "row_rule.h"

typedef struct {
    const int64_t *value;         /* per item, of either sign */
    const ul_row_rule *const *cut;
    const int64_t *cut_value;     /* per cut, from 0 on */
    size_t n_cuts;
    int64_t num;                  /* value units in a price unit */
    int64_t slack;                /* value units: a pattern worth this much more than its price is wanted */
} ul_cut_prices;

/* What a search may take, and what it took. */
typedef struct {
    uint64_t steps;  /* at most; what is left of them afterwards */
    size_t patterns; /* at most */
    bool complete;   /* there are no patterns but those found, or some of those worth most */
    ul_arena *arena; /* of the table's values, which have their room from one search to the next: new
                      * pages take longer than what is written on them */
    struct ul_price_stages *stages; /* NULL: none yet */
} ul_cut_search;

/* Adds patterns of a reduced cost below zero to the pool, where one group and its table are all
 * there is; none, and not complete, elsewhere and where the time or the steps are over. */
ul_status ul_pricer_price_cuts(ul_pricer *pricer, const ul_cut_prices *prices, ul_cut_search *search,
                               ul_pattern_pool *pool);
