/* Steps: the decisions of a method, told while they are taken, so that somebody
 * else can explain them. A method never prints.
 *
 * Telling is optional. A method that does asks its run once who listens,
 *     const ul_step_listener *told = ul_run_steps(run);
 * and then says
 *     UL_TELL(told, .kind = UL_STEP_PUT, .bin = i, .task = j, .count = 1);
 * which without a listener is the test of a pointer: what stands behind the
 * comma is not evaluated. A step is what was decided and the numbers that only
 * the method knows; what follows from instance and steps (what is free, who
 * still waits) the listener works out.
 */
#ifndef UL_STEP_H
#define UL_STEP_H

#include <stddef.h>
#include <stdint.h>

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
    UL_STEP_BOUND   /* told by the run: no plan costs less than value */
} ul_step_kind;

/* Why. */
typedef enum {
    UL_WHY_PLAIN,
    UL_WHY_TRIAL,        /* OPEN: kept only if it proves worth its price */
    UL_WHY_CHEAPEST,     /* OPEN: the cheapest type that holds the task alone */
    UL_WHY_CHAIN,        /* OPEN: the largest type, or the chain's current place */
    UL_WHY_SCORE,        /* OPEN, PUT, HOLD: the best score of all that were weighed */
    UL_WHY_FIRST_FIT,    /* PUT: the first machine with room */
    UL_WHY_BEST_FIT,     /* PUT: the machine on which it leaves least room */
    UL_WHY_DEAREST,      /* PUT: raises the worth of the set most; value its worth, against before */
    UL_WHY_ALIGNED,      /* PUT: the same, ties by alignment with what is free */
    UL_WHY_NOTHING_FITS, /* DROP: no task that waits fits */
    UL_WHY_BELOW_PRICE,  /* DROP: worth less than the price */
    UL_WHY_NO_TYPE,      /* PASS: no type holds one task more than a group of `count` */
    UL_WHY_RUNTIME,      /* TURN: tasks of value <= runtime < against, in seconds; below 0 unknown */
    UL_WHY_SMALLER,      /* TURN: the last machines go into the next smaller type; count the place */
    UL_WHY_OFFERED,      /* RESIZE: in the plan that is offered, the packing goes on without it */
    UL_WHY_IN_STOCK,     /* PASS: `count` leases deserved in the interval, value in stock */
    UL_WHY_ENOUGH_ALONE, /* PASS: the type has the whole capacity already, or is never up */
    UL_WHY_ON_DEMAND,    /* HOLD: at the on-demand price, always up */
    UL_WHY_TARGET_MET,   /* STOP */
    UL_WHY_TOO_DEAR,     /* STOP: dearer than on-demand machines */
    UL_WHY_NONE_LEFT     /* STOP: no candidate is left */
} ul_step_why;

typedef struct {
    ul_step_kind kind;
    ul_step_why why;
    size_t bin, type, task, interval;
    uint64_t count;
    double value, against;
} ul_step;

typedef struct {
    void (*hear)(void *context, const ul_step *step);
    void *context;
} ul_step_listener;

#define UL_TELL(told, ...)                                            \
    do {                                                              \
        if (__builtin_expect((told) != NULL, 0))                      \
            (told)->hear((told)->context, &(ul_step){__VA_ARGS__});   \
    } while (0)

#endif
