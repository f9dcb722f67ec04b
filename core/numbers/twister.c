#include "twister.h"

enum { WORDS = UL_TWISTER_WORDS, MIDDLE = 397 };

void ul_twister_begin(ul_twister *t, const uint32_t *key, size_t n)
{
    uint32_t *w = t->word;
    size_t i = 1;
    w[0] = 19650218u;
    for (size_t q = 1; q < WORDS; q++)
        w[q] = 1812433253u * (w[q - 1] ^ w[q - 1] >> 30) + (uint32_t)q;
    for (size_t k = 0; k < WORDS; k++) {
        w[i] = (w[i] ^ (w[i - 1] ^ w[i - 1] >> 30) * 1664525u) + key[k % n] + (uint32_t)(k % n);
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

uint32_t ul_twister_next(ul_twister *t)
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
