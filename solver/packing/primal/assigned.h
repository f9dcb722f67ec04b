/* Tasks on given machines, all of them placed at any time, some machines too full: what a search
 * for a plan on these machines changes until none is (fit_on_machines.h).
 *
 * Loads are small whole numbers. What is too much is counted at a cost: a resource too much, where
 * an item needs as much of it on average, costs UL_ASSIGNED_MEAN.
 */
#pragma once

#include "exact_problem.h"
#include "run.h"

enum { UL_ASSIGNED_DIMS = 16 };

#define UL_ASSIGNED_MEAN 1000

typedef struct {
    uint32_t group, n;      /* n: tasks on it */
    uint32_t first, peers;  /* the machines that it changes tasks with by steps: itself and others */
    size_t tight;           /* the resource of which its group has least to spare */
    const bool *allowed;    /* per item: whether one has room there alone */
    int32_t has[UL_ASSIGNED_DIMS], load[UL_ASSIGNED_DIMS]; /* in the dimensions of the group */
} ul_assigned_machine;

typedef struct {
    const ul_exact_problem *problem;
    const int32_t *need; /* item x group x UL_ASSIGNED_DIMS */
    const int32_t *cost; /* group x UL_ASSIGNED_DIMS: of one too much */
    uint64_t state;      /* of ul_assigned_draw() */
    size_t n_tasks, n_machines;
    uint32_t *item;      /* per task */
    uint32_t *at;        /* per task: its machine */
    uint32_t *place;     /* per task: its place on it */
    uint32_t *held;      /* machine x task: those that it holds, by place */
    ul_assigned_machine *machine;
    uint32_t *full;      /* the machines that are too full, in any order */
    uint32_t *full_at;   /* per machine: its place there, n_full or more where it is not */
    size_t n_full;
    int64_t too_much;    /* over all machines, at cost */
} ul_assigned;

/* Every task with an item, and machines that are still to be described. */
ul_status ul_assigned_new(const ul_exact_problem *problem, size_t n_tasks, size_t n_machines,
                         ul_arena *arena, ul_assigned *f);

/* Finds what is tight, when all machines are described. */
void ul_assigned_ready(ul_assigned *f);

/* A number below n. */
uint32_t ul_assigned_draw(ul_assigned *f, size_t n);

static inline size_t ul_assigned_dims(const ul_assigned *f, const ul_assigned_machine *m)
{
    return f->problem->group[m->group].n_dims;
}

static inline const int32_t *ul_assigned_need(const ul_assigned *f, uint32_t task, uint32_t group)
{
    return f->need + (f->item[task] * f->problem->n_groups + group) * UL_ASSIGNED_DIMS;
}

static inline bool ul_assigned_allowed(const ul_assigned *f, uint32_t task, uint32_t m)
{
    return f->machine[m].allowed[f->item[task]];
}

/* What a machine has too much, at cost. */
int64_t ul_assigned_excess(const ul_assigned *f, const ul_assigned_machine *m);

/* The load of one task more (sign 1) or less (-1). */
void ul_assigned_change(const ul_assigned *f, ul_assigned_machine *m, uint32_t task, int32_t sign);

/* Takes all tasks off; until each is on a machine again, only ul_assigned_place() may be called. */
void ul_assigned_clear(ul_assigned *f);

/* Puts a task on any machine of a range that it is allowed on: there must be one. */
void ul_assigned_place(ul_assigned *f, uint32_t task, uint32_t first, uint32_t n);

/* What is too much, when all tasks are placed. */
void ul_assigned_count(ul_assigned *f);

/* Moves a task to another list; loads and what is too much are the caller's. */
void ul_assigned_relist(ul_assigned *f, uint32_t task, uint32_t to);

/* Says whether a machine is too full. */
void ul_assigned_list_full(ul_assigned *f, uint32_t m, bool too_full);

/* ---- the two searches ---- */

/* Steps that make things worse by less and less: a task goes to a peer, or changes places with one
 * or two of those there (Metropolis; so many steps a task). */
void ul_assigned_by_steps(ul_assigned *f, size_t steps_a_task, ul_run *run);

/* Divides the tasks of two machines between them anew, so many times; never worse in all. */
ul_status ul_assigned_by_pairs(ul_assigned *f, size_t times, ul_run *run);
