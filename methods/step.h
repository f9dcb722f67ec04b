/* Steps: the decisions of a method, told while they are taken, so that somebody
 * else can explain them. A method never prints.
 *
 * Telling is optional. A method that does asks its run once who listens,
 *     const ul_step_listener *listener = ul_run_steps(run);
 * and then says
 *     UL_TELL(listener, .kind = UL_STEP_PUT, .bin = i, .task = j, .count = 1);
 * which without a listener is the test of a pointer: what stands behind the
 * comma is not evaluated. A step is what was decided and the numbers that only
 * the method knows; what follows from instance and steps (what is free, who
 * still waits) the listener works out.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "fixed.h"

/* What happened. The fields that count are named behind each. */
typedef enum {
    UL_STEP_TURN,   /* a type, a range of runtimes or of the chain has its turn: why */
    UL_STEP_NEXT,   /* the next task is looked at: task, count copies */
    UL_STEP_WEIGH,  /* a candidate is judged, a later step decides: type, count, value, against */
    UL_STEP_PASS,   /* something is not taken: why, type */
    UL_STEP_OPEN,   /* a machine opens, on trial when why is UL_WHY_TRIAL: bin, type */
    UL_STEP_PUT,    /* tasks join a machine: bin, task, count; why; value, against */
    UL_STEP_KEEP,   /* a trial is kept, `count` machines of it: bin, value >= against */
    UL_STEP_DROP,   /* a trial is given up, its tasks wait again: bin, why, value < against */
    UL_STEP_RESIZE, /* a machine becomes one of another type: bin, type */
    UL_STEP_EMPTY,  /* a machine goes, its tasks wait again: bin */
    UL_STEP_BUY,    /* leases are bought: interval, type (the class), count */
    UL_STEP_HOLD,   /* machines join the pool: type, count; value the availability of the target
                     * then, against the capacity the judgement was made for */
    UL_STEP_STOP,   /* the method is done: why */
    UL_STEP_PLAN,   /* told by the run: a plan was offered; value its cost, against the best before */
    UL_STEP_BOUND,  /* told by the run: no plan costs less than value */
    /* What happens in a timeline, as its listener works it out; at_s says when. */
    UL_STEP_ARRIVE, /* tasks of a job arrive: task, count */
    UL_STEP_ORDER,  /* machines are ordered: bin, type, count */
    UL_STEP_READY,  /* they can be used: bin, type, count */
    UL_STEP_START,  /* tasks of a job take their places: task, bin, count */
    UL_STEP_LEAVE,  /* they leave before they are done, lost when why is UL_WHY_LOST; share */
    UL_STEP_DONE,   /* they are done: task, bin, count, share */
    UL_STEP_GONE    /* machines are given back: bin, type, count */
} ul_step_kind;

/* Why. */
typedef enum {
    UL_WHY_PLAIN,
    UL_WHY_SAID,         /* in the method's own words: said */
    UL_WHY_TRIAL,        /* OPEN: kept only if it proves worth its price */
    UL_WHY_CHEAPEST,     /* OPEN: the cheapest type that holds the task alone */
    UL_WHY_CHAIN,        /* OPEN: the largest type, or the chain's current place */
    UL_WHY_SCORE,        /* OPEN, PUT, HOLD: the best score of all that were weighed */
    UL_WHY_FIRST_FIT,    /* PUT: the first machine with room */
    UL_WHY_BEST_FIT,     /* PUT: the machine on which it leaves least room */
    UL_WHY_MOST_ROOM,    /* PUT: the machine with the most room */
    UL_WHY_LAST,         /* OPEN, PUT: only the machine opened last is looked at */
    UL_WHY_DEAREST,      /* PUT: raises the worth of the set most; value its worth, against before */
    UL_WHY_ALIGNED,      /* PUT: the same, ties by alignment with what is free */
    UL_WHY_DOT,          /* PUT: value is the greatest dot product with what is free */
    UL_WHY_NEAREST,      /* PUT: value is the least distance from what is free */
    UL_WHY_NOTHING_FITS, /* DROP: no task that waits fits */
    UL_WHY_BELOW_PRICE,  /* DROP, EMPTY: worth less than the price; share */
    UL_WHY_NO_TYPE,      /* PASS: no type holds one task more than a group of `count` */
    UL_WHY_RUNTIME,      /* TURN: tasks of value <= runtime < against, in seconds; below 0 unknown */
    UL_WHY_SMALLER,      /* TURN: the last machines go into the next smaller type; count the place */
    UL_WHY_OFFERED,      /* RESIZE: in the plan that is offered, the packing goes on without it */
    UL_WHY_IN_STOCK,     /* PASS: `count` leases deserved in the interval, value in stock */
    UL_WHY_ENOUGH_ALONE, /* PASS: the type has the whole capacity already, or is never up */
    UL_WHY_ON_DEMAND,    /* HOLD: at the on-demand price, always up */
    UL_WHY_TARGET_MET,   /* STOP */
    UL_WHY_TOO_DEAR,     /* STOP: dearer than on-demand machines */
    UL_WHY_NONE_LEFT,    /* STOP: no candidate is left */
    /* Of policies, over time. */
    UL_WHY_FULL,    /* WEIGH: a Full Reconfiguration saves value an hour, against the cost of
                     * getting there; TURN: it is worth value, the other against, in `seconds` */
    UL_WHY_PARTIAL, /* the same of a Partial one */
    UL_WHY_WORTH,   /* OPEN, PUT: `count` tasks are worth value, the machine's price is against */
    UL_WHY_ALONE,   /* OPEN: the cheapest type that holds the task, for it alone; `count` alike */
    UL_WHY_PAIR,    /* OPEN: the best worth for its price of the pairs that wait; `count` alike */
    UL_WHY_MOVES,   /* PUT: away from where it is */
    UL_WHY_OWN_BIN, /* PUT: the task runs for `seconds` more, the machine's longest for value: the
                     * same bin of runtimes */
    UL_WHY_LONGER_BIN,  /* PUT: none of its bin has room, this is of the next longer one that has */
    UL_WHY_SHORTER_BIN, /* PUT: nor a longer one, so it prolongs this */
    UL_WHY_TIGHT,       /* PUT: the least is left of the resource that counts */
    UL_WHY_GROUP,       /* OPEN: value is the best cost-efficiency, of a group of `count` tasks */
    UL_WHY_HALF_EMPTY,  /* EMPTY, RESIZE: half empty at `count` events in a row */
    UL_WHY_CHEAPER,     /* RESIZE: since prices moved, from `against` to value an hour */
    UL_WHY_UNUSED,      /* EMPTY: nobody is on it */
    UL_WHY_ELSEWHERE,   /* EMPTY: its tasks have better places */
    UL_WHY_FIRST,       /* PUT: first in the queue, and there are nodes enough */
    UL_WHY_ENDS_BEFORE, /* PUT: before its turn: ends before the first can start at `seconds` */
    UL_WHY_SPARE,       /* PUT: before its turn: on nodes that the first will not need */
    UL_WHY_TOO_FEW,     /* OPEN: the first in the queue needs more nodes than there are */
    UL_WHY_TOO_LATE,    /* OPEN: the first would start at `seconds`, too late */
    UL_WHY_PAID_UNTIL,  /* EMPTY: nobody waits, and what is paid for ends at `seconds` */
    UL_WHY_PER_UNIT,    /* OPEN: the cheapest by the unit of the types that hold the task now */
    UL_WHY_STRETCHED,   /* PUT: nowhere is room enough; the largest empty one, at share */
    UL_WHY_BACK,        /* PUT: on the machine where it slept */
    UL_WHY_CENTRAL,     /* TURN: a long job, `count` tasks; value workers had no long task */
    UL_WHY_PROBES,      /* TURN: a short job sends `count` probes, of which value were refused at
                         * first and against went to workers for short jobs alone in the end */
    UL_WHY_QUEUE,       /* PUT: its job has the first probe in the worker's queue */
    UL_WHY_LEAST_LEFT,  /* PUT: of the jobs in the worker's queue, `count` probes, it has least left */
    UL_WHY_MORE_LONG,   /* OPEN: a share of value of the workers holds long tasks, against the limit */
    UL_WHY_FEWER_LONG,  /* EMPTY: the same, below it; it serves `count` more first */
    UL_WHY_LOST         /* LEAVE: what was done does not count */
} ul_step_why;

typedef struct {
    ul_step_kind kind;
    ul_step_why why;
    size_t bin, type, task, interval;
    uint64_t count;
    double value, against;
    double seconds;
    double share;  /* of their speed alone, at which tasks work beside others; 0: not said */
    ul_micro at_s; /* when, where a method lives through time */
    /* The reason where it is this method's alone, a text that is not freed. It goes on where
     * the narrator has named machine, type or task, and is the whole sentence of a TURN. In
     * it stand for the step's numbers {bin}, {type}, {count}, {value}, {against}, {seconds};
     * {$value} in dollars, {%value} of a share. */
    const char *said;
} ul_step;

typedef struct {
    void (*hear)(void *context, const ul_step *step);
    void *context;
} ul_step_listener;

#define UL_TELL(listener, ...)                                               \
    do {                                                                     \
        if (__builtin_expect((listener) != NULL, 0))                         \
            (listener)->hear((listener)->context, &(ul_step){__VA_ARGS__});  \
    } while (0)
