#include <criterion/criterion.h>
#include <string.h>

#include "generator.h"
#include "packing_file.h"

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
