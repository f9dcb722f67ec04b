/* Eva's own trace files: a JSON object of jobs, each with arrival_time,
 * duration and tasks; a task's demand is [gpu, cpu, ram] for "any" machine or
 * one for each family of the catalog. The workload is the job's name up to '['.
 */
#include <stdio.h>
#include <string.h>

#include "catalog.h"
#include "json.h"
#include "trace.h"

enum { N_RESOURCES = UL_CATALOG_EVA_RESOURCES };

typedef struct {
    ul_trace *trace;
    const char *job;
    char workload[UL_NAME_MAX + 1];
    double arrival_s;
    ul_micro runtime_s;
    size_t tasks, rounded;
} reading;

static ul_status read_micro(const ul_json *value, const char *what, ul_micro *result, bool *rounded)
{
    double number;
    if (!ul_json_number(value, &number))
        return ul_fail(UL_E_INPUT, "%s is missing or not a number", what);
    const ul_number_fault fault = ul_micro_from_double_up(number, result, rounded);
    return fault == UL_NUMBER_OK
               ? UL_OK
               : ul_fail(UL_E_INPUT, "%s %g %s", what, number, ul_number_fault_text(fault));
}

static ul_status read_vector(reading *state, const ul_json *value, ul_micro demand[N_RESOURCES])
{
    bool any = false;
    if (ul_json_count(value) != N_RESOURCES || ul_json_element(value, 0) == NULL)
        return ul_fail(UL_E_INPUT, "a demand is a list of gpu, cpu and ram");
    for (size_t r = 0; r < N_RESOURCES; r++) {
        bool rounded;
        UL_TRY(read_micro(ul_json_element(value, r), "the demand", &demand[r], &rounded));
        any = any || rounded;
    }
    state->rounded += any;
    return UL_OK;
}

/* A demand for "any" machine holds wherever no family has its own. */
static ul_status read_demands(reading *state, const ul_json *demand, ul_trace_task *task)
{
    static const char *const family[] = {"p3", "c7i", "r7i"};
    enum { N_FAMILIES = sizeof family / sizeof *family };
    ul_micro base[N_RESOURCES], own[N_FAMILIES][N_RESOURCES];
    bool has[N_FAMILIES];
    size_t known = 0;
    const ul_json *any = ul_json_member(demand, "any");
    if (any != NULL)
        UL_TRY(read_vector(state, any, base));
    for (size_t f = 0; f < N_FAMILIES; f++) {
        const ul_json *value = ul_json_member(demand, family[f]);
        has[f] = value != NULL;
        known += has[f];
        if (has[f])
            UL_TRY(read_vector(state, value, own[f]));
        else if (any == NULL)
            return ul_fail(UL_E_INPUT, "there is no demand for family '%s', nor for any",
                           family[f]);
    }
    if (ul_json_count(demand) != known + (any != NULL))
        return ul_fail(UL_E_INPUT, "there is a demand for a family that the catalog does not have");
    task->demand = any != NULL ? base : own[0];
    UL_TRY(ul_trace_add(state->trace, task));
    for (size_t f = 0; f < N_FAMILIES; f++)
        if (has[f] && memcmp(own[f], task->demand, sizeof own[f]) != 0)
            UL_TRY(ul_trace_add_demand(state->trace, family[f], own[f]));
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
    UL_TRY(read_micro(ul_json_member(job, "duration"), "the duration", &state->runtime_s,
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
    ul_input *input;
    ul_json *document;
    UL_TRY(ul_input_open(request->input[0], &input));
    ul_status status = ul_json_read(input, &document);
    ul_input_close(input);
    if (status != UL_OK)
        return status;
    status = ul_json_each(document, read_job, &state);
    const size_t jobs = ul_json_count(document);
    ul_json_free(document);
    if (status != UL_OK)
        return ul_fail_prefix(status, "%s", request->input[0]);
    ul_source_remark(request, "%zu jobs, %zu tasks", jobs, state.tasks);
    if (state.rounded > 0)
        ul_source_remark(request, "%zu demands rounded up to millionths", state.rounded);
    return UL_OK;
}

static ul_status make(const ul_source_request *request, ul_instance *instance)
{
    static const ul_trace_importer importer = {N_RESOURCES, read_trace, ul_catalog_eva_chosen};
    return ul_trace_import(&importer, request, instance);
}

static const ul_param param[] = {UL_CATALOG_CORES("vcpu"), {0}};

const ul_source ul_importer_eva_trace = {
    .name = "eva-trace",
    .brief = "Eva's trace JSON, onto its 21 types",
    .paper = "Eva, Section 6.1",
    .param = param,
    .least_inputs = 1,
    .most_inputs = 1,
    .samples = true,
    .make = make,
};
