/* The parts of a timeline's picture, from top to bottom: levels, machines, axis. All
 * share one axis of time.
 */
#pragma once

#include "names.h"
#include "output.h"
#include "timeline.h"

enum { UL_TIMELINE_COLUMNS = 415 }; /* instants that curves are drawn at */

typedef struct {
    const ul_schedule_plan *plan;
    ul_arena *arena;
    ul_names *colours;
    ul_micro begin_s, end_s;
    double left, right; /* where the axis begins and ends */
} ul_timeline_drawing;

double ul_timeline_x(const ul_timeline_drawing *d, ul_micro s);

/* The fill of a job: its workload's, without the variant, or its own; and whose name that
 * is, the variant included. */
const char *ul_timeline_colour(const ul_timeline_drawing *d, const ul_schedule_job *job);
size_t ul_timeline_fill(const ul_timeline_drawing *d, const ul_schedule_job *job);

/* Sums over time, sampled at the columns: amounts are added from one second to another,
 * then summed up once. */
typedef struct {
    double x[UL_TIMELINE_COLUMNS + 1];
    double value[UL_TIMELINE_COLUMNS + 1];
} ul_timeline_curve;
size_t ul_timeline_column(const ul_timeline_drawing *d, ul_micro s); /* the first not before it */
void ul_timeline_curve_begin(const ul_timeline_drawing *d, ul_timeline_curve *curve);
void ul_timeline_curve_add(const ul_timeline_drawing *d, ul_timeline_curve *curve, ul_micro from_s,
                           ul_micro to_s, double amount);
void ul_timeline_curve_end(ul_timeline_curve *curve);
double ul_timeline_curve_most(const ul_timeline_curve *curve);

/* Demand against what is rented, a panel a resource, and the cost so far; *y moves down. */
ul_status ul_draw_levels(const ul_timeline_drawing *d, double *y, ul_output *out);
/* How high that is. */
double ul_levels_height(const ul_timeline_drawing *d);

/* Machines by type: a row each with their tasks as bars; in many rows those that
 * follow each other share one; of very many the types' sums. arrange() says how high. */
typedef struct ul_timeline_rows ul_timeline_rows;
ul_status ul_timeline_arrange(const ul_timeline_drawing *d, ul_timeline_rows **rows, double *height);
const char *ul_timeline_legend(const ul_timeline_rows *rows);
ul_status ul_draw_machines(const ul_timeline_drawing *d, ul_timeline_rows *rows, double y,
                           ul_output *out);
