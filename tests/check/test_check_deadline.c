/* The checker on deadline plans and on what a bound may claim. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check.h"
#include "written.h"

static const char instance_text[] = "ullage,1,deadline\nname,d\ntick,600\njob,1800,3600,720\n"
                                    "price,0.9,3\nspot,3\nnone,1\nspot,4\n";

/* What is said of a plan's records, or of a bound without a plan. */
static int verdict_on(const char *modes, const char *bound, char text[4096])
{
    char path[3][32], plan[2000], proof[500], hash[65];
    check_sha256(instance_text, strlen(instance_text), hash);
    snprintf(plan, sizeof plan, "ullage-plan,1,deadline\ninstance,d,%s\n%s", hash,
             modes == NULL ? "" : modes);
    snprintf(proof, sizeof proof, "ullage-certificate,1,deadline\ninstance,d,%s\nbound,%s\n", hash,
             bound == NULL ? "0" : bound);
    write_file(path[0], instance_text);
    write_file(path[1], plan);
    write_file(path[2], proof);
    memset(text, 0, 4096);
    FILE *out = fmemopen(text, 4095, "w");
    const check_paths paths = {.instance = path[0], .plan = modes == NULL ? NULL : path[1],
                               .certificate = bound == NULL ? NULL : path[2]};
    const int status = check_run(&paths, out, out);
    fclose(out);
    for (int q = 0; q < 3; q++)
        unlink(path[q]);
    return status;
}

static void expect(int status, const char *modes, const char *bound, const char *said)
{
    char text[4096];
    cr_expect_eq(verdict_on(modes, bound, text), status, "%s", text);
    cr_expect_not_null(strstr(text, said), "'%s' is not in %s", said, text);
}

Test(check_deadline, plans_keep_their_rules)
{
    expect(CHECK_VALID, "on-demand,5\n", NULL, "valid: cost 2.5\n");
    expect(CHECK_VALID, "spot,1\nspot,2\non-demand,2\non-demand,1\n", NULL, "valid: cost 1.95\n");
    expect(CHECK_INVALID, "on-demand,2\nidle,1\non-demand,3\n", NULL, "only 1560 are done");
    expect(CHECK_INVALID, "on-demand,2\nidle,0\non-demand,2\n", NULL, "only 1680 are done");
    expect(CHECK_INVALID, "spot,5\n", NULL, "in tick 4, in which there is none");
    expect(CHECK_INVALID, "idle,2\non-demand,5\n", NULL, "late, in tick 7");
    expect(CHECK_UNREADABLE, "on-demand,9\n", NULL, "column 2");
    expect(CHECK_UNREADABLE, "asleep,1\n", NULL, "record 'asleep' is not known");
}

/* Three ticks on spot and three on demand are the cheapest: 1080 s and 1080 s. */
Test(check_deadline, a_bound_is_the_optimum_at_most)
{
    expect(CHECK_VALID, "spot,3\non-demand,3\n", "1.95", "optimal: no plan costs less than 1.95");
    expect(CHECK_VALID, "on-demand,5\n", "1.9", "bound: no plan costs less than 1.9");
    expect(CHECK_INVALID, NULL, "1.950000000001", "there is a plan that costs less than the bound");
    expect(CHECK_VALID, NULL, "0", "no plan costs less than 0");
}
