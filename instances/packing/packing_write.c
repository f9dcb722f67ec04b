/* Writes the packing format: name, resources, types each with its supply, tasks
 * each with its family demands, throughput. Reading it back gives the same instance. */
#include <string.h>

#include "packing.h"

static void write_vector(ul_output *out, const ul_packing *in, const ul_micro *vector)
{
    for (size_t r = 0; r < in->n_resources; r++)
        ul_output_csv(out, ",%m", vector[r]);
    ul_output_text(out, "\n");
}

static void write_type(ul_output *out, const ul_packing *in, const ul_packing_type *type)
{
    ul_output_csv(out, "type,%t,%t,%m", type->name, in->family[type->family], type->price);
    write_vector(out, in, type->capacity);
    if (type->supply != UL_ANY_NUMBER)
        ul_output_csv(out, "supply,%t,%u\n", type->name, type->supply);
}

/* The family that no type's demand differs on need not be known: the demand of
 * family 0 stands in the task record, every family that differs gets its own. */
static void write_task(ul_output *out, const ul_packing *in, const ul_packing_task *task)
{
    const ul_micro *base = ul_packing_demand(in, task->shape, 0);
    ul_output_csv(out, "task,%t,%u,", task->name, task->copies);
    if (task->job != UL_PACKING_NONE)
        ul_output_field(out, in->job[task->job]);
    ul_output_text(out, ",");
    if (task->workload != UL_PACKING_NONE)
        ul_output_field(out, in->workload[task->workload]);
    ul_output_text(out, ",");
    if (task->runtime_s >= 0)
        ul_output_csv(out, "%m", task->runtime_s);
    write_vector(out, in, base);
    for (size_t f = 1; f < in->n_families; f++) {
        const ul_micro *demand = ul_packing_demand(in, task->shape, f);
        if (demand == base || memcmp(demand, base, in->n_resources * sizeof *base) == 0)
            continue;
        ul_output_csv(out, "demand,%t,%t", task->name, in->family[f]);
        write_vector(out, in, demand);
    }
}

static const char *workload_name(const ul_packing *in, uint32_t workload)
{
    return workload == UL_PACKING_NONE ? "*" : in->workload[workload];
}

void ul_packing_put(const ul_packing *in, ul_output *out)
{
    size_t n;
    const ul_packing_pair *pair = ul_packing_pairs(in, &n);
    ul_output_csv(out, "ullage,1,packing\nname,%t\nresource", in->name);
    for (size_t r = 0; r < in->n_resources; r++)
        ul_output_csv(out, ",%t", in->resource[r]);
    ul_output_text(out, "\n");
    for (size_t k = 0; k < in->n_types; k++)
        write_type(out, in, &in->type[k]);
    for (size_t j = 0; j < in->n_tasks; j++)
        write_task(out, in, &in->task[j]);
    for (size_t q = 0; q < n; q++)
        ul_output_csv(out, "throughput,%t,%t,%m\n", workload_name(in, pair[q].workload),
                      workload_name(in, pair[q].beside), pair[q].value);
}
