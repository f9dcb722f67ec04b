/* The floor where machines are too few, where they are paid by leases, and where they are whole. */
#include "floor_case.h"

/* Two machines for 1000 seconds, and five tasks that do not share one: 2500 seconds are too much,
 * 1900 are not. Two at once do 1.4 seconds of work a second: 3000 are too much. */
Test(floor_terms, there_is_no_schedule_where_supply_does_not_suffice)
{
    static const struct {
        int work_s, cpu;
        ul_outcome outcome;
    } of[] = {{500, 6, UL_INFEASIBLE}, {380, 6, UL_BOUND}, {600, 5, UL_INFEASIBLE}, {100, 5, UL_BOUND}};
    for (size_t q = 0; q < sizeof of / sizeof *of; q++) {
        char text[400], said[1000];
        paths p;
        make_paths(&p);
        snprintf(text, sizeof text, "ullage,1,schedule\nname,few\nresource,cpu\nbilling,0,0\n"
                 "type,a,f,1,10\nsupply,a,2,0,1000\ntype,b,f,1,4\njob,A,0,5,w,%d,free,%d\n"
                 "job,B,0,9,v,5000,free,4\nthroughput,w,*,0.7\n", of[q].work_s, of[q].cpu);
        ul_instance instance = parsed(text);
        write_replaced(p.instance, text, "", "");
        const ul_run_options options = {.certificate = p.certificate};
        ul_run *run;
        cr_assert_eq(ul_run_new(ul_method_find("schedule-floor"), &instance, &options, &run), UL_OK);
        cr_assert_eq(ul_run_go(run), UL_OK, "%s", ul_error_text());
        cr_expect_eq(ul_run_result_of(run)->outcome, of[q].outcome, "%zu", q);
        cr_expect(proves_none(&p, said, sizeof said) == (of[q].outcome == UL_INFEASIBLE), "%s", said);
        ul_run_free(run);
        ul_instance_free(&instance);
        remove_paths(&p);
    }
}

/* The least price of an hour under the leases takes the place of that on demand. */
Test(floor_terms, under_leases)
{
    static const char text[] = "ullage,1,schedule\nname,leased\nresource,cpu\nbilling,0,0\n"
                               "type,a,f,2,10\ntype,b,f,2,9\njob,A,0,1,,360000,free,6\n";
    char said[1000];
    workload w = prepare(parsed(text), "on-demand");
    write_replaced(w.path[0], text, "", "");
    cr_expect_float_eq(ul_cost_double(floor_of(&w, "leases=")), 200, 1e-3);
    cr_expect_float_eq(ul_cost_double(floor_of(&w, "leases=100/100/0.5")), 150, 1e-3);
    cr_expect_float_eq(ul_cost_double(floor_of(&w, "leases=b:100/100/0.25+a:1/1/1")), 125, 1e-3);
    cr_expect_eq(verdict_on(&w, said, sizeof said), CHECK_VALID, "%s", said);
    cr_expect_not_null(strstr(said, "paid on demand or by these leases"), "%s", said);
    static const char *const wrong[] = {"leases=100/100", "leases=100/0/1", "leases=c:1/1/1",
                                        "leases=1/1/1+", "leases=1/1/1/1"};
    for (size_t q = 0; q < sizeof wrong / sizeof *wrong; q++) {
        const ul_run_options options = {.set = &wrong[q], .n_set = 1};
        ul_run *run;
        cr_assert_eq(ul_run_new(ul_method_find("schedule-floor"), &w.instance, &options, &run), UL_OK);
        cr_expect_eq(ul_run_go(run), UL_E_INPUT, "%s", wrong[q]);
        ul_run_free(run);
    }
    release(&w);
}

/* Any two of three tasks fit a machine, at a dollar a second: two machines for a thousand seconds,
 * and each may be absent for ten, in place of one and a half machines. */
Test(floor_terms, machines_are_whole_for_few_who_do_not_wait_for_long)
{
    static const char text[] = "ullage,1,schedule\nname,few\nresource,cpu\nbilling,0,0\n"
                               "type,m,m,3600,10\njob,a,0,3,,1000,free,5\n";
    char said[1000];
    workload w = prepare(parsed(text), "on-demand");
    write_replaced(w.path[0], text, "", "");
    cr_expect_float_eq(ul_cost_double(floor_of(&w, "wait=-1")), 1500, 0.1);
    cr_expect_float_eq(ul_cost_double(floor_of(&w, "wait=600")), 1500, 0.1);
    cr_expect_float_eq(ul_cost_double(floor_of(&w, "wait=10")), 1990, 0.1); /* the window is longer */
    cr_expect_eq(verdict_on(&w, said, sizeof said), CHECK_VALID, "%s", said);
    release(&w);
}

/* Two bursts with a long time in between, each of 20,000 seconds at a dollar a second, and the start
 * of a machine costs a hundred: there are two of them for those who may not wait. */
Test(floor_terms, machines_are_started_for_each_burst)
{
    static const char text[] = "ullage,1,schedule\nname,bursts\nresource,cpu\nbilling,0,0\n"
                               "type,m,m,3600,10\nstartup,m,0,100,0\njob,a,0,1,,20000,free,6\n"
                               "job,b,50000,1,,20000,free,6\n";
    char said[1000];
    workload w = prepare(parsed(text), "on-demand");
    write_replaced(w.path[0], text, "", "");
    cr_expect_float_eq(ul_cost_double(floor_of(&w, "wait=-1")), 40100, 0.1);
    cr_expect_float_eq(ul_cost_double(floor_of(&w, "wait=200")), 40198, 0.5);
    cr_expect_float_eq(ul_cost_double(w.cost), 40200, 1e-6);
    cr_expect_eq(verdict_on(&w, said, sizeof said), CHECK_VALID, "%s", said);
    release(&w);
}

/* A part of a start is rounded down to a millionth of a dollar, which may be all that an hour costs:
 * nothing is left then for what work is worth at all times. */
Test(floor_terms, starts_leave_the_cheapest_machine_its_price)
{
    static const char text[] = "ullage,1,schedule\nname,cheap\nresource,cpu\n"
                               "type,a,f,0.000001,4\nstartup,a,0,60,0\ntype,b,f,3.6,5\n"
                               "throughput,*,v,0.9\njob,A,100,2,v,865,free,0\n"
                               "job,B,4937,2,w,3600,free,0\n";
    char said[1000];
    workload w = prepare(parsed(text), "on-demand");
    write_replaced(w.path[0], text, "", "");
    cr_expect_gt(floor_of(&w, "wait=600"), 0);
    cr_expect_eq(verdict_on(&w, said, sizeof said), CHECK_VALID, "%s", said);
    release(&w);
}

/* Who comes later is no company for who is there: a is alone, which a price of work for all times
 * cannot tell, and b's two tasks slow each other down, which a price of being there cannot. */
Test(floor_terms, nobody_is_there_before_he_arrives)
{
    static const char text[] = "ullage,1,schedule\nname,later\nresource,cpu\nbilling,0,0\n"
                               "type,m,m,3600,10\njob,a,0,1,w,20000,free,5\n"
                               "job,b,50000,2,w,20000,free,5\nthroughput,w,w,0.9\n";
    char said[1000];
    workload w = prepare(parsed(text), "on-demand");
    write_replaced(w.path[0], text, "", "");
    cr_expect_float_eq(ul_cost_double(floor_of(&w, "wait=-1")), 60000 / 1.8, 0.1);
    const double bound = ul_cost_double(floor_of(&w, "wait=200"));
    cr_expect(bound > 42050 && bound < 20000 + 20000 / 0.9, "%f", bound);
    cr_expect_eq(verdict_on(&w, said, sizeof said), CHECK_VALID, "%s", said);
    release(&w);
}

/* Two tasks need a machine each for a thousand seconds, at a dollar a second; a third is half as fast
 * beside either, and needs two thousand. On both machines at once it would be half done when they go,
 * and cost two thousand and a thousand; it is on one at a time, which leaves another thousand and a half
 * to do. */
Test(floor_terms, a_task_is_on_one_machine_at_a_time)
{
    static const char text[] = "ullage,1,schedule\nname,two\nresource,cpu\nbilling,0,0\n"
                               "type,m,m,3600,10\njob,A,0,1,s,1000,free,6\njob,B,0,1,s,1000,free,6\n"
                               "job,long,0,1,l,2000,free,4\nthroughput,l,s,0.5\n";
    char said[1000];
    workload w = prepare(parsed(text), "no-packing");
    write_replaced(w.path[0], text, "", "");
    const double bound = ul_cost_double(floor_of(&w, "wait=1"));
    cr_expect(bound > 3450 && bound <= 3500, "%.3f", bound);
    cr_expect_eq(verdict_on(&w, said, sizeof said), CHECK_VALID, "%s", said);
    release(&w);
}
