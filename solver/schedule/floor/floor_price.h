/* Pricing: the set of tasks that is worth most on a machine of each type, for given
 * prices of the items, where each is worth less the more company it has.
 *
 * Branch and bound over multisets of items. A set is worth the sum of its items'
 * prices, each times the product of the rates that the others leave it; that can only
 * fall as others join. What may join is worth at most what it is beside those who are
 * there, by the densest item in the room left; room is measured by several weightings of
 * the resources, the least counts. After a number of steps the answer is that bound
 * instead of the value: it proves less, but nothing wrong.
 */
#pragma once

#include "floor_problem.h"
#include "run.h"

/* Worth is a sum of products in doubles; they are off by less than this share. */
#define UL_FLOOR_ROUNDING 1e-9
/* A column that promises less than this share of its price is none. */
#define UL_FLOOR_SMALL_GAIN 1e-6

typedef struct ul_floor_pricer ul_floor_pricer;

typedef struct {
    uint32_t item, count;
} ul_floor_part;

/* The work that a second of one in part `own` of a set of n does on a machine of the type,
 * beside all the others. */
double ul_floor_rate(const ul_floor_problem *problem, size_t type, const ul_floor_part *part,
                     size_t n, size_t own);

/* Told of a set worth more than its type's price. */
typedef ul_status (*ul_floor_listener)(void *context, size_t type, const ul_floor_part *part,
                                       size_t n);

ul_status ul_floor_pricer_new(const ul_floor_problem *problem, ul_run *run, ul_arena *arena,
                              ul_floor_pricer **pricer);

typedef struct {
    const double *value;    /* of each item; its company lowers it */
    const double *flat;     /* comes on top of that; NULL: nothing */
    double scale;           /* what the types' prices are multiplied by */
    uint64_t steps;         /* at most so many for each type */
    ul_floor_listener told; /* NULL: nobody */
    void *context;          /* the listener's */
} ul_floor_question;

/* worth[k] becomes what no set on a machine of type k is worth more than, or the type's
 * price (times the scale) where that is larger; *whole tells whether the steps were enough
 * for all types. */
ul_status ul_floor_price(ul_floor_pricer *pricer, const ul_floor_question *question,
                         double *worth, bool *whole);
/* Whether there is no time but for pricing once more without a search, so that what was
 * found can still be proved. Where the time is over nothing is known of a type: it is worth
 * HUGE_VAL. */
bool ul_floor_pricer_is_late(const ul_floor_pricer *pricer);
/* Steps that this took for all types together. */
uint64_t ul_floor_pricer_steps(const ul_floor_pricer *pricer);
