/* Jobs over time that look like the two workloads of Stratus: Google's of 2011, mostly
 * of one short task that asks for little, and TwoSigma's, which run longer, ask for
 * memory and come by the thousand. Times between jobs, tasks a job, run times and
 * requests have the quantiles of the first part of Google's trace: of the jobs that
 * finished for the one, and, since TwoSigma's are not public, of all that ended for the
 * other.
 */
#include <math.h>
#include <stdio.h>

#include "schedule.h"
#include "stratus_source.h"

enum { QUANTILES = 7, TASKS_MAX = 2100, SIZES = 12 };
static const double share[QUANTILES] = {0, 0.05, 0.25, 0.5, 0.75, 0.95, 1};
#define BURST_S 0.5 /* jobs of a burst come within that of each other */

typedef struct {
    const char *name;
    double gap_s;
    double task_share[QUANTILES], tasks[QUANTILES]; /* jobs with at most so many tasks */
    double run_s[QUANTILES], vcpu[QUANTILES], ram_gb[QUANTILES];
    double alike; /* share of jobs that ask for as much memory as vCPU, by their quantiles */
} profile;

static const profile like_google = {
    "google", 8.395, {0, 0.97, 0.98, 0.98, 0.99, 0.995, 1}, {1, 1, 2, 9, 11, 15, 50},
    {18, 21, 34, 99, 222, 676, 3166}, {0.01, 0.01, 0.4, 0.8, 2, 4, 8},
    {0.02, 0.04, 0.5, 1.2, 3.2, 16.3, 31}, 0.45};
static const profile like_two_sigma = {
    "two-sigma", 6.115, {0, 0.84, 0.86, 0.9, 0.95, 0.99, 1}, {1, 1, 2, 14, 198, 1050, TASKS_MAX},
    {40, 107, 181, 348, 542, 1635, 3166}, {0.2, 0.6, 1.6, 1.6, 1.6, 2, 8},
    {0.3, 0.8, 6.5, 8.55, 8.55, 8.55, 60}, 0.8};

/* Between two quantiles all orders of magnitude are alike. */
static double quantile(const double *at, const double *value, double u)
{
    size_t q = 1;
    while (q + 1 < QUANTILES && u > at[q])
        q++;
    const double within = at[q] > at[q - 1] ? (u - at[q - 1]) / (at[q] - at[q - 1]) : 1;
    return value[q - 1] * pow(value[q] / value[q - 1], within);
}

/* In hundredths, upwards. */
static ul_micro amount(double value)
{
    return (ul_micro)ceil(value * 100) * (UL_MICRO / 100);
}

/* Requests come in few sizes: the trace has about a hundred pairs. */
static double draw_size(ul_rng *rng)
{
    return ((double)ul_rng_below(rng, SIZES) + 0.5) / SIZES;
}

/* A share of the jobs comes in bursts; the others make the mean what it is. */
static double draw_gap(const ul_source_request *request, double mean_s)
{
    const double bursts = ul_param_number(request->param, "bursts");
    if (ul_rng_unit(request->rng) < bursts)
        return ul_rng_unit(request->rng) * BURST_S;
    const double rest_s = (mean_s - bursts * BURST_S / 2) / (1 - bursts);
    return ul_rng_exponential(request->rng, fmax(rest_s, 0));
}

static ul_status add_work(ul_schedule_builder *b, ul_stratus_source *world, ul_micro arrival_s,
                          double run_s, uint64_t tasks, ul_micro ram_gb)
{
    ul_micro work_s[TASKS_MAX];
    for (uint64_t q = 0; q < tasks; q++) { /* tasks of a job take about as long */
        const double own = tasks == 1 ? 1 : 0.8 + 0.4 * ul_rng_unit(world->request->rng);
        work_s[q] = (ul_micro)(run_s * own * 1e6);
    }
    UL_TRY(ul_schedule_add_work(b, work_s, tasks));
    return ul_stratus_source_job(world, b, arrival_s, work_s, tasks, ram_gb);
}

static ul_status add_job(ul_schedule_builder *b, ul_stratus_source *world, const profile *like,
                         size_t j, double *clock_s)
{
    ul_rng *rng = world->request->rng;
    char name[32];
    snprintf(name, sizeof name, "%zu", j);
    *clock_s += draw_gap(world->request, like->gap_s);
    const uint64_t tasks =
        (uint64_t)llround(quantile(like->task_share, like->tasks, ul_rng_unit(rng)));
    const double of_vcpu = draw_size(rng);
    const double of_ram = ul_rng_unit(rng) < like->alike ? of_vcpu : draw_size(rng);
    const ul_micro demand[UL_CATALOG_M4_RESOURCES] = {
        amount(quantile(share, like->vcpu, of_vcpu)), amount(quantile(share, like->ram_gb, of_ram))};
    const double run_s = quantile(share, like->run_s, ul_rng_unit(rng));
    const ul_micro arrival_s = (ul_micro)(*clock_s * 1e6);
    const ul_schedule_job_facts facts = {name, arrival_s, tasks, NULL, (ul_micro)(run_s * 1e6),
                                         false, demand};
    UL_TRY(ul_schedule_add_job(b, &facts));
    return add_work(b, world, arrival_s, run_s, tasks, demand[1]);
}

static ul_status add_jobs(ul_schedule_builder *b, ul_stratus_source *world, const profile *like)
{
    double clock_s = 0;
    for (size_t j = 0; j < world->request->tasks; j++)
        UL_TRY(add_job(b, world, like, j, &clock_s));
    return UL_OK;
}

static ul_status fill(ul_schedule_builder *b, void *context)
{
    const ul_source_request *request = context;
    const profile *like =
        ul_param_is(request->param, "like", "google") ? &like_google : &like_two_sigma;
    ul_stratus_source world;
    char name[64];
    snprintf(name, sizeof name, "%s-jobs-%zu-s%llu", like->name, request->tasks,
             (unsigned long long)request->seed);
    UL_TRY(ul_schedule_set_name(b, name));
    ul_status status = ul_stratus_source_begin(&world, request, b);
    if (status == UL_OK)
        status = add_jobs(b, &world, like);
    return ul_stratus_source_end(&world, b, status);
}

static const ul_param param[] = {
    UL_CHOICE("like", "google", "whose jobs: many small and short ones, or memory-heavy ones of "
              "many tasks", "google|two-sigma"),
    UL_REAL("bursts", "0.3", "share of jobs that come within half a second of the one before", 0,
            0.99),
    UL_STRATUS_SOURCE_PARAMS,
    {0},
};

const ul_source ul_generator_google_jobs = {
    .name = "google-jobs",
    .brief = "jobs over time that look like Google's of 2011, or TwoSigma's (-n: jobs)",
    .paper = "Stratus, Section 5.1",
    .param = param,
    .tasks = 500,
    .schedule = fill,
};
