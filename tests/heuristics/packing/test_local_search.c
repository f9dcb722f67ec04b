#include <stdlib.h>
#include <unistd.h>

#include "brute_force.h"
#include "local_search_state.h"
#include "random_packing.h"
#include "solving.h"

Test(local_search, undo_restores_the_state)
{
    ul_rng *rng = ul_rng_new(11);
    ul_arena *arena = ul_arena_new();
    ul_instance instance = random_packing(rng, 40);
    ul_run *run = solved(&instance, "ffd", "");
    ul_search *s;
    ul_packing_plan *plan;
    bool valid;
    ul_cost cost;
    cr_assert_eq(ul_search_new(ul_run_result_of(run)->plan, arena, &s), UL_OK);
    for (int trial = 0; trial < 300; trial++) {
        const ul_cost before = s->cost;
        ul_search_begin(s);
        for (size_t q = 0; q < 10 && q < s->n_items; q++) {
            const uint32_t item = (uint32_t)((q * 7 + (size_t)trial) % s->n_items);
            if (s->bin_of[item] != UL_PACKING_NONE)
                ul_search_lift(s, item);
        }
        for (size_t q = 0; q < s->n_moved; q++) {
            const uint32_t item = s->moved[q].item;
            ul_search_put(s, item,
                          ul_search_open(s, s->cheapest[s->in->task[s->record[item]].shape]));
        }
        ul_search_settle(s);
        if (trial % 3 != 0) {
            ul_search_undo(s);
            cr_assert(s->cost == before, "trial %d", trial);
        }
    }
    cr_assert_eq(ul_search_plan(s, arena, &plan), UL_OK);
    cr_assert(ul_packing_check(plan, &valid, &cost) == UL_OK && valid, "%s", ul_error_text());
    cr_assert(cost == s->cost * UL_COST_PER_MICRO);
    ul_run_free(run);
    ul_arena_free(arena);
    ul_instance_free(&instance);
    ul_rng_free(rng);
}

Test(local_search, finds_the_optimum_of_tiny_instances)
{
    for (size_t q = 0; q < ul_tiny_count(); q += 3) {
        ul_instance instance;
        cr_assert_eq(ul_tiny_make(q, &instance), UL_OK);
        const ul_micro optimum = (ul_micro)(ul_brute_force(instance.data) / UL_COST_PER_MICRO);
        cr_expect_eq(solved_cost(&instance, "local-search", ""), optimum, "%zu '%s'", q,
                     instance.name);
        ul_instance_free(&instance);
    }
}

Test(local_search, comes_within_half_a_percent_of_a_proved_optimum)
{
    char path[512];
    ul_instance instance;
    const char *shared = getenv("UL_SHARED");
    snprintf(path, sizeof path, "%s/traces/packing/t7c_50_s1.csv", shared == NULL ? "" : shared);
    if (shared == NULL || access(path, R_OK) != 0)
        cr_skip_test("the instance with a known optimum is not here");
    cr_assert_eq(ul_instance_read(path, &instance), UL_OK, "%s", ul_error_text());
    const ul_micro cost = solved_cost(&instance, "local-search", "rounds=1");
    cr_assert_leq(cost, 146625000 / 1000 * 1005);
    ul_instance_free(&instance);
}
