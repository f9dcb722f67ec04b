#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "availability.h"
#include "availability_plan.h"
#include "availability_pool.h"
#include "rng.h"

static const char small[] = "ullage,1,availability\n"
                            "name,small\n"
                            "target,10,0.99\n"
                            "vm,a,5,0.02899303156640832,0.1,0.9\n"
                            "vm,b,10,0.5,,0.95\n";

static ul_status parse(const char *text, ul_instance *instance)
{
    return ul_instance_parse("memory", text, strlen(text), instance);
}

Test(availability, reads_what_the_format_says)
{
    ul_instance instance;
    cr_assert_eq(parse(small, &instance), UL_OK, "%s", ul_error_text());
    const ul_availability *in = instance.data;
    cr_assert_eq(in->n_types, 2);
    cr_assert_eq(in->capacity, 10);
    cr_assert_eq(in->type[0].price, 0.02899303156640832);
    cr_assert(in->type[0].cost == 28993031566);
    cr_assert_eq(in->type[1].on_demand_price, 0);
    cr_assert_eq(ul_availability_on_demand_type(in), 0);
    ul_instance_free(&instance);
}

static void refuses(const char *text, const char *sentence)
{
    ul_instance instance;
    cr_assert_eq(parse(text, &instance), UL_E_INPUT);
    cr_assert_str_eq(ul_error_text(), sentence);
}

#define HEAD "ullage,1,availability\nname,x\ntarget,10,0.9\n"

Test(availability, refuses_a_probability_above_one)
{
    refuses(HEAD "vm,a,5,1,1,1.5\n",
            "memory:4: column 6: the availability '1.5' is not a number from 0 to 1");
}

Test(availability, refuses_what_strtod_would_take_for_a_number)
{
    refuses(HEAD "vm,a,5,nan,1,0.5\n", "memory:4: column 4: the price 'nan' is not a number "
                                       "from 0 to 1e+06");
}

Test(availability, refuses_a_machine_without_capacity)
{
    refuses(HEAD "vm,a,0,1,1,0.5\n",
            "memory:4: column 3: the capacity is 0; it takes at least 1");
}

Test(availability, every_range_names_its_own_column)
{
    refuses(HEAD "vm,a,5,-1,1,0.5\n",
            "memory:4: column 4: the price '-1' is not a number from 0 to 1e+06");
    refuses(HEAD "vm,a,5,1,2e6,0.5\n",
            "memory:4: column 5: the on-demand price '2e6' is not a number from 0 to 1e+06");
    refuses(HEAD "vm,a,5,1,1,-0.5\n",
            "memory:4: column 6: the availability '-0.5' is not a number from 0 to 1");
    refuses(HEAD "vm,a,5,1,1,0.5\nvm,a,5,1,1,0.5\n",
            "memory:5: column 2: machine type 'a' is named twice");
    refuses("ullage,1,availability\nname,x\ntarget,10,1.1\nvm,a,5,1,1,0.5\n",
            "memory:3: column 3: the target availability '1.1' is not a number from 0 to 1");
    refuses(HEAD "target,10,0.9\nvm,a,5,1,1,0.5\n",
            "memory:4: column 1: there is a second target; an instance has one");
}

Test(availability, a_written_file_reads_back_with_the_same_hash)
{
    ul_instance instance;
    char first[UL_SHA256_TEXT];
    cr_assert_eq(parse(small, &instance), UL_OK);
    cr_assert_eq(instance.kind->seal(instance.data), UL_OK);
    strcpy(first, instance.sha256);
    char path[] = "/tmp/test_availability_XXXXXX";
    cr_assert_geq(mkstemp(path), 0);
    cr_assert_eq(ul_instance_write(&instance, path), UL_OK);
    ul_instance_free(&instance);
    cr_assert_eq(ul_instance_read(path, &instance), UL_OK, "%s", ul_error_text());
    cr_assert_str_eq(instance.sha256, first);
    ul_instance_free(&instance);
    remove(path);
}

static ul_availability_plan *plan_of(const ul_instance *instance, ul_arena *arena, uint32_t a,
                                     uint32_t b)
{
    ul_availability_plan *plan;
    cr_assert_eq(ul_availability_plan_new(instance->data, arena, &plan), UL_OK);
    plan->hold[0] = a;
    plan->hold[1] = b;
    return plan;
}

Test(availability, two_types_that_each_suffice_fail_only_together)
{
    ul_instance instance;
    ul_arena *arena = ul_arena_new();
    bool valid;
    ul_cost cost;
    double failure;
    cr_assert_eq(parse(small, &instance), UL_OK);
    const ul_availability_plan *plan = plan_of(&instance, arena, 2, 1);
    cr_assert_eq(ul_availability_plan_failure(plan, &failure), UL_OK);
    cr_assert_float_eq(failure, 0.1 * 0.05, 1e-15);
    cr_assert(ul_availability_check(plan, &valid, &cost) == UL_OK && valid, "%s", ul_error_text());
    cr_assert(cost == 2 * (ul_cost)28993031566 + 500000000000);
    ul_arena_free(arena);
    ul_instance_free(&instance);
}

Test(availability, a_pool_below_its_target_is_refused)
{
    ul_instance instance;
    ul_arena *arena = ul_arena_new();
    bool valid;
    ul_cost cost;
    cr_assert_eq(parse(small, &instance), UL_OK);
    cr_assert_eq(ul_availability_check(plan_of(&instance, arena, 0, 1), &valid, &cost), UL_OK);
    cr_assert_not(valid);
    cr_assert_str_eq(ul_error_text(),
                     "the pool has 10 units up with probability 0.95, below the target 0.99");
    ul_arena_free(arena);
    ul_instance_free(&instance);
}

/* Every one of the 2^n states, in long doubles. */
static long double enumerate(const ul_block *block, size_t n, uint64_t wanted)
{
    long double failure = 0;
    for (uint64_t state = 0; state < (uint64_t)1 << n; state++) {
        long double probability = 1;
        uint64_t up = 0;
        for (size_t i = 0; i < n; i++) {
            const bool is_up = state >> i & 1;
            probability *= is_up ? (long double)block[i].up : 1 - (long double)block[i].up;
            up += is_up ? block[i].size : 0;
        }
        if (up < wanted)
            failure += probability;
    }
    return failure;
}

static size_t random_blocks(ul_rng *rng, size_t most, ul_block *block, uint64_t *wanted)
{
    const size_t n = (size_t)ul_rng_between(rng, 1, (int64_t)most);
    uint64_t all = 0;
    for (size_t i = 0; i < n; i++) {
        block[i].size = ul_rng_below(rng, 400);
        block[i].up = 1 - pow(10, -5 * ul_rng_unit(rng));
        all += block[i].size;
    }
    *wanted = ul_rng_below(rng, all + 2);
    return n;
}

Test(availability_pool, every_way_agrees_with_all_states)
{
    ul_rng *rng = ul_rng_new(5);
    ul_block block[20];
    uint64_t wanted;
    for (int round = 0; round < 60; round++) {
        const size_t n = random_blocks(rng, round < 58 ? 12 : 20, block, &wanted);
        const double truth = (double)enumerate(block, n, wanted);
        double chosen, convolved;
        cr_assert_eq(ul_pool_failure(block, n, wanted, &chosen), UL_OK);
        cr_assert_eq(ul_pool_failure_convolved(block, n, wanted, &convolved), UL_OK);
        cr_assert_float_eq(chosen, truth, truth * 1e-12, "by choice, round %d", round);
        cr_assert_float_eq(convolved, truth, truth * 1e-12, "convolved, round %d", round);
    }
    ul_rng_free(rng);
}

Test(availability_pool, a_distribution_sums_to_one)
{
    const ul_block block[] = {{3, 0.9}, {5, 0.99}, {7, 0.5}};
    double mass[16], sum = 0;
    ul_pool_mass(block, 3, 16, mass);
    for (size_t s = 0; s < 16; s++)
        sum += mass[s];
    cr_assert_float_eq(sum, 1, 1e-15);
    cr_assert_float_eq(mass[8], 0.9 * 0.99 * 0.5, 1e-15);
}

/* Section 3.4: nested tiers on the same types are as available as the lowest. */
Test(availability_pool, tiers_on_the_same_pool_have_the_lowest_availability)
{
    const double up[] = {0.99, 0.98, 0.97};
    const uint64_t size[] = {8, 8, 8, 4, 4, 4, 2, 2, 2};
    const uint64_t wanted[] = {16, 4, 2};
    const ul_block block[] = {{8, 0.99}, {8, 0.98}, {8, 0.97}};
    double lowest;
    bool exact;
    const double shared = ul_pool_tiers_failure(up, size, 3, wanted, 3, 1000, &exact);
    cr_assert(exact);
    cr_assert_eq(ul_pool_failure(block, 3, 16, &lowest), UL_OK);
    cr_assert_float_eq(shared, lowest, 1e-15);
}

/* Every state of five types, three tiers that hold some of them each. */
Test(availability_pool, tiers_that_share_some_types_agree_with_all_states)
{
    static const double up[] = {0.9, 0.99, 0.8, 0.95, 0.7};
    static const uint64_t size[] = {5, 3, 0, 4, 0, /**/ 0, 6, 6, 0, 0, /**/ 2, 0, 2, 0, 9};
    static const uint64_t wanted[] = {7, 6, 2};
    double failure = 0;
    bool exact;
    for (unsigned state = 0; state < 1u << 5; state++) {
        double probability = 1;
        bool served = true;
        for (size_t i = 0; i < 5; i++)
            probability *= state >> i & 1 ? up[i] : 1 - up[i];
        for (size_t t = 0; t < 3; t++) {
            uint64_t has = 0;
            for (size_t i = 0; i < 5; i++)
                has += state >> i & 1 ? size[t * 5 + i] : 0;
            served = served && has >= wanted[t];
        }
        failure += served ? 0 : probability;
    }
    cr_assert_float_eq(ul_pool_tiers_failure(up, size, 5, wanted, 3, 1000, &exact), failure, 1e-15);
    cr_assert(exact);
}

Test(availability_pool, a_walk_cut_short_is_an_upper_bound_on_failure)
{
    static const double up[] = {0.9, 0.99, 0.8};
    static const uint64_t size[] = {1, 1, 1}, wanted[] = {2};
    bool exact;
    const double failure = ul_pool_tiers_failure(up, size, 3, wanted, 1, 1000, &exact);
    cr_assert(exact);
    for (uint64_t limit = 0; limit < 5; limit++)
        cr_assert_geq(ul_pool_tiers_failure(up, size, 3, wanted, 1, limit, &exact), failure);
    ul_pool_tiers_failure(up, size, 3, wanted, 1, 1, &exact);
    cr_assert_not(exact);
}

Test(availability_pool, tiers_apart_multiply)
{
    const double failure[] = {1e-4, 1e-4, 1e-4};
    cr_assert_float_eq(ul_pool_tiers_apart(failure, 3), 1 - 0.9999 * 0.9999 * 0.9999, 1e-15);
    cr_assert_float_eq(pow(1 - ul_pool_tier_share(1e-3, 3), 3), 0.999, 1e-15);
}
