/* Reads the packing format, one record at a time, in file order. */
#include <string.h>

#include "packing.h"

typedef ul_status (*record_fn)(ul_packing_builder *b, const ul_csv_row *row);

/* The vector of resource amounts that ends a record. */
static ul_status read_vector(const ul_packing_builder *b, const ul_csv_row *row, size_t first,
                             const char *what, ul_micro vector[UL_RESOURCES_MAX])
{
    for (size_t r = 0; r < ul_packing_builder_resources(b); r++)
        UL_TRY(ul_csv_micro(row, first + r, what, &vector[r]));
    return UL_OK;
}

static ul_status read_name(ul_packing_builder *b, const ul_csv_row *row)
{
    UL_TRY(ul_csv_expect(row, 2, "name,NAME"));
    return ul_csv_at(row, 1, ul_packing_set_name(b, row->field[1].text));
}

static ul_status read_resource(ul_packing_builder *b, const ul_csv_row *row)
{
    if (row->n < 2)
        return ul_csv_fail(row, 1, "a resource record names at least one resource");
    if (ul_packing_builder_resources(b) > 0)
        return ul_csv_fail(row, 0, "there is a second resource record; name all resources in one");
    for (size_t q = 1; q < row->n; q++)
        UL_TRY(ul_csv_at(row, q, ul_packing_add_resource(b, row->field[q].text)));
    return UL_OK;
}

static ul_status read_type(ul_packing_builder *b, const ul_csv_row *row)
{
    ul_micro price, capacity[UL_RESOURCES_MAX];
    UL_TRY(ul_csv_expect(row, 4 + ul_packing_builder_resources(b),
                         "type,NAME,FAMILY,PRICE_PER_HOUR,CAPACITY of each resource"));
    UL_TRY(ul_csv_micro(row, 3, "the price", &price));
    UL_TRY(read_vector(b, row, 4, "the capacity", capacity));
    return ul_csv_at(row, 1, ul_packing_add_type(b, row->field[1].text, row->field[2].text, price,
                                                 capacity));
}

static ul_status read_supply(ul_packing_builder *b, const ul_csv_row *row)
{
    uint64_t count;
    UL_TRY(ul_csv_expect(row, 3, "supply,TYPE,COUNT"));
    UL_TRY(ul_csv_count(row, 2, "the supply", UL_COPIES_MAX, &count));
    return ul_csv_at(row, 1, ul_packing_add_supply(b, row->field[1].text, count));
}

static ul_status read_task(ul_packing_builder *b, const ul_csv_row *row)
{
    ul_micro demand[UL_RESOURCES_MAX];
    ul_packing_task_facts facts = {.runtime_s = -1, .demand = demand};
    UL_TRY(ul_csv_expect(row, 6 + ul_packing_builder_resources(b),
                         "task,NAME,COPIES,JOB,WORKLOAD,RUNTIME_S,DEMAND of each resource"));
    UL_TRY(ul_csv_count(row, 2, "the number of copies", UL_COPIES_MAX, &facts.copies));
    if (row->field[5].length > 0)
        UL_TRY(ul_csv_micro(row, 5, "the runtime", &facts.runtime_s));
    UL_TRY(read_vector(b, row, 6, "the demand", demand));
    facts.name = row->field[1].text;
    facts.job = row->field[3].text;
    facts.workload = row->field[4].text;
    return ul_csv_at(row, 1, ul_packing_add_task(b, &facts));
}

static ul_status read_demand(ul_packing_builder *b, const ul_csv_row *row)
{
    ul_micro demand[UL_RESOURCES_MAX];
    UL_TRY(ul_csv_expect(row, 3 + ul_packing_builder_resources(b),
                         "demand,TASK,FAMILY,DEMAND of each resource"));
    UL_TRY(read_vector(b, row, 3, "the demand", demand));
    return ul_csv_at(row, 1,
                     ul_packing_add_demand(b, row->field[1].text, row->field[2].text, demand));
}

static ul_status read_throughput(ul_packing_builder *b, const ul_csv_row *row)
{
    ul_micro value;
    UL_TRY(ul_csv_expect(row, 4, "throughput,WORKLOAD,BESIDE,VALUE"));
    UL_TRY(ul_csv_micro(row, 3, "the throughput", &value));
    return ul_csv_at(row, 3, ul_packing_add_throughput(b, row->field[1].text, row->field[2].text,
                                                       value));
}

static const struct {
    const char *tag;
    record_fn fn;
} record[] = {
    {"task", read_task},         {"demand", read_demand}, {"type", read_type},
    {"throughput", read_throughput}, {"name", read_name}, {"resource", read_resource},
    {"supply", read_supply},
};

ul_status ul_packing_reader_row(void *reader, const ul_csv_row *row)
{
    ul_packing_builder_at(reader, row->line);
    for (size_t q = 0; q < sizeof record / sizeof *record; q++)
        if (strcmp(row->field[0].text, record[q].tag) == 0)
            return record[q].fn(reader, row);
    return ul_csv_fail(row, 0, "record '%.40s' is not known; expected name, resource, type, "
                               "supply, task, demand or throughput", row->field[0].text);
}
