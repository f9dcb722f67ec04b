/* Python seeds the Mersenne twister (Matsumoto and Nishimura 1998) from an array of words,
 * which GSL's does not offer, so the twister is here a second time. */
#include "python_shuffle.h"

enum { WORDS = 624, MIDDLE = 397 };

typedef struct {
    uint32_t word[WORDS];
    size_t at;
} twister;

/* Matsumoto's init_by_array() with one word. */
static void begin(twister *t, uint32_t seed)
{
    uint32_t *w = t->word;
    size_t i = 1;
    w[0] = 19650218u;
    for (size_t q = 1; q < WORDS; q++)
        w[q] = 1812433253u * (w[q - 1] ^ w[q - 1] >> 30) + (uint32_t)q;
    for (size_t k = WORDS; k > 0; k--) {
        w[i] = (w[i] ^ (w[i - 1] ^ w[i - 1] >> 30) * 1664525u) + seed;
        if (++i == WORDS) {
            w[0] = w[WORDS - 1];
            i = 1;
        }
    }
    for (size_t k = WORDS - 1; k > 0; k--) {
        w[i] = (w[i] ^ (w[i - 1] ^ w[i - 1] >> 30) * 1566083941u) - (uint32_t)i;
        if (++i == WORDS) {
            w[0] = w[WORDS - 1];
            i = 1;
        }
    }
    w[0] = 0x80000000u;
    t->at = WORDS;
}

static uint32_t next(twister *t)
{
    uint32_t *w = t->word;
    for (size_t q = 0; t->at == WORDS && q < WORDS; q++) {
        const uint32_t y = (w[q] & 0x80000000u) | (w[(q + 1) % WORDS] & 0x7fffffffu);
        w[q] = w[(q + MIDDLE) % WORDS] ^ y >> 1 ^ ((y & 1) != 0 ? 0x9908b0dfu : 0);
    }
    t->at = t->at == WORDS ? 0 : t->at;
    uint32_t y = w[t->at++];
    y ^= y >> 11;
    y ^= y << 7 & 0x9d2c5680u;
    y ^= y << 15 & 0xefc60000u;
    return y ^ y >> 18;
}

/* Below n, 1 <= n < 2^32: so many upper bits as n has, again while they are too much. */
static uint32_t below(twister *t, uint32_t n)
{
    unsigned bits = 0;
    uint32_t drawn;
    while (bits < 32 && n >> bits != 0)
        bits++;
    do
        drawn = next(t) >> (32 - bits);
    while (drawn >= n);
    return drawn;
}

void ul_python_shuffle(uint32_t seed, size_t *index, size_t n)
{
    twister t;
    begin(&t, seed);
    for (size_t i = n; i-- > 1;) {
        const size_t j = below(&t, (uint32_t)i + 1), kept = index[i];
        index[i] = index[j];
        index[j] = kept;
    }
}
