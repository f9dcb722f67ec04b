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
    UL_STEP_TURN,     /* a type, a range of runtimes or of the chain has its turn */
    UL_STEP_NEXT,     /* the next task is looked at: task, count copies */
    UL_STEP_WEIGH,    /* a candidate is judged, a later step decides: type, count, value, against */
    UL_STEP_PASS,     /* a candidate is none, a later step decides: type */
    UL_STEP_ENOUGH,   /* nothing is bought: interval, count, value */
    UL_STEP_OPEN,     /* a machine opens: bin, type, copies */
    UL_STEP_OPEN_FOR, /* the same for a task that is looked at now: task */
    UL_STEP_TRIAL,    /* a machine opens on trial: bin, type */
    UL_STEP_PUT,      /* tasks join a machine: bin, task, count; value, against */
    UL_STEP_KEEP,     /* a trial is kept, `count` machines of it: bin, value >= against */
    UL_STEP_DROP,     /* a trial is given up, its tasks wait again: bin, type, value < against */
    UL_STEP_RESIZE,   /* a machine becomes one of another type: bin, type */
    UL_STEP_OFFER,    /* it does in the plan that is offered, the packing goes on without it */
    UL_STEP_EMPTY,    /* a machine goes, its tasks wait again: bin */
    UL_STEP_BUY,      /* leases are bought: interval, type (the class), count */
    UL_STEP_HOLD,     /* machines join the pool: type, count; value the availability of the target
                       * then, against the capacity the judgement was made for */
    UL_STEP_RENT,     /* they join it at the on-demand price, always up */
    UL_STEP_STOP,     /* the method is done */
    UL_STEP_PLAN,     /* told by the run: a plan was offered; value its cost, against the best before */
    UL_STEP_BOUND,    /* told by the run: no plan costs less than value */
    /* What happens in a timeline, as its listener works it out; at_s says when. */
    UL_STEP_ARRIVE, /* tasks of a job arrive: task, count */
    UL_STEP_ORDER,  /* machines are ordered: bin, type, count */
    UL_STEP_READY,  /* they can be used: bin, type, count */
    UL_STEP_START,  /* tasks of a job take their places: task, bin, count */
    UL_STEP_LEAVE,  /* they leave before they are done; share */
    UL_STEP_DONE,   /* they are done: task, bin, count, share */
    UL_STEP_GONE    /* machines are given back: bin, type, count */
} ul_step_kind;

typedef struct {
    ul_step_kind kind;
    size_t bin, type, task, interval;
    uint64_t count;
    uint64_t copies; /* machines alike that an OPEN stands for, with the numbers from bin on or
                      * as one; 0: a single one */
    double value, against;
    double seconds;
    double share;  /* of their speed alone, at which tasks work beside others; 0: not said */
    ul_micro at_s; /* when, where a method lives through time */
    /* The reason, a text that is not freed; it stands beside the method that has it. One that ends
     * with a full stop is all that is said; any other goes on where the narrator has named
     * machine, type or task. In it stand
     *     {word}              a number of the step (count, copies, value, against, seconds, share),
     *                         or one of the kind's narrator (bin, type, task, ...: its `words`)
     *     {$value} {$$value}  in dollars, to a hundredth of a cent or with all digits
     *     {%value} {4value}   of a share; to so many digits
     *     {~value} {-value}   as a span of time; less than nothing, behind any of these
     *     {a<b?so|else}       one or the other; also > and =, of numbers, names and inf
     * NULL: it has none. */
    const char *why;
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
