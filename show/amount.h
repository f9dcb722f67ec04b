/* Amounts as people read them. */
#pragma once

#include <stdbool.h>

#include "fixed.h"

/* Dollars for people: rounded to a millionth, no zeros at the end; below a thousandth every
 * digit, as JSON, records and the checker have it. */
const char *ul_dollars_text(ul_cost cost, char text[UL_NUMBER_TEXT]);
/* A duration for people: "0.061 ms", "12.3 s". */
const char *ul_seconds_text(double seconds, char text[UL_NUMBER_TEXT]);

/* Decimals of dollars that people are told: cents; below a dollar three digits. */
int ul_dollars_decimals(double dollars);
/* A bound, rounded down to them: it says no more than is proved. But the millionths that the
 * whole numbers of a certificate cost it are no cent. */
double ul_bound_as_said(double dollars);
/* A cost that is above a bound by no more than these millionths. */
bool ul_is_at_bound(double cost, double bound);
