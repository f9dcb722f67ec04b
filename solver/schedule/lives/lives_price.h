/* Which lives of a machine are worth more than it costs.
 *
 * Where nobody waits and nobody moves, the tasks that are on a machine from when it is taken until
 * it is empty live there together. Lives are followed from task to task by their beginnings, and
 * of those with the same tasks on the machine the best goes on. What is worth less, so far, than
 * it has cost, by more than it is still to be given, is given up: what comes after would be better
 * alone.
 */
#pragma once

#include "run.h"
#include "schedule.h"

/* A task that fits the type, with the parts of time in which it comes and goes. */
typedef struct {
    ul_micro at_s, end_s;
    size_t at_part, end_part;
    uint32_t task;
} ul_guest;

typedef struct {
    const ul_schedule *in;
    uint32_t type;
    double price; /* dollars an hour */
    size_t n;
    ul_guest *guest; /* by their beginnings */
} ul_lives_type;

/* What a task is worth, and what is left of a machine's price for lives, part by part of time. */
typedef struct {
    size_t n_parts;
    const ul_micro *from_s; /* and the end of the last */
    double *rest;           /* of 1; below 0 it is a gift to who is there */
    double *worth;          /* per task, dollars an hour times microseconds */
    double slack;           /* a life that is worth no more than this above its cost is not found */
} ul_lives_values;

typedef struct {
    size_t n;
    uint32_t **life;  /* of each found, its tasks, */
    size_t *n_tasks;  /* so many */
    bool complete;    /* all states were followed: if nothing is found there is nothing */
} ul_lives_found;

/* For each task the best of the lives that begin with others and end with it, where that is worth
 * too much. At most so many states are followed from one task to the next, the best. Memory for
 * what is found is the arena's. O(tasks * states * log states). */
ul_status ul_lives_price(const ul_lives_type *type, const ul_lives_values *values, size_t most,
                         ul_run *run, ul_arena *arena, ul_lives_found *found);
