/* The codes by which the index of tasks knows demands: three to a word, compared
 * three at a time. */
#pragma once

#include <stdint.h>
#include <string.h>

#include "task_index_tree.h"

/* A demand above the base is coded like a floating-point number with MANTISSA
 * significant bits: codes rise with demands, steps are at most 1/16384 of them.
 * Code 0 is below the base. Three codes of 20 bits share a word, each under a
 * guard bit that is clear. */
enum { MANTISSA = 15, LANE = 21, LANES = 3, WORDS_MAX = (UL_RESOURCES_MAX + LANES - 1) / LANES };

static const uint64_t GUARDS = (uint64_t)1 << 20 | (uint64_t)1 << 41 | (uint64_t)1 << 62;
static const uint64_t CODE = ((uint64_t)1 << 20) - 1;

static inline uint64_t encode(ul_micro base, ul_micro value)
{
    if (value < base)
        return 0;
    const uint64_t above = (uint64_t)(value - base);
    const int bits = above == 0 ? 0 : 64 - __builtin_clzll(above);
    const int cut = bits > MANTISSA ? bits - MANTISSA : 0;
    return 1 + ((uint64_t)cut << (MANTISSA - 1)) + (above >> cut);
}

/* The least value above the base with this code, which is not 0. */
static inline uint64_t decode(uint64_t code)
{
    const uint64_t number = code - 1;
    const uint64_t cut = number >> MANTISSA == 0 ? 0 : (number >> (MANTISSA - 1)) - 1;
    return (number - (cut << (MANTISSA - 1))) << cut;
}

static inline uint64_t lane(const uint64_t *word, size_t r)
{
    return word[r / LANES] >> (r % LANES * LANE) & CODE;
}

/* The codes of demands with `more` on top; lanes without a resource hold `more`. */
static inline void encode_all(const ul_task_tree *tree, const ul_micro *demand, uint64_t more,
                       uint64_t *word)
{
    memset(word, 0, tree->n_words * sizeof *word);
    for (size_t r = 0; r < tree->n_words * LANES; r++)
        word[r / LANES] |= (r < tree->n_resources
                                ? encode(tree->base[r], demand[r] + (ul_micro)more)
                                : more) << (r % LANES * LANE);
}

/* The guards of the lanes in which a is not below b. */
static inline uint64_t not_below(uint64_t a, uint64_t b)
{
    return ((a | GUARDS) - b) & GUARDS;
}

/* The bits of the lanes that have these guards. */
static inline uint64_t lanes_of(uint64_t guards)
{
    return guards - (guards >> 20);
}

static inline uint64_t lane_min(uint64_t a, uint64_t b)
{
    const uint64_t take_b = lanes_of(not_below(a, b));
    return (b & take_b) | (a & ~take_b);
}

static inline uint64_t lane_max(uint64_t a, uint64_t b)
{
    const uint64_t take_a = lanes_of(not_below(a, b));
    return (a & take_a) | (b & ~take_a);
}

static inline bool code_fits(const ul_task_tree *tree, const uint64_t *need, const uint64_t *free)
{
    for (size_t w = 0; w < tree->n_words; w++)
        if (not_below(free[w], need[w]) != GUARDS)
            return false;
    return true;
}

static inline bool code_is_below(const ul_task_tree *tree, const uint64_t *need, const uint64_t *limit)
{
    for (size_t w = 0; w < tree->n_words; w++)
        if (not_below(need[w], limit[w]) != 0)
            return false;
    return true;
}
