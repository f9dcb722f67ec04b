/* Written instances and plans read back as they were. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "generator.h"
#include "packing.h"
#include "packing_plan.h"
#include "rng.h"

static void name_file(char path[64], const char *ending)
{
    static int used;
    snprintf(path, 64, "/tmp/ullage-file-%ld-%d%s", (long)getpid(), used++, ending);
}

static ul_instance make(const char *generator, const char *set)
{
    char remark[200];
    ul_instance instance;
    const ul_source_options options = {.tasks = 30, .seed = 5, .to_s = HUGE_VAL, .set = &set,
                                       .n_set = set != NULL};
    cr_assert_eq(ul_source_make(ul_generator_find(generator), &options, remark, sizeof remark,
                                &instance), UL_OK, "%s", ul_error_text());
    return instance;
}

/* A generated instance carries the hash of its written form, which is what a
 * reader computes from the file, compressed or not. */
static void check_round_trip(ul_instance *instance, const char *ending)
{
    char path[64];
    ul_instance again;
    name_file(path, ending);
    cr_assert_eq(ul_instance_write(instance, path), UL_OK, "%s", ul_error_text());
    cr_assert_eq(ul_instance_read(path, &again), UL_OK, "%s", ul_error_text());
    unlink(path);
    cr_assert_str_eq(again.sha256, instance->sha256, "%s%s", instance->name, ending);
    cr_assert_eq(again.kind->seal(again.data), UL_OK);
    cr_assert_str_eq(again.sha256, instance->sha256, "written again: %s%s", instance->name, ending);
    ul_instance_free(&again);
}

Test(packing_file, generated_instances_survive_a_file_plain_and_compressed)
{
    static const char *const made[][2] = {
        {"eva-table3", NULL},         {"eva-table7", "throughput=code"}, {"eva-multitask", NULL},
        {"heterogeneous", NULL},      {"vsbpp", "costs=concave"},        {"vbp", "class=8"},
        {"bpp", "class=schwerin"},
    };
    for (size_t q = 0; q < sizeof made / sizeof *made; q++) {
        ul_instance instance = make(made[q][0], made[q][1]);
        check_round_trip(&instance, ".csv");
        check_round_trip(&instance, ".csv.gz");
        ul_instance_free(&instance);
    }
}

static const char *odd_name(ul_rng *rng, char text[16])
{
    static const char alphabet[] = "aB9 ,\"#'.-*/\xc3\xa9";
    const size_t n = 1 + ul_rng_below(rng, 8);
    for (size_t q = 0; q < n; q++)
        text[q] = alphabet[ul_rng_below(rng, sizeof alphabet - 1)];
    snprintf(text + n, 16 - n, "%x", (unsigned)ul_rng_below(rng, 0xfffff));
    return text;
}

static ul_status fill_odd(ul_packing_builder *b, void *context)
{
    ul_rng *rng = context;
    char name[16], family[2][16], other[16];
    UL_TRY(ul_packing_set_name(b, odd_name(rng, name)));
    for (int r = 0; r < 3; r++)
        UL_TRY(ul_packing_add_resource(b, odd_name(rng, name)));
    for (int f = 0; f < 2; f++)
        odd_name(rng, family[f]);
    for (int k = 0; k < 4; k++) {
        const ul_micro capacity[] = {UL_MICRO_MAX, ul_rng_between(rng, 3, UL_MICRO_MAX), 3};
        UL_TRY(ul_packing_add_type(b, odd_name(rng, name), family[k % 2],
                                   ul_rng_between(rng, 0, UL_MICRO_MAX), capacity));
    }
    for (int j = 0; j < 6; j++) {
        const ul_micro demand[] = {ul_rng_between(rng, 0, UL_MICRO_MAX), 3, ul_rng_between(rng, 0, 3)};
        const ul_micro special[] = {1, 2, ul_rng_between(rng, 0, 3)};
        char job[16], workload[16];
        const ul_packing_task_facts facts = {
            odd_name(rng, name), 1 + ul_rng_below(rng, 5),
            ul_rng_below(rng, 2) ? odd_name(rng, job) : NULL,
            ul_rng_below(rng, 2) ? odd_name(rng, workload) : "",
            ul_rng_between(rng, -1, UL_MICRO_MAX), demand};
        UL_TRY(ul_packing_add_task(b, &facts));
        if (ul_rng_below(rng, 2))
            UL_TRY(ul_packing_add_demand(b, name, family[ul_rng_below(rng, 2)], special));
    }
    UL_TRY(ul_packing_add_throughput(b, "*", odd_name(rng, other), 999999));
    return ul_packing_add_throughput(b, "*", "*", 0);
}

Test(packing_file, instances_with_odd_names_and_extreme_numbers_survive)
{
    ul_rng *rng = ul_rng_new(11);
    for (int trial = 0; trial < 60; trial++) {
        ul_instance instance;
        cr_assert_eq(ul_packing_build(fill_odd, rng, &instance), UL_OK, "%s", ul_error_text());
        cr_assert_eq(ul_packing_seal(instance.data), UL_OK);
        check_round_trip(&instance, ".csv");
        ul_instance_free(&instance);
    }
    ul_rng_free(rng);
}

static ul_packing_plan *one_each(const ul_packing *in, ul_arena *arena)
{
    ul_packing_plan *plan;
    cr_assert_eq(ul_packing_plan_new(in, arena, &plan), UL_OK);
    for (size_t j = 0; j < in->n_tasks; j++) {
        size_t i;
        cr_assert_eq(ul_plan_open(plan, ul_packing_cheapest_for(in, in->task[j].shape), &i), UL_OK);
        cr_assert_eq(ul_plan_put(plan, i, j, in->task[j].copies), UL_OK);
    }
    return plan;
}

static void check_plan_round_trip(const char *ending)
{
    ul_instance instance = make("eva-table7", NULL);
    ul_arena *arena = ul_arena_new();
    ul_packing_plan *plan = one_each(instance.data, arena), *again;
    bool valid;
    ul_cost before, after;
    char path[64];
    name_file(path, ending);
    cr_assert_eq(ul_packing_plan_write(plan, "hand", path), UL_OK);
    cr_assert_eq(ul_packing_plan_read(instance.data, arena, path, &again), UL_OK, "%s",
                 ul_error_text());
    unlink(path);
    cr_assert(ul_packing_check(plan, &valid, &before) == UL_OK && valid);
    cr_assert(ul_packing_check(again, &valid, &after) == UL_OK && valid, "%s", ul_error_text());
    cr_assert(before == after);
    cr_assert_eq(again->n_bins, plan->n_bins);
    ul_arena_free(arena);
    ul_instance_free(&instance);
}

Test(packing_file, plans_survive_a_file_plain_and_compressed)
{
    check_plan_round_trip(".csv");
    check_plan_round_trip(".csv.gz");
}
