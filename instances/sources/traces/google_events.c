#include "google_events.h"

#include <stdio.h>

/* The trace's columns; there is no header. */
enum { TIME_US, MISSING, JOB, INDEX, MACHINE, EVENT, USER, CLASS, PRIORITY, CPU, RAM, DISK,
       DIFFERENT_MACHINE, N_COLUMNS };

typedef struct {
    ul_google_names *names;
    ul_google_event_fn fn;
    void *context;
} reading;

static ul_status find_names(const reading *state, const ul_csv_row *row, ul_google_event *event)
{
    char name[64];
    uint64_t job, index;
    UL_TRY(ul_csv_count(row, JOB, "the job", UINT64_MAX / 2, &job));
    UL_TRY(ul_csv_count(row, INDEX, "the task's index", UINT64_MAX / 2, &index));
    const int n = snprintf(name, sizeof name, "%llu-%llu", (unsigned long long)job,
                           (unsigned long long)index);
    const ul_csv_field *field = &row->field[JOB];
    event->task = ul_names_add(state->names->task, name, (size_t)n, &event->new_task);
    event->job = ul_names_add(state->names->job, field->text, field->length, NULL);
    return event->task == UL_NONE || event->job == UL_NONE
               ? ul_fail(UL_E_MEMORY, "out of memory reading a trace")
               : UL_OK;
}

static ul_status read_request(const ul_csv_row *row, size_t column, uint32_t scale,
                              ul_micro *demand, bool *rounded)
{
    *demand = -1;
    if (row->field[column].length == 0)
        return UL_OK; /* not recorded; an earlier event may have it */
    return ul_csv_micro_up(row, column, column == CPU ? "the CPU request" : "the memory request",
                           scale, demand, rounded);
}

static ul_status read_row(void *context, const ul_csv_row *row)
{
    const reading *state = context;
    ul_google_event event;
    bool rounded[UL_CATALOG_M4_RESOURCES] = {false, false};
    UL_TRY(ul_csv_expect(row, N_COLUMNS, "task_events of the 2011 trace"));
    UL_TRY(ul_csv_count(row, TIME_US, "the time", INT64_MAX, &event.time_us));
    UL_TRY(ul_csv_count(row, EVENT, "the event", UL_GOOGLE_EVENT_MAX, &event.event));
    event.priority = 0;
    if (row->field[PRIORITY].length > 0)
        UL_TRY(ul_csv_count(row, PRIORITY, "the priority", UINT32_MAX, &event.priority));
    UL_TRY(find_names(state, row, &event));
    UL_TRY(read_request(row, CPU, UL_CATALOG_M4_VCPU_MAX, &event.demand[0], &rounded[0]));
    UL_TRY(read_request(row, RAM, UL_CATALOG_M4_RAM_GB_MAX, &event.demand[1], &rounded[1]));
    event.rounded = rounded[0] || rounded[1];
    return state->fn(state->context, &event);
}

ul_status ul_google_read(const ul_source_request *request, ul_google_names *names,
                         ul_google_event_fn fn, void *context)
{
    reading state = {names, fn, context};
    for (size_t q = 0; q < request->n_inputs; q++)
        UL_TRY(ul_csv_read_file(request->input[q], read_row, &state));
    return UL_OK;
}
