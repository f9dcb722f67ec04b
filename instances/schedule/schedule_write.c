/* Writes the schedule format: the world, the jobs each with its records,
 * throughput. Reading it back gives the same instance. */
#include <stdlib.h>
#include <string.h>

#include "schedule.h"

static void write_vector(ul_output *out, const ul_schedule *in, const ul_micro *vector)
{
    for (size_t r = 0; r < in->n_resources; r++)
        ul_output_csv(out, ",%m", vector[r]);
    ul_output_text(out, "\n");
}

static void write_head(ul_output *out, const ul_schedule *in)
{
    ul_output_csv(out, "ullage,1,schedule\nname,%t\nresource", in->name);
    for (size_t r = 0; r < in->n_resources; r++)
        ul_output_csv(out, ",%t", in->resource[r]);
    ul_output_csv(out, "\nround,%m\n", in->round_s);
    if (in->cutoff_s >= 0)
        ul_output_csv(out, "cutoff,%m\n", in->cutoff_s);
    if (in->stretch != UL_SCHEDULE_NONE)
        ul_output_csv(out, "stretch,%t\n", in->resource[in->stretch]);
    ul_output_csv(out, "cut-off,%t\nbilling,%m,%m\n", in->keeps_work ? "kept" : "lost",
                  in->type[0].billing_unit_s, in->type[0].billing_least_s);
}

static void write_spans(ul_output *out, const char *tag, const ul_schedule_type *type,
                        const ul_schedule_supply *span, size_t n)
{
    for (size_t q = 0; q < n; q++)
        ul_output_csv(out, "%t,%t,%u,%m,%m\n", tag, type->name, span[q].count, span[q].from_s,
                      span[q].to_s);
}

static void write_type(ul_output *out, const ul_schedule *in, const ul_schedule_type *type)
{
    ul_output_csv(out, "type,%t,%t,%m", type->name, in->family[type->family], type->price);
    write_vector(out, in, type->capacity);
    if (type->billing_unit_s != in->type[0].billing_unit_s
        || type->billing_least_s != in->type[0].billing_least_s)
        ul_output_csv(out, "billing,%m,%m,%t\n", type->billing_unit_s, type->billing_least_s,
                      type->name);
    if (type->n_shares > 0) {
        ul_output_csv(out, "sustained,%t,%m", type->name, type->sustained_s);
        for (size_t q = 0; q < type->n_shares; q++)
            ul_output_csv(out, ",%m", type->share[q]);
        ul_output_text(out, "\n");
    }
    if (type->billed_after_s + type->usable_at_most_s + type->gone_after_s > 0) {
        ul_output_csv(out, "startup,%t,%m,%m,%m", type->name, type->billed_after_s,
                      type->usable_after_s, type->gone_after_s);
        if (type->usable_at_most_s > type->usable_after_s)
            ul_output_csv(out, ",%m", type->usable_at_most_s);
        ul_output_text(out, "\n");
    }
    for (size_t q = 1; q < type->n_prices; q++)
        ul_output_csv(out, "price,%t,%m,%m\n", type->name, type->moving_price[q].from_s,
                      type->moving_price[q].price);
    write_spans(out, "supply", type, type->supply, type->n_supplies);
    write_spans(out, "service", type, type->service, type->n_services);
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
            ul_output_csv(out, "%t,%t", tag, job->name);
        memcpy(&value, (const char *)&in->task[job->first_task + q] + offset, sizeof value);
        ul_output_csv(out, ",%m", value);
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
    ul_output_csv(out, "estimate,%t,%m\n", job->name, task[0].estimate_s);
}

static void write_physics(ul_output *out, const ul_schedule *in, const ul_schedule_job *job)
{
    char iterations[UL_NUMBER_TEXT], per_second[UL_NUMBER_TEXT];
    if (job->per_second > 0)
        ul_output_csv(out, "iterations,%t,%t,%t\n", job->name,
                      ul_real_text(job->iterations, iterations),
                      ul_real_text(job->per_second, per_second));
    if (job->recorded_s >= 0)
        ul_output_csv(out, "recorded,%t,%m\n", job->name, job->recorded_s);
    if ((job->fetch_s | job->build_s | job->init_s | job->kill_s | job->upload_s) == 0
        && job->image == UL_SCHEDULE_NONE)
        return;
    ul_output_csv(out, "moving,%t,%m,%m,%m,%m,%m", job->name, job->fetch_s, job->build_s,
                  job->init_s, job->kill_s, job->upload_s);
    if (job->image != UL_SCHEDULE_NONE)
        ul_output_csv(out, ",%t", in->image[job->image]);
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
        ul_output_csv(out, "demand,%t,%t", job->name, in->family[f]);
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
        ul_output_csv(out, "%t,%t,%m,%u", i == job->first_task ? "job" : "tasks", job->name,
                      task->arrival_s, next - i);
        if (i == job->first_task) {
            ul_output_text(out, ",");
            if (job->workload != UL_SCHEDULE_NONE)
                ul_output_field(out, in->workload[job->workload]);
        }
        ul_output_csv(out, ",%m", task->work_s);
        if (i == job->first_task)
            ul_output_text(out, job->gang ? ",gang" : ",free");
        write_vector(out, in, ul_schedule_asked(in, task->shape, base));
        i = next;
    }
    write_families(out, in, job, base);
    write_work(out, in, job);
    write_physics(out, in, job);
}

void ul_schedule_put(const ul_schedule *in, ul_output *out)
{
    size_t n;
    const ul_schedule_pair *pair = ul_schedule_pairs(in, &n);
    write_head(out, in);
    for (size_t k = 0; k < in->n_types; k++)
        write_type(out, in, &in->type[k]);
    for (size_t q = 0; q < in->n_boots; q++)
        ul_output_csv(out, "boot,%u,%m\n", in->boot[q].count, in->boot[q].usable_after_s);
    for (size_t j = 0; j < in->n_jobs; j++)
        write_job(out, in, &in->job[j]);
    for (size_t q = 0; q < n; q++)
        ul_output_csv(out, "throughput,%t,%t,%m\n", pair[q].workload, pair[q].beside, pair[q].value);
}
