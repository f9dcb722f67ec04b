/* A catalog that a user gives as a file. */
#include <string.h>

#include "catalog.h"
#include "csv_reader.h"

/* Where types go: the two builders have the same calls under other names. */
typedef struct {
    void *b;
    ul_status (*resource)(void *b, const char *name);
    ul_status (*type)(void *b, const char *name, const char *family, ul_micro price,
                      const ul_micro *capacity);
    ul_status (*supply)(void *b, const char *type, uint64_t count);
    ul_status (*startup)(void *b, const char *type, ul_micro after_s);
} taker;

typedef struct {
    const char *const *resource; /* as the tasks have them */
    size_t n;
    size_t fields;                   /* of a type's record */
    size_t column[UL_RESOURCES_MAX]; /* where each stands in it, from the first capacity */
    bool named;
    size_t n_types;
    const taker *to;
} reading;

static ul_status read_resources(reading *state, const ul_csv_row *row)
{
    state->named = true;
    state->fields = row->n + 3;
    for (size_t r = 0; r < state->n; r++) {
        const size_t field = ul_csv_find(row, state->resource[r]);
        if (field == UL_NONE || field == 0)
            return ul_csv_fail(row, 1, "there is no resource '%s', which the tasks have, or is it "
                                       "something else that a map misspells?",
                               state->resource[r]);
        state->column[r] = field - 1;
        UL_TRY(state->to->resource(state->to->b, state->resource[r]));
    }
    return UL_OK;
}

static ul_status read_type(reading *state, const ul_csv_row *row)
{
    ul_micro price, capacity[UL_RESOURCES_MAX];
    if (!state->named)
        return ul_csv_fail(row, 0, "the record 'resource,...' comes before the first type");
    UL_TRY(ul_csv_expect(row, state->fields, "type,NAME,FAMILY,PRICE_PER_HOUR,CAPACITY..."));
    UL_TRY(ul_csv_micro(row, 3, "the price", &price));
    for (size_t r = 0; r < state->n; r++)
        UL_TRY(ul_csv_micro(row, 4 + state->column[r], "a capacity", &capacity[r]));
    state->n_types++;
    return ul_csv_at(row, 1, state->to->type(state->to->b, row->field[1].text, row->field[2].text,
                                             price, capacity));
}

static ul_status read_supply(reading *state, const ul_csv_row *row)
{
    uint64_t count;
    UL_TRY(ul_csv_expect(row, 3, "supply,TYPE,COUNT"));
    UL_TRY(ul_csv_count(row, 2, "the supply", UL_COPIES_MAX, &count));
    return ul_csv_at(row, 1, state->to->supply(state->to->b, row->field[1].text, count));
}

static ul_status read_startup(reading *state, const ul_csv_row *row)
{
    ul_micro after_s;
    UL_TRY(ul_csv_expect(row, 3, "startup,TYPE,SECONDS"));
    UL_TRY(ul_csv_micro(row, 2, "the time until a machine is usable", &after_s));
    return ul_csv_at(row, 1, state->to->startup(state->to->b, row->field[1].text, after_s));
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
    if (strcmp(row->field[0].text, "startup") == 0)
        return read_startup(state, row);
    return ul_csv_fail(row, 0, "a catalog has one record 'resource' and records 'type', 'supply' "
                               "and 'startup', not '%.40s'; 'ullage import catalog' makes one of a "
                               "price list", row->field[0].text);
}

static ul_status read_catalog(const char *path, const char *const *resource, size_t n,
                              const taker *to)
{
    reading state = {.resource = resource, .n = n, .to = to};
    UL_TRY(ul_csv_read_file(path, read_row, &state));
    return state.n_types > 0 ? UL_OK : ul_fail(UL_E_INPUT, "%s: the catalog has no type", path);
}

static ul_status packing_resource(void *b, const char *name)
{
    return ul_packing_add_resource(b, name);
}

static ul_status packing_type(void *b, const char *name, const char *family, ul_micro price,
                              const ul_micro *capacity)
{
    return ul_packing_add_type(b, name, family, price, capacity);
}

static ul_status packing_supply(void *b, const char *type, uint64_t count)
{
    return ul_packing_add_supply(b, type, count);
}

static ul_status packing_startup(void *b, const char *type, ul_micro after_s)
{
    (void)b, (void)type, (void)after_s; /* a packing has no time */
    return UL_OK;
}

ul_status ul_catalog_read(const char *path, const char *const *resource, size_t n,
                          ul_packing_builder *b)
{
    const taker to = {b, packing_resource, packing_type, packing_supply, packing_startup};
    return read_catalog(path, resource, n, &to);
}

static ul_status schedule_resource(void *b, const char *name)
{
    return ul_schedule_add_resource(b, name);
}

static ul_status schedule_type(void *b, const char *name, const char *family, ul_micro price,
                               const ul_micro *capacity)
{
    return ul_schedule_add_type(b, name, family, price, capacity);
}

static ul_status schedule_supply(void *b, const char *type, uint64_t count)
{
    return ul_schedule_add_supply(b, type, count, 0, UL_SCHEDULE_SECONDS_MAX);
}

static ul_status schedule_startup(void *b, const char *type, ul_micro after_s)
{
    return ul_schedule_set_startup(b, type, 0, after_s, 0, after_s);
}

ul_status ul_catalog_read_rented(const char *path, const char *const *resource, size_t n,
                                 ul_schedule_builder *b)
{
    const taker to = {b, schedule_resource, schedule_type, schedule_supply, schedule_startup};
    return read_catalog(path, resource, n, &to);
}
