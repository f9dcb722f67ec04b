/* A timeline: the plan of a schedule. Which machine was rented from when to when,
 * and which task was on it from when to when; and the one function that checks
 * and costs it. It knows nothing of policies and of the simulator.
 */
#pragma once

#include "arena.h"
#include "measure.h"
#include "schedule.h"

typedef struct {
    uint32_t type;
    ul_micro ordered_s;
    ul_micro ready_s;    /* usable from here */
    ul_micro released_s; /* given back; may be before ready_s: then it was never used */
} ul_timeline_machine;

/* One stay of a task on a machine. Its place is taken from from_s to to_s; it
 * loads until working_s, works (and slows its neighbours down) until stopped_s, and
 * then leaves: at once when its job is done, after the upload when it is moved. */
typedef struct {
    uint32_t task, machine;
    ul_micro from_s, working_s, stopped_s, to_s;
    bool lost; /* what it did does not count: the task starts again */
} ul_timeline_stay;

typedef struct ul_schedule_plan {
    const ul_schedule *in;
    ul_arena *arena; /* grows from here; not owned */
    size_t n_machines, machine_room, n_stays, stay_room;
    ul_timeline_machine *machine;
    ul_timeline_stay *stay; /* in the order in which they were added */
} ul_schedule_plan;

ul_status ul_schedule_plan_new(const ul_schedule *in, ul_arena *arena, ul_schedule_plan **plan);
/* *m (may be NULL) is its index. */
ul_status ul_timeline_add_machine(ul_schedule_plan *plan, const ul_timeline_machine *machine,
                                  size_t *m);
ul_status ul_timeline_add_stay(ul_schedule_plan *plan, const ul_timeline_stay *stay);
ul_status ul_schedule_plan_copy(const ul_schedule_plan *plan, ul_arena *arena,
                                ul_schedule_plan **copy);

/* Checks everything that a timeline promises (docs/schedules.md has the rules) and
 * adds up the bill; where it breaks one, *valid is false and ul_error_text() names the
 * machine or the job and the second. O((machines + stays) log), and the neighbours of
 * each stay where they slow each other down. */
ul_status ul_schedule_check(const ul_schedule_plan *plan, bool *valid, ul_cost *cost);

/* ---- below: not for plugins ---- */

/* How long jobs took and waited, how many machines there were and how full; of a
 * timeline that is valid. */
ul_status ul_timeline_measures(const ul_schedule_plan *plan, ul_measures *measures);

/* How long each job waited until the last of its tasks first worked, in seconds. */
ul_status ul_timeline_waits(const ul_schedule_plan *plan, ul_arena *arena, double **wait_s,
                            size_t *n);

/* The bill alone, without asking whether the rest holds. */
ul_status ul_timeline_cost(const ul_schedule_plan *plan, ul_cost *cost);

ul_status ul_schedule_plan_write(const ul_schedule_plan *plan, const char *method,
                                 const char *path);
ul_status ul_schedule_plan_read(const ul_schedule *in, ul_arena *arena, const char *path,
                                ul_schedule_plan **plan);
