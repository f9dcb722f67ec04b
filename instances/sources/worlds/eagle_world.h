/* Eagle's world over time (CloudCoaster): workers with one slot each, which are there
 * at all times, and transient ones that come two minutes after their order. What its importer
 * and its generator share.
 */
#pragma once

#include "generator.h"
#include "schedule.h"

ul_status ul_eagle_begin(ul_schedule_builder *b, const ul_param_values *param);

/* Adds a job, all of whose tasks policies take for `mean_s` long; their work follows
 * through ul_schedule_add_work(). Jobs come in order: one that arrives with the job
 * before it is moved by a hundredth of a second, as Eagle does it. */
typedef struct {
    ul_schedule_builder *b;
    size_t jobs;
    ul_micro printed_s, arrival_s; /* of the last job */
} ul_eagle_jobs;
ul_status ul_eagle_add_job(ul_eagle_jobs *jobs, ul_micro arrival_s, uint64_t tasks,
                           ul_micro mean_s);

#define UL_EAGLE_PARAMS                                                                      \
    UL_COUNT("workers", "4000", "servers that are there at all times", 1, 4294967295.0),     \
    UL_TEXT("cutoff", "90.5811", "jobs whose tasks take longer on average, in seconds, are " \
            "long"),                                                                         \
    UL_COUNT("transient", "120", "transient servers that may be rented besides", 0,          \
             4294967295.0),                                                                  \
    UL_COUNT("ratio", "3", "how many times cheaper a transient server is", 1, 1000),         \
    UL_COUNT("provision", "120", "seconds from the order of a transient server until it is " \
             "there and paid for", 0, 1e6)
