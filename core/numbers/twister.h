/* The Mersenne twister (Matsumoto and Nishimura 1998), seeded from an array of words: what
 * Python's random.seed(N) and numpy's RandomState([LOW, HIGH]) draw, and what GSL's, which is
 * seeded by one word, does not offer. */
#pragma once

#include <stddef.h>
#include <stdint.h>

enum { UL_TWISTER_WORDS = 624 };

typedef struct {
    uint32_t word[UL_TWISTER_WORDS];
    size_t at;
} ul_twister;

/* Matsumoto's init_by_array(); n >= 1 words, of which 624 count. */
void ul_twister_begin(ul_twister *twister, const uint32_t *key, size_t n);
uint32_t ul_twister_next(ul_twister *twister);
