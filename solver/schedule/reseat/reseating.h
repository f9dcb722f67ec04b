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

typedef struct {
    ul_replan *s;
    const ul_schedule *in;
    ul_arena *arena;
    ul_rng *rng;
    ul_micro wait_s;
    ul_reseat_fit *fit; /* by task and type, of those who move */
    size_t n, room, n_free, free_room; /* machines, and those of them that nobody is on */
    ul_seats *machine;
    uint32_t *idle;
    uint32_t *at, *left;    /* by task: its machine, and the one before that; or UL_SCHEDULE_NONE */
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
    ul_cost total, best_total;
    size_t n_best, best_room;
    ul_seats *best;
    double looks;           /* at machines, so far */
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

/* Fills the table. O(tasks * types). */
ul_status ul_reseat_fits(ul_reseating *w);

/* One of those who add least; machines are looked at from a random one on, but for one. False where
 * there is no place. */
bool ul_reseat_find(ul_reseating *w, const ul_seat_wish *wish, uint32_t but, ul_reseat_place *best);
