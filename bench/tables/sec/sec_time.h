/* SEC's simulations, made again: policies on a batch trace, or on generated jobs where
 * there is none; what a job waits, and what an hour of a node's work costs.
 */
#pragma once

#include "reservation_demand.h"
#include "schedule_plan.h"
#include "table.h"

typedef struct {
    ul_table_made *made;
    const char *trace; /* its file; NULL: jobs are generated */
    double setup_s;    /* of the world made last */
} ul_sec_jobs;

/* What a run comes to. */
typedef struct {
    double wait_s; /* from submission to the start, mean over jobs */
    double cost, paid_h, work_h, span_h;
    double first_h; /* of paid_h, on machines of the first type */
    const char *note; /* the run's */
} ul_sec_outcome;

/* The paper's batch traces, as the archive has them; by two names. */
typedef struct {
    const char *name, *brief, *file;
} ul_sec_trace;
enum { UL_SEC_DATASTAR, UL_SEC_N_TRACES = 5 };
extern const ul_sec_trace ul_sec_traces[UL_SEC_N_TRACES];

/* Where traces are: the parameter, else UL_TRACES; NULL: jobs are generated. */
const char *ul_sec_folder(const ul_table_made *made);

/* Where the folder has the trace; NULL: it has not. */
const char *ul_sec_has(ul_table_made *made, size_t trace);

/* Looks for a trace; a folder without it is the wrong one. What is not the whole trace is not
 * judged. */
ul_status ul_sec_find(ul_table_made *made, size_t trace, ul_sec_jobs *jobs);

/* The jobs in a world; settings of the importer, "alpha=0 setup=8". */
ul_status ul_sec_world(ul_sec_jobs *jobs, const char *set, const ul_instance **instance);

/* Runs a policy with its settings and puts UL_SEC_MEASURES. Where `demand` is not NULL, it
 * becomes what the timeline paid for, with leases of one and three years, light and heavy, on
 * offer, in pure cost. */
ul_status ul_sec_run(ul_sec_jobs *jobs, const char *of, const char *who,
                     const ul_instance *instance, const char *method, ul_sec_outcome *outcome,
                     const ul_instance **demand);

/* What a timeline paid for, and hours used, with leases on offer: "classes=light+heavy". Named
 * as `import timeline` does it is the same to the byte. */
ul_status ul_sec_demand(ul_table_made *made, const ul_schedule_plan *plan, const char *name,
                        const char *classes, const ul_instance **demand);
ul_status ul_sec_offer(ul_table_made *made, ul_demand *hours, const char *name, const char *classes,
                       const ul_instance **demand);

/* What a method pays for a demand, or proves that must be paid; with `of` not NULL its proof is
 * the certificate "leases`of`". */
ul_status ul_sec_leases(ul_table_made *made, const ul_instance *demand, const char *method,
                        const char *of, ul_cost *cost, bool *proved);

/* Puts how long jobs wait and what an hour of work costs where a run is not paid as it was. */
void ul_sec_put(ul_table_made *made, const char *of, const char *who,
                const ul_sec_outcome *outcome);

#define UL_SEC_MEASURES "wait (s); rate ($); utilisation (%); cost ($)"
#define UL_SEC_PANELS                                                                          \
    {.title = "mean wait, s", .measure = "wait"},                                              \
    {.title = "dollars for an hour of a node's work", .measure = "rate"}, {0}

#define UL_SEC_TRACES                                                                             \
    UL_TEXT("traces", "", "folder of the Parallel Workloads Archive's files; else UL_TRACES; "    \
                          "without one jobs are generated")
#define UL_SEC_PROCESSORS UL_COUNT("processors", "16", "processors of a node", 1, 1000)
#define UL_SEC_JOBS                                                                               \
    UL_SEC_TRACES, UL_SEC_PROCESSORS,                                                             \
    UL_COUNT("jobs", "0", "only so many; 0: all of a trace, 1000 where they are generated", 0, 1e7)
