/* A user's own table as an instance of any kind: which column is what, which rows count.
 *
 * Memory is the rows that are taken, some 100 bytes each with their names; further files that
 * are looked up are held whole.
 */
#include <math.h>
#include <string.h>

#include "catalog.h"
#include "reservation_demand.h"
#include "table_kinds.h"

static const ul_data_kind *const kinds[] = {&ul_data_schedule, &ul_data_packing,
                                             &ul_data_reservation, &ul_data_availability};

static const ul_data_kind *chosen(const ul_source_request *request)
{
    size_t q = 0;
    while (!ul_param_is(request->param, "as", kinds[q]->name))
        q++;
    return kinds[q];
}

/* The field that is a moment of the trace, or UL_NONE. */
static size_t moment_of(const ul_data_kind *kind)
{
    for (size_t q = 0; kind->field[q].name != NULL; q++)
        if (strcmp(kind->field[q].name, "arrival") == 0 || strcmp(kind->field[q].name, "start") == 0)
            return q;
    return UL_NONE;
}

/* Moments counted from the first, where the user does not say otherwise, and the rows of the
 * window alone. */
static void cut_window(ul_data_rows *rows, size_t moment, const ul_source_request *request)
{
    ul_micro first = INT64_MAX;
    size_t kept = 0;
    for (size_t q = 0; q < rows->n; q++)
        first = rows->record[q].number[moment] < first ? rows->record[q].number[moment] : first;
    if (ul_param_is(request->param, "origin", "zero"))
        first = 0;
    for (size_t q = 0; q < rows->n; q++) {
        ul_micro *at = &rows->record[q].number[moment];
        const double at_s = ul_micro_double(*at -= first);
        if (at_s < request->from_s || at_s >= request->to_s)
            continue;
        *at -= (ul_micro)(request->from_s * 1e6);
        rows->record[kept++] = rows->record[q];
    }
    if (kept < rows->n)
        ul_source_remark(request, "%zu outside the window", rows->n - kept);
    rows->n = kept;
}

static ul_status draw_sample(ul_data_rows *rows, const ul_source_request *request)
{
    size_t wanted = request->tasks, left = rows->n, kept = 0;
    if (wanted > rows->n)
        return ul_fail(UL_E_INPUT, "--tasks %zu: only %zu rows are left to draw from", wanted,
                       rows->n);
    if (wanted == 0 || wanted == rows->n)
        return UL_OK;
    ul_source_remark(request, "%zu of %zu drawn", wanted, rows->n);
    for (size_t q = 0; q < rows->n; q++)
        if (ul_rng_selects(request->rng, &left, &wanted))
            rows->record[kept++] = rows->record[q];
    rows->n = kept;
    return UL_OK;
}

static ul_status import(ul_data_rows *rows, const ul_source_request *request,
                        ul_instance *instance)
{
    const ul_data_kind *kind = chosen(request);
    const size_t moment = moment_of(kind);
    if (kind->resources != UL_NO_RESOURCES && ul_param_text(request->param, "catalog")[0] == '\0')
        return ul_fail(UL_E_INPUT, "the types to rent are missing: --set catalog=FILE ('ullage import "
                                   "catalog' makes one of a price list)");
    UL_TRY(ul_data_read(request, kind->field, kind->resources, &(ul_data_usual){0}, rows));
    if (moment != UL_NONE)
        cut_window(rows, moment, request);
    UL_TRY(draw_sample(rows, request));
    return kind->make(rows, request, instance);
}

static ul_status make(const ul_source_request *request, ul_instance *instance)
{
    UL_OWN_ARENA(arena);
    return import(&(ul_data_rows){.arena = arena}, request, instance);
}

const ul_source ul_importer_table = {
    .name = "table",
    .brief = "a table of one's own (CSV, TSV, JSON lines) as an instance of any kind",
    .paper = "docs/data.md",
    .param = (const ul_param[]){
        UL_CHOICE("as", "schedule", "what it becomes", "schedule|packing|reservation|availability"),
        UL_DATA_PARAMS,
        UL_CATALOG_FILE,
        UL_SOURCE_JOBS,
        UL_CHOICE("origin", "first", "second 0 is the first moment of the table, or its own second "
                  "0", "first|zero"),
        UL_REAL("round", "0", "schedules: policies are asked every so many seconds; 0: at every "
                "event", 0, 1e6),
        UL_REAL("billing", "1", "schedules: machines are billed in units of so many seconds", 0,
                1e6),
        UL_REAL("loading", "0", "schedules: seconds until a task that has come to a machine works "
                "there", 0, 1e6),
        UL_RESERVATION_PARAMS("168"),
        UL_COUNT("capacity", "100", "availability: units to be up", 0, 1e7),
        UL_REAL("target", "0.99", "availability: with this probability", 0, 1),
        {0},
    },
    .least_inputs = 1,
    .most_inputs = 16,
    .samples = true,
    .make = make,
};
