/* The checker on availability plans. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check.h"
#include "written.h"

static const char instance_text[] = "ullage,1,availability\n"
                                    "name,two\n"
                                    "target,10,0.995\n"
                                    "vm,a,5,0.1,1,0.9\n"
                                    "vm,b,10,0.5,,0.95\n";

static int verdict_on(const char *holds, char text[4096])
{
    char path[2][32], plan[2000], hash[65];
    check_sha256(instance_text, strlen(instance_text), hash);
    snprintf(plan, sizeof plan, "ullage-plan,1,availability\ninstance,two,%s\nmethod,hand\n%s", hash,
             holds);
    write_file(path[0], instance_text);
    write_file(path[1], plan);
    memset(text, 0, 4096);
    FILE *out = fmemopen(text, 4095, "w");
    const int status = check_run(&(check_paths){.instance = path[0], .plan = path[1]}, out, out);
    fclose(out);
    unlink(path[0]);
    unlink(path[1]);
    return status;
}

Test(check_availability, a_pool_at_its_target_is_valid)
{
    char text[4096];
    cr_assert_eq(verdict_on("hold,a,2\nhold,b,1\n", text), CHECK_VALID, "%s", text);
    cr_assert_not_null(strstr(text, "valid: cost 0.7"), "%s", text);
    cr_assert_not_null(strstr(text, "availability 1 - 0.005 (rounded up)"), "%s", text);
}

Test(check_availability, a_pool_below_its_target_is_not)
{
    char text[4096];
    cr_assert_eq(verdict_on("hold,b,1\n", text), CHECK_INVALID);
    cr_assert_not_null(strstr(text, "with probability 0.95 only"), "%s", text);
}

Test(check_availability, on_demand_machines_are_certain)
{
    char text[4096];
    cr_assert_eq(verdict_on("hold,b,0\non-demand,a,2\n", text), CHECK_VALID, "%s", text);
    cr_assert_eq(verdict_on("on-demand,a,2\n", text), CHECK_VALID, "%s", text);
    cr_assert_not_null(strstr(text, "valid: cost 2\n"), "%s", text);
}

Test(check_availability, what_is_not_offered_or_not_known_is_a_violation)
{
    char text[4096];
    cr_assert_eq(verdict_on("on-demand,b,1\nhold,c,1\n", text), CHECK_INVALID);
    cr_assert_not_null(strstr(text, "'b' is not offered on demand"), "%s", text);
    cr_assert_not_null(strstr(text, "the instance has no type 'c'"), "%s", text);
}

Test(check_availability, a_target_of_nothing_always_holds)
{
    static const char nothing[] = "ullage,1,availability\nname,two\ntarget,0,0.9\n"
                                  "vm,a,6,0.02,0.1,0.99\n";
    char path[2][32], plan[200], hash[65], text[4096] = "";
    check_sha256(nothing, strlen(nothing), hash);
    snprintf(plan, sizeof plan, "ullage-plan,1,availability\ninstance,two,%s\n", hash);
    write_file(path[0], nothing);
    write_file(path[1], plan);
    FILE *out = fmemopen(text, sizeof text - 1, "w");
    cr_expect_eq(check_run(&(check_paths){.instance = path[0], .plan = path[1]}, out, out),
                 CHECK_VALID);
    fclose(out);
    cr_expect_not_null(strstr(text, "valid: cost 0\n"), "%s", text);
    unlink(path[0]);
    unlink(path[1]);
}
