/* Jobs as Eva's simulations draw them: arrivals one after the other, one of the nine
 * workloads each, durations after Gavel; Table 6 has four tasks to a job and only
 * the shorter durations. A share of jobs may ask for several GPUs or have several
 * tasks, as in Figures 6 and 7.
 */
#include <math.h>
#include <stdio.h>

#include "eva_drawing.h"
#include "schedule.h"

enum { SEQ_RUNTIME_S = 5798 }; /* Diamond always takes as long */

static bool by_chance(ul_rng *rng, double share)
{
    return share > 0 && ul_rng_unit(rng) < share;
}

static ul_micro duration_of(const ul_source_request *request, const ul_eva_workload *workload)
{
    if (ul_param_is(request->param, "durations", "gavel"))
        return ul_eva_gavel_runtime(request->rng);
    const double x = 1.5 + 1.5 * ul_rng_unit(request->rng);
    return workload->runtime_s == SEQ_RUNTIME_S ? SEQ_RUNTIME_S * UL_MICRO
                                                : (ul_micro)floor(60 * pow(10, x)) * UL_MICRO;
}

/* 2, 4 or 8 GPUs as 5 : 4 : 1; everything else grows with them. */
static void grow(ul_rng *rng, ul_eva_job *job)
{
    const uint64_t at = ul_rng_below(rng, 10);
    const int gpus = at < 5 ? 2 : at < 9 ? 4 : 8;
    for (size_t f = 0; f < UL_EVA_FAMILIES; f++) {
        job->demand[f][0] = gpus * UL_MICRO;
        job->demand[f][1] = 4 * gpus * UL_MICRO;
        job->demand[f][2] = 20 * gpus * UL_MICRO;
    }
}

static ul_status add_job(ul_schedule_builder *b, const ul_source_request *request, size_t j,
                         double *clock_s)
{
    const ul_param_values *param = request->param;
    const ul_eva_workload *workload = ul_eva_kind(ul_rng_below(request->rng, UL_EVA_KINDS));
    char name[32];
    bool fits;
    ul_eva_job job = {.name = name, .tasks = (uint64_t)ul_param_number(param, "per-job")};
    snprintf(name, sizeof name, "%zu", j);
    *clock_s += ul_rng_exponential(request->rng, ul_param_number(param, "gap"));
    job.arrival_s = (ul_micro)*clock_s * UL_MICRO;
    ul_eva_set_workload(&job, workload);
    ul_eva_set_duration(&job, duration_of(request, workload));
    if (by_chance(request->rng, ul_param_number(param, "multi-gpu")))
        grow(request->rng, &job);
    if (by_chance(request->rng, ul_param_number(param, "multi-task")))
        job.tasks = ul_rng_below(request->rng, 2) == 0 ? 2 : 4;
    UL_TRY(ul_eva_add_job(b, param, &job, &fits));
    return fits ? UL_OK
                : ul_fail(UL_E_INPUT, "a job of workload '%s' was drawn, which fits no type of the "
                                      "catalog: it asks for %g gpu, %g cpu, %g ram_gb", job.workload,
                          ul_micro_double(job.demand[0][0]), ul_micro_double(job.demand[0][1]),
                          ul_micro_double(job.demand[0][2]));
}

static ul_status fill(ul_schedule_builder *b, void *context)
{
    const ul_source_request *request = context;
    double clock_s = 0;
    char name[64];
    snprintf(name, sizeof name, "eva-jobs-%zu-s%llu", request->tasks,
             (unsigned long long)request->seed);
    UL_TRY(ul_schedule_set_name(b, name));
    UL_TRY(ul_eva_begin(b, request->param));
    for (size_t j = 0; j < request->tasks; j++)
        UL_TRY(add_job(b, request, j, &clock_s));
    return UL_OK;
}

static const ul_param param[] = {
    UL_EVA_JOB_PARAMS("physical"),
    UL_EVA_GAP,
    UL_CHOICE("durations", "short", "10^1.5 to 10^3 minutes, or a fifth of them up to 10^4",
              "short|gavel"),
    UL_COUNT("per-job", "1", "tasks of a job; Table 6 has 4", 1, 1000),
    UL_REAL("multi-gpu", "0", "share of jobs with 2, 4 or 8 GPUs (5 : 4 : 1)", 0, 1),
    UL_REAL("multi-task", "0", "share of jobs with 2 or 4 tasks (1 : 1)", 0, 1),
    {0},
};

const ul_source ul_generator_eva_jobs = {
    .name = "eva-jobs",
    .brief = "jobs over time as Eva's simulations draw them (-n: jobs)",
    .paper = "Eva, Sections 6.1 and 6.4, Table 6",
    .param = param,
    .tasks = 100,
    .schedule = fill,
};
