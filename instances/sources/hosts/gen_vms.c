/* Virtual machines with lifetimes that look like a region's month: they come at any time, most
 * are of one core, and most are gone within the hour while a few stay for weeks. Shares of sizes
 * and the median lifetime are Huawei-East-1's (Sheng et al. 2021); one spread stands for how
 * lifetimes lie around it.
 */
#include <math.h>
#include <stdio.h>

#include "generator.h"
#include "hosts.h"
#include "schedule.h"

enum { LIFE_MEDIAN_S = 2592, LIFE_MOST_S = 30 * 86400 };
#define LIFE_SPREAD 2.2

/* Of a thousand machines so many have at most so many cores; of memory to a core likewise. */
static const struct {
    unsigned of_thousand;
    int value;
} cores[] = {{711, 1}, {859, 2}, {956, 4}, {982, 8}, {988, 12}, {997, 16}, {998, 32}, {1000, 64}},
  ratio[] = {{219, 1}, {926, 2}, {1000, 4}};
enum { MEM_MOST = 128 };

static int draw_cores(ul_rng *rng)
{
    size_t q = 0;
    for (const uint64_t at = ul_rng_below(rng, 1000); at >= cores[q].of_thousand;)
        q++;
    return cores[q].value;
}

static int draw_ratio(ul_rng *rng)
{
    size_t q = 0;
    for (const uint64_t at = ul_rng_below(rng, 1000); at >= ratio[q].of_thousand;)
        q++;
    return ratio[q].value;
}

/* Whole seconds. */
static ul_status add_machine(ul_schedule_builder *b, const ul_source_request *request, size_t j,
                             double *clock_s)
{
    ul_rng *rng = request->rng;
    char name[32];
    snprintf(name, sizeof name, "%zu", j);
    *clock_s += ul_rng_exponential(rng, 3600 / ul_param_number(request->param, "hourly"));
    const int cpu = draw_cores(rng), mem = cpu * draw_ratio(rng);
    const double life_s = LIFE_MEDIAN_S * exp(ul_rng_normal(rng, 0, LIFE_SPREAD));
    const ul_micro demand[2] = {cpu * UL_MICRO, (mem < MEM_MOST ? mem : MEM_MOST) * UL_MICRO};
    const ul_schedule_job_facts facts = {
        .name = name, .arrival_s = (ul_micro)*clock_s * UL_MICRO, .tasks = 1, .demand = demand,
        .work_s = (ul_micro)ceil(fmin(life_s, LIFE_MOST_S)) * UL_MICRO};
    return ul_schedule_add_job(b, &facts);
}

static ul_status fill(ul_schedule_builder *b, void *context)
{
    const ul_source_request *request = context;
    double clock_s = 0;
    char name[64];
    snprintf(name, sizeof name, "vms-%zu-s%llu", request->tasks, (unsigned long long)request->seed);
    UL_TRY(ul_hosts_world(b, name, request->param));
    for (size_t j = 0; j < request->tasks; j++)
        UL_TRY(add_machine(b, request, j, &clock_s));
    return UL_OK;
}

const ul_source ul_generator_vms = {
    .name = "vms",
    .brief = "virtual machines with lifetimes, on hosts of one size (-n: machines)",
    .paper = "like Huawei-East-1 (Sheng et al. 2021)",
    .param = (const ul_param[]){
        UL_REAL("hourly", "156", "virtual machines that come in an hour, on average", 0.001, 1e6),
        UL_HOSTS_PARAMS,
        {0},
    },
    .tasks = 1000,
    .schedule = fill,
};
