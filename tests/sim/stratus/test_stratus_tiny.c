/* Stratus' world in small scenarios, to the second and the cent. */
#include <math.h>
#include <stdlib.h>

#include "solving.h"
#include "stratus_scenarios.h"
#include "timeline.h"

static int by_task(const void *a, const void *b)
{
    const ul_timeline_stay *x = a, *y = b;
    if (x->task != y->task)
        return x->task < y->task ? -1 : 1;
    return x->from_s < y->from_s ? -1 : x->from_s > y->from_s;
}

static double s_of(ul_micro value)
{
    return (double)(value / 1000) / 1000;
}

/* "TYPE:ORDERED-RELEASED ..." and "TASK@MACHINE:FROM-WORKING-STOPPED-TO ...". */
static void describe(const ul_schedule_plan *plan, char *machines, char *stays, size_t room)
{
    qsort(plan->stay, plan->n_stays, sizeof *plan->stay, by_task);
    for (size_t m = 0, used = 0; m < plan->n_machines; m++) {
        const ul_timeline_machine *at = &plan->machine[m];
        used += snprintf(machines + used, room - used, "%s%s:%.10g-%.10g", m > 0 ? " " : "",
                         plan->in->type[at->type].name, s_of(at->ordered_s), s_of(at->released_s));
    }
    for (size_t q = 0, used = 0; q < plan->n_stays; q++) {
        const ul_timeline_stay *at = &plan->stay[q];
        used += snprintf(stays + used, room - used, "%s%u@%u:%.10g-%.10g-%.10g-%.10g",
                         q > 0 ? " " : "", at->task, at->machine, s_of(at->from_s),
                         s_of(at->working_s), s_of(at->stopped_s), s_of(at->to_s));
    }
}

static void expect(const char *text, const char *method, const char *set, double cost,
                   const char *machines, const char *stays)
{
    char have[2][2000] = {"", ""};
    ul_instance instance = parsed(text);
    ul_run *run = solved(&instance, method, set);
    describe(ul_run_result_of(run)->plan, have[0], have[1], sizeof have[0]);
    cr_expect_str_eq(have[0], machines, "%s", have[0]);
    cr_expect_str_eq(have[1], stays, "%s", have[1]);
    cr_expect_float_eq(ul_cost_double(ul_run_result_of(run)->cost), cost, 5e-8, "%.9f",
                       ul_cost_double(ul_run_result_of(run)->cost));
    ul_run_free(run);
    ul_instance_free(&instance);
}

Test(stratus_tiny, hotspot_waits_for_the_event_and_the_machine)
{
    expect(ONE, "hotspot", "", 0.005416667, "large:60-255", "0@0:155-155-255-255");
}

/* One task scores 1 / 0.10 on a large, two score 2 / 0.20 on an xlarge. */
Test(stratus_tiny, ties_go_to_the_larger_group)
{
    expect(TWO, "stratus", "", 0.038611111, "xlarge:60-755",
           "0@0:155-155-755-755 1@0:155-155-755-755");
}

Test(stratus_tiny, a_short_task_joins_a_longer_bin)
{
    expect(THREE, "stratus", "", 0.038611111, "large:60-755 large:60-755",
           "0@0:155-155-755-755 1@1:155-155-755-755 2@1:300-300-400-400");
}

Test(stratus_tiny, hotspot_rents_for_it_instead)
{
    expect(THREE, "hotspot", "", 0.044027778, "large:60-755 large:60-755 large:300-495",
           "0@0:155-155-755-755 1@1:155-155-755-755 2@2:395-395-495-495");
}

Test(stratus_tiny, a_machine_half_empty_for_long_is_cleared)
{
    expect(FOUR, "stratus", "", 0.383957879, "2xlarge:60-2984.496 large:2460-4584.496",
           "0@0:155-155-2555-2984.496 0@1:2555-2984.496-4584.496-4584.496 1@0:155-155-2255-2255 "
           "2@0:155-155-2255-2255 3@0:155-155-2255-2255");
}

Test(stratus_tiny, without_clearing_it_stays)
{
    expect(FOUR, "stratus", "clearing=no", 0.455, "2xlarge:60-4155",
           "0@0:155-155-4155-4155 1@0:155-155-2255-2255 2@0:155-155-2255-2255 "
           "3@0:155-155-2255-2255");
}

Test(stratus_tiny, a_fleet_rents_for_each)
{
    expect(FOUR, "fleet", "", 0.296666667,
           "large:60-4155 large:60-2255 large:60-2255 large:60-2255",
           "0@0:155-155-4155-4155 1@1:155-155-2255-2255 2@2:155-155-2255-2255 "
           "3@3:155-155-2255-2255");
}

/* At 300 the first has run 145 s of an estimated 100: taken to be half over, it is in
 * the bin of the third, [128,256); the second has 300 s left. */
Test(stratus_tiny, a_run_beyond_its_estimate_is_half_over)
{
    expect(WORLD TASK(a, 10, 600, 1, 4, 0) "estimate,a,100\n" TASK(b, 10, 445, 1, 4, 0)
               TASK(c, 250, 140, 1, 4, 0),
           "stratus", "scaling=cheapest", 0.034305556, "large:60-600 large:60-755",
           "0@1:155-155-755-755 1@0:155-155-600-600 2@1:300-300-440-440");
}

/* Both machines lose a task before its estimate. What is left takes half of the first,
 * which stays, and a quarter of the second, which is cleared onto it. */
Test(stratus_tiny, tasks_are_cleared_onto_a_machine_with_room)
{
    expect(WORLD TASK(a, 10, 3000, 2, 1, 10) TASK(b, 10, 1100, 6, 1, 10) "estimate,b,2100\n"
               TASK(c, 10, 9000, 2, 1, 10) TASK(d, 10, 9000, 2, 1, 10)
               TASK(e, 10, 1000, 4, 1, 10) "estimate,e,9000\n",
           "stratus", "", 1.165, "2xlarge:60-9155 2xlarge:60-1450",
           "0@1:155-155-1440-1450 0@0:1440-1450-3165-3165 1@1:155-155-1255-1255 "
           "2@0:155-155-9155-9155 3@0:155-155-9155-9155 4@0:155-155-1155-1155");
}

/* The price of the large rises at second 900; with 2,955 s left the task goes on to an
 * xlarge, which takes 95 s to come. */
Test(stratus_tiny, hotspot_hops_when_prices_move)
{
    expect(WORLD "price,large,900,0.6\n" TASK(a, 10, 3700, 2, 4, 40), "hotspot", "", 0.212222222,
           "large:60-1035 xlarge:900-3895", "0@0:155-155-995-1035 0@1:995-1035-3895-3895");
}

/* With 155 s left it does not pay: 0.4 * 155 < 0.8 * 60 + 0.2 * 95. */
Test(stratus_tiny, hotspot_stays_where_it_does_not_pay)
{
    expect(WORLD "price,large,900,0.6\n" TASK(a, 10, 900, 2, 4, 60), "hotspot", "", 0.049166667,
           "large:60-1055", "0@0:155-155-1055-1055");
}

/* A task that ends before its new machine has come needs it no more. */
Test(stratus_tiny, a_machine_nobody_waits_for_is_given_back)
{
    expect(WORLD TASK(a, 10, 1300, 2, 8, 10) "estimate,a,4000\n" TASK(b, 10, 1100, 6, 8, 10)
               "estimate,b,4000\n",
           "stratus", "", 0.155416667, "2xlarge:60-1455 large:1440-1455",
           "0@0:155-155-1455-1455 1@0:155-155-1255-1255");
}

/* SuperCloud fills a machine for those who wait at 60; to it are added packing, which
 * lets the third join at 300, and clearing, which at 480 leaves a machine for half of
 * it. */
#define MIXED                                                                             \
    WORLD TASK(a, 10, 4000, 2, 8, 20) TASK(b, 10, 100, 6, 24, 20) TASK(c, 260, 900, 1, 1, 20)

Test(stratus_tiny, supercloud_fills_machines_and_never_again)
{
    expect(MIXED, "supercloud", "", 0.482638889, "2xlarge:60-4155 large:300-1295",
           "0@0:155-155-4155-4155 1@0:155-155-255-255 2@1:395-395-1295-1295");
}

Test(stratus_tiny, with_packing_it_fills_them_again)
{
    expect(MIXED, "supercloud", "packing=dot-product", 0.455, "2xlarge:60-4155",
           "0@0:155-155-4155-4155 1@0:155-155-255-255 2@0:300-300-1200-1200");
}

Test(stratus_tiny, with_clearing_it_leaves_them)
{
    expect(MIXED, "supercloud", "packing=dot-product scaling=efficient clearing=yes", 0.264722222,
           "2xlarge:60-595 xlarge:480-4175",
           "0@0:155-155-575-595 0@1:575-595-4175-4175 1@0:155-155-255-255 "
           "2@0:300-300-575-595 2@1:575-595-1220-1220");
}
