/* Reads and writes the availability format, one record at a time, in file order. */
#include "availability_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "output.h"

typedef ul_status (*record_fn)(ul_availability_builder *b, const ul_csv_row *row);

static ul_status read_name(ul_availability_builder *b, const ul_csv_row *row)
{
    UL_TRY(ul_csv_expect(row, 2, "name,NAME"));
    return ul_csv_at(row, 1, ul_availability_set_name(b, row->field[1].text));
}

static ul_status read_target(ul_availability_builder *b, const ul_csv_row *row)
{
    uint64_t capacity;
    double target = 0;
    UL_TRY(ul_csv_expect(row, 3, "target,CAPACITY,AVAILABILITY"));
    UL_TRY(ul_csv_count(row, 1, "the target capacity", UL_AVAILABILITY_CAPACITY_MAX, &capacity));
    UL_TRY(ul_csv_real(row, 2, "the target availability", 0, 1, &target));
    return ul_csv_at(row, 0, ul_availability_set_target(b, capacity, target));
}

ul_status ul_availability_read_type(const ul_csv_row *row, const size_t column[5],
                                    ul_availability_builder *b)
{
    const double dear = UL_AVAILABILITY_PRICE_MAX;
    ul_availability_type type = {0};
    UL_TRY(ul_csv_count(row, column[1], "the capacity", UL_AVAILABILITY_CAPACITY_MAX,
                        &type.capacity));
    if (type.capacity == 0)
        return ul_csv_fail(row, column[1], "the capacity is 0; it takes at least 1");
    UL_TRY(ul_csv_real(row, column[2], "the price", 0, dear, &type.price));
    if (column[3] >= row->n || row->field[column[3]].length > 0)
        UL_TRY(ul_csv_real(row, column[3], "the on-demand price", 0, dear, &type.on_demand_price));
    UL_TRY(ul_csv_real(row, column[4], "the availability", 0, 1, &type.availability));
    if (column[0] >= row->n)
        return ul_csv_fail(row, column[0], "the machine type is missing");
    type.name = row->field[column[0]].text;
    return ul_csv_at(row, column[0], ul_availability_add_type(b, &type));
}

static ul_status read_vm(ul_availability_builder *b, const ul_csv_row *row)
{
    static const size_t column[] = {1, 2, 3, 4, 5};
    UL_TRY(ul_csv_expect(row, 6, "vm,NAME,CAPACITY,PRICE_PER_HOUR,ON_DEMAND_PRICE,AVAILABILITY"));
    return ul_availability_read_type(row, column, b);
}

static const struct {
    const char *tag;
    record_fn fn;
} record[] = {{"vm", read_vm}, {"target", read_target}, {"name", read_name}};

ul_status ul_availability_reader_row(void *reader, const ul_csv_row *row)
{
    for (size_t q = 0; q < sizeof record / sizeof *record; q++)
        if (strcmp(row->field[0].text, record[q].tag) == 0)
            return record[q].fn(reader, row);
    return ul_csv_fail(row, 0, "record '%.40s' is not known; expected name, target or vm",
                       row->field[0].text);
}

/* The shortest decimal that reads back as the same double. */
static void write_real(ul_output *out, double value)
{
    char text[40];
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, value);
        if (strtod(text, NULL) == value)
            break;
    }
    ul_output_text(out, text);
}

static void write_all(ul_output *out, const ul_availability *in)
{
    ul_output_text(out, "ullage,1,availability\nname,");
    ul_output_field(out, in->name);
    ul_output_format(out, "\ntarget,%llu,", (unsigned long long)in->capacity);
    write_real(out, in->target);
    ul_output_text(out, "\n");
    for (size_t k = 0; k < in->n_types; k++) {
        const ul_availability_type *type = &in->type[k];
        ul_output_text(out, "vm,");
        ul_output_field(out, type->name);
        ul_output_format(out, ",%llu,", (unsigned long long)type->capacity);
        write_real(out, type->price);
        ul_output_text(out, ",");
        write_real(out, type->on_demand_price);
        ul_output_text(out, ",");
        write_real(out, type->availability);
        ul_output_text(out, "\n");
    }
}

ul_status ul_availability_write(const ul_availability *in, const char *path)
{
    ul_output *out;
    UL_TRY(ul_output_open(path, &out));
    write_all(out, in);
    return ul_output_close(out, NULL);
}

ul_status ul_availability_seal(ul_availability *in)
{
    ul_output *out;
    UL_TRY(ul_output_open(NULL, &out));
    write_all(out, in);
    return ul_output_close(out, in->sha256);
}
