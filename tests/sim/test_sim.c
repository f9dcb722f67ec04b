/* The simulator's loop: orders, refusals, what a policy can see. */
#include "sim.h"

#include "solving.h"
#include "timeline.h"

#define WORLD                                        \
    "ullage,1,schedule\n"                            \
    "name,small\n"                                   \
    "resource,cpu\n"                                 \
    "type,small,f,1,4\n"                             \
    "type,large,f,3,16\n"                            \
    "startup,small,0,100,0\n"                        \
    "startup,large,0,100,0\n"

static void expect_timeline(const ul_instance *instance, const char *method, const char *want)
{
    char text[4000] = "";
    ul_run *run = solved(instance, method, "");
    const ul_schedule_plan *plan = ul_run_result_of(run)->plan;
    for (size_t m = 0; m < plan->n_machines; m++)
        snprintf(text + strlen(text), sizeof text - strlen(text), "%u:%g-%g-%g ",
                 plan->machine[m].type, ul_micro_double(plan->machine[m].ordered_s),
                 ul_micro_double(plan->machine[m].ready_s),
                 ul_micro_double(plan->machine[m].released_s));
    for (size_t s = 0; s < plan->n_stays; s++)
        snprintf(text + strlen(text), sizeof text - strlen(text), "%u@%u:%g-%g ",
                 plan->stay[s].task, plan->stay[s].machine,
                 ul_micro_double(plan->stay[s].from_s), ul_micro_double(plan->stay[s].to_s));
    cr_assert_str_eq(text, want, "%s", text);
    ul_run_free(run);
}

Test(sim, first_fit_over_time)
{
    ul_instance instance = parsed(WORLD "job,a,0,1,,1000,free,3\n"
                                        "job,b,50,1,,10,free,3\n"
                                        "job,c,200,2,,10.5,free,1\n");
    /* c's first task joins a; its second finds b's machine gone and rents one */
    expect_timeline(&instance, "first-fit",
                    "0:0-100-1100 0:50-150-160 0:200-300-310.5 "
                    "1@1:150-160 2@0:200-210.5 3@2:300-310.5 0@0:100-1100 ");
    ul_instance_free(&instance);
}

/* ---- policies that order nonsense ---- */

static ul_status (*wrong_order)(ul_sim *sim, uint32_t task);

static ul_status wrong_arrival(void *self, ul_sim *sim, uint32_t first, uint32_t n)
{
    (void)self;
    (void)n;
    return wrong_order(sim, first);
}

static ul_status wrong_schedule(const ul_schedule *in, ul_run *run)
{
    static const ul_policy policy = {.arrival = wrong_arrival};
    return ul_sim_run(in, run, &policy);
}

static void expect_refused(ul_status (*order)(ul_sim *, uint32_t), const char *sentence)
{
    const ul_method method = {.name = "wrong", .schedule = wrong_schedule};
    const ul_run_options options = {.seed = 1};
    ul_instance instance = parsed(WORLD "supply,small,1,0,1000\n"
                                        "job,a,5,1,,10,free,3\n"
                                        "job,b,50,1,,10,free,3\n");
    ul_run *run;
    wrong_order = order;
    cr_assert_eq(ul_run_new(&method, &instance, &options, &run), UL_OK);
    cr_assert_eq(ul_run_go(run), UL_OK, "%s", ul_error_text());
    cr_assert_eq(ul_run_result_of(run)->outcome, UL_REJECTED);
    cr_assert_not_null(strstr(ul_run_result_of(run)->note, sentence), "%s",
                       ul_run_result_of(run)->note);
    ul_run_free(run);
    ul_instance_free(&instance);
}

static ul_status place_on_booting(ul_sim *sim, uint32_t task)
{
    uint32_t m;
    UL_TRY(ul_sim_rent(sim, 0, 1, &m));
    return ul_sim_place(sim, task, m);
}

static ul_status place_future(ul_sim *sim, uint32_t task)
{
    return ul_sim_place(sim, task + 1, 0);
}

static ul_status look_ahead(ul_sim *sim, uint32_t task)
{
    cr_assert_null(ul_sim_need(sim, task + 1, 0));
    return UL_OK;
}

static ul_status look_at_job(ul_sim *sim, uint32_t task)
{
    (void)task;
    cr_assert_eq(ul_sim_n_arrived(sim), 1u);
    cr_assert_str_eq(ul_sim_job_of(sim, 1).name, "");
    return UL_OK;
}

static ul_status rent_too_many(ul_sim *sim, uint32_t task)
{
    uint32_t m;
    (void)task;
    return ul_sim_rent(sim, 0, 2, &m);
}

static ul_status release_nothing(ul_sim *sim, uint32_t task)
{
    return ul_sim_release(sim, task);
}

static ul_status stop_waiting(ul_sim *sim, uint32_t task)
{
    return ul_sim_stop(sim, task, false);
}

static ul_status timer_in_the_past(ul_sim *sim, uint32_t task)
{
    return ul_sim_timer(sim, 1, task);
}

static ul_status nothing(ul_sim *sim, uint32_t task)
{
    (void)sim;
    (void)task;
    return UL_OK;
}

Test(sim, wrong_orders_are_named)
{
    expect_refused(place_on_booting, "second 5: job 'a' task 0 is placed on machine 0, which is "
                                     "not ready");
    expect_refused(place_future, "second 5: task 1 is placed and has not arrived");
    expect_refused(look_ahead, "second 5: the policy asked for task 1, which has not arrived");
    expect_refused(look_at_job, "second 5: the policy asked for job 1, which has not arrived");
    expect_refused(rent_too_many, "2 machines of type 'small' are ordered, 0 exist and 1 may");
    expect_refused(release_nothing, "machine 0 is given back and does not exist");
    expect_refused(stop_waiting, "task 0 is stopped and has no place");
    expect_refused(timer_in_the_past, "a timer is set to second 1");
    expect_refused(nothing, "nothing happens any more and 2 tasks are not done");
}

/* ---- a world that takes machines away, and a task that moves ---- */

static ul_status patient_try(ul_sim *sim)
{
    uint32_t m;
    if (ul_sim_n_unfinished(sim) == 0 || ul_sim_supply(sim, 0) == ul_sim_n_up(sim, 0))
        return UL_OK;
    return ul_sim_rent(sim, 0, 1, &m);
}

static ul_status patient_arrival(void *self, ul_sim *sim, uint32_t first, uint32_t n)
{
    (void)self;
    (void)first;
    (void)n;
    return patient_try(sim);
}

static ul_status patient_supply(void *self, ul_sim *sim, uint32_t type)
{
    (void)self;
    (void)type;
    return patient_try(sim);
}

static ul_status patient_ready(void *self, ul_sim *sim, uint32_t machine)
{
    (void)self;
    return ul_sim_place(sim, 0, machine);
}

static ul_status patient_schedule(const ul_schedule *in, ul_run *run)
{
    static const ul_policy policy = {.arrival = patient_arrival, .supply = patient_supply,
                                     .ready = patient_ready, .closes_at_end = true};
    return ul_sim_run(in, run, &policy);
}

static ul_status mover_arrival(void *self, ul_sim *sim, uint32_t first, uint32_t n)
{
    uint32_t m;
    (void)self;
    (void)first;
    (void)n;
    UL_TRY(ul_sim_rent(sim, 0, 1, &m));
    UL_TRY(ul_sim_rent(sim, 1, 1, &m));
    return ul_sim_timer(sim, 300, 7);
}

static ul_status mover_ready(void *self, ul_sim *sim, uint32_t machine)
{
    (void)self;
    return machine == 0 ? ul_sim_place(sim, 0, 0) : UL_OK;
}

static ul_status mover_timer(void *self, ul_sim *sim, uint64_t tag)
{
    (void)self;
    cr_assert_eq(tag, 7u);
    cr_assert_eq(ul_sim_worked_s(sim, 0), 200);
    return ul_sim_move(sim, 0, 1);
}

static ul_status mover_left(void *self, ul_sim *sim, uint32_t task, uint32_t machine)
{
    (void)self;
    cr_assert(task == 0 && machine == 0 && ul_sim_now(sim) == 350);
    cr_assert_eq(ul_sim_machine_of(sim, 0), 1u);
    return ul_sim_release(sim, 0);
}

static ul_status mover_schedule(const ul_schedule *in, ul_run *run)
{
    static const ul_policy policy = {.arrival = mover_arrival, .ready = mover_ready,
                                     .timer = mover_timer, .left = mover_left,
                                     .closes_at_end = true};
    return ul_sim_run(in, run, &policy);
}

static void expect_stays(ul_status (*schedule)(const ul_schedule *, ul_run *), const char *text,
                         const char *want)
{
    const ul_method method = {.name = "trial", .schedule = schedule};
    const ul_run_options options = {.seed = 1};
    char have[400] = "";
    ul_instance instance = parsed(text);
    ul_run *run;
    cr_assert_eq(ul_run_new(&method, &instance, &options, &run), UL_OK);
    cr_assert_eq(ul_run_go(run), UL_OK, "%s", ul_error_text());
    const ul_schedule_plan *plan = ul_run_result_of(run)->plan;
    cr_assert_not_null(plan, "%s", ul_run_result_of(run)->note);
    for (size_t s = 0; s < plan->n_stays; s++)
        snprintf(have + strlen(have), sizeof have - strlen(have), "@%u:%g-%g-%g-%g%s ",
                 plan->stay[s].machine, ul_micro_double(plan->stay[s].from_s),
                 ul_micro_double(plan->stay[s].working_s),
                 ul_micro_double(plan->stay[s].stopped_s), ul_micro_double(plan->stay[s].to_s),
                 plan->stay[s].lost ? " lost" : "");
    cr_assert_str_eq(have, want, "%s", have);
    ul_run_free(run);
    ul_instance_free(&instance);
}

#define SHORT_SUPPLY "supply,small,1,0,500\nsupply,small,1,800,5000\njob,a,0,1,,600,free,3\n"

Test(sim, what_is_taken_away_is_lost_or_kept)
{
    expect_stays(patient_schedule, WORLD "cut-off,lost\n" SHORT_SUPPLY,
                 "@0:100-100-500-500 lost @1:900-900-1500-1500 ");
    expect_stays(patient_schedule, WORLD "cut-off,kept\n" SHORT_SUPPLY,
                 "@0:100-100-500-500 @1:900-900-1100-1100 ");
}

Test(sim, a_task_that_moves_holds_both_places)
{
    expect_stays(mover_schedule, WORLD "cut-off,kept\njob,a,0,1,,600,free,3\nmoving,a,0,0,0,0,50\n",
                 "@0:100-100-300-350 @1:300-350-750-750 ");
}

/* ---- who is moved in every round ---- */

static ul_status restless_round(void *self, ul_sim *sim)
{
    uint32_t m;
    (void)self;
    if (ul_sim_n_unfinished(sim) == 0)
        return UL_OK;
    if (ul_sim_n_up(sim, 0) == 0)
        return ul_sim_rent(sim, 0, 2, &m);
    const uint32_t at = ul_sim_machine_of(sim, 0);
    if (at == UL_SIM_NONE)
        return ul_sim_machine_state(sim, 0) == UL_MACHINE_READY ? ul_sim_place(sim, 0, 0) : UL_OK;
    return ul_sim_move(sim, 0, 1 - at);
}

static ul_status restless_schedule(const ul_schedule *in, ul_run *run)
{
    static const ul_policy policy = {.round = restless_round, .closes_at_end = true};
    return ul_sim_run(in, run, &policy);
}

/* How a task of so much work ends that is moved every ten seconds. */
static ul_outcome restless_end(const char *job, char note[200])
{
    const ul_method method = {.name = "restless", .schedule = restless_schedule};
    char text[400];
    ul_run *run;
    snprintf(text, sizeof text, WORLD "cut-off,kept\nround,10\n%s", job);
    ul_instance instance = parsed(text);
    cr_assert_eq(ul_run_new(&method, &instance, &(ul_run_options){.seed = 1}, &run), UL_OK);
    cr_assert_eq(ul_run_go(run), UL_OK, "%s", ul_error_text());
    const ul_outcome outcome = ul_run_result_of(run)->outcome;
    snprintf(note, 200, "%s", ul_run_result_of(run)->note);
    ul_run_free(run);
    ul_instance_free(&instance);
    return outcome;
}

Test(sim, who_never_gets_going_is_not_moved_for_ever)
{
    char note[200];
    cr_assert_eq(restless_end("job,a,0,1,,600,free,3\nmoving,a,0,0,100,0,0\n", note), UL_REJECTED);
    cr_assert_not_null(strstr(note, "moved for ever"), "%s", note);
    /* 30,000 rounds, each of which gets five seconds done */
    cr_assert_eq(restless_end("job,a,0,1,,150000,free,3\nmoving,a,0,0,5,0,0\n", note), UL_FEASIBLE,
                 "%s", note);
}
