/* A batch workload over time, as SEC runs them: sizes in powers of two, run times of
 * minutes to hours, more arrivals by day than by night, and users who ask for more
 * time than they need.
 */
#include <math.h>
#include <stdio.h>

#include "schedule.h"
#include "sec_world.h"

enum { DAY_S = 86400, PROCESSORS = 16, LARGEST = 9, RUN_MEDIAN_S = 600, RUN_MOST_S = 64800 };
#define RUN_SPREAD 1.8
#define PI 3.14159265358979323846

/* By night three times fewer jobs come than by day. */
static double draw_gap(ul_rng *rng, double mean_s, double clock_s)
{
    const double busy = 1 - 0.5 * cos(2 * PI * clock_s / DAY_S);
    return ul_rng_exponential(rng, mean_s) / busy;
}

static ul_status add_job(ul_schedule_builder *b, const ul_source_request *request, size_t j,
                         double *clock_s)
{
    ul_rng *rng = request->rng;
    char name[32];
    snprintf(name, sizeof name, "%zu", j + 1);
    *clock_s += draw_gap(rng, ul_param_number(request->param, "gap"), *clock_s);
    const uint64_t processors = (uint64_t)1 << ul_rng_below(rng, LARGEST + 1);
    const double run_s = fmin(ceil(RUN_MEDIAN_S * exp(ul_rng_normal(rng, 0, RUN_SPREAD))),
                              RUN_MOST_S);
    const double asked_s = ceil(run_s * (1 + 4 * ul_rng_unit(rng)) / 300) * 300;
    const double told_s = rint(run_s + ul_param_number(request->param, "alpha") * (asked_s - run_s));
    const ul_sec_record job = {
        .name = name,
        .arrival_s = (ul_micro)*clock_s * UL_MICRO,
        .run_s = (ul_micro)run_s * UL_MICRO,
        .told_s = (ul_micro)fmin(fmax(1, told_s), 1e9) * UL_MICRO,
        .nodes = (processors + PROCESSORS - 1) / PROCESSORS,
        .asks = ul_sec_task_asks(request->param, PROCESSORS),
        .setup_s = ul_sec_setup(request->param),
    };
    return ul_sec_add_job(b, &job);
}

static ul_status fill(ul_schedule_builder *b, void *context)
{
    const ul_source_request *request = context;
    double clock_s = 0;
    char name[64];
    snprintf(name, sizeof name, "swf-jobs-%zu-s%llu", request->tasks,
             (unsigned long long)request->seed);
    UL_TRY(ul_schedule_set_name(b, name));
    UL_TRY(ul_sec_begin(b, request->param));
    for (size_t j = 0; j < request->tasks; j++)
        UL_TRY(add_job(b, request, j, &clock_s));
    return UL_OK;
}

const ul_source ul_generator_swf_jobs = {
    .name = "swf-jobs",
    .brief = "a batch workload over time, jobs as gangs of nodes (-n: jobs)",
    .paper = "SEC, Section 8",
    .param = (const ul_param[]){
        UL_REAL("gap", "400", "mean seconds between arrivals", 0.001, 1e7),
        UL_SEC_ALPHA_PARAM,
        UL_SEC_PARAMS,
        {0},
    },
    .tasks = 500,
    .schedule = fill,
};
