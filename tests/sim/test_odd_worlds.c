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

static bool is_refused(const char *world, const char *method, const char *set, const char *why)
{
    ul_instance instance = parsed(world);
    const ul_run_options options = {.seed = 1, .methods = ul_methods, .set = &set,
                                    .n_set = set != NULL};
    ul_run *run;
    cr_assert_eq(ul_run_new(ul_method_find(method), &instance, &options, &run), UL_OK);
    const bool refused = ul_run_go(run) == UL_E_INPUT && strstr(ul_error_text(), why) != NULL;
    ul_run_free(run);
    ul_instance_free(&instance);
    return refused;
}

/* The second job fits only the type of which there are few. */
Test(odd_worlds, the_search_takes_no_task_that_needs_a_limited_type)
{
    static const char world[] = "ullage,1,schedule\nname,odd\nresource,cpu\ntype,a,f,1,4\n"
                                "supply,a,3,0,100\ntype,b,f,1,2\n"
                                "job,j0,0,1,,10,free,2\njob,j1,0,1,,10,free,4\n";
    cr_expect(is_refused(world, "schedule-search", "start=floor", "without a limited supply"));
    cr_expect_eq(outcome_of(world, "schedule-search"), UL_FEASIBLE);
}

/* Looked at once a second it would be done after one; it is moved before that, and again. */
Test(odd_worlds, iterations_that_are_done_are_seen_when_a_task_goes_on)
{
    static const char world[] = "ullage,1,schedule\nname,odd\nresource,cpu\nround,0\n"
                                "type,a,f,0,4\nsupply,a,1,0.5,2.5\ntype,b,f,1.8,4\n"
                                "startup,b,0.5,0,0.5\nprice,b,0.5,1000000\nprice,b,1,2\n"
                                "type,c,f,0,1\nstartup,c,0.5,0.5,0\n"
                                "job,j0,0,1,,1.5,free,1.333333\niterations,j0,2.25,1.5\n";
    static const char *const policies[] = {"hotspot", "supercloud"};
    for (size_t q = 0; q < 2; q++)
        cr_expect_eq(outcome_of(world, policies[q]), UL_FEASIBLE, "%s", policies[q]);
}

/* The machine is taken away while the task works, before its state is uploaded. */
Test(odd_worlds, what_is_cut_off_without_an_upload_is_lost)
{
    static const char world[] = "ullage,1,schedule\nname,odd\nresource,cpu\nround,10\n"
                                "type,a,f,0,4\nsupply,a,1,0,50\ntype,b,f,1,4\n"
                                "job,j,0,1,,100,free,1\nmoving,j,0,0,0,1,5\n";
    static const char *const policies[] = {"stratus", "fleet", "hotspot", "supercloud"};
    for (size_t q = 0; q < 4; q++)
        cr_expect_eq(outcome_of(world, policies[q]), UL_FEASIBLE, "%s", policies[q]);
}

/* Both tasks are without work and told to move in the second in which they have loaded. */
Test(odd_worlds, who_has_loaded_leaves_the_image_even_if_he_goes_at_once)
{
    static const char world[] = "ullage,1,schedule\nname,odd\nresource,cpu\nround,0.5\n"
                                "billing,1,0\ntype,a,f,2.52,2\nstartup,a,0,0,1\n"
                                "job,j0,0,1,w1,0,free,1.000001\nmoving,j0,0.5,0,0,0,0\n"
                                "job,j1,0,2,w0,0,free,0.666666\n"
                                "moving,j1,0.5,0.5,0.5,0,0,im\n"
                                "throughput,w0,w1,0.8\nthroughput,w1,w0,0.8\n";
    cr_expect_eq(outcome_of(world, "eva-full-only"), UL_FEASIBLE);
}

Test(odd_worlds, servers_are_single_slots_that_stay)
{
    static const char world[] = "ullage,1,schedule\nname,odd\nresource,cpu\n%scutoff,10\n"
                                "type,t,a,1,1\nsupply,t,2,0,%s\n%sjob,j,0,3,,60,free,%d\n";
    char text[300];
    snprintf(text, sizeof text, world, "", "100", "", 1);
    cr_expect(is_refused(text, "sparrow", NULL, "gone before all tasks are done"));
    snprintf(text, sizeof text, world, "", "1000", "service,t,1,0,1000\n", 1);
    cr_expect(is_refused(text, "sparrow", NULL, "no fixed number of servers"));
    snprintf(text, sizeof text, world, "stretch,cpu\n", "1000", "", 2);
    cr_expect(is_refused(text, "sparrow", NULL, "stretches tasks"));
    snprintf(text, sizeof text, world, "", "1000", "", 1);
    cr_expect_eq(outcome_of(text, "sparrow"), UL_FEASIBLE);
}
