/* Eagle's traces (.tr): a job a line, its submission, number of tasks, mean duration
 * and the duration of each task, in seconds, of which Eagle takes the whole ones.
 *
 * O(tasks).
 */
#include <stdlib.h>
#include <string.h>

#include "eagle_world.h"
#include "grow.h"
#include "source_jobs.h"
#include "tokens.h"

typedef struct {
    const ul_source_request *request;
    ul_tokens *tokens;
    ul_eagle_jobs jobs;
    size_t tasks;
    ul_micro *work_s; /* of the job that is read */
    size_t work_room;
} importing;

/* The whole seconds of a duration. */
static ul_status read_whole(ul_tokens *tokens, const char *what, ul_micro *seconds)
{
    const char *word;
    char *end;
    UL_TRY(ul_tokens_next(tokens, &word));
    if (word == NULL)
        return ul_tokens_fail(tokens, "%s is missing: the file ends inside a job", what);
    const double value = strtod(word, &end);
    if (end == word || *end != '\0' || strspn(word, "0123456789.eE+-") != strlen(word)
        || !(value >= 0 && value <= ul_micro_double(UL_SCHEDULE_SECONDS_MAX)))
        return ul_tokens_fail(tokens, "%s '%.40s' is no number of seconds", what, word);
    *seconds = (ul_micro)value * UL_MICRO;
    return UL_OK;
}

/* When the job was submitted; *end where there is none. */
static ul_status read_arrival(ul_tokens *tokens, ul_micro *arrival_s, bool *end)
{
    const char *word;
    bool rounded;
    UL_TRY(ul_tokens_next(tokens, &word));
    *end = word == NULL;
    return *end || ul_micro_parse_up(word, strlen(word), 1, arrival_s, &rounded) == UL_NUMBER_OK
               ? UL_OK
               : ul_tokens_fail(tokens, "the submission '%.40s' is no number of seconds", word);
}

static bool is_wanted(const importing *state, ul_micro arrival_s)
{
    const double at_s = ul_micro_double(arrival_s);
    const size_t most = state->request->tasks;
    return at_s >= state->request->from_s && at_s < state->request->to_s
           && (most == 0 || state->jobs.jobs < most);
}

/* The durations come before the job is made: a line that promises fifty million tasks
 * and ends is told so, and no memory is taken for what it does not bring. */
static ul_status read_work(importing *state, uint64_t tasks)
{
    for (uint64_t q = 0; q < tasks; q++) {
        UL_TRY(ul_grow(&state->work_s, q, &state->work_room, sizeof *state->work_s));
        UL_TRY(read_whole(state->tokens, "a task's duration", &state->work_s[q]));
    }
    return UL_OK;
}

static ul_status read_job(importing *state, ul_micro arrival_s)
{
    ul_tokens *tokens = state->tokens;
    uint64_t tasks;
    ul_micro mean_s;
    UL_TRY(ul_tokens_count(tokens, "the number of tasks", UL_SCHEDULE_TASKS_MAX, &tasks));
    UL_TRY(read_whole(tokens, "the mean duration", &mean_s));
    UL_TRY(read_work(state, tasks));
    if (!is_wanted(state, arrival_s))
        return UL_OK;
    arrival_s -= (ul_micro)(state->request->from_s * 1e6);
    UL_TRY(ul_tokens_at(tokens, ul_eagle_add_job(&state->jobs, arrival_s, tasks, mean_s)));
    UL_TRY(ul_tokens_at(tokens, ul_schedule_add_work(state->jobs.b, state->work_s, tasks)));
    state->tasks += tasks;
    return UL_OK;
}

static ul_status read_jobs(importing *state)
{
    for (;;) {
        ul_micro arrival_s;
        bool end;
        UL_TRY(read_arrival(state->tokens, &arrival_s, &end));
        if (end)
            break;
        UL_TRY(read_job(state, arrival_s));
    }
    ul_source_remark(state->request, "%zu jobs, %zu tasks", state->jobs.jobs, state->tasks);
    return state->jobs.jobs > 0 ? UL_OK
                                : ul_fail(UL_E_INPUT, "%s: no job is left", state->request->input[0]);
}

static ul_status fill(ul_schedule_builder *b, void *context)
{
    importing state = {.request = context, .jobs = {.b = b}};
    char name[UL_SOURCE_NAME];
    UL_FREED_BY(ul_input_drop) ul_input *input = NULL;
    UL_TRY(ul_schedule_set_name(b, ul_source_name(state.request, name)));
    UL_TRY(ul_eagle_begin(b, state.request->param));
    UL_TRY(ul_input_open(state.request->input[0], &input));
    ul_status status = ul_tokens_new(input, &state.tokens);
    if (status == UL_OK)
        status = read_jobs(&state);
    ul_tokens_free(state.tokens);
    free(state.work_s);
    return status;
}

const ul_source ul_importer_eagle = {
    .name = "eagle",
    .brief = "Eagle's traces (.tr) over time, tasks of short and long jobs onto one-slot servers",
    .paper = "CloudCoaster, Section 4; Eagle",
    .param = (const ul_param[]){UL_EAGLE_PARAMS, UL_SOURCE_JOBS, {0}},
    .least_inputs = 1,
    .most_inputs = 1,
    .samples = true,
    .schedule = fill,
};
