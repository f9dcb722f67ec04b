/* Writes the schedule format: the world, the jobs each with its records,
 * throughput. Reading it back gives the same instance. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "output.h"
#include "schedule_file.h"

static void write_number(ul_output *out, ul_micro value)
{
    char number[UL_NUMBER_TEXT];
    ul_output_text(out, ",");
    ul_output_text(out, ul_micro_text(value, number));
}

static void write_vector(ul_output *out, const ul_schedule *in, const ul_micro *vector)
{
    for (size_t r = 0; r < in->n_resources; r++)
        write_number(out, vector[r]);
    ul_output_text(out, "\n");
}

/* TAG,NAME: how most records begin. */
static void write_tag(ul_output *out, const char *tag, const char *name)
{
    ul_output_text(out, tag);
    ul_output_text(out, ",");
    ul_output_field(out, name);
}

static void write_head(ul_output *out, const ul_schedule *in)
{
    ul_output_text(out, "ullage,1,schedule\n");
    write_tag(out, "name", in->name);
    ul_output_text(out, "\nresource");
    for (size_t r = 0; r < in->n_resources; r++) {
        ul_output_text(out, ",");
        ul_output_field(out, in->resource[r]);
    }
    ul_output_text(out, "\nround");
    write_number(out, in->round_s);
    ul_output_text(out, "\n");
    if (in->cutoff_s >= 0) {
        ul_output_text(out, "cutoff");
        write_number(out, in->cutoff_s);
        ul_output_text(out, "\n");
    }
    if (in->stretch != UL_SCHEDULE_NONE) {
        write_tag(out, "stretch", in->resource[in->stretch]);
        ul_output_text(out, "\n");
    }
    ul_output_text(out, in->keeps_work ? "cut-off,kept\nbilling" : "cut-off,lost\nbilling");
    write_number(out, in->type[0].billing_unit_s);
    write_number(out, in->type[0].billing_least_s);
    ul_output_text(out, "\n");
}

static void write_spans(ul_output *out, const char *tag, const ul_schedule_type *type,
                        const ul_schedule_supply *span, size_t n)
{
    for (size_t q = 0; q < n; q++) {
        write_tag(out, tag, type->name);
        ul_output_format(out, ",%u", span[q].count);
        write_number(out, span[q].from_s);
        write_number(out, span[q].to_s);
        ul_output_text(out, "\n");
    }
}

static void write_moments(ul_output *out, const ul_schedule_type *type)
{
    for (size_t q = 1; q < type->n_prices; q++) {
        write_tag(out, "price", type->name);
        write_number(out, type->moving_price[q].from_s);
        write_number(out, type->moving_price[q].price);
        ul_output_text(out, "\n");
    }
    write_spans(out, "supply", type, type->supply, type->n_supplies);
    write_spans(out, "service", type, type->service, type->n_services);
}

static void write_type(ul_output *out, const ul_schedule *in, const ul_schedule_type *type)
{
    write_tag(out, "type", type->name);
    ul_output_text(out, ",");
    ul_output_field(out, in->family[type->family]);
    write_number(out, type->price);
    write_vector(out, in, type->capacity);
    if (type->billing_unit_s != in->type[0].billing_unit_s
        || type->billing_least_s != in->type[0].billing_least_s) {
        ul_output_text(out, "billing");
        write_number(out, type->billing_unit_s);
        write_number(out, type->billing_least_s);
        ul_output_text(out, ",");
        ul_output_field(out, type->name);
        ul_output_text(out, "\n");
    }
    if (type->n_shares > 0) {
        write_tag(out, "sustained", type->name);
        write_number(out, type->sustained_s);
        for (size_t q = 0; q < type->n_shares; q++)
            write_number(out, type->share[q]);
        ul_output_text(out, "\n");
    }
    if (type->billed_after_s + type->usable_at_most_s + type->gone_after_s > 0) {
        write_tag(out, "startup", type->name);
        write_number(out, type->billed_after_s);
        write_number(out, type->usable_after_s);
        write_number(out, type->gone_after_s);
        if (type->usable_at_most_s > type->usable_after_s)
            write_number(out, type->usable_at_most_s);
        ul_output_text(out, "\n");
    }
    write_moments(out, type);
}

/* The first task from `first` on that the record of that one does not describe too. */
static uint32_t group_end(const ul_schedule *in, const ul_schedule_job *job, uint32_t first)
{
    const ul_schedule_task *task = &in->task[first];
    uint32_t q = first + 1;
    while (q < job->first_task + job->n_tasks && in->task[q].shape == task->shape
           && in->task[q].arrival_s == task->arrival_s)
        q++;
    return q;
}

/* The lists of a job, so many to a record that lines stay readable. */
static void write_list(ul_output *out, const char *tag, const ul_schedule *in,
                       const ul_schedule_job *job, size_t offset)
{
    enum { TO_A_RECORD = 200 };
    for (uint32_t q = 0; q < job->n_tasks; q++) {
        ul_micro value;
        if (q % TO_A_RECORD == 0)
            write_tag(out, tag, job->name);
        memcpy(&value, (const char *)&in->task[job->first_task + q] + offset, sizeof value);
        write_number(out, value);
        if (q % TO_A_RECORD == TO_A_RECORD - 1 || q + 1 == job->n_tasks)
            ul_output_text(out, "\n");
    }
}

static void write_work(ul_output *out, const ul_schedule *in, const ul_schedule_job *job)
{
    const ul_schedule_task *task = in->task + job->first_task;
    const uint32_t end = job->first_task + job->n_tasks;
    bool works = false, estimates = false, truth = true;
    for (uint32_t first = job->first_task, next; first < end; first = next) {
        next = group_end(in, job, first);
        for (uint32_t i = first; i < next; i++) {
            works = works || in->task[i].work_s != in->task[first].work_s;
            estimates = estimates || in->task[i].estimate_s != task->estimate_s;
            truth = truth && in->task[i].estimate_s == in->task[i].work_s;
        }
    }
    if (works)
        write_list(out, "work", in, job, offsetof(ul_schedule_task, work_s));
    if (truth)
        return;
    if (estimates) {
        write_list(out, "estimate", in, job, offsetof(ul_schedule_task, estimate_s));
        return;
    }
    write_tag(out, "estimate", job->name);
    write_number(out, task[0].estimate_s);
    ul_output_text(out, "\n");
}

static void write_real(ul_output *out, double value)
{
    char text[UL_NUMBER_TEXT];
    ul_output_format(out, ",%s", ul_real_text(value, text));
}

static void write_physics(ul_output *out, const ul_schedule *in, const ul_schedule_job *job)
{
    const ul_micro delay[] = {job->fetch_s, job->build_s, job->init_s, job->kill_s, job->upload_s};
    ul_micro any = 0;
    for (size_t q = 0; q < sizeof delay / sizeof *delay; q++)
        any |= delay[q];
    if (job->per_second > 0) {
        write_tag(out, "iterations", job->name);
        write_real(out, job->iterations);
        write_real(out, job->per_second);
        ul_output_text(out, "\n");
    }
    if (job->recorded_s >= 0) {
        write_tag(out, "recorded", job->name);
        write_number(out, job->recorded_s);
        ul_output_text(out, "\n");
    }
    if (any == 0 && job->image == UL_SCHEDULE_NONE)
        return;
    write_tag(out, "moving", job->name);
    for (size_t q = 0; q < sizeof delay / sizeof *delay; q++)
        write_number(out, delay[q]);
    if (job->image != UL_SCHEDULE_NONE) {
        ul_output_text(out, ",");
        ul_output_field(out, in->image[job->image]);
    }
    ul_output_text(out, "\n");
}

static bool same_demand(const ul_schedule *in, const ul_micro *a, const ul_micro *b)
{
    return a == b || memcmp(a, b, in->n_resources * sizeof *a) == 0;
}

/* Whether the job's tasks differ in their demand on a family, or from that on `base`. */
static bool demand_differs(const ul_schedule *in, const ul_schedule_job *job, size_t f, size_t base)
{
    const uint32_t first = job->first_task, end = first + job->n_tasks;
    for (uint32_t i = first; i < end; i = group_end(in, job, i)) {
        const uint32_t against = f == base ? first : i;
        if (!same_demand(in, ul_schedule_asked(in, in->task[i].shape, f),
                         ul_schedule_asked(in, in->task[against].shape, base)))
            return true;
    }
    return false;
}

/* The family whose demand stands in the records of tasks: one on which they differ,
 * since a family's own demand holds for all tasks of a job. */
static size_t base_family(const ul_schedule *in, const ul_schedule_job *job)
{
    for (size_t f = 0; f < in->n_families && job->n_tasks > 1; f++)
        if (demand_differs(in, job, f, f))
            return f;
    return 0;
}

static void write_families(ul_output *out, const ul_schedule *in, const ul_schedule_job *job,
                           size_t base)
{
    for (size_t f = 0; f < in->n_families; f++) {
        if (f == base || !demand_differs(in, job, f, base))
            continue;
        write_tag(out, "demand", job->name);
        ul_output_text(out, ",");
        ul_output_field(out, in->family[f]);
        write_vector(out, in, ul_schedule_asked(in, in->task[job->first_task].shape, f));
    }
}

static void write_job(ul_output *out, const ul_schedule *in, const ul_schedule_job *job)
{
    const uint32_t end = job->first_task + job->n_tasks;
    const size_t base = base_family(in, job);
    for (uint32_t i = job->first_task; i < end;) {
        const ul_schedule_task *task = &in->task[i];
        const uint32_t next = group_end(in, job, i);
        write_tag(out, i == job->first_task ? "job" : "tasks", job->name);
        write_number(out, task->arrival_s);
        ul_output_format(out, ",%u", next - i);
        if (i == job->first_task) {
            ul_output_text(out, ",");
            if (job->workload != UL_SCHEDULE_NONE)
                ul_output_field(out, in->workload[job->workload]);
        }
        write_number(out, task->work_s);
        if (i == job->first_task)
            ul_output_text(out, job->gang ? ",gang" : ",free");
        write_vector(out, in, ul_schedule_asked(in, task->shape, base));
        i = next;
    }
    write_families(out, in, job, base);
    write_work(out, in, job);
    write_physics(out, in, job);
}

static void write_throughput(ul_output *out, const ul_schedule *in)
{
    size_t n;
    const ul_schedule_pair *pair = ul_schedule_pairs(in, &n);
    for (size_t q = 0; q < n; q++) {
        write_tag(out, "throughput", pair[q].workload);
        ul_output_text(out, ",");
        ul_output_field(out, pair[q].beside);
        write_number(out, pair[q].value);
        ul_output_text(out, "\n");
    }
}

static void write_all(ul_output *out, const ul_schedule *in)
{
    write_head(out, in);
    for (size_t k = 0; k < in->n_types; k++)
        write_type(out, in, &in->type[k]);
    for (size_t q = 0; q < in->n_boots; q++) {
        ul_output_format(out, "boot,%u", in->boot[q].count);
        write_number(out, in->boot[q].usable_after_s);
        ul_output_text(out, "\n");
    }
    for (size_t j = 0; j < in->n_jobs; j++)
        write_job(out, in, &in->job[j]);
    write_throughput(out, in);
}

ul_status ul_schedule_write(const ul_schedule *in, const char *path)
{
    ul_output *out;
    UL_TRY(ul_output_open(path, &out));
    write_all(out, in);
    return ul_output_close(out, NULL);
}

ul_status ul_schedule_seal(ul_schedule *in)
{
    ul_output *out;
    UL_TRY(ul_output_open(NULL, &out));
    write_all(out, in);
    return ul_output_close(out, in->sha256);
}
