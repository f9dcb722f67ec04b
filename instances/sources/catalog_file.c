/* A catalog that a user gives as a file. */
#include <string.h>

#include "catalog.h"
#include "csv_reader.h"

enum { RESOURCES_MAX = 8 };

typedef struct {
    const char *const *resource; /* as the tasks have them */
    size_t n;
    size_t column[RESOURCES_MAX]; /* where each stands in the file, from the first capacity */
    bool named;
    size_t n_types;
    ul_packing_builder *b;
} reading;

static ul_status read_resources(reading *state, const ul_csv_row *row)
{
    state->named = true;
    if (row->n != state->n + 1)
        return ul_csv_fail(row, row->n, "the tasks have %zu resources, the catalog %zu", state->n,
                           row->n - 1);
    for (size_t r = 0; r < state->n; r++) {
        const size_t field = ul_csv_find(row, state->resource[r]);
        if (field == UL_NONE || field == 0)
            return ul_csv_fail(row, 1, "there is no resource '%s', which the tasks have",
                               state->resource[r]);
        state->column[r] = field - 1;
        UL_TRY(ul_packing_add_resource(state->b, state->resource[r]));
    }
    return UL_OK;
}

static ul_status read_type(reading *state, const ul_csv_row *row)
{
    ul_micro price, capacity[RESOURCES_MAX];
    if (!state->named)
        return ul_csv_fail(row, 0, "the record 'resource,...' comes before the first type");
    UL_TRY(ul_csv_expect(row, state->n + 4, "type,NAME,FAMILY,PRICE_PER_HOUR,CAPACITY..."));
    UL_TRY(ul_csv_micro(row, 3, "the price", &price));
    for (size_t r = 0; r < state->n; r++)
        UL_TRY(ul_csv_micro(row, 4 + state->column[r], "a capacity", &capacity[r]));
    state->n_types++;
    return ul_csv_at(row, 1, ul_packing_add_type(state->b, row->field[1].text, row->field[2].text,
                                                 price, capacity));
}

static ul_status read_supply(reading *state, const ul_csv_row *row)
{
    uint64_t count;
    UL_TRY(ul_csv_expect(row, 3, "supply,TYPE,COUNT"));
    UL_TRY(ul_csv_count(row, 2, "the supply", UL_COPIES_MAX, &count));
    return ul_csv_at(row, 1, ul_packing_add_supply(state->b, row->field[1].text, count));
}

static ul_status read_row(void *context, const ul_csv_row *row)
{
    reading *state = context;
    if (strcmp(row->field[0].text, "resource") == 0 && !state->named)
        return read_resources(state, row);
    if (strcmp(row->field[0].text, "type") == 0)
        return read_type(state, row);
    if (strcmp(row->field[0].text, "supply") == 0)
        return read_supply(state, row);
    return ul_csv_fail(row, 0, "a catalog has one record 'resource' and records 'type' and "
                               "'supply', not '%.40s'", row->field[0].text);
}

ul_status ul_catalog_read(const char *path, const char *const *resource, size_t n,
                          ul_packing_builder *b)
{
    reading state = {.resource = resource, .n = n, .b = b};
    UL_TRY(ul_csv_read_file(path, read_row, &state));
    return state.n_types > 0 ? UL_OK : ul_fail(UL_E_INPUT, "%s: the catalog has no type", path);
}
