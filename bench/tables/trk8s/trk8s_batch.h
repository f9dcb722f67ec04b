/* Batch on the excess of pools, over zones: what TR-Kubernetes' Figures 16 to 18 share.
 *
 * The jobs are Google's (a folder `traces` with task_events parts) or generated; their
 * mean demand is what they need together over the time from the first submission to the
 * last end. Services need a ratio of that; a pool for them, the greedy's or the cheapest
 * that is proved, goes up and down for exponential times.
 */
#ifndef UL_TRK8S_BATCH_H
#define UL_TRK8S_BATCH_H

#include "schedule.h"
#include "trk8s_zones.h"

#define UL_BATCH_TARGET 0.99999

typedef struct {
    ul_table_made *made;
    ul_zones *zones; /* NULL where none were asked for */
    bool generated;  /* the jobs */
    ul_instance jobs_file;
    const ul_schedule *jobs;
    double first_s, end_s; /* first submission, last end as recorded */
    double need;           /* ECU seconds */
    double demand, peak;   /* ECU, on average and at most at once, if none waited */
} ul_batch_study;

/* Reads or draws the jobs, opens the zones where there is such a parameter, has the table's
 * numbers put, and lets go of the jobs. */
ul_status ul_batch_table(ul_table_made *made, bool with_zones,
                         ul_status (*put)(ul_batch_study *study));

/* How long a job took where it was recorded, or would take with a place for every task. */
double ul_batch_recorded_s(const ul_schedule *jobs, size_t j);

/* A zone with a pool, over time. */
typedef struct {
    bool has_pool, proved;
    ul_instance instance;
    double pool_price, on_demand_price; /* dollars an hour: the pool, and the capacity on demand */
    double per_unit;                    /* dollars an hour, on demand */
    double excess; /* capacity beyond the services' need, share of it, all up */
    double free;   /* of the demand, what the excess serves: mean over time */
} ul_batch_world;

/* To be freed, fault or not. */
ul_status ul_batch_make(const ul_batch_study *study, size_t z, double ratio, ul_fig_policy policy,
                        ul_batch_world *world);
void ul_batch_free(ul_batch_world *world);

typedef struct {
    double completion; /* of recorded, mean over jobs; NaN where the pool has no excess: never */
    double cost;       /* dollars */
    double in_time;    /* share of the work done by the last recorded end */
} ul_batch_outcome;

ul_status ul_batch_run(const ul_batch_study *study, const ul_batch_world *world, const char *method,
                       const char *set, ul_batch_outcome *outcome);

#define UL_BATCH_PARAMS(picture)                                                                  \
    {.name = "traces", .preset = "", .form = UL_PARAM_TEXT,                                       \
     .brief = "folder of Google's task_events-part-*.csv; without one jobs are generated"},       \
    {.name = "filter", .preset = "any-end", .form = UL_PARAM_CHOICE,                              \
     .choices = "finish-only|any-end", .brief = "of the trace: tasks that finished, or ended"},   \
    {.name = "jobs", .preset = "4000", .form = UL_PARAM_WHOLE, .low = 1, .high = 1e6,             \
     .brief = "how many are generated"},                                                          \
    UL_ZONE_PICTURE(picture)
#define UL_BATCH_ZONE_PARAMS                                                                      \
    UL_ZONE_FOLDER,                                                                              \
    {.name = "mean-up", .preset = "150", .form = UL_PARAM_REAL, .low = 0.001, .high = 1e6,        \
     .brief = "mean hours until a type is revoked"}

#endif
