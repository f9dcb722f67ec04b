/* Where everybody is while a schedule is told, and what they are called in a sentence: the
 * type of each machine, as far as it was mentioned, and each task's machine.
 */
#pragma once

#include "arena.h"
#include "output.h"
#include "schedule.h"
#include "step.h"

typedef struct {
    const ul_schedule *in;
    ul_arena *arena;
    uint32_t *type; /* by machine, or UL_SCHEDULE_NONE */
    size_t room;
    uint32_t *on; /* by task: the machine it was placed on last, or UL_SCHEDULE_NONE */
} ul_schedule_following;

/* *state is a ul_schedule_following: nobody is anywhere. */
ul_status ul_schedule_follow(const void *data, ul_arena *arena, void **state);
/* Machines m .. m + n - 1 are of this type. */
ul_status ul_schedule_note_machines(ul_schedule_following *s, size_t m, size_t n, size_t type);

/* "machine 4 (large)", with the type once it was noted; `word` is machine or Machine. */
void ul_schedule_put_machine(const ul_schedule_following *s, const char *word, size_t m,
                             ul_output *out);
/* "a", "a's task 3", "4 tasks of a", or all of a job by its name; a name that is a number
 * is said to be a job's. */
void ul_schedule_put_tasks(const ul_schedule_following *s, size_t i, uint64_t n, ul_output *out);
/* Whether the tasks of a step are one in a sentence: a single one, or a job. */
bool ul_schedule_is_one(const ul_schedule_following *s, const ul_step *step);

/* Whether neighbours cost so much speed that it is worth a word. */
bool ul_schedule_is_slow(const ul_step *step);
/* "80% of its speed", or of theirs. */
void ul_schedule_put_speed(const ul_step *step, const char *whose, ul_output *out);
