/* Reads the reservation format, one record at a time, in file order. */
#include <string.h>

#include "reservation.h"

typedef ul_status (*record_fn)(ul_reservation_builder *b, const ul_csv_row *row);

static ul_status read_name(ul_reservation_builder *b, const ul_csv_row *row)
{
    UL_TRY(ul_csv_expect(row, 2, "name,NAME"));
    return ul_csv_at(row, 1, ul_reservation_set_name(b, row->field[1].text));
}

static ul_status read_interval_hours(ul_reservation_builder *b, const ul_csv_row *row)
{
    ul_micro hours;
    UL_TRY(ul_csv_expect(row, 2, "interval_hours,HOURS"));
    UL_TRY(ul_csv_micro(row, 1, "the length of an interval", &hours));
    return ul_csv_at(row, 1, ul_reservation_set_interval_hours(b, hours));
}

static ul_status read_objective(ul_reservation_builder *b, const ul_csv_row *row)
{
    UL_TRY(ul_csv_expect(row, 2, "objective,total or objective,pure"));
    const bool pure = strcmp(row->field[1].text, "pure") == 0;
    if (!pure && strcmp(row->field[1].text, "total") != 0)
        return ul_csv_fail(row, 1, "objective '%.40s' is not known; expected total or pure",
                           row->field[1].text);
    return ul_reservation_set_objective(b, pure ? UL_OBJECTIVE_PURE : UL_OBJECTIVE_TOTAL);
}

static ul_status read_intervals(ul_reservation_builder *b, const ul_csv_row *row)
{
    uint64_t n;
    UL_TRY(ul_csv_expect(row, 2, "intervals,NUMBER"));
    UL_TRY(ul_csv_count(row, 1, "the number of intervals", UL_INTERVALS_MAX, &n));
    return ul_csv_at(row, 1, ul_reservation_set_intervals(b, n));
}

static ul_status read_class(ul_reservation_builder *b, const ul_csv_row *row)
{
    ul_reservation_class facts = {.billing = UL_BILL_USED};
    uint64_t term;
    UL_TRY(ul_csv_expect(row, 6,
                         "class,NAME,TERM_INTERVALS,UPFRONT,PRICE_PER_HOUR,used or always"));
    UL_TRY(ul_csv_count(row, 2, "the term", UL_INTERVALS_MAX, &term));
    UL_TRY(ul_csv_micro(row, 3, "the upfront fee", &facts.upfront));
    UL_TRY(ul_csv_micro(row, 4, "the price", &facts.price));
    if (strcmp(row->field[5].text, "always") == 0)
        facts.billing = UL_BILL_ALWAYS;
    else if (strcmp(row->field[5].text, "used") != 0)
        return ul_csv_fail(row, 5, "billing '%.40s' is not known; expected used or always",
                           row->field[5].text);
    facts.name = row->field[1].text;
    facts.term = (uint32_t)term;
    return ul_csv_at(row, 1, ul_reservation_add_class(b, &facts));
}

static ul_status read_usage(ul_reservation_builder *b, const ul_csv_row *row)
{
    uint64_t interval, instances;
    ul_micro hours;
    UL_TRY(ul_csv_expect(row, 4, "usage,INTERVAL,HOURS_USED,INSTANCES"));
    UL_TRY(ul_csv_count(row, 1, "the interval", UL_INTERVALS_MAX, &interval));
    UL_TRY(ul_csv_micro(row, 2, "the number of hours used", &hours));
    UL_TRY(ul_csv_count(row, 3, "the number of instances", UL_INSTANCES_MAX, &instances));
    return ul_csv_at(row, 1, ul_reservation_add_usage(b, interval, hours, instances));
}

static const struct {
    const char *tag;
    record_fn fn;
} record[] = {
    {"usage", read_usage},         {"class", read_class},
    {"name", read_name},           {"interval_hours", read_interval_hours},
    {"objective", read_objective}, {"intervals", read_intervals},
};

ul_status ul_reservation_reader_row(void *reader, const ul_csv_row *row)
{
    for (size_t q = 0; q < sizeof record / sizeof *record; q++)
        if (strcmp(row->field[0].text, record[q].tag) == 0)
            return record[q].fn(reader, row);
    return ul_csv_fail(row, 0, "record '%.40s' is not known; expected name, interval_hours, "
                               "objective, intervals, class or usage", row->field[0].text);
}
