/* Stratus' evaluation, made again: its schedulers over two workloads, one like Google's
 * (many short jobs), one that stands for TwoSigma's (memory-heavy, jobs of many tasks).
 * Where the folder `traces` has the first part of Google's trace, the one is a day drawn
 * from the jobs that finished in it and the other all jobs that ended in it; else both
 * are generated. Each is run several times, with other jobs where they are drawn, other
 * estimates and other start-up times.
 */
#ifndef UL_STRATUS_TIME_H
#define UL_STRATUS_TIME_H

#include "cells.h"

enum { UL_STRATUS_DRAWS_MAX = 20 };

/* A scheduler with its settings, under estimates that are off by a factor; rows of one
 * factor follow each other. */
typedef struct {
    const char *label, *method;
    const char *off; /* the factor; NULL: exact */
} ul_stratus_row;

extern const char *const ul_stratus_workload[]; /* ends with NULL */

/* Runs every row (they end with a NULL label) on both workloads at prices of a kind and puts
 * UL_STRATUS_MEASURES, means over draws; `floor` where that is wanted. */
ul_status ul_stratus_runs(ul_table_made *made, const ul_stratus_row *row, const char *price,
                          bool wants_floor);

#define UL_STRATUS_MEASURES                                                                    \
    {UL_UNSEEN("cost", "$")}, {UL_UNSEEN("floor", "$")}, {UL_UNSEEN("vCPU used", "%")},        \
    {UL_UNSEEN("memory used", "%")}, {UL_UNSEEN("used", "%")}, {UL_UNSEEN("latency 50%", "x")},\
    {UL_UNSEEN("latency 95%", "x")}, {UL_UNSEEN("machines", "count")},                         \
    {UL_UNSEEN("cleared", "count")}, {UL_UNSEEN("tasks moved", "count")},                      \
    {UL_UNSEEN("moves", "count")}, {UL_UNSEEN("moving", "s")},                                 \
    {UL_UNSEEN("below ten tasks", "%")}, {UL_UNSEEN("median run", "min")}

#define UL_STRATUS_PARAMS(draws_)                                                              \
    {.name = "traces", .preset = "", .form = UL_PARAM_TEXT,                                    \
     .brief = "folder with part 0 of Google's task_events; without it jobs are generated"},    \
    {.name = "jobs", .preset = "0", .form = UL_PARAM_WHOLE, .low = 0, .high = 1e7,             \
     .brief = "so many jobs are generated; 0: a day like Google's, 809 like TwoSigma's"},      \
    {.name = "draws", .preset = draws_, .form = UL_PARAM_WHOLE, .low = 1,                      \
     .high = UL_STRATUS_DRAWS_MAX, .brief = "times that each is run"},                         \
    {.name = "startup", .preset = "-1", .form = UL_PARAM_REAL, .low = -1, .high = 1e6,         \
     .brief = "seconds until a machine is usable; -1: drawn from 30 to 160"},                  \
    {.name = "svg", .preset = "", .form = UL_PARAM_TEXT, .brief = "file to draw it into"}
#define UL_STRATUS_PRICE(preset_)                                                              \
    {.name = "price", .preset = preset_, .form = UL_PARAM_CHOICE,                              \
     .choices = "spot|moving|on-demand",                                                       \
     .brief = "what machines cost: means on spot, spot prices that move, on demand"}

#endif
