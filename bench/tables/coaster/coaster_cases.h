/* CloudCoaster's experiments, made again: Yahoo's jobs, or some like them, under several
 * schedulers or settings of one.
 */
#pragma once

#include "schedule_plan.h"
#include "table.h"

/* A run of a table: its row's name, and the method with its settings. */
typedef struct {
    const char *name, *method;
} ul_coaster_case;

/* Sees the timeline of a run whose measures are put. */
typedef ul_status (*ul_coaster_watch)(ul_table_made *made, const ul_coaster_case *one,
                                      const ul_schedule_plan *plan);

/* Makes the jobs, of the trace or generated, runs each case (they end with a NULL name) and
 * puts UL_COASTER_MEASURES; `watch` may be NULL. */
ul_status ul_coaster_cases(ul_table_made *made, const ul_coaster_case *one, ul_coaster_watch watch);

bool ul_coaster_is_short(const ul_schedule *in, uint32_t task);

/* What the servers for short jobs alone cost in dollars, a transient one `ratio` times
 * less than another, which costs a dollar an hour. */
double ul_coaster_price(const ul_table_made *made, const char *name, double ratio);

#define UL_COASTER_MEASURES                                                                     \
    "delay (s); 90% (s); 99% (s); longest delay (s); long tasks (s); mean life (h); "           \
    "longest life (h); in use (count); begun again (count); servers kept (count); span (h); "   \
    "transient hours (h)"

#define UL_COASTER_PARAMS                                                                       \
    UL_TEXT("trace", "", "Yahoo's jobs, a .tr file of Eagle's; without one jobs are generated"), \
    UL_COUNT("jobs", "0", "only so many; 0: all of a trace, 3,000 where they are generated", 0, \
             1e7),                                                                              \
    UL_REAL("gap", "7.49", "seconds between two jobs where they are generated", 0.001, 1e6),    \
    UL_COUNT("workers", "4000", "servers that are there at all times", 100, 1e6)
