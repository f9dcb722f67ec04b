/* A timeline that is being taken apart and put together again: its machines, what the step at hand
 * has changed of them, and where a task could go.
 */
#pragma once

#include "replan.h"
#include "seats.h"

/* Who was pulled off, where he was on the machine he came from, and by what the order is in which
 * tasks come back. */
typedef struct {
    uint32_t task;
    ul_micro from_s, to_s;
    double key;
} ul_pulled_task;

/* A task on a machine of a type, alone. */
typedef struct {
    bool holds;
    ul_micro length_s;
    const ul_micro *need;
    double part; /* the largest of a resource */
} ul_reseat_fit;

/* How those who were pulled off come back, drawn for each step. */
typedef struct {
    double weight; /* of the part that a task takes in what its place adds */
    bool late;     /* everybody as late as possible, else as early */
    bool tight;    /* of places that add the same, that which leaves the least room beside the task */
} ul_reseat_ways;

/* A machine for the next n of a gang, at a second: of a new one UL_SCHEDULE_NONE and its type. */
typedef struct {
    uint32_t machine, type, n;
    double adds, each; /* in all, and for each of them */
} ul_reseat_offer;

/* A gang on several machines. */
typedef struct {
    ul_micro from_s;
    double adds;
    size_t n, room;
    ul_reseat_offer *taken; /* one after the other, by all of the gang */
} ul_reseat_spread;

typedef struct {
    ul_replan *s;
    const ul_schedule *in;
    ul_arena *arena;
    ul_rng *rng;
    ul_micro wait_s;
    ul_reseat_fit *fit; /* by task and type, of those who move; of a gang all of it */
    double *size;       /* of those who move: their part of the cheapest machines, as a price */
    ul_micro *length_s; /* and how long they are there */
    size_t n, room, n_live, live_room; /* machines, and those of them that somebody is on, */
    ul_seats *machine;
    uint32_t
        *live; /* which come first here, with those that the step has emptied; then all others */
    uint32_t *at, *left;    /* by task: its machine, and the one before that; or UL_SCHEDULE_NONE */
    bool *is_off;           /* by the first of those who move: he is being pulled off */
    size_t n_pulled;
    ul_pulled_task *pulled;
    size_t n_touched, touched_room;
    uint32_t *touched;      /* machines that this step has changed, */
    size_t n_saved, saved_room;
    ul_seats *saved;        /* and what they were before it */
    bool *is_touched;
    size_t flag_room;
    uint32_t held;          /* a machine that is held between two seconds, or UL_SCHEDULE_NONE: */
    ul_micro held_from_s, held_to_s; /* there nobody adds anything */
    ul_reseat_ways ways;
    ul_reseat_spread spread, trial; /* the cheapest, and the one that is being tried */
    ul_reseat_offer *offer;
    size_t offer_room;
    ul_cost total, best_total;
    size_t n_best, best_room;
    ul_seats *best;
    double looks;           /* at machines, so far */
    double until_blink;     /* looks, until a machine is overlooked */
} ul_reseating;

/* Where a task could go. */
typedef struct {
    uint32_t machine, type; /* of a new one UL_SCHEDULE_NONE and its type */
    ul_micro from_s;
    double adds;
    double left; /* ul_seats_left(), or 0 where that does not count */
} ul_reseat_place;

static inline const ul_reseat_fit *ul_reseat_fit_of(const ul_reseating *w, uint32_t task, uint32_t type)
{
    return &w->fit[task * w->in->n_types + type];
}

/* The first of those who move with the task. */
static inline uint32_t ul_reseat_first(const ul_reseating *w, uint32_t task)
{
    const ul_schedule_job *job = &w->in->job[w->in->task[task].job];
    return job->gang ? job->first_task : task;
}

/* Fills the tables. O(tasks * types). */
ul_status ul_reseat_fits(ul_reseating *w);
/* The largest share of a resource that n tasks from one on take of a machine of the type. */
double ul_reseat_part(const ul_reseating *w, uint32_t task, uint32_t n, uint32_t type);

/* ---- steps that can be taken back ---- */

/* Before a machine is changed. */
ul_status ul_reseat_touch(ul_reseating *w, uint32_t m);
ul_status ul_reseat_new_machine(ul_reseating *w, uint32_t type, uint32_t *m);
/* Puts seats on a machine into the tables by task. */
void ul_reseat_note_seats(ul_reseating *w, uint32_t m);
void ul_reseat_take_back(ul_reseating *w);
/* Machines that nobody is on are free for others once a step is over. */
void ul_reseat_end_step(ul_reseating *w);
/* What the machines of the step cost more than before; *idle is how much more of that is for room
 * that others could use. */
ul_cost ul_reseat_added(ul_reseating *w, double *idle);

/* Up to so many machines that somebody is on at the time, with that of a task; all who are on
 * them at any time, or those who are there at about that time, and one that is held for them. */
ul_status ul_reseat_ruin(ul_reseating *w);

/* ---- places ---- */

/* What the machine costs more if it is in use from one second to another, too. */
ul_cost ul_reseat_more(const ul_reseating *w, uint32_t m, ul_micro from_s, ul_micro to_s);

/* Whether a machine is overlooked, so that not all steps alike end alike. */
bool ul_reseat_blinks(ul_reseating *w);
/* One of those who add least; machines are looked at from a random one on, but for one. False where
 * there is no place. */
bool ul_reseat_find(ul_reseating *w, const ul_seat_wish *wish, uint32_t but, ul_reseat_place *best);

/* The seat there, for so long. */
ul_status ul_reseat_put(ul_reseating *w, const ul_reseat_place *where, ul_seat *seat,
                        ul_micro length_s);

/* The gang on several machines, all of it at one of some seconds of its wish, which are those of
 * machines or drawn; w->spread is that which adds least. *found is false where there is none.
 * O(machines log machines) a second. */
ul_status ul_reseat_find_spread(ul_reseating *w, const ul_seat_wish *wish, bool *found);
/* Puts it there. */
ul_status ul_reseat_put_spread(ul_reseating *w, const ul_seat_wish *wish);
