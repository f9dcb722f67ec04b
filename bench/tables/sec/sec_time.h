/* SEC's simulations, made again: policies on a batch trace, or on generated jobs where
 * there is none; what a job waits, and what an hour of a node's work costs.
 */
#ifndef UL_SEC_TIME_H
#define UL_SEC_TIME_H

#include "cells.h"
#include "schedule_plan.h"

typedef struct {
    ul_table_made *made;
    const char *trace; /* its file; NULL: jobs are generated */
    char path[4096];
    double setup_s;    /* of the world made last */
} ul_sec_jobs;

/* What a run comes to. */
typedef struct {
    double wait_s; /* from submission to the start, mean over jobs */
    double cost, paid_h, work_h, span_h;
    double first_h; /* of paid_h, on machines of the first type */
    char note[200]; /* the run's */
} ul_sec_outcome;

/* Where traces are: the parameter, else UL_TRACES; NULL: jobs are generated. */
const char *ul_sec_folder(const ul_table_made *made);

/* Looks for a trace, `file` as the archive has it; a folder without it is the wrong one. What
 * is not the whole trace is not judged. */
ul_status ul_sec_find(ul_table_made *made, const char *file, ul_sec_jobs *jobs);

/* The jobs in a world; settings of the importer, "alpha=0 setup=8". */
ul_status ul_sec_world(ul_sec_jobs *jobs, const char *set, ul_instance *instance);

/* Runs a policy with its settings and puts UL_SEC_MEASURES. Where `demand` is not NULL, it
 * becomes what the timeline paid for, with leases of one and three years, light and heavy, on
 * offer, in pure cost. */
ul_status ul_sec_run(ul_sec_jobs *jobs, const char *of, const char *who,
                     const ul_instance *instance, const char *method, ul_sec_outcome *outcome,
                     ul_instance *demand);

/* What a method pays for a demand, or proves that must be paid. */
ul_status ul_sec_leases(ul_table_made *made, const ul_instance *demand, const char *method,
                        double *dollars, bool *proved);

/* Puts how long jobs wait and what an hour of work costs where a run is not paid as it was. */
void ul_sec_put(ul_table_made *made, const char *of, const char *who,
                const ul_sec_outcome *outcome);

#define UL_SEC_MEASURES                                                                        \
    {UL_UNSEEN("wait", "s")}, {UL_UNSEEN("rate", "$")}, {UL_UNSEEN("utilisation", "%")},       \
    {UL_UNSEEN("cost", "$")}
#define UL_SEC_PANELS                                                                          \
    {.title = "mean wait, s", .measure = "wait"},                                              \
    {.title = "dollars for an hour of a node's work", .measure = "rate"}, {0}

#define UL_SEC_DATASTAR "SDSC-DS-2004-2.1-cln.swf.gz"
#define UL_SEC_TRACES                                                                          \
    {.name = "traces", .preset = "", .form = UL_PARAM_TEXT,                                    \
     .brief = "folder of the Parallel Workloads Archive's files; else UL_TRACES; without one " \
              "jobs are generated"}
#define UL_SEC_JOBS                                                                            \
    UL_SEC_TRACES,                                                                             \
    {.name = "jobs", .preset = "0", .form = UL_PARAM_WHOLE, .low = 0, .high = 1e7,             \
     .brief = "only so many; 0: all of a trace, 1000 where they are generated"},               \
    {.name = "processors", .preset = "16", .form = UL_PARAM_WHOLE, .low = 1, .high = 1000,     \
     .brief = "processors of a node"}
#define UL_SEC_SVG                                                                             \
    {.name = "svg", .preset = "", .form = UL_PARAM_TEXT, .brief = "file to draw it into"}

#endif
