/* Sums that prices can make: with few prices far apart they are rare, and a plan
 * cheaper than another is cheaper by more than a unit.
 */
#ifndef UL_PRICE_SUMS_H
#define UL_PRICE_SUMS_H

#include "exact_problem.h"

/* The largest sum below `cost` of prices of the problem's types, or of all types
 * of the instance that cost something; cost - 1 where there are too many sums to
 * try, -1 when nothing is below. */
int64_t ul_price_sum_below(const ul_exact_problem *problem, int64_t cost);
int64_t ul_price_sum_below_of_all(const ul_packing *in, const ul_exact_problem *problem,
                                  int64_t cost);

#endif
