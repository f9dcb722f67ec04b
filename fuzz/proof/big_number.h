/* Whole numbers of any size a fuzzer needs, slow and plain: what the checker does in
 * 128 bits is done again in these, where nothing can wrap around.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum { UL_BIG_LIMBS = 40 };

/* A sign and 32 bits a limb, the lowest first; zero is not negative. */
typedef struct {
    bool negative;
    uint32_t limb[UL_BIG_LIMBS];
} ul_big;

ul_big ul_big_of(int64_t value);
ul_big ul_big_power(uint32_t base, unsigned exponent);
ul_big ul_big_plus(ul_big a, ul_big b);
ul_big ul_big_minus(ul_big a, ul_big b);
ul_big ul_big_times(ul_big a, ul_big b);
/* Below, equal to or above zero as a is to b. */
int ul_big_compare(ul_big a, ul_big b);
/* Decimal digits, and a sign where it is negative. */
enum { UL_BIG_TEXT = 400 };
const char *ul_big_text(ul_big a, char text[UL_BIG_TEXT]);
