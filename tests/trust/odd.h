/* Odd random instances with the cost of their best plan, for the trust campaign.
 *
 * An instance is made, written and solved by trying everything in one file per kind,
 * which knows the format and the rules a third time: it shares no code with the
 * library and none with the checker.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { ODD_TEXT = 8192 };

__extension__ typedef __int128 odd_cost; /* 10^-12 dollars */

typedef struct {
    char text[ODD_TEXT]; /* the file */
    size_t used;
    bool feasible; /* or not known to be infeasible */
    bool unknown;  /* no optimum was to be had */
    bool limited;  /* machines are taken away or not to be had: a policy may give up */
    bool at_most;  /* the optimum is a cost that can be had, perhaps not the least */
    odd_cost optimum;
    /* Of schedules in which no task waits for longer than so many seconds: a cost that can
     * be had, -1 where none is known. */
    double wait_s;
    odd_cost waiting;
} odd_instance;

/* One for each kind; false: too close to call in floating point, take another seed. */
bool odd_packing(uint64_t seed, odd_instance *odd);
bool odd_reservation(uint64_t seed, odd_instance *odd);
bool odd_availability(uint64_t seed, odd_instance *odd);
bool odd_schedule(uint64_t seed, odd_instance *odd);
bool odd_deadline(uint64_t seed, odd_instance *odd);

/* splitmix64 (Steele, Lea and Flood 2014): the library's generator is not used either. */
static inline uint64_t odd_next(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

static inline int64_t odd_between(uint64_t *state, int64_t low, int64_t high)
{
    return low + (int64_t)(odd_next(state) % (uint64_t)(high - low + 1));
}

static inline bool odd_chance(uint64_t *state, int64_t per_cent)
{
    return odd_between(state, 1, 100) <= per_cent;
}

/* Changes a record of a file somewhere behind its second line: a number, or the record is
 * gone, or there twice. The text has room for ODD_FORGED bytes. */
enum { ODD_FORGED = 16384 };
void odd_forge(uint64_t *rng, char *text);

#define ODD_SAY(odd, ...)                                                              \
    ((odd)->used += (size_t)snprintf((odd)->text + (odd)->used, ODD_TEXT - (odd)->used, \
                                     __VA_ARGS__))

/* A decimal of millionths, for printf: "%lld.%06lld". */
#define ODD_MICRO(x) (long long)((x) / 1000000), (long long)((x) % 1000000)
