/* What every schedule of a workload has to do, class by class.
 *
 * Tasks that need the same on every family, and are slowed down by the same company,
 * are of one class. A timeline that is valid gives each task its seconds of work, at
 * the rate that those beside it leave it, and at least one loading; while it does, the
 * task takes its place on a machine that is paid for. So whoever has prices of a second
 * of each class, by which no set of tasks that fits a machine is worth more than the
 * machine costs, knows what no schedule can go below (docs/floor.md).
 *
 * A few tasks may be most of the work of all that are alike. They can be a class of their own:
 * a set holds no more of them than there are.
 *
 * The rules forgive what rounding to microseconds does; so does this: a millionth of
 * a task's work and ten microseconds are never asked for.
 */
#pragma once

#include "arena.h"
#include "schedule.h"

/* The checker reads no larger values. */
#define UL_FLOOR_VALUE_MAX ((int64_t)1 << 50)

/* What is counted. */
typedef enum {
    UL_FLOOR_WORK,        /* seconds of work */
    UL_FLOOR_LOADING,     /* and those every task must spend loading; a machine's start */
    UL_FLOOR_COMPANY,     /* work and what tasks lose beside each other, but no loading: faster */
    UL_FLOOR_INTERFERENCE /* all of it */
} ul_floor_physics;

/* A lease on offer: a fee for so many hours, and a price for each hour of use. */
typedef struct {
    uint32_t type;
    ul_micro fee, hours, price;
} ul_floor_lease;

/* What machines are paid by, besides the prices of the instance. */
typedef struct {
    bool nothing; /* they cost nothing: is there a schedule at all? */
    size_t n_leases;
    const ul_floor_lease *lease;
} ul_floor_payment;

typedef struct {
    uint32_t shape, base; /* base: the class of interference; 0 where it is not counted */
    uint32_t next;        /* of the same shape; UINT32_MAX: none */
    uint32_t task;        /* one of its tasks */
    bool is_long;         /* of tasks that are much longer than others like them */
    uint64_t n_tasks;
    ul_cost work, loading; /* microseconds of all its tasks, at the least */
} ul_floor_class;

/* What prices are found for: a second of work of a class, or one of loading, or both
 * where they are worth the same. */
typedef struct {
    uint32_t class, base;
    bool works, loads;
    ul_cost demand; /* microseconds */
    uint64_t most;  /* so many of them at once, */
    uint32_t crowd; /* with those of all items that have the same; below twice the classes */
} ul_floor_item;

typedef struct {
    const ul_schedule *in;
    const ul_floor_payment *payment;
    ul_floor_physics physics;
    size_t n_classes;
    ul_floor_class *class;
    uint32_t *class_of; /* per task */
    bool *is_long;      /* per task */
    size_t n_items;
    ul_floor_item *item;
    /* The rate of one base beside one of another. The last base is that of tasks which
     * load: nobody is slowed down by them, nor are they. */
    size_t n_bases;
    const double *rate;
    const ul_micro *price; /* per type: the least it ever costs, discounts included */
    ul_cost startup;       /* what at least one machine is billed without being used, like a bill */
} ul_floor_problem;

/* With `apart` long tasks are classes of their own: more is proved, and pricing takes longer.
 * `payment` is kept. */
ul_status ul_floor_problem_new(const ul_schedule *in, const ul_floor_payment *payment,
                               ul_floor_physics physics, bool apart, ul_arena *arena,
                               ul_floor_problem **problem);

/* The work that a second of the item does alone on the type: less than 1 where its tasks
 * are stretched there. */
double ul_floor_speed(const ul_floor_problem *problem, size_t type, size_t item);

/* The least that a type costs on demand between two seconds, discounts included; */
ul_micro ul_floor_price_between(const ul_schedule *in, size_t type, ul_micro from_s, ul_micro to_s);
/* and by any payment. */
ul_micro ul_floor_pays(const ul_floor_problem *problem, size_t type, ul_micro from_s, ul_micro to_s);

/* What a machine of the type is billed besides the seconds in which it can be used: at its least
 * price, times microseconds. */
ul_cost ul_floor_startup(const ul_floor_problem *problem, size_t type);

/* The microseconds that a task of the item's class needs of it, at the least. */
ul_cost ul_floor_need(const ul_floor_problem *problem, size_t item, size_t task);

/* The least time that a task is on a machine, loading and work; of that its work; and all of it where
 * nothing is forgiven. */
ul_micro ul_floor_least_s(const ul_schedule *in, size_t task);
ul_micro ul_floor_least_work_s(const ul_schedule *in, size_t task);
ul_micro ul_floor_stay_s(const ul_schedule *in, size_t task);

/* Whether a machine of the type holds one task of the class. */
bool ul_floor_holds(const ul_floor_problem *problem, size_t type, size_t class);

/* ---- whole numbers ---- */

/* Units in a millionth of a dollar an hour, at most 2^20: so many that machines of up to
 * `dearest` dollars an hour cost some 2^40 of them, and that the checker reads values of up to
 * `most`. Values may be above all prices: where tasks are stretched a second does less. */
int64_t ul_floor_scale(double dearest, double most);
/* A value of so many dollars an hour in units, rounded down; the checker reads no larger one
 * than UL_FLOOR_VALUE_MAX, which proves less. */
int64_t ul_floor_whole(double dollars, int64_t scale);
/* Adds microseconds at a value; false where the sum does not fit. */
bool ul_floor_add(ul_cost *sum, int64_t value, ul_cost microseconds);
/* Such a sum in 10^-12 dollars, rounded up as costs are. */
ul_cost ul_floor_dollars(ul_cost sum, int64_t scale);
