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

/* ---- a row that counts the copies of two items ---- */

/* Two tasks are copies of one item, x and w; z is another. Machines of type b hold two of them, one
 * of type a one. */
static const char shared[] = "ullage,1,packing\nname,z\nresource,cpu,disk\ntype,a,f,21,1,0\n"
                             "type,b,f,30,2,0\ntype,c,f,1,0,1\ntask,x,1,,,,1,0\n"
                             "task,w,1,,,,1,0\ntask,z,1,,,,0.9,0\ntask,v,1,,,,0,1\n";
static const char shared_plan[] = "bin,b,1,x:1,w:1\nbin,a,1,z:1\nbin,c,1,v:1\n";

#define CASES "cases\n"
#define ROOT "root,1,1\nvalue,x,14\nvalue,z,14\nvalue,v,1\n"
#define COPIES "copies,1,x,b:1\n"
#define ALSO "also,1,z,b:1\n"

/* At most `limit` of the row are on type b, and then it pays for them; or there are more, on one such
 * machine at most, which does not hold them; or on two. */
static verdict check_shared(const char *way, const char *rows, int limit, const char *later)
{
    char records[512];
    snprintf(records, sizeof records,
             "bound,52\n%s%smachines,2,b:1\nbranch,1,%d\nleaf,1\nvalue,x,21\nvalue,z,21\nvalue,v,1\n"
             "use,1,-6\n%sbranch,2,1\nleaf,1\nuse,1,52\nuse,2,-104\nleaf,1\nuse,2,30\n",
             way, rows, limit, later);
    return check_forged("packing", shared, shared_plan, records, true);
}

Test(check_forged, a_row_counts_the_copies_of_two_items)
{
    static const char *const way[] = {CASES, ROOT};
    for (size_t q = 0; q < sizeof way / sizeof *way; q++) {
        const verdict both = check_shared(way[q], COPIES ALSO, 2, "");
        expect(&both, CHECK_VALID, "optimal: no plan costs less than 52");
        const verdict one = check_shared(way[q], COPIES, 2, "");
        expect(&one, CHECK_INVALID, "a pattern of type 'b'");
        const verdict twice = check_shared(way[q], COPIES "also,1,z,b:2\n", 2, "");
        expect(&twice, CHECK_INVALID, "a pattern of type 'b'");
        const verdict anywhere = check_shared(way[q], COPIES "also,1,z,a:1,b:1\n", 2, "");
        expect(&anywhere, CHECK_INVALID, "a pattern of type 'a'");
        const verdict less = check_shared(way[q], COPIES ALSO, 1, "");
        expect(&less, CHECK_INVALID, "this leaf does not reach the bound");
        const verdict more = check_shared(way[q], COPIES ALSO, 3, "");
        expect(&more, CHECK_INVALID, "this leaf does not reach the bound");
    }
}

Test(check_forged, an_item_that_may_not_be_added_to_a_row_is_refused)
{
    static const struct {
        const char *rows, *later, *sentence;
    } bad[] = {
        {COPIES ALSO ALSO, "", "this row counts the copies of this item already"},
        {COPIES "also,1,x,a:1\n", "", "this row counts the copies of this item already"},
        {COPIES "also,1,w,a:1\n", "", "this row counts the copies of this item already"},
        {COPIES "also,9,z,b:1\n", "", "row 9 is not known"},
        {ALSO COPIES, "", "row 1 is not known"},
        {COPIES "also,1,z\n", "", "expected also,ID,TASK,TYPE:WEIGHT..."},
        {COPIES "also,1,y,b:1\n", "", "the instance has no task 'y'"},
        {COPIES "also,1,z,b:1,b:1\n", "", "this type has a weight already"},
        {COPIES ALSO "holding,1,z:1\n", "", "a holding record follows its machines record"},
        {COPIES ALSO "machines,3,b:1\nalso,3,z,b:1\n", "", "an item is added to a row of copies"},
        {COPIES ALSO "cut,3,2,x:1\nalso,3,z,b:1\n", "", "an item is added to a row of copies"},
        {COPIES ALSO "branch,1,2\nalso,1,v,c:1\n", "", "before the row is used"},
        {COPIES ALSO "filter,1\nuse,1,0\nalso,1,v,c:1\n", "", "before the row is used"},
        {COPIES, ALSO, "before the row is used"},
    };
    for (size_t q = 0; q < sizeof bad / sizeof *bad; q++) {
        const verdict v = check_shared(CASES, bad[q].rows, 2, bad[q].later);
        expect(&v, CHECK_UNREADABLE, bad[q].sentence);
    }
}

/* Each item alone counts no more than a coefficient may be, two of them together do. */
Test(check_forged, a_row_of_two_items_that_counts_too_much_is_refused)
{
    const verdict v = check_shared(ROOT, "copies,1,x,b:2147483647\nalso,1,z,b:2147483649\n", 2, "");
    expect(&v, CHECK_UNREADABLE, "has a row with numbers too large to check");
}
