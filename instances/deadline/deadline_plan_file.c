/* Plans as files: ullage-plan,1,deadline. */
#include <string.h>

#include "deadline_plan.h"
#include "plan_file.h"

const char *const ul_mode_name[UL_MODES] = {"idle", "spot", "on-demand"};

ul_status ul_deadline_plan_write(const ul_deadline_plan *plan, const char *method,
                                 const char *path)
{
    ul_output *out;
    size_t n = plan->in->n_ticks;
    UL_TRY(ul_plan_file_begin(path, "deadline", plan->in->name, plan->in->sha256, method, &out));
    while (n > 0 && plan->mode[n - 1] == UL_IDLE)
        n--;
    for (size_t i = 0, end; i < n; i = end) {
        for (end = i + 1; end < n && plan->mode[end] == plan->mode[i];)
            end++;
        ul_output_format(out, "%s,%zu\n", ul_mode_name[plan->mode[i]], end - i);
    }
    return ul_output_close(out, NULL);
}

typedef struct {
    ul_deadline_plan *plan;
    size_t n; /* ticks so far */
} reading;

static ul_status read_ticks(void *context, const ul_csv_row *row)
{
    reading *state = context;
    uint64_t n = 0;
    uint8_t mode = 0;
    UL_TRY(ul_csv_expect(row, 2, "idle,TICKS, spot,TICKS or on-demand,TICKS"));
    UL_TRY(ul_csv_count(row, 1, "the number of ticks", state->plan->in->n_ticks - state->n, &n));
    while (strcmp(row->field[0].text, ul_mode_name[mode]) != 0)
        mode++;
    memset(state->plan->mode + state->n, mode, n);
    state->n += n;
    return UL_OK;
}

ul_status ul_deadline_plan_read(const ul_deadline *in, ul_arena *arena, const char *path,
                                ul_deadline_plan **plan)
{
    ul_plan_record record[UL_MODES];
    reading state = {0};
    UL_TRY(ul_deadline_plan_new(in, arena, plan));
    state.plan = *plan;
    for (size_t q = 0; q < UL_MODES; q++)
        record[q] = (ul_plan_record){ul_mode_name[q], read_ticks};
    return ul_plan_file_read(path, "deadline", in->sha256, record, UL_MODES, &state);
}
