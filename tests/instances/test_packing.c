#include <criterion/criterion.h>
#include <string.h>

#include "generator.h"
#include "packing.h"
#include "packing_plan.h"

static const char small[] = "ullage,1,packing\n"
                            "name,small\n"
                            "resource,cpu,ram\n"
                            "type,a,f,1.5,4,8\n"
                            "type,b,g,2,8,8\n"
                            "# a comment with a \" quote\n"
                            "task,t,2,,w,,2,3\n"
                            "demand,t,g,1,3\n"
                            "throughput,w,*,0.9\n";

static ul_status parse(const char *text, ul_instance *instance)
{
    return ul_instance_parse("memory", text, strlen(text), instance);
}

Test(packing, reads_what_the_format_says)
{
    ul_instance instance;
    cr_assert_eq(parse(small, &instance), UL_OK, "%s", ul_error_text());
    const ul_packing *in = instance.data;
    cr_assert_eq(in->n_types, 2);
    cr_assert_eq(in->n_copies, 2);
    cr_assert_eq(ul_packing_need(in, 0, 0)[0], 2 * UL_MICRO);
    cr_assert_eq(ul_packing_need(in, 0, 1)[0], 1 * UL_MICRO);
    cr_assert_eq(ul_packing_cheapest_for(in, in->task[0].shape), 0);
    cr_assert_eq(ul_packing_throughput(in, 0, 0, 0), 900000);
    ul_instance_free(&instance);
}

Test(packing, a_task_that_fits_nowhere_is_refused_by_name)
{
    ul_instance instance;
    cr_assert_eq(parse("ullage,1,packing\nname,x\nresource,cpu\ntype,a,f,1,4\ntask,big,1,,,,5\n",
                       &instance), UL_E_INPUT);
    cr_assert_str_eq(ul_error_text(), "memory:5: column 1: task 'big' fits no type, even alone");
}

/* ---- supply ---- */

#define LIMITED "ullage,1,packing\nname,x\nresource,cpu\ntype,a,f,1,4\nsupply,a,2\n" \
                "type,b,f,3,4\nsupply,b,0\ntype,c,f,2,4\ntask,t,5,,,,4\n"

Test(packing, a_supply_is_read_and_written_back)
{
    static const char *const path = "/dev/null";
    ul_instance instance;
    cr_assert_eq(parse(LIMITED, &instance), UL_OK, "%s", ul_error_text());
    ul_packing *in = instance.data;
    cr_assert(in->is_limited);
    cr_assert_eq(in->type[0].supply, 2);
    cr_assert_eq(in->type[1].supply, 0);
    cr_assert_eq(in->type[2].supply, UL_ANY_NUMBER);
    char before[UL_SHA256_TEXT];
    strcpy(before, in->sha256);
    cr_assert_eq(ul_packing_write(in, path), UL_OK);
    cr_assert_eq(ul_packing_seal(in), UL_OK);
    cr_assert_str_eq(in->sha256, before, "the canonical form is the file");
    ul_instance_free(&instance);
}

static void expect_refused(const char *text, const char *sentence)
{
    ul_instance instance;
    cr_assert_eq(parse(text, &instance), UL_E_INPUT, "%s", text);
    cr_expect_str_eq(ul_error_text(), sentence);
}

Test(packing, a_supply_that_makes_no_sense_is_refused)
{
    expect_refused("ullage,1,packing\nname,x\nresource,cpu\nsupply,a,2\ntype,a,f,1,4\n",
                   "memory:4: column 2: type 'a' is not defined above this record");
    expect_refused("ullage,1,packing\nname,x\nresource,cpu\ntype,a,f,1,4\nsupply,a,2\nsupply,a,1\n",
                   "memory:6: column 2: the supply of type 'a' is given twice");
    expect_refused("ullage,1,packing\nname,x\nresource,cpu\ntype,a,f,1,4\nsupply,a,0\n"
                   "task,t,1,,,,4\n",
                   "memory:6: column 1: task 't' fits no type, even alone");
}

Test(packing, a_plan_beyond_the_supply_is_invalid)
{
    ul_instance instance;
    ul_arena *arena = ul_arena_new();
    cr_assert_eq(parse(LIMITED, &instance), UL_OK, "%s", ul_error_text());
    for (uint32_t of_a = 2; of_a <= 3; of_a++) {
        ul_packing_plan *plan;
        bool valid;
        ul_cost cost;
        size_t i;
        cr_assert_eq(ul_packing_plan_new(instance.data, arena, &plan), UL_OK);
        cr_assert_eq(ul_plan_open(plan, 0, &i), UL_OK);
        plan->bin[i].copies = of_a;
        cr_assert_eq(ul_plan_put(plan, i, 0, 1), UL_OK);
        cr_assert_eq(ul_plan_open(plan, 2, &i), UL_OK);
        plan->bin[i].copies = 5 - of_a;
        cr_assert_eq(ul_plan_put(plan, i, 0, 1), UL_OK);
        cr_assert_eq(ul_packing_check(plan, &valid, &cost), UL_OK);
        cr_assert_eq(valid, of_a == 2, "%s", ul_error_text());
        if (!valid)
            cr_assert_str_eq(ul_error_text(), "3 machines of type 'a', the supply is 2");
    }
    ul_arena_free(arena);
    ul_instance_free(&instance);
}
