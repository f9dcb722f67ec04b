/* Jobs over time that look like Alibaba's, as Eva uses them: most ask for one GPU
 * (Table 8), most are done within an hour and a few run for days (Table 9), and a
 * demand stands for one of the nine workloads.
 */
#include <math.h>
#include <stdio.h>

#include "eva_drawing.h"
#include "schedule.h"

/* Table 8, in hundredths of a per cent. */
static const struct {
    int gpus;
    uint64_t weight;
} gpus_of[] = {{0, 1341}, {1, 8617}, {2, 20}, {4, 18}, {8, 4}};
enum { WEIGHTS = 10000, LONG_ONES = 3, HOUR_S = 3600 };

static int draw_gpus(ul_rng *rng)
{
    uint64_t at = ul_rng_below(rng, WEIGHTS);
    size_t q = 0;
    for (; at >= gpus_of[q].weight; q++)
        at -= gpus_of[q].weight;
    return gpus_of[q].gpus;
}

/* Median 0.2 hours, 80% within one and 95% within five; three of a hundred take two
 * days to two months, as no lognormal has them. */
static ul_micro draw_duration(ul_rng *rng)
{
    const double hours = ul_rng_below(rng, 100) < LONG_ONES
                             ? 48 * pow(10, 1.5 * ul_rng_unit(rng))
                             : 0.2 * exp(ul_rng_normal(rng, 0, 1.9));
    return (ul_micro)fmax(1, floor(fmin(hours, 2000) * HOUR_S)) * UL_MICRO;
}

/* A few sizes of CPU and memory are what most pods ask for. */
static void draw_demand(ul_rng *rng, ul_micro demand[UL_CATALOG_EVA_RESOURCES])
{
    static const int cpus[] = {2, 4, 6, 8, 11, 12}, gib[] = {4, 8, 12, 16, 24, 32, 44};
    const int gpus = draw_gpus(rng), times = gpus > 1 ? gpus : 1;
    demand[0] = gpus * UL_MICRO;
    demand[1] = (gpus > 1 ? 8 : cpus[ul_rng_below(rng, sizeof cpus / sizeof *cpus)]) * times
                * UL_MICRO;
    demand[2] = gib[ul_rng_below(rng, sizeof gib / sizeof *gib)] * times * UL_MICRO;
}

typedef struct {
    const ul_source_request *request;
    ul_eva_drawing *drawing;
    size_t misfits;
} making;

static ul_status add_job(ul_schedule_builder *b, making *state, size_t j, double *clock_s)
{
    const ul_source_request *request = state->request;
    ul_micro demand[UL_CATALOG_EVA_RESOURCES];
    char name[32];
    bool fits;
    ul_eva_job job = {.name = name, .tasks = 1};
    snprintf(name, sizeof name, "%zu", j);
    *clock_s += ul_rng_exponential(request->rng, ul_param_number(request->param, "gap"));
    draw_demand(request->rng, demand);
    ul_eva_draw_workload(state->drawing, demand, &job);
    UL_NEED(job.workload);
    job.arrival_s = (ul_micro)*clock_s * UL_MICRO;
    ul_eva_set_duration(&job, ul_param_is(request->param, "durations", "gavel")
                                  ? ul_eva_gavel_runtime(request->rng)
                                  : draw_duration(request->rng));
    UL_TRY(ul_eva_add_job(b, request->param, &job, &fits));
    state->misfits += !fits;
    return UL_OK;
}

static ul_status fill(ul_schedule_builder *b, void *context)
{
    making *state = context;
    double clock_s = 0;
    char name[64];
    snprintf(name, sizeof name, "alibaba-jobs-%zu-s%llu", state->request->tasks,
             (unsigned long long)state->request->seed);
    UL_TRY(ul_schedule_set_name(b, name));
    UL_TRY(ul_eva_begin(b, state->request->param));
    for (size_t j = 0; j < state->request->tasks; j++)
        UL_TRY(add_job(b, state, j, &clock_s));
    if (state->misfits > 0)
        ul_source_remark(state->request, "%zu of %zu jobs fit no type and are left out",
                         state->misfits, state->request->tasks);
    return UL_OK;
}

static ul_status make(const ul_source_request *request, ul_instance *instance)
{
    making state = {.request = request, .drawing = ul_eva_drawing_new(request->rng)};
    UL_NEED(state.drawing);
    const ul_status status = ul_schedule_build(fill, &state, instance);
    ul_eva_drawing_free(state.drawing);
    return status;
}

static const ul_param param[] = {
    UL_EVA_JOB_PARAMS("vcpu"),
    UL_EVA_GAP,
    UL_CHOICE("durations", "alibaba", "like the trace's, or drawn as Gavel does", "alibaba|gavel"),
    {0},
};

const ul_source ul_generator_alibaba_jobs = {
    .name = "alibaba-jobs",
    .brief = "jobs over time that look like Alibaba's (-n: jobs)",
    .paper = "Eva, Section 6.1, Tables 8 and 9",
    .param = param,
    .tasks = 200,
    .make = make,
};
