/* Reads the schedule format, one record at a time, in file order. */
#include <string.h>

#include "schedule.h"

typedef ul_status (*record_fn)(ul_schedule_builder *b, const ul_csv_row *row);

/* The vector of resource amounts that ends a record. */
static ul_status read_vector(const ul_schedule_builder *b, const ul_csv_row *row, size_t first,
                             const char *what, ul_micro vector[UL_SCHEDULE_RESOURCES_MAX])
{
    for (size_t r = 0; r < ul_schedule_builder_resources(b); r++)
        UL_TRY(ul_csv_micro(row, first + r, what, &vector[r]));
    return UL_OK;
}

static ul_status read_name(ul_schedule_builder *b, const ul_csv_row *row)
{
    UL_TRY(ul_csv_expect(row, 2, "name,NAME"));
    return ul_csv_at(row, 1, ul_schedule_set_name(b, row->field[1].text));
}

static ul_status read_resource(ul_schedule_builder *b, const ul_csv_row *row)
{
    if (row->n < 2)
        return ul_csv_fail(row, 1, "a resource record names at least one resource");
    if (ul_schedule_builder_resources(b) > 0)
        return ul_csv_fail(row, 0, "there is a second resource record; name all resources in one");
    for (size_t q = 1; q < row->n; q++)
        UL_TRY(ul_csv_at(row, q, ul_schedule_add_resource(b, row->field[q].text)));
    return UL_OK;
}

static ul_status read_round(ul_schedule_builder *b, const ul_csv_row *row)
{
    ul_micro seconds;
    UL_TRY(ul_csv_expect(row, 2, "round,SECONDS"));
    UL_TRY(ul_csv_micro(row, 1, "the length of a round", &seconds));
    return ul_csv_at(row, 1, ul_schedule_set_round(b, seconds));
}

static ul_status read_cutoff(ul_schedule_builder *b, const ul_csv_row *row)
{
    ul_micro seconds;
    UL_TRY(ul_csv_expect(row, 2, "cutoff,SECONDS"));
    UL_TRY(ul_csv_micro(row, 1, "the cutoff", &seconds));
    return ul_csv_at(row, 1, ul_schedule_set_cutoff(b, seconds));
}

static ul_status read_cut_off(ul_schedule_builder *b, const ul_csv_row *row)
{
    UL_TRY(ul_csv_expect(row, 2, "cut-off,kept or cut-off,lost"));
    const bool kept = strcmp(row->field[1].text, "kept") == 0;
    if (!kept && strcmp(row->field[1].text, "lost") != 0)
        return ul_csv_fail(row, 1, "the work of a stay that is cut off is kept or lost, not '%.40s'",
                           row->field[1].text);
    return ul_csv_at(row, 0, ul_schedule_set_keeps_work(b, kept));
}

static ul_status read_billing(ul_schedule_builder *b, const ul_csv_row *row)
{
    ul_micro unit_s, least_s;
    if (row->n != 4)
        UL_TRY(ul_csv_expect(row, 3, "billing,UNIT_S,LEAST_S or billing,UNIT_S,LEAST_S,TYPE"));
    UL_TRY(ul_csv_micro(row, 1, "the unit of billing", &unit_s));
    UL_TRY(ul_csv_micro(row, 2, "the least time billed", &least_s));
    return ul_csv_at(row, 0, ul_schedule_set_billing(b, row->n == 4 ? row->field[3].text : NULL,
                                                     unit_s, least_s));
}

static ul_status read_sustained(ul_schedule_builder *b, const ul_csv_row *row)
{
    ul_micro period_s, share[UL_SCHEDULE_SHARES_MAX];
    if (row->n < 4 || row->n > 3 + UL_SCHEDULE_SHARES_MAX)
        UL_TRY(ul_csv_expect(row, 4, "sustained,TYPE,PERIOD_S,SHARE..."));
    UL_TRY(ul_csv_micro(row, 2, "the period", &period_s));
    for (size_t q = 3; q < row->n; q++)
        UL_TRY(ul_csv_micro(row, q, "the share", &share[q - 3]));
    return ul_csv_at(row, 1, ul_schedule_set_sustained(b, row->field[1].text, period_s, share,
                                                       row->n - 3));
}

static ul_status read_type(ul_schedule_builder *b, const ul_csv_row *row)
{
    ul_micro price, capacity[UL_SCHEDULE_RESOURCES_MAX];
    UL_TRY(ul_csv_expect(row, 4 + ul_schedule_builder_resources(b),
                         "type,NAME,FAMILY,PRICE_PER_HOUR,CAPACITY of each resource"));
    UL_TRY(ul_csv_micro(row, 3, "the price", &price));
    UL_TRY(read_vector(b, row, 4, "the capacity", capacity));
    return ul_csv_at(row, 1, ul_schedule_add_type(b, row->field[1].text, row->field[2].text, price,
                                                  capacity));
}

static ul_status read_startup(ul_schedule_builder *b, const ul_csv_row *row)
{
    ul_micro billed_s, usable_s, gone_s, at_most_s;
    if (row->n != 6)
        UL_TRY(ul_csv_expect(row, 5, "startup,TYPE,BILLED_AFTER_S,USABLE_AFTER_THAT_S,"
                                     "GONE_AFTER_S, perhaps USABLE_AT_MOST_S"));
    UL_TRY(ul_csv_micro(row, 2, "the time until billing", &billed_s));
    UL_TRY(ul_csv_micro(row, 3, "the time until use", &usable_s));
    UL_TRY(ul_csv_micro(row, 4, "the time until it is gone", &gone_s));
    at_most_s = usable_s;
    if (row->n == 6)
        UL_TRY(ul_csv_micro(row, 5, "the longest time until use", &at_most_s));
    return ul_csv_at(row, 1, ul_schedule_set_startup(b, row->field[1].text, billed_s, usable_s,
                                                     gone_s, at_most_s));
}

static ul_status read_boot(ul_schedule_builder *b, const ul_csv_row *row)
{
    uint64_t count;
    ul_micro seconds;
    UL_TRY(ul_csv_expect(row, 3, "boot,COUNT,SECONDS"));
    UL_TRY(ul_csv_count(row, 1, "the number of machines", UINT32_MAX, &count));
    UL_TRY(ul_csv_micro(row, 2, "the time until use", &seconds));
    return ul_csv_at(row, 1, ul_schedule_add_boot(b, count, seconds));
}

static ul_status read_price(ul_schedule_builder *b, const ul_csv_row *row)
{
    ul_micro from_s, price;
    UL_TRY(ul_csv_expect(row, 4, "price,TYPE,FROM_S,PRICE_PER_HOUR"));
    UL_TRY(ul_csv_micro(row, 2, "the second from which it holds", &from_s));
    UL_TRY(ul_csv_micro(row, 3, "the price", &price));
    return ul_csv_at(row, 1, ul_schedule_add_price(b, row->field[1].text, from_s, price));
}

typedef ul_status (*span_fn)(ul_schedule_builder *b, const char *type, uint64_t count,
                             ul_micro from_s, ul_micro to_s);

static ul_status read_span(ul_schedule_builder *b, const ul_csv_row *row, span_fn add)
{
    uint64_t count;
    ul_micro from_s, to_s;
    UL_TRY(ul_csv_count(row, 2, "the number of machines", UINT32_MAX, &count));
    UL_TRY(ul_csv_micro(row, 3, "the second from which it holds", &from_s));
    UL_TRY(ul_csv_micro(row, 4, "the second until which it holds", &to_s));
    return ul_csv_at(row, 1, add(b, row->field[1].text, count, from_s, to_s));
}

static ul_status read_supply(ul_schedule_builder *b, const ul_csv_row *row)
{
    UL_TRY(ul_csv_expect(row, 5, "supply,TYPE,COUNT,FROM_S,TO_S"));
    return read_span(b, row, ul_schedule_add_supply);
}

static ul_status read_service(ul_schedule_builder *b, const ul_csv_row *row)
{
    UL_TRY(ul_csv_expect(row, 5, "service,TYPE,COUNT,FROM_S,TO_S"));
    return read_span(b, row, ul_schedule_add_service);
}

static ul_status read_stretch(ul_schedule_builder *b, const ul_csv_row *row)
{
    UL_TRY(ul_csv_expect(row, 2, "stretch,RESOURCE"));
    return ul_csv_at(row, 1, ul_schedule_set_stretch(b, row->field[1].text));
}

static ul_status read_job(ul_schedule_builder *b, const ul_csv_row *row)
{
    ul_micro demand[UL_SCHEDULE_RESOURCES_MAX];
    ul_schedule_job_facts facts = {.demand = demand};
    UL_TRY(ul_csv_expect(row, 7 + ul_schedule_builder_resources(b),
                         "job,NAME,ARRIVAL_S,TASKS,WORKLOAD,WORK_S,gang or free,DEMAND of each "
                         "resource"));
    UL_TRY(ul_csv_micro(row, 2, "the arrival", &facts.arrival_s));
    UL_TRY(ul_csv_count(row, 3, "the number of tasks", UL_SCHEDULE_TASKS_MAX, &facts.tasks));
    UL_TRY(ul_csv_micro(row, 5, "the work", &facts.work_s));
    facts.gang = strcmp(row->field[6].text, "gang") == 0;
    if (!facts.gang && strcmp(row->field[6].text, "free") != 0)
        return ul_csv_fail(row, 6, "the tasks of a job are a gang or free, not '%.40s'",
                           row->field[6].text);
    UL_TRY(read_vector(b, row, 7, "the demand", demand));
    facts.name = row->field[1].text;
    facts.workload = row->field[4].text;
    return ul_csv_at(row, 1, ul_schedule_add_job(b, &facts));
}

/* The records that speak of a job name it, and it is the one above them. */
static ul_status expect_job(const ul_schedule_builder *b, const ul_csv_row *row)
{
    const char *job = ul_schedule_builder_job(b);
    if (job == NULL)
        return ul_csv_fail(row, 1, "job '%.80s' is not defined above this record",
                           row->field[1].text);
    return strcmp(job, row->field[1].text) == 0
               ? UL_OK
               : ul_csv_fail(row, 1, "the record speaks of job '%.80s' but stands after job "
                                     "'%.80s'; it must follow its own", row->field[1].text, job);
}

static ul_status read_tasks(ul_schedule_builder *b, const ul_csv_row *row)
{
    ul_micro arrival_s, work_s, demand[UL_SCHEDULE_RESOURCES_MAX];
    uint64_t tasks;
    UL_TRY(ul_csv_expect(row, 5 + ul_schedule_builder_resources(b),
                         "tasks,JOB,ARRIVAL_S,TASKS,WORK_S,DEMAND of each resource"));
    UL_TRY(expect_job(b, row));
    UL_TRY(ul_csv_micro(row, 2, "the arrival", &arrival_s));
    UL_TRY(ul_csv_count(row, 3, "the number of tasks", UL_SCHEDULE_TASKS_MAX, &tasks));
    UL_TRY(ul_csv_micro(row, 4, "the work", &work_s));
    UL_TRY(read_vector(b, row, 5, "the demand", demand));
    return ul_csv_at(row, 2, ul_schedule_add_tasks(b, arrival_s, tasks, work_s, demand));
}

/* A list of seconds, any number of them to a record. */
static ul_status read_list(ul_schedule_builder *b, const ul_csv_row *row, const char *what,
                           ul_status (*add)(ul_schedule_builder *b, const ul_micro *s, size_t n))
{
    if (row->n < 3)
        return ul_csv_fail(row, row->n, "expected %s,JOB,SECONDS...", row->field[0].text);
    UL_TRY(expect_job(b, row));
    for (size_t q = 2; q < row->n; q++) {
        ul_micro seconds;
        UL_TRY(ul_csv_micro(row, q, what, &seconds));
        UL_TRY(ul_csv_at(row, q, add(b, &seconds, 1)));
    }
    return UL_OK;
}

static ul_status read_work(ul_schedule_builder *b, const ul_csv_row *row)
{
    return read_list(b, row, "the work", ul_schedule_add_work);
}

static ul_status read_estimate(ul_schedule_builder *b, const ul_csv_row *row)
{
    return read_list(b, row, "the estimate", ul_schedule_add_estimate);
}

static ul_status read_demand(ul_schedule_builder *b, const ul_csv_row *row)
{
    ul_micro demand[UL_SCHEDULE_RESOURCES_MAX];
    UL_TRY(ul_csv_expect(row, 3 + ul_schedule_builder_resources(b),
                         "demand,JOB,FAMILY,DEMAND of each resource"));
    UL_TRY(expect_job(b, row));
    UL_TRY(read_vector(b, row, 3, "the demand", demand));
    return ul_csv_at(row, 2, ul_schedule_add_demand(b, row->field[2].text, demand));
}

static ul_status read_iterations(ul_schedule_builder *b, const ul_csv_row *row)
{
    double number;
    UL_TRY(ul_csv_expect(row, 4, "iterations,JOB,TOTAL,PER_SECOND"));
    UL_TRY(expect_job(b, row));
    UL_TRY(ul_csv_real(row, 2, "the number of iterations", 0, 1e18, &number));
    UL_TRY(ul_csv_real(row, 3, "their rate", 0, 1e18, &number));
    return ul_csv_at(row, 2,
                     ul_schedule_set_iterations(b, row->field[2].text, row->field[3].text));
}

static ul_status read_moving(ul_schedule_builder *b, const ul_csv_row *row)
{
    ul_micro delay[5];
    if (row->n != 8)
        UL_TRY(ul_csv_expect(row, 7, "moving,JOB,FETCH_S,BUILD_S,INIT_S,KILL_S,UPLOAD_S, perhaps "
                                     "IMAGE"));
    UL_TRY(expect_job(b, row));
    for (size_t q = 0; q < 5; q++)
        UL_TRY(ul_csv_micro(row, 2 + q, "a delay of moving", &delay[q]));
    if (row->n == 8 && row->field[7].length == 0)
        return ul_csv_fail(row, 7, "the image's name is empty; leave the field out");
    return ul_csv_at(row, 2, ul_schedule_set_moving(b, delay[0], delay[1], delay[2], delay[3],
                                                    delay[4],
                                                    row->n == 8 ? row->field[7].text : NULL));
}

static ul_status read_recorded(ul_schedule_builder *b, const ul_csv_row *row)
{
    ul_micro recorded_s;
    UL_TRY(ul_csv_expect(row, 3, "recorded,JOB,SECONDS"));
    UL_TRY(expect_job(b, row));
    UL_TRY(ul_csv_micro(row, 2, "the recorded time", &recorded_s));
    return ul_csv_at(row, 2, ul_schedule_set_recorded(b, recorded_s));
}

static ul_status read_throughput(ul_schedule_builder *b, const ul_csv_row *row)
{
    ul_micro value;
    UL_TRY(ul_csv_expect(row, 4, "throughput,WORKLOAD,BESIDE,VALUE"));
    UL_TRY(ul_csv_micro(row, 3, "the throughput", &value));
    return ul_csv_at(row, 3, ul_schedule_add_throughput(b, row->field[1].text, row->field[2].text,
                                                        value));
}

static const struct {
    const char *tag;
    record_fn fn;
} record[] = {
    {"job", read_job},           {"work", read_work},         {"estimate", read_estimate},
    {"tasks", read_tasks},       {"demand", read_demand},     {"iterations", read_iterations},
    {"moving", read_moving},     {"price", read_price},       {"supply", read_supply},
    {"type", read_type},         {"startup", read_startup},   {"throughput", read_throughput},
    {"name", read_name},         {"resource", read_resource}, {"round", read_round},
    {"cutoff", read_cutoff},     {"billing", read_billing},   {"cut-off", read_cut_off},
    {"boot", read_boot},         {"service", read_service},   {"stretch", read_stretch},
    {"recorded", read_recorded}, {"sustained", read_sustained},
};

ul_status ul_schedule_reader_row(void *reader, const ul_csv_row *row)
{
    ul_schedule_builder_at(reader, row->line);
    for (size_t q = 0; q < sizeof record / sizeof *record; q++)
        if (strcmp(row->field[0].text, record[q].tag) == 0)
            return record[q].fn(reader, row);
    return ul_csv_fail(row, 0, "record '%.40s' is not known; expected name, resource, round, "
                               "cutoff, cut-off, stretch, billing, sustained, type, startup, boot, "
                               "price, supply, service, job, tasks, work, demand, estimate, "
                               "iterations, moving, recorded or throughput", row->field[0].text);
}
