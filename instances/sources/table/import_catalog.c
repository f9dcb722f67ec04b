/* A list of machine types from a price list, for --set catalog=. Without a map the columns
 * are those of SkyPilot's catalogs, which has the lists of the large clouds in one form.
 *
 * A type that is listed for several zones stands once, at its least price. Rows that have no
 * price are left out, and so are accelerators that are priced apart from machines.
 */
#include <stdio.h>
#include <string.h>

#include "names.h"
#include "table_rows.h"

enum { TYPE, FAMILY, PRICE, SUPPLY };
static const ul_data_field field[] = {
    [TYPE] = {"type", UL_FIELD_TEXT, true, 0},
    [FAMILY] = {"family", UL_FIELD_TEXT, false, 0},
    [PRICE] = {"price", UL_FIELD_AMOUNT, true, 0},
    [SUPPLY] = {"supply", UL_FIELD_COUNT, false, -1},
    {0},
};

/* The name up to its first dot (m5.xlarge), else to its last dash (n2-standard-4). */
static const char *family_of(const ul_data_record *row, char family[UL_NAME_MAX + 1])
{
    const char *name = row->text[TYPE];
    const char *end = strchr(name, '.') != NULL ? strchr(name, '.') : strrchr(name, '-');
    const size_t n = end == NULL || end == name ? strlen(name) : (size_t)(end - name);
    snprintf(family, UL_NAME_MAX + 1, "%.*s", (int)n, name);
    return row->text[FAMILY] == NULL ? family : row->text[FAMILY];
}

static void put_type(ul_output *out, const ul_data_rows *rows, const ul_data_record *row)
{
    char family[UL_NAME_MAX + 1];
    ul_output_csv(out, "type,%t,%t,%m", row->text[TYPE], family_of(row, family), row->number[PRICE]);
    for (size_t r = 0; r < rows->n_resources; r++)
        ul_output_csv(out, ",%m", row->number[rows->n_fields + r]);
    ul_output_text(out, "\n");
    if (row->number[SUPPLY] >= 0)
        ul_output_csv(out, "supply,%t,%m\n", row->text[TYPE], row->number[SUPPLY]);
}

/* The cheapest row of each type, in order of first appearance. */
static ul_status find_types(const ul_data_rows *rows, ul_names *types,
                            const ul_data_record **cheapest)
{
    for (size_t q = 0; q < rows->n; q++) {
        const ul_data_record *row = &rows->record[q];
        bool added;
        UL_TRY(ul_name_check("type", row->text[TYPE]));
        const size_t k = ul_names_add(types, row->text[TYPE], strlen(row->text[TYPE]), &added);
        if (k == UL_NONE)
            return ul_no_memory();
        if (added || row->number[PRICE] < cheapest[k]->number[PRICE])
            cheapest[k] = row;
    }
    return UL_OK;
}

static ul_status write_types(const ul_data_rows *rows, ul_names *types, const char *path)
{
    const ul_data_record **cheapest;
    ul_output *out;
    UL_ALLOC(rows->arena, cheapest, rows->n);
    UL_TRY(find_types(rows, types, cheapest));
    UL_TRY(ul_output_open(path, &out));
    ul_output_text(out, "resource");
    for (size_t r = 0; r < rows->n_resources; r++)
        ul_output_csv(out, ",%t", rows->resource[r]);
    ul_output_text(out, "\n");
    for (size_t k = 0; k < ul_names_count(types); k++)
        put_type(out, rows, cheapest[k]);
    return ul_output_close(out, NULL);
}

static ul_status make_list(ul_data_rows *rows, const ul_source_request *request, const char *path)
{
    const char *region = ul_param_text(request->param, "region");
    const char *own = ul_param_text(request->param, "map");
    ul_data_usual usual = {
        .map = ul_param_is(request->param, "price", "spot")
                   ? "type=InstanceType,price=SpotPrice,gpu=AcceleratorCount,cpu=vCPUs,ram_gb=MemoryGiB"
                   : "type=InstanceType,price=Price,gpu=AcceleratorCount,cpu=vCPUs,ram_gb=MemoryGiB",
    };
    if (own[0] != '\0' && ul_param_is(request->param, "price", "spot"))
        return ul_fail(UL_E_INPUT, "price=spot is of the usual columns; the map says what the price is");
    if (region[0] != '\0')
        UL_TRY(ul_arena_format(rows->arena, &usual.where, "Region == \"%s\"", region));
    const ul_status read = ul_data_read(request, field, UL_RESOURCES_OR_NONE, &usual, rows);
    if (read == UL_E_INPUT && own[0] == '\0' && strstr(ul_error_text(), "no column") != NULL)
        return ul_fail_prefix(read, "without --map the columns are those of SkyPilot's catalogs");
    UL_TRY(read);
    ul_names *types = ul_names_new();
    const ul_status status = types == NULL ? ul_no_memory() : write_types(rows, types, path);
    if (status == UL_OK)
        ul_source_remark(request, "%zu types", ul_names_count(types));
    ul_names_free(types);
    return status;
}

static ul_status print(const ul_source_request *request, const char *path)
{
    UL_OWN_ARENA(arena);
    return make_list(&(ul_data_rows){.arena = arena}, request, path);
}

const ul_source ul_importer_catalog = {
    .name = "catalog",
    .brief = "a list of machine types from a price list, for --set catalog=",
    .paper = "docs/data.md",
    .param = (const ul_param[]){
        UL_DATA_PARAMS,
        UL_TEXT("region", "", "only rows whose column Region says this"),
        UL_CHOICE("price", "on-demand", "which price, where there is no map", "on-demand|spot"),
        {0},
    },
    .least_inputs = 1,
    .most_inputs = 16,
    .print = print,
};
