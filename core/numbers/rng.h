/* Random numbers: GSL's Mersenne twister, always seeded, the same on every machine. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct ul_rng ul_rng;

uint64_t ul_rng_below(ul_rng *rng, uint64_t n); /* uniform in 0 .. n-1; n >= 1 */
int64_t ul_rng_between(ul_rng *rng, int64_t low, int64_t high); /* uniform, ends included */
double ul_rng_unit(ul_rng *rng);                /* uniform in [0, 1) */
double ul_rng_unit_53(ul_rng *rng);             /* the same of 53 bits, two draws, as Python has it */
double ul_rng_normal(ul_rng *rng, double mean, double deviation);
double ul_rng_exponential(ul_rng *rng, double mean);
void ul_rng_shuffle(ul_rng *rng, size_t *index, size_t n);
/* Whether the next of *left things is one of the *wanted that are still to be drawn from them:
 * every choice of so many is equally likely, in their order. */
bool ul_rng_selects(ul_rng *rng, size_t *left, size_t *wanted);

/* ---- below: not for plugins ---- */

ul_rng *ul_rng_new(uint64_t seed);
/* The stream that GSL's users and numpy's know by this seed, 0 excepted: for what is to be
 * repeated draw by draw. Seeds of more than 32 bits are those of Python's random.seed(). */
ul_rng *ul_rng_new_plain(uint64_t seed);
void ul_rng_free(ul_rng *rng);
/* Begins anew with another seed. */
void ul_rng_again(ul_rng *rng, uint32_t seed);
/* Both draw the same from now on; they are of one sort. */
void ul_rng_copy(ul_rng *to, const ul_rng *from);

/* Whether anything was drawn, so that its seed matters; and that it does, where another
 * stream was made of the same seed. */
bool ul_rng_is_used(const ul_rng *rng);
void ul_rng_use(ul_rng *rng);
