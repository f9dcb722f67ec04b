/* Repack where machines are paid for by units of time. */
#include "configuration.h"
#include "solving.h"
#include "timeline.h"

/* ---- what units cost ---- */

/* Who is told the end pays for the units that begin; who guesses expects the rest of one to be used
 * with the chance that the task is still there. */
Test(repack_paid, units_that_begin_are_paid)
{
    const ul_conf told = {0}, blind = {.is_blind = true};
    cr_expect_float_eq(ul_conf_units_s(&told, 3600, 500, 600), 0, 1e-9);
    cr_expect_float_eq(ul_conf_units_s(&told, 3600, 700, 600), 3600, 1e-9);
    cr_expect_float_eq(ul_conf_units_s(&blind, 3600, 100, 3600), 0, 1e-9);
    cr_expect_float_eq(ul_conf_units_s(&blind, 3600, 600, 600), 3600 * exp(-1), 20);
    cr_expect_float_eq(ul_conf_units_s(&blind, 1, 600, 0), 600, 1);
}

/* A boot of 150 s and units of 60: three begin, and 30 s are left of them. */
Test(repack_paid, a_boot_begins_units)
{
    const ul_conf_type type = {.price = 1, .billing_s = 60};
    ul_conf_host host = {0};
    ul_conf_pay_boot(&type, 0, 150, &host);
    cr_expect_float_eq(host.start, 180, 1e-9);
    cr_expect_float_eq(host.paid_s, 30, 1e-9);
    ul_conf_pay_boot(&type, 50, 150, &host);
    cr_expect_float_eq(host.start, 120, 1e-9);
    cr_expect_float_eq(host.paid_s, 20, 1e-9);
}

/* ---- worlds ---- */

/* Of machines that hold one task each and cost a dollar: how many there were, and hours paid. */
static void expect_hours(const char *rest, size_t n_machines, ul_micro hours)
{
    char text[400];
    snprintf(text, sizeof text, "ullage,1,schedule\nname,paid\nresource,node\nround,0\n"
                                "billing,3600,3600\ntype,m,f,1,1\n%s", rest);
    ul_instance instance = parsed(text);
    ul_run *run = solved(&instance, "repack", "");
    const ul_schedule_plan *plan = ul_run_result_of(run)->plan;
    cr_expect_eq(plan->n_machines, n_machines);
    cr_expect_eq(ul_run_result_of(run)->cost / UL_COST_PER_MICRO, hours * UL_MICRO);
    ul_run_free(run);
    ul_instance_free(&instance);
}

Test(repack_paid, an_empty_machine_is_kept_until_its_hour_ends)
{
    expect_hours("startup,m,0,60,0\njob,a,0,1,,100,free,1\njob,b,3000,1,,100,free,1\n", 1, 1);
    expect_hours("startup,m,0,60,0\njob,a,0,1,,100,free,1\njob,b,3700,1,,100,free,1\n", 2, 2);
}

/* The hour of the first ends at 3,600, that of the second at 4,600: the first goes there. */
Test(repack_paid, who_works_on_goes_to_a_machine_that_is_kept)
{
    expect_hours("job,a,0,1,,4500,free,1\njob,b,1000,1,,100,free,1\n", 2, 2);
}

/* The second may wait for 600 s, and the first ends before. */
Test(repack_paid, a_machine_is_not_paid_before_it_has_to_be)
{
    expect_hours("startup,m,0,60,0\njob,a,0,1,,400,free,1\njob,b,100,1,,100,free,1\n", 1, 1);
    expect_hours("startup,m,0,60,0\njob,a,0,1,,1000,free,1\njob,b,100,1,,100,free,1\n", 2, 2);
}

Test(repack_paid, no_dearer_than_who_keeps_machines_as_well)
{
    for (uint64_t seed = 1; seed <= 3; seed++) {
        ul_instance instance = generated("swf-jobs", 30, seed);
        const ul_micro own = solved_cost(&instance, "repack", "");
        cr_expect_leq(own, solved_cost(&instance, "sec", ""));
        cr_expect_leq(own, solved_cost(&instance, "no-wait", ""));
        cr_expect_eq(own, solved_cost(&instance, "repack", ""));
        ul_instance_free(&instance);
    }
}

/* Machines boot for longer than they are paid for at once, and there are two of them. */
Test(repack_paid, short_units_long_boots_and_few_machines)
{
    ul_instance instance = parsed("ullage,1,schedule\nname,odd\nresource,node\nround,60\n"
                                  "billing,60,0\ntype,m,f,1,1\nstartup,m,10,150,20\n"
                                  "supply,m,2,0,90000\n"
                                  "job,a,0,2,,500,gang,1\njob,b,100,2,,700,gang,1\n"
                                  "job,c,1000,1,,30,free,1\njob,d,1001,2,,3000,gang,1\n");
    static const char *const method[] = {"repack", "repack-told"};
    for (size_t q = 0; q < 2; q++)
        cr_expect_gt(solved_cost(&instance, method[q], ""), 0);
    ul_instance_free(&instance);
}
