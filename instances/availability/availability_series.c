#include "availability_series.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "availability.h"
#include "csv_reader.h"

/* us-east-1, Linux, list prices of 2015. */
static const struct {
    const char *name;
    uint64_t capacity; /* ECU, rounded down */
    double price;
} listed[] = {
    {"m3.medium", 3, 0.067},   {"m3.large", 6, 0.133},    {"m3.xlarge", 13, 0.266},
    {"m3.2xlarge", 26, 0.532}, {"c3.large", 7, 0.105},    {"c3.xlarge", 14, 0.21},
    {"c3.2xlarge", 28, 0.42},  {"c3.4xlarge", 55, 0.84},  {"c3.8xlarge", 108, 1.68},
    {"r3.large", 6, 0.175},    {"r3.xlarge", 13, 0.35},   {"r3.2xlarge", 26, 0.7},
    {"r3.4xlarge", 52, 1.4},   {"r3.8xlarge", 104, 2.8},  {"g2.2xlarge", 26, 0.65},
    {"g2.8xlarge", 104, 2.6},  {"d2.xlarge", 14, 0.69},   {"d2.2xlarge", 28, 1.38},
    {"d2.4xlarge", 56, 2.76},  {"d2.8xlarge", 116, 5.52},
};

typedef struct {
    ul_spot_series *series;
    size_t room;
} reading;

/* Days since 1970-01-01 of a date of the proleptic Gregorian calendar. */
static int64_t days_of(int64_t year, int64_t month, int64_t day)
{
    year -= month <= 2;
    const int64_t era = (year >= 0 ? year : year - 399) / 400, of_era = year - era * 400;
    const int64_t of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
    return era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719468;
}

static ul_status parse_time(const ul_csv_row *row, double *time_s)
{
    int year, month, day, hour, minute, second, used = 0;
    const char *text = row->field[0].text;
    if (sscanf(text, "%4d-%2d-%2d%*1[ T]%2d:%2d:%2d%n", &year, &month, &day, &hour, &minute,
               &second, &used) != 6
        || (text[used] != '\0' && strcmp(text + used, "Z") != 0) || year < 1970 || month < 1
        || month > 12 || day < 1 || day > 31 || hour < 0 || hour > 23 || minute < 0 || minute > 59
        || second < 0 || second > 60)
        return ul_csv_fail(row, 0, "'%.40s' is not a time like 2015-03-11 10:34:42", text);
    *time_s = (double)(days_of(year, month, day) * 86400 + hour * 3600 + minute * 60 + second);
    return UL_OK;
}

static ul_status read_price(void *context, const ul_csv_row *row)
{
    reading *state = context;
    ul_spot_series *series = state->series;
    ul_spot_price point;
    UL_TRY(ul_csv_expect(row, 2, "TIME,PRICE"));
    UL_TRY(parse_time(row, &point.time_s));
    UL_TRY(ul_csv_real(row, 1, "the price", 0, UL_AVAILABILITY_PRICE_MAX, &point.price));
    if (series->n == state->room) {
        const size_t room = state->room == 0 ? 1024 : state->room * 2;
        ul_spot_price *grown = realloc(series->price, room * sizeof *grown);
        if (grown == NULL)
            return ul_fail(UL_E_MEMORY, "%s: out of memory", row->file);
        series->price = grown;
        state->room = room;
    }
    series->price[series->n++] = point;
    return UL_OK;
}

static int by_time(const void *a, const void *b)
{
    const ul_spot_price *x = a, *y = b;
    UL_LOWER_FIRST(x->time_s, y->time_s);
    return (x->price > y->price) - (x->price < y->price);
}

/* "dir/us-east-1a-Linux-c3.xlarge.csv.gz" -> us-east-1a, c3.xlarge */
static ul_status split_name(const char *path, ul_spot_series *series)
{
    const char *slash = strrchr(path, '/'), *base = slash == NULL ? path : slash + 1;
    const char *mark = strstr(base, "-Linux-"), *end = strstr(base, ".csv");
    if (mark == NULL || end == NULL || end <= mark + 7)
        return ul_fail(UL_E_INPUT, "%s: the file is not named ZONE-Linux-TYPE.csv", path);
    snprintf(series->zone, sizeof series->zone, "%.*s", (int)(mark - base), base);
    snprintf(series->name, sizeof series->name, "%.*s", (int)(end - mark - 7), mark + 7);
    return UL_OK;
}

static ul_status read_listed(void *context, const ul_csv_row *row)
{
    ul_spot_series *series = context;
    UL_TRY(ul_csv_expect(row, 3, "VM,ECU,OnDemandPrice"));
    if (strcmp(row->field[0].text, series->name) != 0)
        return UL_OK;
    UL_TRY(ul_csv_count(row, 1, "the ECU count", UL_AVAILABILITY_CAPACITY_MAX, &series->capacity));
    return ul_csv_real(row, 2, "the on-demand price", 0, UL_AVAILABILITY_PRICE_MAX,
                       &series->on_demand_price);
}

static ul_status look_up(const char *types, ul_spot_series *series)
{
    for (size_t q = 0; q < sizeof listed / sizeof *listed; q++)
        if (strcmp(listed[q].name, series->name) == 0) {
            series->capacity = listed[q].capacity;
            series->on_demand_price = listed[q].price;
        }
    if (*types != '\0')
        UL_TRY(ul_csv_read_file(types, read_listed, series));
    return series->capacity > 0 && series->on_demand_price > 0
               ? UL_OK
               : ul_fail(UL_E_INPUT, "the capacity and on-demand price of '%s' are not known; give "
                                     "a file VM,ECU,OnDemandPrice with --set types=FILE",
                         series->name);
}

static ul_status read_series(const char *path, const char *types, ul_spot_series *series)
{
    reading state = {.series = series};
    *series = (ul_spot_series){0};
    ul_status status = split_name(path, series);
    if (status == UL_OK && types != NULL)
        status = look_up(types, series);
    if (status == UL_OK)
        status = ul_csv_read_file(path, read_price, &state);
    if (status == UL_OK && series->n < 2)
        status = ul_fail(UL_E_INPUT, "%s: a history has at least two prices", path);
    if (status != UL_OK) {
        ul_spot_series_clear(series);
        return status;
    }
    qsort(series->price, series->n, sizeof *series->price, by_time);
    return UL_OK;
}

ul_status ul_spot_series_read(const char *path, const char *types, ul_spot_series *series)
{
    return read_series(path, types, series);
}

ul_status ul_spot_series_read_prices(const char *path, ul_spot_series *series)
{
    return read_series(path, NULL, series);
}

ul_status ul_spot_series_generate(ul_rng *rng, size_t number, double availability, double days,
                                  ul_spot_series *series)
{
    const double up_s = 2 * 86400, down_s = up_s * (1 - availability) / availability;
    size_t room = 0;
    *series = (ul_spot_series){.zone = "generated", .capacity = 1, .on_demand_price = 1};
    snprintf(series->name, sizeof series->name, "vm%zu", number);
    bool up = ul_rng_unit(rng) < availability;
    for (double time_s = 0;; up = !up) {
        if (series->n == room) {
            room = room == 0 ? 64 : 2 * room;
            ul_spot_price *grown = realloc(series->price, room * sizeof *grown);
            if (grown == NULL) {
                ul_spot_series_clear(series);
                return ul_no_memory();
            }
            series->price = grown;
        }
        series->price[series->n++] = (ul_spot_price){time_s, up ? 0.3 : 1.5};
        if (time_s == days * 86400)
            return UL_OK;
        time_s = fmin(days * 86400, time_s + ul_rng_exponential(rng, up ? up_s : down_s));
    }
}

void ul_spot_series_clear(ul_spot_series *series)
{
    free(series->price);
    series->price = NULL;
    series->n = 0;
}

ul_spot_summary ul_spot_series_summary(const ul_spot_series *series, double from_s, double to_s)
{
    ul_spot_summary sum = {0};
    bool was_up = false;
    for (size_t q = 0; q + 1 < series->n; q++) {
        const double start = series->price[q].time_s > from_s ? series->price[q].time_s : from_s;
        const double next = series->price[q + 1].time_s;
        const double length = (next < to_s ? next : to_s) - start;
        if (length <= 0)
            continue;
        const bool up = series->price[q].price <= series->on_demand_price;
        sum.revocations += was_up && !up;
        was_up = up;
        *(up ? &sum.up_s : &sum.down_s) += length;
        sum.price += up ? series->price[q].price * length : 0;
    }
    sum.price = sum.up_s > 0 ? sum.price / sum.up_s : 0;
    sum.mean_up_s = sum.up_s / (double)(sum.revocations > 0 ? sum.revocations : 1);
    return sum;
}

void ul_spot_series_sample(const ul_spot_series *series, double from_s, double step_s, size_t n,
                           double *up)
{
    size_t at = 0;
    for (size_t q = 0; q < n; q++) {
        const double time_s = from_s + (double)q * step_s;
        while (at + 1 < series->n && series->price[at + 1].time_s <= time_s)
            at++;
        up[q] = series->price[at].price <= series->on_demand_price;
    }
}
