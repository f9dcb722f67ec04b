/* The simulator: a policy lives through a workload.
 *
 * A policy is a method whose schedule function is one line,
 *     return ul_sim_run(in, run, &policy);
 * and a ul_policy table says what it does when something happens. It sees the world
 * only through this header: what has arrived, what runs where, what was observed;
 * estimates, not run times. It acts by orders. An order that the world cannot carry
 * out is refused with a sentence, and so is a look at what has not arrived yet: the
 * run is then rejected, with the sentence as its note.
 *
 * Time is in seconds from 0, in doubles: whole seconds are exact, and worlds that
 * count in fractions choose their own order of additions. Files hold microseconds.
 * What happens at one instant happens in the order of the policy's ranks, then by
 * insertion (or by number, as the policy chooses). Rates change when an instant is
 * over: during it everybody sees those from before.
 *
 * Cost grows with what happens, O(log) each, not with seconds: a second of progress
 * is arithmetic (repeated_sum.h).
 */
#pragma once

#include "run.h"
#include "schedule.h"

typedef struct ul_sim ul_sim;

#define UL_SIM_NONE UINT32_MAX

/* What can happen. */
typedef enum {
    UL_AT_SUPPLY_UP,   /* more machines of a type may exist */
    UL_AT_SUPPLY_DOWN, /* fewer: those ordered last are taken away */
    UL_AT_DONE,        /* a task, or a gang with all its tasks, has done its work */
    UL_AT_READY,       /* a machine can be used */
    UL_AT_STOPPED,     /* a task that was told to stop does */
    UL_AT_LEFT,        /* and has left its place */
    UL_AT_WORKING,     /* a task is loaded */
    UL_AT_ACTIVE,      /* a job begins to make progress */
    UL_AT_ARRIVAL,
    UL_AT_TAKEN, /* who comes first takes machines of a type: those ordered last, with what was done */
    UL_AT_TIMER,
    UL_AT_ROUND,
    UL_AT_COUNT
} ul_sim_kind;

/* A policy: what it does at each of these; NULL where it does nothing. `self` is its
 * state, `state_size` zeroed bytes. */
typedef struct {
    size_t state_size;
    ul_status (*start)(void *self, ul_sim *sim);
    ul_status (*arrival)(void *self, ul_sim *sim, uint32_t first_task, uint32_t n_tasks);
    ul_status (*ready)(void *self, ul_sim *sim, uint32_t machine);
    ul_status (*working)(void *self, ul_sim *sim, uint32_t task);
    ul_status (*left)(void *self, ul_sim *sim, uint32_t task, uint32_t machine);
    ul_status (*done)(void *self, ul_sim *sim, uint32_t task, uint32_t machine);
    /* The world took a machine. Before it, cut() was told of each task that was on it. */
    ul_status (*cut)(void *self, ul_sim *sim, uint32_t task, uint32_t machine);
    ul_status (*gone)(void *self, ul_sim *sim, uint32_t machine);
    ul_status (*supply)(void *self, ul_sim *sim, uint32_t type);
    ul_status (*timer)(void *self, ul_sim *sim, uint64_t tag);
    ul_status (*round)(void *self, ul_sim *sim);
    /* All of one rank has happened at this instant; everything has. */
    ul_status (*ranked)(void *self, ul_sim *sim, unsigned rank);
    ul_status (*settled)(void *self, ul_sim *sim);
    /* Called once when all is over; the timeline is complete. */
    ul_status (*end)(void *self, ul_sim *sim);

    const unsigned char *rank; /* UL_AT_COUNT of them, lower first; NULL: as the kinds are listed */
    bool by_number;      /* equal time and rank: the lower task or machine first; else as inserted */
    bool closes_at_end;  /* every machine is given back the instant the last task is done */
    bool loses_cut;      /* what the world cuts off is lost, even where the world would keep it */
    bool told_run_times; /* ul_sim_work_s() tells the truth */
    size_t futures, stages; /* above 1: of so many it takes the best, in so many stages */
    bool ends_after_round; /* what ends at a round's second is told after it, as Eva has it */
} ul_policy;

/* Runs the policy and offers the timeline. */
ul_status ul_sim_run(const ul_schedule *in, ul_run *run, const ul_policy *policy);

/* ---- what a policy can see ---- */

double ul_sim_now(const ul_sim *sim);
ul_run *ul_sim_run_of(const ul_sim *sim); /* parameters, memory, random numbers */
const ul_policy *ul_sim_policy(const ul_sim *sim); /* the table it was started with */
ul_arena *ul_sim_scratch(const ul_sim *sim); /* memory until this instant is over */

/* The world. Types come without their future: prices that move and supplies are
 * known only as they are now. */
double ul_sim_round_s(const ul_sim *sim);
size_t ul_sim_n_resources(const ul_sim *sim);
const char *ul_sim_resource(const ul_sim *sim, size_t r); /* its name */
size_t ul_sim_n_types(const ul_sim *sim);
size_t ul_sim_n_families(const ul_sim *sim);
const ul_schedule_type *ul_sim_type(const ul_sim *sim, uint32_t k);
ul_micro ul_sim_price(const ul_sim *sim, uint32_t k);
uint32_t ul_sim_supply(const ul_sim *sim, uint32_t k); /* UL_SIM_NONE: any number */
uint32_t ul_sim_taken(const ul_sim *sim, uint32_t k); /* those beside it that who comes first holds */
uint32_t ul_sim_n_up(const ul_sim *sim, uint32_t k);   /* machines of it that exist */
/* Seconds until machines ordered in one request can be used, at most. */
double ul_sim_boot_s(const ul_sim *sim, uint32_t k, uint32_t count);
/* Names of workloads are no secret; how they get along is known by seeing it, unless one looks
 * here, and is recorded so, if anything slows anything down in this world. */
const char *ul_sim_workload(const ul_sim *sim, uint32_t w);
size_t ul_sim_n_workloads(const ul_sim *sim);
double ul_sim_throughput(ul_sim *sim, uint32_t w, uint32_t v);
/* The record tells that the policy knows this; estimates that are the truth are run times. */
void ul_sim_look(ul_sim *sim, ul_knows at);

/* A job that has arrived, as far as a policy may know it. */
typedef struct {
    const char *name;
    double arrival_s;
    uint32_t first_task, n_tasks; /* the tasks of it that have arrived */
    uint32_t workload;            /* or UL_SCHEDULE_NONE */
    uint32_t image;
    bool gang;
    double fetch_s, build_s, init_s, kill_s, upload_s;
} ul_sim_job;

uint32_t ul_sim_n_arrived(const ul_sim *sim); /* jobs 0 .. n-1 have arrived */
ul_sim_job ul_sim_job_of(ul_sim *sim, uint32_t j);
uint32_t ul_sim_job_left(const ul_sim *sim, uint32_t j); /* tasks of it that are not done */
uint32_t ul_sim_n_unfinished(const ul_sim *sim);         /* tasks that have arrived and are not done */

typedef enum {
    UL_TASK_FUTURE,  /* has not arrived */
    UL_TASK_WAITING, /* has no place */
    UL_TASK_LOADING, /* has one and does not work yet */
    UL_TASK_WORKING,
    UL_TASK_STOPPING, /* still works, was told to stop */
    UL_TASK_LEAVING,  /* works no more, its place is still taken */
    UL_TASK_DONE
} ul_task_state;

ul_task_state ul_sim_state(const ul_sim *sim, uint32_t task);
uint32_t ul_sim_machine_of(const ul_sim *sim, uint32_t task); /* UL_SIM_NONE when it has none */
uint32_t ul_sim_job_of_task(ul_sim *sim, uint32_t task);
uint32_t ul_sim_shape(ul_sim *sim, uint32_t task); /* equal for tasks with equal demands */
double ul_sim_arrival_s(ul_sim *sim, uint32_t task);
double ul_sim_estimate_s(ul_sim *sim, uint32_t task);
double ul_sim_work_s(ul_sim *sim, uint32_t task); /* the estimate, unless told_run_times */
double ul_sim_worked_s(ul_sim *sim, uint32_t task); /* seconds at work that still count */
/* Demand on a type, one per resource; NULL of a task that has not arrived. */
const ul_micro *ul_sim_need(ul_sim *sim, uint32_t task, uint32_t type);
const ul_micro *ul_sim_demand(ul_sim *sim, uint32_t task, uint32_t family);
/* The rate of the task alone on a type: less than 1 where it is stretched. */
double ul_sim_speed(ul_sim *sim, uint32_t task, uint32_t type);
/* The cheapest type that holds the task alone, at the prices of second 0. */
uint32_t ul_sim_cheapest_for(ul_sim *sim, uint32_t task);
/* The rate at which a task was seen to work, as a share of its rate alone; false when
 * it does not work. Of a gang: the least rate of those that work. */
bool ul_sim_rate(const ul_sim *sim, uint32_t task, double *rate);

typedef enum {
    UL_MACHINE_BOOTING,
    UL_MACHINE_READY,
    UL_MACHINE_GONE
} ul_machine_state;

uint32_t ul_sim_n_machines(const ul_sim *sim); /* ever rented; they are 0 .. n-1 */
ul_machine_state ul_sim_machine_state(const ul_sim *sim, uint32_t machine);
uint32_t ul_sim_machine_type(const ul_sim *sim, uint32_t machine);
double ul_sim_ordered_s(const ul_sim *sim, uint32_t machine);
const ul_micro *ul_sim_free(const ul_sim *sim, uint32_t machine); /* one per resource */
bool ul_sim_fits(ul_sim *sim, uint32_t machine, uint32_t task);
/* The tasks that hold a place on it, in the order in which they came:
 *     for (uint32_t p = ul_sim_first(sim, m); p != UL_SIM_NONE; p = ul_sim_next(sim, p))
 *         ... ul_sim_task_at(sim, p) ... */
uint32_t ul_sim_first(const ul_sim *sim, uint32_t machine);
uint32_t ul_sim_next(const ul_sim *sim, uint32_t place);
uint32_t ul_sim_task_at(const ul_sim *sim, uint32_t place);
uint32_t ul_sim_n_on(const ul_sim *sim, uint32_t machine);
/* Machines that exist, oldest first. */
uint32_t ul_sim_first_up(const ul_sim *sim);
uint32_t ul_sim_next_up(const ul_sim *sim, uint32_t machine);

/* ---- orders ---- */

/* `count` machines of a type in one request; they are *first .. *first + count - 1. */
ul_status ul_sim_rent(ul_sim *sim, uint32_t type, uint32_t count, uint32_t *first);
/* Gives a machine back that no task is on; also one that is not ready yet. */
ul_status ul_sim_release(ul_sim *sim, uint32_t machine);
/* A task takes a place on a ready machine with room for it. One that still leaves, or
 * was told to stop, may take its next place already: it loads there meanwhile. */
ul_status ul_sim_place(ul_sim *sim, uint32_t task, uint32_t machine);
/* A task that works stops (after its kill time) and leaves (after its upload). What
 * it has done is lost where the world or the policy says so. */
ul_status ul_sim_stop(ul_sim *sim, uint32_t task, bool lose);
/* What a task that has no place has done so far is lost: it starts again. */
ul_status ul_sim_forget(ul_sim *sim, uint32_t task);
/* Both at once. */
ul_status ul_sim_move(ul_sim *sim, uint32_t task, uint32_t machine);
ul_status ul_sim_timer(ul_sim *sim, double at_s, uint64_t tag);
/* Rounds at the multiples of `seconds` instead of the world's; 0: after every
 * instant at which something happened. At the start. */
ul_status ul_sim_every(ul_sim *sim, double seconds);
/* Long work of a policy's own asks this now and then: UL_E_STOPPED when the run has no
 * time left, to be handed on. */
ul_status ul_sim_go_on(const ul_sim *sim);
/* Says why: a step (step.h) with the time set to now,
 *     UL_SIM_TELL(sim, .kind = UL_STEP_PUT, .why = ": the oldest machine with room", .bin = m, .task = i);
 * Without a listener it is the test of a pointer. What happens need not be told: it
 * stands in the timeline. */
bool ul_sim_told(const ul_sim *sim);
void ul_sim_tell(const ul_sim *sim, const ul_step *step);
#define UL_SIM_TELL(sim, ...)                                \
    do {                                                     \
        if (__builtin_expect(ul_sim_told(sim), 0))           \
            ul_sim_tell(sim, &(ul_step){__VA_ARGS__});       \
    } while (0)
/* Reasons that policies of several folders have: why a machine is ordered, why it goes back,
 * why a task goes where it does. */
#define UL_WHY_ALONE " for {task}: the cheapest type that holds it"
#define UL_WHY_UNUSED ": nobody is on it any more"
#define UL_WHY_FIRST_FIT ": the oldest machine with room"
#define UL_WHY_MOST_ROOM ": the emptiest machine with room"
#define UL_WHY_TIGHT ": the least is left there"
/* For what a policy finds wrong itself. */
ul_status ul_sim_refuse(ul_sim *sim, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* The run goes on as if the order that was just refused had not been given; it has changed
 * nothing. For who hands orders on, and tells the reason. False where none was. */
bool ul_sim_pardon(ul_sim *sim);
