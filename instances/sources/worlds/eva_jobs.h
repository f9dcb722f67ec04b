/* Eva's world over time: its 21 types with their start-up, its interference, and
 * jobs that are counted in iterations and can be moved. What the importers of its
 * traces and the generator share.
 */
#pragma once

#include "catalog.h"
#include "generator.h"
#include "schedule.h"

enum { UL_EVA_FAMILIES = 3, UL_EVA_ROUND_S = 300 };
extern const char *const ul_eva_family[UL_EVA_FAMILIES]; /* p3, c7i, r7i */

typedef struct {
    const char *name, *workload;
    ul_micro arrival_s, duration_s;
    double iterations, per_second;
    uint64_t tasks;
    const char *image;
    ul_micro fetch_s, build_s, init_s, kill_s, upload_s;
    ul_micro demand[UL_EVA_FAMILIES][UL_CATALOG_EVA_RESOURCES];
} ul_eva_job;

/* Rounds, billing, types and interference, by the parameters below. */
ul_status ul_eva_begin(ul_schedule_builder *b, const ul_param_values *param);

/* Adds a job, its moves as often as `moving` says longer; where no type holds its
 * tasks nothing is added and *fits is false. */
ul_status ul_eva_add_job(ul_schedule_builder *b, const ul_param_values *param,
                         const ul_eva_job *job, bool *fits);

#define UL_EVA_JOB_PARAMS(cores_)                                                                 \
    UL_CATALOG_CORES(cores_),                                                                     \
    UL_CATALOG_FILE,                                                                              \
    UL_TEXT("interference", "table", "table: the authors' pairs; or one throughput for all, "     \
            "such as 0.95"),                                                                      \
    UL_COUNT("moving", "1", "fetching, uploading and getting ready take so many times longer", 0, \
             100)
