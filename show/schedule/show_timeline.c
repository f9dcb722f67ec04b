#include "show_timeline.h"

#include <stdlib.h>

#include "json_writer.h"
#include "timeline.h"

/* Machines of each type, and the hours that are paid for; the caller frees *count. */
static ul_status count_types(const ul_schedule_plan *plan, size_t **count, double *hours)
{
    double billed_s = 0;
    *count = calloc(plan->in->n_types, sizeof **count);
    UL_NEED(*count);
    for (size_t m = 0; m < plan->n_machines; m++) {
        const ul_timeline_machine *machine = &plan->machine[m];
        (*count)[machine->type]++;
        billed_s += ul_micro_double(ul_schedule_billed_s(plan->in, machine->type,
                                                         machine->ordered_s,
                                                         machine->released_s));
    }
    *hours = billed_s / 3600;
    return UL_OK;
}

ul_status ul_timeline_brief(const void *data, ul_output *out)
{
    const ul_schedule_plan *plan = data;
    size_t *count;
    double hours;
    UL_TRY(count_types(plan, &count, &hours));
    ul_output_format(out, "%zu machine%s", plan->n_machines, plan->n_machines == 1 ? "" : "s");
    const char *between = " (";
    for (size_t k = 0; k < plan->in->n_types; k++) {
        if (count[k] == 0)
            continue;
        ul_output_format(out, "%s%zu %s", between, count[k], plan->in->type[k].name);
        between = ", ";
    }
    ul_output_format(out, "%s, %.2f hours paid", plan->n_machines == 0 ? "" : ")", hours);
    free(count);
    return UL_OK;
}

/* The measures, a line each. */
ul_status ul_timeline_detail(const void *data, ul_output *out)
{
    ul_measures measures = {0};
    UL_TRY(ul_timeline_measures(data, &measures));
    for (size_t q = 0; q < measures.n; q++)
        ul_output_format(out, "  %-22s  %.6g\n", measures.item[q].name, measures.item[q].value);
    return UL_OK;
}

ul_status ul_timeline_json(const void *data, ul_output *out)
{
    const ul_schedule_plan *plan = data;
    size_t *count;
    double hours;
    ul_json_writer json = ul_json_writer_on(out);
    UL_TRY(count_types(plan, &count, &hours));
    ul_json_open(&json, "{", ", ");
    for (size_t k = 0; k < plan->in->n_types; k++) {
        if (count[k] == 0)
            continue;
        ul_json_count_member(&json, plan->in->type[k].name, count[k]);
    }
    ul_json_close(&json, "}");
    free(count);
    return UL_OK;
}
