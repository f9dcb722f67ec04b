/* Reads and writes the deadline format, one record at a time. */
#include "deadline.h"

#include <string.h>

typedef ul_status (*record_fn)(ul_deadline_builder *b, const ul_csv_row *row);

static ul_status read_name(ul_deadline_builder *b, const ul_csv_row *row)
{
    UL_TRY(ul_csv_expect(row, 2, "name,NAME"));
    return ul_csv_at(row, 1, ul_deadline_set_name(b, row->field[1].text));
}

static ul_status read_seconds(const ul_csv_row *row, size_t field, const char *what,
                              int64_t *seconds)
{
    uint64_t value;
    UL_TRY(ul_csv_count(row, field, what, (uint64_t)UL_DEADLINE_SECONDS_MAX, &value));
    *seconds = (int64_t)value;
    return UL_OK;
}

static ul_status read_tick(ul_deadline_builder *b, const ul_csv_row *row)
{
    int64_t tick_s = 0;
    UL_TRY(ul_csv_expect(row, 2, "tick,SECONDS"));
    UL_TRY(read_seconds(row, 1, "the length of a tick", &tick_s));
    return ul_csv_at(row, 1, ul_deadline_set_tick(b, tick_s));
}

static ul_status read_job(ul_deadline_builder *b, const ul_csv_row *row)
{
    int64_t work_s = 0, deadline_s = 0, overhead_s = 0;
    UL_TRY(ul_csv_expect(row, 4, "job,WORK_S,DEADLINE_S,OVERHEAD_S"));
    UL_TRY(read_seconds(row, 1, "the work", &work_s));
    UL_TRY(read_seconds(row, 2, "the deadline", &deadline_s));
    UL_TRY(read_seconds(row, 3, "the overhead", &overhead_s));
    return ul_csv_at(row, 0, ul_deadline_set_job(b, work_s, deadline_s, overhead_s));
}

static ul_status read_price(ul_deadline_builder *b, const ul_csv_row *row)
{
    int64_t spot = 0, on_demand = 0;
    UL_TRY(ul_csv_expect(row, 3, "price,SPOT,ON_DEMAND"));
    UL_TRY(ul_csv_at(row, 1, ul_deadline_price(row->field[1].text, &spot)));
    UL_TRY(ul_csv_at(row, 2, ul_deadline_price(row->field[2].text, &on_demand)));
    return ul_csv_at(row, 0, ul_deadline_set_prices(b, spot, on_demand));
}

static ul_status read_ticks(ul_deadline_builder *b, const ul_csv_row *row)
{
    uint64_t n = 0;
    UL_TRY(ul_csv_expect(row, 2, "spot,TICKS or none,TICKS"));
    UL_TRY(ul_csv_count(row, 1, "the number of ticks", UL_DEADLINE_TICKS_MAX, &n));
    return ul_csv_at(row, 1, ul_deadline_add_ticks(b, strcmp(row->field[0].text, "spot") == 0, n));
}

static const struct {
    const char *tag;
    record_fn fn;
} record[] = {{"spot", read_ticks}, {"none", read_ticks}, {"name", read_name},
              {"tick", read_tick},  {"job", read_job},    {"price", read_price}};

ul_status ul_deadline_reader_row(void *reader, const ul_csv_row *row)
{
    for (size_t q = 0; q < sizeof record / sizeof *record; q++)
        if (strcmp(row->field[0].text, record[q].tag) == 0)
            return record[q].fn(reader, row);
    return ul_csv_fail(row, 0, "record '%.40s' is not known; expected name, tick, job, price, spot "
                               "or none", row->field[0].text);
}

void ul_deadline_put(const ul_deadline *in, ul_output *out)
{
    const ul_cost spot = in->price[UL_SPOT], on_demand = in->price[UL_ON_DEMAND];
    ul_output_csv(out, "ullage,1,deadline\nname,%t\ntick,%i\njob,%i,%i,%i\nprice,%c,%c\n", in->name,
                  in->tick_s, in->work_s, in->deadline_s, in->overhead_s, &spot,
                  &on_demand);
    for (size_t i = 0, end; i < in->n_ticks; i = end) {
        for (end = i + 1; end < in->n_ticks && in->has_spot[end] == in->has_spot[i];)
            end++;
        ul_output_format(out, "%s,%zu\n", in->has_spot[i] ? "spot" : "none", end - i);
    }
}
