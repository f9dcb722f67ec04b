/* When plans and bounds came in a run: the file events/RUN.csv of a run's folder. */
#pragma once

#include "record.h"

typedef struct {
    size_t n;
    double *at_s, *value; /* by time; dollars */
    bool *is_bound;       /* else the cost of a plan */
} ul_events;

/* Reads the events of a run. A run whose process died left no file, which is no fault:
 * it has no events. A row that is no event is a fault. The plans of a run that ended
 * without a cost were refused by the checker and are left out. */
ul_status ul_events_read(const ul_record *record, ul_arena *arena, ul_events *events);
