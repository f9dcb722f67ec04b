/* A policy that is a program: what is kept of it between two questions. For the files of
 * this folder. */
#pragma once

#include "conversation.h"
#include "live.h"
#include "names.h"

typedef struct {
    size_t order; /* in the list of the last answer */
    char why[256];
} ul_live_refusal;

typedef struct {
    ul_run *run;
    ul_conversation *talk;
    bool tells_state;
    bool wants_rates; /* it knows interference, and was not told yet */
    size_t n_types;
    ul_names *job; /* that have arrived, by name */
    uint32_t *some_task; /* of each */
    size_t job_room;
    ul_names *machine; /* ever rented, by the names that the policy gave them */
    uint32_t *numbered; /* by index of a name, the machine of it */
    uint32_t *named;    /* by machine, the index of its name */
    size_t name_room, machine_room;
    const char **shape; /* what is told of a shape's demands */
    size_t shape_room;
    uint32_t *open; /* tasks that were not done when they were looked at last, by arrival */
    size_t n_open, open_room;
    ul_live_refusal *refused;
    size_t n_refused, refused_room;
    double refused_s; /* when the last was, */
    unsigned in_vain; /* and how many answers at that instant had one */
    char why[256];    /* why not, of names that nothing has */
    ul_status fault;
} ul_live_program;

/* live_lines.c: what it is told. */
ul_status ul_live_say_hello(ul_live_program *self, ul_live *live);
ul_status ul_live_say_events(ul_live_program *self, ul_live *live, const ul_live_event *event,
                             size_t n);
/* live_answers.c: what it says. */
ul_status ul_live_hear_ready(ul_live_program *self, ul_live *live, const ul_json *answer);
ul_status ul_live_hear_orders(ul_live_program *self, ul_live *live, const ul_json *answer);

/* live_names.c: what has this name, UL_LIVE_NONE; a task that has arrived is "JOB.NUMBER". */
uint32_t ul_live_find_type(ul_live *live, const char *name);
uint32_t ul_live_find_task(const ul_live_program *self, ul_live *live, const char *name);
uint32_t ul_live_find_machine(const ul_live_program *self, const char *name);
ul_status ul_live_name_machine(ul_live_program *self, uint32_t machine, const char *name);
