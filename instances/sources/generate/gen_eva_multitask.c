/* Eva's multi-task benchmark (Section 4.4, Table 6): jobs of equal tasks that
 * advance at the pace of the slowest, workloads drawn from Table 7, a job runs
 * 0.5 to 16 hours.
 */
#include <stdio.h>

#include "catalog.h"
#include "eva_workloads.h"
#include "generator.h"
#include "packing.h"

static ul_status build(ul_packing_builder *b, void *context)
{
    const ul_source_request *request = context;
    const ul_param_values *param = request->param;
    const size_t per_job = (size_t)ul_param_number(param, "tasks-per-job");
    char name[64], job[32];
    snprintf(name, sizeof name, "eva-multitask-%zux%zu-s%llu", per_job, request->tasks,
             (unsigned long long)request->seed);
    UL_TRY(ul_packing_set_name(b, name));
    UL_TRY(ul_catalog_eva_chosen(b, param));
    const ul_eva_workload *workload = NULL;
    ul_micro runtime_s = -1;
    for (size_t j = 0; j < request->tasks; j++) {
        if (j % per_job == 0) {
            workload = ul_eva_row(ul_rng_below(request->rng, UL_EVA_ROWS));
            runtime_s = ul_rng_between(request->rng, 1800, 57600) * UL_MICRO;
            snprintf(job, sizeof job, "job-%zu", j / per_job);
        }
        snprintf(name, sizeof name, "%s-%zu", workload->name, j);
        UL_TRY(ul_eva_add_task(b, workload, name, job, runtime_s));
    }
    return ul_eva_add_chosen_throughput(b, param);
}

static const ul_param param[] = {
    UL_COUNT("tasks-per-job", "4", "tasks of a job; the last job may have fewer", 1, 1000000),
    UL_CATALOG_CORES("physical"),
    UL_CATALOG_FILE,
    UL_EVA_THROUGHPUT,
    {0},
};

const ul_source ul_generator_eva_multitask = {
    .name = "eva-multitask",
    .brief = "Eva's multi-task benchmark: jobs of equal tasks drawn from Table 7",
    .paper = "Eva, Section 4.4, Table 6",
    .param = param,
    .tasks = 400,
    .packing = build,
};
