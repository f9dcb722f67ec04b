/* One machine lived through: tasks in an order, each starting as soon as it has arrived
 * and fits, staying until it is done. What a search over timelines tries over and over.
 *
 * A gang whose tasks are all on one machine is one of those in the order, under the number
 * of its first task: they start, load, work at one rate and end together.
 */
#pragma once

#include "run.h"
#include "timeline.h"

typedef struct {
    uint32_t type;
    ul_micro ready_s; /* nobody starts sooner */
    size_t seats;     /* at most so many at once; 0: as many as fit */
    size_t n, room;
    uint32_t *task; /* who comes first starts first where both fit */
    ul_cost bill;
    ul_micro end_s; /* when the last is done */
} ul_search_machine;

typedef struct ul_search_world ul_search_world;

/* Machines of up to `most` tasks; wait_s: how long a task may wait, negative: any time. */
ul_status ul_search_world_new(const ul_schedule *in, size_t most, ul_micro wait_s, ul_run *run,
                              ul_search_world **world);

/* Fills bill and end; false where a task does not fit the type or would wait too long, or
 * where the run is over. */
bool ul_search_live(ul_search_world *world, ul_search_machine *machine);
/* Adds the machine and its stays. */
ul_status ul_search_write(ul_search_world *world, const ul_search_machine *machine,
                          ul_schedule_plan *plan);

/* How many tasks are meant by one of the order: those of its gang, or 1. */
uint32_t ul_search_size(const ul_schedule *in, uint32_t task);
/* Whether a machine of the type holds all of them. */
bool ul_search_holds(const ul_schedule *in, uint32_t task, uint32_t type);

/* Seconds of work of a task alone. */
double ul_search_work_s(const ul_schedule *in, uint32_t task);

/* The soonest that a machine of the type can be ready: so long after its order. */
ul_micro ul_search_soonest(const ul_schedule *in, uint32_t type);
