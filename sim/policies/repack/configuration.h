/* A configuration: which task is on which machine, existing or yet to be rented, and what
 * that costs over a horizon of some seconds. It knows no simulator: who searches and who
 * carries out fill it and read it.
 *
 * Each task is expected to stay for some seconds, at most the horizon. Cost is a sum of
 *     what machines cost as long as somebody stays on them, and new ones while they boot;
 *     what units lose to their company: worth * stay * (1 - rate);
 *     what units lose that move: worth * the seconds in which they do not work, times a caution
 *     that says how much more a move has to gain, as it is sure and what it gains is not;
 *     lateness: seconds for which a task would wait beyond its limit, dear enough to avoid.
 * Where stays are guesses the last of many lasts longer than each is expected to. Where machines
 * are paid for by units of time, an hour perhaps, one costs those that begin until its last task
 * ends, and nothing in what is paid for.
 *
 * A unit is a gang with all its tasks, or a task by itself: a gang works at the rate of its
 * slowest task and pauses as a whole. A task's rate is the product of what each neighbour
 * leaves it. Each change is priced by what it changes: O(tasks on the machine), and for a
 * gang O(its tasks).
 */
#pragma once

#include <math.h>

#include "arena.h"
#include "run.h"
#include "schedule.h"

#define UL_NOWHERE UINT32_MAX
#define UL_NOT_WEIGHED (-HUGE_VAL) /* less than any growth */

typedef struct {
    double price; /* dollars a second */
    double boot_s, billed_boot_s; /* until it can be used, at most; of these are billed, on average */
    size_t family;
    const ul_micro *capacity;
    uint32_t left; /* machines that may still be rented; UINT32_MAX: any number */
    double billing_s, least_s; /* it is paid for by so many seconds, and for so many at least;
                                * 0: by the second */
    double start;  /* what the boot of a new one costs; by units those that begin until it is over */
    double paid_s; /* by units: what is left of these then */
    size_t place;  /* in the order of prices */
} ul_conf_type;

/* Which machines may take one more task of a shape, as they are or as one of a larger type: a bit
 * each. Most steps of a search are taken back, so that it holds for long; those that changed for
 * good are looked at again by whoever asks next. */
typedef struct {
    uint64_t *fits, *grows;
    uint32_t *larger; /* no type of a lower place, above a machine's own, holds one more */
    size_t n_seen;    /* of the machines that changed */
} ul_conf_room;

/* Where a task would go, and what that adds: on a machine as it is, or on one of another type with
 * the tasks of it. */
typedef struct {
    uint32_t host, type; /* type UL_NOWHERE: as it is; host UL_NOWHERE: alone on a new one */
    double cost;
} ul_conf_target;

/* Where a task would go of the machines as they are without what is tried just now: the best few,
 * the best of those that were left out, and alone on a new one; of some machines nothing is known. */
enum { UL_CONF_KEPT = 4 };
typedef struct {
    ul_conf_target best[UL_CONF_KEPT], next, alone;
    size_t n;
    uint64_t *unknown;
    size_t n_seen; /* of the machines that changed */
} ul_conf_memory;

/* What tasks of one shape have in common. */
typedef struct {
    const ul_micro **need; /* by family, one after the other */
    double *speed;         /* by type: 0 where it does not fit alone */
    double worth;          /* dollars a second: the least price of its largest share of a type */
    ul_conf_room room;     /* in the configuration of this round */
} ul_conf_shape;

typedef struct {
    uint32_t task; /* its number outside */
    uint32_t unit, workload;
    ul_conf_shape *shape;
    uint32_t at;     /* the machine that it is on, UL_NOWHERE */
    uint32_t to;     /* the machine of the configuration, UL_NOWHERE */
    bool is_fixed;   /* stays where it is put at first */
    double rest_s;      /* it is to work for so long, as far as is known */
    double stay_s;      /* it needs a place for so long, as far as is known; at most the horizon */
    double wait_left_s; /* it may still be on no machine for so long */
    double rate;
    uint32_t next, previous; /* on its machine */
    ul_conf_memory *memory;  /* NULL: of nothing */
} ul_conf_task;

typedef struct {
    uint32_t first, n; /* its tasks follow each other */
    double worth, pause_s;
    double caution; /* its move is to gain so many times what that costs */
    double value; /* its worth over its stay */
    uint32_t moved; /* tasks of it that are not where they were */
    double loss;    /* to company, over the horizon */
    uint32_t stamp;
} ul_conf_unit;

typedef struct {
    uint32_t machine; /* its number outside; UL_NOWHERE: to be rented */
    uint32_t type;
    uint32_t first, n; /* its tasks */
    uint32_t n_fixed;
    size_t larger; /* no type of a lower place, above its own, holds its tasks */
    double start;   /* what it costs that somebody is on it at all: the boot */
    double leaving_s; /* it is paid for so long even if all who are on it leave at once */
    double paid_s;    /* by units: what is paid for already, from when it can be used */
    double squares;   /* of the stays on it, in sum */
    double longest_s; /* somebody is expected to be on it for so long, or that */
    double ready_s; /* seconds until it can be used */
    const ul_micro *room; /* what is free as things are; NULL: all of it */
} ul_conf_host;

/* What was done: a task came to a machine, or left it, or a new machine's type changed. */
typedef enum { UL_CONF_PUT, UL_CONF_TAKEN, UL_CONF_RETYPED } ul_conf_deed;

typedef struct {
    ul_conf_deed deed;
    uint32_t host, of; /* the task, or the type that it was of */
    size_t larger;     /* of the machine, before that */
    double growth;
} ul_conf_change;

typedef struct {
    ul_arena *arena; /* for its arrays: lasts as long as it does */
    const ul_run *run; /* whose time a search takes; NULL: nobody's */
    double horizon_s, late_price;
    bool is_blind;  /* stays are guesses */
    double crowded_s; /* until others have made room, at most */
    size_t n_resources, n_types, n_families, n_workloads;
    ul_conf_type *type;
    const uint32_t *by_price; /* types, cheapest first */
    const double *beside;     /* workloads x workloads: the rate of the first beside the second */
    bool interferes;          /* some of these are not 1 */
    bool remembers;           /* tasks remember where they would go */
    bool stops_first;         /* who moves stops at once, and waits for a machine that boots */
    ul_conf_task *task;
    ul_conf_unit *unit;
    ul_conf_host *host; /* those that exist, then new ones; a new one without tasks is free */
    ul_micro *used;     /* hosts x families x resources: what its tasks take of a type */
    double *growth;     /* of hosts: what one of a larger type costs more, at least */
    uint64_t *touched;  /* a bit for each host that changed since ul_conf_begin() */
    uint32_t *changed;  /* hosts that changed for good before that, in order */
    size_t n_changed, changed_room;
    size_t n_tasks, n_units, n_hosts, n_old, host_room;
    uint32_t stamp;
    double cost;
    size_t n_nowhere; /* tasks that no machine has room for: comes before cost */
    ul_conf_change *change; /* since ul_conf_begin() */
    size_t n_changes, change_room;
} ul_conf;

/* Takes memory for n_tasks, n_units and n_old machines that exist; the caller fills them, tasks
 * nowhere and machines empty, and then says that they are complete. */
ul_status ul_conf_new(ul_arena *arena, size_t n_tasks, size_t n_units, size_t n_old, ul_conf *conf);
void ul_conf_complete(ul_conf *conf);

/* What a machine's tasks take, were it of this family. */
static inline ul_micro *ul_conf_used(const ul_conf *conf, size_t host, size_t family)
{
    return conf->used + (host * conf->n_families + family) * conf->n_resources;
}

/* Whether one of a type would hold a machine's tasks and one more (UL_NOWHERE: none). */
static inline bool ul_conf_holds(const ul_conf *conf, uint32_t type, uint32_t host, uint32_t more)
{
    const size_t family = conf->type[type].family;
    const ul_micro *used = ul_conf_used(conf, host, family);
    const ul_micro *need = more == UL_NOWHERE ? NULL : conf->task[more].shape->need[family];
    for (size_t r = 0; r < conf->n_resources; r++)
        if (used[r] + (need == NULL ? 0 : need[r]) > conf->type[type].capacity[r])
            return false;
    return true;
}

static inline bool ul_conf_fits(const ul_conf *conf, uint32_t task, uint32_t host)
{
    return ul_conf_holds(conf, conf->host[host].type, host, task);
}

/* Whether a task of a shape leaves no room at all on a machine of a type. */
static inline bool ul_conf_fills(const ul_conf_type *type, const ul_conf_shape *shape,
                                 size_t n_resources)
{
    for (size_t r = 0; r < n_resources; r++)
        if (shape->need[type->family][r] < type->capacity[r])
            return false;
    return true;
}

/* Of a set of machines a bit each, in words of 64. */
static inline size_t ul_conf_words(const ul_conf *conf)
{
    return (conf->host_room + 63) / 64;
}

/* By units, of a machine that can be used in `boot_s` and is paid for `paid_s` from now on, or is yet
 * to be ordered (0): what is to be paid until it can, and what is left of that then. */
void ul_conf_pay_boot(const ul_conf_type *type, double paid_s, double boot_s, ul_conf_host *host);

/* The seconds of the units that begin after `paid_s` where somebody is expected to stay for so long. */
double ul_conf_units_s(const ul_conf *conf, double billing_s, double stay_s, double paid_s);

/* What a new machine of a type costs without its start if somebody is on it for so long. */
static inline double ul_conf_new_rent(const ul_conf *conf, const ul_conf_type *type, double longest_s)
{
    return type->price * (type->billing_s == 0 ? longest_s
                                               : ul_conf_units_s(conf, type->billing_s, longest_s,
                                                                 type->paid_s));
}

/* What it costs that a machine is there with somebody on it. */
static inline double ul_conf_rent(const ul_conf *conf, const ul_conf_host *host)
{
    const ul_conf_type *type = &conf->type[host->type];
    return type->price * (type->billing_s == 0
                              ? host->longest_s - host->leaving_s
                              : ul_conf_units_s(conf, type->billing_s, host->longest_s,
                                                host->paid_s))
           + host->start;
}

/* What it counts for that a unit moves. */
static inline double ul_conf_pause(const ul_conf_unit *unit)
{
    return unit->caution * unit->worth * unit->pause_s;
}

/* How long somebody is expected to be on a machine if one more comes who stays for so long. The
 * root of the sum of squares is close to the expected maximum of up to a dozen times of which each
 * is as likely to end now as later; where all stays are the horizon it is that. */
static inline double ul_conf_longest_s(const ul_conf *conf, const ul_conf_host *host, double more_s)
{
    if (!conf->is_blind)
        return more_s > host->longest_s ? more_s : host->longest_s;
    const double squares = host->squares + more_s * more_s;
    const double last_s = squares >= conf->horizon_s * conf->horizon_s ? conf->horizon_s
                          : squares > 0                                ? sqrt(squares)
                                                                       : 0;
    return last_s > host->leaving_s ? last_s : host->leaving_s;
}

/* Puts a task that is nowhere on a machine with room, takes one off. */
ul_status ul_conf_put(ul_conf *conf, uint32_t task, uint32_t host);
ul_status ul_conf_take(ul_conf *conf, uint32_t task);
/* A new machine, empty. */
ul_status ul_conf_open(ul_conf *conf, uint32_t type, uint32_t *host);
/* Makes a new machine one of another type that holds its tasks. */
ul_status ul_conf_retype(ul_conf *conf, uint32_t host, uint32_t type);
/* What the cost grows by if the task joins; more than `most` where it is more than that. And
 * without what the machine itself costs. */
double ul_conf_joining(ul_conf *conf, uint32_t task, uint32_t host, double most);
double ul_conf_company(ul_conf *conf, uint32_t task, uint32_t host, double most);

/* Changes since the beginning can be taken back. */
ul_status ul_conf_begin(ul_conf *conf);
ul_status ul_conf_undo(ul_conf *conf, double cost);
