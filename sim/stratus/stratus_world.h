/* Stratus' world (Chung, Park and Ganger, SoCC 2018): tasks wait for the next
 * scheduling event, machines are rented for those that find no place, a machine
 * that nobody is on any more is given back at once, and tasks move with what they
 * have done. The schedulers that the paper compares differ in three rules: which
 * running machine a task joins, which machines are rented for the rest, and which
 * machines are left again.
 *
 * What the paper leaves open is decided here: at an event tasks are packed, machines
 * rented, then machines cleared; a machine that boots takes nobody but those it was
 * rented for; ties fall to the machine rented first.
 */
#pragma once

#include "sim.h"
#include "stratus_groups.h"

/* Which running machine a task joins. */
typedef enum {
    UL_STRATUS_ALONE,   /* none */
    UL_STRATUS_RUNTIME, /* one of its own runtime bin, a longer one, a shorter one (Section 3.2) */
    UL_STRATUS_DOT,     /* the greatest product of what it needs and what is free */
    UL_STRATUS_TIGHT    /* the least left of one resource (ECS' binpack) */
} ul_stratus_packing;

/* Which machines are rented for those that join none. */
typedef enum {
    UL_STRATUS_CHEAPEST,  /* for each task the cheapest that holds it */
    UL_STRATUS_GREEDY,    /* the type that is filled at the least price per unit (SuperCloud) */
    UL_STRATUS_EFFICIENT  /* the group and type of the best cost-efficiency (Section 3.3) */
} ul_stratus_scaling;

typedef struct {
    ul_stratus_packing packing;
    ul_stratus_scaling scaling;
    bool clears; /* machines half empty for long (Section 3.4) */
    bool hops;   /* to cheaper types, when prices move (HotSpot) */
    bool told;   /* knows run times */
    size_t tight; /* the resource of which the least is to be left */
} ul_stratus_rules;

/* A running machine that takes tasks, as it is planned at this event. */
typedef struct {
    uint32_t machine;
    uint32_t family;
    bool closed; /* cleared at this event */
    int bin;
    double remaining_s;
    ul_micro *free;
} ul_stratus_host;

typedef struct {
    uint32_t low;      /* events in a row at which it was half empty */
    bool left;         /* its tasks are to move away: nobody joins it */
    uint32_t n_awaited; /* tasks that come once it is ready */
    uint32_t first, last; /* of their list, with those that come no more */
} ul_stratus_machine;

typedef struct {
    uint32_t awaits; /* the machine that it goes to once that is ready */
    uint32_t next;   /* in that machine's list */
} ul_stratus_task;

typedef struct {
    ul_sim *sim;
    ul_stratus_rules rules;
    size_t n_resources, n_types;
    ul_micro *unit, *largest; /* of each resource: the least and the most that a type has */
    ul_micro *price, *first_price; /* now, and at the start */
    bool prices_moved;

    uint32_t *pending; /* as submitted */
    size_t n_pending, pending_room;
    ul_stratus_machine *machine;
    size_t machine_room;
    ul_stratus_task *task;
    size_t task_room;
    ul_stratus_host *host; /* at this event, oldest first */
    size_t n_hosts;
    uint64_t *no_room; /* by shape: the event at which it found none */
    size_t shape_room;
    uint64_t event;
    size_t n_cleared, n_hops;
} ul_stratus;

/* Runs the rules; every method of this world takes the parameter `interval`. */
ul_status ul_stratus_run(const ul_schedule *in, ul_run *run, const ul_stratus_rules *rules);

#define UL_STRATUS_PARAMS                                                                         \
    UL_REAL("interval", "0", "seconds between two scheduling events; 0: as the instance says", 0, \
            1e6)

/* stratus_state.c */

/* How long a task still runs, by what its policy knows: once a run has outlived its
 * estimate it is taken to be half over. */
double ul_stratus_remaining_s(ul_stratus *s, uint32_t task);
/* How long a move keeps it from working. */
double ul_stratus_moving_s(ul_stratus *s, uint32_t task);
/* Mean time until a machine of the type is ready. */
double ul_stratus_startup_s(const ul_stratus *s, uint32_t type);

/* Whether the market has one. */
bool ul_stratus_can_rent(const ul_stratus *s, uint32_t type);
bool ul_stratus_fits(const ul_stratus *s, const ul_micro *need, const ul_micro *free);
/* The cheapest type, below a price, that holds what is used, by family and resource;
 * UL_SIM_NONE where none does. */
uint32_t ul_stratus_cheapest(const ul_stratus *s, const ul_micro *used, ul_micro below);
/* What tasks use together, by family and resource. */
void ul_stratus_add(ul_stratus *s, ul_micro *used, uint32_t task);
ul_micro *ul_stratus_new_sum(ul_stratus *s);
ul_stratus_score ul_stratus_score_now(const ul_stratus *s, uint32_t type, const ul_micro *used);

/* Rents a machine. Tasks are promised to it, those that wait or move; once it is ready
 * they go there. */
ul_status ul_stratus_rent(ul_stratus *s, uint32_t type, uint32_t *machine);
ul_status ul_stratus_await(ul_stratus *s, uint32_t task, uint32_t machine);
/* Gives a machine back that nobody is on or comes to. */
ul_status ul_stratus_leave_idle(ul_stratus *s, uint32_t machine);
/* All tasks of a machine work and may move. */
bool ul_stratus_is_settled(const ul_stratus *s, uint32_t machine);
/* Rents a machine of the type for all tasks of another, which go on until it is ready. */
ul_status ul_stratus_replace(ul_stratus *s, uint32_t machine, uint32_t type);

/* stratus_pack.c: the host that a task joins by the rules, or UL_NONE. */
size_t ul_stratus_find(ul_stratus *s, uint32_t task, double remaining_s);
ul_status ul_stratus_pack(ul_stratus *s);
void ul_stratus_set_remaining(ul_stratus_host *host, double seconds);
int ul_stratus_bin(double seconds);
/* Tasks by descending size, as a share of the smallest type, or remaining time. */
ul_status ul_stratus_sort(ul_stratus *s, uint32_t *task, size_t n, bool by_runtime);

ul_status ul_stratus_scale(ul_stratus *s); /* stratus_scale.c */
ul_status ul_stratus_clear(ul_stratus *s); /* stratus_clear.c */
ul_status ul_stratus_hop(ul_stratus *s);
