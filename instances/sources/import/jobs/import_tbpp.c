/* Temporal bin packing: items that need their size from a start to an end, and bins of one
 * capacity ("ITEMS CAPACITY 0 0", then "INDEX START END SIZE"; Aydin, Muter, Birbil 2020;
 * Dell'Amico, Furini, Iori 2020; Muir, Marshall, Toriello 2023). An item is a job of one
 * task; a bin costs $1 an hour and a time step is an hour, unless `unit` says otherwise: the
 * cost in dollars is the busy time. O(items).
 */
#include <stdio.h>

#include "source_jobs.h"
#include "tokens.h"

static ul_status take_item(ul_schedule_builder *b, ul_tokens *tokens, ul_micro unit)
{
    const uint64_t steps_max = (uint64_t)(UL_SCHEDULE_SECONDS_MAX / unit);
    uint64_t index, start, end;
    ul_micro size;
    char name[32];
    UL_TRY(ul_tokens_count(tokens, "the index", UL_SCHEDULE_TASKS_MAX, &index));
    UL_TRY(ul_tokens_count(tokens, "the start", steps_max, &start));
    UL_TRY(ul_tokens_count(tokens, "the end", steps_max, &end));
    if (end <= start)
        return ul_tokens_fail(tokens, "an item ends after its start");
    UL_TRY(ul_tokens_micro(tokens, "the size", &size));
    snprintf(name, sizeof name, "i%llu", (unsigned long long)index);
    const ul_schedule_job_facts job = {.name = name, .arrival_s = (ul_micro)start * unit,
                                       .tasks = 1, .work_s = (ul_micro)(end - start) * unit,
                                       .demand = &size};
    return ul_tokens_at(tokens, ul_schedule_add_job(b, &job));
}

static ul_status read_items(ul_schedule_builder *b, ul_tokens *tokens, ul_micro unit)
{
    uint64_t items, ignored;
    ul_micro capacity;
    const char *word;
    UL_TRY(ul_tokens_count(tokens, "the number of items", UL_SCHEDULE_TASKS_MAX, &items));
    UL_TRY(ul_tokens_micro(tokens, "the capacity", &capacity));
    UL_TRY(ul_tokens_count(tokens, "a zero", 0, &ignored));
    UL_TRY(ul_tokens_count(tokens, "a zero", 0, &ignored));
    UL_TRY(ul_tokens_at(tokens, ul_schedule_add_type(b, "bin", "bin", UL_MICRO, &capacity)));
    for (uint64_t q = 0; q < items; q++)
        UL_TRY(take_item(b, tokens, unit));
    UL_TRY(ul_tokens_next(tokens, &word));
    return word == NULL ? UL_OK
                        : ul_tokens_fail(tokens, "there are more than the %llu items of the first "
                                                 "line", (unsigned long long)items);
}

static ul_status fill(ul_schedule_builder *b, void *context)
{
    const ul_source_request *request = context;
    const ul_micro unit = (ul_micro)ul_param_number(request->param, "unit") * UL_MICRO;
    char name[UL_SOURCE_NAME];
    UL_FREED_BY(ul_input_drop) ul_input *input = NULL;
    ul_tokens *tokens;
    UL_TRY(ul_schedule_set_name(b, ul_source_name(request, name)));
    UL_TRY(ul_schedule_add_resource(b, "size"));
    UL_TRY(ul_schedule_set_billing(b, NULL, 0, 0));
    UL_TRY(ul_input_open(request->input[0], &input));
    UL_TRY(ul_tokens_new(input, &tokens));
    const ul_status status = read_items(b, tokens, unit);
    ul_tokens_free(tokens);
    return status;
}

const ul_source ul_importer_tbpp = {
    .name = "tbpp",
    .brief = "temporal bin packing: items with a start, an end and a size, bins of one capacity",
    .paper = "Aydin, Muter, Birbil 2020; Dell'Amico, Furini, Iori 2020",
    .param = (const ul_param[]){
        UL_COUNT("unit", "3600", "seconds of a time step; 3600 makes dollars of busy time", 1, 1e6),
        UL_SOURCE_JOBS,
        {0},
    },
    .least_inputs = 1,
    .most_inputs = 1,
    .schedule = fill,
};
