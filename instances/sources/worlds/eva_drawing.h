/* Jobs of Eva's world that are drawn rather than read: which workload a demand stands
 * for, how long a job takes, when it comes.
 */
#pragma once

#include "eva_jobs.h"
#include "eva_workloads.h"

/* Remembers which demand was given which workload, as its authors assign them: at its
 * first appearance a demand draws one of the nine, and the k-th demand of a workload
 * is called "workload[k]", from 0. */
typedef struct ul_eva_drawing ul_eva_drawing;
ul_eva_drawing *ul_eva_drawing_new(ul_rng *rng);
void ul_eva_drawing_free(ul_eva_drawing *drawing);

/* Sets the job's workload, rate, moves, and its demand on every family. The workload
 * is NULL when out of memory. */
void ul_eva_draw_workload(ul_eva_drawing *drawing, const ul_micro demand[UL_CATALOG_EVA_RESOURCES],
                          ul_eva_job *job);

/* The same for a job of a given workload with the demands of the catalog. */
void ul_eva_set_workload(ul_eva_job *job, const ul_eva_workload *workload);

/* Sets the duration and the whole iterations that are done in it. */
void ul_eva_set_duration(ul_eva_job *job, ul_micro duration_s);

#define UL_EVA_GAP                                                                    \
    UL_REAL("gap", "1200", "mean seconds between arrivals that are drawn", 0.001, 1e7)
