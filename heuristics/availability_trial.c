#include "availability_trial.h"

#include <string.h>

#include "availability_pool.h"

ul_status ul_trial_new(const ul_availability *in, const size_t *order, ul_arena *arena,
                       ul_trial_pool *pool)
{
    *pool = (ul_trial_pool){.in = in, .order = order};
    pool->count = ul_arena_alloc(arena, in->n_types, sizeof *pool->count);
    pool->before = ul_arena_alloc(arena, in->capacity + 1, sizeof *pool->before);
    pool->trial = ul_arena_alloc(arena, in->capacity + 1, sizeof *pool->trial);
    return pool->count == NULL || pool->before == NULL || pool->trial == NULL
               ? ul_fail(UL_E_MEMORY, "out of memory for a capacity distribution")
               : UL_OK;
}

void ul_trial_step(ul_trial_pool *pool)
{
    memset(pool->before, 0, (pool->before_top + 1) * sizeof *pool->before);
    pool->before[0] = 1;
    pool->before_top = 0;
    pool->passed = 0;
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

const double *ul_trial_mass(ul_trial_pool *pool, size_t candidate, size_t room, size_t *length)
{
    for (; pool->passed < candidate; pool->passed++)
        multiply(pool->before, &pool->before_top, (size_t)pool->in->capacity,
                 block_of(pool, pool->passed, 0));
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
