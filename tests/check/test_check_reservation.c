/* The checker on reservation plans: costs worked out by hand. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check.h"

/* Total: 2 heavy for 2 intervals, 1 light; see tests/instances/test_reservation.c. */
static const char instance_text[] =
    "ullage,1,reservation\nname,toy\ninterval_hours,168\nclass,on-demand,0,0,2.40,used\n"
    "class,light,3,100,1,used\nclass,heavy,2,150,0.25,always\n"
    "usage,1,168,2\nusage,1,40,3\nusage,3,10.5,1\n";

typedef struct {
    int status;
    char text[4096];
} verdict;

static void write_file(char *path, const char *text)
{
    strcpy(path, "/tmp/ullage-check-XXXXXX");
    const int descriptor = mkstemp(path);
    cr_assert(descriptor >= 0);
    cr_assert_eq(write(descriptor, text, strlen(text)), (ssize_t)strlen(text));
    close(descriptor);
}

static verdict check_purchases(const char *instance, const char *purchases)
{
    verdict v = {0};
    char path[2][32], plan[2048], hash[65];
    check_sha256(instance, strlen(instance), hash);
    snprintf(plan, sizeof plan, "ullage-plan,1,reservation\ninstance,toy,%s\nmethod,hand\n%s", hash,
             purchases);
    FILE *out = fmemopen(v.text, sizeof v.text - 1, "w");
    write_file(path[0], instance);
    write_file(path[1], plan);
    v.status = check_run(&(check_paths){.instance = path[0], .plan = path[1]}, out, out);
    fclose(out);
    unlink(path[0]);
    unlink(path[1]);
    return v;
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
