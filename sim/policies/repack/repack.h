/* Repack: at each round with news the whole configuration is searched for a cheaper one, moves,
 * boots and company priced; what it says is carried out so that hardly anybody is ever off a
 * machine: new machines come first, a task moves when its new place is ready. */
#pragma once

#include "configuration.h"
#include "rates.h"
#include "sim.h"

enum { UL_REPACK_AGES = 36 };
#define UL_REPACK_LOOK UINT64_MAX /* the tag of a timer for ends of units; others have a task's */

typedef struct {
    uint32_t target;  /* the machine it is to go to, UL_SIM_NONE: it stays */
    bool is_called;   /* it is on none after its last call */
    bool is_off;      /* it is on no machine, */
    double off_s;     /* since then, */
    double waited_s;  /* beside what it waited before; */
    double call_s;    /* its last call */
    double worked_s, progress_s; /* at work until the last round, and what that brought */
} ul_repack_task;

typedef struct {
    uint32_t coming;   /* tasks that are to come to it */
    uint32_t reserve_of; /* kept for this task, should it find no other place; UL_SIM_NONE */
    uint32_t index;    /* in the configuration of this round */
    double changed_s;  /* when its company changed last */
    double seen_s;     /* when it was last looked at */
} ul_repack_machine;

/* Of those that are done, by powers of two of the seconds for which they worked: how many, and
 * their seconds in all. */
typedef struct {
    uint64_t n[UL_REPACK_AGES];
    double sum_s[UL_REPACK_AGES];
} ul_repack_ages;

typedef struct {
    ul_sim *sim;
    ul_arena *arena;
    ul_rng *rng;
    bool told;
    bool chooses; /* among futures: rates are known, horizons drawn, rounds more frequent */
    bool kills, keeps; /* who moves stops at the round; machines go back at rounds alone */
    bool holds;    /* empty machines are kept while they are paid for */
    double unit_s; /* the longest unit of time that machines are paid for by; 0: none */
    double wait_s, interval_s, horizon_s;
    size_t steps;
    ul_repack_rates rates;

    size_t n_types;
    ul_conf_type *type;
    uint32_t *by_price;
    ul_micro *price; /* as of the last round */
    ul_conf_shape *shape;
    size_t shape_room;
    ul_repack_task *task;
    ul_repack_machine *machine;
    size_t task_room, machine_room;
    uint32_t *live; /* tasks that have come and are not done, ascending */
    size_t n_live, live_room;
    uint32_t *pending; /* those with a target */
    size_t n_pending, pending_room;
    ul_repack_ages done, *done_of; /* all, and by shape */
    size_t done_room;
    size_t n_put_off; /* tasks for which the last round had no place */
    bool is_room;     /* a task is done just now */
    bool has_news;  /* since the last round, */
    double round_s; /* which was then */
    bool is_round;   /* now */
    bool is_stirred; /* something happened that orders may have waited for */
    double look_s;   /* the timer for the next unit that ends */
} ul_repack;

/* repack_types.c: parameters, and types as of now; what tasks of a shape have in common. */
ul_status ul_repack_begin(ul_repack *r, ul_sim *sim);
ul_status ul_repack_refresh_types(ul_repack *r);
ul_status ul_repack_shape(ul_repack *r, uint32_t task, ul_conf_shape **shape);
/* The cheapest type that can be rented for the task alone and is ready in `in_s` seconds;
 * UL_SIM_NONE. */
uint32_t ul_repack_own_type(const ul_repack *r, uint32_t task, double in_s);
void ul_repack_drop_target(ul_repack *r, uint32_t task);
/* How long a task has been on no machine so far. */
double ul_repack_waited_s(const ul_repack *r, uint32_t task);

/* repack_paid.c: machines that are paid for by units of time. By how many seconds; 0: by one, or
 * as if. */
double ul_repack_billing_s(const ul_repack *r, const ul_schedule_type *type);
bool ul_repack_is_by_units(const ul_repack *r, uint32_t machine);
/* Whether it is kept where it is empty: its unit has begun and does not end just now. */
bool ul_repack_is_held(const ul_repack *r, uint32_t machine);
/* Whether a task of the shape has nothing to gain by leaving the machine before its unit ends: it
 * leaves no room on it, so that any other such machine is worth as much. */
bool ul_repack_fills_paid(const ul_repack *r, uint32_t machine, const ul_conf_shape *shape);
/* What a machine that exists is paid for, and is to be paid for until it can be used. */
void ul_repack_gather_paid(const ul_repack *r, ul_conf_host *host);
/* Sets a timer for the next unit that ends; and when that comes, whether somebody is on such a
 * machine while an empty one is kept. */
ul_status ul_repack_await_units(ul_repack *r);
bool ul_repack_is_to_look(const ul_repack *r);

/* repack_eva.c: the same search as a scheduler of Eva's world, by its rules. */
ul_status ul_repack_as_eva(const ul_schedule *in, ul_run *run);

/* repack_state.c: the configuration as it is, what was seen, and what it is to become. */
ul_status ul_repack_observe(ul_repack *r);
ul_status ul_repack_gather(ul_repack *r, ul_conf *conf);
void ul_repack_note_done(ul_repack *r, uint32_t task);

/* repack_telling.c: why, in dollars. */
ul_status ul_repack_tell(const ul_repack *r, const ul_conf *conf);

/* repack_orders.c: new machines for those who may still wait are put off where their boot is
 * dear for what they are to do and others are expected to make room; the rest is rented, tasks
 * get targets; and, whenever something has happened, go there as soon as they can. */
ul_status ul_repack_put_off(const ul_repack *r, ul_conf *conf);
ul_status ul_repack_order(ul_repack *r, const ul_conf *conf);
ul_status ul_repack_go(ul_repack *r);
/* From now on it is on none: it will be called when a machine of its own could just come. */
ul_status ul_repack_goes_off(ul_repack *r, uint32_t task);
/* The last call for a task: where no machine is sure to come in time one is rented in reserve,
 * and goes back unless he is still on none when it is ready. */
ul_status ul_repack_call(ul_repack *r, uint32_t task);
bool ul_repack_is_reserve(const ul_repack *r, uint32_t machine);
