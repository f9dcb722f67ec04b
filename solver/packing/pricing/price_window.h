/* Which patterns are near enough to their price to be part of a plan that is looked for. */
#ifndef UL_PRICE_WINDOW_H
#define UL_PRICE_WINDOW_H

#include "exact_dual.h"

/* The patterns whose value is at least their price less the gap, which is in value units
 * times the scale's den. */
typedef struct {
    const int32_t *value; /* per item */
    ul_price_scale scale;
    int64_t gap;
} ul_price_window;

/* The least value of a pattern within the window: value * den >= price * num - gap. */
int64_t ul_price_window_least(const ul_price_window *window, int64_t price);

#endif
