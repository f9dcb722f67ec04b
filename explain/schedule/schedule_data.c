#include "schedule_data.h"

#include <string.h>

#include "result_json.h"
#include "timeline.h"

enum { CLASSES_MAX = 64 };             /* of workloads, as far as a page knows how they get along */
#define STAYS_MAX ((size_t)200000) /* twenty megabytes */

static void put_micro(ul_output *out, const char *before, ul_micro value)
{
    char number[UL_NUMBER_TEXT];
    ul_output_format(out, "%s%s", before, ul_micro_text(value, number));
}

static void put_row(const ul_schedule *in, const ul_micro *amount, ul_output *out)
{
    for (size_t r = 0; r < in->n_resources; r++)
        put_micro(out, r == 0 ? "[" : ",", amount[r]);
    ul_output_text(out, "]");
}

/* What it takes, a row a family; one row where they are all alike. */
static void put_shape(const ul_schedule *in, size_t shape, ul_output *out)
{
    const ul_micro *first = ul_schedule_demand(in, shape, 0);
    bool differs = false;
    for (size_t f = 1; f < in->n_families && !differs; f++)
        differs = memcmp(first, ul_schedule_demand(in, shape, f),
                         in->n_resources * sizeof *first) != 0;
    ul_output_text(out, "[");
    for (size_t f = 0; f < (differs ? in->n_families : 1); f++) {
        ul_output_text(out, f == 0 ? "" : ",");
        put_row(in, ul_schedule_demand(in, shape, f), out);
    }
    ul_output_text(out, "]");
}

static void put_prices(const ul_schedule_type *type, ul_output *out)
{
    ul_output_text(out, ", \"prices\": [");
    for (size_t q = 0; q < type->n_prices; q++) {
        put_micro(out, q == 0 ? "[" : ",[", type->moving_price[q].from_s);
        put_micro(out, ",", type->moving_price[q].price);
        ul_output_text(out, "]");
    }
    ul_output_text(out, "]");
}

static void put_type(const ul_schedule *in, const ul_schedule_type *type, ul_output *out)
{
    ul_output_text(out, "{\"name\": ");
    ul_json_string(out, type->name);
    ul_output_format(out, ", \"family\": %zu, \"limited\": %s", type->family,
                     type->n_supplies > 0 ? "true" : "false");
    put_micro(out, ", \"price\": ", type->price);
    put_micro(out, ", \"billed_after\": ", type->billed_after_s);
    put_micro(out, ", \"usable_after\": ", type->usable_after_s);
    put_micro(out, ", \"gone_after\": ", type->gone_after_s);
    put_micro(out, ", \"unit\": ", type->billing_unit_s);
    put_micro(out, ", \"least\": ", type->billing_least_s);
    ul_output_format(out, ", \"discounts\": %s", type->n_shares > 0 ? "true" : "false");
    put_prices(type, out);
    ul_output_text(out, ", \"capacity\": ");
    put_row(in, type->capacity, out);
    ul_output_text(out, "}");
}

/* A number or null. */
static void put_index(ul_output *out, const char *name, uint32_t index)
{
    if (index == UL_SCHEDULE_NONE)
        ul_output_format(out, ", \"%s\": null", name);
    else
        ul_output_format(out, ", \"%s\": %u", name, index);
}

static void put_job(const ul_schedule_job *job, ul_output *out)
{
    ul_output_text(out, "{\"name\": ");
    ul_json_string(out, job->name);
    ul_output_format(out, ", \"first\": %u, \"n\": %u, \"gang\": %s", job->first_task,
                     job->n_tasks, job->gang ? "true" : "false");
    put_index(out, "workload", job->workload);
    put_index(out, "image", job->image);
    if (job->per_second > 0)
        ul_output_format(out, ", \"iterations\": %.17g, \"per_second\": %.17g", job->iterations,
                         job->per_second);
    put_micro(out, ", \"fetch\": ", job->fetch_s);
    put_micro(out, ", \"build\": ", job->build_s);
    put_micro(out, ", \"init\": ", job->init_s);
    ul_output_text(out, "}");
}

/* [job, shape, arrival, work] */
static void put_task(const ul_schedule_task *task, ul_output *out)
{
    ul_output_format(out, "[%u,%u", task->job, task->shape);
    put_micro(out, ",", task->arrival_s);
    put_micro(out, ",", task->work_s);
    ul_output_text(out, "]");
}

/* Who slows down whom, by class of workload; null where nobody does anybody. */
static void put_classes(const ul_schedule *in, ul_output *out)
{
    const size_t n = ul_schedule_classes(in);
    double rate;
    ul_output_text(out, ",\n\"class\": [");
    for (uint32_t w = 0; w < in->n_workloads; w++)
        ul_output_format(out, "%s%u", w == 0 ? "" : ",", ul_schedule_class(in, w));
    ul_output_text(out, "],\n\"throughput\": ");
    if ((ul_schedule_uniform_throughput(in, &rate) && rate == 1) || n > CLASSES_MAX) {
        ul_output_text(out, "null");
        return;
    }
    for (uint32_t a = 0; a < n; a++)
        for (uint32_t b = 0; b < n; b++)
            ul_output_format(out, "%s%.17g%s", b > 0 ? "," : a == 0 ? "[[" : ",[",
                             ul_schedule_class_throughput(in, a, b),
                             b + 1 < n ? "" : a + 1 < n ? "]" : "]]");
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

/* A member whose value is an array; `before` stands before it. */
#define PUT_LIST(out, before, name, n, ...)                     \
    do {                                                        \
        ul_output_text(out, before "\"" name "\": [");          \
        for (size_t q = 0; q < (n); q++) {                      \
            ul_output_text(out, q == 0 ? "" : ",\n");           \
            __VA_ARGS__;                                        \
        }                                                       \
        ul_output_text(out, "]");                               \
    } while (0)

ul_status ul_schedule_instance_json(const void *data, ul_output *out)
{
    const ul_schedule *in = data;
    ul_output_format(out, "{\"sha256\": \"%s\", \"playable\": %s", in->sha256,
                     is_playable(in) ? "true" : "false");
    PUT_LIST(out, ",\n", "resources", in->n_resources, ul_json_string(out, in->resource[q]));
    PUT_LIST(out, ",\n", "types", in->n_types, put_type(in, &in->type[q], out));
    PUT_LIST(out, ",\n", "workloads", in->n_workloads, ul_json_string(out, in->workload[q]));
    PUT_LIST(out, ",\n", "shapes", in->n_shapes, put_shape(in, q, out));
    PUT_LIST(out, ",\n", "jobs", in->n_jobs, put_job(&in->job[q], out));
    PUT_LIST(out, ",\n", "tasks", in->n_tasks, put_task(&in->task[q], out));
    put_classes(in, out);
    ul_output_text(out, "}");
    return UL_OK;
}

static void put_machine(const ul_timeline_machine *machine, ul_output *out)
{
    ul_output_format(out, "[%u", machine->type);
    put_micro(out, ",", machine->ordered_s);
    put_micro(out, ",", machine->ready_s);
    put_micro(out, ",", machine->released_s);
    ul_output_text(out, "]");
}

static void put_stay(const ul_timeline_stay *stay, ul_output *out)
{
    ul_output_format(out, "[%u,%u", stay->task, stay->machine);
    put_micro(out, ",", stay->from_s);
    put_micro(out, ",", stay->working_s);
    put_micro(out, ",", stay->stopped_s);
    put_micro(out, ",", stay->to_s);
    ul_output_text(out, stay->lost ? ",1]" : ",0]");
}

ul_status ul_schedule_plan_json(const void *data, ul_output *out)
{
    const ul_schedule_plan *plan = data;
    if (plan->n_stays + plan->n_machines > STAYS_MAX)
        return ul_fail(UL_E_INPUT,
                       "the timeline has %zu machines and stays; a page plays %zu at most",
                       plan->n_stays + plan->n_machines, STAYS_MAX);
    PUT_LIST(out, "{", "machines", plan->n_machines, put_machine(&plan->machine[q], out));
    PUT_LIST(out, ",\n", "stays", plan->n_stays, put_stay(&plan->stay[q], out));
    ul_output_text(out, "}");
    return UL_OK;
}
