/* Filling one machine after another, as Eva's Full Reconfiguration does.
 *
 * Lines 5 to 13 of Algorithm 1: the task that raises the set's (throughput-
 * normalized) reservation price the most joins next, until nothing fits or the
 * price would drop. Ties go to the earliest task of the list, or first to the
 * best aligned one. What eva-full and eva-full-code differ in comes after.
 *
 * A step costs O(classes + kinds * tenants) and one search in an index of the
 * unplaced tasks for each class that ties for the best price.
 */
#pragma once

#include "packing_plan.h"
#include "run.h"
#include "task_index.h"
#include "throughput.h"

typedef struct {
    ul_task_pick pick;
    uint32_t count;
} ul_eva_placing;

typedef struct {
    const ul_packing *in;
    ul_run *run;
    ul_arena *arena;
    ul_tenancy_pricing *pricing;
    ul_task_index *index;
    ul_packing_plan *plan;
    const ul_step_listener *listener;
    bool aligned;
    uint32_t *type_order; /* by descending price, file order on ties */

    /* the machine at hand */
    size_t type;
    ul_tenants tenants;
    ul_micro free[UL_RESOURCES_MAX];
    size_t n_placings, placing_room;
    ul_eva_placing *placing; /* in order of joining */

    size_t n_open;
    uint32_t *open;      /* classes that may still have a task that fits */
    double *worth;       /* per class: of the set if one of it joins */
    ul_joining *joining; /* per kind */
    size_t *joining_at;  /* per kind: the step it was computed for */
    size_t step;
    uint32_t *used; /* per task record, zero between machines */
} ul_eva_filling;

/* What distinguishes the methods that fill machines this way. */
typedef struct {
    bool aligned;                             /* ties go to the best aligned task first */
    bool clamped;                             /* see throughput.h */
    bool (*accepts)(const ul_eva_filling *f); /* is this machine worth its price? */
    size_t (*settle)(const ul_eva_filling *f); /* the type to rent for an accepted set */
} ul_eva_filling_rules;

/* Algorithm 1: every type in turn, dearest first; offers the plan to the run. */
ul_status ul_eva_solve(const ul_packing *in, ul_run *run, const ul_eva_filling_rules *rules);
