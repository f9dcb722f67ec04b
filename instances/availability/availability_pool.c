/* Distributions of a pool's capacity: by states and by two-term updates. */
#include "availability_pool.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { WALK_BLOCKS = 64, WALK_BUDGET = 200000 };

typedef struct {
    const ul_block *block; /* largest first: decides states soonest */
    const uint64_t *rest;  /* rest[i]: sum of the sizes of blocks i and later */
    size_t n;
    uint64_t left; /* states still to be visited */
} walk;

/* P(capacity up < wanted) of the blocks from i on. */
static double walk_failure(walk *w, size_t i, uint64_t wanted)
{
    if (wanted == 0)
        return 0;
    if (w->rest[i] < wanted)
        return 1;
    if (w->left == 0)
        return 0; /* given up: the caller sees left == 0 and drops the value */
    w->left--;
    const ul_block b = w->block[i];
    const double down = walk_failure(w, i + 1, wanted);
    const double up = b.size >= wanted ? 0 : walk_failure(w, i + 1, wanted - b.size);
    return (1 - b.up) * down + b.up * up;
}

static int by_size(const void *a, const void *b)
{
    const ul_block *x = a, *y = b;
    UL_HIGHER_FIRST(x->size, y->size);
    return (x->up < y->up) - (x->up > y->up);
}

/* Visits at most `budget` states; false when that was not enough. */
static bool walk_pool(const ul_block *block, size_t n, uint64_t wanted, uint64_t budget,
                      double *failure)
{
    ul_block sorted[WALK_BLOCKS];
    uint64_t rest[WALK_BLOCKS + 1];
    size_t held = 0;
    for (size_t i = 0; i < n; i++) {
        if (block[i].size == 0)
            continue;
        if (held == WALK_BLOCKS)
            return false;
        sorted[held++] = block[i];
    }
    qsort(sorted, held, sizeof *sorted, by_size);
    rest[held] = 0;
    for (size_t i = held; i-- > 0;)
        rest[i] = rest[i + 1] + sorted[i].size;
    walk w = {sorted, rest, held, budget};
    *failure = walk_failure(&w, 0, wanted);
    return w.left > 0;
}

/* to[s] = to[s] * down + from[s] * up; the arrays do not overlap, so this runs in
 * vector registers. */
static void mix(double *restrict to, const double *restrict from, size_t n, double down, double up)
{
    for (size_t s = 0; s < n; s++)
        to[s] = to[s] * down + from[s] * up;
}

void ul_pool_mass_add(double *mass, size_t room, ul_block block)
{
    const double up = block.up, down = 1 - up;
    const size_t size = block.size < room ? (size_t)block.size : room;
    /* downwards in pieces of at most `size`: mass[s - size] is still the old value */
    for (size_t high = room; high > size;) {
        const size_t low = high - size > size ? high - size : size;
        mix(mass + low, mass + low - size, high - low, down, up);
        high = low;
    }
    for (size_t s = 0; s < size; s++)
        mass[s] = mass[s] * down;
}

void ul_pool_mass(const ul_block *block, size_t n, size_t room, double *mass)
{
    memset(mass, 0, room * sizeof *mass);
    if (room > 0)
        mass[0] = 1;
    for (size_t i = 0; i < n; i++)
        if (block[i].size > 0)
            ul_pool_mass_add(mass, room, block[i]);
}

static uint64_t common_divisor(const ul_block *block, size_t n)
{
    uint64_t g = 0;
    for (size_t i = 0; i < n; i++)
        for (uint64_t x = block[i].size; x != 0;) {
            const uint64_t r = g % x;
            g = x;
            x = r;
        }
    return g == 0 ? 1 : g;
}

ul_status ul_pool_failure_convolved(const ul_block *block, size_t n, uint64_t wanted,
                                    double *failure)
{
    /* Capacities that share a divisor make a coarser grid: below `wanted` there
     * are only ceil(wanted / divisor) levels. */
    const uint64_t unit = common_divisor(block, n);
    const size_t room = (size_t)((wanted + unit - 1) / unit);
    double *mass = calloc(room + 1, sizeof *mass);
    UL_NEED(mass);
    mass[0] = 1;
    for (size_t i = 0; i < n && room > 0; i++)
        if (block[i].size > 0)
            ul_pool_mass_add(mass, room, (ul_block){block[i].size / unit, block[i].up});
    *failure = 0;
    for (size_t s = 0; s < room; s++)
        *failure += mass[s];
    free(mass);
    return UL_OK;
}

ul_status ul_pool_failure(const ul_block *block, size_t n, uint64_t wanted, double *failure)
{
    const double steps = (double)n * (double)wanted;
    const uint64_t budget = steps < WALK_BUDGET ? (uint64_t)steps + 1 : WALK_BUDGET;
    if (walk_pool(block, n, wanted, budget, failure))
        return UL_OK;
    return ul_pool_failure_convolved(block, n, wanted, failure);
}
