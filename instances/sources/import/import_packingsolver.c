/* PackingSolver's one-dimensional CSV: items.csv (X, COPIES, WEIGHT) and
 * bins.csv (X, COST, COPIES, MAXIMUM_WEIGHT); columns by header name, in any
 * order. As there, an item has one copy by default, a bin type one copy (-1 =
 * any number) and the cost of its length.
 *
 * ID only numbers the rows, there and here. Weight becomes a second resource when a
 * bin limits it. What our format cannot express is refused by name: other columns,
 * bins that must be used.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "csv_reader.h"
#include "foreign.h"
#include "packing.h"

typedef enum { X, COPIES, WEIGHT, PROFIT, N_ITEM_COLUMNS } item_column;
typedef enum { BIN_X, COST, BIN_COPIES, COPIES_MIN, MAXIMUM_WEIGHT, N_BIN_COLUMNS } bin_column;
static const char *const item_name[] = {"X", "COPIES", "WEIGHT", "PROFIT"};
static const char *const bin_name[] = {"X", "COST", "COPIES", "COPIES_MIN", "MAXIMUM_WEIGHT"};
enum { N_COLUMNS_MAX = N_BIN_COLUMNS, LENGTH = 0, LOAD = 1 };

/* A table with a header, and where its columns are. */
typedef struct {
    const char *const *name;
    size_t n;
    size_t at[N_COLUMNS_MAX], width;
    bool headed;
} header;

typedef struct {
    const ul_source_request *request;
    ul_packing_builder *b;
    header items, bins;
    bool weighed;        /* bins limit the weight */
    uint64_t n_types, n_items;
} reading;

static ul_status read_header(header *h, const ul_csv_row *row)
{
    for (size_t c = 0; c < h->n; c++)
        h->at[c] = ul_csv_find(row, h->name[c]);
    for (size_t q = 0; q < row->n; q++) {
        size_t c = 0;
        while (c < h->n && h->at[c] != q)
            c++;
        if (c == h->n && strcmp(row->field[q].text, "ID") != 0)
            return ul_csv_fail(row, q, "column '%.40s' cannot be expressed in our format",
                               row->field[q].text);
    }
    if (h->at[0] == UL_NONE)
        return ul_csv_fail(row, 0, "there is no column '%s'", h->name[0]);
    h->headed = true;
    h->width = row->n;
    return UL_OK;
}

/* Whether a row gives this column a value. */
static bool given(const header *h, const ul_csv_row *row, size_t c)
{
    return h->at[c] != UL_NONE && row->field[h->at[c]].length > 0;
}

static bool is_minus_one(const header *h, const ul_csv_row *row, size_t c)
{
    return strcmp(row->field[h->at[c]].text, "-1") == 0;
}

static ul_status read_bin_copies(reading *state, const ul_csv_row *row, const char *type)
{
    const header *h = &state->bins;
    uint64_t copies = 1, least = 0;
    if (given(h, row, COPIES_MIN))
        UL_TRY(ul_csv_count(row, h->at[COPIES_MIN], "COPIES_MIN", UL_COPIES_MAX, &least));
    if (least > 0)
        return ul_csv_fail(row, h->at[COPIES_MIN],
                           "bins that must be used (COPIES_MIN %llu) cannot be expressed in our "
                           "format", (unsigned long long)least);
    if (ul_param_is(state->request->param, "bin-copies", "infinite"))
        return UL_OK;
    if (given(h, row, BIN_COPIES)) {
        if (is_minus_one(h, row, BIN_COPIES))
            return UL_OK;
        UL_TRY(ul_csv_count(row, h->at[BIN_COPIES], "COPIES", UINT64_MAX / 16, &copies));
    }
    return ul_csv_at(row, h->at[BIN_COPIES] == UL_NONE ? h->at[BIN_X] : h->at[BIN_COPIES],
                     ul_packing_add_supply(state->b, type, copies));
}

static ul_status read_bin(void *context, const ul_csv_row *row)
{
    reading *state = context;
    header *h = &state->bins;
    if (!h->headed) {
        UL_TRY(read_header(h, row));
        state->weighed = h->at[MAXIMUM_WEIGHT] != UL_NONE;
        UL_TRY(ul_packing_add_resource(state->b, "length"));
        return state->weighed ? ul_packing_add_resource(state->b, "weight") : UL_OK;
    }
    ul_micro capacity[2] = {0, UL_MICRO_MAX}, price;
    char name[32];
    UL_TRY(ul_csv_expect(row, h->width, "as many as the header names"));
    UL_TRY(ul_csv_micro(row, h->at[BIN_X], "X", &capacity[LENGTH]));
    price = capacity[LENGTH];
    if (given(h, row, COST) && !is_minus_one(h, row, COST))
        UL_TRY(ul_csv_micro(row, h->at[COST], "COST", &price));
    if (given(h, row, MAXIMUM_WEIGHT))
        UL_TRY(ul_csv_micro(row, h->at[MAXIMUM_WEIGHT], "MAXIMUM_WEIGHT", &capacity[LOAD]));
    state->n_types++;
    snprintf(name, sizeof name, "b%llu", (unsigned long long)state->n_types);
    UL_TRY(ul_csv_at(row, h->at[BIN_X],
                     ul_packing_add_type(state->b, name, name, price, capacity)));
    return read_bin_copies(state, row, name);
}

static ul_status read_item(void *context, const ul_csv_row *row)
{
    reading *state = context;
    header *h = &state->items;
    if (!h->headed)
        return read_header(h, row);
    ul_micro demand[2] = {0, 0};
    uint64_t copies = 1;
    char name[32];
    UL_TRY(ul_csv_expect(row, h->width, "as many as the header names"));
    UL_TRY(ul_csv_micro(row, h->at[X], "X", &demand[LENGTH]));
    if (given(h, row, WEIGHT))
        UL_TRY(ul_csv_micro(row, h->at[WEIGHT], "WEIGHT", &demand[LOAD]));
    if (given(h, row, COPIES))
        UL_TRY(ul_csv_count(row, h->at[COPIES], "COPIES", UL_COPIES_MAX, &copies));
    snprintf(name, sizeof name, "i%zu", row->line - 1);
    state->n_items += copies;
    const ul_packing_task_facts facts = {name, copies, NULL, NULL, -1, demand};
    if (!ul_packing_builder_fits(state->b, NULL, demand))
        return ul_csv_fail(row, h->at[X], "the item fits no bin, even alone");
    return ul_csv_at(row, h->at[X], ul_packing_add_task(state->b, &facts));
}

static ul_status build(ul_packing_builder *b, void *context)
{
    reading *state = context;
    const ul_source_request *request = state->request;
    char name[UL_SOURCE_NAME];
    state->b = b;
    UL_TRY(ul_packing_set_name(b, ul_source_name(request, name)));
    UL_TRY(ul_csv_read_file(request->input[1], read_bin, state));
    if (state->n_types == 0)
        return ul_fail(UL_E_INPUT, "%s:1: column 1: there are no bins", request->input[1]);
    UL_TRY(ul_csv_read_file(request->input[0], read_item, state));
    if (state->n_items == 0)
        return ul_fail(UL_E_INPUT, "%s:1: column 1: there are no items", request->input[0]);
    ul_foreign_forget_idle_supplies(b, request);
    if (state->items.at[PROFIT] != UL_NONE)
        ul_source_remark(request, "PROFIT is not used: every item is packed");
    if (state->items.at[WEIGHT] != UL_NONE && !state->weighed)
        ul_source_remark(request, "WEIGHT is not used: no bin limits it");
    return UL_OK;
}

static ul_status make(const ul_source_request *request, ul_instance *instance)
{
    reading state = {
        .request = request,
        .items = {.name = item_name, .n = N_ITEM_COLUMNS},
        .bins = {.name = bin_name, .n = N_BIN_COLUMNS},
    };
    return ul_packing_build(build, &state, instance);
}

static const ul_param param[] = {
    UL_CHOICE("bin-copies", "file", "the file's numbers of bins, or any number of each",
              "file|infinite"),
    {0},
};

const ul_source ul_importer_packingsolver = {
    .name = "packingsolver-1d",
    .brief = "PackingSolver one-dimensional CSV: items.csv bins.csv",
    .paper = "Fontan, PackingSolver",
    .param = param,
    .least_inputs = 2,
    .most_inputs = 2,
    .make = make,
};
