/* The linear program over lives of machines, made by column generation: every task is in one life,
 * and in each part of time lives pay for what instants prove of it.
 */
#pragma once

#include "floor_instants.h"
#include "lives_price.h"
#include "lp.h"

/* Values, and the bound they prove if they hold. */
typedef struct {
    double *worth, *share, bound;
} ul_lives_point;

/* Tasks that are on a machine from when it is taken until it is empty, by their beginnings. */
typedef struct {
    uint32_t type;
    size_t n;
    uint32_t *task;
    double cost; /* dollars an hour times microseconds */
} ul_life;

#define UL_LIVES_NO_ROW UINT32_MAX

typedef struct {
    const ul_floor_problem *problem;
    const ul_floor_instants *instants;
    ul_run *run;
    ul_arena *arena, *of_lives; /* memory of the lives alone */
    size_t n_tasks, n_parts;
    ul_micro *from_s;
    double *proved; /* by part: what instants prove in it, dollars an hour times microseconds */
    size_t n_types;
    ul_lives_type *type;
    size_t n_rows;    /* of tasks; those of parts follow */
    uint32_t *row_of; /* per task; UL_LIVES_NO_ROW: it counts in instants alone */
    double share_max; /* of what instants prove of a part */
    ul_lp *lp;
    size_t n_lives, life_room; /* their columns follow those of parts */
    ul_life *life;
    ul_lives_point held, hoped, tried;
    double unit; /* of the LP's costs: what instants prove, by task */
} ul_lives_master;

/* Of a value that is held, to be taken off: a life may be worth too much by as much. */
#define UL_LIVES_SLACK 1e-6

/* `instants` are proved with the scale; time is divided into so many parts, at most. *m is to be
 * cleared, whatever this returns; all other memory is the run's. */
ul_status ul_lives_master_new(const ul_floor_problem *problem, const ul_floor_instants *instants,
                              size_t parts, int64_t scale, ul_run *run, ul_lives_master *m);
/* The same for some of the tasks, while others live these lives; memory is the arena's. */
ul_status ul_lives_master_part(const ul_lives_master *whole, const ul_life *others, size_t n,
                               const bool *wanted, ul_arena *arena, ul_lives_master *m);
void ul_lives_master_clear(ul_lives_master *m);

/* The best values there are, held; or what is held when the run's time ends or machines hold too
 * many tasks. */
ul_status ul_lives_master_solve(ul_lives_master *m);

/* Solves the LP as it is: *solved, and what it hopes for. */
ul_status ul_lives_master_hope(ul_lives_master *m, bool *solved);
/* Adds lives that are worth too much at what is hoped for; how many. */
ul_status ul_lives_master_enrich(ul_lives_master *m, size_t *n);
ul_status ul_lives_master_add(ul_lives_master *m, uint32_t type, const uint32_t *task, size_t n);

/* What a life costs. */
ul_status ul_lives_cost(const ul_lives_master *m, uint32_t type, const uint32_t *task, size_t n,
                        double *cost);
/* The part of time that holds a second. */
size_t ul_lives_part_of(const ul_lives_master *m, ul_micro at_s);
