/* Plans as files: ullage-plan,1,availability. */
#include <string.h>

#include "availability_plan.h"
#include "plan_file.h"

static void write_counts(ul_output *out, const ul_availability *in, const char *tag,
                         const uint32_t *count)
{
    for (size_t k = 0; k < in->n_types; k++) {
        if (count[k] == 0)
            continue;
        ul_output_text(out, tag);
        ul_output_field(out, in->type[k].name);
        ul_output_format(out, ",%u\n", count[k]);
    }
}

ul_status ul_availability_plan_write(const ul_availability_plan *plan, const char *method,
                                     const char *path)
{
    ul_output *out;
    UL_TRY(ul_plan_file_begin(path, "availability", plan->in->name, plan->in->sha256, method,
                              &out));
    write_counts(out, plan->in, "hold,", plan->hold);
    write_counts(out, plan->in, "on-demand,", plan->on_demand);
    return ul_output_close(out, NULL);
}

static ul_status read_count(const ul_csv_row *row, const ul_availability *in, uint32_t *count)
{
    uint64_t value;
    size_t k = 0;
    if (row->n != 3)
        return ul_csv_fail(row, row->n < 3 ? row->n : 3, "expected %s,VM,COUNT",
                           row->field[0].text);
    while (k < in->n_types && strcmp(in->type[k].name, row->field[1].text) != 0)
        k++;
    if (k == in->n_types)
        return ul_csv_fail(row, 1, "the instance has no type '%.80s'", row->field[1].text);
    UL_TRY(ul_csv_count(row, 2, "the number of machines", UL_HOLD_MAX - count[k], &value));
    count[k] += (uint32_t)value;
    return UL_OK;
}

static ul_status read_hold(void *context, const ul_csv_row *row)
{
    ul_availability_plan *plan = context;
    return read_count(row, plan->in, plan->hold);
}

static ul_status read_on_demand(void *context, const ul_csv_row *row)
{
    ul_availability_plan *plan = context;
    return read_count(row, plan->in, plan->on_demand);
}

ul_status ul_availability_plan_read(const ul_availability *in, ul_arena *arena, const char *path,
                                    ul_availability_plan **plan)
{
    static const ul_plan_record record[] = {{"hold", read_hold}, {"on-demand", read_on_demand}};
    UL_TRY(ul_availability_plan_new(in, arena, plan));
    return ul_plan_file_read(path, "availability", in->sha256, record, 2, *plan);
}
