/* When tasks must be on a machine, where none of them may wait for longer than so many
 * seconds altogether.
 *
 * Such a task is done at the latest when its least time on a machine and what it may wait
 * have passed, or it is on a machine until then and longer. So within a window of that
 * length, from its arrival on, it is on a machine for its least time at the least. Whoever
 * has a price of being on a machine, by period, knows what that is worth: its least time at
 * the cheapest seconds of the window.
 */
#pragma once

#include "floor_problem.h"

/* Of a task. */
typedef struct {
    ul_micro from_s, to_s; /* arrival; and least time and wait later */
    ul_micro need_s;       /* its least time on a machine */
    uint32_t class, task;
} ul_floor_window;

typedef struct {
    const ul_floor_problem *problem;
    ul_micro wait_s;
    size_t n;
    ul_floor_window *window; /* by their beginning */
    size_t n_periods;
    ul_micro *from_s; /* of each period, and the end of the last */
    ul_micro *started; /* for each of these, millionths (floor_starts.h); NULL: all 0 */
} ul_floor_windows;

/* About so many periods, in each of which as many windows begin and end. */
ul_status ul_floor_windows_new(const ul_floor_problem *problem, ul_micro wait_s, size_t periods,
                               ul_arena *arena, ul_floor_windows **windows);

/* What being on a machine is worth to all tasks together: `value` is a second's, by
 * period and class; the result in its units times microseconds, -1 where it does not fit. */
ul_status ul_floor_windows_worth(const ul_floor_windows *windows, const int64_t *value,
                                 ul_arena *arena, ul_cost *worth);

/* Seconds of the period that fall to a window whose task comes in the middle of its wait. */
double ul_floor_windows_needed(const ul_floor_windows *windows, const ul_floor_window *one, size_t p);
/* Such seconds, by window and period, go a step of the way to those that are cheapest by `value`. */
ul_status ul_floor_windows_flee(const ul_floor_windows *windows, const int64_t *value, double step,
                                ul_arena *arena, double *need);
/* Microseconds of the period in which the task has come. */
ul_micro ul_floor_windows_open(const ul_floor_windows *windows, const ul_floor_window *one, size_t p);
/* What all tasks pay where each second of those who have come has such a toll, by period and class:
 * the same units, -1 where it does not fit. */
ul_cost ul_floor_windows_tolls(const ul_floor_windows *windows, const int64_t *toll);
