#include "trace.h"

#include <stdlib.h>
#include <string.h>

#include "arena.h"
#include "packing.h"

typedef struct {
    ul_trace_task task;
    size_t first_demand, n_demands; /* by family */
} held_task;

typedef struct {
    const char *family;
    const ul_micro *demand;
} held_demand;

struct ul_trace {
    ul_arena *arena;
    size_t n_resources;
    held_task *task;
    size_t n_tasks, task_room;
    held_demand *demand;
    size_t n_demands, demand_room;
};

static ul_trace *trace_new(size_t n_resources)
{
    ul_trace *trace = calloc(1, sizeof *trace);
    if (trace == NULL)
        return NULL;
    trace->n_resources = n_resources;
    trace->arena = ul_arena_new();
    if (trace->arena == NULL) {
        free(trace);
        return NULL;
    }
    return trace;
}

static void trace_free(ul_trace *trace)
{
    if (trace == NULL)
        return;
    ul_arena_free(trace->arena);
    free(trace);
}

static const char *keep_text(ul_trace *trace, const char *text)
{
    return text == NULL ? NULL : ul_arena_text(trace->arena, text, strlen(text));
}

static const ul_micro *keep_vector(ul_trace *trace, const ul_micro *vector)
{
    ul_micro *copy = ul_arena_alloc_raw(trace->arena, trace->n_resources, sizeof *copy);
    return copy == NULL ? NULL : memcpy(copy, vector, trace->n_resources * sizeof *copy);
}

ul_status ul_trace_add(ul_trace *trace, const ul_trace_task *task)
{
    UL_MORE(trace->arena, trace->task, trace->n_tasks, trace->task_room);
    held_task *held = &trace->task[trace->n_tasks];
    held->task = *task;
    held->task.name = keep_text(trace, task->name);
    held->task.job = keep_text(trace, task->job);
    held->task.workload = keep_text(trace, task->workload);
    held->task.demand = keep_vector(trace, task->demand);
    held->first_demand = trace->n_demands;
    held->n_demands = 0;
    if (held->task.name == NULL || held->task.demand == NULL
        || (task->job != NULL && held->task.job == NULL)
        || (task->workload != NULL && held->task.workload == NULL))
        return ul_no_memory();
    trace->n_tasks++;
    return UL_OK;
}

ul_status ul_trace_add_demand(ul_trace *trace, const char *family, const ul_micro *demand)
{
    UL_MORE(trace->arena, trace->demand, trace->n_demands, trace->demand_room);
    const held_demand held = {keep_text(trace, family), keep_vector(trace, demand)};
    UL_NEED(held.family && held.demand);
    trace->demand[trace->n_demands++] = held;
    trace->task[trace->n_tasks - 1].n_demands++;
    return UL_OK;
}

/* A catalog of the user's may have some of the families, and others. */
static bool fits(const ul_trace *trace, const held_task *held, const ul_source_request *request,
                 const ul_packing_builder *b)
{
    size_t known = 0;
    for (size_t q = 0; q < held->n_demands; q++) {
        const held_demand *demand = &trace->demand[held->first_demand + q];
        known += ul_packing_builder_has_family(b, demand->family);
        if (ul_packing_builder_fits(b, demand->family, demand->demand))
            return true;
    }
    return (known == 0 || ul_param_text(request->param, "catalog")[0] != '\0')
           && ul_packing_builder_fits(b, NULL, held->task.demand);
}

static ul_status add_task(const ul_trace *trace, const held_task *held, ul_packing_builder *b)
{
    const ul_trace_task *task = &held->task;
    const ul_packing_task_facts facts = {task->name,     1,
                                         task->job,      task->workload,
                                         task->runtime_s, task->demand};
    UL_TRY(ul_packing_add_task(b, &facts));
    for (size_t q = 0; q < held->n_demands; q++) {
        const held_demand *demand = &trace->demand[held->first_demand + q];
        if (ul_packing_builder_has_family(b, demand->family))
            UL_TRY(ul_packing_add_demand(b, task->name, demand->family, demand->demand));
    }
    return UL_OK;
}

/* Arrives in the window, or runs at the moment; who knows no end does not. */
static bool is_wanted(const ul_trace_task *task, const ul_source_request *request)
{
    if (!request->is_snapshot)
        return task->arrival_s >= request->from_s && task->arrival_s < request->to_s;
    return task->runtime_s >= 0 && task->arrival_s <= request->at_s
           && request->at_s < task->arrival_s + ul_micro_double(task->runtime_s);
}

/* Indices of the tasks in the window that fit a type. */
static ul_status find_eligible(const ul_trace *trace, const ul_source_request *request,
                               const ul_packing_builder *b, const held_task **eligible,
                               size_t *n_eligible)
{
    size_t outside = 0, misfits = 0;
    *n_eligible = 0;
    for (size_t j = 0; j < trace->n_tasks; j++) {
        const held_task *held = &trace->task[j];
        if (!is_wanted(&held->task, request))
            outside++;
        else if (!fits(trace, held, request, b))
            misfits++;
        else
            eligible[(*n_eligible)++] = held;
    }
    if (outside > 0)
        ul_source_remark(request, request->is_snapshot ? "%zu not running then" : "%zu outside the window",
                         outside);
    if (misfits > 0)
        ul_source_remark(request, "%zu fit no type", misfits);
    if (*n_eligible == 0)
        return ul_fail(UL_E_INPUT, "%s: no task is left (%s)", request->input[0],
                       request->remark[0] == '\0' ? "the trace is empty" : request->remark);
    if (request->tasks > *n_eligible)
        return ul_fail(UL_E_INPUT, "--tasks %zu: only %zu tasks are left to draw from",
                       request->tasks, *n_eligible);
    return UL_OK;
}

/* Adds to the builder, which has its types already, the tasks that arrive in [from, to), or run
 * at a moment, and fit a type: all, or a sample in trace order drawn without replacement. What was
 * left out goes into the remark. O(tasks * types). */
static ul_status fill_tasks(const ul_trace *trace, const ul_source_request *request,
                        ul_packing_builder *b)
{
    size_t n;
    const held_task **eligible = malloc((trace->n_tasks + 1) * sizeof *eligible);
    UL_NEED(eligible);
    ul_status status = find_eligible(trace, request, b, eligible, &n);
    size_t wanted = request->tasks > 0 ? request->tasks : n;
    if (status == UL_OK && wanted < n)
        ul_source_remark(request, "%zu of %zu tasks drawn", wanted, n);
    for (size_t q = 0, left = n; q < n && status == UL_OK; q++)
        if (ul_rng_selects(request->rng, &left, &wanted)) {
            status = add_task(trace, eligible[q], b);
            if (status != UL_OK)
                ul_fail_prefix(status, "%s", request->input[0]);
        }
    free(eligible);
    return status;
}

typedef struct {
    const ul_trace_importer *importer;
    const ul_source_request *request;
    const ul_trace *trace;
} building;

static ul_status build(ul_packing_builder *b, void *context)
{
    const building *state = context;
    char name[UL_SOURCE_NAME];
    UL_TRY(ul_packing_set_name(b, ul_source_name(state->request, name)));
    UL_TRY(state->importer->catalog(b, state->request->param));
    return fill_tasks(state->trace, state->request, b);
}

ul_status ul_trace_import(const ul_trace_importer *importer, const ul_source_request *request,
                          ul_instance *instance)
{
    ul_trace *trace = trace_new(importer->n_resources);
    UL_NEED(trace);
    ul_status status = importer->read(trace, request);
    building state = {importer, request, trace};
    if (status == UL_OK)
        status = ul_packing_build(build, &state, instance);
    trace_free(trace);
    return status;
}
