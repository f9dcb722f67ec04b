/* Alibaba's pods over time, as Eva simulates them: a pod is a job of one task, every
 * demand that occurs is given one of the nine workloads at random, and arrivals and
 * durations are those of the trace or drawn as Eva's authors do.
 */
#include "alibaba.h"
#include "eva_drawing.h"
#include "source_jobs.h"

typedef struct {
    ul_schedule_builder *b;
    const ul_source_request *request;
    ul_eva_drawing *drawing;
    bool poisson, gavel;
    double clock_s;
    size_t taken, misfits;
} importing;

static ul_status add_pod(void *context, const ul_alibaba_pod *pod)
{
    importing *state = context;
    const ul_source_request *request = state->request;
    bool fits;
    if ((double)pod->created_s < request->from_s || (double)pod->created_s >= request->to_s
        || (request->tasks > 0 && state->taken == request->tasks))
        return UL_OK;
    ul_eva_job job = {.name = pod->name, .tasks = 1};
    ul_eva_draw_workload(state->drawing, pod->demand, &job);
    UL_NEED(job.workload);
    if (state->poisson)
        state->clock_s += ul_rng_exponential(request->rng, ul_param_number(request->param, "gap"));
    job.arrival_s = state->poisson
                        ? (ul_micro)state->clock_s * UL_MICRO
                        : (ul_micro)pod->created_s * UL_MICRO - (ul_micro)(request->from_s * 1e6);
    ul_eva_set_duration(&job, state->gavel ? ul_eva_gavel_runtime(request->rng)
                                           : (ul_micro)pod->runtime_s * UL_MICRO);
    UL_TRY(ul_eva_add_job(state->b, request->param, &job, &fits));
    state->taken += fits;
    state->misfits += !fits;
    return UL_OK;
}

static ul_status fill(ul_schedule_builder *b, void *context)
{
    importing *state = context;
    const ul_source_request *request = state->request;
    char name[UL_SOURCE_NAME];
    state->b = b;
    UL_TRY(ul_schedule_set_name(b, ul_source_name(request, name)));
    UL_TRY(ul_eva_begin(b, request->param));
    UL_TRY(ul_alibaba_read(request, false, add_pod, state));
    ul_source_remark(request, "%zu jobs", state->taken);
    if (state->misfits > 0)
        ul_source_remark(request, "%zu fit no type", state->misfits);
    return state->taken > 0 ? UL_OK : ul_fail(UL_E_INPUT, "%s: no job is left", request->input[0]);
}

static ul_status make(const ul_source_request *request, ul_instance *instance)
{
    importing state = {
        .request = request,
        .drawing = ul_eva_drawing_new(request->rng),
        .poisson = ul_param_is(request->param, "arrivals", "poisson"),
        .gavel = ul_param_is(request->param, "durations", "gavel"),
    };
    UL_NEED(state.drawing);
    const ul_status status = ul_source_schedule(request, fill, &state, instance);
    ul_eva_drawing_free(state.drawing);
    return status;
}

static const ul_param param[] = {
    UL_EVA_JOB_PARAMS("vcpu"),
    UL_CHOICE("arrivals", "trace", "as recorded, or drawn one after the other", "trace|poisson"),
    UL_CHOICE("durations", "trace", "as recorded, or drawn as Gavel does", "trace|gavel"),
    UL_EVA_GAP,
    UL_SOURCE_JOBS,
    {0},
};

const ul_source ul_importer_alibaba_jobs = {
    .name = "alibaba-jobs",
    .brief = "Alibaba GPU trace 2023, pod list CSV, over time, onto Eva's 21 types",
    .paper = "Eva, Section 6.1",
    .param = param,
    .least_inputs = 1,
    .most_inputs = 1,
    .samples = true,
    .make = make,
};
