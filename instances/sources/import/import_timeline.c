/* A timeline as demand for leases: in each interval, counted from the first lease, the
 * hours in which at least so many machines were paid for. What a schedule rented on
 * demand is so offered to the portfolios of SEC's Section 5 (SEC-Hybrid).
 *
 * How machines are billed stands in the instance, the second file; without it they are
 * billed by the hour, or as `unit` and `least` say. O(machines log machines).
 */
#include <stdio.h>
#include <string.h>

#include "generator.h"
#include "reservation_demand.h"
#include "schedule.h"

typedef struct {
    ul_demand *demand;
    const ul_source_request *request;
    const ul_schedule *in; /* or NULL */
    ul_micro unit_s, least_s;
    const char *type; /* "": any */
    bool is_timeline;
    char instance[120], method[60];
    size_t taken, left_out;
} importing;

/* Seconds for which a machine is paid, from *from_s on; 0: none. */
static ul_status paid_for(const importing *state, const ul_csv_row *row, ul_micro ordered_s,
                          ul_micro released_s, ul_micro *from_s, ul_micro *paid_s)
{
    *from_s = ordered_s;
    *paid_s = 0;
    if (state->in == NULL) {
        const ul_micro unit_s = state->unit_s;
        *paid_s = (released_s - ordered_s + unit_s - 1) / unit_s * unit_s;
        *paid_s = *paid_s < state->least_s ? state->least_s : *paid_s;
        return UL_OK;
    }
    const size_t k = ul_schedule_find_type(state->in, row->field[2].text, row->field[2].length);
    if (k == UL_NONE)
        return ul_csv_fail(row, 2, "the instance has no type '%.80s'", row->field[2].text);
    *from_s += state->in->type[k].billed_after_s;
    *paid_s = ul_schedule_billed_s(state->in, k, ordered_s, released_s);
    return UL_OK;
}

static ul_status take_machine(importing *state, const ul_csv_row *row)
{
    ul_micro ordered_s, released_s, from_s, paid_s;
    UL_TRY(ul_csv_expect(row, 6, "machine,ID,TYPE,ORDERED_S,READY_S,RELEASED_S"));
    UL_TRY(ul_csv_micro(row, 3, "the order", &ordered_s));
    UL_TRY(ul_csv_micro(row, 5, "the release", &released_s));
    if (ordered_s > UL_SCHEDULE_SECONDS_MAX || released_s > UL_SCHEDULE_SECONDS_MAX
        || released_s < ordered_s)
        return ul_csv_fail(row, 5, "a machine is not released before its order, nor beyond %lld "
                                   "seconds", (long long)(UL_SCHEDULE_SECONDS_MAX / UL_MICRO));
    if (state->type[0] != '\0' && strcmp(state->type, row->field[2].text) != 0) {
        state->left_out++;
        return UL_OK;
    }
    UL_TRY(paid_for(state, row, ordered_s, released_s, &from_s, &paid_s));
    state->taken++;
    return ul_demand_add(state->demand, from_s / UL_MICRO,
                         (from_s + paid_s + UL_MICRO - 1) / UL_MICRO, 1);
}

static ul_status take_row(void *context, const ul_csv_row *row)
{
    importing *state = context;
    const char *tag = row->field[0].text;
    if (!state->is_timeline) {
        state->is_timeline = row->n == 3 && strcmp(tag, "ullage-plan") == 0
                             && strcmp(row->field[2].text, "schedule") == 0;
        return state->is_timeline ? UL_OK
                                  : ul_csv_fail(row, 0, "a timeline begins with "
                                                        "'ullage-plan,1,schedule'");
    }
    if (strcmp(tag, "machine") == 0)
        return take_machine(state, row);
    if (strcmp(tag, "method") == 0 && row->n == 2)
        snprintf(state->method, sizeof state->method, "-%s", row->field[1].text);
    if (strcmp(tag, "instance") != 0 || row->n != 3)
        return UL_OK;
    if (state->in != NULL && strcmp(state->in->sha256, row->field[2].text) != 0)
        return ul_csv_fail(row, 2, "the timeline is of another instance than '%s'",
                           state->request->input[1]);
    snprintf(state->instance, sizeof state->instance, "%s", row->field[1].text);
    return UL_OK;
}

static ul_status import_file(importing *state, ul_instance *instance)
{
    const ul_source_request *request = state->request;
    char name[UL_NAME_MAX + 1];
    UL_TRY(ul_csv_read_file(request->input[0], take_row, state));
    snprintf(name, sizeof name, "%s%s%s%s", state->instance, state->method,
             state->type[0] != '\0' ? "-" : "", state->type);
    const ul_status status = ul_demand_build(state->demand, name, request->param, 0, instance);
    if (status == UL_E_INPUT)
        return ul_fail_prefix(status, "%s", request->input[0]);
    ul_source_remark(request, "%zu machines", state->taken);
    if (state->left_out > 0)
        ul_source_remark(request, "%zu of other types left out", state->left_out);
    return status;
}

/* The instance, where it is given, says how machines are billed. */
static ul_status import_with(importing *state, ul_instance *instance)
{
    ul_instance world = {0};
    if (state->request->n_inputs < 2)
        return import_file(state, instance);
    UL_TRY(ul_instance_read(state->request->input[1], &world));
    ul_status status = world.kind == &ul_kind_schedule
                           ? UL_OK
                           : ul_fail(UL_E_INPUT, "%s: a timeline's instance is a schedule, not %s",
                                     state->request->input[1], world.kind->name);
    state->in = status == UL_OK ? world.data : NULL;
    if (status == UL_OK)
        status = import_file(state, instance);
    ul_instance_free(&world);
    return status;
}

static ul_status import(const ul_source_request *request, ul_instance *instance)
{
    importing state = {
        .demand = ul_demand_new(),
        .request = request,
        .unit_s = (ul_micro)ul_param_number(request->param, "unit") * UL_MICRO,
        .least_s = (ul_micro)ul_param_number(request->param, "least") * UL_MICRO,
        .type = ul_param_text(request->param, "type"),
    };
    UL_NEED(state.demand);
    const ul_status status = import_with(&state, instance);
    ul_demand_free(state.demand);
    return status;
}

const ul_source ul_importer_timeline = {
    .name = "timeline",
    .brief = "the machines that a timeline paid for as reservation demand; its instance may "
             "follow",
    .paper = "SEC, Sections 5 and 8.2",
    .param = (const ul_param[]){
        UL_RESERVATION_PARAMS("168"),
        UL_TEXT("type", "", "machines of this type alone"),
        UL_COUNT("unit", "3600", "without the instance: billed in units of so many seconds", 1,
                 1e9),
        UL_COUNT("least", "0", "without the instance: and at least so many", 0, 1e9),
        {0},
    },
    .least_inputs = 1,
    .most_inputs = 2,
    .make = import,
};
