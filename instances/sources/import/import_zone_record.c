/* TR-Kubernetes' zone records: one row per machine type,
 * ECU,AvgSpotPrice,OnDemandPrice,VM,Availability (any column order, named in the
 * first row). The instance is named after the file unless `name` says otherwise.
 * O(rows). */
#include <stdio.h>
#include <string.h>

#include "availability.h"
#include "generator.h"

enum { COLUMNS = 5 };

/* As ul_availability_read_type() wants them. */
static const char *const column_name[COLUMNS] = {"VM", "ECU", "AvgSpotPrice", "OnDemandPrice",
                                                 "Availability"};

typedef struct {
    const ul_source_request *request;
    ul_availability_builder *b;
    bool headed;
    size_t column[COLUMNS];
} reading;

static ul_status read_header(reading *state, const ul_csv_row *row)
{
    for (size_t q = 0; q < COLUMNS; q++) {
        const size_t c = ul_csv_find(row, column_name[q]);
        if (c == UL_NONE)
            return ul_csv_fail(row, 0, "the first row names no column '%s'; a zone record has ECU, "
                                       "AvgSpotPrice, OnDemandPrice, VM, Availability",
                               column_name[q]);
        state->column[q] = c;
    }
    state->headed = true;
    return UL_OK;
}

static ul_status read_row(void *context, const ul_csv_row *row)
{
    reading *state = context;
    return state->headed ? ul_availability_read_type(row, state->column, state->b)
                         : read_header(state, row);
}

/* "dir/record-us-east-1a.csv.gz" -> "us-east-1a" */
static void name_of(const char *path, char *name, size_t room)
{
    const char *slash = strrchr(path, '/'), *base = slash == NULL ? path : slash + 1;
    if (strncmp(base, "record-", 7) == 0)
        base += 7;
    snprintf(name, room, "%s", base);
    char *end = strstr(name, ".csv");
    if (end != NULL && end != name)
        *end = '\0';
}

static ul_status fill(ul_availability_builder *b, void *context)
{
    reading *state = context;
    const ul_source_request *request = state->request;
    char name[128];
    state->b = b;
    name_of(request->input[0], name, sizeof name);
    const char *given = ul_param_text(request->param, "name");
    UL_TRY(ul_availability_set_name(b, *given == '\0' ? name : given));
    UL_TRY(ul_availability_set_target(b, (uint64_t)ul_param_number(request->param, "capacity"),
                                      ul_param_number(request->param, "target")));
    if (ul_param_is(request->param, "on-demand", "no"))
        ul_availability_transient_only(b);
    return ul_csv_read_file(request->input[0], read_row, state);
}

static ul_status make(const ul_source_request *request, ul_instance *instance)
{
    reading state = {.request = request};
    return ul_availability_build(fill, &state, instance);
}

static const ul_param param[] = {
    UL_COUNT("capacity", "5000", "units to be up", 0, 1e7),
    UL_REAL("target", "0.99999", "with this probability", 0, 1),
    UL_CHOICE("on-demand", "yes", "whether machines are offered on demand too", "yes|no"),
    UL_TEXT("name", "", "the instance's name (default: from the file's)"),
    {0},
};

const ul_source ul_importer_zone_record = {
    .name = "zone-record",
    .brief = "prices and availabilities of a zone's machine types",
    .paper = "TR-Kubernetes, Section 3.2",
    .param = param,
    .least_inputs = 1,
    .most_inputs = 1,
    .make = make,
};
