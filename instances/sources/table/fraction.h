/* Exact fractions of 128 bits, for arithmetic on what stands in a user's table. */
#pragma once

#include "fixed.h"

typedef struct {
    ul_cost above, below; /* in lowest terms; below is at least 1 */
} ul_fraction;

/* Each returns false where the result does not fit in 128 bits, or divides by zero. */
bool ul_fraction_make(ul_cost above, ul_cost below, ul_fraction *result);
bool ul_fraction_add(ul_fraction a, ul_fraction b, ul_fraction *result);
bool ul_fraction_multiply(ul_fraction a, ul_fraction b, ul_fraction *result);
bool ul_fraction_divide(ul_fraction a, ul_fraction b, ul_fraction *result);
/* *order is below, equal to or above 0 as a is to b. */
bool ul_fraction_compare(ul_fraction a, ul_fraction b, int *order);

ul_fraction ul_fraction_negative(ul_fraction a);
ul_cost ul_fraction_floor(ul_fraction a);

/* In millionths, rounded up; *rounded tells whether it was. False where it is negative or
 * above what files hold. */
bool ul_fraction_micro(ul_fraction a, ul_micro *value, bool *rounded);

/* A number as people write it: 12, -3.5, 1e-05, 2024-05-01 13:00:00 (seconds since 1970),
 * 01:30:00 or 2-01:30:00 (seconds), and with `commas` 0,5. */
bool ul_fraction_read(const char *text, bool commas, ul_fraction *result);
