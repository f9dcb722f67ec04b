/* CloudCoaster's experiments, made again: Yahoo's jobs, or some like them, under several
 * schedulers or settings of one.
 */
#ifndef UL_COASTER_CASES_H
#define UL_COASTER_CASES_H

#include "generator.h"
#include "run.h"
#include "schedule_plan.h"
#include "table.h"

enum { UL_COASTER_CASES_MAX = 64 };

/* What came out of one run; seconds, hours, dollars. */
typedef struct {
    char name[48];
    double mean_s, p90_s, p99_s, max_s; /* delay of short tasks */
    double long_mean_s;
    double used, life_mean_h, life_max_h, active; /* transient workers */
    double restarts;
    double span_h;       /* from the first arrival to the last end */
    double kept;         /* servers for short jobs alone that are there at all times */
    double transient_h;  /* hours of transient ones, ready to gone */
    ul_micro partition_s; /* slot-seconds of tasks on either */
    double short_h;      /* slot-hours of all short tasks, cut off ones included */
    size_t n_delays;
    double *delay_s; /* of short tasks, sorted; where it was asked for */
} ul_coaster_outcome;

typedef struct {
    const ul_table_request *request;
    ul_table_made *made;
    ul_arena *arena;
    ul_instance instance;
    const ul_schedule *in;
    bool traced, keeps_delays;
    size_t n;
    ul_coaster_outcome outcome[UL_COASTER_CASES_MAX];
} ul_coaster_cases;

/* Makes the instance, of the trace or generated, and begins the sheet of trials.
 * Free with ul_coaster_cases_free() whatever happened. */
ul_status ul_coaster_cases_begin(ul_coaster_cases *cases, const ul_table_request *request,
                                 ul_arena *arena, ul_table_made *made);
void ul_coaster_cases_free(ul_coaster_cases *cases);

/* Runs a method: one outcome more. `watch` (may be NULL) sees its timeline. */
typedef ul_status (*ul_coaster_watch)(void *context, const ul_schedule_plan *plan);
ul_status ul_coaster_case(ul_coaster_cases *cases, const char *name, const char *method,
                          const char *const *set, size_t n_set, ul_coaster_watch watch,
                          void *context);

/* A number of the table, beside the paper's (NaN: it has none). */
ul_status ul_coaster_number(ul_coaster_cases *cases, const char *of, const char *measure,
                            const char *unit, double ours, double paper);

/* What the servers for short jobs alone cost in dollars, a transient one `ratio` times
 * less than another, which costs a dollar an hour. */
double ul_coaster_price(const ul_coaster_outcome *o, double ratio);

/* What the title and the note say of the jobs. */
const char *ul_coaster_jobs_text(const ul_coaster_cases *cases, char *text, size_t room);

#define UL_COASTER_TABLE_PARAMS                                                                  \
    {.name = "trace", .preset = "", .form = UL_PARAM_TEXT,                                       \
     .brief = "Yahoo's jobs, a .tr file of Eagle's; without one jobs are generated"},            \
    {.name = "jobs", .preset = "0", .form = UL_PARAM_WHOLE, .low = 0, .high = 1e7,               \
     .brief = "only so many; 0: all of a trace, 3,000 where they are generated"},                \
    {.name = "workers", .preset = "4000", .form = UL_PARAM_WHOLE, .low = 100, .high = 1e6,       \
     .brief = "servers that are there at all times"}

#endif
