/* Sustained-use discounts: a bill by hand, and of a policy's timeline the workbench's,
 * the checker's and a plain count over every stretch between two borders. */
#include <stdlib.h>
#include <unistd.h>

#include "check.h"
#include "schedule.h"
#include "solving.h"
#include "timeline.h"
#include "written.h"

/* What ullage-check says of a plan that the workbench wrote. */
static void expect_checker(const ul_instance *instance, const ul_schedule_plan *plan,
                           const char *cost)
{
    char path[2][64], text[1000] = "", line[100];
    write_file(path[0], "");
    write_file(path[1], "");
    cr_assert_eq(ul_schedule_write(instance->data, path[0]), UL_OK, "%s", ul_error_text());
    cr_assert_eq(ul_schedule_plan_write(plan, "test", path[1]), UL_OK, "%s", ul_error_text());
    FILE *out = fmemopen(text, sizeof text - 1, "w");
    const int status =
        check_run(&(check_paths){.instance = path[0], .plan = path[1]}, out, out);
    fclose(out);
    snprintf(line, sizeof line, "valid: cost %s\n", cost);
    cr_expect_eq(status, CHECK_VALID, "%s", text);
    cr_expect_str_eq(text, line);
    unlink(path[0]);
    unlink(path[1]);
}

/* A period of a day in two halves, the second at half the price of $1. Of the first day
 * (from the arrival at 1000 on) one machine is billed for 20 hours, and for 4 of these
 * a second one. The next day the first goes on for 13 hours. */
Test(sustained, by_hand)
{
    ul_instance instance = parsed("ullage,1,schedule\nname,t\nresource,cpu\nbilling,3600,0\n"
                                  "type,t,f,1,1\nsustained,t,86400,1,0.5\n"
                                  "job,a,1000,1,,118800,free,1\njob,b,15400,1,,14400,free,1\n");
    ul_schedule *in = instance.data;
    ul_arena *arena = ul_arena_new();
    ul_schedule_plan *plan;
    bool valid;
    ul_cost cost;
    const ul_micro from[] = {15400, 15400}, to[] = {15400 + 118800, 15400 + 14400};
    cr_assert_eq(ul_schedule_seal(in), UL_OK);
    cr_assert_eq(ul_schedule_plan_new(in, arena, &plan), UL_OK);
    for (uint32_t m = 0; m < 2; m++) {
        const ul_micro begin = from[m] * UL_MICRO, end = to[m] * UL_MICRO;
        cr_assert_eq(ul_timeline_add_machine(plan, &(ul_timeline_machine){0, begin, begin, end},
                                             NULL), UL_OK);
        cr_assert_eq(ul_timeline_add_stay(plan, &(ul_timeline_stay){m, m, begin, begin, end, end,
                                                                    false}), UL_OK);
    }
    cr_assert_eq(ul_schedule_check(plan, &valid, &cost), UL_OK);
    cr_assert(valid, "%s", ul_error_text());
    /* day 1: 12 + 8 / 2 and 4; day 2: 12 + 1 / 2 */
    cr_expect_eq(cost, (ul_cost)(16 + 4 + 12.5) * 1000000000000 + 500000000000);
    expect_checker(&instance, plan, "32.5");
    ul_arena_free(arena);
    ul_instance_free(&instance);
}

static int by_value(const void *a, const void *b)
{
    const ul_micro x = *(const ul_micro *)a, y = *(const ul_micro *)b;
    return x < y ? -1 : x > y;
}

static double charge(const ul_schedule_type *type, double used_s)
{
    double sum = 0;
    const double part_s = ul_micro_double(type->sustained_s) / (double)type->n_shares;
    for (size_t q = 0; q < type->n_shares; q++)
        sum += ul_micro_double(type->share[q])
               * fmin(part_s, fmax(0, used_s - (double)q * part_s));
    return sum;
}

/* Dollars, by looking at every machine in every stretch between two borders. */
static double counted(const ul_schedule_plan *plan)
{
    const ul_schedule_type *type = &plan->in->type[0];
    const ul_micro origin = plan->in->job[0].arrival_s;
    ul_micro *border = calloc(2 * plan->n_machines + 1000, sizeof *border);
    double *used = calloc(plan->n_machines + 1, sizeof *used), sum = 0;
    size_t n = 0, periods = 0;
    for (size_t m = 0; m < plan->n_machines; m++) {
        const ul_timeline_machine *at = &plan->machine[m];
        border[n++] = at->ordered_s;
        border[n++] = at->ordered_s
                      + ul_schedule_billed_s(plan->in, 0, at->ordered_s, at->released_s);
    }
    qsort(border, n, sizeof *border, by_value);
    while (origin + (ul_micro)periods * type->sustained_s <= border[2 * plan->n_machines - 1])
        border[n++] = origin + (ul_micro)++periods * type->sustained_s;
    qsort(border, n, sizeof *border, by_value);
    for (size_t q = 0; q + 1 < n; q++) {
        size_t level = 0;
        for (size_t m = 0; m < plan->n_machines; m++) {
            const ul_timeline_machine *at = &plan->machine[m];
            const ul_micro end = at->ordered_s
                                 + ul_schedule_billed_s(plan->in, 0, at->ordered_s,
                                                        at->released_s);
            if (at->ordered_s <= border[q] && border[q] < end)
                used[level++] += ul_micro_double(border[q + 1] - border[q]);
        }
        if ((border[q + 1] - origin) % type->sustained_s != 0)
            continue;
        for (size_t m = 0; m < plan->n_machines; m++) {
            sum += charge(type, used[m]);
            used[m] = 0;
        }
    }
    free(border);
    free(used);
    return sum * ul_micro_double(type->price) / 3600;
}

Test(sustained, three_counts_of_one_bill)
{
    char remark[200], cost[UL_NUMBER_TEXT];
    ul_instance instance;
    const char *const set[] = {"billing=sustained", "gap=20000"};
    const ul_source_options options = {.tasks = 300, .seed = 3, .to_s = HUGE_VAL, .set = set,
                                       .n_set = 2};
    cr_assert_eq(ul_source_make(ul_generator_find("swf-jobs"), &options, remark, sizeof remark,
                                &instance), UL_OK, "%s", ul_error_text());
    ul_run *run = solved(&instance, "no-wait", "");
    const ul_run_result *result = ul_run_result_of(run);
    const ul_schedule_plan *plan = result->plan;
    cr_assert_gt(plan->n_machines, 300);
    cr_expect_float_eq(ul_cost_double(result->cost), counted(plan), 1e-9 * counted(plan));
    expect_checker(&instance, plan, ul_cost_text(result->cost, cost));
    ul_run_free(run);
    ul_instance_free(&instance);
}

/* What a record must not say. */
Test(sustained, faults)
{
    static const char head[] = "ullage,1,schedule\nname,t\nresource,cpu\ntype,t,f,1,1\n";
    static const struct {
        const char *record, *sentence;
    } fault[] = {
        {"sustained,t,86399,1\n", "test:5: column 2: the period of a discount is a day at least"},
        {"sustained,t,86400,1.1\n", "test:5: column 2: a share of the price is at most 1"},
        {"sustained,u,86400,1\n", "test:5: column 2: type 'u' is not defined above this record"},
        {"sustained,t,86400,1\nsustained,t,86400,1\n",
         "test:6: column 2: the discount of type 't' is given twice"},
        {"sustained,t,86400,1\nprice,t,5,2\njob,a,0,1,,1,free,1\n",
         "test:6: column 1: the price of type 't' moves and has a sustained-use discount"},
    };
    for (size_t q = 0; q < sizeof fault / sizeof *fault; q++) {
        char text[400];
        ul_instance instance;
        snprintf(text, sizeof text, "%s%s", head, fault[q].record);
        cr_expect_eq(ul_instance_parse("test", text, strlen(text), &instance), UL_E_INPUT);
        cr_expect_str_eq(ul_error_text(), fault[q].sentence);
    }
}
