/* What a policy from outside is to the simulator, for the files of this folder. */
#pragma once

#include "live.h"
#include "sim.h"

/* What is kept of a task, by the simulator's number of it. */
typedef struct {
    uint32_t number;   /* by which the policy knows it */
    uint32_t promised; /* the machine it is to take a place on, UL_SIM_NONE */
    uint32_t before, next; /* who is promised a place there before and after it */
    uint32_t taken;    /* where it took its last place, UL_SIM_NONE */
} ul_live_promise;

typedef struct {
    uint32_t first, last; /* who is promised a place, in order; UL_SIM_NONE */
    ul_micro *taken;      /* by promises, one per resource */
    ul_live_machine *facts;
} ul_live_promises;

struct ul_live {
    ul_sim *sim;
    const ul_schedule *in; /* for what is no secret: names, and the world at second 0 */
    const ul_live_policy *policy;
    void *context;
    ul_knows knows;
    bool sees_rates; /* of tasks beside others, before they are there */

    ul_live_event *event, *told; /* those to tell, and those that the policy looks at */
    size_t n_events, event_room, told_room;
    unsigned deaf_to; /* kinds of events that are no reason to ask, 1 << kind each */
    bool has_news;    /* among those to tell is one of another kind */
    ul_live_promise *task;
    size_t task_room;
    uint32_t *arrived; /* the simulator's numbers of tasks, by arrival */
    size_t n_arrived, arrived_room;
    ul_live_promises *machine;
    size_t n_machines, machine_room;
    bool is_due;     /* asked once more at this instant */
    ul_micro *price; /* as it was told last, by type; NULL where none ever moves */

    ul_status fault; /* of an order: it ends the run */
    uint64_t n_refused;
    char why[512];   /* the reason that was told last, */
    char first[512]; /* and first */
};

/* The simulator's number of a task; UL_SIM_NONE where none that has arrived has this one.
 * Policies count tasks as they arrive: who counted as the file does would tell by the gaps
 * how many are to come. */
static inline uint32_t ul_live_inside(const ul_live *live, uint32_t number)
{
    return number < live->n_arrived ? live->arrived[number] : UL_SIM_NONE;
}

/* Whether a machine that exists has this number. */
static inline bool ul_live_has_machine(const ul_live *live, uint32_t machine)
{
    return machine < live->n_machines && !live->machine[machine].facts->is_gone;
}

/* Where the task is to take its next place, UL_SIM_NONE. */
static inline uint32_t ul_live_promised(const ul_live *live, uint32_t task)
{
    return live->task[task].promised;
}

/* live_state.c: adds an event to those to tell; tasks, and machines up to this one, become
 * known; what is said of one is made true again, after whatever
 * changes it. */
ul_status ul_live_note(ul_live *live, ul_live_event event);
ul_status ul_live_know_tasks(ul_live *live, uint32_t first, uint32_t n);
ul_status ul_live_know_machines(ul_live *live, uint32_t last);
void ul_live_renew(ul_live *live, uint32_t machine);

/* live_sight.c: whether there is room for a task, less what is promised. */
bool ul_live_has_room(ul_live *live, uint32_t task, uint32_t machine);

/* live_promises.c: a place is kept for a task, taken as soon as it can be, or given up. */
ul_status ul_live_promise_place(ul_live *live, uint32_t task, uint32_t machine);
ul_status ul_live_carry_out(ul_live *live, uint32_t task);
void ul_live_forget(ul_live *live, uint32_t task);
/* A machine goes where it was to and nobody is left; who has left it at once is told of. */
ul_status ul_live_close(ul_live *live, uint32_t machine);
ul_status ul_live_note_left(ul_live *live, uint32_t task, uint32_t machine);
