/* Timelines as files: ullage-plan,1,schedule. */
#include <string.h>

#include "names.h"
#include "plan_file.h"
#include "timeline.h"

static void write_stay(ul_output *out, const ul_schedule_plan *plan, const ul_timeline_stay *stay)
{
    const ul_schedule_job *job = &plan->in->job[plan->in->task[stay->task].job];
    ul_output_csv(out, "run,%t,%u,%u,%m,%m,%m,%m", job->name, stay->task - job->first_task,
                  stay->machine, stay->from_s, stay->working_s, stay->stopped_s, stay->to_s);
    ul_output_text(out, stay->lost ? ",lost\n" : "\n");
}

ul_status ul_schedule_plan_write(const ul_schedule_plan *plan, const char *method,
                                 const char *path)
{
    ul_output *out;
    ul_cost cost;
    UL_TRY(ul_timeline_cost(plan, &cost));
    UL_TRY(ul_plan_file_begin(path, "schedule", plan->in->name, plan->in->sha256, method, &out));
    for (size_t m = 0; m < plan->n_machines; m++) {
        const ul_timeline_machine *machine = &plan->machine[m];
        ul_output_csv(out, "machine,%z,%t,%m,%m,%m\n", m, plan->in->type[machine->type].name,
                      machine->ordered_s, machine->ready_s, machine->released_s);
    }
    for (size_t q = 0; q < plan->n_stays; q++)
        write_stay(out, plan, &plan->stay[q]);
    ul_output_csv(out, "cost,%c\n", &cost);
    return ul_output_close(out, NULL);
}

typedef struct {
    ul_schedule_plan *plan;
    ul_names *machine;
    bool has_cost;
    ul_cost cost;
    size_t cost_line;
} reading;

static ul_status read_seconds(const ul_csv_row *row, size_t field, const char *what,
                              ul_micro *seconds)
{
    UL_TRY(ul_csv_micro(row, field, what, seconds));
    return *seconds <= UL_SCHEDULE_SECONDS_MAX
               ? UL_OK
               : ul_csv_fail(row, field, "%s is beyond %lld seconds", what,
                             (long long)(UL_SCHEDULE_SECONDS_MAX / UL_MICRO));
}

static ul_status read_machine(void *context, const ul_csv_row *row)
{
    reading *state = context;
    const ul_schedule *in = state->plan->in;
    ul_timeline_machine machine;
    size_t m;
    UL_TRY(ul_csv_expect(row, 6, "machine,ID,TYPE,ORDERED_S,READY_S,RELEASED_S"));
    UL_TRY(ul_csv_at(row, 1, ul_names_take(state->machine, "machine", row->field[1].text, true,
                                           &m)));
    const size_t k = ul_schedule_find_type(in, row->field[2].text, row->field[2].length);
    if (k == UL_NONE)
        return ul_csv_fail(row, 2, "the instance has no type '%.80s'", row->field[2].text);
    machine.type = (uint32_t)k;
    UL_TRY(read_seconds(row, 3, "the order", &machine.ordered_s));
    UL_TRY(read_seconds(row, 4, "the second from which it is ready", &machine.ready_s));
    UL_TRY(read_seconds(row, 5, "the release", &machine.released_s));
    return ul_timeline_add_machine(state->plan, &machine, NULL);
}

static ul_status read_place(const reading *state, const ul_csv_row *row, ul_timeline_stay *stay)
{
    const ul_schedule *in = state->plan->in;
    uint64_t task;
    const size_t j = ul_schedule_find_job(in, row->field[1].text, row->field[1].length);
    if (j == UL_NONE)
        return ul_csv_fail(row, 1, "the instance has no job '%.80s'", row->field[1].text);
    UL_TRY(ul_csv_count(row, 2, "the task", UL_SCHEDULE_TASKS_MAX, &task));
    if (task >= in->job[j].n_tasks)
        return ul_csv_fail(row, 2, "job '%s' has tasks 0 to %u", in->job[j].name,
                           in->job[j].n_tasks - 1);
    const size_t m = ul_names_find(state->machine, row->field[3].text, row->field[3].length);
    if (m == UL_NONE)
        return ul_csv_fail(row, 3, "machine '%.80s' is not defined above this record",
                           row->field[3].text);
    stay->task = in->job[j].first_task + (uint32_t)task;
    stay->machine = (uint32_t)m;
    return UL_OK;
}

static ul_status read_stay(void *context, const ul_csv_row *row)
{
    static const char form[] =
        "run,JOB,TASK,MACHINE,FROM_S,WORKING_S,STOPPED_S,TO_S, perhaps lost";
    reading *state = context;
    ul_timeline_stay stay = {.lost = row->n == 9};
    if (row->n != 9)
        UL_TRY(ul_csv_expect(row, 8, form));
    if (stay.lost && strcmp(row->field[8].text, "lost") != 0)
        return ul_csv_fail(row, 8, "'%.40s' is not 'lost'", row->field[8].text);
    UL_TRY(read_place(state, row, &stay));
    UL_TRY(read_seconds(row, 4, "the beginning", &stay.from_s));
    UL_TRY(read_seconds(row, 5, "the second from which it works", &stay.working_s));
    UL_TRY(read_seconds(row, 6, "the second at which it stops", &stay.stopped_s));
    UL_TRY(read_seconds(row, 7, "the end", &stay.to_s));
    return ul_timeline_add_stay(state->plan, &stay);
}

static ul_status read_cost(void *context, const ul_csv_row *row)
{
    reading *state = context;
    UL_TRY(ul_csv_expect(row, 2, "cost,DOLLARS"));
    if (state->has_cost)
        return ul_csv_fail(row, 0, "the cost is given twice");
    if (ul_cost_parse(row->field[1].text, row->field[1].length, &state->cost) != UL_NUMBER_OK)
        return ul_csv_fail(row, 1, "'%.40s' is no amount of dollars", row->field[1].text);
    state->has_cost = true;
    state->cost_line = row->line;
    return UL_OK;
}

/* A bill that its writer counted otherwise is a mistake of one of the two. */
static ul_status compare_cost(const reading *state, const char *path)
{
    char counted[UL_NUMBER_TEXT], stated[UL_NUMBER_TEXT];
    ul_cost cost;
    UL_TRY(ul_timeline_cost(state->plan, &cost));
    return !state->has_cost || cost == state->cost
               ? UL_OK
               : ul_fail(UL_E_INPUT, "%s:%zu: column 2: the bill of these machines is %s, not %s; "
                         "ullage-check names every rule that is broken", path, state->cost_line,
                         ul_cost_text(cost, counted), ul_cost_text(state->cost, stated));
}

ul_status ul_schedule_plan_read(const ul_schedule *in, ul_arena *arena, const char *path,
                                ul_schedule_plan **plan)
{
    static const ul_plan_record record[] = {
        {"run", read_stay}, {"machine", read_machine}, {"cost", read_cost}};
    reading state = {.machine = ul_names_new()};
    if (state.machine == NULL)
        return ul_fail(UL_E_MEMORY, "out of memory reading a timeline");
    ul_status status = ul_schedule_plan_new(in, arena, plan);
    state.plan = *plan;
    if (status == UL_OK)
        status = ul_plan_file_read(path, "schedule", in->sha256, record,
                                   sizeof record / sizeof *record, &state);
    ul_names_free(state.machine);
    return status == UL_OK ? compare_cost(&state, path) : status;
}
