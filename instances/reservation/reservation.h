/* The reservation problem: how many leases of which class to buy in which
 * interval, for a demand that is known (SEC, Section 5).
 *
 * Demand is given per interval as steps of descending hours: `instances` of
 * them are used for `hours` each. A class without a term is on demand. A class
 * billed `used` charges its price for each hour used; one billed `always`
 * charges it for every hour of the lease, used or not. Hours go to the cheapest
 * active class first, the busiest instance first.
 *
 * Index letters: t interval, c class, l price level, s step.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "fixed.h"
#include "names.h"
#include "sha256.h"
#include "status.h"

/* Limits that keep every cost inside 128 bits. */
enum {
    UL_INTERVALS_MAX = 100000,
    UL_CLASSES_MAX = 32,
    UL_INSTANCES_MAX = 10000000, /* used at once */
};
#define UL_INTERVAL_HOURS_MAX (10000 * UL_MICRO)
#define UL_LEASE_PRICE_MAX (1000000 * UL_MICRO)
#define UL_UPFRONT_MAX (1000000000 * UL_MICRO)

typedef enum { UL_BILL_USED, UL_BILL_ALWAYS } ul_billing;

/* What a plan's cost is: everything paid within the horizon, or that less the
 * share of each upfront fee that belongs to the time after it (pure cost). */
typedef enum { UL_OBJECTIVE_TOTAL, UL_OBJECTIVE_PURE } ul_reservation_objective;

typedef struct {
    const char *name;
    uint32_t term; /* intervals; 0 is on demand */
    ul_micro upfront;
    ul_micro price; /* dollars an hour */
    ul_billing billing;
    uint32_t level; /* price level; 0 when it never undercuts on demand */
} ul_reservation_class;

typedef struct {
    ul_micro hours;
    uint32_t instances;
} ul_usage_step;

typedef struct ul_reservation {
    const char *name;
    char sha256[UL_SHA256_TEXT];
    ul_micro interval_hours;
    ul_reservation_objective objective;
    size_t n_classes, n_intervals, n_steps;
    const ul_reservation_class *classes;
    size_t on_demand; /* the cheapest class without a term */
    /* Prices of a used hour, descending: level 0 is on demand; a class of level
     * l > 0 charges level_price[l]. Classes billed `always` charge 0 here. */
    size_t n_levels;
    const ul_micro *level_price;
    const size_t *first; /* steps of interval t: first[t] .. first[t + 1] - 1 */
    const ul_usage_step *step;
    const uint32_t *running; /* instances with any use in interval t */
    uint32_t peak;           /* the largest of them */
    struct ul_arena *arena;
} ul_reservation;

/* The interval after the last one a lease bought at t serves, within the horizon. */
size_t ul_reservation_end(const ul_reservation *in, size_t t, size_t c);

/* What a lease costs per interval whether used or not: its price when billed always. */
ul_cost ul_reservation_holding(const ul_reservation *in, size_t c);

/* What one lease of class c bought at t costs before any hour is used. The
 * residual value of a lease is rounded down to 10^-12 dollars, so that pure
 * costs are exact too. */
ul_cost ul_reservation_lease(const ul_reservation *in, size_t t, size_t c,
                             ul_reservation_objective objective);

/* Instance-hours of one interval, and of all. */
ul_cost ul_reservation_hours(const ul_reservation *in, size_t t);
ul_cost ul_reservation_all_hours(const ul_reservation *in);

/* What everything on demand costs. */
ul_cost ul_reservation_on_demand(const ul_reservation *in);

/* ---- below: not for plugins ---- */

#include "instance.h"

/* Building. Each call that fails leaves a sentence without a position; finish()
 * consumes the builder, fault or not. */
typedef struct ul_reservation_builder ul_reservation_builder;

ul_reservation_builder *ul_reservation_builder_new(void);
void ul_reservation_builder_free(ul_reservation_builder *b);
ul_status ul_reservation_set_name(ul_reservation_builder *b, const char *name);
ul_status ul_reservation_set_interval_hours(ul_reservation_builder *b, ul_micro hours);
ul_status ul_reservation_set_objective(ul_reservation_builder *b,
                                       ul_reservation_objective objective);
/* The horizon, where it ends after the last use. */
ul_status ul_reservation_set_intervals(ul_reservation_builder *b, uint64_t n);
ul_status ul_reservation_add_class(ul_reservation_builder *b, const ul_reservation_class *facts);
/* Intervals count from 1 and come in order; hours descend within one. */
ul_status ul_reservation_add_usage(ul_reservation_builder *b, uint64_t interval, ul_micro hours,
                                   uint64_t instances);
ul_status ul_reservation_finish(ul_reservation_builder *b, ul_reservation **in);

void ul_reservation_free(ul_reservation *in);

/* As files; docs/reservations.md has the format. */
UL_KIND_DECLARATIONS(reservation);
