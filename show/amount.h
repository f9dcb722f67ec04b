/* Amounts as people read them. */
#ifndef UL_AMOUNT_H
#define UL_AMOUNT_H

#include "fixed.h"

/* Dollars for people: rounded to a millionth, no zeros at the end; below a thousandth every
 * digit, as JSON, records and the checker have it. */
const char *ul_dollars_text(ul_cost cost, char text[UL_NUMBER_TEXT]);
/* A duration for people: "0.061 ms", "12.3 s". */
const char *ul_seconds_text(double seconds, char text[UL_NUMBER_TEXT]);

#endif
