/* Reads a schedule instance: types and how they come, are billed and run out; jobs
 * with their tasks, work and moves; how neighbours slow each other down.
 *
 * O(bytes of the file). Records that speak of a job follow its job record.
 */
#include "schedule_fields.h"

#include <string.h>

static void read_resources(check *c, const check_row *row, check_schedule *s)
{
    if (s->resource.n > 0)
        check_refuse(c, row, 0, "there is a second resource record");
    if (row->n < 2 || row->n > CHECK_SCHEDULE_RESOURCES_MAX + 1)
        check_refuse(c, row, 1, "a resource record names 1 to %d resources",
                     CHECK_SCHEDULE_RESOURCES_MAX);
    for (size_t q = 1; q < row->n; q++)
        check_field_new(c, row, q, "resource", &s->resource);
}

static void read_stretch(check *c, const check_row *row, check_schedule *s)
{
    check_expect(c, row, 2, "stretch,RESOURCE");
    const size_t r = check_field_find(&s->resource, &row->field[1]);
    if (r == CHECK_NOT_FOUND)
        check_refuse(c, row, 1, "resource '%.80s' is not named above this record",
                     row->field[1].text);
    if (s->stretch > 0)
        check_refuse(c, row, 0, "there is a second stretch record");
    s->stretch = r + 1;
}

static void read_throughput(check *c, const check_row *row, check_schedule *s)
{
    bool added;
    check_expect(c, row, 4, "throughput,WORKLOAD,BESIDE,VALUE");
    for (size_t q = 1; q <= 2; q++)
        if (row->field[q].length == 0 || strchr(row->field[q].text, '[') != NULL)
            check_refuse(c, row, q, "a workload's name is empty, or more than what is before '['");
    s->pairs = check_grow(c, s->pairs, s->n_pairs, &s->pair_room, sizeof *s->pairs);
    struct pair *pair = &s->pairs[s->n_pairs++];
    const check_micro value = check_decimal(c, row, 3, "the throughput");
    if (value == 0 || value > CHECK_SECOND)
        check_refuse(c, row, 3, "a throughput is above 0 and at most 1");
    pair->workload = check_is(row, 1, "*") ? CHECK_NOT_FOUND
                                           : check_field_workload(c, &row->field[1], &s->workload);
    pair->beside = check_is(row, 2, "*") ? CHECK_NOT_FOUND
                                         : check_field_workload(c, &row->field[2], &s->workload);
    pair->rate = (uint32_t)value;
    size_t *key = check_alloc(c, 2, sizeof *key);
    key[0] = pair->workload;
    key[1] = pair->beside;
    check_names_add(c, &s->pair_key, (const char *)key, 2 * sizeof *key, &added);
    if (!added)
        check_refuse(c, row, 1, "the throughput of '%.80s' beside '%.80s' is given twice",
                     row->field[1].text, row->field[2].text);
}

/* The rate of each workload beside each: the recorded pair, else (w,*), else (*,v),
 * else (*,*), else 1. The last row and column are jobs without a workload. */
static void fill_rates(check *c, check_schedule *s)
{
    const size_t n = s->workload.n + 1;
    if (s->n_pairs == 0)
        return;
    s->rate = check_alloc(c, n, n * sizeof *s->rate);
    check_spend(c, n * n); /* which memory is there for */
    for (size_t q = 0; q < n * n; q++)
        s->rate[q] = CHECK_SECOND;
    for (int stars = 2; stars >= -1; stars--) { /* the more special, the later */
        for (size_t q = 0; q < s->n_pairs; q++) {
            const bool any_w = s->pairs[q].workload == CHECK_NOT_FOUND;
            const bool any_v = s->pairs[q].beside == CHECK_NOT_FOUND;
            const int rank = any_w && any_v ? 2 : any_w ? 1 : any_v ? 0 : -1;
            if (rank != stars)
                continue;
            check_spend(c, (any_w ? n : 1) * (any_v ? n : 1));
            for (size_t w = any_w ? 0 : s->pairs[q].workload; w < n; w += any_w ? 1 : n)
                for (size_t v = any_v ? 0 : s->pairs[q].beside; v < n; v += any_v ? 1 : n)
                    s->rate[w * n + v] = s->pairs[q].rate;
        }
    }
}

/* A record that only says what policies are told or when they are asked. */
static bool is_for_policies(const check_row *row)
{
    return check_is(row, 0, "estimate") || check_is(row, 0, "round") || check_is(row, 0, "cutoff")
           || check_is(row, 0, "recorded");
}

static void read_cut_off(check *c, const check_row *row, check_schedule *s)
{
    check_expect(c, row, 2, "cut-off,kept|lost");
    if (s->has_cut_off)
        check_refuse(c, row, 0, "what becomes of work that is cut off is given twice");
    s->has_cut_off = true;
    s->loses_work = check_is(row, 1, "lost");
    if (!s->loses_work && !check_is(row, 1, "kept"))
        check_refuse(c, row, 1, "'%.40s' is neither kept nor lost", row->field[1].text);
}

static const struct {
    const char *tag;
    void (*read)(check *c, const check_row *row, check_schedule *s);
} reader[] = {
    {"job", check_read_job},             {"tasks", check_read_tasks},
    {"demand", check_read_demand},       {"moving", check_read_moving},
    {"iterations", check_read_iterations}, {"throughput", read_throughput},
    {"resource", read_resources},        {"stretch", read_stretch},
    {"type", check_read_type},           {"billing", check_read_billing},
    {"sustained", check_read_sustained}, {"startup", check_read_startup},
    {"price", check_read_price},         {"supply", check_read_supply},
    {"service", check_read_service},     {"boot", check_read_boot},
    {"cut-off", read_cut_off},
};

static void read_record(check *c, const check_row *row, check_schedule *s)
{
    const size_t n = sizeof reader / sizeof *reader;
    size_t q = 0;
    while (q < n && !check_is(row, 0, reader[q].tag))
        q++;
    if (q == n)
        check_refuse(c, row, 0, "record '%.40s' is not known", row->field[0].text);
    if (s->resource.n == 0
        && (reader[q].read == check_read_type || reader[q].read == check_read_job))
        check_refuse(c, row, 0, "resources must be named before types and jobs");
    reader[q].read(c, row, s);
}

void check_schedule_read(check *c, check_file *file, check_schedule *s)
{
    check_row row = {.file = file->name, .line = 1};
    size_t works = 0; /* of the last job so far */
    *s = (check_schedule){.unit = CHECK_SECOND};
    while (check_next(c, file, &row)) {
        if (check_is(&row, 0, "name")) {
            check_instance_name(c, &row, &s->name);
        } else if (check_is(&row, 0, "work")) {
            check_read_work(c, &row, s, &works);
        } else if (!is_for_policies(&row)) {
            if (check_is(&row, 0, "job")) {
                check_job_works(c, &row, s, works);
                works = 0;
            }
            read_record(c, &row, s);
        }
    }
    check_job_works(c, &row, s, works);
    if (s->name == NULL || s->type.n == 0 || s->job.n == 0)
        check_refuse(c, &row, 0, "the instance lacks a name, a type or a job");
    for (size_t j = 0; s->stretch > 0 && j < s->job.n; j++)
        if (s->jobs[j].gang && s->jobs[j].n > 1)
            check_refuse(c, &row, 0, "where tasks stretch there are no gangs");
    for (size_t k = 0; k < s->type.n; k++)
        check_type_services(c, &row, s, k);
    fill_rates(c, s);
}
