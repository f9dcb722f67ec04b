/* The Standard Workload Format of the Parallel Workloads Archive: one job a
 * line, 18 numbers, ';' begins a header line, -1 is "not known".
 */
#pragma once

#include <stdint.h>

#include "input.h"
#include "status.h"

typedef struct {
    int64_t number;
    int64_t submit_s, wait_s, run_s;
    int64_t processors;           /* allocated, else requested; -1 when neither is known */
    int64_t requested_processors; /* -1 when not known, like all below */
    int64_t requested_s;
    int64_t status, user, group, executable, queue, partition;
} ul_swf_job;

typedef ul_status (*ul_swf_job_fn)(void *context, const ul_swf_job *job);

/* Calls fn for each job until the end or a fault. A line that is not 18 numbers
 * is refused with its position, which is also put before an input fault of fn. */
ul_status ul_swf_read(ul_input *input, ul_swf_job_fn fn, void *context);
