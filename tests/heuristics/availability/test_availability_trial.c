/* Pools that grow one machine at a time: what is kept between machines changes no bit
 * of a distribution, and guesses stay within their promise. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "availability.h"
#include "availability_pool.h"
#include "availability_trial.h"
#include "rng.h"

enum { TYPES = 9 };

typedef struct {
    ul_instance instance;
    ul_arena *arena;
    size_t order[TYPES];
    ul_trial_pool pool;
} growth;

static void begin(growth *g, ul_rng *rng)
{
    char text[1000];
    int used = snprintf(text, sizeof text, "ullage,1,availability\nname,pool\ntarget,%d,0.999\n",
                        (int)ul_rng_between(rng, 1, 400));
    for (int k = 0; k < TYPES; k++)
        used += snprintf(text + used, sizeof text - (size_t)used, "vm,v%d,%d,1,,%.17g\n", k,
                         (int)ul_rng_between(rng, 1, 60),
                         ul_rng_below(rng, 9) == 0 ? (double)ul_rng_below(rng, 2)
                                                   : 1 - pow(10, -4 * ul_rng_unit(rng)));
    cr_assert_eq(ul_instance_parse("memory", text, strlen(text), &g->instance), UL_OK, "%s",
                 ul_error_text());
    for (size_t q = 0; q < TYPES; q++)
        g->order[q] = (q * 4 + 3) % TYPES;
    g->arena = ul_arena_new();
    cr_assert_eq(ul_trial_new(g->instance.data, g->order, g->arena, &g->pool), UL_OK);
}

static void end(growth *g)
{
    ul_arena_free(g->arena);
    ul_instance_free(&g->instance);
}

/* The same distribution from nothing, in order. */
static void from_nothing(const growth *g, size_t candidate, size_t room, double *mass)
{
    ul_block block[TYPES];
    for (size_t q = 0; q < TYPES; q++) {
        const ul_availability_type *type = ul_trial_type(&g->pool, q);
        block[q] = (ul_block){type->capacity * (g->pool.count[q] + (q == candidate)),
                              type->availability};
    }
    ul_pool_mass(block, TYPES, room, mass);
}

Test(availability_trial, masses_are_those_of_a_convolution_in_order_bit_for_bit)
{
    ul_rng *rng = ul_rng_new(5);
    for (int round = 0; round < 40; round++) {
        growth g;
        double expected[401];
        begin(&g, rng);
        for (int step = 0; step < 60; step++) {
            const size_t room = (size_t)ul_rng_between(
                rng, 1, (int64_t)((const ul_availability *)g.instance.data)->capacity);
            const size_t q = ul_rng_below(rng, TYPES + 1);
            size_t length;
            const double *mass = ul_trial_mass(&g.pool, q == TYPES ? UL_NONE : q, room, &length);
            from_nothing(&g, q, room, expected);
            cr_assert_leq(length, room);
            for (size_t s = 0; s < room; s++)
                cr_assert_eq(s < length ? mass[s] : 0, expected[s], "%zu of %zu in round %d", s,
                             room, round);
            ul_trial_add(&g.pool, ul_rng_below(rng, TYPES));
        }
        end(&g);
    }
    ul_rng_free(rng);
}

Test(availability_trial, guesses_are_within_a_share_of_1e_10)
{
    ul_rng *rng = ul_rng_new(6);
    for (int round = 0; round < 60; round++) {
        growth g;
        double mass[401];
        begin(&g, rng);
        for (int step = 0; step < 60; step++) {
            const size_t room = (size_t)ul_rng_between(
                rng, 1, (int64_t)((const ul_availability *)g.instance.data)->capacity);
            for (size_t q = 0; q < TYPES; q++) {
                from_nothing(&g, q, room, mass);
                const double sum = ul_trial_sum(mass, room);
                const double guess = ul_trial_guess(&g.pool, q, room);
                cr_assert(fabs(guess - sum) <= 1e-10 * sum, "%.17g, not %.17g in round %d", guess,
                          sum, round);
            }
            ul_trial_add(&g.pool, ul_rng_below(rng, TYPES));
        }
        end(&g);
    }
    ul_rng_free(rng);
}
