/* What the files that check a timeline share. */
#pragma once

#include "timeline.h"

/* Times that should be equal may differ by the rounding of their writer. */
enum { UL_TIMELINE_SLACK = 2 }; /* microseconds */

/* Something of a group (a machine's, a type's, a task's) at a second. */
typedef struct {
    uint32_t group;
    uint32_t what;
    ul_micro at_s;
    int32_t order; /* among those of one second */
} ul_timeline_key;

void ul_timeline_sort(ul_timeline_key *key, size_t n);

typedef struct {
    const ul_schedule_plan *plan;
    const ul_schedule *in;
    ul_arena *arena;     /* for as long as the check takes */
    uint32_t *of_task;   /* stays, those of a task together, in order of working_s */
    uint32_t *task_from; /* where each task's begin, and the end of the last */
    ul_timeline_key *key; /* two for each stay, to be used over and over */
    bool *built;         /* of each stay: the image was there already */
    bool *valid;         /* until a rule is broken */
} ul_timeline_checking;

/* A rule is broken: the plan is not valid, and the check ends as after a fault. */
#define UL_TIMELINE_BROKEN(c, ...) (*(c)->valid = false, ul_fail(UL_E_INTERNAL, __VA_ARGS__))

/* What the machines of a type with a sustained-use discount cost, as ul_schedule_bill(). */
ul_status ul_timeline_sustained(const ul_schedule_plan *plan, size_t k, ul_cost *bill);

/* Measures of a pool of hosts, of a timeline in which nobody waits and nobody moves. */
ul_status ul_timeline_hosts(const ul_schedule_plan *plan, ul_arena *arena, ul_measures *measures);

/* Rule 7 of docs/schedules.md: each task did the work it was given, at the rate that
 * its neighbours left it. */
ul_status ul_timeline_check_work(const ul_timeline_checking *c);
