/* Jobs over time that look like Google's of 2011, as Stratus runs them: most have a
 * few short tasks that ask for little, some come in bursts, a few have many tasks.
 */
#include <math.h>
#include <stdio.h>

#include "catalog.h"
#include "generator.h"
#include "schedule_file.h"

/* Of the 589 jobs of the trace's first part: one every 8.4 seconds, runs of 34, 99 and
 * 222 seconds at the quarters. */
enum { ROUND_S = 60, RUN_MEDIAN_S = 99, BURST_S = 5 };
#define GAP_S 8.395
#define RUN_SPREAD 1.39
#define MOVE_S_PER_GIB 53.6870912 /* 160 Mb/s */

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
    return (ul_micro)(fmin(fmax(work_s, 1), 4800) * 1e6);
}

/* Between a low and a high amount, all orders of magnitude alike, in hundredths. */
static ul_micro draw_amount(ul_rng *rng, double low, double high)
{
    const double amount = low * pow(high / low, ul_rng_unit(rng));
    return (ul_micro)ceil(amount * 100) * 10000;
}

static ul_status add_job(ul_schedule_builder *b, const ul_source_request *request, size_t j,
                         double *clock_s)
{
    ul_rng *rng = request->rng;
    const bool in_burst = ul_rng_unit(rng) < ul_param_number(request->param, "bursts");
    char name[32];
    snprintf(name, sizeof name, "%zu", j);
    *clock_s += in_burst ? ul_rng_unit(rng) * BURST_S : ul_rng_exponential(rng, GAP_S);
    const uint64_t tasks = draw_tasks(rng);
    const ul_micro demand[UL_CATALOG_M4_RESOURCES] = {draw_amount(rng, 0.25, 8),
                                                      draw_amount(rng, 0.25, 16)};
    const ul_micro arrival_s = (ul_micro)(*clock_s * 1e6), work_s = draw_work(rng);
    const ul_schedule_job_facts facts = {name, arrival_s, tasks, NULL, work_s, false, demand};
    UL_TRY(ul_schedule_add_job(b, &facts));
    for (uint64_t q = 0; q < tasks; q++) { /* tasks of a job take about as long */
        const ul_micro own_s = (ul_micro)((double)work_s * (0.8 + 0.4 * ul_rng_unit(rng)));
        UL_TRY(ul_schedule_add_work(b, &own_s, 1));
    }
    const ul_micro move_s = (ul_micro)llrint((double)demand[1] * MOVE_S_PER_GIB);
    return ul_schedule_set_moving(b, 0, 0, 0, 0, move_s, NULL);
}

static ul_status fill(ul_schedule_builder *b, void *context)
{
    const ul_source_request *request = context;
    double clock_s = 0;
    char name[64];
    snprintf(name, sizeof name, "google-jobs-%zu-s%llu", request->tasks,
             (unsigned long long)request->seed);
    UL_TRY(ul_schedule_set_name(b, name));
    UL_TRY(ul_schedule_set_round(b, ROUND_S * UL_MICRO));
    UL_TRY(ul_catalog_m4_rented(b, request->param));
    for (size_t j = 0; j < request->tasks; j++)
        UL_TRY(add_job(b, request, j, &clock_s));
    return UL_OK;
}

static ul_status make(const ul_source_request *request, ul_instance *instance)
{
    return ul_schedule_build(fill, (void *)request, instance);
}

static const ul_param param[] = {
    {.name = "bursts", .preset = "0.3", .form = UL_PARAM_REAL, .low = 0, .high = 1,
     .brief = "share of jobs that come within seconds of the one before"},
    UL_CATALOG_M4_PARAMS,
    {0},
};

const ul_source ul_generator_google_jobs = {
    .name = "google-jobs",
    .brief = "jobs over time that look like Google's of 2011 (-n: jobs)",
    .paper = "Stratus, Section 5.1",
    .param = param,
    .tasks = 500,
    .make = make,
};
