#include "availability_trial.h"

#include <math.h>
#include <string.h>

#include "availability_pool.h"

#define TABLE_MAX ((uint64_t)4000000) /* numbers in each table */
enum { LANES = 8 };

static ul_status keep_products(ul_trial_pool *pool, ul_arena *arena)
{
    const size_t n = pool->in->n_types, width = (size_t)pool->in->capacity + 1;
    UL_ALLOC_RAW(arena, pool->before_rows, (n + 1) * width);
    UL_ALLOC_RAW(arena, pool->after_rows, n * width);
    UL_ALLOC(arena, pool->before, n + 1);
    UL_ALLOC(arena, pool->top, n + 1);
    UL_ALLOC(arena, pool->after, n);
    UL_ALLOC(arena, pool->rest, n);
    pool->before[0] = pool->before_rows;
    pool->before_rows[0] = 1;
    pool->after[n - 1] = pool->after_rows + (n - 1) * width;
    pool->after_known = n - 1;
    for (size_t j = 0; j < n * width; j++)
        pool->after_rows[j] = (j + 1) % width != 0;
    return UL_OK;
}

ul_status ul_trial_new(const ul_availability *in, const size_t *order, ul_arena *arena,
                       ul_trial_pool *pool)
{
    *pool = (ul_trial_pool){.in = in, .order = order, .sum = NAN};
    UL_ALLOC(arena, pool->count, in->n_types);
    UL_ALLOC(arena, pool->trial, in->capacity + 1);
    return in->n_types < TABLE_MAX / (in->capacity + 1) ? keep_products(pool, arena) : UL_OK;
}

static ul_block block_of(const ul_trial_pool *pool, size_t position, uint32_t extra)
{
    const ul_availability_type *type = ul_trial_type(pool, position);
    return (ul_block){type->capacity * (pool->count[position] + extra), type->availability};
}

/* to[s] = from[s] * down + other[s] * up. */
static void mix(double *restrict to, const double *from, double down, const double *other,
                double up, size_t n)
{
    for (size_t s = 0; s < n; s++)
        to[s] = from[s] * down + other[s] * up;
}

static void scale(double *restrict to, const double *from, double factor, size_t n)
{
    for (size_t s = 0; s < n; s++)
        to[s] = from[s] * factor;
}

/* The product with one block more, keeping room coefficients; returns its degree.
 * The same doubles as ul_pool_mass_add(): a term that is left out is zero. */
static size_t multiply(double *restrict to, const double *from, size_t top, size_t room,
                       ul_block block)
{
    const double up = block.up, down = 1 - up;
    const size_t size = block.size < room ? (size_t)block.size : room;
    const size_t length = top + 1, end = length + size < room ? length + size : room;
    const size_t low = size < length ? size : length, high = size < length ? length : size;
    scale(to, from, down, low);
    if (size < length)
        mix(to + low, from + low, down, from, up, high - low);
    else
        memset(to + low, 0, (high - low) * sizeof *to);
    if (high < end)
        scale(to + high, from + high - size, up, end - high);
    return end - 1;
}

/* Brings the products before `position` up to date. */
static void know_before(ul_trial_pool *pool, size_t position)
{
    const size_t width = (size_t)pool->in->capacity + 1;
    for (; pool->before_known < position; pool->before_known++) {
        const size_t q = pool->before_known;
        const ul_block b = block_of(pool, q, 0);
        double *row = pool->before_rows + (q + 1) * width;
        pool->before[q + 1] = b.size == 0 ? pool->before[q] : row;
        pool->top[q + 1] = b.size == 0 ? pool->top[q]
                                       : multiply(row, pool->before[q], pool->top[q], width - 1, b);
    }
}

/* The sums behind `position`: stored backwards, so that ul_trial_guess() reads
 * forwards. A block mixes two shifted copies, as it does for masses. */
static void know_after(ul_trial_pool *pool, size_t position)
{
    const size_t width = (size_t)pool->in->capacity + 1;
    for (; pool->after_known > position; pool->after_known--) {
        const size_t q = pool->after_known;
        const ul_block b = block_of(pool, q, 0);
        double *row = pool->after_rows + (q - 1) * width;
        pool->after[q - 1] = b.size == 0 ? pool->after[q] : row;
        pool->rest[q - 1] = pool->rest[q] + b.size;
        if (b.size == 0)
            continue;
        const size_t shift = b.size < width ? (size_t)b.size : width;
        const size_t first = pool->rest[q - 1] < width ? width - 1 - (size_t)pool->rest[q - 1] : 0;
        const size_t both = width - shift > first ? width - shift : first;
        const double *from = pool->after[q];
        mix(row + first, from + first, 1 - b.up, from + first + shift, b.up, both - first);
        scale(row + both, from + both, 1 - b.up, width - both);
    }
}

static double dot(const double *restrict a, const double *restrict b, size_t n)
{
    double lane[LANES] = {0}, sum = 0;
    size_t s = 0;
    for (; s + LANES <= n; s += LANES)
        for (size_t q = 0; q < LANES; q++)
            lane[q] += a[s + q] * b[s + q];
    for (; s < n; s++)
        sum += a[s] * b[s];
    for (size_t q = 0; q < LANES; q++)
        sum += lane[q];
    return sum;
}

/* The sum of a[s] * (b[s] - b[s + shift]). */
static double dot_difference(const double *restrict a, const double *restrict b, size_t shift,
                             size_t n)
{
    double lane[LANES] = {0}, sum = 0;
    size_t s = 0;
    for (; s + LANES <= n; s += LANES)
        for (size_t q = 0; q < LANES; q++)
            lane[q] += a[s + q] * (b[s + q] - b[s + q + shift]);
    for (; s < n; s++)
        sum += a[s] * (b[s] - b[s + shift]);
    for (size_t q = 0; q < LANES; q++)
        sum += lane[q];
    return sum;
}

/* P(capacity < room) of the pool as it is. */
static double pool_failure(ul_trial_pool *pool, size_t room)
{
    const size_t n = pool->in->n_types;
    know_before(pool, n);
    const size_t length = pool->top[n] + 1 < room ? pool->top[n] + 1 : room;
    if (isnan(pool->sum) || pool->summed > length) {
        pool->sum = ul_trial_sum_fast(pool->before[n], length);
        pool->summed = length;
    }
    return pool->sum + ul_trial_sum(pool->before[n] + pool->summed, length - pool->summed);
}

/* What one machine more saves: P(the others have less than the candidate's machines
 * leave to them, but not less than one more would). */
static double saving(const ul_trial_pool *pool, size_t candidate, size_t room)
{
    const uint64_t held = block_of(pool, candidate, 0).size;
    const size_t machine = (size_t)ul_trial_type(pool, candidate)->capacity;
    if (held >= room)
        return 0;
    const size_t high = room - (size_t)held, low = high > machine ? high - machine : 0;
    if (held == 0) { /* the others are the pool */
        const size_t n = pool->in->n_types, end = high <= pool->top[n] ? high : pool->top[n] + 1;
        return low < end ? ul_trial_sum(pool->before[n] + low, end - low) : 0;
    }
    const size_t length = pool->top[candidate] + 1;
    /* before that the blocks behind cannot make up for what is missing, either way */
    const size_t first = low > pool->rest[candidate] ? low - (size_t)pool->rest[candidate] : 0;
    const size_t both = length < low ? length : low, end = length < high ? length : high;
    const double *mass = pool->before[candidate];
    const double *row = pool->after[candidate] + (pool->in->capacity - high);
    double sum = first < both
                     ? dot_difference(mass + first, row + first, machine, both - first)
                     : 0;
    if (low < end)
        sum += dot(mass + low, row + low, end - low);
    return sum;
}

static double added_failure(const ul_trial_pool *pool, size_t candidate, size_t room)
{
    const ul_block b = block_of(pool, candidate, 1);
    const double *row = pool->after[candidate] + (pool->in->capacity - room);
    const size_t n = pool->top[candidate] + 1 < room ? pool->top[candidate] + 1 : room;
    const double below = (1 - b.up) * dot(pool->before[candidate], row, n);
    if (b.size >= room)
        return below;
    const size_t left = room - (size_t)b.size;
    return below + b.up * dot(pool->before[candidate], row + b.size, n < left ? n : left);
}

double ul_trial_guess(ul_trial_pool *pool, size_t candidate, size_t room)
{
    if (pool->before == NULL)
        return NAN;
    know_after(pool, candidate);
    const double now = pool_failure(pool, room);
    const double then = now - ul_trial_type(pool, candidate)->availability
                                  * saving(pool, candidate, room);
    /* a difference keeps the digits unless most of it cancels */
    return then > 0.05 * now ? then : added_failure(pool, candidate, room);
}

const double *ul_trial_mass(ul_trial_pool *pool, size_t candidate, size_t room, size_t *length)
{
    size_t top = 0, q = 0;
    memset(pool->trial, 0, room * sizeof *pool->trial);
    pool->trial[0] = 1;
    if (pool->before != NULL) {
        q = candidate == UL_NONE ? pool->in->n_types : candidate;
        know_before(pool, q);
        top = pool->top[q] < room ? pool->top[q] : room - 1;
        memcpy(pool->trial, pool->before[q], (top + 1) * sizeof *pool->trial);
    }
    for (; q < pool->in->n_types; q++) {
        const ul_block b = block_of(pool, q, q == candidate);
        if (b.size > 0 && b.size < room)
            top = top + b.size < room ? top + b.size : room - 1;
        if (b.size > 0)
            ul_pool_mass_add(pool->trial, top + 1, b);
    }
    *length = top + 1;
    return pool->trial;
}

void ul_trial_add(ul_trial_pool *pool, size_t position)
{
    pool->count[position]++;
    pool->capacity += ul_trial_type(pool, position)->capacity;
    pool->sum = NAN;
    if (pool->before_known > position)
        pool->before_known = position;
    if (pool->after_known < position)
        pool->after_known = position;
}

void ul_trial_store(const ul_trial_pool *pool, ul_availability_plan *plan)
{
    for (size_t q = 0; q < pool->in->n_types; q++)
        plan->hold[pool->order[q]] = pool->count[q];
}

double ul_trial_sum(const double *mass, size_t n)
{
    double sum = 0;
    for (size_t s = 0; s < n; s++)
        sum += mass[s];
    return sum;
}

double ul_trial_sum_fast(const double *mass, size_t n)
{
    double lane[LANES] = {0}, sum = 0;
    size_t s = 0;
    for (; s + LANES <= n; s += LANES)
        for (size_t q = 0; q < LANES; q++)
            lane[q] += mass[s + q];
    for (size_t q = 0; q < LANES; q++)
        sum += lane[q];
    return sum + ul_trial_sum(mass + s, n - s);
}
