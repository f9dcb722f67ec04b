/* Certificates made by hand, which the checker must see through. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "check.h"

typedef struct {
    int status;
    char text[4096];
} verdict;

static void write_file(char *path, const char *text)
{
    strcpy(path, "/tmp/ullage-forged-XXXXXX");
    const int descriptor = mkstemp(path);
    cr_assert(descriptor >= 0);
    cr_assert_eq(write(descriptor, text, strlen(text)), (ssize_t)strlen(text));
    close(descriptor);
}

/* The kind's header, the instance's name and hash, and the records. */
static void bind_text(char *text, size_t room, const char *tag, const char *kind,
                      const char *instance, const char *records)
{
    char sha256[65];
    check_sha256(instance, strlen(instance), sha256);
    snprintf(text, room, "%s,1,%s\ninstance,z,%s\n%s", tag, kind, sha256, records);
}

/* The verdict on a plan and a certificate of these records, sealed when it is asked for,
 * within so many steps. */
static verdict check_within(uint64_t steps, const char *kind, const char *instance,
                            const char *plan, const char *records, bool sealed)
{
    verdict v = {0};
    char path[3][32], text[4096], sha256[65];
    write_file(path[0], instance);
    bind_text(text, sizeof text, "ullage-plan", kind, instance, plan);
    write_file(path[1], text);
    bind_text(text, sizeof text - 128, "ullage-certificate", kind, instance, records);
    check_sha256(text, strlen(text), sha256);
    if (sealed)
        sprintf(text + strlen(text), "end,%s\n", sha256);
    write_file(path[2], text);
    FILE *out = fmemopen(v.text, sizeof v.text - 1, "w");
    v.status = check_run(&(check_paths){.instance = path[0], .plan = path[1],
                                        .certificate = path[2], .steps = steps}, out, out);
    fclose(out);
    for (size_t q = 0; q < 3; q++)
        unlink(path[q]);
    return v;
}

static verdict check_forged(const char *kind, const char *instance, const char *plan,
                            const char *records, bool sealed)
{
    return check_within(0, kind, instance, plan, records, sealed);
}

static void expect(const verdict *v, int status, const char *sentence)
{
    cr_expect_eq(v->status, status, "%d: %s", v->status, v->text);
    cr_expect_not_null(strstr(v->text, sentence), "'%s' is not in: %s", sentence, v->text);
}

/* One machine holds everything; types differ by a millionth, so that prices are many
 * units, and a machine is worth its price times the root's numerator. */
static const char dear[] = "ullage,1,packing\nname,z\nresource,r\n"
                           "type,a,a,1000000,1000\ntype,b,a,1000000.000001,1000\n"
                           "task,t0,20,,,,33.333333\ntask,t1,1,,,,10.000003\n";
static const char dear_plan[] = "bin,a,20,t0:1\nbin,a,1,t1:1\n";

Test(check_forged, a_product_that_wraps_around_proves_nothing)
{
    /* numerators of every size: 2^43 was taken for a proof */
    for (int bits = 0; bits <= 56; bits++) {
        char records[256];
        snprintf(records, sizeof records, "bound,21000000\nroot,%llu,1\nvalue,t0,1\nvalue,t1,1\n",
                 1ull << bits);
        const verdict v = check_forged("packing", dear, dear_plan, records, true);
        cr_expect_neq(v.status, CHECK_VALID, "numerator 2^%d: %s", bits, v.text);
    }
}

Test(check_forged, a_bound_is_missing)
{
    const verdict p = check_forged("packing", dear, dear_plan, "root,1,1\nvalue,t0,1\n", true);
    expect(&p, CHECK_UNREADABLE, "lacks its instance, bound, root or end");
    static const char usage[] = "ullage,1,reservation\nname,z\ninterval_hours,1\n"
                                "class,od,0,0,1,used\nclass,r,1,0.5,0,used\nusage,1,1,1\n";
    const verdict r = check_forged("reservation", usage, "buy,1,r,1\n", "scale,1\nleaf\n", false);
    expect(&r, CHECK_UNREADABLE, "lacks its instance or bound");
    const verdict empty =
        check_forged("reservation", usage, "buy,1,r,1\n", "bound,\nscale,1\nleaf\n", false);
    expect(&empty, CHECK_UNREADABLE, "the bound '' is not a decimal number");
}

Test(check_forged, a_bound_is_given_once)
{
    const verdict p = check_forged("packing", dear, dear_plan,
                                   "bound,1\nbound,21000000\nroot,1,1\nvalue,t0,1\n", true);
    expect(&p, CHECK_UNREADABLE, "the bound is given twice");
}

Test(check_forged, what_follows_the_seal_is_refused)
{
    const verdict p = check_forged("packing", dear, dear_plan,
                                   "bound,0\nroot,1,1\nend,0\nvalue,t0,1\n", true);
    expect(&p, CHECK_UNREADABLE, "the certificate was changed");
}

/* A genuine proof: ten machines of b are full of copies, which they hold 200000 of. */
static const char crowd[] = "ullage,1,packing\nname,z\nresource,r\n"
                            "type,a,f,1,0.1\ntype,b,f,1.9,0.2\n"
                            "task,t,2000000,,,,0.000001\n";
static const char crowd_proof[] = "bound,19\nroot,200000,1\nvalue,t,19\n";

Test(check_forged, many_copies_of_a_task_take_no_time)
{
    const clock_t begun = clock();
    const verdict v = check_forged("packing", crowd, "bin,b,10,t:200000\n", crowd_proof, true);
    expect(&v, CHECK_VALID, "optimal: no plan costs less than 19");
    cr_expect_lt((double)(clock() - begun) / CLOCKS_PER_SEC, 10);
}

/* Machines of two types hold `most` copies: a price that is worth as many values is
 * sound, one that is worth a little less is not. */
static void expect_most(int capacity, int copies, int most)
{
    for (int less = 0; less < 2; less++) {
        char instance[256], plan[64], records[128];
        snprintf(instance, sizeof instance, "ullage,1,packing\nname,z\nresource,r\n"
                                            "type,a,f,1,%d\ntype,b,f,1,%d\ntask,t,%d,,,,1\n",
                 capacity, capacity, copies);
        snprintf(plan, sizeof plan, "bin,a,%d,t:%d\n", copies / most, most);
        snprintf(records, sizeof records, "bound,%d\nroot,%d,1\nvalue,t,100\n", copies / most,
                 100 * most - less);
        const verdict v = check_forged("packing", instance, plan, records, true);
        if (less == 0)
            expect(&v, CHECK_VALID, "optimal: no plan costs less than");
        else
            expect(&v, CHECK_INVALID, "worth more than its price");
    }
}

Test(check_forged, a_machine_holds_any_number_of_copies)
{
    for (int most = 1; most <= 20; most++) {
        expect_most(40, most, most);
        expect_most(most, 2 * most, most);
    }
}

Test(check_forged, what_takes_too_long_is_refused)
{
    /* the table has 200001 states; by densities a machine is worth a little more */
    static const char mixed[] = "ullage,1,packing\nname,z\nresource,r\ntype,a,f,1,0.2\n"
                                "task,t,33333,,,,0.000006\ntask,v,22222,,,,0.000009\n"
                                "task,u,10,,,,0.000002\n";
    static const char plan[] = "bin,a,1,t:33333,u:1\nbin,a,1,v:22222,u:1\nbin,a,1,u:8\n";
    static const char records[] = "bound,2\nroot,1999999,1\nvalue,t,60\nvalue,v,90\n"
                                  "value,u,19\n";
    const verdict all = check_forged("packing", mixed, plan, records, true);
    expect(&all, CHECK_VALID, "bound: no plan costs less than 2");
    const verdict few = check_within(1000, "packing", mixed, plan, records, true);
    expect(&few, CHECK_UNREADABLE, "takes too long to check: more than 1000 steps; --steps sets the limit\n");
}
