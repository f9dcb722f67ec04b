/* Eva's simulations, made again: cases (traces, or settings of a generator), each under
 * several schedulers, all costs as a share of no packing on the same jobs.
 */
#ifndef UL_EVA_TIME_H
#define UL_EVA_TIME_H

#include "generator.h"
#include "table.h"

enum { UL_EVA_CASES_MAX = 16, UL_EVA_METHODS_MAX = 8 };

typedef struct {
    double cost, share; /* dollars, and of no packing */
    double completion_h, idle_h;
    double rate;     /* of work, alone 1: mean over jobs */
    double per_machine, migrations; /* tasks; orders to move a job */
    double full;     /* share of rounds with a Full Reconfiguration; NaN where there is none */
} ul_eva_outcome;

typedef struct {
    const ul_table_request *request;
    ul_table_made *made;
    ul_arena *arena;
    const char *const *method; /* the first is no-packing */
    size_t n_methods;
    char name[UL_EVA_CASES_MAX][48];
    size_t n; /* cases */
    ul_eva_outcome outcome[UL_EVA_CASES_MAX][UL_EVA_METHODS_MAX];
    size_t jobs; /* of the last case */
    bool with_floor;                 /* set it before the first case */
    double floor[UL_EVA_CASES_MAX];  /* dollars that no schedule goes below */
} ul_eva_cases;

/* Begins the sheet of trials; methods end with NULL. */
ul_status ul_eva_cases_begin(ul_eva_cases *cases, const ul_table_request *request, ul_arena *arena,
                             ul_table_made *made, const char *const *method);

/* Makes the instance and runs every method on it: one case more. */
ul_status ul_eva_case(ul_eva_cases *cases, const char *name, const ul_source *source,
                      const ul_source_options *options);

/* A group of bars a case: what each method costs of no packing. */
ul_status ul_eva_draw(const ul_eva_cases *cases, const char *title, const char *subtitle);

#define UL_EVA_TIME_PARAMS(jobs_)                                                              \
    {.name = "traces", .preset = "", .form = UL_PARAM_TEXT,                                    \
     .brief = "folder of Eva's jobs as tables; without one jobs are generated"},               \
    {.name = "jobs", .preset = jobs_, .form = UL_PARAM_WHOLE, .low = 0, .high = 1e7,           \
     .brief = "only so many; 0: all of a trace, 200 where they are generated"},                \
    {.name = "svg", .preset = "", .form = UL_PARAM_TEXT, .brief = "file to draw the bars into"}

#endif
