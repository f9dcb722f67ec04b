/* The checker on reservation plans: costs worked out by hand. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check.h"
#include "written.h"

/* Total: 2 heavy for 2 intervals, 1 light; see tests/instances/test_reservation.c. */
static const char instance_text[] =
    "ullage,1,reservation\nname,toy\ninterval_hours,168\nclass,on-demand,0,0,2.40,used\n"
    "class,light,3,100,1,used\nclass,heavy,2,150,0.25,always\n"
    "usage,1,168,2\nusage,1,40,3\nusage,3,10.5,1\n";

typedef struct {
    int status;
    char text[4096];
} verdict;

/* `cases` (may be NULL) is a certificate without its head. */
static verdict check_with(const char *instance, const char *purchases, const char *cases)
{
    verdict v = {0};
    char path[3][32], plan[2048], certificate[2048], hash[65];
    check_sha256(instance, strlen(instance), hash);
    snprintf(plan, sizeof plan, "ullage-plan,1,reservation\ninstance,toy,%s\nmethod,hand\n%s", hash,
             purchases);
    snprintf(certificate, sizeof certificate, "ullage-certificate,1,reservation\ninstance,toy,%s\n%s",
             hash, cases == NULL ? "" : cases);
    FILE *out = fmemopen(v.text, sizeof v.text - 1, "w");
    write_file(path[0], instance);
    write_file(path[1], plan);
    write_file(path[2], certificate);
    v.status = check_run(&(check_paths){.instance = path[0], .plan = path[1],
                                        .certificate = cases == NULL ? NULL : path[2]}, out, out);
    fclose(out);
    for (int q = 0; q < 3; q++)
        unlink(path[q]);
    return v;
}

static verdict check_purchases(const char *instance, const char *purchases)
{
    return check_with(instance, purchases, NULL);
}

Test(check_reservation, on_demand_alone)
{
    const verdict v = check_purchases(instance_text, "");
    cr_assert_eq(v.status, CHECK_VALID, "%s", v.text);
    cr_assert_str_eq(v.text, "valid: cost 1119.6\n"); /* (336 + 120 + 10.5) * 2.40 */
}

/* fees 400, heavy 2 * 2 * 42, light 40 and 10.5, on demand 2 * 40 * 2.40 */
Test(check_reservation, cheapest_class_first)
{
    const verdict v = check_purchases(instance_text, "buy,1,heavy,2\nbuy,1,light,1\n");
    cr_assert_eq(v.status, CHECK_VALID, "%s", v.text);
    cr_assert_str_eq(v.text, "valid: cost 810.5\n");
}

/* One interval of three is served: 100 - 66.666666666666 (rounded down), and 10.5. */
Test(check_reservation, pure_cost)
{
    char text[1024];
    snprintf(text, sizeof text, "%sobjective,pure\n", instance_text);
    const verdict v = check_purchases(text, "buy,3,light,1\n");
    cr_assert_eq(v.status, CHECK_VALID, "%s", v.text);
    cr_assert_str_eq(v.text, "valid: cost 1138.233333333334\n");
}

Test(check_reservation, on_demand_cannot_be_bought)
{
    const verdict v = check_purchases(instance_text, "buy,1,on-demand,1\n");
    cr_assert_eq(v.status, CHECK_INVALID);
    cr_assert_not_null(strstr(v.text, "is on demand and cannot be bought"));
}

Test(check_reservation, unknown_names_and_intervals_are_refused)
{
    cr_assert_eq(check_purchases(instance_text, "buy,1,middling,1\n").status, CHECK_UNREADABLE);
    cr_assert_eq(check_purchases(instance_text, "buy,4,light,1\n").status, CHECK_UNREADABLE);
    cr_assert_eq(check_purchases(instance_text, "buy,0,light,1\n").status, CHECK_UNREADABLE);
}

/* ---- certificates: one instance for one hour at 10, a lease of 4 + 1 an hour ---- */

static const char one_hour[] = "ullage,1,reservation\nname,toy\ninterval_hours,1\n"
                               "class,od,0,0,10,used\nclass,lease,1,4,1,used\nusage,1,1,1\n";

/* At the price 4 the lease pays for itself: 10 - max(0, 9 - 4) + 0. */
Test(check_reservation, a_leaf_proves_the_optimum)
{
    const verdict v = check_with(one_hour, "buy,1,lease,1\n",
                                 "bound,5\nscale,1\nleaf\nprice,1,1,4000000000000\n");
    cr_assert_eq(v.status, CHECK_VALID, "%s", v.text);
    cr_assert_not_null(strstr(v.text, "optimal: no plan costs less than 5"), "%s", v.text);
}

Test(check_reservation, a_claim_above_its_proof_is_refuted)
{
    const verdict v = check_with(one_hour, "", "bound,5\nscale,1\nleaf\nprice,1,1,3000000000000\n");
    cr_assert_eq(v.status, CHECK_INVALID, "%s", v.text);
    cr_assert_not_null(strstr(v.text, "prove less than the bound"), "%s", v.text);
}

/* Without a price the saving of 9 counts in full, but a lease of 4 is bought:
 * none bought 10 - 9 only; the case "at most 0" needs the price 9. */
Test(check_reservation, cases_divide_the_plans)
{
    const char *const whole = "bound,5\nscale,1\nbranch,1,lease,0\nleaf\nprice,1,1,9000000000000\n"
                              "leaf\n";
    const verdict v = check_with(one_hour, "buy,1,lease,1\n", whole);
    cr_assert_eq(v.status, CHECK_VALID, "%s", v.text);
    const verdict half = check_with(one_hour, "buy,1,lease,1\n",
                                    "bound,5\nscale,1\nbranch,1,lease,0\nleaf\n"
                                    "price,1,1,9000000000000\n");
    cr_assert_eq(half.status, CHECK_INVALID, "%s", half.text);
    cr_assert_not_null(strstr(half.text, "not complete"), "%s", half.text);
}

/* ---- numbers too large to count: a refusal, never a verdict ---- */

static void is_refused(verdict v, const char *sentence)
{
    cr_expect_eq(v.status, CHECK_UNREADABLE, "%s", v.text);
    cr_expect_not_null(strstr(v.text, sentence), "%s", v.text);
    cr_expect_null(strstr(v.text, "optimal"), "%s", v.text);
}

/* A price of 2^118 times the peak of 1024 is 0 in 128 bits: all would be on demand. */
Test(check_reservation, a_price_that_wraps_proves_nothing)
{
    const char *const many = "ullage,1,reservation\nname,toy\ninterval_hours,100\n"
                             "class,od,0,0,1,used\nclass,lease,1,10,0.1,used\nusage,1,100,1024\n";
    is_refused(check_with(many, "", "bound,102400\nscale,1\nleaf\n"
                                    "price,1,1,332306998946228968225951765070086144\n"),
               "is not a whole number up to");
}

/* The largest price over the largest peak, in each of 20 intervals, is beyond 2^127. */
Test(check_reservation, a_sum_that_wraps_is_refused)
{
    char cases[2048] = "bound,1\nscale,1\nleaf\n";
    for (int t = 1; t <= 20; t++)
        snprintf(cases + strlen(cases), sizeof cases - strlen(cases),
                 "price,1,%d,100000000000000000000000000000000\n", t);
    const char *const long_lease = "ullage,1,reservation\nname,toy\ninterval_hours,1\n"
                                   "intervals,20\nclass,od,0,0,10,used\n"
                                   "class,lease,20,4,1,used\nusage,1,1,10000000\n";
    is_refused(check_with(long_lease, "", cases), "more than this program counts");
}

/* The cost of a large instance fits; times the scale it does not. */
Test(check_reservation, a_scale_that_wraps_is_refused)
{
    const char *const large = "ullage,1,reservation\nname,toy\ninterval_hours,10000\n"
                              "class,od,0,0,1000000,used\nclass,lease,1,4,1,used\n"
                              "usage,1,10000,10000000\nusage,2,10000,10000000\n";
    cr_assert_eq(check_with(large, "", "bound,0\nscale,1\nleaf\n").status, CHECK_VALID);
    is_refused(check_with(large, "", "bound,0\nscale,1000000000\nleaf\n"),
               "more than this program counts");
}

Test(check_reservation, a_claim_that_wraps_is_refused)
{
    is_refused(check_with(one_hour, "", "bound,340282366920938463463374607\nscale,1\nleaf\n"),
               "is not a decimal number");
    is_refused(check_with(one_hour, "", "bound,1\nbound,1\nscale,1\nleaf\n"), "twice");
}

Test(check_reservation, short_records_of_a_certificate_are_refused)
{
    is_refused(check_with(one_hour, "", "bound,1\nscale\nleaf\n"), "scale,NUMBER");
    is_refused(check_with(one_hour, "", "bound,1\nscale,1\nleaf,1\n"), "leaf");
}

#define HEAD "ullage,1,reservation\nname,toy\n"
#define CLASSES "class,od,0,0,1000000,used\nclass,lease,1,4,1,used\n"

/* The limits of the workbench itself: within them no cost leaves 128 bits. */
Test(check_reservation, instances_beyond_the_limits_are_refused)
{
    cr_expect_eq(check_purchases(HEAD "interval_hours,10000\n" CLASSES "usage,1,10000,10000000\n",
                                 "").status, CHECK_VALID);
    is_refused(check_purchases(HEAD "interval_hours,10000.000001\n" CLASSES "usage,1,1,1\n", ""),
               "at most 10000 hours");
    is_refused(check_purchases(HEAD "interval_hours,1\ninterval_hours,2\n" CLASSES "usage,1,1,1\n",
                               ""), "twice");
    is_refused(check_purchases(HEAD "interval_hours,1\n" CLASSES "usage,1,1,10000000\n"
                               "usage,1,1,1\n", ""), "more than 10000000 instances");
    is_refused(check_purchases(HEAD "interval_hours,1\nintervals,1\nintervals,2\n" CLASSES
                               "usage,1,1,1\n", ""), "twice");
}
