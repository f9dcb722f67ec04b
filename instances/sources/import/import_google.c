/* Google's cluster trace of 2011, task_events parts, as Stratus uses it: a task
 * that is scheduled after the trace's start and finishes later counts, with its
 * last run; its requests, shares of the largest machine, are scaled to 64 vCPU
 * and 256 GiB and packed onto the six m4 types.
 *
 * O(rows) time; memory is about 150 bytes a task seen.
 */
#include <stdio.h>
#include <stdlib.h>

#include "catalog.h"
#include "names.h"
#include "trace.h"

/* The trace's columns; there is no header. */
enum { TIME_US, MISSING, JOB, INDEX, MACHINE, EVENT, USER, CLASS, PRIORITY, CPU, RAM, DISK,
       DIFFERENT_MACHINE, N_COLUMNS };
enum { SUBMIT = 0, SCHEDULE = 1, FINISH = 4, EVENT_MAX = 8 };

#define NEVER UINT64_MAX
#define EPSILON ((ul_micro)1000) /* 0.001 vCPU or GiB stands for a request of nothing */

typedef struct {
    uint64_t submit_us, schedule_us;       /* of the run under way */
    uint64_t arrival_us, runtime_us;       /* of the last run that finished; NEVER = none */
    ul_micro demand[UL_CATALOG_M4_RESOURCES]; /* negative when not recorded */
    uint32_t job;
    bool rounded;
} history;

typedef struct {
    ul_names *task, *job;
    history *past;
    size_t room;
} reading;

static ul_status no_memory(void)
{
    return ul_fail(UL_E_MEMORY, "out of memory reading a trace");
}

static ul_status find_history(reading *state, const ul_csv_row *row, history **past)
{
    char name[64];
    bool added;
    uint64_t job, index;
    UL_TRY(ul_csv_count(row, JOB, "the job", UINT64_MAX / 2, &job));
    UL_TRY(ul_csv_count(row, INDEX, "the task's index", UINT64_MAX / 2, &index));
    const int n = snprintf(name, sizeof name, "%llu-%llu", (unsigned long long)job,
                           (unsigned long long)index);
    const size_t j = ul_names_add(state->task, name, (size_t)n, &added);
    const ul_csv_field *job_field = &row->field[JOB];
    const size_t job_index = ul_names_add(state->job, job_field->text, job_field->length, NULL);
    if (j == UL_NONE || job_index == UL_NONE)
        return no_memory();
    if (j >= state->room) {
        const size_t room = state->room == 0 ? 1024 : 2 * state->room;
        history *grown = realloc(state->past, room * sizeof *grown);
        if (grown == NULL)
            return no_memory();
        state->past = grown;
        state->room = room;
    }
    *past = &state->past[j];
    if (added)
        **past = (history){NEVER, NEVER, NEVER, NEVER, {-1, -1}, (uint32_t)job_index, false};
    return UL_OK;
}

static ul_status read_request(const ul_csv_row *row, size_t column, uint32_t scale,
                              ul_micro *demand, bool *rounded)
{
    if (row->field[column].length == 0)
        return UL_OK; /* not recorded; an earlier event may have it */
    UL_TRY(ul_csv_micro_up(row, column, column == CPU ? "the CPU request" : "the memory request",
                           scale, demand, rounded));
    return UL_OK;
}

static ul_status read_row(void *context, const ul_csv_row *row)
{
    uint64_t time_us, event;
    history *past = NULL;
    bool rounded[UL_CATALOG_M4_RESOURCES] = {false, false};
    UL_TRY(ul_csv_expect(row, N_COLUMNS, "task_events of the 2011 trace"));
    UL_TRY(ul_csv_count(row, TIME_US, "the time", INT64_MAX, &time_us));
    UL_TRY(ul_csv_count(row, EVENT, "the event", EVENT_MAX, &event));
    UL_TRY(find_history(context, row, &past));
    UL_TRY(read_request(row, CPU, UL_CATALOG_M4_VCPU_MAX, &past->demand[0], &rounded[0]));
    UL_TRY(read_request(row, RAM, UL_CATALOG_M4_RAM_GB_MAX, &past->demand[1], &rounded[1]));
    past->rounded = past->rounded || rounded[0] || rounded[1];
    if (event == SUBMIT) {
        past->submit_us = time_us;
        past->schedule_us = NEVER;
    } else if (event == SCHEDULE) {
        /* time 0 is "before the trace began": the true start is not known */
        past->schedule_us = time_us > 0 ? time_us : NEVER;
    } else if (event == FINISH && past->schedule_us != NEVER && time_us >= past->schedule_us) {
        past->arrival_us = past->submit_us != NEVER ? past->submit_us : past->schedule_us;
        past->runtime_us = time_us - past->schedule_us;
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
        .name = ul_names_text(state->task, j),
        .job = ul_names_text(state->job, past->job),
        .arrival_s = (double)past->arrival_us / 1e6,
        .runtime_s = (ul_micro)(past->runtime_us < most ? past->runtime_us : most),
        .demand = past->demand,
    };
    return ul_trace_add(trace, &task);
}

static ul_status read_parts(reading *state, ul_trace *trace, const ul_source_request *request)
{
    tally count = {0};
    if (state->task == NULL || state->job == NULL)
        return no_memory();
    for (size_t q = 0; q < request->n_inputs; q++)
        UL_TRY(ul_csv_read_file(request->input[q], read_row, state));
    const size_t n = ul_names_count(state->task);
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
    reading state = {ul_names_new(), ul_names_new(), NULL, 0};
    const ul_status status = read_parts(&state, trace, request);
    ul_names_free(state.task);
    ul_names_free(state.job);
    free(state.past);
    return status;
}

static ul_status make(const ul_source_request *request, ul_instance *instance)
{
    static const ul_trace_importer importer = {UL_CATALOG_M4_RESOURCES, read_tasks, ul_catalog_m4};
    return ul_trace_import(&importer, request, instance);
}

const ul_source ul_importer_google = {
    .name = "google-2011",
    .brief = "Google cluster trace 2011, task_events parts, onto the six m4 types",
    .paper = "Stratus, Section 5.1",
    .least_inputs = 1,
    .most_inputs = 500,
    .samples = true,
    .make = make,
};
