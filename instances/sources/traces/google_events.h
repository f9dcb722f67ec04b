/* Google's cluster trace of 2011, task_events parts: what happened to which task when.
 * Requests are shares of the largest machine, scaled to 64 vCPU and 256 GiB as
 * Stratus does.
 */
#pragma once

#include "catalog.h"
#include "generator.h"
#include "names.h"

enum { UL_GOOGLE_SUBMIT = 0, UL_GOOGLE_SCHEDULE = 1, UL_GOOGLE_FAIL = 3, UL_GOOGLE_FINISH = 4,
       UL_GOOGLE_KILL = 5, UL_GOOGLE_LOST = 6, UL_GOOGLE_EVENT_MAX = 8 };

#define UL_GOOGLE_NEVER UINT64_MAX

typedef struct {
    uint64_t time_us; /* 0 is "before the trace began" */
    uint64_t event;
    uint64_t priority; /* from 9 on it is production */
    size_t job, task; /* indices, in order of first appearance */
    bool new_task;
    ul_micro demand[UL_CATALOG_M4_RESOURCES]; /* negative when not recorded here */
    bool rounded;
} ul_google_event;

typedef ul_status (*ul_google_event_fn)(void *context, const ul_google_event *event);

/* Names of jobs and of tasks (JOB-INDEX), filled as they appear. */
typedef struct {
    ul_names *job, *task;
} ul_google_names;

/* Calls fn for each event of each input. O(rows). */
ul_status ul_google_read(const ul_source_request *request, ul_google_names *names,
                         ul_google_event_fn fn, void *context);
