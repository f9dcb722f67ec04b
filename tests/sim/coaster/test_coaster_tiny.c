/* Eagle and CloudCoaster on clusters of a few workers, second by second; worked out by
 * hand. What is drawn makes no difference here: every worker that may get a probe of
 * twenty does. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <unistd.h>

#include "solving.h"
#include "timeline.h"

/* The trace, imported; `set` is "name=value name=value". */
static ul_instance traced(const char *text, const char *set)
{
    char path[] = "/tmp/ullage-coaster-XXXXXX", words[200], remark[200];
    const char *list[8], *const input[] = {path};
    size_t n = 0;
    ul_instance instance;
    const int file = mkstemp(path);
    cr_assert(file >= 0 && write(file, text, strlen(text)) == (ssize_t)strlen(text));
    close(file);
    snprintf(words, sizeof words, "%s", set);
    for (char *save, *word = strtok_r(words, " ", &save); word != NULL && n < 8;
         word = strtok_r(NULL, " ", &save))
        list[n++] = word;
    const ul_source_options options = {.input = input, .n_inputs = 1, .set = list, .n_set = n,
                                       .to_s = HUGE_VAL};
    cr_assert_eq(ul_source_make(ul_importer_find("eagle"), &options, remark, sizeof remark,
                                &instance), UL_OK, "%s", ul_error_text());
    unlink(path);
    return instance;
}

/* One launch: job and task count from 0. */
typedef struct {
    double from_s;
    uint32_t job, task, machine;
    double to_s;
} launch;
#define ANY UINT32_MAX

static void expect_launches(const ul_run *run, const launch *want, size_t n)
{
    const ul_schedule_plan *plan = ul_run_result_of(run)->plan;
    cr_assert_eq(plan->n_stays, n);
    for (size_t s = 0; s < n; s++) {
        const ul_timeline_stay *stay = &plan->stay[s];
        const uint32_t j = plan->in->task[stay->task].job;
        cr_expect_float_eq(ul_micro_double(stay->from_s), want[s].from_s, 1e-9, "launch %zu: %f", s,
                           ul_micro_double(stay->from_s));
        cr_expect_float_eq(ul_micro_double(stay->to_s), want[s].to_s, 1e-9, "launch %zu: %f", s,
                           ul_micro_double(stay->to_s));
        cr_expect_eq(j, want[s].job, "launch %zu", s);
        cr_expect_eq(stay->task - plan->in->job[j].first_task, want[s].task, "launch %zu", s);
        cr_expect(want[s].machine == ANY || stay->machine == want[s].machine, "launch %zu", s);
    }
}

static void expect(const char *trace, const char *world, const char *method, const char *set,
                   const launch *want, size_t n)
{
    ul_instance instance = traced(trace, world);
    ul_run *run = solved(&instance, method, set);
    expect_launches(run, want, n);
    ul_run_free(run);
    ul_instance_free(&instance);
}

Test(coaster_tiny, a_served_probe_goes_on_with_its_job)
{
    static const launch want[] = {{10.0005, 0, 0, ANY, 20.0015}, {10.0005, 0, 1, ANY, 30.0015},
                                  {20.0015, 0, 2, ANY, 50.0025}};
    expect("10 3 20 10 20 30\n", "workers=2", "eagle", "general=50", want, 3);
}

Test(coaster_tiny, a_worker_with_a_long_task_refuses)
{
    static const launch want[] = {{0.5005, 0, 0, 1, 100.5015}, {1.5005, 1, 0, 0, 6.5015}};
    expect("0.5 1 100 100\n1.5 1 5 5\n", "workers=2", "eagle", "general=50", want, 2);
}

Test(coaster_tiny, the_job_with_the_least_left_overtakes)
{
    static const launch want[] = {{0.5005, 0, 0, 0, 10.5015}, {10.5015, 2, 0, 0, 18.5025},
                                  {18.5025, 1, 0, 0, 38.5035}, {38.5035, 1, 1, 0, 58.5045}};
    expect("0.5 1 10 10\n1 2 20 20 20\n2 1 8 8\n", "workers=1", "eagle", "general=100", want, 4);
}

/* Nobody is for short jobs alone, and all that is known is that everybody has a long task:
 * there is nobody to draw, and the job waits behind one of them. */
Test(coaster_tiny, where_all_refuse_it_waits)
{
    char trace[1000] = "0.5 70 200";
    for (int q = 0; q < 70; q++)
        strcat(trace, " 200");
    strcat(trace, "\n1 1 5 5\n");
    ul_instance instance = traced(trace, "workers=70");
    ul_run *run = solved(&instance, "eagle", "general=100");
    const ul_schedule_plan *plan = ul_run_result_of(run)->plan;
    cr_expect_eq(plan->stay[70].from_s, 200501500);
    ul_run_free(run);
    ul_instance_free(&instance);
}

/* A probe of 1 s lets others pass for 5 s: the second of 4 s each would be too much. */
Test(coaster_tiny, nobody_is_passed_by_for_ever)
{
    static const launch want[] = {{0.5005, 0, 0, 0, 10.5015}, {10.5015, 2, 0, 0, 14.5025},
                                  {14.5025, 1, 0, 0, 15.5035}};
    ul_instance instance = traced("0.5 1 10 10\n1 8 1 1 1 1 1 1 1 1 1\n2 1 4 4\n3 1 4 4\n",
                                  "workers=1");
    ul_run *run = solved(&instance, "eagle", "general=100");
    const ul_schedule_plan *plan = ul_run_result_of(run)->plan;
    cr_assert_eq(plan->n_stays, 11);
    for (size_t s = 0; s < 3; s++) {
        cr_expect_float_eq(ul_micro_double(plan->stay[s].from_s), want[s].from_s, 1e-9);
        cr_expect_eq(plan->in->task[plan->stay[s].task].job, want[s].job, "launch %zu", s);
    }
    ul_run_free(run);
    ul_instance_free(&instance);
}

/* Hawk's queue is in order, and a probe is spent when it is served: the second task of
 * the second job is asked for by its second probe, after the third job's were not
 * there yet. */
Test(coaster_tiny, hawk_serves_in_order)
{
    static const launch want[] = {{0.5005, 0, 0, 0, 10.5015}, {10.5025, 1, 0, 0, 30.5035},
                                  {30.5035, 1, 1, 0, 50.5045}, {50.5065, 2, 0, 0, 58.5075}};
    expect("0.5 1 10 10\n1 2 20 20 20\n2 1 8 8\n", "workers=1", "hawk", "general=100", want, 4);
    expect("0.5 1 10 10\n1 2 20 20 20\n2 1 8 8\n", "workers=1", "sparrow", "", want, 4);
}

/* The long task leaves its worker with a short job's probes behind it; the other worker,
 * done at second 8.5, takes them over. Sparrow's waits. */
Test(coaster_tiny, hawk_steals_what_waits_behind_a_long_task)
{
    const char *trace = "0.5 1 7 7\n1 2 200 200 200\n2 20 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3\n";
    ul_instance instance = traced(trace, "workers=2");
    ul_run *run = solved(&instance, "hawk", "general=50");
    const ul_schedule_plan *plan = ul_run_result_of(run)->plan;
    for (size_t s = 0; s < plan->n_stays; s++) {
        const ul_timeline_stay *stay = &plan->stay[s];
        if (plan->in->task[stay->task].job == 2)
            cr_expect(stay->machine == 0 && ul_micro_double(stay->to_s) < 100, "task %u", stay->task);
    }
    ul_run_free(run);
    ul_instance_free(&instance);
}

/* ---- CloudCoaster: eleven workers, two for short jobs, of which one is kept ---- */

#define RESIZED "general=80 p=0.5 r=4 L=0.5"

static size_t count_transient(const ul_schedule_plan *plan, double *ready_s, double *life_s)
{
    size_t n = 0;
    for (size_t m = 0; m < plan->n_machines; m++) {
        const ul_timeline_machine *machine = &plan->machine[m];
        if (machine->type != 1)
            continue;
        n++;
        *ready_s = ul_micro_double(machine->ready_s);
        *life_s = ul_micro_double(machine->released_s - machine->ready_s);
    }
    return n;
}

Test(coaster_tiny, transient_workers_come_and_go)
{
    ul_instance instance = traced("0.5 9 200 200 200 200 200 200 200 200 200 200\n", "workers=11");
    ul_run *run = solved(&instance, "cloudcoaster", RESIZED);
    const ul_schedule_plan *plan = ul_run_result_of(run)->plan;
    cr_assert_eq(plan->n_machines, 14);
    for (size_t m = 10; m < 14; m++) {
        const ul_timeline_machine *machine = &plan->machine[m];
        cr_expect_eq(machine->ordered_s, 500000);
        cr_expect_eq(machine->ready_s, 120500000);
        cr_expect_eq(machine->released_s, 200501500);
    }
    /* ten workers at a dollar an hour, four transient ones at a third of it */
    const double paid = 10 * 200.0015 / 3600 + 4 * 80.0015 * 0.333333 / 3600;
    cr_expect_float_eq(ul_cost_double(ul_run_result_of(run)->cost), paid, 1e-9);
    ul_run_free(run);
    ul_instance_free(&instance);
}

Test(coaster_tiny, what_is_not_ready_is_cancelled_and_costs_nothing)
{
    ul_instance instance = traced("0.5 9 100 100 100 100 100 100 100 100 100 100\n", "workers=11");
    ul_run *run = solved(&instance, "cloudcoaster", RESIZED);
    const ul_schedule_plan *plan = ul_run_result_of(run)->plan;
    double ready_s, life_s;
    cr_assert_eq(count_transient(plan, &ready_s, &life_s), 4);
    for (size_t m = 10; m < 14; m++)
        cr_expect_eq(plan->machine[m].released_s, 100501500);
    cr_expect_float_eq(ul_cost_double(ul_run_result_of(run)->cost), 10 * 100.0015 / 3600, 1e-9);
    ul_run_free(run);
    ul_instance_free(&instance);
}

/* One long task fills the only general worker; the short job of a thousand seconds runs
 * where it may, and is cut off there now and then, yet every task ends. */
Test(coaster_tiny, what_is_revoked_begins_again)
{
    char trace[4000] = "0.5 9 2000 2000 2000 2000 2000 2000 2000 2000 2000 2000\n200 60 50";
    for (int q = 0; q < 60; q++)
        strcat(trace, " 50");
    strcat(trace, "\n");
    ul_instance instance = traced(trace, "workers=11");
    ul_run *run = solved(&instance, "cloudcoaster", RESIZED " revocations=30");
    const double *restarts = ul_measures_find(&ul_run_result_of(run)->measures, "restarts");
    cr_assert(restarts != NULL && *restarts > 0);
    ul_run_free(run);
    run = solved(&instance, "cloudcoaster", RESIZED);
    cr_assert_null(ul_measures_find(&ul_run_result_of(run)->measures, "restarts"));
    ul_run_free(run);
    ul_instance_free(&instance);
}

Test(coaster_tiny, worlds_of_others_are_refused_with_a_reason)
{
    static const struct {
        const char *text, *says;
    } world[] = {
        {"ullage,1,schedule\nname,w\nresource,cpu\ntype,a,f,1,4\njob,j,0,1,,5,free,1\n",
         "has no fixed number of servers"},
        {"ullage,1,schedule\nname,w\nresource,cpu\ntype,a,f,1,4\nsupply,a,3,0,100\n"
         "job,j,0,2,,5,gang,1\n", "has gangs"},
        {"ullage,1,schedule\nname,w\nresource,cpu\ntype,a,f,1,4\nsupply,a,3,0,100\n"
         "job,j,0,2,,5,free,1\n", "has no transient machines"},
    };
    const ul_run_options options = {.seed = 1, .methods = ul_methods};
    for (size_t q = 0; q < sizeof world / sizeof *world; q++) {
        ul_instance instance = parsed(world[q].text);
        ul_run *run;
        cr_assert_eq(ul_run_new(ul_method_find("cloudcoaster"), &instance, &options, &run), UL_OK);
        cr_assert_eq(ul_run_go(run), UL_E_INPUT);
        cr_assert(strstr(ul_error_text(), world[q].says) != NULL, "%s", ul_error_text());
        ul_run_free(run);
        ul_instance_free(&instance);
    }
}
