/* Policies that place once and for all: who goes where, by hand. Machines hold 10. */
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
