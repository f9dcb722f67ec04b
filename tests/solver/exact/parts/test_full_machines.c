/* Machines of several families that are to be filled to the last core and the last gigabyte. */
#include <criterion/criterion.h>

#include "exact_scene.h"
#include "fit_on_machines.h"
#include "random_packing.h"

enum { FAMILIES = 3, MACHINES = 4, PARTS = 8, CORES = 96, GIGABYTES = 384, DRAWS = 5, PATIENCE = 4 };

/* The more memory a family's machines have the dearer they are. */
static int64_t memory_of(size_t family)
{
    return GIGABYTES * (int64_t)(family + 1) / FAMILIES;
}

/* A machine is divided at random, so that these tasks fill it. */
static ul_status add_tasks(ul_packing_builder *b, ul_rng *rng, size_t machine)
{
    int64_t cores = CORES, gigabytes = memory_of(machine % FAMILIES);
    for (size_t q = 0; q < PARTS; q++) {
        const int64_t left = (int64_t)(PARTS - q);
        const int64_t c = left == 1 ? cores : ul_rng_between(rng, 1, 2 * cores / left - 1);
        const int64_t g = left == 1 ? gigabytes : ul_rng_between(rng, 1, 2 * gigabytes / left - 1);
        char name[24];
        snprintf(name, sizeof name, "m%zut%zu", machine, q);
        const ul_micro demand[] = {c * RANDOM_UNIT, g * RANDOM_UNIT};
        const ul_packing_task_facts facts = {name, 1, NULL, NULL, -1, demand};
        UL_TRY(ul_packing_add_task(b, &facts));
        cores -= c;
        gigabytes -= g;
    }
    return UL_OK;
}

static ul_status build(ul_packing_builder *b, void *context)
{
    UL_TRY(ul_packing_set_name(b, "full"));
    UL_TRY(ul_packing_add_resource(b, "cpu"));
    UL_TRY(ul_packing_add_resource(b, "ram"));
    for (size_t k = 0; k < FAMILIES; k++) {
        const ul_micro capacity[] = {CORES * RANDOM_UNIT, memory_of(k) * RANDOM_UNIT};
        char name[24];
        snprintf(name, sizeof name, "k%zu", k);
        UL_TRY(ul_packing_add_type(b, name, name, (int64_t)(10 + k) * RANDOM_UNIT, capacity));
    }
    for (size_t m = 0; m < FAMILIES * MACHINES; m++)
        UL_TRY(add_tasks(b, context, m));
    return UL_OK;
}

/* 96 tasks on twelve machines: with one of them less there is no way, and with all there is one. */
Test(full_machines, tasks_that_leave_nothing_over_are_fitted)
{
    ul_rng *rng = ul_rng_new(1);
    for (size_t q = 0; q < DRAWS; q++) {
        ul_instance instance;
        exact_scene it;
        ul_exact_solution found = {0};
        int64_t machines[FAMILIES];
        cr_assert_eq(ul_packing_build(build, rng, &instance), UL_OK, "%s", ul_error_text());
        open_exact(&it, &instance);
        cr_assert_eq(it.problem.n_types, FAMILIES);
        for (size_t k = 0; k < FAMILIES; k++)
            machines[k] = MACHINES - (k == 0);
        cr_expect_eq(ul_fit_on_machines(&it.problem, machines, 1, it.exact.run, &found), UL_OK);
        cr_expect_eq(found.pool.n, 0);
        machines[0]++;
        cr_expect_eq(ul_fit_on_machines(&it.problem, machines, PATIENCE, it.exact.run, &found), UL_OK);
        cr_expect_gt(found.pool.n, 0, "draw %zu", q);
        cr_assert_eq(ul_exact_improve(&it.exact, UL_OK, &found), UL_OK);
        expect_all_held(&it);
        close_exact(&it);
        ul_instance_free(&instance);
    }
    ul_rng_free(rng);
}
