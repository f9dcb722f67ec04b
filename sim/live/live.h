/* Policies from outside: a program in any language that is asked line by line
 * (live_program.c), or a function of a program that links us. Whoever it is has this
 * header and nothing else: it is told what has happened, may look at what is known by
 * now, and gives orders. Loading, interference, gangs and bills are the simulator's.
 *
 *     static ul_status ask(void *context, ul_live *live, const ul_live_event *event, size_t n)
 *     {
 *         for (size_t q = 0; q < n; q++)
 *             if (event[q].kind == UL_LIVE_ARRIVED) ... ul_live_rent(live, ...) ...
 *     }
 *     ul_live_run(in, run, &(ul_live_policy){.ask = ask}, context);
 *
 * It is asked at the world's rounds, or after every instant at which something happened
 * where the world has none (ul_live_every() changes that). An order that the world does
 * not allow is answered with the reason, counted, and changes nothing.
 *
 * It is blind by construction: what has not arrived cannot be named, and run times and
 * estimates are NaN unless it has declared that it knows them, which the record tells.
 *
 * Tasks, machines and types are numbers: types as in the instance, machines in the order
 * in which they were rented, as in the timeline, tasks in that in which they arrived. A
 * number that means nothing is refused or answered by false, never followed.
 *
 * Space: 20 bytes a task and 72 and two rows of resources a machine; an order and an event
 * cost a look at a row, beside what the simulator itself takes.
 */
#pragma once

#include "run.h"
#include "schedule.h"

typedef struct ul_live ul_live;

#define UL_LIVE_NONE UINT32_MAX

/* ---- what has happened ---- */

typedef enum {
    UL_LIVE_ARRIVED, /* `count` tasks of one job, from `task` on */
    UL_LIVE_UP,      /* `machine` can be used */
    UL_LIVE_ENDED,   /* `task` is done; it was on `machine` */
    UL_LIVE_LEFT,    /* `task`, told to stop or to move, has left `machine` */
    UL_LIVE_CUT,     /* `task` waits again, or leaves and then waits: the world takes `machine`, on
                      * which it was or was to be */
    UL_LIVE_GONE,    /* the world has taken `machine` */
    UL_LIVE_SUPPLY,  /* `count` machines of `type` may exist at once now */
    UL_LIVE_PRICE,   /* the price of `type` has moved */
    UL_LIVE_WAKE     /* a second that ul_live_wake() asked for has come */
} ul_live_kind;

typedef struct {
    ul_live_kind kind;
    uint32_t task, machine, type; /* UL_LIVE_NONE where the kind has none */
    uint32_t count;
} ul_live_event;

typedef struct ul_live_policy {
    /* Before second 0; may be NULL. Declarations belong here. */
    ul_status (*start)(void *context, ul_live *live);
    /* What has happened since it was asked last, in order; perhaps nothing, in a round. A
     * status other than UL_OK ends the run with it: UL_E_STOPPED as an outcome that the
     * policy has told the run, anything else as a fault. */
    ul_status (*ask)(void *context, ul_live *live, const ul_live_event *event, size_t n);
} ul_live_policy;

/* Lives through the workload and offers the timeline. */
ul_status ul_live_run(const ul_schedule *in, ul_run *run, const ul_live_policy *policy,
                      void *context);

/* ---- declarations, at the start ---- */

/* That it knows estimates, or run times and those (which are all that an instance without
 * `estimate` records has), or interference; one call for each. The record tells. */
void ul_live_declare(ul_live *live, ul_knows knows);
/* Asked every `seconds` instead of at the world's rounds; 0: after every instant at
 * which something happened. */
const char *ul_live_every(ul_live *live, double seconds);
/* Asked only after events of some kinds, a sum of 1 << kind, beside rounds: those of other
 * kinds are told along with them. */
void ul_live_listen(ul_live *live, unsigned kinds);

/* ---- what is known by now ---- */

double ul_live_now(const ul_live *live);
ul_run *ul_live_run_of(const ul_live *live);

typedef struct {
    double round_s; /* 0: asked after every instant at which something happened */
    double cutoff_s; /* jobs with a larger estimate are long; negative: no such distinction */
    bool keeps_work; /* a task that is moved or cut off goes on where it was; else from the start */
    size_t n_resources, n_types, n_boots, n_pairs;
    const char *const *resource;
    const char *stretch; /* a task that asks for more of this resource than a machine has takes
                          * all of it and is slower; NULL: it does not fit */
    const ul_schedule_boot *boot; /* usable after so many seconds, by machines in one request */
    const ul_schedule_pair *pair; /* rates of workloads beside others, where it knows interference */
} ul_live_world;
ul_live_world ul_live_world_of(const ul_live *live);

typedef struct {
    const char *name, *family;
    ul_micro price;           /* millionths of a dollar an hour, now */
    const ul_micro *capacity; /* one per resource, millionths */
    double billed_after_s, usable_after_s, usable_at_most_s, gone_after_s;
    double billing_unit_s, billing_least_s;
    double sustained_s; /* a period of discounts, in equal parts at these shares; 0: none */
    size_t n_shares;
    const ul_micro *share;
    uint32_t supply; /* machines of it that may exist at once now; UL_LIVE_NONE: any number */
    uint32_t n_up;   /* that exist */
} ul_live_type;
bool ul_live_type_of(const ul_live *live, uint32_t type, ul_live_type *facts);

/* How a task is, from its arrival on. */
typedef enum {
    UL_LIVE_WAITING,  /* it has no place */
    UL_LIVE_PROMISED, /* it has none yet: the machine it was put on is not up */
    UL_LIVE_LOADING,
    UL_LIVE_WORKING,
    UL_LIVE_LEAVING, /* told to stop, its place is still taken */
    UL_LIVE_DONE
} ul_live_state;

typedef struct {
    const char *job, *workload, *image; /* NULL where it has none */
    uint32_t number;                    /* within its job */
    uint32_t n_arrived;                 /* tasks of the job that have */
    bool gang;
    ul_live_state state;
    uint32_t machine; /* where it is, or is to be; UL_LIVE_NONE */
    uint32_t to;      /* where it moves to as soon as it can; UL_LIVE_NONE */
    double arrival_s, worked_s;
    double rate;                  /* seen: 1 is its speed alone; 0 while it does not work */
    double estimate_s, run_time_s; /* NaN unless declared */
    double fetch_s, build_s, init_s, kill_s, upload_s;
} ul_live_task;
/* False of a task that has not arrived. */
bool ul_live_task_of(ul_live *live, uint32_t task, ul_live_task *facts);
/* The task of this number within the same job; UL_LIVE_NONE where none has arrived. */
uint32_t ul_live_sibling(ul_live *live, uint32_t task, uint32_t number);
/* What it takes of each resource of a type, in millionths; NULL where there is no such
 * task or type. Tasks of one shape take the same on every type. */
const ul_micro *ul_live_demand(ul_live *live, uint32_t task, uint32_t type);
uint32_t ul_live_shape(ul_live *live, uint32_t task);
/* Its rate alone on a type: below 1 where the world stretches a resource. */
double ul_live_speed(ul_live *live, uint32_t task, uint32_t type);
/* The rate of a task beside another, 1 where they do not mind each other; NaN unless it knows
 * interference. */
double ul_live_throughput(ul_live *live, uint32_t task, uint32_t beside);

typedef struct {
    uint32_t type;
    uint32_t n_on; /* tasks that have a place on it, those that leave included */
    bool is_up, is_closing, is_gone; /* can be used; goes as soon as nobody is on it; is no more */
    double ordered_s;
    ul_micro *free; /* one per resource, less what is promised to tasks to come */
} ul_live_machine;
/* It stays where it is until the run is over and says what is so now: who has looked once
 * need not ask again. NULL of a machine that was never rented. */
const ul_live_machine *ul_live_machine_of(const ul_live *live, uint32_t machine);
/* The tasks that have a place on it, in the order in which they came: the first `room` of
 * them; returns how many there are. */
size_t ul_live_tasks_on(ul_live *live, uint32_t machine, uint32_t *task, size_t room);
/* The first machine that exists after this one, by age; the first of all after
 * UL_LIVE_NONE; UL_LIVE_NONE when there is none. */
uint32_t ul_live_next_machine(ul_live *live, uint32_t machine);
/* Whether the task has room on the machine, by demand and what is promised there. */
bool ul_live_fits(ul_live *live, uint32_t task, uint32_t machine);

/* ---- orders: NULL, or the reason why not ---- */

/* `count` machines of a type in one request: *first and those after it. */
const char *ul_live_rent(ul_live *live, uint32_t type, uint32_t count, uint32_t *first);
/* A task that waits takes a place. Where the machine is not up yet the place is promised:
 * it takes it the instant the machine is. */
const char *ul_live_put(ul_live *live, uint32_t task, uint32_t machine);
/* A task that has a place takes another, as soon as the machine is up and it works. */
const char *ul_live_move(ul_live *live, uint32_t task, uint32_t machine);
/* A task that works stops and then waits; one that is to move, or is promised a place,
 * does neither. */
const char *ul_live_stop(ul_live *live, uint32_t task);
/* A machine goes, as soon as those who are on it have left; somebody who is not told to
 * leave is a reason why not. */
const char *ul_live_release(ul_live *live, uint32_t machine);
/* Asks at this second, whatever happens. */
const char *ul_live_wake(ul_live *live, double at_s);
/* Refuses an order that was never given, for who hands orders on and could not tell what
 * it means; returns the reason. */
const char *ul_live_refuse(ul_live *live, const char *reason);
/* Asks once more at this instant, whatever happens: for who hands refusals on. */
void ul_live_again(ul_live *live);
/* How many orders were refused so far. */
uint64_t ul_live_n_refused(const ul_live *live);
