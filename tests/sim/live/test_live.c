/* Policies from outside, as functions: what they are told, what they may order, and that
 * they know no more than they say. */
#include "live.h"

#include <math.h>
#include <time.h>

#include "solving.h"
#include "timeline.h"

#define WORLD                                        \
    "ullage,1,schedule\n"                            \
    "name,small\n"                                   \
    "resource,cpu\n"                                 \
    "round,0\n"                                      \
    "type,small,f,1,4\n"                             \
    "type,large,f,3,16\n"                            \
    "startup,small,0,100,0\n"                        \
    "startup,large,0,100,0\n"

static ul_live_policy tried;
static void *tried_context;

static ul_status tried_schedule(const ul_schedule *in, ul_run *run)
{
    return ul_live_run(in, run, &tried, tried_context);
}

static ul_run *lived(const ul_instance *instance, ul_live_policy policy, void *context)
{
    static const ul_method method = {.name = "tried", .schedule = tried_schedule};
    const ul_run_options options = {.seed = 1, .time_limit_s = 60};
    ul_run *run;
    tried = policy;
    tried_context = context;
    cr_assert_eq(ul_run_new(&method, instance, &options, &run), UL_OK);
    cr_assert_eq(ul_run_go(run), UL_OK, "%s", ul_error_text());
    return run;
}

/* ---- first fit, as a function of somebody else's ---- */

static uint32_t cheapest(ul_live *live, uint32_t task)
{
    ul_live_type type, best = {0};
    uint32_t found = UL_LIVE_NONE;
    for (uint32_t k = 0; ul_live_type_of(live, k, &type); k++) {
        bool fits = true;
        for (size_t r = 0; r < ul_live_world_of(live).n_resources; r++)
            fits = fits && ul_live_demand(live, task, k)[r] <= type.capacity[r];
        if (fits && (found == UL_LIVE_NONE || type.price < best.price)) {
            found = k;
            best = type;
        }
    }
    return found;
}

static void place(ul_live *live, uint32_t task)
{
    uint32_t m = ul_live_next_machine(live, UL_LIVE_NONE);
    while (m != UL_LIVE_NONE
           && (!ul_live_machine_of(live, m)->is_up || !ul_live_fits(live, task, m)))
        m = ul_live_next_machine(live, m);
    if (m == UL_LIVE_NONE)
        cr_assert_null(ul_live_rent(live, cheapest(live, task), 1, &m));
    cr_assert_null(ul_live_put(live, task, m));
}

static ul_status fit_first(void *context, ul_live *live, const ul_live_event *event, size_t n)
{
    (void)context;
    for (size_t q = 0; q < n; q++) {
        for (uint32_t i = 0; event[q].kind == UL_LIVE_ARRIVED && i < event[q].count; i++)
            place(live, event[q].task + i);
        if (event[q].kind == UL_LIVE_ENDED && ul_live_machine_of(live, event[q].machine)->n_on == 0)
            cr_assert_null(ul_live_release(live, event[q].machine));
    }
    return UL_OK;
}

static ul_status at_every_event(void *context, ul_live *live)
{
    (void)context;
    cr_assert_null(ul_live_every(live, 0));
    return UL_OK;
}

static void expect_same(const ul_instance *instance, ul_live_policy policy, const char *method)
{
    ul_run *ours = solved(instance, method, ""), *theirs = lived(instance, policy, NULL);
    const ul_schedule_plan *a = ul_run_result_of(ours)->plan, *b = ul_run_result_of(theirs)->plan;
    cr_assert_not_null(b, "%s", ul_run_result_of(theirs)->note);
    cr_assert_eq(a->n_machines, b->n_machines);
    cr_assert_eq(a->n_stays, b->n_stays);
    for (size_t m = 0; m < a->n_machines; m++)
        cr_assert(a->machine[m].type == b->machine[m].type
                  && a->machine[m].ordered_s == b->machine[m].ordered_s
                  && a->machine[m].released_s == b->machine[m].released_s);
    for (size_t s = 0; s < a->n_stays; s++)
        cr_assert(a->stay[s].task == b->stay[s].task && a->stay[s].machine == b->stay[s].machine
                  && a->stay[s].from_s == b->stay[s].from_s && a->stay[s].to_s == b->stay[s].to_s);
    ul_run_free(ours);
    ul_run_free(theirs);
}

Test(live, first_fit_from_outside_is_first_fit)
{
    ul_instance instance = generated("eva-jobs", 120, 3);
    expect_same(&instance, (ul_live_policy){at_every_event, fit_first}, "first-fit");
    ul_instance_free(&instance);
}

/* ---- orders, one after the other ---- */

typedef struct {
    int asked;
    uint32_t m[3];
    double left_s;
    bool was_gone;
} story;

#define EXPECT_WHY(answer, sentence)                                         \
    do {                                                                     \
        const char *why_ = (answer);                                         \
        cr_assert(why_ != NULL && strstr(why_, sentence) != NULL, "%s", why_); \
    } while (0)

static ul_status order_nonsense(void *context, ul_live *live, const ul_live_event *event, size_t n)
{
    story *s = context;
    ul_live_task facts;
    (void)event;
    (void)n;
    if (s->asked++ == 1) /* it is up, and its room is taken by the task itself */
        EXPECT_WHY(ul_live_put(live, 0, s->m[0]), "has a place on machine 0; move it");
    if (s->asked > 1)
        return UL_OK;
    cr_assert(!ul_live_task_of(live, 1, &facts), "a task of the future");
    cr_assert(!ul_live_task_of(live, 77, &facts) && ul_live_machine_of(live, 5) == NULL);
    cr_assert_null(ul_live_demand(live, 0, 9));
    EXPECT_WHY(ul_live_rent(live, 9, 1, s->m), "there are 2 types");
    EXPECT_WHY(ul_live_rent(live, 0, 0, s->m), "0 machines");
    EXPECT_WHY(ul_live_rent(live, 0, 2, s->m), "2 machines of type 'small' are ordered, 0 exist and 1 may");
    EXPECT_WHY(ul_live_put(live, 0, 0), "machine 0 does not exist");
    EXPECT_WHY(ul_live_put(live, 1, 0), "task 1 has not arrived");
    EXPECT_WHY(ul_live_release(live, 3), "does not exist");
    EXPECT_WHY(ul_live_stop(live, 0), "has no place");
    EXPECT_WHY(ul_live_stop(live, 1), "task 1 has not arrived");
    EXPECT_WHY(ul_live_wake(live, -1), "second -1");
    cr_assert_null(ul_live_rent(live, 0, 1, s->m));
    EXPECT_WHY(ul_live_move(live, 0, s->m[0]), "has no place; put it");
    cr_assert_null(ul_live_put(live, 0, s->m[0]));
    EXPECT_WHY(ul_live_put(live, 0, s->m[0]), "has a place on machine 0; move it");
    EXPECT_WHY(ul_live_release(live, s->m[0]), "was promised to job 'a' task 0");
    cr_assert(ul_live_task_of(live, 0, &facts) && facts.state == UL_LIVE_PROMISED
              && facts.machine == s->m[0] && facts.n_arrived == 1);
    cr_assert(ul_live_machine_of(live, s->m[0])->free[0] == UL_MICRO);
    cr_assert_eq(ul_live_n_refused(live), 12, "%llu", (unsigned long long)ul_live_n_refused(live));
    return UL_OK;
}

Test(live, what_the_world_does_not_allow_is_answered_counted_and_changes_nothing)
{
    ul_instance instance = parsed(WORLD "supply,small,1,0,1000000\n"
                                        "job,a,0,1,,10,free,3\n");
    story s = {0};
    ul_run *run = lived(&instance, (ul_live_policy){NULL, order_nonsense}, &s);
    const ul_schedule_plan *plan = ul_run_result_of(run)->plan;
    cr_assert_not_null(plan, "%s", ul_run_result_of(run)->note);
    cr_assert(plan->n_machines == 1 && plan->n_stays == 1);
    cr_assert_eq(plan->stay[0].from_s, 100 * UL_MICRO);
    cr_assert_not_null(strstr(ul_run_result_of(run)->note, "orders refused: 13, the first: "),
                       "%s", ul_run_result_of(run)->note);
    ul_run_free(run);
    ul_instance_free(&instance);
}

static ul_status order_in_vain(void *context, ul_live *live, const ul_live_event *event, size_t n)
{
    uint32_t first;
    (void)context;
    (void)event;
    (void)n;
    (void)ul_live_rent(live, 7, 1, &first);
    return UL_OK;
}

Test(live, who_orders_in_vain_alone_is_told_what_was_refused)
{
    ul_instance instance = parsed("ullage,1,schedule\nname,small\nresource,cpu\nround,300\n"
                                  "type,small,f,1,4\njob,a,0,1,,10,free,3\n");
    ul_run *run = lived(&instance, (ul_live_policy){NULL, order_in_vain}, NULL);
    cr_assert_eq(ul_run_result_of(run)->outcome, UL_REJECTED);
    cr_assert_not_null(strstr(ul_run_result_of(run)->note, "no order was carried out; orders "
                              "refused: 10000, the first: "), "%s", ul_run_result_of(run)->note);
    ul_run_free(run);
    ul_instance_free(&instance);
}

/* At 0 the job is put on a machine that comes at 100; at 150 it is to move to one that
 * comes at 250, and the old one to go: both happen when they can. */
static ul_status move_early(void *context, ul_live *live, const ul_live_event *event, size_t n)
{
    story *s = context;
    for (size_t q = 0; q < n; q++)
        if (event[q].kind == UL_LIVE_ARRIVED) {
            cr_assert_null(ul_live_rent(live, 0, 1, &s->m[0]));
            cr_assert_null(ul_live_put(live, event[q].task, s->m[0]));
            cr_assert_null(ul_live_wake(live, 150));
        } else if (event[q].kind == UL_LIVE_WAKE) {
            cr_assert_null(ul_live_rent(live, 1, 1, &s->m[1]));
            EXPECT_WHY(ul_live_release(live, s->m[0]), "with job 'a' task 0 on it");
            cr_assert_null(ul_live_move(live, 0, s->m[1]));
            cr_assert_null(ul_live_move(live, 0, s->m[1]), "it is to move there already");
            cr_assert_null(ul_live_release(live, s->m[0]));
            EXPECT_WHY(ul_live_move(live, 0, s->m[0]), "was given back");
        } else if (event[q].kind == UL_LIVE_LEFT) {
            cr_assert_eq(event[q].machine, s->m[0]);
            s->left_s = ul_live_now(live);
            s->was_gone = ul_live_machine_of(live, s->m[0])->is_gone;
        }
    return UL_OK;
}

static void expect_moved(const char *moving, double left_s)
{
    char text[600];
    story s = {0};
    snprintf(text, sizeof text, WORLD "job,a,0,1,,1000,free,3\n%s", moving);
    ul_instance instance = parsed(text);
    ul_run *run = lived(&instance, (ul_live_policy){NULL, move_early}, &s);
    const ul_schedule_plan *plan = ul_run_result_of(run)->plan;
    cr_assert_not_null(plan, "%s", ul_run_result_of(run)->note);
    cr_assert_eq(plan->n_stays, 2);
    cr_assert_float_eq(s.left_s, left_s, 1e-9, "left at %g", s.left_s);
    cr_assert(s.was_gone, "the machine went with its last task");
    cr_assert_eq(plan->machine[0].released_s, (ul_micro)(left_s * UL_MICRO));
    ul_run_free(run);
    ul_instance_free(&instance);
}

Test(live, a_move_and_a_release_wait_until_they_can_be)
{
    expect_moved("", 250);
    expect_moved("moving,a,5,0,0,2,7\n", 259);  /* killed in 2, uploaded in 7 */
    expect_moved("moving,a,0,0,0,3,0\n", 253);  /* killed in 3, and gone */
    expect_moved("moving,a,200,0,0,0,0\n", 300); /* works at 300 at last, and moves at once */
}

/* The world takes the machine at 50, before it is up, and gives it back at 60. */
static ul_status wait_for_supply(void *context, ul_live *live, const ul_live_event *event, size_t n)
{
    story *s = context;
    for (size_t q = 0; q < n; q++) {
        s->asked += event[q].kind == UL_LIVE_CUT;
        s->was_gone = s->was_gone || event[q].kind == UL_LIVE_GONE;
        const bool may = event[q].kind == UL_LIVE_SUPPLY && event[q].count > 0;
        if (event[q].kind != UL_LIVE_ARRIVED && !may)
            continue;
        cr_assert_null(ul_live_rent(live, 0, 1, s->m));
        cr_assert_null(ul_live_put(live, 0, s->m[0]));
    }
    return UL_OK;
}

Test(live, who_was_promised_a_machine_that_is_taken_waits_again)
{
    ul_instance instance = parsed(WORLD "supply,small,1,0,50\nsupply,small,1,60,1000000\n"
                                        "job,a,0,1,,10,free,3\n");
    story s = {0};
    ul_run *run = lived(&instance, (ul_live_policy){NULL, wait_for_supply}, &s);
    cr_assert_not_null(ul_run_result_of(run)->plan, "%s", ul_run_result_of(run)->note);
    cr_assert(s.asked == 1 && s.was_gone);
    ul_run_free(run);
    ul_instance_free(&instance);
}

/* ---- numbers, and the order of events ---- */

/* By arrival, whatever the file has before them; and prices come before what is done by them. */
static ul_status count_tasks(void *context, ul_live *live, const ul_live_event *event, size_t n)
{
    story *s = context;
    ul_live_task task;
    for (size_t q = 0; q < n; q++) {
        if (event[q].kind == UL_LIVE_PRICE)
            s->was_gone = ul_live_now(live) == 20 && q == 0;
        if (event[q].kind != UL_LIVE_ARRIVED)
            continue;
        cr_expect_eq((int)event[q].task, s->asked, "task %u comes as number %d", event[q].task, s->asked);
        s->asked += (int)event[q].count;
        for (uint32_t i = event[q].task; i < event[q].task + event[q].count; i++) {
            cr_assert(ul_live_task_of(live, i, &task));
            cr_expect_eq(ul_live_sibling(live, i, task.number), i);
            cr_expect_eq(ul_live_sibling(live, i, task.n_arrived), UL_LIVE_NONE);
            place(live, i);
        }
    }
    return UL_OK;
}

Test(live, tasks_are_counted_as_they_arrive_and_prices_come_first)
{
    ul_instance instance = parsed(WORLD "price,small,15,2\n"
                                        "job,a,0,1,,10,free,3\ntasks,a,30,2,10,1\n"
                                        "job,b,0,1,,10,free,3\njob,c,20,2,,10,gang,3\n");
    story s = {0};
    ul_run *run = lived(&instance, (ul_live_policy){NULL, count_tasks}, &s);
    cr_assert_not_null(ul_run_result_of(run)->plan, "%s", ul_run_result_of(run)->note);
    cr_expect(s.asked == 6 && s.was_gone, "%d", s.asked);
    ul_run_free(run);
    ul_instance_free(&instance);
}

static ul_status wait_long(void *context, ul_live *live, const ul_live_event *event, size_t n)
{
    uint32_t m;
    (void)context;
    (void)n;
    if (event[0].kind == UL_LIVE_ARRIVED)
        cr_assert_null(ul_live_wake(live, 1e13));
    if (event[0].kind == UL_LIVE_WAKE && ul_live_rent(live, 0, 1, &m) == NULL)
        cr_assert_null(ul_live_put(live, 0, m));
    return UL_OK;
}

Test(live, who_waits_longer_than_timelines_count_is_told_so)
{
    ul_instance instance = parsed(WORLD "job,a,0,1,,10,free,3\n");
    ul_run *run = lived(&instance, (ul_live_policy){NULL, wait_long}, NULL);
    const ul_run_result *result = ul_run_result_of(run);
    cr_expect(result->outcome == UL_REJECTED && strstr(result->note, "timelines count to") != NULL,
              "%s", result->note);
    ul_run_free(run);
    ul_instance_free(&instance);
}

/* ---- many promises ---- */

/* The last of many is given up and made again, in a time that does not grow with them. */
static ul_status promise_again(void *context, ul_live *live, const ul_live_event *event, size_t n)
{
    uint32_t m;
    (void)n;
    if (event[0].kind != UL_LIVE_ARRIVED)
        return UL_OK;
    cr_assert_null(ul_live_rent(live, 0, 1, &m));
    for (uint32_t i = 0; i < event[0].count; i++)
        cr_assert_null(ul_live_put(live, i, m));
    const clock_t before = clock();
    for (int q = 0; q < 100000; q++) {
        cr_assert_null(ul_live_stop(live, event[0].count - 1));
        cr_assert_null(ul_live_put(live, event[0].count - 1, m));
    }
    *(double *)context = (double)(clock() - before) / CLOCKS_PER_SEC;
    return UL_OK;
}

Test(live, giving_up_one_of_many_promises_is_fast)
{
    ul_instance instance = parsed("ullage,1,schedule\nname,many\nresource,cpu\nround,0\n"
                                  "type,huge,f,1,100000\nstartup,huge,0,100,0\n"
                                  "job,a,0,30000,,10,free,1\n");
    double cpu_s = HUGE_VAL;
    ul_run *run = lived(&instance, (ul_live_policy){NULL, promise_again}, &cpu_s);
    cr_assert_not_null(ul_run_result_of(run)->plan, "%s", ul_run_result_of(run)->note);
    cr_expect(cpu_s < 1, "%g s", cpu_s);
    ul_run_free(run);
    ul_instance_free(&instance);
}

/* ---- who wakes for ever ---- */

/* It keeps its machine; or, where it never rents one, the task waits. */
static ul_status wake_again(void *context, ul_live *live, const ul_live_event *event, size_t n)
{
    const bool *rents = context;
    uint32_t m;
    for (size_t q = 0; q < n; q++)
        if (*rents && event[q].kind == UL_LIVE_ARRIVED) {
            cr_assert_null(ul_live_rent(live, 1, 1, &m));
            cr_assert_null(ul_live_put(live, event[q].task, m));
        }
    cr_assert_null(ul_live_wake(live, ul_live_now(live) + 60));
    return ul_run_expired(ul_live_run_of(live)) ? UL_E_STOPPED : UL_OK;
}

static void expect_end(const char *round, bool rents, ul_outcome outcome)
{
    char text[600];
    snprintf(text, sizeof text, WORLD "job,a,0,1,,10,free,3\n");
    memcpy(strstr(text, "round,0"), round, strlen(round));
    ul_instance instance = parsed(text);
    ul_run *run = lived(&instance, (ul_live_policy){NULL, wake_again}, &rents);
    cr_expect_eq(ul_run_result_of(run)->outcome, outcome, "%s", ul_run_result_of(run)->note);
    ul_run_free(run);
    ul_instance_free(&instance);
}

Test(live, who_wakes_for_ever_comes_to_an_end)
{
    expect_end("round,0", true, UL_FEASIBLE);
    expect_end("round,0", false, UL_REJECTED);
    expect_end("round,7", true, UL_FEASIBLE);
    expect_end("round,7", false, UL_REJECTED);
}

/* ---- what it knows ---- */

static ul_status look(void *context, ul_live *live, const ul_live_event *event, size_t n)
{
    double *seen = context;
    ul_live_task facts;
    for (size_t q = 0; q < n; q++)
        if (event[q].kind == UL_LIVE_ARRIVED && ul_live_task_of(live, event[q].task, &facts)) {
            seen[0] = facts.estimate_s;
            seen[1] = facts.run_time_s;
        }
    return fit_first(NULL, live, event, n);
}

static ul_knows declared;

static ul_status declare(void *context, ul_live *live)
{
    (void)context;
    ul_live_declare(live, declared);
    return UL_OK;
}

static void expect_known(const char *jobs, ul_knows declares, const char *estimate,
                         const char *run_time, ul_knows recorded)
{
    char text[600], got[2][40];
    double seen[2];
    snprintf(text, sizeof text, WORLD "%s", jobs);
    ul_instance instance = parsed(text);
    declared = declares;
    ul_run *run = lived(&instance, (ul_live_policy){declare, look}, seen);
    for (int q = 0; q < 2; q++)
        snprintf(got[q], sizeof got[q], "%g", fabs(seen[q]));
    cr_assert_str_eq(got[0], estimate);
    cr_assert_str_eq(got[1], run_time);
    cr_assert_eq(ul_run_result_of(run)->knows, recorded, "%s",
                 ul_knows_name(ul_run_result_of(run)->knows));
    ul_run_free(run);
    ul_instance_free(&instance);
}

Test(live, knows_what_it_declares_and_the_record_tells)
{
    const char *plain = "job,a,0,1,,10,free,3\n",
               *estimated = "job,a,0,1,,10,free,3\nestimate,a,25\n";
    expect_known(plain, UL_KNOWS_DEMANDS, "nan", "nan", UL_KNOWS_DEMANDS);
    expect_known(estimated, UL_KNOWS_DEMANDS, "nan", "nan", UL_KNOWS_DEMANDS);
    expect_known(estimated, UL_KNOWS_ESTIMATES, "25", "nan", UL_KNOWS_ESTIMATES);
    expect_known(estimated, UL_KNOWS_RUN_TIMES, "25", "10", UL_KNOWS_RUN_TIMES);
    /* what is declared is recorded, also where nothing slows anything down */
    expect_known(plain, UL_KNOWS_INTERFERENCE, "nan", "nan", UL_KNOWS_INTERFERENCE);
    /* estimates that are the truth are run times */
    expect_known(plain, UL_KNOWS_ESTIMATES, "10", "nan", UL_KNOWS_RUN_TIMES);
}

static void expect_knows(const char *method, ul_knows knows)
{
    ul_instance instance = generated("google-jobs", 30, 1);
    ul_run *run = solved(&instance, method, "");
    cr_assert_eq(ul_run_result_of(run)->knows, knows, "%s: %s", method,
                 ul_knows_name(ul_run_result_of(run)->knows));
    ul_run_free(run);
    ul_instance_free(&instance);
}

Test(live, policies_of_the_house_are_recorded_by_what_they_looked_at)
{
    expect_knows("first-fit", UL_KNOWS_DEMANDS);
    expect_knows("no-packing", UL_KNOWS_DEMANDS);
    expect_knows("fleet", UL_KNOWS_DEMANDS);
    expect_knows("owl", UL_KNOWS_DEMANDS); /* it looks, and there is no interference here */
    expect_knows("stratus", UL_KNOWS_RUN_TIMES); /* its estimates are the truth here */
    expect_knows("schedule-search", UL_KNOWS_EVERYTHING);
}
