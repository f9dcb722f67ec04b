/* Reads and writes the availability format, one record at a time, in file order. */
#include "availability.h"

#include <stdio.h>
#include <string.h>

typedef ul_status (*record_fn)(ul_availability_builder *b, const ul_csv_row *row);

static ul_status read_name(ul_availability_builder *b, const ul_csv_row *row)
{
    UL_TRY(ul_csv_expect(row, 2, "name,NAME"));
    return ul_csv_at(row, 1, ul_availability_set_name(b, row->field[1].text));
}

/* A number, and the exact form of its decimal. */
static ul_status read_number(const ul_csv_row *row, size_t field, const char *what, double high,
                             int decimals, double *value, ul_cost *exact)
{
    ul_cost limit = (ul_cost)high;
    for (int q = 0; q < decimals; q++)
        limit *= 10;
    UL_TRY(ul_csv_real(row, field, what, 0, high, value));
    const ul_csv_field *text = &row->field[field];
    return ul_scaled_parse(text->text, text->length, decimals, limit, exact) == UL_NUMBER_OK
               ? UL_OK
               : ul_csv_fail(row, field, "%s '%.40s' is not a number from 0 to %g", what, text->text,
                             high);
}

static ul_status read_target(ul_availability_builder *b, const ul_csv_row *row)
{
    uint64_t capacity;
    double target = 0;
    ul_cost promised;
    UL_TRY(ul_csv_expect(row, 3, "target,CAPACITY,AVAILABILITY"));
    UL_TRY(ul_csv_count(row, 1, "the target capacity", UL_AVAILABILITY_CAPACITY_MAX, &capacity));
    UL_TRY(read_number(row, 2, "the target availability", 1, UL_AVAILABILITY_DECIMALS, &target,
                       &promised));
    UL_TRY(ul_csv_at(row, 0, ul_availability_set_target(b, capacity, target)));
    ul_availability_promise(b, promised);
    return UL_OK;
}

ul_status ul_availability_read_type(const ul_csv_row *row, const size_t column[5],
                                    ul_availability_builder *b)
{
    const double dear = UL_AVAILABILITY_PRICE_MAX;
    const int of_price = UL_AVAILABILITY_PRICE_DECIMALS;
    ul_availability_type type = {.exact = true};
    UL_TRY(ul_csv_count(row, column[1], "the capacity", UL_AVAILABILITY_CAPACITY_MAX,
                        &type.capacity));
    if (type.capacity == 0)
        return ul_csv_fail(row, column[1], "the capacity is 0; it takes at least 1");
    UL_TRY(read_number(row, column[2], "the price", dear, of_price, &type.price, &type.cost));
    if (column[3] >= row->n || row->field[column[3]].length > 0)
        UL_TRY(read_number(row, column[3], "the on-demand price", dear, of_price,
                           &type.on_demand_price, &type.on_demand_cost));
    UL_TRY(read_number(row, column[4], "the availability", 1, UL_AVAILABILITY_DECIMALS,
                       &type.availability, &type.up));
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

/* A field with the shortest text of the number, or all its decimals where a double does not hold them. */
static void write_real(ul_output *out, double value, ul_cost exact, int decimals)
{
    char fraction[40];
    if (ul_scaled_from_double(value, decimals) != exact) {
        ul_cost unit = 1;
        for (int q = 0; q < decimals; q++)
            unit *= 10;
        int length = snprintf(fraction, sizeof fraction, "%0*llu", decimals,
                              (unsigned long long)(exact % unit));
        while (length > 1 && fraction[length - 1] == '0')
            length--;
        ul_output_format(out, ",%llu.%.*s", (unsigned long long)(exact / unit), length, fraction);
        return;
    }
    char text[UL_NUMBER_TEXT];
    ul_output_format(out, ",%s", ul_real_text(value, text));
}

void ul_availability_put(const ul_availability *in, ul_output *out)
{
    ul_output_csv(out, "ullage,1,availability\nname,%t\ntarget,%i", in->name,
                  (int64_t)in->capacity);
    write_real(out, in->target, in->promised, UL_AVAILABILITY_DECIMALS);
    for (size_t k = 0; k < in->n_types; k++) {
        const ul_availability_type *type = &in->type[k];
        ul_output_csv(out, "\nvm,%t,%i", type->name, (int64_t)type->capacity);
        write_real(out, type->price, type->cost, UL_AVAILABILITY_PRICE_DECIMALS);
        write_real(out, type->on_demand_price, type->on_demand_cost,
                   UL_AVAILABILITY_PRICE_DECIMALS);
        write_real(out, type->availability, type->up, UL_AVAILABILITY_DECIMALS);
    }
    ul_output_text(out, "\n");
}
