/* Policies that place once and for all: who goes where, by hand. Machines hold 10. */
#include "oracle.h"
#include "solving.h"
#include "timeline.h"

#define WORLD                  \
    "ullage,1,schedule\n"      \
    "name,placing\n"           \
    "resource,cpu\n"           \
    "round,0\n"                \
    "billing,0,0\n"            \
    "type,m,m,3600,10\n"

/* The machines of the tasks, in order of arrival. */
static void expect(const char *method, const char *set, const char *jobs, const char *want)
{
    char text[2000], got[200] = "";
    snprintf(text, sizeof text, WORLD "%s", jobs);
    ul_instance instance = parsed(text);
    ul_run *run = solved(&instance, method, set);
    const ul_schedule_plan *plan = ul_run_result_of(run)->plan;
    for (uint32_t i = 0; i < plan->in->n_tasks; i++)
        for (size_t s = 0; s < plan->n_stays; s++)
            if (plan->stay[s].task == i)
                snprintf(got + strlen(got), sizeof got - strlen(got), "%u", plan->stay[s].machine);
    cr_expect_str_eq(got, want, "%s %s: %s instead of %s", method, set, got, want);
    ul_run_free(run);
    ul_instance_free(&instance);
}

/* a and b fill machines to 6 and 7, c to 8; d, of 2, fits on all three. */
static const char *four = "job,a,0,1,,100,free,6\njob,b,1,1,,50,free,7\njob,c,2,1,,9,free,8\n"
                          "job,d,3,1,,20,free,2\n";

Test(placing, by_room)
{
    expect("first-fit", "", four, "0120");
    expect("best-fit", "", four, "0122");
    expect("worst-fit", "", four, "0120");
    expect("last-fit", "", four, "0122");
    expect("next-fit", "", four, "0122");
    expect("move-to-front", "", four, "0122");
}

/* Next fit does not go back; move to front does, to the one that took a task last; and a
 * machine that is empty is gone. */
Test(placing, the_last_and_the_latest)
{
    static const char *jobs = "job,a,0,1,,100,free,6\njob,b,1,1,,100,free,7\njob,c,2,1,,10,free,4\n"
                              "job,d,20,1,,10,free,3\njob,e,40,1,,10,free,9\n";
    expect("first-fit", "", jobs, "01002");
    expect("last-fit", "", jobs, "01012");
    expect("next-fit", "", jobs, "01234");
    expect("move-to-front", "", jobs, "01002");
}

Test(placing, by_size)
{
    static const char *jobs = "job,a,0,1,,100,free,1\njob,b,1,1,,100,free,2\njob,c,2,1,,100,free,1\n"
                              "job,d,3,1,,100,free,5\n";
    expect("hybrid-size", "", jobs, "0101");
    expect("hybrid-size", "parts=2", jobs, "0001");
}

Test(placing, by_lifetime)
{
    /* d leaves at 23: a closes at 100, b at 51, c at 11 */
    expect("lifetime-greedy", "", four, "0121"); /* neither a nor b grows; b is fuller */
    expect("la-binary", "", four, "0121");
    expect("nilas", "", four, "0121");
    expect("lifetime-align", "", four, "0122"); /* 12 from c, 28 from b */
    expect("duration", "", four, "0123");        /* 64..128, 32..64, 8..16, 16..32 */
    expect("duration", "base=10", four, "0121"); /* 100 and more; 10..100; below 10 */
    expect("departure", "period=60", four, "0121"); /* the second minute, the first, the first */
}

/* Who knows all of them begins with the longest: d, longer than c, fills b up, and c comes last. A
 * machine that would be empty for a while is two. */
Test(placing, the_longest_first)
{
    expect("longest-first", "", four, "0121");
    expect("longest-first", "", "job,a,0,1,,10,free,6\njob,b,20,1,,9,free,6\njob,c,25,1,,8,free,4\n"
                                "job,d,40,1,,0,free,1\n", "0112");
}

/* Of those who stay for days b and c leave together and share the first machine; by length c, the
 * second, would join a. */
Test(placing, who_stays_for_days_goes_by_its_end)
{
    expect("longest-first", "", "job,a,0,1,,360000,free,5\njob,b,216000,1,,324000,free,5\n"
                                "job,c,198000,1,,342000,free,5\n", "100");
}

/* Of 300 virtual machines the search leaves hosts closed that the longest first keeps open, and
 * trials are what does it. */
Test(placing, the_search_is_cheaper_than_the_longest_first)
{
    char remark[200];
    ul_instance instance;
    const ul_source_options options = {.tasks = 300, .seed = 1, .to_s = HUGE_VAL};
    cr_assert_eq(ul_source_make(ul_generator_find("vms"), &options, remark, sizeof remark, &instance),
                 UL_OK, "%s", ul_error_text());
    ul_run *first = solved(&instance, "longest-first", ""),
           *none = solved(&instance, "placement-search", "trials=0"),
           *some = solved(&instance, "placement-search", "trials=5"),
           *again = solved(&instance, "placement-search", "trials=5");
    const ul_cost found = ul_run_result_of(some)->cost;
    cr_expect_lt(found, ul_run_result_of(first)->cost);
    cr_expect_lt(found, ul_run_result_of(none)->cost);
    cr_expect_eq(found, ul_run_result_of(again)->cost);
    ul_run_free(first);
    ul_run_free(none);
    ul_run_free(some);
    ul_run_free(again);
    ul_instance_free(&instance);
}

Test(placing, the_longest_first_needs_machines_that_are_there_at_once)
{
    ul_instance instance = parsed(WORLD "startup,m,0,10,0\njob,a,0,1,,100,free,6\n");
    ul_run *run;
    cr_assert_eq(ul_run_new(ul_method_find("longest-first"), &instance, &(ul_run_options){0}, &run),
                 UL_OK);
    cr_expect_eq(ul_run_go(run), UL_E_INPUT);
    cr_expect_not_null(strstr(ul_error_text(), "machines take time to come"), "%s", ul_error_text());
    ul_run_free(run);
    ul_instance_free(&instance);
}

/* A kind is a power of two of run times and a stretch of that length: b, of the kind of a,
 * makes the two more than half a machine over the root of 7, so that it gets a machine for the
 * kind, and c joins it; d is of another kind. */
Test(placing, kinds_that_are_many_get_machines_of_their_own)
{
    expect("azar-vainstein", "", "job,a,0,1,,100,free,1\njob,b,1,1,,90,free,1\njob,c,2,1,,80,free,1\n"
                                 "job,d,3,1,,10,free,1\n", "0110");
}

/* a fills its machine, which recycles then: c, of less than an hour, joins it when b has left,
 * and not d, which is open and of its class; and e, of a's class, gets a machine. */
Test(placing, short_tasks_fill_up_machines_of_long_ones)
{
    expect("lava", "", "job,a,0,1,,50000,free,6\njob,b,0,1,,100,free,3\njob,d,50,1,,300,free,5\n"
                       "job,c,200,1,,60,free,3\njob,e,201,1,,40000,free,6\n", "00102");
}

/* Five tasks of 100 seconds are of one class; as they are predicted they are not. */
Test(placing, predictions_are_others_than_the_truth_and_the_same_again)
{
    static const char *jobs = "job,a,0,1,,100,free,1\njob,b,0,1,,100,free,1\njob,c,0,1,,100,free,1\n"
                              "job,d,0,1,,100,free,1\njob,e,0,1,,100,free,1\n";
    char text[1000];
    snprintf(text, sizeof text, WORLD "%s", jobs);
    ul_instance instance = parsed(text);
    ul_run *truth = solved(&instance, "duration", ""), *one = solved(&instance, "duration", "predict=1"),
           *again = solved(&instance, "duration", "predict=1");
    const ul_schedule_plan *a = ul_run_result_of(one)->plan, *b = ul_run_result_of(again)->plan;
    cr_assert_eq(((const ul_schedule_plan *)ul_run_result_of(truth)->plan)->n_machines, 1);
    cr_assert_gt(a->n_machines, 1);
    cr_assert_eq(a->n_machines, b->n_machines);
    ul_run_free(truth);
    ul_run_free(one);
    ul_run_free(again);
    ul_instance_free(&instance);
}

/* Predictions that may not be off are the truth. */
Test(placing, how_far_predictions_are_off_is_a_parameter)
{
    expect("duration", "predict=1 off=0", four, "0123");
    expect("lifetime-align", "predict=1 off=0", four, "0122");
}

/* ---- the pool of hosts ---- */

static double measured(const char *jobs, const char *name)
{
    char text[1000];
    snprintf(text, sizeof text, WORLD "%s", jobs);
    ul_instance instance = parsed(text);
    ul_run *run = solved(&instance, "first-fit", "");
    const double *found = ul_measures_find(&ul_run_result_of(run)->measures, name);
    const double value = found == NULL ? NAN : *found;
    ul_run_free(run);
    ul_instance_free(&instance);
    return value;
}

/* Two machines for 100 and 50 seconds, with 4 free each. */
static const char *two = "job,a,0,1,,100,free,6\njob,b,0,1,,50,free,6\n";

Test(placing, hosts_that_are_not_open_are_empty)
{
    char pool[200];
    cr_expect_float_eq(measured(two, "peak_machines"), 2, 1e-9);
    cr_expect_float_eq(measured(two, "empty_hosts"), 0.25, 1e-9);
    snprintf(pool, sizeof pool, "supply,m,3,0,1000\n%s", two);
    cr_expect_float_eq(measured(pool, "empty_hosts"), 0.5, 1e-9, "of three that there are");
}

Test(placing, what_no_task_of_the_workload_can_use_is_stranded)
{
    cr_expect_float_eq(measured(two, "stranded_cpu"), 0.4, 1e-9);
    cr_expect_float_eq(measured("job,a,0,1,,100,free,6\njob,b,0,1,,100,free,3\n", "stranded_cpu"), 0.1,
                       1e-9, "nobody is as small as what is left");
    cr_expect_float_eq(measured("job,a,0,1,,100,free,6\njob,b,0,1,,100,free,2\n", "stranded_cpu"), 0,
                       1e-9, "one like b fills it");
    cr_expect_float_eq(measured("job,a,0,1,,100,free,6\njob,b,0,1,,0,free,0\n", "stranded_cpu"), 0.4,
                       1e-9, "who takes nothing fills nothing");
}

/* Where somebody waits for a machine there is no pool. */
Test(placing, a_pool_is_measured_where_nobody_waits)
{
    cr_expect(isnan(measured("startup,m,0,10,0\njob,a,0,1,,100,free,6\n", "empty_hosts")));
}

/* ---- Huawei's month, where it is at hand ---- */

static const struct {
    const char *policy, *method, *set;
} mapped[] = {
    {"first-fit", "first-fit", ""}, {"last-fit", "last-fit", ""}, {"best-fit", "best-fit", ""},
    {"worst-fit", "worst-fit", ""}, {"next-fit", "next-fit", ""},
    {"move-to-front", "move-to-front", ""}, {"hybrid-size-8", "hybrid-size", "parts=8"},
#define TOLD(policy, method, set)                                                          \
    {policy, method, set}, {policy "-predicted", method, set " predict=1"}
    TOLD("duration-2", "duration", "base=2"), TOLD("duration-10", "duration", "base=10"),
    TOLD("departure-day", "departure", ""), TOLD("azar-vainstein", "azar-vainstein", ""),
    TOLD("greedy", "lifetime-greedy", ""), TOLD("align", "lifetime-align", ""),
    TOLD("la-binary", "la-binary", ""), TOLD("nilas", "nilas", ""), TOLD("lava", "lava", ""),
};

static void expect_measure(const ul_run *run, const char *name, const ul_json *policy,
                           const char *theirs, const char *who)
{
    const double *ours = ul_measures_find(&ul_run_result_of(run)->measures, name);
    cr_assert_not_null(ours);
    cr_expect_float_eq(*ours, number(ul_json_member(policy, theirs)), 1e-9, "%s: %s %g", who, name,
                       *ours);
}

static void expect_outcomes(const char *file, const ul_json *outcome)
{
    char path[ORACLE_PATH], count[40], cpu[40], mem[40], remark[200];
    const char *input = shared_trace(path, file), *set[] = {count, cpu, mem};
    const ul_source_options options = {.to_s = HUGE_VAL, .input = &input, .n_inputs = 1, .set = set,
                                       .n_set = 3};
    ul_instance instance;
    snprintf(count, sizeof count, "count=%.0f", number(ul_json_member(outcome, "count")));
    snprintf(cpu, sizeof cpu, "cpu=%.0f", number(ul_json_member(outcome, "cpu")));
    snprintf(mem, sizeof mem, "mem=%.0f", number(ul_json_member(outcome, "mem")));
    cr_assert_eq(ul_source_make(ul_importer_find("huawei-vms"), &options, remark, sizeof remark,
                                &instance), UL_OK, "%s", ul_error_text());
    for (size_t q = 0; q < sizeof mapped / sizeof *mapped; q++) {
        const ul_json *policy = ul_json_member(ul_json_member(outcome, "policies"), mapped[q].policy);
        ul_run *run = solved(&instance, mapped[q].method, mapped[q].set);
        const double machine_s = 3600 * ul_cost_double(ul_run_result_of(run)->cost);
        cr_expect_float_eq(machine_s, number(ul_json_member(policy, "machine_s")), 1e-3,
                           "%s of %s: %f", mapped[q].policy, count, machine_s);
        expect_measure(run, "machines", policy, "opened", mapped[q].policy);
        expect_measure(run, "peak_machines", policy, "peak", mapped[q].policy);
        ul_run_free(run);
    }
    ul_instance_free(&instance);
}

Test(placing, twelve_machines_as_the_reference_places_them)
{
    ul_json *outcome = shared_outcomes("huawei/tiny.json");
    expect_outcomes("huawei/tiny.csv", outcome);
    ul_json_free(outcome);
}

/* The first 5,000, and the first 20,000 where no sanitizer makes that long; all 116,313 agree too,
 * and take 15 seconds. */
Test(placing, the_first_of_the_month_as_the_reference_places_them)
{
#ifdef __SANITIZE_ADDRESS__
    const size_t windows = 1;
#else
    const size_t windows = 2;
#endif
    ul_json *outcomes = shared_outcomes("huawei/oracle.json");
    for (size_t q = 0; q < windows; q++)
        expect_outcomes("huawei/Huawei-East-1-lt.csv.gz", ul_json_element(outcomes, q));
    ul_json_free(outcomes);
}
