/* Plans as files: ullage-plan,1,availability. */
#include <stdbool.h>
#include <string.h>

#include "availability_plan.h"
#include "csv_reader.h"
#include "output.h"

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
    UL_TRY(ul_output_open(path, &out));
    ul_output_text(out, "ullage-plan,1,availability\ninstance,");
    ul_output_field(out, plan->in->name);
    ul_output_format(out, ",%s\nmethod,", plan->in->sha256);
    ul_output_field(out, method);
    ul_output_text(out, "\n");
    write_counts(out, plan->in, "hold,", plan->hold);
    write_counts(out, plan->in, "on-demand,", plan->on_demand);
    return ul_output_close(out, NULL);
}

typedef struct {
    ul_availability_plan *plan;
    bool headed;
} reading;

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

static ul_status read_row(void *context, const ul_csv_row *row)
{
    reading *state = context;
    const char *tag = row->field[0].text;
    if (!state->headed) {
        state->headed = true;
        if (strcmp(tag, "ullage-plan") != 0 || row->n != 3 || strcmp(row->field[1].text, "1") != 0
            || strcmp(row->field[2].text, "availability") != 0)
            return ul_csv_fail(row, 0, "the plan does not begin with "
                                       "'ullage-plan,1,availability'");
        return UL_OK;
    }
    if (strcmp(tag, "hold") == 0)
        return read_count(row, state->plan->in, state->plan->hold);
    if (strcmp(tag, "on-demand") == 0)
        return read_count(row, state->plan->in, state->plan->on_demand);
    if (strcmp(tag, "instance") == 0) {
        if (row->n > 2 && strcmp(row->field[2].text, state->plan->in->sha256) != 0)
            return ul_csv_fail(row, 2, "the plan was made for another instance (its SHA-256 "
                                       "differs)");
        return UL_OK;
    }
    return strcmp(tag, "method") == 0
               ? UL_OK
               : ul_csv_fail(row, 0, "record '%.40s' is not known; expected instance, method, hold "
                                     "or on-demand", tag);
}

ul_status ul_availability_plan_read(const ul_availability *in, ul_arena *arena, const char *path,
                                    ul_availability_plan **plan)
{
    ul_input *input;
    reading state = {0};
    UL_TRY(ul_availability_plan_new(in, arena, plan));
    UL_TRY(ul_input_open(path, &input));
    state.plan = *plan;
    ul_status status = ul_csv_read(input, read_row, &state);
    if (status == UL_OK && !state.headed)
        status = ul_fail(UL_E_INPUT, "%s:1: column 1: the plan is empty", path);
    ul_input_close(input);
    return status;
}
