/* Tables as packings, reservations and pools. */
#include "table_kinds.h"

#include <string.h>

#include "availability.h"
#include "catalog.h"
#include "names.h"
#include "packing.h"
#include "reservation_demand.h"

typedef struct {
    const ul_data_rows *rows;
    const ul_source_request *request;
} making;

/* ---- packing ---- */

enum { TASK, COPIES, JOB, WORKLOAD, RUNTIME };
static const ul_data_field packing_field[] = {
    [TASK] = {"task", UL_FIELD_TEXT, false, 0},
    [COPIES] = {"copies", UL_FIELD_COUNT, false, UL_MICRO},
    [JOB] = {"job", UL_FIELD_TEXT, false, 0},
    [WORKLOAD] = {"workload", UL_FIELD_TEXT, false, 0},
    [RUNTIME] = {"runtime", UL_FIELD_SECONDS, false, -1},
    {0},
};

/* A row's name, or its line; a name that was there already gets a number. */
static ul_status name_of(ul_arena *arena, ul_names *names, const ul_data_record *row,
                         const char **name)
{
    bool added = false;
    const char *base = row->text[TASK];
    if (base == NULL)
        UL_TRY(ul_arena_format(arena, &base, "row-%zu", row->line));
    *name = base;
    for (size_t q = 1; !added; q++) {
        if (q > 1)
            UL_TRY(ul_arena_format(arena, name, "%s#%zu", base, q));
        if (ul_names_add(names, *name, strlen(*name), &added) == UL_NONE)
            return ul_no_memory();
    }
    return UL_OK;
}

static ul_status add_tasks(ul_packing_builder *b, const making *state, ul_names *names)
{
    const ul_data_rows *rows = state->rows;
    size_t misfits = 0;
    for (size_t q = 0; q < rows->n; q++) {
        const ul_data_record *row = &rows->record[q];
        const ul_micro *demand = row->number + rows->n_fields;
        ul_packing_task_facts facts = {.copies = (uint64_t)(row->number[COPIES] / UL_MICRO),
                                       .job = row->text[JOB], .workload = row->text[WORKLOAD],
                                       .runtime_s = row->number[RUNTIME], .demand = demand};
        UL_TRY(name_of(rows->arena, names, row, &facts.name));
        if (!ul_packing_builder_fits(b, NULL, demand))
            misfits++;
        else if (ul_packing_add_task(b, &facts) != UL_OK)
            return ul_fail_prefix(UL_E_INPUT, "%s:%zu", state->request->input[0], row->line);
    }
    if (misfits > 0)
        ul_source_remark(state->request, "%zu fit no type", misfits);
    return misfits < rows->n ? UL_OK : ul_data_fits_nowhere(state->request, rows, rows->record);
}

static ul_status fill_packing(ul_packing_builder *b, void *context)
{
    const making *state = context;
    const ul_source_request *request = state->request;
    const char *file = ul_param_text(request->param, "catalog");
    char name[UL_SOURCE_NAME];
    UL_TRY(ul_packing_set_name(b, ul_source_name(request, name)));
    UL_TRY(ul_catalog_read(file, state->rows->resource, state->rows->n_resources, b));
    ul_names *names = ul_names_new();
    const ul_status status = names == NULL ? ul_no_memory() : add_tasks(b, state, names);
    ul_names_free(names);
    return status;
}

static ul_status make_packing(const ul_data_rows *rows, const ul_source_request *request,
                              ul_instance *instance)
{
    return ul_packing_build(fill_packing, &(making){rows, request}, instance);
}

const ul_data_kind ul_data_packing = {"packing", packing_field, UL_RESOURCES_NEEDED, make_packing};

/* ---- reservation ---- */

enum { START, LENGTH, COUNT };
static const ul_data_field reservation_field[] = {
    [START] = {"start", UL_FIELD_SECONDS, true, 0},
    [LENGTH] = {"duration", UL_FIELD_SECONDS, false, 3600 * UL_MICRO},
    [COUNT] = {"count", UL_FIELD_COUNT, false, UL_MICRO},
    {0},
};

static ul_status make_reservation(const ul_data_rows *rows, const ul_source_request *request,
                                  ul_instance *instance)
{
    char name[UL_SOURCE_NAME];
    ul_demand *demand = ul_demand_new();
    ul_status status = demand == NULL ? ul_no_memory() : UL_OK;
    for (size_t q = 0; q < rows->n && status == UL_OK; q++) {
        const ul_micro *number = rows->record[q].number;
        const ul_micro end_s = number[START] + number[LENGTH];
        status = ul_demand_add(demand, number[START] / UL_MICRO, (end_s + UL_MICRO - 1) / UL_MICRO,
                               (uint64_t)(number[COUNT] / UL_MICRO));
    }
    if (status == UL_OK)
        status = ul_demand_build(demand, ul_source_name(request, name), request->param, 0, instance);
    ul_demand_free(demand);
    return status;
}

const ul_data_kind ul_data_reservation = {"reservation", reservation_field, UL_NO_RESOURCES,
                                            make_reservation};

/* ---- availability ---- */

enum { VM, CAPACITY, PRICE, ON_DEMAND, AVAILABILITY };
static const ul_data_field availability_field[] = {
    [VM] = {"vm", UL_FIELD_TEXT, true, 0},
    [CAPACITY] = {"capacity", UL_FIELD_COUNT, true, 0},
    [PRICE] = {"price", UL_FIELD_AMOUNT, true, 0},
    [ON_DEMAND] = {"on_demand", UL_FIELD_AMOUNT, false, 0},
    [AVAILABILITY] = {"availability", UL_FIELD_SHARE, true, 0},
    {0},
};

static ul_status fill_availability(ul_availability_builder *b, void *context)
{
    const making *state = context;
    const ul_source_request *request = state->request;
    char name[UL_SOURCE_NAME];
    UL_TRY(ul_availability_set_name(b, ul_source_name(request, name)));
    UL_TRY(ul_availability_set_target(b, (uint64_t)ul_param_number(request->param, "capacity"),
                                      ul_param_number(request->param, "target")));
    for (size_t q = 0; q < state->rows->n; q++) {
        const ul_data_record *row = &state->rows->record[q];
        const ul_availability_type type = {
            .name = row->text[VM],
            .capacity = (uint64_t)(row->number[CAPACITY] / UL_MICRO),
            .price = ul_micro_double(row->number[PRICE]),
            .on_demand_price = ul_micro_double(row->number[ON_DEMAND]),
            .availability = ul_micro_double(row->number[AVAILABILITY]),
        };
        if (ul_availability_add_type(b, &type) != UL_OK)
            return ul_fail_prefix(UL_E_INPUT, "%s:%zu", request->input[0], row->line);
    }
    return UL_OK;
}

static ul_status make_availability(const ul_data_rows *rows, const ul_source_request *request,
                                   ul_instance *instance)
{
    return ul_availability_build(fill_availability, &(making){rows, request}, instance);
}

const ul_data_kind ul_data_availability = {"availability", availability_field, UL_NO_RESOURCES,
                                             make_availability};
