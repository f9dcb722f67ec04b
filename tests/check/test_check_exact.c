/* Numbers that decide: work on machines of any age, pools at their very target, records that
 * one reader took twice, and checks that take too long. */
#include <criterion/criterion.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check.h"

enum { ROOM = 1 << 17 };

typedef struct {
    char instance[ROOM], plan[ROOM], certificate[ROOM], said[ROOM];
} files;

static void say(char *text, const char *format, ...)
{
    va_list values;
    const size_t used = strlen(text);
    va_start(values, format);
    vsnprintf(text + used, ROOM - used, format, values);
    va_end(values);
}

/* Heads of the plan and of a certificate, for the instance as it is. */
static files *about(const char *kind, const char *instance)
{
    files *f = calloc(1, sizeof *f);
    char sha256[65];
    cr_assert_not_null(f);
    say(f->instance, "ullage,1,%s\nname,x\n%s", kind, instance);
    check_sha256(f->instance, strlen(f->instance), sha256);
    say(f->plan, "ullage-plan,1,%s\ninstance,x,%s\n", kind, sha256);
    say(f->certificate, "ullage-certificate,1,%s\ninstance,x,%s\n", kind, sha256);
    return f;
}

static void write_file(char *path, const char *text)
{
    strcpy(path, "/tmp/ullage-exact-XXXXXX");
    const int descriptor = mkstemp(path);
    cr_assert(descriptor >= 0 && write(descriptor, text, strlen(text)) == (ssize_t)strlen(text));
    close(descriptor);
}

static int verdict_on(files *f, bool with_certificate, uint64_t steps)
{
    char path[3][40];
    write_file(path[0], f->instance);
    write_file(path[1], f->plan);
    write_file(path[2], f->certificate);
    memset(f->said, 0, ROOM);
    FILE *out = fmemopen(f->said, ROOM - 1, "w");
    const int status =
        check_run(&(check_paths){.instance = path[0], .steps = steps,
                                 .plan = f->plan[0] == '\0' ? NULL : path[1],
                                 .certificate = with_certificate ? path[2] : NULL}, out, out);
    fclose(out);
    for (size_t q = 0; q < 3; q++)
        unlink(path[q]);
    return status;
}

static void expect(files *f, int status, const char *sentence)
{
    cr_expect_eq(verdict_on(f, false, 0), status, "%s", f->said);
    cr_expect_not_null(strstr(f->said, sentence), "'%s' is not in: %s", sentence, f->said);
    free(f);
}

/* A machine that has been up for 300 years: a microsecond is less than what a double of all its
 * microseconds can tell. Beside b, a does 51% of its work, in 250 pieces. */
Test(check_exact, work_on_an_old_machine)
{
    files *f = about("schedule", "resource,r\nbilling,0,0\ntype,t,f,0,10\n"
                                 "job,old,0,1,w,9900000000,free,2\n"
                                 "job,a,9900000000,1,w,0.0005,free,1\njob,b,9900000000,1,v,0.0005,free,1\n"
                                 "job,c,9900000000,250,,0.000002,free,0\nthroughput,w,v,0.51\n");
    say(f->plan, "machine,m,t,0,0,9900000000.0005\nrun,old,0,m,0,0,9900000000,9900000000\n");
    for (const char *job = "ab"; *job != '\0'; job++)
        say(f->plan, "run,%c,0,m,9900000000,9900000000,9900000000.0005,9900000000.0005\n", *job);
    for (int q = 0; q < 250; q++)
        say(f->plan, "run,c,%d,m,9900000000.%06d,9900000000.%06d,9900000000.%06d,9900000000.%06d\n",
            q, 2 * q, 2 * q, 2 * q + 2, 2 * q + 2);
    expect(f, CHECK_INVALID, "with 0.000255 of 0.0005 seconds of work done");
}

/* Rates are rounded down at 10^-18, after each neighbour, and the least first: of 999999
 * millionths three times there are 18 decimals, so 10^10 seconds of work end to the microsecond. */
Test(check_exact, a_rate_is_a_product_to_the_last_digit)
{
    static const char world[] = "resource,r\nbilling,0,0\ntype,t,f,0,4\n"
                                "job,a,0,1,w,999999000,free,1\njob,b,0,1,v,1000000000,free,1\n"
                                "throughput,w,v,0.999999\n";
    files *f = about("schedule", world);
    say(f->plan, "machine,m,t,0,0,1000000000\nrun,a,0,m,0,0,1000000000,1000000000\n"
                 "run,b,0,m,0,0,1000000000,1000000000\n");
    expect(f, CHECK_VALID, "valid: cost 0");
    /* a thousand millionth of the work and eight microseconds are forgiven, and no more */
    f = about("schedule", world);
    say(f->plan, "machine,m,t,0,0,1000000000\nrun,a,0,m,0,0,999998998.000,999998998.000\n"
                 "run,b,0,m,0,0,1000000000,1000000000\n");
    expect(f, CHECK_INVALID, "with 999997998.001002 of 999999000 seconds of work done");
}

/* The decimals of a file, not the doubles next to them: ten times a tenth is one. */
Test(check_exact, iterations_take_what_their_decimals_say)
{
    files *f = about("schedule", "resource,r\nbilling,0,0\ntype,t,f,0,1\njob,a,0,1,,7,free,1\n"
                                 "iterations,a,30,0.3\n");
    say(f->plan, "machine,m,t,0,0,100\nrun,a,0,m,0,0,100,100\n");
    expect(f, CHECK_VALID, "valid: cost 0");
    f = about("schedule", "resource,r\nbilling,0,0\ntype,t,f,0,1\njob,a,0,1,,7,free,1\n"
                          "iterations,a,1234567890123456789,1\n");
    expect(f, CHECK_UNREADABLE, "is not a number from 0 to 1000000000000000000");
    f = about("schedule", "resource,r\nbilling,0,0\ntype,t,f,0,1\njob,a,0,1,,7,free,1\n"
                          "iterations,a,0.1234567890123456789,1\n");
    expect(f, CHECK_UNREADABLE, "has more than eighteen digits");
}

/* Of 0.3 and 0.7 the failure is 0.21 to the last digit; 10^-15 is granted, and no more. */
Test(check_exact, a_pool_at_the_very_end_of_its_allowance)
{
    static const char *const target[] = {"0.79", "0.790000000000001", "0.790000000000001001"};
    for (size_t q = 0; q < 3; q++) {
        char instance[200];
        snprintf(instance, sizeof instance, "target,1,%s\nvm,a,1,1,,0.3\nvm,b,1,1,,0.7\n",
                 target[q]);
        files *f = about("availability", instance);
        say(f->plan, "hold,a,1\nhold,b,1\n");
        expect(f, q < 2 ? CHECK_VALID : CHECK_INVALID, "availability 1 - 0.21 (rounded up)");
    }
}

/* A second record would replace the first, for one reader and not for the other. */
Test(check_exact, what_is_given_once_is_given_once)
{
    static const char *const twice[] = {"startup,t,0,0,0\n", "billing,0,0\n", "billing,60,0,t\n",
                                        "cut-off,kept\n"};
    static const char *const of_job[] = {"moving,a,0,0,0,0,0\n", "iterations,a,1,1\n"};
    char instance[400];
    for (size_t q = 0; q < 4; q++) {
        snprintf(instance, sizeof instance, "resource,r\ntype,t,f,0,1\n%s%sjob,a,0,1,,1,free,1\n",
                 twice[q], twice[q]);
        expect(about("schedule", instance), CHECK_UNREADABLE, "given twice");
    }
    for (size_t q = 0; q < 2; q++) {
        snprintf(instance, sizeof instance, "resource,r\ntype,t,f,0,1\njob,a,0,1,,1,free,1\n%s%s",
                 of_job[q], of_job[q]);
        expect(about("schedule", instance), CHECK_UNREADABLE, "given twice");
    }
}

/* Four tasks at 63/64 beside each other are worth 4 * 2^18 (63/64)^3 = 1000188 of 10^-18 or more
 * digits; a price of that is enough, and one less is not. */
Test(check_exact, a_set_that_is_worth_its_price_to_the_last_digit)
{
    static const char *const price[] = {"1.000188", "1.000187"};
    for (size_t q = 0; q < 2; q++) {
        char instance[200];
        snprintf(instance, sizeof instance, "resource,r\ntype,t,f,%s,4\njob,a,0,4,w,100,free,1\n"
                                            "throughput,w,w,0.984375\n", price[q]);
        files *f = about("schedule", instance);
        f->plan[0] = '\0';
        say(f->certificate, "bound,0.02\nscale,1\nvalue,a,0,262144,0\n");
        cr_expect_eq(verdict_on(f, true, 0), q == 0 ? CHECK_VALID : CHECK_INVALID, "%s", f->said);
        cr_expect_not_null(strstr(f->said, q == 0 ? "no plan costs less than 0.02,"
                                                  : "is worth more than its price"), "%s", f->said);
        free(f);
    }
}

/* A task that needs no time, but for what is forgiven, may be on a machine that has no room for it
 * in a stay of no length: nobody has to start another. One that needs time has to. */
Test(check_exact, a_start_is_for_those_who_need_time)
{
    static const char *const job[] = {"job,a,0,1,,0,free,1\n", "job,a,0,9,,0.000011,free,1\n",
                                      "job,a,0,1,,0,free,1\nmoving,a,0.00001,0,0,0,0\n",
                                      "job,a,0,1,,0.000012,free,1\n",
                                      "job,a,0,1,,0,free,1\nmoving,a,0.000011,0,0,0,0\n"};
    for (size_t q = 0; q < 5; q++) {
        char instance[300];
        snprintf(instance, sizeof instance, "resource,r\ntype,dear,d,1000,1\nstartup,dear,0,3600,0\n"
                                            "type,cheap,c,0.01,0.5\n%s", job[q]);
        files *f = about("schedule", instance);
        say(f->plan, "machine,m,cheap,0,0,0\nrun,a,0,m,0,0,0,0\n");
        cr_expect(q != 0 || verdict_on(f, false, 0) == CHECK_VALID, "%s", f->said);
        f->plan[0] = '\0';
        say(f->certificate, "bound,999\nscale,1\n");
        cr_expect_eq(verdict_on(f, true, 0), q < 3 ? CHECK_INVALID : CHECK_VALID, "%s", f->said);
        free(f);
    }
}

/* Seventy types, each of which has its price for what it holds: no two machines for 71 tasks are
 * below 91, which the values alone do not say. */
Test(check_exact, whole_machines_of_many_types)
{
    char instance[4000] = "resource,r\n", seal[65];
    for (int k = 1; k <= 70; k++)
        sprintf(instance + strlen(instance), "type,t%d,f,%d,%d\n", k, k + 10, k);
    strcat(instance, "task,a,71,,,,1\n");
    files *f = about("packing", instance);
    f->plan[0] = '\0';
    say(f->certificate, "bound,91\nroot,70,1\nvalue,a,80\n");
    check_sha256(f->certificate, strlen(f->certificate), seal);
    say(f->certificate, "end,%s\n", seal);
    cr_expect_eq(verdict_on(f, true, 0), CHECK_VALID, "%s", f->said);
    free(f);
}

/* A machine of 10 holds one a of 6, and b of 4 beside it. Half of what an a is worth leaves the
 * machines with an a; a leaf may then say that b costs something, since it is held just once. */
static void expect_leaf(const char *way, int a, int b, int status, const char *sentence)
{
    char seal[65];
    files *f = about("packing", "resource,r\ntype,t,f,1,10\ntask,a,3,,,,6\ntask,b,1,,,,4\n");
    f->plan[0] = '\0';
    say(f->certificate, "bound,3\n%sleaf,2\nvalue,a,%d\nvalue,b,%d\n", way, a, b);
    check_sha256(f->certificate, strlen(f->certificate), seal);
    say(f->certificate, "end,%s\n", seal);
    cr_expect_eq(verdict_on(f, true, 0), status, "%s", f->said);
    cr_expect_not_null(strstr(f->said, sentence), "%s", f->said);
    free(f);
}

Test(check_exact, values_below_zero_where_patterns_are_listed)
{
    expect_leaf("root,2,1\nvalue,a,1\n", 2, -1, CHECK_VALID, "no plan costs less than 3");
    expect_leaf("root,2,1\nvalue,a,1\n", 2, -2, CHECK_INVALID, "does not reach the bound");
    expect_leaf("root,2,1\nvalue,a,1\n", 3, -1, CHECK_INVALID, "worth more than its price");
    expect_leaf("root,2,1\nvalue,a,1\nvalue,b,-1\n", 2, 0, CHECK_UNREADABLE, "not below 0");
    expect_leaf("cases\n", 2, 0, CHECK_VALID, "no plan costs less than 3");
    expect_leaf("cases\n", 2, -1, CHECK_VALID, "no plan costs less than 3");
    expect_leaf("cases\n", 2, -2, CHECK_INVALID, "does not reach the bound");
}

/* ---- what takes too long ---- */

/* Two hundred tasks on machines that hold two of them: three would fit by either resource alone,
 * and do not by the sum of both. Triples are too many to try; the sum is looked at first. Where
 * one task needs less, so that three fit, it proves nothing and the triple is found. */
static void expect_pairs(int less, uint64_t steps, int status, const char *sentence)
{
    char instance[ROOM] = "resource,r,s\ntype,t,f,3,200000,200000\n", seal[65];
    for (int q = 0; q < 200; q++)
        say(instance, "task,a%d,1,,,,%d,%d\n", q, 50000 + 167 * q, 83434 - 167 * q - (q == 100 ? less : 0));
    files *f = about("packing", instance);
    f->plan[0] = '\0';
    say(f->certificate, "bound,300\nroot,2,1\n");
    for (int q = 0; q < 200; q++)
        say(f->certificate, "value,a%d,1\n", q);
    check_sha256(f->certificate, strlen(f->certificate), seal);
    say(f->certificate, "end,%s\n", seal);
    cr_expect_eq(verdict_on(f, true, steps), status, "%s", f->said);
    cr_expect_not_null(strstr(f->said, sentence), "%s", f->said);
    free(f);
}

Test(check_exact, many_items_by_the_sum_of_resources)
{
    expect_pairs(0, 30000000, CHECK_VALID, "no plan costs less than 300, verified");
    expect_pairs(600, 0, CHECK_INVALID, "worth more than its price");
}

/* The table of these takes some 6 million steps. What is looked at before it must leave it these: who
 * allows more steps is not told that it takes too long. */
Test(check_exact, more_steps_are_enough_where_fewer_were)
{
    static const int task[][3] = { /* needs of both resources, and a value */
        {6, 86, 22}, {7, 10, 14}, {8, 65, 23}, {8, 73, 24}, {9, 8, 16}, {9, 12, 18}, {10, 16, 20},
        {10, 98, 31}, {11, 74, 29}, {12, 56, 29}, {13, 71, 33}, {14, 75, 35}, {16, 29, 33},
        {16, 74, 39}, {19, 70, 44}, {22, 97, 53}, {24, 90, 56}, {25, 48, 52}, {28, 5, 12},
        {29, 6, 14}, {31, 12, 26}, {35, 61, 73}, {37, 78, 79}, {38, 54, 78}, {39, 32, 64},
        {39, 68, 81}, {40, 72, 84}, {40, 83, 85}, {41, 44, 82}, {42, 20, 42}, {44, 20, 43},
        {47, 75, 97}, {51, 7, 19}, {51, 84, 106}, {54, 9, 23}, {58, 37, 76}, {59, 47, 95},
        {60, 75, 121}, {63, 54, 109}, {64, 44, 90}, {64, 88, 131}, {66, 54, 109}, {69, 13, 33},
        {69, 55, 111}, {71, 55, 112}, {72, 18, 42}, {72, 74, 144}, {73, 8, 24}, {74, 75, 148},
        {74, 82, 149}, {74, 88, 149}, {75, 8, 24}, {75, 59, 120}, {77, 64, 129}, {80, 27, 60},
        {81, 81, 162}, {88, 24, 56}, {89, 45, 95}, {90, 86, 172}, {92, 9, 28}, {94, 58, 120},
        {94, 90, 180}, {100, 32, 72}, {100, 41, 89}};
    char instance[ROOM] = "resource,r,s\ntype,t,f,3,300,300\n", seal[65];
    const int n = sizeof task / sizeof *task;
    for (int q = 0; q < n; q++)
        say(instance, "task,a%d,1,,,,%d,%d\n", q, task[q][0], task[q][1]);
    files *f = about("packing", instance);
    f->plan[0] = '\0';
    say(f->certificate, "bound,24\nroot,588,1\n");
    for (int q = 0; q < n; q++)
        say(f->certificate, "value,a%d,%d\n", q, task[q][2]);
    check_sha256(f->certificate, strlen(f->certificate), seal);
    say(f->certificate, "end,%s\n", seal);
    for (uint64_t steps = 6500000; steps <= 15000000; steps += 500000)
        cr_expect_eq(verdict_on(f, true, steps), CHECK_VALID, "%s", f->said);
    free(f);
}

/* Forty tasks have more patterns than there is time for. Where neither values nor whole machines
 * prove the bound and no tree follows, nobody needs to list them. */
Test(check_exact, no_tree_is_seen_before_patterns_are_listed)
{
    char instance[ROOM] = "resource,r\ntype,t,f,3,300\n", seal[65];
    for (int q = 0; q < 40; q++)
        say(instance, "task,a%d,1,,,,%d\n", q, 10 + q);
    files *f = about("packing", instance);
    f->plan[0] = '\0';
    say(f->certificate, "bound,15\nroot,1000,1\n");
    for (int q = 0; q < 40; q++)
        say(f->certificate, "value,a%d,1\n", q);
    check_sha256(f->certificate, strlen(f->certificate), seal);
    say(f->certificate, "end,%s\n", seal);
    cr_expect_eq(verdict_on(f, true, 1000000), CHECK_INVALID, "%s", f->said);
    cr_expect_not_null(strstr(f->said, "the tree is not complete"), "%s", f->said);
    free(f);
}

static void expect_too_long(files *f, bool with_certificate, uint64_t steps)
{
    cr_expect_eq(verdict_on(f, with_certificate, steps), CHECK_UNREADABLE, "%s", f->said);
    cr_expect_not_null(strstr(f->said, "takes too long to check: more than "), "%s", f->said);
    free(f);
}

/* Fourteen shapes of which some thirty fit at once, in more ways than there is time for: all
 * sets are worth nearly the price, so that none can be given up. */
Test(check_exact, sets_that_are_too_many)
{
    static const int size[] = {37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97};
    char instance[2000] = "resource,r,s\ntype,t,f,1,1999,2003\n";
    for (int q = 0; q < 14; q++)
        sprintf(instance + strlen(instance), "job,j%d,0,60,,100,free,%d,%d\n", q, size[q],
                size[13 - q]);
    files *f = about("schedule", instance);
    f->plan[0] = '\0';
    say(f->certificate, "bound,0.001\nscale,1073741824\n");
    for (int q = 0; q < 14; q++)
        say(f->certificate, "value,j%d,0,%lld,0\n", q, (size[q] + size[13 - q]) * 268301278517LL);
    expect_too_long(f, true, 50000000);
}

/* Every kind has the one budget, from its first byte on. */
Test(check_exact, every_kind_counts_its_steps)
{
    files *f = about("packing", "resource,r\ntype,t,f,1,10\ntask,a,100,,,,3\n");
    say(f->plan, "bin,t,33,a:3\nbin,t,1,a:1\n");
    expect_too_long(f, false, 1000);
    f = about("reservation", "interval_hours,1\nclass,od,0,0,1,used\nclass,l,50000,1,0,used\n"
                             "usage,100000,1,1\n");
    say(f->plan, "buy,1,l,1\nbuy,50001,l,1\n");
    expect_too_long(f, false, 100000);
    f = about("availability", "target,100000,0.5\nvm,a,1,1,,0.3\nvm,b,2,1,,0.7\n");
    say(f->plan, "hold,a,99999\nhold,b,50000\n");
    expect_too_long(f, false, 100000);
    f = about("schedule", "resource,r\ntype,t,f,0,1\njob,a,0,1000000,,0,free,0\n");
    expect_too_long(f, false, 100000);
}
