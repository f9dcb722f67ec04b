/* A timeline that is being searched: machines with who is on them, and what stays as it is.
 *
 * Who moves is a task, or a gang that one machine holds, under its first task's number.
 * Everything else has its place in `fixed`.
 */
#pragma once

#include "floor_master.h"
#include "run.h"
#include "search_machine.h"

typedef struct {
    const ul_schedule *in;
    ul_run *run;
    ul_arena *arena;
    ul_rng *rng;
    ul_search_world *world;
    size_t n_units;
    uint32_t *unit; /* those who move */
    ul_search_machine *machine;
    size_t n, room;
    uint32_t *at; /* by task, of those who move: its machine */
    ul_schedule_plan *fixed; /* NULL: all move */
    bool by_seats; /* each has a second of its own: gangs move that are wider than a machine, too */
    ul_cost bound; /* what no schedule costs less than, where that is known */
    ul_search_machine trial[2];
    double heat; /* of the annealing, like a bill */
} ul_replan;

/* What can be done with a task, by itself or with its gang. */
typedef enum {
    UL_REPLAN_MOVES, /* a type that is to be had in any number holds it, with its gang */
    UL_REPLAN_WIDE,  /* it and each of its gang, but not all of them together */
    UL_REPLAN_STAYS, /* not even that */
} ul_replan_kind;
ul_replan_kind ul_replan_kind_of(const ul_schedule *in, uint32_t task);
/* Whether it is the first of those who move together. */
bool ul_replan_leads(const ul_schedule *in, uint32_t task);

ul_status ul_replan_begin(const ul_schedule *in, ul_run *run, ul_search_world *world, ul_replan *s);

/* Whether machines of the type are to be had in any number. */
bool ul_replan_is_open(const ul_schedule *in, size_t type);
/* The cheapest such type that holds it. */
uint32_t ul_replan_cheapest(const ul_schedule *in, uint32_t task);
/* The cheapest such type that holds the task without its gang. */
uint32_t ul_replan_cheapest_alone(const ul_schedule *in, uint32_t task);

ul_status ul_replan_insert(ul_replan *s, ul_search_machine *m, size_t at, uint32_t task);
void ul_replan_remove(ul_search_machine *m, uint32_t task);
ul_status ul_replan_add_machine(ul_replan *s, uint32_t type, size_t *index);
/* Ready when the first of its tasks is there, and not before it can be. */
void ul_replan_begin_early(const ul_replan *s, ul_search_machine *m);

/* Lives every machine through; tasks that one cannot serve, by the wait that is allowed, get
 * machines alone. */
ul_status ul_replan_settle(ul_replan *s);
/* All bills, discounts left aside. */
ul_cost ul_replan_bill(const ul_replan *s);
ul_status ul_replan_offer(ul_replan *s);
/* Those who stay as they are, as a part of the plan. */
ul_status ul_replan_write_fixed(const ul_replan *s, ul_schedule_plan *plan);

/* The start from a timeline: each who moves is on the machine where that has it last, or on none
 * where all are to have seconds of their own. */
ul_status ul_replan_start_from(ul_replan *s, const ul_schedule_plan *plan);
/* The start by the floor's linear program, for those who may wait for ever; nobody may be
 * there who stays. *made is false where there is no time for it. */
ul_status ul_replan_start_by_floor(ul_replan *s, bool *made);

/* Offers the program's own solution, tasks cut as it cuts them; `task` are those who move, class
 * by class, the longest first. Nothing where work is lost when it is interrupted, or where
 * there are gangs. */
ul_status ul_replan_cut(ul_replan *s, const ul_floor_problem *problem, const ul_floor_prices *lp,
                        const uint32_t *task);

/* Wide gangs, and who fills a machine like them, take turns on machines of their own: *fixed
 * is that, or NULL where there are no wide gangs. takes[i] tells of each task. *made is false
 * where there is no time for all of them. */
ul_status ul_replan_take_turns(ul_replan *s, bool *takes, ul_schedule_plan **fixed, bool *made);
