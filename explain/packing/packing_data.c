#include "packing_data.h"

#include <string.h>

#include "packing_plan.h"
#include "result_json.h"

static void put_row(const ul_packing *in, const ul_micro *amount, ul_output *out)
{
    char number[UL_NUMBER_TEXT];
    for (size_t r = 0; r < in->n_resources; r++)
        ul_output_format(out, "%s%s", r == 0 ? "[" : ",", ul_micro_text(amount[r], number));
    ul_output_text(out, "]");
}

static void put_shape(const ul_packing *in, size_t shape, ul_output *out)
{
    const ul_micro *first = ul_packing_demand(in, shape, 0);
    bool differs = false;
    for (size_t f = 1; f < in->n_families && !differs; f++)
        differs = memcmp(first, ul_packing_demand(in, shape, f),
                         in->n_resources * sizeof *first) != 0;
    ul_output_text(out, "[");
    for (size_t f = 0; f < (differs ? in->n_families : 1); f++) {
        ul_output_text(out, f == 0 ? "" : ",");
        put_row(in, ul_packing_demand(in, shape, f), out);
    }
    ul_output_text(out, "]");
}

static void put_types(const ul_packing *in, ul_output *out)
{
    char number[UL_NUMBER_TEXT];
    ul_output_text(out, "],\n\"types\": [");
    for (size_t k = 0; k < in->n_types; k++) {
        ul_output_text(out, k == 0 ? "{\"name\": " : ",\n{\"name\": ");
        ul_json_string(out, in->type[k].name);
        ul_output_format(out, ", \"family\": %zu, \"price\": %s, \"capacity\": ",
                         in->type[k].family, ul_micro_text(in->type[k].price, number));
        put_row(in, in->type[k].capacity, out);
        ul_output_text(out, "}");
    }
}

ul_status ul_packing_instance_json(const void *data, ul_output *out)
{
    const ul_packing *in = data;
    ul_output_text(out, "{\"resources\": [");
    for (size_t r = 0; r < in->n_resources; r++) {
        ul_output_text(out, r == 0 ? "" : ", ");
        ul_json_string(out, in->resource[r]);
    }
    put_types(in, out);
    ul_output_text(out, "],\n\"shapes\": [");
    for (size_t s = 0; s < in->n_shapes; s++) {
        ul_output_text(out, s == 0 ? "" : ",");
        put_shape(in, s, out);
    }
    ul_output_text(out, "],\n\"tasks\": [");
    for (size_t j = 0; j < in->n_tasks; j++) {
        ul_output_text(out, j == 0 ? "{\"name\": " : ",\n{\"name\": ");
        ul_json_string(out, in->task[j].name);
        ul_output_format(out, ", \"copies\": %u, \"shape\": %u, \"alone\": %zu}",
                         in->task[j].copies, in->task[j].shape,
                         ul_packing_cheapest_for(in, in->task[j].shape));
    }
    ul_output_text(out, "]}");
    return UL_OK;
}

ul_status ul_packing_plan_json(const void *data, ul_output *out)
{
    const ul_packing_plan *plan = data;
    ul_output_text(out, "[");
    for (size_t i = 0; i < plan->n_bins; i++) {
        const char *between = "";
        ul_output_format(out, "%s[%u,%u,[", i == 0 ? "" : ",", plan->bin[i].type,
                         plan->bin[i].copies);
        for (uint32_t e = plan->bin[i].head; e != UL_PACKING_NONE; e = plan->entry[e].next) {
            ul_output_format(out, "%s[%u,%u]", between, plan->entry[e].task, plan->entry[e].count);
            between = ",";
        }
        ul_output_text(out, "]]");
    }
    ul_output_text(out, "]");
    return UL_OK;
}

ul_status ul_packing_unroll(const void *data, ul_recording *recording)
{
    const ul_packing_plan *plan = data;
    for (size_t i = 0; i < plan->n_bins; i++) {
        const ul_plan_bin *bin = &plan->bin[i];
        ul_recording_add(recording, &(ul_step){.kind = UL_STEP_OPEN, .bin = i, .type = bin->type,
                                               .count = bin->copies}, false);
        for (uint32_t e = bin->head; e != UL_PACKING_NONE; e = plan->entry[e].next)
            ul_recording_add(recording, &(ul_step){.kind = UL_STEP_PUT, .bin = i,
                                                   .task = plan->entry[e].task,
                                                   .count = plan->entry[e].count}, true);
    }
    return UL_OK;
}
