/* The one file that includes GSL's generators and distributions. */
#include "rng.h"

#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>
#include <stdlib.h>

#include "twister.h"

struct ul_rng {
    gsl_rng *gsl;
    bool used;
};

static gsl_rng *draw(ul_rng *rng)
{
    rng->used = true;
    return rng->gsl;
}

bool ul_rng_is_used(const ul_rng *rng)
{
    return rng->used;
}

void ul_rng_use(ul_rng *rng)
{
    rng->used = true;
}

/* ---- seeds of two words ---- */

static void wide_set(void *state, unsigned long seed)
{
    const uint32_t key[] = {(uint32_t)seed, (uint32_t)((uint64_t)seed >> 32)};
    ul_twister_begin(state, key, 2);
}

static unsigned long wide_get(void *state)
{
    return ul_twister_next(state);
}

static double wide_unit(void *state)
{
    return ul_twister_next(state) / 4294967296.0;
}

static const gsl_rng_type wide = {"mt19937-by-array", UINT32_MAX, 0, sizeof(ul_twister),
                                  wide_set, wide_get, wide_unit};

static ul_rng *new_of(const gsl_rng_type *type, unsigned long seed)
{
    ul_rng *rng = malloc(sizeof *rng);
    if (rng == NULL)
        return NULL;
    rng->gsl = gsl_rng_alloc(type);
    if (rng->gsl == NULL) {
        free(rng);
        return NULL;
    }
    gsl_rng_set(rng->gsl, seed);
    rng->used = false;
    return rng;
}

ul_rng *ul_rng_new_plain(uint64_t seed)
{
    return new_of(seed > UINT32_MAX ? &wide : gsl_rng_mt19937, (unsigned long)seed);
}

ul_rng *ul_rng_new(uint64_t seed)
{
    /* GSL replaces seed 0 by its default; shift so that every seed differs. */
    return ul_rng_new_plain(seed > UINT32_MAX ? seed : (uint32_t)(seed + 1));
}

void ul_rng_again(ul_rng *rng, uint32_t seed)
{
    gsl_rng_set(rng->gsl, seed);
}

void ul_rng_copy(ul_rng *to, const ul_rng *from)
{
    gsl_rng_memcpy(to->gsl, from->gsl);
}

void ul_rng_free(ul_rng *rng)
{
    if (rng == NULL)
        return;
    gsl_rng_free(rng->gsl);
    free(rng);
}

uint64_t ul_rng_below(ul_rng *rng, uint64_t n)
{
    if (n <= 0xffffffffu)
        return gsl_rng_uniform_int(draw(rng), (unsigned long)n);
    const uint64_t limit = UINT64_MAX - UINT64_MAX % n;
    uint64_t x;
    do
        x = (uint64_t)gsl_rng_get(draw(rng)) << 32 | (uint64_t)gsl_rng_get(draw(rng));
    while (x >= limit);
    return x % n;
}

int64_t ul_rng_between(ul_rng *rng, int64_t low, int64_t high)
{
    return low + (int64_t)ul_rng_below(rng, (uint64_t)(high - low) + 1);
}

double ul_rng_unit(ul_rng *rng)
{
    return gsl_rng_uniform(draw(rng));
}

double ul_rng_unit_53(ul_rng *rng)
{
    const unsigned long high = gsl_rng_get(draw(rng)) >> 5, low = gsl_rng_get(draw(rng)) >> 6;
    return ((double)high * 67108864.0 + (double)low) / 9007199254740992.0;
}

double ul_rng_normal(ul_rng *rng, double mean, double deviation)
{
    return mean + gsl_ran_gaussian(draw(rng), deviation);
}

double ul_rng_exponential(ul_rng *rng, double mean)
{
    return gsl_ran_exponential(draw(rng), mean);
}

void ul_rng_shuffle(ul_rng *rng, size_t *index, size_t n)
{
    gsl_ran_shuffle(draw(rng), index, n, sizeof *index);
}

bool ul_rng_selects(ul_rng *rng, size_t *left, size_t *wanted)
{
    const bool selected = *wanted == *left || (*wanted > 0 && ul_rng_below(rng, *left) < *wanted);
    --*left;
    *wanted -= selected;
    return selected;
}
