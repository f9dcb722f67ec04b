#include "big_number.h"

#include <stdlib.h>
#include <string.h>

ul_big ul_big_of(int64_t value)
{
    const uint64_t size = value < 0 ? -(uint64_t)value : (uint64_t)value;
    ul_big a = {.negative = value < 0};
    a.limb[0] = (uint32_t)size;
    a.limb[1] = (uint32_t)(size >> 32);
    return a;
}

static int compare_sizes(const ul_big *a, const ul_big *b)
{
    for (size_t q = UL_BIG_LIMBS; q-- > 0;)
        if (a->limb[q] != b->limb[q])
            return a->limb[q] < b->limb[q] ? -1 : 1;
    return 0;
}

static bool is_zero(const ul_big *a)
{
    return compare_sizes(a, &(ul_big){.negative = false}) == 0;
}

int ul_big_compare(ul_big a, ul_big b)
{
    if (a.negative != b.negative)
        return a.negative ? -1 : 1;
    return a.negative ? -compare_sizes(&a, &b) : compare_sizes(&a, &b);
}

static ul_big minus_of(ul_big a)
{
    a.negative = !a.negative && !is_zero(&a);
    return a;
}

ul_big ul_big_plus(ul_big a, ul_big b)
{
    ul_big sum = {.negative = a.negative};
    if (a.negative == b.negative) {
        uint64_t carry = 0;
        for (size_t q = 0; q < UL_BIG_LIMBS; q++) {
            carry += (uint64_t)a.limb[q] + b.limb[q];
            sum.limb[q] = (uint32_t)carry;
            carry >>= 32;
        }
        if (carry != 0)
            abort(); /* the fuzzer's numbers are smaller by far */
        return sum;
    }
    if (compare_sizes(&a, &b) < 0)
        return ul_big_plus(b, a);
    int64_t borrow = 0;
    for (size_t q = 0; q < UL_BIG_LIMBS; q++) {
        borrow += (int64_t)a.limb[q] - b.limb[q];
        sum.limb[q] = (uint32_t)borrow;
        borrow = borrow < 0 ? -1 : 0;
    }
    sum.negative = a.negative && !is_zero(&sum);
    return sum;
}

ul_big ul_big_minus(ul_big a, ul_big b)
{
    return ul_big_plus(a, minus_of(b));
}

ul_big ul_big_times(ul_big a, ul_big b)
{
    ul_big product = {.negative = false};
    for (size_t q = 0; q < UL_BIG_LIMBS; q++) {
        uint64_t carry = 0;
        for (size_t r = 0; a.limb[q] != 0 && r < UL_BIG_LIMBS; r++) {
            if (q + r >= UL_BIG_LIMBS) {
                if (b.limb[r] != 0 || carry != 0)
                    abort();
                continue;
            }
            carry += (uint64_t)a.limb[q] * b.limb[r] + product.limb[q + r];
            product.limb[q + r] = (uint32_t)carry;
            carry >>= 32;
        }
    }
    product.negative = a.negative != b.negative && !is_zero(&product);
    return product;
}

ul_big ul_big_power(uint32_t base, unsigned exponent)
{
    ul_big power = ul_big_of(1);
    while (exponent-- > 0)
        power = ul_big_times(power, ul_big_of(base));
    return power;
}

const char *ul_big_text(ul_big a, char text[UL_BIG_TEXT])
{
    char *at = text + UL_BIG_TEXT - 1;
    const bool negative = a.negative;
    *at = '\0';
    do {
        uint64_t rest = 0;
        for (size_t q = UL_BIG_LIMBS; q-- > 0;) {
            rest = rest << 32 | a.limb[q];
            a.limb[q] = (uint32_t)(rest / 10);
            rest %= 10;
        }
        *--at = (char)('0' + rest);
    } while (!is_zero(&a));
    if (negative)
        *--at = '-';
    return memmove(text, at, (size_t)(text + UL_BIG_TEXT - at));
}
