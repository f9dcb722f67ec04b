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
#ifndef UL_FLOOR_PRICE_H
#define UL_FLOOR_PRICE_H

#include "floor_problem.h"
#include "run.h"

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

/* An item's `value` is lowered by its company, `flat` (NULL: nothing) comes on top of that.
 * worth[k] becomes what no set on a machine of type k is worth more than, or the type's
 * price (times `scale`) where that is larger; at most `steps` are taken for each, and
 * *whole tells whether they were enough for all. `told` may be NULL. */
ul_status ul_floor_price(ul_floor_pricer *pricer, const double *value, const double *flat,
                         double scale, uint64_t steps, ul_floor_listener told, void *context,
                         double *worth, bool *whole);
/* Steps that this took for all types together. */
uint64_t ul_floor_pricer_steps(const ul_floor_pricer *pricer);

#endif
