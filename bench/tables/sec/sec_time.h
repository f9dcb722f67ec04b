/* SEC's simulations, made again: policies on a batch trace, or on generated jobs where
 * there is none; what a job waits, and what an hour of a node's work costs.
 */
#ifndef UL_SEC_TIME_H
#define UL_SEC_TIME_H

#include "bar_chart.h"
#include "generator.h"
#include "schedule_plan.h"
#include "table.h"

/* What a run comes to. */
typedef struct {
    double wait_s;      /* from submission to the start, mean over jobs */
    double rate;        /* dollars for each hour of work on a node */
    double utilisation; /* work of what was paid for */
    double cost, paid_h, work_h, span_h;
    double first_h; /* of paid_h, on machines of the first type */
    char note[200]; /* the run's */
} ul_sec_outcome;

typedef struct {
    const ul_table_request *request;
    ul_table_made *made;
    ul_arena *arena;
    const char *trace; /* its file; NULL: jobs are generated */
    char path[4096];
    size_t jobs;     /* of the world made last */
    double setup_s;  /* its jobs' */
    bool is_whole;   /* the whole trace, which is what the paper speaks of */
} ul_sec_figure;

/* Whether there is a folder of traces; whether it has this one. */
bool ul_sec_figure_has_folder(const ul_table_request *request);
bool ul_sec_figure_has(const ul_table_request *request, const char *file);

/* Looks for the trace and begins the sheet of trials, once. `file` as the archive has it. */
ul_status ul_sec_figure_begin(ul_sec_figure *f, const ul_table_request *request, ul_arena *arena,
                              ul_table_made *made, const char *file);

/* The jobs in a world; settings of the importer, up to 6, ending with NULL. */
ul_status ul_sec_figure_world(ul_sec_figure *f, const char *const *set, ul_instance *instance);

/* Runs a policy with settings, up to 6, ending with NULL; adds a trial. Where `demand` is
 * not NULL, it becomes what the timeline paid for, with
 * leases of one and three years, light and heavy, on offer, pure cost or total. */
typedef struct {
    bool pure;
    ul_instance instance;
} ul_sec_demand;
ul_status ul_sec_figure_run(ul_sec_figure *f, const char *label, const ul_instance *instance,
                            const char *method, const char *const *set, ul_sec_outcome *outcome,
                            ul_sec_demand *demand);

/* What a method pays for a demand, or proves that must be paid. */
ul_status ul_sec_figure_leases(ul_sec_figure *f, const ul_instance *demand, const char *method,
                               double *dollars, bool *proved);

/* A claim of the paper on the whole trace; nothing where there is none. */
ul_status ul_sec_figure_claim(ul_sec_figure *f, const ul_claim *claim);

/* "the trace SDSC-DS... (85045 jobs)" or "500 generated jobs". */
const char *ul_sec_figure_jobs(const ul_sec_figure *f, char text[200]);

/* Two charts, waits above rates, into the parameter `svg`; values are groups x bars. */
typedef struct {
    const char *title;
    const char *const *group, *const *bar;
    size_t n_groups, n_bars;
    const double *wait_s, *rate;
} ul_sec_bars;
ul_status ul_sec_figure_draw(const ul_sec_figure *f, const ul_sec_bars *bars);

#define UL_SEC_DATASTAR "SDSC-DS-2004-2.1-cln.swf.gz"
#define UL_SEC_JOBS_PARAMS                                                                       \
    {.name = "traces", .preset = "", .form = UL_PARAM_TEXT,                                      \
     .brief = "folder of the Parallel Workloads Archive's files; else UL_TRACES; without one "   \
              "jobs are generated"},                                                             \
    {.name = "jobs", .preset = "0", .form = UL_PARAM_WHOLE, .low = 0, .high = 1e7,               \
     .brief = "only so many; 0: all of a trace, 1000 where they are generated"}
#define UL_SEC_TIME_PARAMS                                                                       \
    UL_SEC_JOBS_PARAMS,                                                                          \
    {.name = "svg", .preset = "", .form = UL_PARAM_TEXT, .brief = "file to draw the bars into"}

#endif
