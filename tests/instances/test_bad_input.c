/* What a broken file gets: one line with file, line, column and reason. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bad_files.h"
#include "instance.h"
#include "packing_plan.h"

#define HEAD "ullage,1,packing\nname,x\nresource,cpu,ram\n"
#define TYPES "type,a,f,1.5,4,8\ntype,b,g,2,8,8\n"

Test(bad_instance, truncated)
{
    static const bad_file bad[] = {
        {"", "f:1: column 1: the file is empty; expected 'ullage,1,KIND'"},
        {"ullage", "f:1: column 2: the first record is 'ullage,1,KIND'"},
        {HEAD "type,a,f,1.", "f:4: column 5: the record has 4 columns, expected 6: "
                             "type,NAME,FAMILY,PRICE_PER_HOUR,CAPACITY of each resource"},
        {HEAD TYPES "task,t,1,,w,,2,", "f:6: column 8: the demand is empty where a number is expected"},
        {HEAD TYPES, "f:5: column 1: the instance has no task record"},
        {HEAD, "f:3: column 1: the instance has no type record"},
        {HEAD "type,\"a", "f:4: column 2: the file ends inside a quoted field that opens here"},
    };
    EXPECT_ALL(bad);
}

Test(bad_instance, binary)
{
    static const char bytes[] = "\x7f""ELF\x02\x01\x01\0\0\0\0";
    ul_instance instance;
    cr_assert_eq(ul_instance_parse("f", bytes, sizeof bytes, &instance), UL_E_INPUT);
    cr_assert_str_eq(ul_error_text(), "f:1: column 1: holds a zero byte; this is not a text file");
    static const bad_file bad[] = {
        {"\x89PNG\r\n\x1a\n", "f:1: column 1: the file does not begin with 'ullage,1,KIND'; foreign "
                              "formats come in through 'ullage import'"},
        {"ullage,1,packing\nname,a\x01z\n", "f:2: column 2: the instance's name holds a control "
                                            "character"},
    };
    EXPECT_ALL(bad);
}

Test(bad_instance, huge_field)
{
    enum { LENGTH = 2000000 };
    char *text = malloc(LENGTH);
    memset(text, 'x', LENGTH);
    memcpy(text, "ullage,1,packing\nname,", 22);
    ul_instance instance;
    cr_assert_eq(ul_instance_parse("f", text, LENGTH, &instance), UL_E_INPUT);
    cr_assert_str_eq(ul_error_text(), "f:2: column 2: the field is longer than 1 MiB; is a quote left "
                                      "open?");
    text[22 + 300] = '\n';
    cr_assert_eq(ul_instance_parse("f", text, 22 + 301, &instance), UL_E_INPUT);
    cr_assert_str_eq(ul_error_text(), "f:2: column 2: the instance's name 'xxxxxxxxxxxxxxxxxxxx...' is "
                                      "longer than 255 bytes");
    free(text);
}

Test(bad_instance, numbers)
{
    static const bad_file bad[] = {
        {HEAD "type,a,f,nan,4,8\n",
         "f:4: column 4: the price 'nan' is not a plain decimal number such as 12.24"},
        {HEAD "type,a,f,inf,4,8\n",
         "f:4: column 4: the price 'inf' is not a plain decimal number such as 12.24"},
        {HEAD "type,a,f,-1,4,8\n", "f:4: column 4: the price '-1' is negative"},
        {HEAD "type,a,f,1,4,-8\n", "f:4: column 6: the capacity '-8' is negative"},
        {HEAD "type,a,f,1,99999999999999999999,8\n",
         "f:4: column 5: the capacity '99999999999999999999' is too large"},
        {HEAD "type,a,f,0.1234567,4,8\n",
         "f:4: column 4: the price '0.1234567' has more than six decimals"},
        {HEAD TYPES "task,t,99999999999999999999,,,,1,1\n",
         "f:6: column 3: the number of copies '99999999999999999999' is above 100000000"},
        {HEAD TYPES "task,t,1.5,,,,1,1\n",
         "f:6: column 3: the number of copies '1.5' is not a whole number"},
        {HEAD TYPES "task,t,0,,,,1,1\n",
         "f:6: column 2: task 't' has no copies; leave the record out"},
        {HEAD TYPES "task,t,100000000,,,,1,1\ntask,u,1,,,,1,1\n",
         "f:7: column 2: there are more than 100000000 tasks, copies counted"},
        {HEAD TYPES "task,t,1,,,-5,1,1\n", "f:6: column 6: the runtime '-5' is negative"},
        {HEAD TYPES "throughput,w,v,1.5\n",
         "f:6: column 4: a normalized throughput is at most 1"},
    };
    EXPECT_ALL(bad);
}

Test(bad_instance, duplicate_names)
{
    static const bad_file bad[] = {
        {HEAD "name,y\n", "f:4: column 2: the instance is named twice"},
        {"ullage,1,packing\nname,x\nresource,cpu,cpu\n",
         "f:3: column 3: resource 'cpu' is named twice"},
        {HEAD TYPES "type,a,f,1,1,1\n", "f:6: column 2: type 'a' is named twice"},
        {HEAD TYPES "task,t,1,,,,1,1\ntask,t,1,,,,1,1\n", "f:7: column 2: task 't' is named twice"},
        {HEAD TYPES "task,t,1,,,,1,1\ndemand,t,g,1,1\ndemand,t,g,1,2\ntask,u,1,,,,1,1\n",
         "f:8: column 1: the demand of task 't' on family 'g' is given twice"},
        {HEAD TYPES "throughput,w,v,1\nthroughput,w,v,1\n",
         "f:7: column 4: the throughput of 'w' beside 'v' is given twice"},
        {HEAD "resource,gpu\n",
         "f:4: column 1: there is a second resource record; name all resources in one"},
    };
    EXPECT_ALL(bad);
}

Test(bad_instance, zero_capacity_and_misfits)
{
    static const bad_file bad[] = {
        {HEAD "type,a,f,1,0,0\n", "f:4: column 2: type 'a' has no capacity at all"},
        {HEAD TYPES "task,big,1,,,,5,9\ntask,t,1,,,,1,1\n",
         "f:6: column 1: task 'big' fits no type, even alone"},
    };
    EXPECT_ALL(bad);
}

Test(bad_instance, wrong_tags)
{
    static const bad_file bad[] = {
        {"ullage,2,packing\n", "f:1: column 2: format version '2' is not known; this program reads 1"},
        {"ullage,1,knapsack\n", "f:1: column 3: problem kind 'knapsack' is not known"},
        {HEAD "machine,a\n", "f:4: column 1: record 'machine' is not known; expected name, resource, "
                             "type, supply, task, demand or throughput"},
        {"ullage-plan,1,packing\n", "f:1: column 1: the file does not begin with 'ullage,1,KIND'; "
                                    "foreign formats come in through 'ullage import'"},
        {HEAD TYPES "demand,t,g,1,1\n", "f:6: column 2: task 't' is not defined above this record"},
        {HEAD TYPES "task,t,1,,,,1,1\ndemand,t,h,1,1\n", "f:7: column 2: no type is of family 'h'"},
        {HEAD TYPES "task,a:b,1,,,,1,1\n", "f:6: column 2: task 'a:b': a task's name cannot hold ':', "
                                           "plans use it as TASK:COUNT"},
    };
    EXPECT_ALL(bad);
}

/* ---- plans ---- */

static const char small[] = HEAD TYPES "task,t,2,,w,,2,3\ndemand,t,g,1,3\n";

static ul_status read_plan(const char *bytes, size_t length, char *path, bool *valid, ul_cost *cost)
{
    ul_instance instance;
    ul_arena *arena = ul_arena_new();
    ul_packing_plan *plan;
    cr_assert_eq(ul_instance_parse("small", small, strlen(small), &instance), UL_OK);
    strcpy(path, "/tmp/ullage-plan-XXXXXX");
    const int file = mkstemp(path);
    cr_assert_eq(write(file, bytes, length), (ssize_t)length);
    close(file);
    ul_status status = ul_packing_plan_read(instance.data, arena, path, &plan);
    if (status == UL_OK)
        status = ul_packing_check(plan, valid, cost);
    unlink(path);
    ul_arena_free(arena);
    ul_instance_free(&instance);
    return status;
}

static void refuse_plan(const char *bytes, size_t length, const char *fault)
{
    char path[64];
    bool valid;
    ul_cost cost;
    cr_expect_eq(read_plan(bytes, length, path, &valid, &cost), UL_E_INPUT);
    const char *text = ul_error_text();
    cr_expect_eq(strncmp(text, path, strlen(path)), 0, "%s", text);
    cr_expect_str_eq(text + strlen(path), fault);
}

#define PLAN "ullage-plan,1,packing\n"
#define REFUSE_PLAN(text, fault) refuse_plan(text, sizeof(text) - 1, fault)

Test(bad_plan, a_good_one_is_read)
{
    char path[64];
    bool valid;
    ul_cost cost;
    static const char good[] = PLAN "method,hand\nbin,a,2,t:1\n";
    cr_assert_eq(read_plan(good, sizeof good - 1, path, &valid, &cost), UL_OK, "%s",
                 ul_error_text());
    cr_assert(valid);
    cr_assert(cost == 3 * UL_MICRO * UL_COST_PER_MICRO);
}

Test(bad_plan, truncated)
{
    REFUSE_PLAN("", ":1: column 1: the plan is empty");
    REFUSE_PLAN("ullage-plan,1", ":1: column 1: the plan does not begin with "
                                 "'ullage-plan,1,packing'");
    REFUSE_PLAN(PLAN "bin,a", ":2: column 3: expected bin,TYPE,COPIES,TASK:COUNT...");
    REFUSE_PLAN(PLAN "bin,a,1,t", ":2: column 4: 't' is not TASK:COUNT");
    REFUSE_PLAN(PLAN "bin,\"a", ":2: column 2: the file ends inside a quoted field that opens here");
}

Test(bad_plan, binary_and_gzip_cut_off)
{
    REFUSE_PLAN(PLAN "bin,a\0", ":2: column 1: holds a zero byte; this is not a text file");
    REFUSE_PLAN("\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03\x4b\x4c",
                ":1: column 1: the file cannot be read to its end: the gzip data is cut off");
}

Test(bad_plan, huge_field)
{
    enum { LENGTH = 2000000 };
    char *text = malloc(LENGTH);
    memset(text, 'x', LENGTH);
    memcpy(text, PLAN "bin,", sizeof PLAN + 3);
    refuse_plan(text, LENGTH, ":2: column 2: the field is longer than 1 MiB; is a quote left open?");
    free(text);
}

Test(bad_plan, numbers)
{
    REFUSE_PLAN(PLAN "bin,a,nan,t:1\n",
                ":2: column 3: the number of copies 'nan' is not a whole number");
    REFUSE_PLAN(PLAN "bin,a,-1,t:1\n",
                ":2: column 3: the number of copies '-1' is not a whole number");
    REFUSE_PLAN(PLAN "bin,a,99999999999999999999,t:1\n",
                ":2: column 3: the number of copies '99999999999999999999' is above 100000000");
    REFUSE_PLAN(PLAN "bin,a,0,t:1\n", ":2: column 3: a bin has at least one copy");
    REFUSE_PLAN(PLAN "bin,a,1,t:99999999999999999999\n",
                ":2: column 4: 't:99999999999999999999' is not TASK:COUNT");
    REFUSE_PLAN(PLAN "bin,a,1,t:0\n", ":2: column 4: 't:0' is not TASK:COUNT");
}

Test(bad_plan, names_and_tags)
{
    REFUSE_PLAN(PLAN "bin,c,1,t:1\n", ":2: column 2: the instance has no type 'c'");
    REFUSE_PLAN(PLAN "bin,a,1,u:1\n", ":2: column 4: the instance has no task 'u'");
    REFUSE_PLAN(PLAN "box,a,1,t:1\n",
                ":2: column 1: record 'box' is not known; expected instance, method or bin");
    REFUSE_PLAN("ullage,1,packing\n", ":1: column 1: the plan does not begin with "
                                      "'ullage-plan,1,packing'");
    REFUSE_PLAN("ullage-plan,1,reservation\n", ":1: column 1: the plan does not begin with "
                                               "'ullage-plan,1,packing'");
    REFUSE_PLAN(PLAN "instance,x,0000\n", ":2: column 3: the plan was made for another instance (its "
                                          "SHA-256 differs)");
}

/* Counts so large that a careless product wraps around. */
Test(bad_plan, overflowing_counts_do_not_fool_the_checker)
{
    char path[64];
    bool valid;
    ul_cost cost;
    static const char text[] = PLAN "bin,a,100000000,t:100000000\n";
    cr_assert_eq(read_plan(text, sizeof text - 1, path, &valid, &cost), UL_OK);
    cr_assert_not(valid);
}
