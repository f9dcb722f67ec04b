#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "brute_force.h"
#include "generator.h"

static ul_cost optimum(const char *text)
{
    ul_instance instance;
    cr_assert_eq(ul_instance_parse("text", text, strlen(text), &instance), UL_OK, "%s",
                 ul_error_text());
    const ul_cost cost = ul_brute_force(instance.data);
    ul_instance_free(&instance);
    return cost;
}

Test(brute_force, table_3_costs_12_80)
{
    char remark[100];
    ul_instance instance;
    const ul_source_options options = {.seed = 1, .to_s = HUGE_VAL};
    cr_assert_eq(ul_source_make(ul_generator_find("eva-table3"), &options, remark, sizeof remark,
                                &instance), UL_OK, "%s", ul_error_text());
    cr_assert_eq(ul_brute_force(instance.data), 12800000 * UL_COST_PER_MICRO);
    ul_instance_free(&instance);
}

Test(brute_force, counts_copies_and_takes_the_large_type_when_it_pays)
{
    /* three of the tasks fill a large machine, one a small one: 3 + 3 + 1 */
    cr_assert_eq(optimum("ullage,1,packing\nname,x\nresource,cpu\ntype,a,f,1,3\ntype,b,f,1.7,6\n"
                         "task,t,7,,,,2\n"),
                 (2 * 1700000 + 1000000) * UL_COST_PER_MICRO);
}

Test(brute_force, reads_the_demand_of_the_family)
{
    cr_assert_eq(optimum("ullage,1,packing\nname,x\nresource,cpu\ntype,a,f,1,4\ntype,b,g,1.5,4\n"
                         "task,t,2,,,,3\ndemand,t,g,2\n"),
                 1500000 * UL_COST_PER_MICRO);
}
