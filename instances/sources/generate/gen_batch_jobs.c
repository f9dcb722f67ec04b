/* Batch jobs over time, in ECU, that look like what TR-Kubernetes runs on its excess:
 * short tasks that ask for little, a few jobs with many of them; so dense that they
 * need a given capacity on average.
 */
#include <math.h>
#include <stdio.h>

#include "catalog.h"
#include "generator.h"
#include "schedule.h"

enum { RUN_MEDIAN_S = 99, RUN_LEAST_S = 1, RUN_MOST_S = 4800 };
#define RUN_SPREAD 1.39
#define ECU_LEAST 0.25
#define ECU_MOST 13.0
/* What a job needs on average, in ECU seconds: 2.82 tasks of 3.227 ECU and 238 s. */
#define MEAN_NEED 2166.0

/* Two jobs in three have one task; a hundredth has up to a hundred. */
static uint64_t draw_tasks(ul_rng *rng)
{
    const uint64_t at = ul_rng_below(rng, 100);
    if (at < 67)
        return 1;
    return at < 99 ? 2 + ul_rng_below(rng, 7) : 10 + ul_rng_below(rng, 91);
}

static ul_micro draw_work(ul_rng *rng)
{
    const double work_s = RUN_MEDIAN_S * exp(ul_rng_normal(rng, 0, RUN_SPREAD));
    return (ul_micro)(fmin(fmax(work_s, RUN_LEAST_S), RUN_MOST_S) * 1e6);
}

static ul_status add_job(ul_schedule_builder *b, const ul_source_request *request, size_t j,
                         double *clock_s)
{
    ul_rng *rng = request->rng;
    char name[32];
    snprintf(name, sizeof name, "%zu", j);
    *clock_s += ul_rng_exponential(rng, MEAN_NEED / ul_param_number(request->param, "demand"));
    const uint64_t tasks = draw_tasks(rng);
    /* all orders of magnitude alike, in hundredths */
    const double ecu = ECU_LEAST * pow(ECU_MOST / ECU_LEAST, ul_rng_unit(rng));
    const ul_micro demand = (ul_micro)ceil(ecu * 100) * 10000;
    const ul_schedule_job_facts facts = {name,           (ul_micro)(*clock_s * 1e6), tasks,  NULL,
                                         draw_work(rng), false,                      &demand};
    return ul_schedule_add_job(b, &facts);
}

static ul_status fill(ul_schedule_builder *b, void *context)
{
    const ul_source_request *request = context;
    double clock_s = 0;
    char name[64];
    snprintf(name, sizeof name, "batch-jobs-%zu-s%llu", request->tasks,
             (unsigned long long)request->seed);
    UL_TRY(ul_schedule_set_name(b, name));
    UL_TRY(ul_catalog_ecu_rented(b, request->param));
    for (size_t j = 0; j < request->tasks; j++)
        UL_TRY(add_job(b, request, j, &clock_s));
    return UL_OK;
}

static const ul_param param[] = {
    UL_REAL("demand", "2000", "ECU that the jobs need on average while they come", 1, 1e7),
    UL_CATALOG_FILE,
    {0},
};

const ul_source ul_generator_batch_jobs = {
    .name = "batch-jobs",
    .brief = "batch jobs over time in ECU, for the excess of a pool (-n: jobs)",
    .paper = "TR-Kubernetes, Section 4",
    .param = param,
    .tasks = 500,
    .schedule = fill,
};
