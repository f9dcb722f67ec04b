/* What not waiting costs, from both sides: for each limit on waiting a floor that no schedule goes
 * below, and the cheapest schedule that is known to keep it. */
#pragma once

#include "policies.h"
#include "sheet.h"

/* The curve at one limit on waiting. */
typedef struct {
    double wait_s; /* HUGE_VAL: any */
    ul_policy_floor floor;
    const ul_policy_outcome *best; /* or NULL */
} ul_frontier_point;

typedef struct {
    const ul_trials *trials;
    const char *timelines;
    ul_arena *arena;
    ul_frontier_point *at; /* by ascending limits */
    size_t n;
    ul_policy_outcome *outcome; /* every schedule that was tried */
    size_t n_outcomes;
} ul_frontier;

/* What is asked for. */
typedef struct {
    const double *wait_s; /* ascending; HUGE_VAL: any */
    size_t n_waits;
    double budget_s;          /* CPU seconds for all; 0: as the limits of each run say */
    const char *certificates; /* the folder of the floors' proofs, floor-WAIT.csv; NULL: none */
    const char *timelines;    /* that of the best schedules, timeline-WAIT.csv; NULL: none */
} ul_frontier_asked;

ul_status ul_frontier_find(const ul_trials *trials, const ul_frontier_asked *asked, ul_arena *arena,
                           ul_frontier *frontier);

/* A row a limit, and a row a schedule. */
ul_status ul_frontier_curve(const ul_frontier *frontier, ul_arena *arena, ul_sheet **sheet);
ul_status ul_frontier_schedules(const ul_frontier *frontier, ul_arena *arena, ul_sheet **sheet);

/* Dollars over the limit on waiting: between the two lines lies what nobody knows. */
ul_status ul_frontier_draw(const ul_frontier *frontier, ul_arena *arena, ul_output *out);
