/* Eva's own trace files: a JSON object of jobs, each with arrival_time,
 * duration and tasks; a task's demand is [gpu, cpu, ram] for "any" machine or
 * one for each family of the catalog. The workload is the job's name up to '['.
 */
#include <stdio.h>
#include <string.h>

#include "eva_json.h"
#include "trace.h"

typedef struct {
    ul_trace *trace;
    const char *job;
    char workload[UL_NAME_MAX + 1];
    double arrival_s;
    ul_micro runtime_s;
    size_t tasks, rounded;
} reading;

static ul_status read_demands(reading *state, const ul_json *demand, ul_trace_task *task)
{
    ul_micro own[UL_EVA_FAMILIES][UL_CATALOG_EVA_RESOURCES];
    bool rounded = false;
    UL_TRY(ul_eva_json_demand(demand, own, &rounded));
    state->rounded += rounded;
    task->demand = own[0];
    UL_TRY(ul_trace_add(state->trace, task));
    for (size_t f = 1; f < UL_EVA_FAMILIES; f++)
        if (memcmp(own[f], own[0], sizeof own[f]) != 0)
            UL_TRY(ul_trace_add_demand(state->trace, ul_eva_family[f], own[f]));
    return UL_OK;
}

static ul_status read_task(void *context, const char *key, const ul_json *value)
{
    reading *state = context;
    char name[2 * UL_NAME_MAX];
    snprintf(name, sizeof name, "%s.%s", state->job, key);
    ul_trace_task task = {
        .name = name,
        .job = state->job,
        .workload = state->workload,
        .arrival_s = state->arrival_s,
        .runtime_s = state->runtime_s,
    };
    state->tasks++;
    ul_status status = ul_name_check("task", name);
    if (status == UL_OK)
        status = read_demands(state, ul_json_member(value, "demand"), &task);
    return status == UL_OK ? UL_OK : ul_fail_prefix(status, "task '%.80s'", key);
}

static ul_status read_job_facts(reading *state, const ul_json *job)
{
    const char *name;
    bool rounded;
    if (!ul_json_text(ul_json_member(job, "name"), &name))
        return ul_fail(UL_E_INPUT, "the job has no name");
    snprintf(state->workload, sizeof state->workload, "%.*s", (int)strcspn(name, "["), name);
    if (!ul_json_number(ul_json_member(job, "arrival_time"), &state->arrival_s))
        return ul_fail(UL_E_INPUT, "the arrival_time is missing or not a number");
    UL_TRY(ul_eva_json_micro(ul_json_member(job, "duration"), "the duration", &state->runtime_s,
                             &rounded));
    return ul_name_check("job", state->job);
}

static ul_status read_job(void *context, const char *key, const ul_json *value)
{
    reading *state = context;
    state->job = key;
    ul_status status = read_job_facts(state, value);
    if (status == UL_OK)
        status = ul_json_each(ul_json_member(value, "tasks"), read_task, state);
    return status == UL_OK ? UL_OK : ul_fail_prefix(status, "job '%.80s'", key);
}

static ul_status read_trace(ul_trace *trace, const ul_source_request *request)
{
    reading state = {.trace = trace};
    size_t jobs;
    UL_TRY(ul_eva_json_read(request, read_job, &state, &jobs));
    ul_source_remark(request, "%zu jobs, %zu tasks", jobs, state.tasks);
    if (state.rounded > 0)
        ul_source_remark(request, "%zu demands rounded up to millionths", state.rounded);
    return UL_OK;
}

static ul_status make(const ul_source_request *request, ul_instance *instance)
{
    static const ul_trace_importer importer = {UL_CATALOG_EVA_RESOURCES, read_trace, ul_catalog_eva_chosen};
    return ul_trace_import(&importer, request, instance);
}

static const ul_param param[] = {UL_CATALOG_CORES("vcpu"), UL_CATALOG_FILE, {0}};

const ul_source ul_importer_eva_trace = {
    .name = "eva-trace",
    .brief = "Eva's trace JSON, onto its 21 types",
    .paper = "Eva, Section 6.1",
    .param = param,
    .least_inputs = 1,
    .most_inputs = 1,
    .samples = true,
    .has_runtimes = true,
    .make = make,
};
