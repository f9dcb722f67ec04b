/* Google's tasks to be packed, as Stratus uses them: a task that is scheduled after
 * the trace's start and finishes later counts, with its last run, onto the six m4
 * types.
 *
 * O(rows) time; memory is about 150 bytes a task seen.
 */
#include <stdlib.h>

#include "google_events.h"
#include "grow.h"
#include "trace.h"

#define NEVER UL_GOOGLE_NEVER
#define EPSILON ((ul_micro)1000) /* 0.001 vCPU or GiB stands for a request of nothing */

typedef struct {
    uint64_t submit_us, schedule_us;       /* of the run under way */
    uint64_t arrival_us, runtime_us;       /* of the last run that finished; NEVER = none */
    ul_micro demand[UL_CATALOG_M4_RESOURCES]; /* negative when not recorded */
    uint32_t job;
    bool rounded;
} history;

typedef struct {
    ul_google_names names;
    history *past;
    size_t room;
} reading;

static ul_status take_event(void *context, const ul_google_event *e)
{
    reading *state = context;
    UL_TRY(ul_grow(&state->past, e->task, &state->room, sizeof *state->past));
    history *past = &state->past[e->task];
    if (e->new_task)
        *past = (history){NEVER, NEVER, NEVER, NEVER, {-1, -1}, (uint32_t)e->job, false};
    for (size_t r = 0; r < UL_CATALOG_M4_RESOURCES; r++)
        if (e->demand[r] >= 0)
            past->demand[r] = e->demand[r];
    past->rounded = past->rounded || e->rounded;
    if (e->event == UL_GOOGLE_SUBMIT) {
        past->submit_us = e->time_us;
        past->schedule_us = NEVER;
    } else if (e->event == UL_GOOGLE_SCHEDULE) {
        /* time 0 is "before the trace began": the true start is not known */
        past->schedule_us = e->time_us > 0 ? e->time_us : NEVER;
    } else if (e->event == UL_GOOGLE_FINISH && past->schedule_us != NEVER
               && e->time_us >= past->schedule_us) {
        past->arrival_us = past->submit_us != NEVER ? past->submit_us : past->schedule_us;
        past->runtime_us = e->time_us - past->schedule_us;
        past->schedule_us = NEVER;
    }
    return UL_OK;
}

typedef struct {
    size_t unfinished, unrecorded, rounded, nothing;
} tally;

static ul_status add_task(ul_trace *trace, const reading *state, size_t j, tally *count)
{
    history *past = &state->past[j];
    if (past->runtime_us == NEVER) {
        count->unfinished++;
        return UL_OK;
    }
    if (past->demand[0] < 0 || past->demand[1] < 0) {
        count->unrecorded++;
        return UL_OK;
    }
    count->rounded += past->rounded;
    count->nothing += past->demand[0] == 0 || past->demand[1] == 0;
    for (size_t r = 0; r < UL_CATALOG_M4_RESOURCES; r++)
        if (past->demand[r] == 0)
            past->demand[r] = EPSILON;
    const uint64_t most = (uint64_t)UL_MICRO_MAX;
    const ul_trace_task task = {
        .name = ul_names_text(state->names.task, j),
        .job = ul_names_text(state->names.job, past->job),
        .arrival_s = (double)past->arrival_us / 1e6,
        .runtime_s = (ul_micro)(past->runtime_us < most ? past->runtime_us : most),
        .demand = past->demand,
    };
    return ul_trace_add(trace, &task);
}

static ul_status read_parts(reading *state, ul_trace *trace, const ul_source_request *request)
{
    tally count = {0};
    UL_NEED(state->names.task && state->names.job);
    UL_TRY(ul_google_read(request, &state->names, take_event, state));
    const size_t n = ul_names_count(state->names.task);
    for (size_t j = 0; j < n; j++)
        UL_TRY(add_task(trace, state, j, &count));
    ul_source_remark(request, "%zu tasks seen: %zu without a whole run", n, count.unfinished);
    if (count.unrecorded > 0)
        ul_source_remark(request, "%zu without requests", count.unrecorded);
    if (count.rounded > 0)
        ul_source_remark(request, "requests of %zu rounded up to millionths", count.rounded);
    if (count.nothing > 0)
        ul_source_remark(request, "%zu requests of nothing became 0.001", count.nothing);
    return UL_OK;
}

static ul_status read_tasks(ul_trace *trace, const ul_source_request *request)
{
    reading state = {{ul_names_new(), ul_names_new()}, NULL, 0};
    const ul_status status = read_parts(&state, trace, request);
    ul_names_free(state.names.task);
    ul_names_free(state.names.job);
    free(state.past);
    return status;
}

static ul_status make(const ul_source_request *request, ul_instance *instance)
{
    static const ul_trace_importer importer = {UL_CATALOG_M4_RESOURCES, read_tasks, ul_catalog_m4};
    return ul_trace_import(&importer, request, instance);
}

static const ul_param param[] = {UL_CATALOG_FILE, {0}};

const ul_source ul_importer_google = {
    .name = "google-2011",
    .brief = "Google cluster trace 2011, task_events parts, onto the six m4 types",
    .paper = "Stratus, Section 5.1",
    .least_inputs = 1,
    .most_inputs = 500,
    .param = param,
    .samples = true,
    .has_runtimes = true,
    .make = make,
};
