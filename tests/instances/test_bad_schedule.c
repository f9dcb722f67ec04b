/* What a broken schedule or timeline gets: one line with file, line, column and reason. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bad_files.h"
#include "schedule.h"
#include "timeline.h"

#define HEAD "ullage,1,schedule\nname,x\nresource,cpu\n"
#define TYPE "type,t,f,1,4\n"
#define JOB "job,j,0,2,,5,free,1\n"

Test(bad_schedule, incomplete)
{
    static const bad_file bad[] = {
        {HEAD, "f:3: column 1: the instance has no type record"},
        {HEAD TYPE, "f:4: column 1: the instance has no job record"},
        {"ullage,1,schedule\nresource,cpu\n" TYPE JOB,
         "f:4: column 1: the instance has no name record"},
        {HEAD JOB, "f:4: column 2: a job comes before the resources and the types are named"},
        {HEAD TYPE JOB "type,u,f,1,4\n", "f:6: column 2: types must be named before jobs"},
        {HEAD TYPE "work,j,1\n", "f:5: column 2: job 'j' is not defined above this record"},
        {HEAD TYPE JOB "jab,j\n",
         "f:6: column 1: record 'jab' is not known; expected name, resource, round, cutoff, "
         "cut-off, stretch, billing, sustained, type, startup, boot, price, supply, service, job, "
         "tasks, work, demand, estimate, iterations, moving, recorded or throughput"},
    };
    EXPECT_ALL(bad);
}

Test(bad_schedule, numbers)
{
    static const bad_file bad[] = {
        {HEAD "round,-1\n", "f:4: column 2: the length of a round '-1' is negative"},
        {HEAD "round,99999999999\n",
         "f:4: column 2: the length of a round is not from 0 to 10000000000 seconds"},
        {HEAD "type,t,f,1000001,4\n",
         "f:4: column 2: the price is not from 0 to 1000000 dollars an hour"},
        {HEAD "type,t,f,1,0\n", "f:4: column 2: type 't' has no capacity at all"},
        {HEAD TYPE "job,j,0,0,,5,free,1\n",
         "f:5: column 2: there are no tasks; leave the record out"},
        {HEAD TYPE "job,j,0,50000001,,5,free,1\n",
         "f:5: column 4: the number of tasks '50000001' is above 50000000"},
        {HEAD TYPE "job,j,0,1,,5,free,5\n",
         "f:5: column 1: a task of job 'j' fits no type, even alone"},
        {HEAD TYPE JOB "iterations,j,nan,1\n",
         "f:6: column 3: the number of iterations 'nan' is not a number from 0 to 1e+18"},
        {HEAD TYPE JOB "iterations,j,1,0\n",
         "f:6: column 3: iterations are from 0 to 1e18, and their rate is above 0"},
        {HEAD TYPE JOB "moving,j,1,1,1,1,1,\n",
         "f:6: column 8: the image's name is empty; leave the field out"},
        {HEAD TYPE JOB "throughput,a,b,1.5\n",
         "f:6: column 4: a normalized throughput is above 0 and at most 1"},
        {HEAD TYPE JOB "throughput,a[1],b,0.5\n",
         "f:6: column 4: workload 'a[1]': throughput is by the part before '['"},
        {HEAD TYPE "startup,t,1,9,0,8\n" JOB,
         "f:5: column 2: the longest time until use is less than the shortest"},
        {HEAD TYPE "supply,t,1,5,5\n" JOB, "f:5: column 2: the supply ends before it begins"},
        {HEAD TYPE "service,t,1,5,9\n" JOB,
         "f:5: column 1: services hold machines of type 't', which has no supply"},
        {HEAD TYPE "supply,t,2,0,9\nservice,t,1,0,9\nservice,t,2,5,9\n" JOB,
         "f:6: column 1: services hold more machines of type 't' than there are at second 5"},
        {HEAD "stretch,ram\n", "f:4: column 2: resource 'ram' is not named above this record"},
        {HEAD "stretch,cpu\n" TYPE "type,u,f,1,8\n" JOB,
         "f:7: column 1: where tasks stretch, the types of family 'f' have some cpu, and equally much"},
        {HEAD "stretch,cpu\n" TYPE "job,g,0,2,,5,gang,1\n",
         "f:6: column 1: where tasks stretch there are no gangs; job 'g' is one"},
        {HEAD TYPE JOB "recorded,j,1\nrecorded,j,1\n",
         "f:7: column 3: how long job 'j' took is given twice"},
        {HEAD "boot,2,10\nboot,2,11\n",
         "f:5: column 2: boot records come by ascending numbers and times"},
        {HEAD "boot,1,0.49\n",
         "f:4: column 2: the time until use of a request is in whole seconds"},
        {HEAD TYPE "sustained,t,86400.000001,1,0\n" JOB,
         "f:5: column 2: the parts of the period are whole microseconds"},
        {HEAD TYPE "price,t,5,1\nprice,t,5,2\n" JOB,
         "f:6: column 1: the prices of type 't' come by ascending second"},
    };
    EXPECT_ALL(bad);
}

Test(bad_schedule, twice_or_unknown)
{
    static const bad_file bad[] = {
        {HEAD "round,1\nround,1\n", "f:5: column 2: the length of a round is given twice"},
        {HEAD "cut-off,kept\ncut-off,lost\n",
         "f:5: column 1: what becomes of work that is cut off is given twice"},
        {HEAD "cut-off,maybe\n",
         "f:4: column 2: the work of a stay that is cut off is kept or lost, not 'maybe'"},
        {HEAD TYPE TYPE, "f:5: column 2: type 't' is named twice"},
        {HEAD TYPE JOB JOB, "f:6: column 2: job 'j' is named twice"},
        {HEAD TYPE "startup,u,1,1,1\n", "f:5: column 2: type 'u' is not defined above this record"},
        {HEAD TYPE "billing,1,1,t\nbilling,1,1,t\n",
         "f:6: column 1: the billing of type 't' is given twice"},
        {HEAD TYPE JOB "demand,j,g,1\n", "f:6: column 3: no type is of family 'g'"},
        {HEAD TYPE JOB "demand,j,f,1\ndemand,j,f,1\n",
         "f:7: column 3: the demand of job 'j' on family 'f' is given twice"},
        {HEAD TYPE JOB "moving,j,1,1,1,1,1\nmoving,j,1,1,1,1,1\n",
         "f:7: column 3: what moving job 'j' takes is given twice"},
        {HEAD TYPE JOB "throughput,a,b,0.5\nthroughput,a,b,0.6\n",
         "f:7: column 4: the throughput of 'a' beside 'b' is given twice"},
        {HEAD TYPE JOB "job,k,0,1,,5,free,1\nwork,j,1\n",
         "f:7: column 2: the record speaks of job 'j' but stands after job 'k'; it must follow "
         "its own"},
        {HEAD TYPE "job,j,0,1,,5,perhaps,1\n",
         "f:5: column 7: the tasks of a job are a gang or free, not 'perhaps'"},
    };
    EXPECT_ALL(bad);
}

Test(bad_schedule, tasks_of_a_job)
{
    static const bad_file bad[] = {
        {HEAD TYPE JOB "iterations,j,1e-400,1e-400\n",
         "f:6: column 3: a rate of 1e-400 iterations a second is too small to count with"},
        {HEAD TYPE JOB "work,j,1\n", "f:6: column 1: job 'j' has 2 tasks and work for 1"},
        {HEAD TYPE JOB "work,j,1,2,3\n", "f:6: column 5: job 'j' has 2 tasks and more work"},
        {HEAD TYPE "job,j,0,3,,5,free,1\nestimate,j,1,2\n",
         "f:6: column 1: job 'j' has 3 tasks and 2 estimates; one, or one for each"},
        {HEAD TYPE "job,j,9,1,,5,free,1\ntasks,j,8,1,5,1\n",
         "f:6: column 3: tasks of a job come in order of their arrival"},
        {HEAD TYPE "job,j,9,1,,5,gang,1\ntasks,j,10,1,5,1\n",
         "f:6: column 3: tasks of a gang arrive together"},
        {HEAD TYPE "job,j,9,2,,5,gang,1\nwork,j,5,6\n",
         "f:6: column 1: the tasks of job 'j' are a gang and differ in work"},
        {HEAD TYPE JOB "work,j,1,2\ntasks,j,0,1,1,1\n",
         "f:7: column 3: all tasks of a job come before their work and estimates"},
    };
    EXPECT_ALL(bad);
}

static const char world[] = HEAD "round,0\n" TYPE JOB;

/* The fault of reading a timeline of the world; its path becomes "f". */
static void expect_plan(const char *lines, const char *fault)
{
    char path[] = "/tmp/ullage-timeline-XXXXXX", text[1024], *said;
    ul_instance instance;
    ul_schedule_plan *plan;
    ul_arena *arena = ul_arena_new();
    const int descriptor = mkstemp(path);
    cr_assert(descriptor >= 0);
    snprintf(text, sizeof text, "ullage-plan,1,schedule\n%s", lines);
    cr_assert_eq(write(descriptor, text, strlen(text)), (ssize_t)strlen(text));
    close(descriptor);
    cr_assert_eq(ul_instance_parse("f", world, sizeof world - 1, &instance), UL_OK);
    cr_expect_eq(ul_schedule_plan_read(instance.data, arena, path, &plan), UL_E_INPUT, "%s", lines);
    said = strstr(ul_error_text(), path);
    cr_assert_not_null(said, "%s", ul_error_text());
    cr_expect_str_eq(said + strlen(path), fault);
    unlink(path);
    ul_arena_free(arena);
    ul_instance_free(&instance);
}

Test(bad_timeline, is_refused_with_its_place)
{
    expect_plan("machine,0,u,0,0,5\n", ":2: column 3: the instance has no type 'u'");
    expect_plan("machine,0,t,0,0,5\nmachine,0,t,0,0,5\n",
                ":3: column 2: machine '0' is named twice");
    expect_plan("machine,0,t,0,0,10000000001\n",
                ":2: column 6: the release is beyond 10000000000 seconds");
    expect_plan("run,j,0,0,0,0,5,5\n",
                ":2: column 4: machine '0' is not defined above this record");
    expect_plan("machine,0,t,0,0,5\nrun,k,0,0,0,0,5,5\n",
                ":3: column 2: the instance has no job 'k'");
    expect_plan("machine,0,t,0,0,5\nrun,j,2,0,0,0,5,5\n", ":3: column 3: job 'j' has tasks 0 to 1");
    expect_plan("machine,0,t,0,0,5\nrun,j,1,0,0,0,5,5,found\n",
                ":3: column 9: 'found' is not 'lost'");
    expect_plan("machine,0,t,0,0,5\ncost,1\n",
                ":3: column 2: the bill of these machines is 0.001388888889, not 1; ullage-check "
                "names every rule that is broken");
    expect_plan("cost,0\ncost,0\n", ":3: column 1: the cost is given twice");
    expect_plan("bin,t\n", ":2: column 1: record 'bin' is not known; expected instance, method, "
                           "run, machine or cost");
}
