/* A plain CSV of instance counts, one row an hour: COUNT, or WHEN,COUNT with
 * any text for WHEN. A first row without a number is a heading.
 */
#include <stdio.h>
#include <string.h>

#include "generator.h"
#include "reservation_demand.h"

typedef struct {
    ul_demand *demand;
    const ul_source_request *request;
    int64_t hour;
    bool headed;
} importing;

static ul_status take_row(void *context, const ul_csv_row *row)
{
    importing *state = context;
    uint64_t count;
    if (row->n > 2)
        return ul_csv_fail(row, 2, "the row has %zu columns, expected COUNT or WHEN,COUNT", row->n);
    const ul_csv_field last = row->field[row->n - 1];
    if (state->hour == 0 && !state->headed
        && ul_count_parse(last.text, last.length, UL_INSTANCES_MAX, &count)
               == UL_NUMBER_MALFORMED) {
        state->headed = true;
        return UL_OK;
    }
    UL_TRY(ul_csv_count(row, row->n - 1, "the number of instances", UL_INSTANCES_MAX, &count));
    const int64_t start_s = 3600 * state->hour++;
    if ((double)start_s < state->request->from_s || (double)start_s >= state->request->to_s)
        return UL_OK;
    return ul_demand_add(state->demand, start_s, start_s + 3600, count);
}

static ul_status import_file(importing *state, const char *path, ul_instance *instance)
{
    UL_TRY(ul_csv_read_file(path, take_row, state));
    UL_TRY(ul_demand_build(state->demand, "hourly", state->request->param, 0, instance));
    snprintf(state->request->remark, state->request->remark_room,
             "%lld hours, counted from the first with any use", (long long)state->hour);
    return UL_OK;
}

static ul_status import(const ul_source_request *request, ul_instance *instance)
{
    importing state = {.demand = ul_demand_new(), .request = request};
    UL_NEED(state.demand);
    const ul_status status = import_file(&state, request->input[0], instance);
    ul_demand_free(state.demand);
    return status;
}

const ul_source ul_importer_hourly = {
    .name = "hourly",
    .brief = "a CSV of instance counts, one row an hour, as reservation demand",
    .paper = "SEC, Section 5.1",
    .param = (const ul_param[]){UL_RESERVATION_PARAMS("168"), {0}},
    .least_inputs = 1,
    .most_inputs = 1,
    .samples = true,
    .make = import,
};
