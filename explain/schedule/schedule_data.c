#include "schedule_data.h"

#include <string.h>

#include "timeline.h"

enum { CLASSES_MAX = 64 };             /* of workloads, as far as a page knows how they get along */
#define STAYS_MAX ((size_t)200000) /* twenty megabytes */

/* A number or null. */
static void put_index_member(ul_json_writer *json, const char *name, uint32_t index)
{
    if (index != UL_SCHEDULE_NONE) {
        ul_json_count_member(json, name, index);
        return;
    }
    ul_json_put_member(json, name, "null");
}

/* What it takes, a row a family; one row where they are all alike. */
static void put_shape(const ul_schedule *in, size_t shape, ul_json_writer *json)
{
    const ul_micro *first = ul_schedule_demand(in, shape, 0);
    bool differs = false;
    for (size_t f = 1; f < in->n_families && !differs; f++)
        differs = memcmp(first, ul_schedule_demand(in, shape, f),
                         in->n_resources * sizeof *first) != 0;
    ul_json_open(json, "[", ",");
    for (size_t f = 0; f < (differs ? in->n_families : 1); f++)
        ul_json_put_micros(json, ul_schedule_demand(in, shape, f), in->n_resources, ",");
    ul_json_close(json, "]");
}

static void put_prices(const ul_schedule_type *type, ul_json_writer *json)
{
    ul_json_open_member(json, "prices", "[", ",");
    for (size_t q = 0; q < type->n_prices; q++) {
        ul_json_open(json, "[", ",");
        ul_json_put_micro(json, type->moving_price[q].from_s);
        ul_json_put_micro(json, type->moving_price[q].price);
        ul_json_close(json, "]");
    }
    ul_json_close(json, "]");
}

static void put_type(const ul_schedule *in, const ul_schedule_type *type, ul_json_writer *json)
{
    ul_json_open(json, "{", ", ");
    ul_json_text_member(json, "name", type->name);
    ul_json_count_member(json, "family", type->family);
    ul_json_micro_member(json, "price", type->price);
    ul_json_micro_member(json, "billed_after", type->billed_after_s);
    ul_json_micro_member(json, "usable_after", type->usable_after_s);
    ul_json_micro_member(json, "gone_after", type->gone_after_s);
    ul_json_micro_member(json, "unit", type->billing_unit_s);
    ul_json_micro_member(json, "least", type->billing_least_s);
    ul_json_truth_member(json, "discounts", type->n_shares > 0);
    put_prices(type, json);
    ul_json_name(json, "capacity");
    ul_json_put_micros(json, type->capacity, in->n_resources, ",");
    ul_json_close(json, "}");
}

static void put_job(const ul_schedule_job *job, ul_json_writer *json)
{
    ul_json_open(json, "{", ", ");
    ul_json_text_member(json, "name", job->name);
    ul_json_count_member(json, "first", job->first_task);
    ul_json_count_member(json, "n", job->n_tasks);
    ul_json_truth_member(json, "gang", job->gang);
    put_index_member(json, "workload", job->workload);
    put_index_member(json, "image", job->image);
    if (job->per_second > 0) {
        ul_json_put_member(json, "iterations", "%.17g", job->iterations);
        ul_json_put_member(json, "per_second", "%.17g", job->per_second);
    }
    ul_json_micro_member(json, "fetch", job->fetch_s);
    ul_json_micro_member(json, "build", job->build_s);
    ul_json_micro_member(json, "init", job->init_s);
    ul_json_micro_member(json, "kill", job->kill_s);
    ul_json_micro_member(json, "upload", job->upload_s);
    ul_json_close(json, "}");
}

/* [job, shape, arrival, work, estimate] */
static void put_task(const ul_schedule_task *task, ul_json_writer *json)
{
    ul_json_open(json, "[", ",");
    ul_json_put(json, "%u", task->job);
    ul_json_put(json, "%u", task->shape);
    ul_json_put_micro(json, task->arrival_s);
    ul_json_put_micro(json, task->work_s);
    ul_json_put_micro(json, task->estimate_s);
    ul_json_close(json, "]");
}

/* Who slows down whom, by class of workload; null where nobody does anybody. */
static void put_throughput(const ul_schedule *in, ul_json_writer *json)
{
    const size_t n = ul_schedule_classes(in);
    double rate;
    if ((ul_schedule_uniform_throughput(in, &rate) && rate == 1) || n > CLASSES_MAX) {
        ul_json_put(json, "null");
        return;
    }
    ul_json_open(json, "[", ",");
    for (uint32_t a = 0; a < n; a++) {
        ul_json_open(json, "[", ",");
        for (uint32_t b = 0; b < n; b++)
            ul_json_put(json, "%.17g", ul_schedule_class_throughput(in, a, b));
        ul_json_close(json, "]");
    }
    ul_json_close(json, "]");
}

/* Whether a page can play the world out: nothing is taken away or booted together,
 * nobody is stretched, and it knows how workloads get along. */
static bool is_playable(const ul_schedule *in)
{
    double rate;
    bool limited = false;
    for (size_t k = 0; k < in->n_types; k++)
        limited = limited || in->type[k].n_supplies > 0 || in->type[k].n_shares > 0;
    return !limited && in->n_boots == 0 && in->stretch == UL_SCHEDULE_NONE
           && (ul_schedule_classes(in) <= CLASSES_MAX
               || (ul_schedule_uniform_throughput(in, &rate) && rate == 1));
}

/* A member whose value is an array of n items, q being the place. */
#define PUT_LIST(json, name, n, ...)             \
    do {                                         \
        ul_json_name(json, name);                \
        ul_json_open(json, "[", ",\n");          \
        for (size_t q = 0; q < (n); q++)         \
            __VA_ARGS__;                         \
        ul_json_close(json, "]");                \
    } while (0)

ul_status ul_schedule_instance_json(const void *data, ul_json_writer *json)
{
    const ul_schedule *in = data;
    ul_json_open(json, "{", ",\n");
    ul_json_text_member(json, "sha256", in->sha256);
    ul_json_truth_member(json, "playable", is_playable(in));
    ul_json_truth_member(json, "keeps_work", in->keeps_work);
    PUT_LIST(json, "resources", in->n_resources, ul_json_put_text(json, in->resource[q]));
    PUT_LIST(json, "types", in->n_types, put_type(in, &in->type[q], json));
    PUT_LIST(json, "workloads", in->n_workloads, ul_json_put_text(json, in->workload[q]));
    PUT_LIST(json, "shapes", in->n_shapes, put_shape(in, q, json));
    PUT_LIST(json, "jobs", in->n_jobs, put_job(&in->job[q], json));
    PUT_LIST(json, "tasks", in->n_tasks, put_task(&in->task[q], json));
    PUT_LIST(json, "class", in->n_workloads,
             ul_json_put(json, "%u", ul_schedule_class(in, (uint32_t)q)));
    ul_json_name(json, "throughput");
    put_throughput(in, json);
    ul_json_close(json, "}");
    return UL_OK;
}

static void put_machine(const ul_timeline_machine *machine, ul_json_writer *json)
{
    ul_json_open(json, "[", ",");
    ul_json_put(json, "%u", machine->type);
    ul_json_put_micro(json, machine->ordered_s);
    ul_json_put_micro(json, machine->ready_s);
    ul_json_put_micro(json, machine->released_s);
    ul_json_close(json, "]");
}

static void put_stay(const ul_timeline_stay *stay, ul_json_writer *json)
{
    ul_json_open(json, "[", ",");
    ul_json_put(json, "%u", stay->task);
    ul_json_put(json, "%u", stay->machine);
    ul_json_put_micro(json, stay->from_s);
    ul_json_put_micro(json, stay->working_s);
    ul_json_put_micro(json, stay->stopped_s);
    ul_json_put_micro(json, stay->to_s);
    ul_json_put(json, "%d", stay->lost);
    ul_json_close(json, "]");
}

ul_status ul_schedule_plan_json(const void *data, ul_json_writer *json)
{
    const ul_schedule_plan *plan = data;
    if (plan->n_stays + plan->n_machines > STAYS_MAX)
        return ul_fail(UL_E_INPUT,
                       "the timeline has %zu machines and stays; a page plays %zu at most",
                       plan->n_stays + plan->n_machines, STAYS_MAX);
    ul_json_open(json, "{", ",\n");
    PUT_LIST(json, "machines", plan->n_machines, put_machine(&plan->machine[q], json));
    PUT_LIST(json, "stays", plan->n_stays, put_stay(&plan->stay[q], json));
    ul_json_close(json, "}");
    return UL_OK;
}
