#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "eva_workloads.h"
#include "generator.h"
#include "packing.h"

static ul_status try_make(const char *generator, size_t tasks, uint64_t seed, const char *set,
                          ul_instance *instance)
{
    char remark[200];
    const ul_source_options options = {.tasks = tasks, .seed = seed, .to_s = HUGE_VAL,
                                       .set = &set, .n_set = set != NULL};
    return ul_source_make(ul_generator_find(generator), &options, remark, sizeof remark, instance);
}

static ul_instance make(const char *generator, size_t tasks, uint64_t seed, const char *set)
{
    ul_instance instance;
    cr_assert_eq(try_make(generator, tasks, seed, set, &instance), UL_OK, "%s", ul_error_text());
    return instance;
}

Test(generators, the_seed_decides_the_instance)
{
    for (size_t q = 0; ul_generators[q] != NULL; q++) {
        const char *name = ul_generators[q]->name;
        ul_instance first = make(name, 20, 1, NULL), again = make(name, 20, 1, NULL);
        cr_assert_str_eq(first.sha256, again.sha256, "%s", name);
        if (ul_generators[q]->tasks > 0) {
            ul_instance other = make(name, 20, 2, NULL);
            cr_assert_str_neq(first.sha256, other.sha256, "%s", name);
            ul_instance_free(&other);
        }
        ul_instance_free(&first);
        ul_instance_free(&again);
    }
}

/* Reservation prices of Table 7's rows, in the order of the paper. */
static void check_prices(const char *set, const ul_micro expected[UL_EVA_ROWS])
{
    ul_instance instance = make("eva-table7", 300, 1, set);
    const ul_packing *in = instance.data;
    size_t seen = 0;
    for (size_t j = 0; j < in->n_tasks; j++)
        for (size_t q = 0; q < UL_EVA_ROWS; q++) {
            if (strcmp(in->workload[in->task[j].workload], ul_eva_row(q)->name) != 0)
                continue;
            seen |= (size_t)1 << q;
            const size_t k = ul_packing_cheapest_for(in, in->task[j].shape);
            cr_assert_eq(in->type[k].price, expected[q], "%s", ul_eva_row(q)->label);
        }
    cr_assert_eq(seen, ((size_t)1 << UL_EVA_ROWS) - 1);
    ul_instance_free(&instance);
}

Test(generators, table_7_in_physical_cores_costs_what_the_authors_code_says)
{
    check_prices("cores=physical", (const ul_micro[]){3060000, 3060000, 12240000, 3060000, 12240000,
                                                      12240000, 1058400, 357000, 714000, 714000});
}

Test(generators, table_7_in_vcpu_costs_what_the_authors_code_says)
{
    check_prices("cores=vcpu", (const ul_micro[]){3060000, 3060000, 12240000, 3060000, 12240000,
                                                  3060000, 529200, 178500, 357000, 357000});
}

Test(generators, table_7_rows_are_drawn_evenly)
{
    ul_instance instance = make("eva-table7", 10000, 3, NULL);
    const ul_packing *in = instance.data;
    size_t resnet = 0;
    for (size_t j = 0; j < in->n_tasks; j++)
        resnet += strcmp(in->workload[in->task[j].workload], "resnet18") == 0;
    cr_assert(resnet > 1800 && resnet < 2200, "two rows of ten: %zu of 10000", resnet);
    ul_instance_free(&instance);
}

Test(generators, throughput_of_the_code_knows_every_pair)
{
    ul_instance instance = make("eva-table7", 10, 1, "throughput=code");
    size_t n;
    ul_packing_pairs(instance.data, &n);
    cr_assert_eq(n, UL_EVA_KINDS * UL_EVA_KINDS);
    ul_instance_free(&instance);
}

Test(generators, throughput_of_figure_1_leaves_vit_out)
{
    ul_instance instance = make("eva-table7", 10, 1, "throughput=fig1");
    size_t n;
    ul_packing_pairs(instance.data, &n);
    cr_assert_eq(n, (UL_EVA_KINDS - 1) * (UL_EVA_KINDS - 1));
    ul_instance_free(&instance);
}

Test(generators, jobs_of_four_equal_tasks)
{
    ul_instance instance = make("eva-multitask", 40, 1, NULL);
    const ul_packing *in = instance.data;
    cr_assert_eq(in->n_jobs, 10);
    for (size_t j = 0; j < in->n_tasks; j++) {
        cr_assert_eq(in->task[j].job, j / 4);
        cr_assert_eq(in->task[j].shape, in->task[j / 4 * 4].shape);
    }
    ul_instance_free(&instance);
}

Test(generators, heterogeneous_tasks_are_all_different)
{
    ul_instance few = make("heterogeneous", 8192, 1, NULL);
    ul_instance many = make("heterogeneous", 20000, 1, NULL);
    cr_assert_eq(((ul_packing *)few.data)->n_shapes, 8192);
    cr_assert_eq(((ul_packing *)many.data)->n_shapes, 20000);
    ul_instance_free(&few);
    ul_instance_free(&many);
}

Test(generators, heterogeneous_tasks_of_few_gpus)
{
    ul_instance instance = make("heterogeneous", 4000, 1, "gpus=few");
    const ul_packing *in = instance.data;
    size_t tasks[5] = {0};
    for (size_t j = 0; j < in->n_tasks; j++)
        tasks[ul_packing_demand(in, in->task[j].shape, 0)[0] / UL_MICRO]++;
    cr_expect(tasks[0] > 1400 && tasks[0] < 1600, "%zu", tasks[0]);
    cr_expect(tasks[1] > 1400 && tasks[1] < 1600, "%zu", tasks[1]);
    cr_expect(tasks[2] > 400 && tasks[2] < 600, "%zu", tasks[2]);
    cr_expect_eq(tasks[3], 0);
    ul_instance_free(&instance);
}

Test(generators, heterogeneous_tasks_have_the_decimals_asked_for)
{
    ul_instance instance = make("heterogeneous", 20, 1, "decimals=6");
    const ul_packing *in = instance.data;
    size_t fine = 0;
    for (size_t j = 0; j < in->n_tasks; j++)
        fine += ul_packing_demand(in, in->task[j].shape, 0)[1] % 100 != 0;
    cr_expect_gt(fine, 10);
    cr_expect_eq(in->n_shapes, 20);
    ul_instance_free(&instance);
}

/* One bin type that costs 1, and sizes from the class's whole range. */
static void check_sizes(const char *set, int64_t capacity, int64_t low, int64_t high)
{
    ul_instance instance = make("bpp", 3000, 1, set);
    const ul_packing *in = instance.data;
    ul_micro least = INT64_MAX, most = 0;
    cr_assert_eq(in->n_types, 1);
    cr_assert_eq(in->type[0].price, UL_MICRO);
    cr_assert_eq(in->type[0].capacity[0], capacity * UL_MICRO, "%s", set);
    for (size_t j = 0; j < in->n_tasks; j++) {
        const ul_micro size = ul_packing_demand(in, in->task[j].shape, 0)[0];
        least = size < least ? size : least;
        most = size > most ? size : most;
    }
    const ul_micro edge = (high - low) / 20 * UL_MICRO;
    cr_assert(least >= low * UL_MICRO && least <= low * UL_MICRO + edge, "%s", set);
    cr_assert(most <= high * UL_MICRO && most >= high * UL_MICRO - edge, "%s", set);
    ul_instance_free(&instance);
}

Test(generators, bin_packing_classes_have_the_sizes_of_the_literature)
{
    check_sizes("class=uniform", 150, 20, 100);
    check_sizes("class=scholl-1", 100, 1, 100);
    check_sizes("class=scholl-3", 100000, 20000, 35000);
    check_sizes("class=schwerin", 1000, 150, 200);
    check_sizes("class=waescher", 10000, 1, 2500);
    check_sizes("class=schoenfield", 1000, 1, 800);
    check_sizes("class=perfect", 2500, 1, 2498);
    check_sizes("class=gschwind-aa", 500000, 66667, 333333);
    check_sizes("class=gschwind-bb", 1500000, 10000, 1000000);
}

/* Some 1300 pieces of 125 sizes. */
Test(generators, stock_to_be_cut_has_copies_of_each_size)
{
    ul_instance instance = make("bpp", 125, 1, "class=gschwind-ab");
    const ul_packing *in = instance.data;
    uint32_t least = UINT32_MAX, most = 0;
    for (size_t j = 0; j < in->n_tasks; j++) {
        least = in->task[j].copies < least ? in->task[j].copies : least;
        most = in->task[j].copies > most ? in->task[j].copies : most;
    }
    cr_assert_eq(in->n_tasks, 125);
    cr_expect_eq(least, 1);
    cr_expect_eq(most, 20);
    cr_expect(in->n_copies > 1100 && in->n_copies < 1500);
    ul_instance_free(&instance);
}

/* 1000 a three: with sizes of 250 to 490, no bin is spared and none is needed
 * beyond a third of the items. */
Test(generators, triplets_fill_a_bin_for_every_three)
{
    ul_instance instance = make("bpp", 501, 2, "class=triplets");
    const ul_packing *in = instance.data;
    ul_micro sum = 0;
    for (size_t j = 0; j < in->n_tasks; j++) {
        const ul_micro size = ul_packing_demand(in, in->task[j].shape, 0)[0];
        cr_assert(size >= 250 * UL_MICRO && size <= 490 * UL_MICRO);
        sum += size;
    }
    cr_assert_eq(sum, 167 * 1000 * UL_MICRO);
    ul_instance_free(&instance);
}

Test(generators, perfect_bins_are_full)
{
    ul_instance instance = make("bpp", 201, 2, "class=perfect");
    const ul_packing *in = instance.data;
    ul_micro sum = 0;
    for (size_t j = 0; j < in->n_tasks; j++)
        sum += ul_packing_demand(in, in->task[j].shape, 0)[0];
    cr_assert_eq(sum, 67 * 2500 * UL_MICRO);
    ul_instance_free(&instance);
}

Test(generators, triplets_come_in_threes)
{
    ul_instance instance;
    cr_assert_eq(try_make("bpp", 100, 1, "class=triplets", &instance), UL_E_INPUT);
    cr_assert_eq(try_make("bpp", 100, 1, "class=perfect", &instance), UL_E_INPUT);
}

Test(generators, a_supply_is_a_parameter)
{
    static const char *const name[] = {"eva-table7", "heterogeneous", "vsbpp"};
    for (size_t q = 0; q < sizeof name / sizeof *name; q++) {
        ul_instance any = make(name[q], 30, 1, NULL), few = make(name[q], 30, 1, "supply=4");
        const ul_packing *in = few.data;
        cr_assert(in->is_limited && !((const ul_packing *)any.data)->is_limited, "%s", name[q]);
        for (size_t k = 0; k < in->n_types; k++)
            cr_assert_eq(in->type[k].supply, 4);
        cr_assert_str_neq(any.name, few.name);
        cr_assert_not_null(strstr(few.name, "-supply4"), "%s", few.name);
        ul_instance_free(&any);
        ul_instance_free(&few);
    }
}
