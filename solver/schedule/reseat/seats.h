/* A machine whose tasks stay for as long as is known beforehand, each at a second of its own
 * choice, and where there is room for another. For worlds in which nobody slows down others.
 */
#pragma once

#include "run.h"
#include "timeline.h"

/* From one second to another on the machine: a task, or so many of a gang from one on. */
typedef struct {
    uint32_t task, n;
    ul_micro from_s, to_s;
    bool moves_on; /* what is left of the task is done on another machine */
} ul_seat;

typedef struct {
    uint32_t type;
    size_t n, room;
    ul_seat *seat;
    /* The room that is left from each second on at which it changes, one per resource; behind the
     * last all is free, and so it is before the first. */
    size_t n_levels, level_room, free_room;
    ul_micro *level_s, *free;
    ul_micro begin_s, end_s; /* of the first seat and of the last */
    ul_cost bill;
    double idle;             /* if it was asked for */
} ul_seats;

/* What is asked of a machine, so long, beginning between two seconds. */
typedef struct {
    uint32_t task;
    const ul_micro *need; /* on the type that is looked at */
    ul_micro length_s, low_s, high_s;
} ul_seat_wish;

typedef struct {
    ul_micro from_s, to_s;
} ul_seats_span;

/* Whether all tasks of the world stay for as long as is known beforehand. */
bool ul_seats_serve(const ul_schedule *in);
/* Whether the task keeps its work when it moves, and is as long on every type. */
bool ul_seats_may_divide(const ul_schedule *in, uint32_t task);
/* How long the task, with its gang, is on a machine of the type. */
ul_micro ul_seat_length_s(const ul_schedule *in, uint32_t task, uint32_t type);
/* What n tasks from one on take there; of several the sum, which is put into `sum`. */
const ul_micro *ul_seat_need(const ul_schedule *in, uint32_t task, uint32_t n, uint32_t type,
                             ul_micro *sum);

/* The earliest, or the latest, second at which there is room; false where there is none. */
bool ul_seats_earliest(const ul_schedule *in, const ul_seats *m, const ul_seat_wish *wish,
                       ul_micro *at_s);
/* Until when there is room from a second on at which there is some, or the machine's end. */
ul_micro ul_seats_until(const ul_schedule *in, const ul_seats *m, const ul_micro *need, ul_micro at_s);
bool ul_seats_latest(const ul_schedule *in, const ul_seats *m, const ul_seat_wish *wish,
                     ul_micro *at_s);
/* The room that is left beside the task if it comes at the second, as shares of the machine's resources:
 * the sum of their squares, in the mean of its time. O(levels of that time). */
double ul_seats_left(const ul_schedule *in, const ul_seats *m, const ul_seat_wish *wish, ul_micro at_s);
/* What of each resource is free from one second to another. O(levels of that time). */
void ul_seats_room(const ul_schedule *in, const ul_seats *m, ul_micro from_s, ul_micro to_s,
                   ul_micro *room);
/* How long the machine is paid for beyond its end: the rest of a billing unit. */
ul_micro ul_seats_unused_s(const ul_schedule *in, const ul_seats *m);
/* What the machine costs if it is in use from one second to another. */
ul_cost ul_seats_bill(const ul_schedule *in, uint32_t type, ul_micro begin_s, ul_micro end_s);

/* What of a bill, discounts left aside, is for room that others could use: at each second that is
 * paid for the least share of a resource that is free, squared, so that much of it at one time is
 * more than little at many. O(levels). */
double ul_seats_idle(const ul_schedule *in, const ul_seats *m);

ul_status ul_seats_copy(ul_arena *arena, const ul_schedule *in, const ul_seats *from, ul_seats *to);
/* One more, for whom there is room. O(levels). */
ul_status ul_seats_add(ul_arena *arena, const ul_schedule *in, ul_seats *m, const ul_seat *seat);
/* Room and bill of the seats that are left. O(seats * levels). */
ul_status ul_seats_refresh(ul_arena *arena, const ul_schedule *in, ul_seats *m);
/* The time in which nobody is on the machine and it is cheapest to have none, if it costs no more
 * to give it back then; false where it does. O(seats * levels). */
bool ul_seats_gap(const ul_schedule *in, const ul_seats *m, ul_seats_span *gap);
/* Who comes after that is put on `later`. */
ul_status ul_seats_divide(ul_arena *arena, const ul_schedule *in, ul_seats *m,
                          const ul_seats_span *gap, ul_seats *later);
/* The machine becomes one of the cheapest type on which all stay where they are. */
ul_status ul_seats_change_type(ul_arena *arena, const ul_schedule *in, ul_seats *m);

/* Adds the machine and its stays. */
ul_status ul_seats_write(const ul_schedule *in, const ul_seats *m, ul_schedule_plan *plan);
