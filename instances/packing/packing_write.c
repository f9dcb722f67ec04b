/* Writes the packing format: name, resources, types each with its supply, tasks
 * each with its family demands, throughput. Reading it back gives the same instance. */
#include <string.h>

#include "output.h"
#include "packing_file.h"

static void write_vector(ul_output *out, const ul_packing *in, const ul_micro *vector)
{
    char number[UL_NUMBER_TEXT];
    for (size_t r = 0; r < in->n_resources; r++) {
        ul_output_text(out, ",");
        ul_output_text(out, ul_micro_text(vector[r], number));
    }
    ul_output_text(out, "\n");
}

static void write_type(ul_output *out, const ul_packing *in, const ul_packing_type *type)
{
    char number[UL_NUMBER_TEXT];
    ul_output_text(out, "type,");
    ul_output_field(out, type->name);
    ul_output_text(out, ",");
    ul_output_field(out, in->family[type->family]);
    ul_output_text(out, ",");
    ul_output_text(out, ul_micro_text(type->price, number));
    write_vector(out, in, type->capacity);
    if (type->supply == UL_ANY_NUMBER)
        return;
    ul_output_text(out, "supply,");
    ul_output_field(out, type->name);
    ul_output_format(out, ",%u\n", type->supply);
}

/* The family that no type's demand differs on need not be known: the demand of
 * family 0 stands in the task record, every family that differs gets its own. */
static void write_task(ul_output *out, const ul_packing *in, const ul_packing_task *task)
{
    char number[UL_NUMBER_TEXT];
    const ul_micro *base = ul_packing_demand(in, task->shape, 0);
    ul_output_text(out, "task,");
    ul_output_field(out, task->name);
    ul_output_format(out, ",%u,", task->copies);
    if (task->job != UL_PACKING_NONE)
        ul_output_field(out, in->job[task->job]);
    ul_output_text(out, ",");
    if (task->workload != UL_PACKING_NONE)
        ul_output_field(out, in->workload[task->workload]);
    ul_output_text(out, ",");
    if (task->runtime_s >= 0)
        ul_output_text(out, ul_micro_text(task->runtime_s, number));
    write_vector(out, in, base);
    for (size_t f = 1; f < in->n_families; f++) {
        const ul_micro *demand = ul_packing_demand(in, task->shape, f);
        if (demand == base || memcmp(demand, base, in->n_resources * sizeof *base) == 0)
            continue;
        ul_output_text(out, "demand,");
        ul_output_field(out, task->name);
        ul_output_text(out, ",");
        ul_output_field(out, in->family[f]);
        write_vector(out, in, demand);
    }
}

static void write_throughput(ul_output *out, const ul_packing *in)
{
    char number[UL_NUMBER_TEXT];
    size_t n;
    const ul_packing_pair *pair = ul_packing_pairs(in, &n);
    for (size_t q = 0; q < n; q++) {
        const uint32_t side[2] = {pair[q].workload, pair[q].beside};
        ul_output_text(out, "throughput,");
        for (int s = 0; s < 2; s++) {
            ul_output_field(out, side[s] == UL_PACKING_NONE ? "*" : in->workload[side[s]]);
            ul_output_text(out, ",");
        }
        ul_output_text(out, ul_micro_text(pair[q].value, number));
        ul_output_text(out, "\n");
    }
}

static void write_all(ul_output *out, const ul_packing *in)
{
    ul_output_text(out, "ullage,1,packing\nname,");
    ul_output_field(out, in->name);
    ul_output_text(out, "\nresource");
    for (size_t r = 0; r < in->n_resources; r++) {
        ul_output_text(out, ",");
        ul_output_field(out, in->resource[r]);
    }
    ul_output_text(out, "\n");
    for (size_t k = 0; k < in->n_types; k++)
        write_type(out, in, &in->type[k]);
    for (size_t j = 0; j < in->n_tasks; j++)
        write_task(out, in, &in->task[j]);
    write_throughput(out, in);
}

ul_status ul_packing_write(const ul_packing *in, const char *path)
{
    ul_output *out;
    UL_TRY(ul_output_open(path, &out));
    write_all(out, in);
    return ul_output_close(out, NULL);
}

ul_status ul_packing_seal(ul_packing *in)
{
    ul_output *out;
    UL_TRY(ul_output_open(NULL, &out));
    write_all(out, in);
    return ul_output_close(out, in->sha256);
}
