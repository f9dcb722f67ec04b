/* A schedule at a glance, a timeline in a line, and the schedule kind's view.
 * O(tasks + machines).
 */
#include <stdlib.h>

#include "result_json.h"
#include "schedule_file.h"
#include "timeline.h"
#include "view.h"

static ul_status no_memory(void)
{
    return ul_fail(UL_E_MEMORY, "out of memory");
}

static ul_status show(const void *data, ul_output *out)
{
    const ul_schedule *in = data;
    ul_output_format(out, "%s (schedule)\n  sha256      %s\n", in->name, in->sha256);
    ul_output_format(out, "  jobs        %zu with %zu tasks, %zu distinct shapes\n", in->n_jobs,
                     in->n_tasks, in->n_shapes);
    ul_output_format(out, "  types       %zu in %zu families\n", in->n_types, in->n_families);
    return UL_OK;
}

/* Machines of each type, and the hours that are paid for; the caller frees *count. */
static ul_status count_types(const ul_schedule_plan *plan, size_t **count, double *hours)
{
    ul_cost billed_s = 0;
    *count = calloc(plan->in->n_types, sizeof **count);
    if (*count == NULL)
        return no_memory();
    for (size_t m = 0; m < plan->n_machines; m++) {
        const ul_timeline_machine *machine = &plan->machine[m];
        (*count)[machine->type]++;
        billed_s += ul_schedule_billed_s(plan->in, machine->type, machine->ordered_s,
                                         machine->released_s);
    }
    *hours = ul_cost_double(billed_s) * 1e6 / 3600;
    return UL_OK;
}

static ul_status brief(const void *data, ul_output *out)
{
    const ul_schedule_plan *plan = data;
    size_t *count;
    double hours;
    UL_TRY(count_types(plan, &count, &hours));
    ul_output_format(out, "%zu machine%s for %.6g hours:", plan->n_machines,
                     plan->n_machines == 1 ? "" : "s", hours);
    const char *between = " ";
    for (size_t k = 0; k < plan->in->n_types; k++) {
        if (count[k] == 0)
            continue;
        ul_output_format(out, "%s%zu %s", between, count[k], plan->in->type[k].name);
        between = ", ";
    }
    free(count);
    return UL_OK;
}

static ul_status json(const void *data, ul_output *out)
{
    const ul_schedule_plan *plan = data;
    size_t *count;
    double hours;
    UL_TRY(count_types(plan, &count, &hours));
    const char *between = "";
    ul_output_text(out, "{");
    for (size_t k = 0; k < plan->in->n_types; k++) {
        if (count[k] == 0)
            continue;
        ul_output_text(out, between);
        ul_json_string(out, plan->in->type[k].name);
        ul_output_format(out, ": %zu", count[k]);
        between = ", ";
    }
    ul_output_text(out, "}");
    free(count);
    return UL_OK;
}

const ul_view ul_view_schedule = {
    .kind = &ul_kind_schedule,
    .show = show,
    .brief = brief,
    .json_name = "machines",
    .json = json,
};
