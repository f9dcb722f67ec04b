#include "availability_trial.h"

#include <math.h>
#include <string.h>

#include "availability_pool.h"

#define AFTER_MAX ((uint64_t)4000000) /* numbers in the table */

ul_status ul_trial_new(const ul_availability *in, const size_t *order, ul_arena *arena,
                       ul_trial_pool *pool)
{
    *pool = (ul_trial_pool){.in = in, .order = order};
    pool->count = ul_arena_alloc(arena, in->n_types, sizeof *pool->count);
    pool->before = ul_arena_alloc(arena, in->capacity + 1, sizeof *pool->before);
    pool->trial = ul_arena_alloc(arena, in->capacity + 1, sizeof *pool->trial);
    if (in->n_types <= AFTER_MAX / (in->capacity + 1)) {
        pool->after = ul_arena_alloc(arena, in->n_types * (in->capacity + 1), sizeof *pool->after);
        pool->row = ul_arena_alloc(arena, in->n_types, sizeof *pool->row);
        if (pool->after == NULL || pool->row == NULL)
            return ul_fail(UL_E_MEMORY, "out of memory for a capacity distribution");
    }
    return pool->count == NULL || pool->before == NULL || pool->trial == NULL
               ? ul_fail(UL_E_MEMORY, "out of memory for a capacity distribution")
               : UL_OK;
}

static ul_block block_of(const ul_trial_pool *pool, size_t position, uint32_t extra)
{
    const ul_availability_type *type = ul_trial_type(pool, position);
    return (ul_block){type->capacity * (pool->count[position] + extra), type->availability};
}

/* Multiplies a block into mass[0 .. *top], zero above, keeping room coefficients. */
static void multiply(double *mass, size_t *top, size_t room, ul_block block)
{
    if (block.size > 0 && block.size < room) {
        const size_t length = *top + block.size < room ? *top + block.size + 1 : room;
        *top = length - 1;
    }
    if (block.size > 0)
        ul_pool_mass_add(mass, *top + 1, block);
}

/* after[q][j] = P(the blocks behind position q have less than widest - j up): stored
 * backwards, so that ul_trial_guess() reads forwards. A block behind mixes two
 * shifted copies, as it does for masses. */
static void sum_after(ul_trial_pool *pool)
{
    const size_t width = pool->widest + 1;
    double *row = pool->after;
    for (size_t j = 0; j < width; j++)
        row[j] = j < pool->widest;
    for (size_t q = pool->in->n_types; q-- > 0;) {
        const ul_block b = block_of(pool, q, 0);
        pool->row[q] = row;
        if (b.size == 0 || q == 0)
            continue; /* nothing there: the same row serves the position before */
        double *to = row + width;
        const size_t shift = b.size < width ? (size_t)b.size : width;
        const double up = b.up, down = 1 - up;
        for (size_t j = 0; j < width - shift; j++)
            to[j] = row[j] * down + row[j + shift] * up;
        for (size_t j = width - shift; j < width; j++)
            to[j] = row[j] * down;
        row = to;
    }
}

void ul_trial_rewind(ul_trial_pool *pool)
{
    memset(pool->before, 0, (pool->before_top + 1) * sizeof *pool->before);
    pool->before[0] = 1;
    pool->before_top = 0;
    pool->passed = 0;
}

void ul_trial_step(ul_trial_pool *pool, size_t widest)
{
    ul_trial_rewind(pool);
    pool->widest = widest;
    if (pool->after != NULL)
        sum_after(pool);
}

static void pass_to(ul_trial_pool *pool, size_t candidate)
{
    for (; pool->passed < candidate; pool->passed++)
        multiply(pool->before, &pool->before_top, (size_t)pool->in->capacity,
                 block_of(pool, pool->passed, 0));
}

static double dot(const double *restrict a, const double *restrict b, size_t n)
{
    enum { LANES = 8 };
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

double ul_trial_guess(ul_trial_pool *pool, size_t candidate, size_t room)
{
    if (pool->after == NULL)
        return NAN;
    pass_to(pool, candidate);
    const ul_block b = block_of(pool, candidate, 1);
    const double *row = pool->row[candidate] + (pool->widest - room);
    const size_t n = pool->before_top + 1 < room ? pool->before_top + 1 : room;
    const double below = (1 - b.up) * dot(pool->before, row, n);
    if (b.size >= room)
        return below;
    const size_t left = room - (size_t)b.size;
    return below + b.up * dot(pool->before, row + b.size, n < left ? n : left);
}

const double *ul_trial_mass(ul_trial_pool *pool, size_t candidate, size_t room, size_t *length)
{
    pass_to(pool, candidate);
    size_t top = pool->before_top < room ? pool->before_top : room - 1;
    memcpy(pool->trial, pool->before, (top + 1) * sizeof *pool->trial);
    memset(pool->trial + top + 1, 0, (room - top - 1) * sizeof *pool->trial);
    multiply(pool->trial, &top, room, block_of(pool, candidate, 1));
    for (size_t q = candidate + 1; q < pool->in->n_types; q++)
        multiply(pool->trial, &top, room, block_of(pool, q, 0));
    *length = top + 1;
    return pool->trial;
}

void ul_trial_add(ul_trial_pool *pool, size_t position)
{
    pool->count[position]++;
    pool->capacity += ul_trial_type(pool, position)->capacity;
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
    enum { LANES = 8 };
    double lane[LANES] = {0}, sum = 0;
    size_t s = 0;
    for (; s + LANES <= n; s += LANES)
        for (size_t q = 0; q < LANES; q++)
            lane[q] += mass[s + q];
    for (size_t q = 0; q < LANES; q++)
        sum += lane[q];
    return sum + ul_trial_sum(mass + s, n - s);
}
