/* What all workloads of Stratus' world share (Chung, Park and Ganger, SoCC 2018): the
 * six m4 types at prices that stand or move, scheduling events, what moving a task
 * takes, and how far the estimates of run times are off.
 */
#pragma once

#include "catalog.h"
#include "generator.h"

typedef struct {
    const ul_source_request *request;
    ul_rng *rng; /* of errors and prices: the jobs are the same with any of them */
    double factor;
    bool of_job; /* all estimates of a job are off alike */
    ul_micro last_s;
} ul_stratus_source;

/* Round, types and their start-up. end() adds what depends on the jobs, and frees. */
ul_status ul_stratus_source_begin(ul_stratus_source *s, const ul_source_request *request,
                                  ul_schedule_builder *b);
/* Of the job that was added last: its tasks' work, and the memory that moves with each. */
ul_status ul_stratus_source_job(ul_stratus_source *s, ul_schedule_builder *b, ul_micro arrival_s,
                                const ul_micro *work_s, size_t n, ul_micro ram_gb);
ul_status ul_stratus_source_end(ul_stratus_source *s, ul_schedule_builder *b, ul_status status);

/* The paper's Section 5.4.2: estimates are the run times times a factor that is uniform
 * between this and 1. */
#define UL_STRATUS_SOURCE_PARAMS                                                                 \
    UL_CATALOG_M4_PARAMS,                                                                        \
    UL_TEXT("history", "", "recorded spot prices instead: FOLDER/ZONE-Linux, to which "          \
            "-m4.large.csv is added"),                                                           \
    UL_REAL("misestimate", "1", "estimates are run times times a factor drawn between this and " \
            "1", 0, 1e6),                                                                        \
    UL_CHOICE("errors", "task", "whether that is drawn for each task or for each job",           \
              "task|job")
