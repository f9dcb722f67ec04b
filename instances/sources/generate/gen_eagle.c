/* Jobs over time that look like Yahoo's, as Eagle and CloudCoaster run them: they come
 * almost periodically, nine in ten are short, and the rest have nearly all the work: enough
 * to fill four in five of 4,000 servers, at times all of them.
 */
#include <math.h>
#include <stdio.h>

#include "eagle_world.h"
#include "schedule.h"

#define LONG_SHARE 0.095
enum { SHORT_TASKS = 23, LONG_TASKS = 220, SHORT_MEDIAN_S = 17, LONG_MEDIAN_S = 650,
       SHORT_MOST_S = 90, LONG_LEAST_S = 91, TASKS_MOST = 5000 };

static uint64_t draw_tasks(ul_rng *rng, double mean)
{
    const double tasks = ceil(ul_rng_exponential(rng, mean));
    return (uint64_t)fmin(fmax(tasks, 1), TASKS_MOST);
}

static double draw_mean(ul_rng *rng, bool is_long)
{
    const double mean_s = (is_long ? LONG_MEDIAN_S : SHORT_MEDIAN_S)
                          * exp(ul_rng_normal(rng, 0, is_long ? 1.0 : 0.8));
    return floor(is_long ? fmin(fmax(mean_s, LONG_LEAST_S), 50000) : fmin(mean_s, SHORT_MOST_S));
}

static ul_status add_job(ul_eagle_jobs *jobs, const ul_source_request *request, double *clock_s)
{
    ul_rng *rng = request->rng;
    const double burst = ul_param_number(request->param, "bursts");
    const double gap_s = ul_param_number(request->param, "gap");
    const bool is_long = ul_rng_unit(rng) < LONG_SHARE;
    const double mean_s = draw_mean(rng, is_long);
    const uint64_t tasks = draw_tasks(rng, is_long ? LONG_TASKS : SHORT_TASKS);
    *clock_s += ul_rng_unit(rng) < burst ? ul_rng_unit(rng)
                                         : fmax(0, ul_rng_normal(rng, gap_s, gap_s / 15));
    UL_TRY(ul_eagle_add_job(jobs, (ul_micro)*clock_s * UL_MICRO, tasks, (ul_micro)mean_s * UL_MICRO));
    for (uint64_t q = 0; q < tasks; q++) {
        const double own_s = floor(ul_rng_normal(rng, mean_s, sqrt(2 * mean_s)));
        const ul_micro work_s = (ul_micro)fmax(0, own_s) * UL_MICRO;
        UL_TRY(ul_schedule_add_work(jobs->b, &work_s, 1));
    }
    return UL_OK;
}

static ul_status fill(ul_schedule_builder *b, void *context)
{
    const ul_source_request *request = context;
    ul_eagle_jobs jobs = {.b = b};
    double clock_s = 0;
    char name[64];
    snprintf(name, sizeof name, "eagle-%zu-s%llu", request->tasks,
             (unsigned long long)request->seed);
    UL_TRY(ul_schedule_set_name(b, name));
    UL_TRY(ul_eagle_begin(b, request->param));
    for (size_t j = 0; j < request->tasks; j++)
        UL_TRY(add_job(&jobs, request, &clock_s));
    return UL_OK;
}

const ul_source ul_generator_eagle = {
    .name = "eagle",
    .brief = "jobs over time that look like Yahoo's, short and long ones (-n: jobs)",
    .paper = "CloudCoaster, Section 4; Eagle",
    .param = (const ul_param[]){
        UL_REAL("bursts", "0.1", "share of jobs that come within a second of the one before", 0, 1),
        UL_REAL("gap", "7.49", "seconds between two jobs otherwise", 0.001, 1e6),
        UL_EAGLE_PARAMS,
        {0},
    },
    .tasks = 300,
    .schedule = fill,
};
