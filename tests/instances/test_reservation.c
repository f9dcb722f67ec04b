#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "generator.h"
#include "reservation.h"
#include "reservation_plan.h"

#define HEAD "ullage,1,reservation\nname,toy\ninterval_hours,168\n"
#define CLASSES \
    "class,on-demand,0,0,2.40,used\nclass,light,3,100,1,used\nclass,heavy,2,150,0.25,always\n"

static const char toy[] = HEAD CLASSES "usage,1,168,2\nusage,1,40,3\nusage,3,10.5,1\n";

static ul_status parse(const char *text, ul_instance *instance)
{
    return ul_instance_parse("memory", text, strlen(text), instance);
}

static ul_reservation *must_parse(const char *text)
{
    ul_instance instance;
    cr_assert_eq(parse(text, &instance), UL_OK, "%s", ul_error_text());
    return instance.data;
}

Test(reservation, reads_what_the_format_says)
{
    ul_reservation *in = must_parse(toy);
    cr_assert_eq(in->n_intervals, 3);
    cr_assert_eq(in->running[0], 5);
    cr_assert_eq(in->running[1], 0);
    cr_assert_eq(in->peak, 5);
    cr_assert_eq(in->n_levels, 3);
    cr_assert_eq(in->level_price[2], 0, "a class billed always charges nothing for a used hour");
    cr_assert_eq(in->classes[1].level, 1);
    cr_assert(ul_reservation_hours(in, 0) == 456 * (ul_cost)UL_MICRO);
    ul_reservation_free(in);
}

/* 2 heavy and 1 light in interval 1: the two busiest go to heavy, the third to
 * light, two are on demand; both heavy are billed for 2 x 168 hours; the light
 * lease serves interval 3 as well. */
Test(reservation, the_cheapest_active_class_takes_the_busiest_instance)
{
    ul_reservation *in = must_parse(toy);
    ul_arena *arena = ul_arena_new();
    ul_reservation_plan *plan;
    ul_reservation_bill bill;
    ul_reservation_plan_new(in, arena, &plan);
    ul_reservation_buy(plan, 0, 2, 2);
    ul_reservation_buy(plan, 0, 1, 1);
    cr_assert_eq(ul_reservation_bill_of(plan, &bill), UL_OK, "%s", ul_error_text());
    const ul_cost dollar = UL_COST_PER_MICRO * UL_MICRO;
    cr_assert(bill.upfront == 400 * dollar);
    cr_assert(bill.on_demand == 192 * dollar, "2 instances, 40 hours, 2.40");
    cr_assert(2 * bill.hourly == 2 * (40 + 2 * 2 * 42) * dollar + 21 * dollar);
    cr_assert(bill.residual == 0);
    ul_arena_free(arena);
    ul_reservation_free(in);
}

Test(reservation, pure_cost_deducts_the_fee_after_the_horizon)
{
    ul_reservation *in = must_parse(toy);
    ul_arena *arena = ul_arena_new();
    ul_reservation_plan *plan;
    ul_reservation_bill bill;
    ul_reservation_plan_new(in, arena, &plan);
    ul_reservation_buy(plan, 2, 1, 1); /* serves 1 of its 3 intervals */
    ul_reservation_bill_of(plan, &bill);
    cr_assert(bill.residual == 100 * UL_COST_PER_MICRO * UL_MICRO * 2 / 3, "rounded down");
    cr_assert(ul_reservation_bill_total(&bill) - ul_reservation_bill_pure(&bill) == bill.residual);
    ul_arena_free(arena);
    ul_reservation_free(in);
}

Test(reservation, a_purchase_on_demand_is_refused)
{
    ul_reservation *in = must_parse(toy);
    ul_arena *arena = ul_arena_new();
    ul_reservation_plan *plan;
    bool valid;
    ul_cost cost;
    ul_reservation_plan_new(in, arena, &plan);
    ul_reservation_buy(plan, 0, 0, 1);
    cr_assert_eq(ul_reservation_check(plan, &valid, &cost), UL_OK);
    cr_assert_not(valid);
    ul_arena_free(arena);
    ul_reservation_free(in);
}

Test(reservation, plans_survive_a_file)
{
    ul_reservation *in = must_parse(toy);
    ul_arena *arena = ul_arena_new();
    ul_reservation_plan *plan, *again;
    bool valid;
    ul_cost cost, cost_again;
    char path[] = "/tmp/ul_reservation_XXXXXX";
    close(mkstemp(path));
    ul_reservation_plan_new(in, arena, &plan);
    ul_reservation_buy(plan, 2, 1, 4);
    ul_reservation_buy(plan, 0, 2, 1);
    cr_assert_eq(ul_reservation_plan_write(plan, "by-hand", path), UL_OK);
    cr_assert_eq(ul_reservation_plan_read(in, arena, path, &again), UL_OK, "%s", ul_error_text());
    unlink(path);
    cr_assert_eq(again->n, 2);
    ul_reservation_check(plan, &valid, &cost);
    cr_assert(valid);
    ul_reservation_check(again, &valid, &cost_again);
    cr_assert(valid);
    cr_assert(cost == cost_again);
    ul_arena_free(arena);
    ul_reservation_free(in);
}

Test(reservation, instances_survive_a_file)
{
    char path[] = "/tmp/ul_reservation_XXXXXX", hash[UL_SHA256_TEXT];
    close(mkstemp(path));
    ul_instance instance;
    ul_reservation *in = must_parse(HEAD "objective,pure\nintervals,9\n" CLASSES "usage,1,1,1\n");
    cr_assert_eq(ul_reservation_seal(in), UL_OK);
    memcpy(hash, in->sha256, sizeof hash);
    cr_assert_eq(ul_reservation_write(in, path), UL_OK);
    ul_reservation_free(in);
    cr_assert_eq(ul_instance_read(path, &instance), UL_OK, "%s", ul_error_text());
    unlink(path);
    in = instance.data;
    cr_assert_str_eq(in->sha256, hash);
    cr_assert_eq(in->n_intervals, 9);
    cr_assert_eq(in->objective, UL_OBJECTIVE_PURE);
    ul_reservation_free(in);
}

static const struct {
    const char *text, *fault;
} bad[] = {
    {HEAD CLASSES "usage,2,5,1\nusage,1,5,1\n",
     "memory:8: column 2: interval 1 comes after interval 2; sort the usage by interval"},
    {HEAD CLASSES "usage,1,5,1\nusage,1,6,1\n",
     "memory:8: column 2: hours rise within interval 1; write the busiest instances first"},
    {HEAD CLASSES "usage,1,169,1\n",
     "memory:7: column 2: an instance is used for more than 0 hours and at most the length of an "
     "interval"},
    {HEAD CLASSES "usage,0,5,1\n", "memory:7: column 2: intervals count from 1 to 100000"},
    {HEAD CLASSES "usage,1,5,0\n",
     "memory:7: column 2: the number of instances is 0; leave the record out"},
    {HEAD CLASSES "usage,1,5\n",
     "memory:7: column 4: the record has 3 columns, expected 4: "
     "usage,INTERVAL,HOURS_USED,INSTANCES"},
    {HEAD CLASSES "usage,1,5,99999999\n",
     "memory:7: column 4: the number of instances '99999999' is above 10000000"},
    {HEAD CLASSES, "memory:6: column 1: the instance has no usage record"},
    {HEAD "class,light,3,100,1,used\nusage,1,5,1\n",
     "memory:5: column 1: no class has term 0; demand beyond the leases needs an on-demand class"},
    {HEAD "class,x,0,1,1,used\n",
     "memory:4: column 2: class 'x' has no term (on demand) but an upfront fee"},
    {HEAD "class,x,0,0,1,always\n",
     "memory:4: column 2: class 'x' has no term (on demand) but is billed always"},
    {HEAD "class,x,0,0,1,sometimes\n",
     "memory:4: column 6: billing 'sometimes' is not known; expected used or always"},
    {HEAD "class,x,0,0,1,used\nclass,x,0,0,1,used\n",
     "memory:5: column 2: class 'x' is named twice"},
    {HEAD "objective,cheap\n",
     "memory:4: column 2: objective 'cheap' is not known; expected total or pure"},
    {HEAD "intervals,1\n" CLASSES "usage,2,5,1\n",
     "memory:8: column 1: there is usage in interval 2, after the last of the 1 intervals"},
    {HEAD "lease,x\n",
     "memory:4: column 1: record 'lease' is not known; expected name, interval_hours, objective, "
     "intervals, class or usage"},
    {"ullage,1,reservation\nname,toy\nusage,1,5,1\n",
     "memory:3: column 2: usage comes before the length of an interval is given"},
    {"ullage,1,reservation\ninterval_hours,0\n",
     "memory:2: column 2: an interval lasts more than 0 and at most 10000 hours"},
};

Test(reservation, bad_files_are_refused_with_a_position)
{
    for (size_t q = 0; q < sizeof bad / sizeof *bad; q++) {
        ul_instance instance;
        cr_assert_eq(parse(bad[q].text, &instance), UL_E_INPUT, "case %zu", q);
        cr_expect_str_eq(ul_error_text(), bad[q].fault);
    }
}

/* ---- sources ---- */

static ul_status make(const ul_source *source, const char *path, const char *const *set,
                      size_t n_set, ul_instance *instance)
{
    char remark[256];
    const ul_source_options options = {.seed = 7, .to_s = HUGE_VAL, .input = &path,
                                       .n_inputs = path != NULL, .set = set, .n_set = n_set};
    return ul_source_make(source, &options, remark, sizeof remark, instance);
}

static void write_file(char *path, const char *text)
{
    close(mkstemp(path));
    FILE *file = fopen(path, "w");
    fputs(text, file);
    fclose(file);
}

/* Two jobs in one week: 1 instance for 2 hours, 2 instances in its second hour;
 * hours at rank 1: 2, at ranks 2 and 3: 1. */
Test(reservation, swf_hours_at_each_rank)
{
    char path[] = "/tmp/ul_swf_XXXXXX";
    write_file(path, "; header\n"
                     "1 100 5 7200 16 -1 -1 16 -1 -1 1 1 1 1 1 1 -1 -1\n"
                     "2 3700 5 3600 17 -1.5 -1 -1 -1 -1 1 1 1 1 1 1 -1 -1\n"
                     "3 3700 5 0 17 -1 -1 17 -1 -1 1 1 1 1 1 1 -1 -1\n");
    ul_instance instance;
    cr_assert_eq(make(ul_importer_find("swf"), path, NULL, 0, &instance), UL_OK, "%s",
                 ul_error_text());
    unlink(path);
    const ul_reservation *in = instance.data;
    cr_assert_eq(in->n_intervals, 1);
    cr_assert_eq(in->n_steps, 2);
    cr_assert_eq(in->step[0].hours, 2 * UL_MICRO);
    cr_assert_eq(in->step[0].instances, 1);
    cr_assert_eq(in->step[1].hours, UL_MICRO);
    cr_assert_eq(in->step[1].instances, 2);
    ul_instance_free(&instance);
}

static void expect_swf_fault(const char *text, const char *fault)
{
    char path[] = "/tmp/ul_swf_XXXXXX";
    write_file(path, text);
    ul_instance instance;
    cr_assert_eq(make(ul_importer_find("swf"), path, NULL, 0, &instance), UL_E_INPUT);
    cr_expect_str_eq(ul_error_text() + strlen(path), fault);
    unlink(path);
}

Test(reservation, bad_traces_are_refused_with_a_line)
{
    expect_swf_fault("1 2 3\n", ":1: the job has 3 fields, a Standard Workload Format line has 18");
    expect_swf_fault("; x\n1 0 0 60 x 0 0 0 0 0 0 0 0 0 0 0 0 0\n",
                     ":2: field 5: 'x 0 0 0 0 0 0 0 0 0 ' is not a number this program reads");
    expect_swf_fault("1 -5 0 60 1 0 0 0 0 0 0 0 0 0 0 0 0 0\n",
                     ":1: field 2: the submit time is negative");
    expect_swf_fault("1 0 0 60 1 0 0 0 0 0 0 0 0 0 0 0 0 0 9\n",
                     ":1: the job has more than 18 fields");
    expect_swf_fault("; nothing\n", ": there is no demand at all");
    expect_swf_fault("1 0 0 60 999999999999 0 0 0 0 0 0 0 0 0 0 0 0 0\n",
                     ":1: more than 10000000 instances run at once");
}

Test(reservation, hourly_counts_become_ranks)
{
    char path[] = "/tmp/ul_hourly_XXXXXX";
    write_file(path, "when,count\nmon 1,3\nmon 2,1\nmon 3,0\nmon 4,2\n");
    const char *set[] = {"interval_hours=2"};
    ul_instance instance;
    cr_assert_eq(make(ul_importer_find("hourly"), path, set, 1, &instance), UL_OK, "%s",
                 ul_error_text());
    unlink(path);
    const ul_reservation *in = instance.data;
    cr_assert_eq(in->n_intervals, 2);
    cr_assert_eq(in->step[0].hours, 2 * UL_MICRO);
    cr_assert_eq(in->step[1].instances, 2);
    cr_assert_eq(in->step[2].instances, 2);
    ul_instance_free(&instance);
}

Test(reservation, generated_shapes_obey_seed_and_cap)
{
    const char *const shape[] = {"shape=steady", "shape=growing", "shape=slowing",
                                 "shape=rise-and-fall", "shape=bursty"};
    for (size_t q = 0; q < 5; q++) {
        ul_instance one, two;
        const char *set[] = {shape[q], "years=1", "instances=60"};
        cr_assert_eq(make(ul_generator_find("reservation"), NULL, set, 3, &one), UL_OK, "%s",
                     ul_error_text());
        cr_assert_eq(make(ul_generator_find("reservation"), NULL, set, 3, &two), UL_OK);
        cr_expect_str_eq(one.sha256, two.sha256);
        const ul_reservation *in = one.data;
        cr_expect_leq(in->peak, 60);
        cr_expect_geq(in->n_intervals, 52);
        cr_expect_leq(in->n_intervals, 53);
        ul_instance_free(&one);
        ul_instance_free(&two);
    }
}

/* ---- prices ---- */

/* Hours of use over the term at which class a begins to beat class b. */
static double break_even(const ul_reservation *in, size_t a, size_t b)
{
    const double hours = in->classes[a].term * ul_micro_double(in->interval_hours);
    const double fee = ul_micro_double(in->classes[a].upfront - in->classes[b].upfront);
    return fee / ul_micro_double(in->classes[b].price - in->classes[a].price) / hours;
}

/* SEC, Section 5.1, prints 6.8 and 38.3 percent. */
Test(reservation, break_even_of_the_catalog)
{
    ul_instance instance;
    const char *set[] = {"years=1", "instances=1", "interval_hours=1"};
    cr_assert_eq(make(ul_generator_find("reservation"), NULL, set, 3, &instance), UL_OK, "%s",
                 ul_error_text());
    const ul_reservation *in = instance.data;
    cr_assert_str_eq(in->classes[4].name, "3y-light");
    cr_assert_str_eq(in->classes[5].name, "3y-medium");
    cr_expect_float_eq(break_even(in, 4, 0), 0.0689, 0.00005);
    cr_expect_float_eq(break_even(in, 5, 4), 0.3834, 0.00005);
    ul_instance_free(&instance);
}

Test(reservation, classes_are_chosen_by_kind_term_or_name)
{
    ul_instance instance;
    const char *set[] = {"years=1", "instances=5", "classes=light+3y-heavy"};
    cr_assert_eq(make(ul_generator_find("reservation"), NULL, set, 3, &instance), UL_OK);
    cr_expect_eq(((const ul_reservation *)instance.data)->n_classes, 4);
    ul_instance_free(&instance);
    set[2] = "classes=featherweight";
    cr_assert_eq(make(ul_generator_find("reservation"), NULL, set, 3, &instance), UL_E_INPUT);
}
