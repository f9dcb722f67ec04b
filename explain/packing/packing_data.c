#include "packing_data.h"

#include <string.h>

#include "packing_plan.h"

static void put_shape(const ul_packing *in, size_t shape, ul_json_writer *json)
{
    const ul_micro *first = ul_packing_demand(in, shape, 0);
    bool differs = false;
    for (size_t f = 1; f < in->n_families && !differs; f++)
        differs = memcmp(first, ul_packing_demand(in, shape, f),
                         in->n_resources * sizeof *first) != 0;
    ul_json_open(json, "[", ",");
    for (size_t f = 0; f < (differs ? in->n_families : 1); f++)
        ul_json_put_micros(json, ul_packing_demand(in, shape, f), in->n_resources, ",");
    ul_json_close(json, "]");
}

static void put_types(const ul_packing *in, ul_json_writer *json)
{
    ul_json_open_member(json, "types", "[", ",\n");
    for (size_t k = 0; k < in->n_types; k++) {
        ul_json_open(json, "{", ", ");
        ul_json_text_member(json, "name", in->type[k].name);
        ul_json_count_member(json, "family", in->type[k].family);
        ul_json_micro_member(json, "price", in->type[k].price);
        ul_json_name(json, "capacity");
        ul_json_put_micros(json, in->type[k].capacity, in->n_resources, ",");
        ul_json_close(json, "}");
    }
    ul_json_close(json, "]");
}

static void put_tasks(const ul_packing *in, ul_json_writer *json)
{
    ul_json_open_member(json, "tasks", "[", ",\n");
    for (size_t j = 0; j < in->n_tasks; j++) {
        ul_json_open(json, "{", ", ");
        ul_json_text_member(json, "name", in->task[j].name);
        ul_json_count_member(json, "copies", in->task[j].copies);
        ul_json_count_member(json, "shape", in->task[j].shape);
        ul_json_count_member(json, "alone", ul_packing_cheapest_for(in, in->task[j].shape));
        ul_json_close(json, "}");
    }
    ul_json_close(json, "]");
}

ul_status ul_packing_instance_json(const void *data, ul_json_writer *json)
{
    const ul_packing *in = data;
    ul_json_open(json, "{", ",\n");
    ul_json_texts_member(json, "resources", in->resource, in->n_resources);
    put_types(in, json);
    ul_json_open_member(json, "shapes", "[", ",");
    for (size_t s = 0; s < in->n_shapes; s++)
        put_shape(in, s, json);
    ul_json_close(json, "]");
    put_tasks(in, json);
    ul_json_close(json, "}");
    return UL_OK;
}

static void put_bin(const ul_packing_plan *plan, const ul_plan_bin *bin, ul_json_writer *json)
{
    ul_json_open(json, "[", ",");
    ul_json_put(json, "%u", bin->type);
    ul_json_put(json, "%u", bin->copies);
    ul_json_open(json, "[", ",");
    for (uint32_t e = bin->head; e != UL_PACKING_NONE; e = plan->entry[e].next)
        ul_json_put(json, "[%u,%u]", plan->entry[e].task, plan->entry[e].count);
    ul_json_close(json, "]");
    ul_json_close(json, "]");
}

ul_status ul_packing_plan_json(const void *data, ul_json_writer *json)
{
    const ul_packing_plan *plan = data;
    ul_json_open(json, "[", ",");
    for (size_t i = 0; i < plan->n_bins; i++)
        put_bin(plan, &plan->bin[i], json);
    ul_json_close(json, "]");
    return UL_OK;
}

ul_status ul_packing_unroll(const void *data, ul_recording *recording)
{
    const ul_packing_plan *plan = data;
    for (size_t i = 0; i < plan->n_bins; i++) {
        const ul_plan_bin *bin = &plan->bin[i];
        ul_recording_add(recording, &(ul_step){.kind = UL_STEP_OPEN, .bin = i, .type = bin->type,
                                               .copies = bin->copies}, false);
        for (uint32_t e = bin->head; e != UL_PACKING_NONE; e = plan->entry[e].next)
            ul_recording_add(recording, &(ul_step){.kind = UL_STEP_PUT, .bin = i,
                                                   .task = plan->entry[e].task,
                                                   .count = plan->entry[e].count}, true);
    }
    return UL_OK;
}
