/* One interval's decision of SEC's reservation algorithms (Section 5.1.2):
 * what each rank of instances deserves, what is in stock, what to buy. The
 * offline and the online method differ only in how they see the time ahead.
 */
#pragma once

#include "reservation_plan.h"
#include "run.h"

typedef struct ul_portfolio ul_portfolio;

/* How many ranks will be used for at least `hours` (millionths) over the term
 * of class c, counted from the interval being decided. */
typedef uint64_t (*ul_portfolio_ranks)(void *context, size_t c, ul_cost hours);

/* Which classes may be bought. */
typedef enum { UL_TERMS_ALL, UL_TERMS_ONE_YEAR, UL_TERMS_THREE_YEARS } ul_portfolio_terms;

/* An empty stock. `foresees_end` tells that the buyer knows the horizon: what a
 * lease costs is then counted within it, as the objective says; else over the
 * whole term. */
ul_status ul_portfolio_new(const ul_reservation *in, ul_run *run, ul_portfolio_terms terms,
                           bool foresees_end, ul_portfolio **portfolio);

/* The longest term on offer, in intervals; 0 when there is nothing to buy. */
size_t ul_portfolio_longest(const ul_portfolio *portfolio);

/* Steps 1 to 3 for interval t; call it once per interval, in order. O(classes). */
ul_status ul_portfolio_decide(ul_portfolio *portfolio, size_t t, ul_portfolio_ranks ranks,
                              void *context);

const ul_reservation_plan *ul_portfolio_plan(const ul_portfolio *portfolio);

/* Parameters of the forecast, for every method that may look at the past alone. */
#define UL_FORECAST_PARAMS                                                                      \
    UL_REAL("phi", "0.2", "weight of the newest error in the tracking signal", 0.01, 1),        \
        UL_REAL("gain", "0.02", "smoothing factor at a tracking signal of 1", 0, 1),            \
        UL_REAL("ceiling", "1", "forecasts stay below this times the highest demand seen", 0.1, \
                1000)

/* The two methods, for those that restrict them to some terms. */
ul_status ul_sec_greedy(const ul_reservation *in, ul_run *run, ul_portfolio_terms terms);
ul_status ul_sec_online(const ul_reservation *in, ul_run *run, ul_portfolio_terms terms);

/* Methods that others start from. */
extern const ul_method ul_method_on_demand_only, ul_method_sec_greedy, ul_method_sec_online;
