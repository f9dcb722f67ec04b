#include "python_shuffle.h"

#include "twister.h"

/* Below n, 1 <= n < 2^32: so many upper bits as n has, again while they are too much. */
static uint32_t below(ul_twister *t, uint32_t n)
{
    unsigned bits = 0;
    uint32_t drawn;
    while (bits < 32 && n >> bits != 0)
        bits++;
    do
        drawn = ul_twister_next(t) >> (32 - bits);
    while (drawn >= n);
    return drawn;
}

void ul_python_shuffle(uint32_t seed, size_t *index, size_t n)
{
    ul_twister t;
    ul_twister_begin(&t, &seed, 1);
    for (size_t i = n; i-- > 1;) {
        const size_t j = below(&t, (uint32_t)i + 1), kept = index[i];
        index[i] = index[j];
        index[j] = kept;
    }
}
