/* Stratus' evaluation, made again: its schedulers over two workloads, one like Google's
 * (many short jobs), one that stands for TwoSigma's (memory-heavy, jobs of many tasks).
 * Where the folder `traces` has the first part of Google's trace, the one is a day drawn
 * from the jobs that finished in it and the other all jobs that ended in it; else both
 * are generated. Each is run several times, with other jobs where they are drawn, other
 * estimates and other start-up times.
 */
#ifndef UL_STRATUS_TIME_H
#define UL_STRATUS_TIME_H

#include "bar_chart.h"
#include "generator.h"
#include "table.h"

enum { UL_STRATUS_GOOGLE, UL_STRATUS_TWO_SIGMA, UL_STRATUS_WORKLOADS };
enum { UL_STRATUS_DRAWS_MAX = 20, UL_STRATUS_ROWS_MAX = 24 };

/* A scheduler with its settings, under estimates that are off by a factor; rows of one
 * factor follow each other. */
typedef struct {
    const char *label, *method;
    const char *set[4];
    const char *misestimate; /* NULL: exact */
} ul_stratus_row;

typedef enum {
    UL_STRATUS_COST,
    UL_STRATUS_FLOOR,    /* no schedule costs less; NaN where it was not asked for */
    UL_STRATUS_CPU_USED, /* shares of what was paid for */
    UL_STRATUS_RAM_USED,
    UL_STRATUS_MEDIAN, /* latencies of jobs, over what they take without waiting */
    UL_STRATUS_P95,
    UL_STRATUS_RENTED,
    UL_STRATUS_CLEARED,
    UL_STRATUS_MOVED, /* tasks that moved, how often they did, and for how long */
    UL_STRATUS_MOVES,
    UL_STRATUS_MOVING_S,
    UL_STRATUS_MEASURES
} ul_stratus_measure;

typedef struct {
    const ul_table_request *request;
    ul_table_made *made;
    ul_arena *arena;
    const ul_stratus_row *row;
    size_t n_rows, n_draws;
    const char *price; /* of machines: the parameter of the sources */
    bool wants_floor;
    bool traced; /* real jobs */
    size_t jobs[UL_STRATUS_WORKLOADS], tasks[UL_STRATUS_WORKLOADS];
    double value[UL_STRATUS_WORKLOADS][UL_STRATUS_ROWS_MAX][UL_STRATUS_DRAWS_MAX]
                [UL_STRATUS_MEASURES];
} ul_stratus_cases;

extern const char *const ul_stratus_workload[UL_STRATUS_WORKLOADS];

/* Runs every row on both workloads. Rows end with a NULL label. */
ul_status ul_stratus_run_cases(const ul_table_request *request, ul_arena *arena,
                               ul_table_made *made, const ul_stratus_row *row, const char *price,
                               bool wants_floor, ul_stratus_cases **cases);

/* The mean over draws, and how far it spreads. */
double ul_stratus_mean(const ul_stratus_cases *cases, size_t workload, size_t row,
                       ul_stratus_measure measure);
ul_spread ul_stratus_spread(const ul_stratus_cases *cases, size_t workload, size_t row,
                            ul_stratus_measure measure);

/* Begins the table with its heading, the case in the note. */
ul_status ul_stratus_sheet(ul_stratus_cases *cases, const char *name, const char *title,
                           const char *note, const char *align, const char *const *head);
ul_status ul_stratus_number(ul_stratus_cases *cases, size_t workload, size_t row,
                            const char *measure, const char *unit, double ours, double paper);
/* What the paper says of a workload. Claims begin with what they are of: "value", how much
 * it is; "shape", whether it rises, falls or is least where it should; "order". */
ul_status ul_stratus_claim(ul_stratus_cases *cases, size_t workload, const ul_claim *claim);

/* Draws bars of a measure, a group a workload, scaled; where the user names a file. */
ul_status ul_stratus_draw(const ul_stratus_cases *cases, const char *title, const char *axis,
                          const ul_spread *value);

#define UL_STRATUS_TIME_PARAMS(draws_)                                                         \
    {.name = "traces", .preset = "", .form = UL_PARAM_TEXT,                                    \
     .brief = "folder with part 0 of Google's task_events; without it jobs are generated"},    \
    {.name = "jobs", .preset = "0", .form = UL_PARAM_WHOLE, .low = 0, .high = 1e7,             \
     .brief = "so many jobs are generated; 0: a day like Google's, 809 like TwoSigma's"},      \
    {.name = "draws", .preset = draws_, .form = UL_PARAM_WHOLE, .low = 1,                      \
     .high = UL_STRATUS_DRAWS_MAX, .brief = "times that each is run"},                         \
    {.name = "svg", .preset = "", .form = UL_PARAM_TEXT, .brief = "file to draw it into"}
#define UL_STRATUS_PRICE_PARAM(preset_)                                                        \
    {.name = "price", .preset = preset_, .form = UL_PARAM_CHOICE,                              \
     .choices = "spot|moving|on-demand",                                                       \
     .brief = "what machines cost: means on spot, spot prices that move, on demand"}

#endif
