/* SEC's cluster in small scenarios, second by second: when nodes are ordered, ready and
 * given back, and when each job begins. */
#include <stdlib.h>
#include <string.h>

#include "solving.h"
#include "timeline.h"

#define NODES                                                                            \
    "ullage,1,schedule\nname,sec\nresource,node\nbilling,3600,3600\ntype,n,f,2.4,1\n"
#define BOOTING NODES "boot,1,126\nboot,2,186\nboot,4,252\nboot,8,270\nboot,16,300\n"
#define JOB(id, arrival, n, run) "job," #id "," #arrival "," #n ",," #run ",gang,1\n"
#define TOLD(id, seconds) "estimate," #id "," #seconds "\n"

static int seconds(ul_micro value)
{
    cr_assert_eq(value % UL_MICRO, 0);
    return (int)(value / UL_MICRO);
}

static int machine_order(const void *a, const void *b)
{
    const ul_timeline_machine *x = a, *y = b;
    if (x->ordered_s != y->ordered_s)
        return x->ordered_s < y->ordered_s ? -1 : 1;
    return x->released_s < y->released_s ? -1 : x->released_s > y->released_s;
}

/* "ORDERED-READY-RELEASED ..." of the machines and "WAIT ..." of the jobs. */
static void describe(const ul_schedule_plan *plan, char *machines, char *waits, size_t room)
{
    const ul_schedule *in = plan->in;
    for (size_t j = 0, used = 0; j < in->n_jobs; j++)
        for (size_t s = 0; s < plan->n_stays; s++)
            if (plan->stay[s].task == in->job[j].first_task)
                used += snprintf(waits + used, room - used, "%s%d", j > 0 ? " " : "",
                                 seconds(plan->stay[s].from_s - in->job[j].arrival_s));
    qsort(plan->machine, plan->n_machines, sizeof *plan->machine, machine_order);
    for (size_t m = 0, used = 0; m < plan->n_machines; m++)
        used += snprintf(machines + used, room - used, "%s%d-%d-%d", m > 0 ? " " : "",
                         seconds(plan->machine[m].ordered_s), seconds(plan->machine[m].ready_s),
                         seconds(plan->machine[m].released_s));
}

static void expect(const char *text, const char *method, const char *set, double cost,
                   const char *machines, const char *waits)
{
    char have[2][1000] = {"", ""};
    ul_instance instance = parsed(text);
    ul_run *run = solved(&instance, method, set);
    describe(ul_run_result_of(run)->plan, have[0], have[1], sizeof have[0]);
    if (machines != NULL)
        cr_expect_str_eq(have[0], machines, "%s %s: %s", method, set, have[0]);
    cr_expect_str_eq(have[1], waits, "%s %s: %s", method, set, have[1]);
    cr_expect_float_eq(ul_cost_double(ul_run_result_of(run)->cost), cost, 1e-9);
    ul_run_free(run);
    ul_instance_free(&instance);
}

/* A third job, much later, shows when the node would have been given back. */
#define LATER JOB(z, 20000, 1, 60)

Test(sec_tiny, a_node_is_kept_for_the_paid_hour)
{
    const char *two = BOOTING JOB(a, 0, 1, 600) JOB(b, 1000, 1, 600);
    expect(two, "sec", "", 2.4, "0-126-1600", "126 0");
    expect(two, "individual", "", 4.8, "0-126-726 1000-1126-1726", "126 126");
    expect(BOOTING JOB(a, 0, 1, 600) JOB(b, 1000, 1, 600) LATER, "sec", "", 4.8,
           "0-126-3540 20000-20126-20186", "126 0 126");
    expect(BOOTING JOB(a, 0, 1, 600) JOB(b, 1000, 1, 600) LATER, "no-wait", "", 4.8,
           "0-126-3540 20000-20126-20186", "126 0 126");
}

Test(sec_tiny, a_wait_that_is_foretold_brings_a_node)
{
    const char *two = BOOTING JOB(a, 0, 1, 600) JOB(b, 200, 1, 600) LATER;
    expect(two, "sec", "", 7.2, "0-126-3540 200-326-3780 20000-20126-20186", "126 126 126");
    expect(two, "sec", "wait=600", 4.8, "0-126-3540 20000-20126-20186", "126 526 126");
}

Test(sec_tiny, backfilling_delays_nobody)
{
    const char *four = NODES "supply,n,4,0,1000000\n" JOB(a, 0, 3, 100) JOB(b, 10, 2, 100)
        JOB(c, 20, 1, 50) JOB(d, 30, 1, 200);
    expect(four, "local", "", 9.6, "0-0-270 0-0-270 0-0-270 0-0-270", "0 90 0 40");
    expect(four, "local", "backfilling=no", 9.6, "0-0-300 0-0-300 0-0-300 0-0-300", "0 90 80 70");
}

Test(sec_tiny, how_many_nodes_are_ordered)
{
    const char *three = BOOTING JOB(a, 0, 2, 7200) JOB(b, 1, 1, 7200) JOB(c, 2, 1, 600);
    expect(three, "sec", "size=sum", 24, NULL, "186 371 370");
    expect(three, "sec", "size=best", 24, NULL, "186 371 370");
    expect(three, "sec", "size=first", 24, NULL, "186 311 436");
}

/* By the minute, ten at least: after those a node goes at the next look. */
Test(sec_tiny, billing_by_the_minute)
{
    expect("ullage,1,schedule\nname,gce\nresource,node\nbilling,60,600\ntype,n,f,2.4,1\n"
           "boot,1,126\n" JOB(a, 10, 1, 100) JOB(b, 3000, 1, 1000) LATER,
           "sec", "", 0.4 + 0.04 * 19 + 0.4, "10-136-600 3000-3126-4140 20000-20126-20186",
           "126 126 126");
}

/* A job that runs longer than its user said is expected to end in a second, for as
 * long as it takes; the one behind it is promised that, and gets a node of its own once
 * it has waited too long. */
Test(sec_tiny, a_job_that_overruns)
{
    expect(BOOTING JOB(a, 0, 1, 3000) TOLD(a, 100) JOB(b, 200, 1, 60) TOLD(b, 60)
           JOB(c, 600, 1, 60), "sec", "", 4.8, NULL, "126 526 186");
}

/* Which of two idle nodes: the one paid for longest, least, idle longest, least. Node 0
 * is ordered at 0 and idle from 226, node 1 ordered at 100 and idle from 426. */
Test(sec_tiny, placement)
{
    static const struct {
        const char *set;
        uint32_t machine;
    } rule[] = {{"placement=max-margin", 1}, {"placement=min-margin", 0},
                {"placement=max-idle", 0}, {"placement=min-idle", 1}};
    for (size_t q = 0; q < sizeof rule / sizeof *rule; q++) {
        ul_instance instance = parsed(BOOTING JOB(a, 0, 1, 100) JOB(b, 100, 1, 200)
                                      JOB(c, 1000, 1, 60));
        ul_run *run = solved(&instance, "no-wait", rule[q].set);
        const ul_schedule_plan *plan = ul_run_result_of(run)->plan;
        cr_assert_eq(plan->n_machines, 2);
        for (size_t s = 0; s < plan->n_stays; s++)
            if (plan->stay[s].task == 2)
                cr_expect_eq(plan->stay[s].machine, rule[q].machine, "%s", rule[q].set);
        ul_run_free(run);
        ul_instance_free(&instance);
    }
}

/* Any number of machines is no cluster of a fixed size, unless one is asked for. */
Test(sec_tiny, a_cluster_without_a_size_is_refused)
{
    ul_instance instance = parsed(NODES JOB(a, 0, 3, 100));
    const ul_run_options options = {.seed = 1, .methods = ul_methods};
    ul_run *run;
    cr_assert_eq(ul_run_new(ul_method_find("local"), &instance, &options, &run), UL_OK);
    cr_expect_eq(ul_run_go(run), UL_E_INPUT);
    cr_expect(strstr(ul_error_text(), "nodes=N") != NULL, "%s", ul_error_text());
    ul_run_free(run);
    ul_instance_free(&instance);
    expect(NODES JOB(a, 0, 3, 100), "local", "nodes=4", 9.6, NULL, "0");
}

/* A cluster that is too small for a job says so, and is no plan. */
Test(sec_tiny, a_job_larger_than_the_cluster)
{
    ul_instance instance = parsed(NODES "supply,n,2,0,1000000\n" JOB(a, 0, 3, 100));
    const ul_run_options options = {.seed = 1, .methods = ul_methods};
    ul_run *run;
    cr_assert_eq(ul_run_new(ul_method_find("local"), &instance, &options, &run), UL_OK);
    cr_assert_eq(ul_run_go(run), UL_OK, "%s", ul_error_text());
    cr_expect_eq(ul_run_result_of(run)->outcome, UL_REJECTED);
    cr_expect_str_eq(ul_run_result_of(run)->note,
                     "second 0: job 'a' needs 3 machines and the cluster has 2");
    ul_run_free(run);
    ul_instance_free(&instance);
}
