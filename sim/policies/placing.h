/* Placing policies (dynamic bin packing): a task goes on a machine when it arrives and is
 * never moved; a machine goes back when it is empty. What differs is which of the machines
 * with room takes it: the first, the fullest, the one that its departure prolongs least.
 *
 * Where a type takes time to start, a task that finds no machine waits for its own.
 * O(machines that exist) a task, and the tasks of those that changed where departures are
 * predicted anew.
 */
#pragma once

#include "sim.h"

typedef struct ul_placing ul_placing;

typedef struct {
    uint32_t waiting;  /* the task it was rented for */
    int64_t class;     /* of the tasks it takes, where there are classes */
    uint64_t used_at;  /* when it took a task last, by count */
    double close_s;    /* when the last of its tasks leaves, as they said when they came */
    double expected_s; /* the same as it is predicted now, which holds until this second */
    double fresh_until_s;
    /* Of lava: whether it takes shorter tasks than its class, since when it has the class, and
     * who of its tasks has to leave before it is one lower. */
    bool recycling;
    double since_s;
    uint32_t n_residual;
    uint64_t residual_to; /* those that were placed up to this count */
} ul_placing_host;

typedef struct {
    int64_t class;   /* of machines that were looked at for it */
    int64_t kind;    /* of azar-vainstein */
    uint64_t placed; /* by count */
} ul_placing_note;

typedef struct {
    /* Which machines are looked at for the task; NULL: all that have room. */
    int64_t (*class_of)(ul_placing *placing, uint32_t task);
    /* What a policy does besides: before it looks for a machine, when a task has come to
     * one, and when it has left. Any may be NULL. */
    void (*look)(ul_placing *placing, uint32_t task);
    void (*came)(ul_placing *placing, uint32_t task, uint32_t machine);
    void (*left)(ul_placing *placing, uint32_t task, uint32_t machine);
    /* Machines of every class are looked at. */
    bool any_class;
    /* How bad a machine is for the task; the least bad takes it. NULL: all are alike. */
    double (*worth)(ul_placing *placing, uint32_t task, uint32_t machine);
    /* Of those alike: the fullest (1), the emptiest (-1), or the first looked at (0). */
    int by_load;
    bool last_first;   /* machines are looked at from the youngest on */
    bool last_only;    /* none but the youngest is */
    bool recent_first; /* from the one that took a task last on */
    bool told;         /* it knows, or predicts, run times */
    bool repredicts;   /* who outlives a prediction is given twice the time */
    const char *why; /* of the machine that takes the task */
} ul_placing_rules;

struct ul_placing {
    ul_sim *sim;
    const ul_placing_rules *rules;
    ul_placing_host *host; /* by machine */
    size_t room;
    uint64_t n_placed, predict; /* predict: the seed of predictions, 0: the truth */
    int off;                    /* the power of two that these are off by at most */
    uint32_t youngest;          /* the machine rented last */
    ul_placing_note *note;      /* by task */
    size_t note_room;
};

ul_status ul_placing_run(const ul_schedule *in, ul_run *run, const ul_placing_rules *rules);

/* When the task is to leave, as the policy believes when it comes. */
double ul_placing_exit_s(ul_placing *placing, uint32_t task);
/* How long it is to run, as the policy believes when it comes. */
double ul_placing_life_s(ul_placing *placing, uint32_t task);
/* The largest share in use of any resource of a machine, in millionths rounded down. */
int64_t ul_placing_load(ul_placing *placing, uint32_t machine);
/* When the machine is to be empty, as is believed now. */
double ul_placing_close_s(ul_placing *placing, uint32_t machine);

#define UL_PLACING_PREDICT                                                                   \
    UL_COUNT("predict", "0", "seed of run times that are predicted; 0: the truth", 0,        \
             4294967295),                                                                    \
    UL_COUNT("off", "3", "predictions are off by 2 to this power at most, either way", 0, 20)
