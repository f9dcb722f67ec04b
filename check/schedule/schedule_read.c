/* Reads a schedule instance: types and how they come, are billed and run out; jobs
 * with their tasks, work and moves; how neighbours slow each other down.
 *
 * O(bytes of the file). Records that speak of a job follow its job record.
 */
#include "schedule.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static size_t find(const check_names *names, const check_field *field)
{
    return check_names_find(names, field->text, field->length);
}

/* A name that must be new; its index. */
static size_t add_unique(check *c, const check_row *row, size_t field, const char *what,
                         check_names *names)
{
    bool added;
    const char *name = check_name(c, row, field, what);
    const size_t index = check_names_add(c, names, name, row->field[field].length, &added);
    if (!added)
        check_refuse(c, row, field, "%s '%.80s' is named twice", what, name);
    return index;
}

static check_micro read_seconds(check *c, const check_row *row, size_t field, const char *what)
{
    const check_micro seconds = check_decimal(c, row, field, what);
    if (seconds > CHECK_SECONDS_MAX)
        check_refuse(c, row, field, "%s is beyond %lld seconds", what,
                     (long long)(CHECK_SECONDS_MAX / CHECK_SECOND));
    return seconds;
}

static double read_real(check *c, const check_row *row, size_t field, const char *what, double low)
{
    const check_field *f = &row->field[field];
    char *end;
    const double value = strtod(f->text, &end);
    if (f->length == 0 || strspn(f->text, "0123456789.eE+-") != f->length || *end != '\0'
        || !(value >= low && value < 1e300))
        check_refuse(c, row, field, "%s '%.40s' is not a number from %g", what, f->text, low);
    return value;
}

static void read_vector(check *c, const check_row *row, size_t first, const char *what,
                        const check_schedule *s, check_micro *to)
{
    for (size_t r = 0; r < s->resource.n; r++)
        to[r] = check_decimal(c, row, first + r, what);
}

static void read_resources(check *c, const check_row *row, check_schedule *s)
{
    if (s->resource.n > 0)
        check_refuse(c, row, 0, "there is a second resource record");
    if (row->n < 2 || row->n > CHECK_SCHEDULE_RESOURCES_MAX + 1)
        check_refuse(c, row, 1, "a resource record names 1 to %d resources",
                     CHECK_SCHEDULE_RESOURCES_MAX);
    for (size_t q = 1; q < row->n; q++)
        add_unique(c, row, q, "resource", &s->resource);
}

static check_micro read_dollars(check *c, const check_row *row, size_t field)
{
    const check_micro price = check_decimal(c, row, field, "the price");
    if (price > CHECK_PRICE_MAX)
        check_refuse(c, row, field, "the price is above a million dollars an hour");
    return price;
}

static void read_type(check *c, const check_row *row, check_schedule *s)
{
    bool added;
    check_expect(c, row, 4 + s->resource.n, "type,NAME,FAMILY,PRICE_PER_HOUR,CAPACITY...");
    const size_t k = add_unique(c, row, 1, "type", &s->type);
    s->types = check_grow(c, s->types, k, &s->type_room, sizeof *s->types);
    s->capacity = check_grow(c, s->capacity, k, &s->capacity_room,
                             s->resource.n * sizeof *s->capacity);
    const char *family = check_name(c, row, 2, "family");
    s->types[k] = (check_machine_type){
        .family = check_names_add(c, &s->family, family, row->field[2].length, &added),
        .price = read_dollars(c, row, 3),
    };
    read_vector(c, row, 4, "the capacity", s, s->capacity + k * s->resource.n);
}

static check_machine_type *type_of(check *c, const check_row *row, size_t field,
                                   const check_schedule *s)
{
    const size_t k = find(&s->type, &row->field[field]);
    if (k == CHECK_NOT_FOUND)
        check_refuse(c, row, field, "type '%.80s' is not defined above this record",
                     row->field[field].text);
    return &s->types[k];
}

static void read_billing(check *c, const check_row *row, check_schedule *s)
{
    if (row->n != 4)
        check_expect(c, row, 3, "billing,UNIT_S,LEAST_S[,TYPE]");
    const check_micro unit = read_seconds(c, row, 1, "the unit");
    const check_micro least = read_seconds(c, row, 2, "the least billed time");
    if (row->n == 3) {
        s->unit = unit;
        s->least = least;
        return;
    }
    check_machine_type *type = type_of(c, row, 3, s);
    type->has_billing = true;
    type->unit = unit;
    type->least = least;
}

static void read_sustained(check *c, const check_row *row, check_schedule *s)
{
    if (row->n < 4 || row->n > 3 + CHECK_SHARES_MAX)
        check_expect(c, row, 4, "sustained,TYPE,PERIOD_S,SHARE...");
    check_machine_type *type = type_of(c, row, 1, s);
    type->period = read_seconds(c, row, 2, "the period");
    if (type->period < CHECK_PERIOD_LEAST)
        check_refuse(c, row, 2, "the period of a discount is a day at least");
    if (type->n_shares > 0)
        check_refuse(c, row, 1, "the discount of a type is given once");
    if (type->n_steps > 0)
        check_refuse(c, row, 1, "a price that moves has no sustained-use discount");
    for (size_t q = 3; q < row->n; q++) {
        type->share[type->n_shares] = check_decimal(c, row, q, "the share");
        if (type->share[type->n_shares++] > CHECK_SECOND)
            check_refuse(c, row, q, "a share of the price is at most 1");
    }
    if (type->period % (check_micro)type->n_shares != 0)
        check_refuse(c, row, 2, "the parts of the period are whole microseconds");
}

static void read_startup(check *c, const check_row *row, check_schedule *s)
{
    if (row->n != 6)
        check_expect(c, row, 5, "startup,TYPE,BILLED_AFTER_S,USABLE_AFTER_THAT_S,GONE_AFTER_S"
                                "[,USABLE_AT_MOST_S]");
    check_machine_type *type = type_of(c, row, 1, s);
    type->billed_after = read_seconds(c, row, 2, "the time until billing");
    type->usable_after = read_seconds(c, row, 3, "the time until use");
    type->gone_after = read_seconds(c, row, 4, "the time until it is gone");
    type->usable_at_most = row->n == 6 ? read_seconds(c, row, 5, "the longest time until use")
                                       : type->usable_after;
    if (type->usable_at_most < type->usable_after)
        check_refuse(c, row, 5, "the longest time until use is below the shortest");
}

static void read_price(check *c, const check_row *row, check_schedule *s)
{
    check_expect(c, row, 4, "price,TYPE,FROM_S,PRICE_PER_HOUR");
    check_machine_type *type = type_of(c, row, 1, s);
    if (type->n_shares > 0)
        check_refuse(c, row, 1, "a price that moves has no sustained-use discount");
    type->step = check_grow(c, type->step, type->n_steps, &type->step_room, sizeof *type->step);
    const check_price_step step = {read_seconds(c, row, 2, "the second"),
                                   read_dollars(c, row, 3)};
    if (type->n_steps > 0 && step.from <= type->step[type->n_steps - 1].from)
        check_refuse(c, row, 2, "prices of a type come in ascending seconds");
    type->step[type->n_steps++] = step;
}

static check_supply read_span(check *c, const check_row *row)
{
    const check_supply supply = {
        .count = check_from_zero(c, row, 2, "the number of machines", UINT32_MAX),
        .from = read_seconds(c, row, 3, "the first second"),
        .to = read_seconds(c, row, 4, "the last second"),
    };
    if (supply.to < supply.from)
        check_refuse(c, row, 4, "the %s ends before it begins", row->field[0].text);
    return supply;
}

static void read_supply(check *c, const check_row *row, check_schedule *s)
{
    check_expect(c, row, 5, "supply,TYPE,COUNT,FROM_S,TO_S");
    check_machine_type *type = type_of(c, row, 1, s);
    type->supply = check_grow(c, type->supply, type->n_supplies, &type->supply_room,
                              sizeof *type->supply);
    type->supply[type->n_supplies++] = read_span(c, row);
}

static void read_service(check *c, const check_row *row, check_schedule *s)
{
    check_expect(c, row, 5, "service,TYPE,COUNT,FROM_S,TO_S");
    check_machine_type *type = type_of(c, row, 1, s);
    type->service = check_grow(c, type->service, type->n_services, &type->service_room,
                               sizeof *type->service);
    type->service[type->n_services++] = read_span(c, row);
}

static void read_stretch(check *c, const check_row *row, check_schedule *s)
{
    check_expect(c, row, 2, "stretch,RESOURCE");
    const size_t r = find(&s->resource, &row->field[1]);
    if (r == CHECK_NOT_FOUND)
        check_refuse(c, row, 1, "resource '%.80s' is not named above this record",
                     row->field[1].text);
    if (s->stretch > 0)
        check_refuse(c, row, 0, "there is a second stretch record");
    s->stretch = r + 1;
}

static void read_boot(check *c, const check_row *row, check_schedule *s)
{
    check_expect(c, row, 3, "boot,COUNT,SECONDS");
    s->boots = check_grow(c, s->boots, s->n_boots, &s->boot_room, sizeof *s->boots);
    s->boots[s->n_boots] = (struct boot){check_count(c, row, 1, "the number of machines",
                                                     UINT32_MAX),
                                         read_seconds(c, row, 2, "the time until use")};
    if (s->n_boots > 0
        && (s->boots[s->n_boots].count <= s->boots[s->n_boots - 1].count
            || s->boots[s->n_boots].seconds < s->boots[s->n_boots - 1].seconds))
        check_refuse(c, row, 1, "boot records come in ascending counts and times");
    /* Between two records the time is rounded to a second, so it only ascends with whole ones. */
    if (s->boots[s->n_boots].seconds % CHECK_SECOND != 0)
        check_refuse(c, row, 2, "the time until use of a request is in whole seconds");
    s->n_boots++;
}

check_micro check_schedule_boot(const check_schedule *s, uint64_t count)
{
    size_t q = 0;
    while (q < s->n_boots && s->boots[q].count < count)
        q++;
    if (q == s->n_boots)
        return s->boots[q - 1].seconds;
    if (q == 0 || s->boots[q].count == count)
        return s->boots[q].seconds;
    const struct boot *a = &s->boots[q - 1], *b = &s->boots[q];
    const double share = log2((double)count / (double)a->count)
                         / log2((double)b->count / (double)a->count);
    const double seconds = (double)a->seconds + (double)(b->seconds - a->seconds) * share;
    return (check_micro)floor(seconds / (double)CHECK_SECOND + 0.5) * CHECK_SECOND;
}

/* The part of a workload's name before its variant: "resnet18" of "resnet18[3]". */
static size_t base_of(check *c, const check_field *name, check_names *workload)
{
    bool added;
    const char *bracket = memchr(name->text, '[', name->length);
    const size_t length = bracket == NULL ? name->length : (size_t)(bracket - name->text);
    return name->length == 0 ? CHECK_NOT_FOUND
                             : check_names_add(c, workload, name->text, length, &added);
}

static void add_tasks(check *c, const check_row *row, check_schedule *s, uint64_t n,
                      check_micro arrival, check_micro work, size_t first_demand)
{
    if (s->n_tasks + n > CHECK_TASKS_MAX)
        check_refuse(c, row, 0, "there are more than %llu tasks",
                     (unsigned long long)CHECK_TASKS_MAX);
    s->demand = check_grow(c, s->demand, s->n_demands, &s->demand_room,
                           s->resource.n * sizeof *s->demand);
    read_vector(c, row, first_demand, "the demand", s, s->demand + s->n_demands * s->resource.n);
    for (uint64_t q = 0; q < n; q++) {
        s->tasks = check_grow(c, s->tasks, s->n_tasks, &s->task_room, sizeof *s->tasks);
        s->tasks[s->n_tasks++] = (check_task){.job = (uint32_t)(s->job.n - 1),
                                              .demand = (uint32_t)s->n_demands,
                                              .arrival = arrival, .work = work};
    }
    s->n_demands++;
    s->jobs[s->job.n - 1].n += n;
}

static void read_job(check *c, const check_row *row, check_schedule *s)
{
    check_expect(c, row, 7 + s->resource.n,
                 "job,NAME,ARRIVAL_S,TASKS,WORKLOAD,WORK_S,gang|free,DEMAND...");
    const size_t j = add_unique(c, row, 1, "job", &s->job);
    s->jobs = check_grow(c, s->jobs, j, &s->job_room, sizeof *s->jobs);
    s->jobs[j] = (check_job){.first = s->n_tasks, .image = CHECK_NOT_FOUND,
                             .gang = check_is(row, 6, "gang"),
                             .workload = base_of(c, &row->field[4], &s->workload)};
    if (!s->jobs[j].gang && !check_is(row, 6, "free"))
        check_refuse(c, row, 6, "'%.40s' is neither gang nor free", row->field[6].text);
    const uint64_t n = check_count(c, row, 3, "the number of tasks", CHECK_TASKS_MAX);
    add_tasks(c, row, s, n, read_seconds(c, row, 2, "the arrival"),
              read_seconds(c, row, 5, "the work"), 7);
}

/* The job that a record after it speaks of: the one named last. */
static check_job *job_of(check *c, const check_row *row, check_schedule *s)
{
    if (row->n < 2 || s->job.n == 0 || find(&s->job, &row->field[1]) != s->job.n - 1)
        check_refuse(c, row, 1, "the record speaks of another job than the job record above it");
    return &s->jobs[s->job.n - 1];
}

static void read_tasks(check *c, const check_row *row, check_schedule *s)
{
    check_expect(c, row, 5 + s->resource.n, "tasks,JOB,ARRIVAL_S,TASKS,WORK_S,DEMAND...");
    job_of(c, row, s);
    const uint64_t n = check_count(c, row, 3, "the number of tasks", CHECK_TASKS_MAX);
    add_tasks(c, row, s, n, read_seconds(c, row, 2, "the arrival"),
              read_seconds(c, row, 4, "the work"), 5);
}

/* *given counts the works of this job so far: records go on where the last one ended. */
static void read_work(check *c, const check_row *row, check_schedule *s, size_t *given)
{
    const check_job *job = job_of(c, row, s);
    for (size_t q = 2; q < row->n; q++) {
        if (*given == job->n)
            check_refuse(c, row, q, "there are more works than tasks");
        s->tasks[job->first + (*given)++].work = read_seconds(c, row, q, "the work");
    }
}

/* Works are of all tasks of the last job, or of none. */
static void check_works(check *c, const check_row *row, const check_schedule *s, size_t given)
{
    if (given > 0 && given < s->jobs[s->job.n - 1].n)
        check_refuse(c, row, 0, "the job before this record has %zu works for %zu tasks", given,
                     (size_t)s->jobs[s->job.n - 1].n);
}

static void read_demand(check *c, const check_row *row, check_schedule *s)
{
    bool added;
    check_expect(c, row, 3 + s->resource.n, "demand,JOB,FAMILY,DEMAND...");
    check_job *job = job_of(c, row, s);
    const size_t f = find(&s->family, &row->field[2]);
    if (f == CHECK_NOT_FOUND)
        check_refuse(c, row, 2, "no type is of family '%.80s'", row->field[2].text);
    size_t *key = check_alloc(c, 2, sizeof *key);
    key[0] = s->job.n - 1;
    key[1] = f;
    const size_t q = check_names_add(c, &s->override, (const char *)key, 2 * sizeof *key, &added);
    if (!added)
        check_refuse(c, row, 1, "the demand of job '%.80s' on family '%.80s' is given twice",
                     row->field[1].text, row->field[2].text);
    s->override_demand = check_grow(c, s->override_demand, q, &s->override_room,
                                    s->resource.n * sizeof *s->override_demand);
    read_vector(c, row, 3, "the demand", s, s->override_demand + q * s->resource.n);
    job->overridden = true;
}

const check_micro *check_schedule_demand(const check_schedule *s, size_t task, size_t family)
{
    const size_t key[2] = {s->tasks[task].job, family};
    const size_t q = !s->jobs[key[0]].overridden
                         ? CHECK_NOT_FOUND
                         : check_names_find(&s->override, (const char *)key, sizeof key);
    return q == CHECK_NOT_FOUND ? s->demand + s->tasks[task].demand * s->resource.n
                                : s->override_demand + q * s->resource.n;
}

double check_schedule_speed(const check_schedule *s, size_t task, size_t type)
{
    if (s->stretch == 0)
        return 1;
    const check_micro *need = check_schedule_demand(s, task, s->types[type].family);
    const check_micro asked = need[s->stretch - 1];
    const check_micro has = s->capacity[type * s->resource.n + s->stretch - 1];
    return asked <= has ? 1 : (double)has / (double)asked;
}

static void read_moving(check *c, const check_row *row, check_schedule *s)
{
    bool added;
    if (row->n != 8)
        check_expect(c, row, 7, "moving,JOB,FETCH_S,BUILD_S,INIT_S,KILL_S,UPLOAD_S[,IMAGE]");
    check_job *job = job_of(c, row, s);
    job->fetch = read_seconds(c, row, 2, "the fetch time");
    job->build = read_seconds(c, row, 3, "the build time");
    job->init = read_seconds(c, row, 4, "the init time");
    read_seconds(c, row, 5, "the kill time");
    job->upload = read_seconds(c, row, 6, "the upload time");
    if (row->n == 8)
        job->image = check_names_add(c, &s->image, check_name(c, row, 7, "image"),
                                     row->field[7].length, &added);
}

static void read_iterations(check *c, const check_row *row, check_schedule *s)
{
    check_expect(c, row, 4, "iterations,JOB,TOTAL,PER_SECOND");
    check_job *job = job_of(c, row, s);
    job->iterations = read_real(c, row, 2, "the number of iterations", 0);
    job->per_second = read_real(c, row, 3, "the iterations a second", 1e-300);
}

static void read_throughput(check *c, const check_row *row, check_schedule *s)
{
    bool added;
    check_expect(c, row, 4, "throughput,WORKLOAD,BESIDE,VALUE");
    s->pairs = check_grow(c, s->pairs, s->n_pairs, &s->pair_room, sizeof *s->pairs);
    struct pair *pair = &s->pairs[s->n_pairs++];
    const check_micro value = check_decimal(c, row, 3, "the throughput");
    if (value == 0 || value > CHECK_SECOND) /* powers of more than 1 would leave the doubles */
        check_refuse(c, row, 3, "a throughput is above 0 and at most 1");
    pair->workload = check_is(row, 1, "*") ? CHECK_NOT_FOUND
                                           : base_of(c, &row->field[1], &s->workload);
    pair->beside = check_is(row, 2, "*") ? CHECK_NOT_FOUND
                                         : base_of(c, &row->field[2], &s->workload);
    pair->rate = (double)value / 1e6;
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
    for (size_t q = 0; q < n * n; q++)
        s->rate[q] = 1;
    for (int stars = 2; stars >= -1; stars--) { /* the more special, the later */
        for (size_t q = 0; q < s->n_pairs; q++) {
            const bool any_w = s->pairs[q].workload == CHECK_NOT_FOUND;
            const bool any_v = s->pairs[q].beside == CHECK_NOT_FOUND;
            const int rank = any_w && any_v ? 2 : any_w ? 1 : any_v ? 0 : -1;
            if (rank != stars)
                continue;
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
    s->loses_work = check_is(row, 1, "lost");
    if (!s->loses_work && !check_is(row, 1, "kept"))
        check_refuse(c, row, 1, "'%.40s' is neither kept nor lost", row->field[1].text);
}

static const struct {
    const char *tag;
    void (*read)(check *c, const check_row *row, check_schedule *s);
} reader[] = {
    {"billing", read_billing}, {"throughput", read_throughput}, {"cut-off", read_cut_off},
    {"boot", read_boot},       {"resource", read_resources},    {"type", read_type},
    {"startup", read_startup}, {"price", read_price},           {"supply", read_supply},
    {"job", read_job},         {"tasks", read_tasks},           {"demand", read_demand},
    {"moving", read_moving},   {"iterations", read_iterations}, {"sustained", read_sustained},
    {"service", read_service}, {"stretch", read_stretch},
};

static void read_record(check *c, const check_row *row, check_schedule *s)
{
    const size_t n = sizeof reader / sizeof *reader;
    size_t q = 0;
    while (q < n && !check_is(row, 0, reader[q].tag))
        q++;
    if (q == n)
        check_refuse(c, row, 0, "record '%.40s' is not known", row->field[0].text);
    if (s->resource.n == 0 && (reader[q].read == read_type || reader[q].read == read_job))
        check_refuse(c, row, 0, "resources must be named before types and jobs");
    reader[q].read(c, row, s);
}

typedef struct {
    check_micro second;
    int64_t left;
} offer;

static int by_second(const void *left, const void *right)
{
    const offer *a = left, *b = right;
    return a->second < b->second ? -1 : a->second > b->second;
}

static size_t add_offers(offer *list, const check_supply *span, size_t n, int64_t sign)
{
    for (size_t q = 0; q < n; q++) {
        list[2 * q] = (offer){span[q].from, sign * (int64_t)span[q].count};
        list[2 * q + 1] = (offer){span[q].to, -sign * (int64_t)span[q].count};
    }
    return 2 * n;
}

/* Services never hold more of a type than there is. */
static void check_services(check *c, const check_row *row, const check_schedule *s, size_t k)
{
    const check_machine_type *type = &s->types[k];
    const size_t n = 2 * (type->n_supplies + type->n_services);
    offer *list = check_alloc(c, n, sizeof *list);
    const size_t supplies = add_offers(list, type->supply, type->n_supplies, 1);
    check_wide left = 0; /* at most 2^32 machines a record, and 2^64 records */
    add_offers(list + supplies, type->service, type->n_services, -1);
    qsort(list, n, sizeof *list, by_second);
    for (size_t q = 0; type->n_services > 0 && q < n; q++) {
        left += list[q].left;
        if (left < 0 && (q + 1 == n || list[q + 1].second != list[q].second))
            check_refuse(c, row, 0, "services hold more machines of type '%.80s' than there are",
                         s->type.key[k].text);
    }
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
            read_work(c, &row, s, &works);
        } else if (!is_for_policies(&row)) {
            if (check_is(&row, 0, "job")) {
                check_works(c, &row, s, works);
                works = 0;
            }
            read_record(c, &row, s);
        }
    }
    check_works(c, &row, s, works);
    if (s->name == NULL || s->type.n == 0 || s->job.n == 0)
        check_refuse(c, &row, 0, "the instance lacks a name, a type or a job");
    for (size_t j = 0; s->stretch > 0 && j < s->job.n; j++)
        if (s->jobs[j].gang && s->jobs[j].n > 1)
            check_refuse(c, &row, 0, "where tasks stretch there are no gangs");
    for (size_t k = 0; k < s->type.n; k++)
        check_services(c, &row, s, k);
    fill_rates(c, s);
}
