/* Eva's own trace files (JSON) over time: jobs with arrival_time, duration,
 * total_iters, full_throughput, init_delay and tasks, each of which has a demand and
 * the delays of a move.
 */
#include <stdio.h>
#include <string.h>

#include "eva_json.h"
#include "source_jobs.h"

enum { IMAGE_TEXT = 32 };

typedef struct {
    ul_schedule_builder *b;
    const ul_source_request *request;
    ul_eva_job job;
    char image[IMAGE_TEXT];
    size_t taken, misfits, rounded;
} importing;

typedef struct {
    const char *name;
    ul_micro *seconds;
} delay;

static ul_status read_seconds(const ul_json *of, const delay *list, size_t n)
{
    for (size_t q = 0; q < n; q++) {
        bool rounded;
        UL_TRY(ul_eva_json_micro(ul_json_member(of, list[q].name), list[q].name, list[q].seconds,
                                 &rounded));
    }
    return UL_OK;
}

static ul_status read_real(const ul_json *of, const char *name, double *value)
{
    return ul_json_number(ul_json_member(of, name), value)
               ? UL_OK
               : ul_fail(UL_E_INPUT, "%s is missing or not a number", name);
}

/* What a task of a job says; all of them must say the same. */
static ul_status read_facts(importing *state, const ul_json *value, ul_eva_job *job,
                            char image[IMAGE_TEXT])
{
    const delay list[] = {{"fetch_delay", &job->fetch_s},
                          {"build_image_delay", &job->build_s},
                          {"kill_delay", &job->kill_s},
                          {"upload_delay", &job->upload_s}};
    double number;
    bool rounded = false;
    UL_TRY(read_seconds(value, list, sizeof list / sizeof *list));
    UL_TRY(read_real(value, "image_id", &number));
    snprintf(image, IMAGE_TEXT, "%.15g", number);
    UL_TRY(ul_eva_json_demand(ul_json_member(value, "demand"), job->demand, &rounded));
    state->rounded += rounded;
    return UL_OK;
}

static bool same_facts(const ul_eva_job *a, const ul_eva_job *b)
{
    return a->fetch_s == b->fetch_s && a->build_s == b->build_s && a->kill_s == b->kill_s
           && a->upload_s == b->upload_s && memcmp(a->demand, b->demand, sizeof a->demand) == 0;
}

static ul_status read_task(void *context, const char *key, const ul_json *value)
{
    importing *state = context;
    ul_eva_job facts = state->job;
    char image[IMAGE_TEXT];
    ul_status status = read_facts(state, value, &facts, image);
    if (status == UL_OK && state->job.tasks > 0
        && (!same_facts(&facts, &state->job) || strcmp(image, state->image) != 0))
        status = ul_fail(UL_E_INPUT, "it differs from the first task of its job");
    if (status != UL_OK)
        return ul_fail_prefix(status, "task '%.80s'", key);
    facts.tasks++;
    state->job = facts;
    strcpy(state->image, image);
    return UL_OK;
}

static ul_status add_job(importing *state, const ul_json *value)
{
    ul_eva_job *job = &state->job;
    const delay list[] = {{"arrival_time", &job->arrival_s},
                          {"duration", &job->duration_s},
                          {"init_delay", &job->init_s}};
    bool fits;
    if (!ul_json_text(ul_json_member(value, "name"), &job->workload))
        return ul_fail(UL_E_INPUT, "the job has no name");
    UL_TRY(read_seconds(value, list, sizeof list / sizeof *list));
    UL_TRY(read_real(value, "total_iters", &job->iterations));
    UL_TRY(read_real(value, "full_throughput", &job->per_second));
    UL_TRY(ul_json_each(ul_json_member(value, "tasks"), read_task, state));
    const double arrival_s = ul_micro_double(job->arrival_s);
    if (arrival_s < state->request->from_s || arrival_s >= state->request->to_s
        || (state->request->tasks > 0 && state->taken == state->request->tasks))
        return UL_OK;
    job->arrival_s -= (ul_micro)(state->request->from_s * 1e6);
    UL_TRY(ul_eva_add_job(state->b, state->request->param, job, &fits));
    state->taken += fits;
    state->misfits += !fits;
    return UL_OK;
}

static ul_status read_job(void *context, const char *key, const ul_json *value)
{
    importing *state = context;
    state->job = (ul_eva_job){.name = key, .image = state->image};
    const ul_status status = add_job(state, value);
    return status == UL_OK ? UL_OK : ul_fail_prefix(status, "job '%.80s'", key);
}

static ul_status fill(ul_schedule_builder *b, void *context)
{
    const ul_source_request *request = context;
    importing state = {.b = b, .request = request};
    char name[UL_SOURCE_NAME];
    size_t jobs;
    UL_TRY(ul_schedule_set_name(b, ul_source_name(request, name)));
    UL_TRY(ul_eva_begin(b, request->param));
    UL_TRY(ul_eva_json_read(request, read_job, &state, &jobs));
    ul_source_remark(request, "%zu of %zu jobs", state.taken, jobs);
    if (state.misfits > 0)
        ul_source_remark(request, "%zu fit no type", state.misfits);
    if (state.rounded > 0)
        ul_source_remark(request, "%zu demands rounded up to millionths", state.rounded);
    return state.taken > 0 ? UL_OK : ul_fail(UL_E_INPUT, "%s: no job is left", request->input[0]);
}

static const ul_param param[] = {UL_EVA_JOB_PARAMS("vcpu"), UL_SOURCE_JOBS, {0}};

const ul_source ul_importer_eva_trace_jobs = {
    .name = "eva-trace-jobs",
    .brief = "Eva's trace JSON over time, onto its 21 types",
    .paper = "Eva, Section 6.1",
    .param = param,
    .least_inputs = 1,
    .most_inputs = 1,
    .samples = true,
    .schedule = fill,
};
