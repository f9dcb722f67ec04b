/* Worlds that a policy was not made for: it ends there too, in a timeline or a sentence. */
#include "solving.h"

/* What is moved begins anew, and Full Reconfiguration moves in every round. */
static const char moved_for_ever[] = "ullage,1,schedule\nname,odd\nresource,cpu,mem\nround,0\n"
                                     "cut-off,lost\nbilling,0,0\n"
                                     "type,a,g,0.8,6,7\nprice,a,386,0.3\ntype,b,g,0.7,7,4\n"
                                     "type,c,g,0.3,8,5\nstartup,c,0,30,0\n"
                                     "job,j0,121,3,x,203,free,1,2\nmoving,j0,3,5,0,1,4\n"
                                     "job,j1,363,2,x,281,free,0,2\nmoving,j1,3,5,2,1,4\n"
                                     "job,j2,241,1,y,81,free,1,1\njob,j3,132,1,y,214,free,1,1\n"
                                     "job,j4,161,1,,345,gang,1,3\nmoving,j4,0,0,0,1,0\n"
                                     "throughput,x,y,0.7\nthroughput,*,*,0.9\n";

/* Between two events the machine that a task was to go to is given back. */
static const char machine_given_back[] = "ullage,1,schedule\nname,odd\nresource,cpu,mem\nround,0\n"
                                         "cut-off,lost\nbilling,60,60\n"
                                         "type,a,g,0.4,7,6\nstartup,a,10,0,0\n"
                                         "type,b,g,0.2,8,6\nstartup,b,10,30,0\n"
                                         "supply,b,3,0,34329\n"
                                         "job,j0,192,3,y,7,free,2,2\nmoving,j0,0,0,0,1,4\n"
                                         "job,j1,194,1,y,91,gang,3,1\nmoving,j1,0,5,0,1,4\n"
                                         "job,j2,198,2,x,283,gang,0,2\njob,j3,181,1,x,393,free,2,1\n"
                                         "throughput,x,y,0.7\nthroughput,*,*,0.9\n";

/* The only transient machines are gone before the job has come. */
static const char nothing_left[] = "ullage,1,schedule\nname,odd\nresource,cpu\nround,60\n"
                                   "cut-off,lost\ntype,a,f,1,4\ntype,b,f,0.5,4\nsupply,b,1,0,50\n"
                                   "job,j,100,1,,100,free,2\n";

static ul_outcome outcome_of(const char *world, const char *method)
{
    ul_instance instance = parsed(world);
    const ul_run_options options = {.seed = 1, .methods = ul_methods};
    ul_run *run;
    cr_assert_eq(ul_run_new(ul_method_find(method), &instance, &options, &run), UL_OK, "%s",
                 ul_error_text());
    cr_assert_eq(ul_run_go(run), UL_OK, "%s", ul_error_text());
    const ul_outcome outcome = ul_run_result_of(run)->outcome;
    ul_run_free(run);
    ul_instance_free(&instance);
    return outcome;
}

Test(odd_worlds, who_moves_for_ever_is_rejected)
{
    cr_expect_eq(outcome_of(moved_for_ever, "eva-full-only"), UL_REJECTED);
}

Test(odd_worlds, a_machine_given_back_is_no_place_to_go)
{
    cr_expect_eq(outcome_of(machine_given_back, "eva-full-only"), UL_REJECTED);
}

Test(odd_worlds, who_waits_for_machines_that_never_come_is_rejected)
{
    cr_expect_eq(outcome_of(nothing_left, "transient-on-demand"), UL_REJECTED);
}

/* It calls every policy, and some take no such world. */
Test(odd_worlds, the_search_begins_from_the_policies_that_there_are)
{
    cr_expect_eq(outcome_of(moved_for_ever, "schedule-search"), UL_FEASIBLE);
    cr_expect_eq(outcome_of(machine_given_back, "schedule-search"), UL_FEASIBLE);
    cr_expect_eq(outcome_of(nothing_left, "schedule-search"), UL_FEASIBLE);
}

/* Whether it begins or ends comes up first is the policy's order of events. */
Test(odd_worlds, a_task_without_work_ends_as_it_begins)
{
    static const char world[] = "ullage,1,schedule\nname,odd\nresource,slot\ntype,s,s,1,1\n"
                                "job,a,0,1,,0,free,1\nmoving,a,0.001,0,0,0,0\n";
    static const char *const policies[] = {"sec", "stratus", "hotspot", "on-demand", "first-fit",
                                           "eva"};
    for (size_t q = 0; q < sizeof policies / sizeof *policies; q++)
        cr_expect_eq(outcome_of(world, policies[q]), UL_FEASIBLE, "%s", policies[q]);
}

/* As many tasks of one image on a machine as there are: each loads it or finds it there. */
Test(odd_worlds, the_search_notes_an_image_once)
{
    for (uint64_t seed = 1; seed <= 8; seed++) {
        ul_instance instance = generated("alibaba-jobs", 3, seed);
        ul_run *run = solved(&instance, "schedule-search", "");
        ul_run_free(run);
        ul_instance_free(&instance);
    }
}

/* The cheaper type is there until second 100, in the middle of the work. */
Test(odd_worlds, a_machine_that_is_taken_away_ends_in_a_sentence)
{
    static const char world[] = "ullage,1,schedule\nname,odd\nresource,cpu\nround,60\n"
                                "type,spot,a,1,1\ntype,od,a,3,1\nsupply,spot,1,0,100\n"
                                "job,j,0,1,,150,free,1\n";
    static const char *const policies[] = {"eva", "eva-rp", "eva-partial-only", "stratus-eva", "owl",
                                           "synergy"};
    for (size_t q = 0; q < sizeof policies / sizeof *policies; q++)
        cr_expect_eq(outcome_of(world, policies[q]), UL_REJECTED, "%s", policies[q]);
    cr_expect_eq(outcome_of(world, "schedule-search"), UL_FEASIBLE);
}

Test(odd_worlds, there_may_be_no_servers)
{
    ul_instance instance = parsed("ullage,1,schedule\nname,odd\nresource,cpu\ncutoff,10\n"
                                  "type,t,a,1,1\nsupply,t,0,0,10000000000\njob,j,0,1,,60,free,1\n");
    const ul_run_options options = {.seed = 1, .methods = ul_methods};
    ul_run *run;
    cr_assert_eq(ul_run_new(ul_method_find("sparrow"), &instance, &options, &run), UL_OK);
    cr_expect_eq(ul_run_go(run), UL_E_INPUT);
    cr_expect_not_null(strstr(ul_error_text(), "there are no servers"), "%s", ul_error_text());
    ul_run_free(run);
    ul_instance_free(&instance);
}

/* One task has its image at once, the other would build it for ten seconds: where they
 * share a machine the second finds it there, unless they came together. */
Test(odd_worlds, an_image_is_there_whoever_brought_it)
{
    static const char world[] = "ullage,1,schedule\nname,odd\nresource,cpu\ntype,t,a,1,8\n"
                                "job,b,0,1,,60,free,1\nmoving,b,0,0,0,0,0,im\n"
                                "job,a,%d,1,,60,free,1\nmoving,a,0,10,0,0,0,im\n";
    static const char *const policies[] = {"first-fit", "stratus", "fleet", "eva", "synergy", "sec",
                                           "owl"};
    for (int at_s = 0; at_s <= 10; at_s += 10)
        for (size_t q = 0; q < sizeof policies / sizeof *policies; q++) {
            char text[300];
            snprintf(text, sizeof text, world, at_s);
            cr_expect_eq(outcome_of(text, policies[q]), UL_FEASIBLE, "%s", policies[q]);
        }
}
