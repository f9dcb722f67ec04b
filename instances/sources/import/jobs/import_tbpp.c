/* Temporal bin packing: items that need their size from a start to an end, and bins of one
 * capacity ("ITEMS CAPACITY 0 0", then "INDEX START END SIZE"; Aydin, Muter, Birbil 2020;
 * Dell'Amico, Furini, Iori 2020; Muir, Marshall, Toriello 2023).
 *
 * For busy time an item is a job of one task; a bin costs $1 an hour and a time step is an hour,
 * unless `unit` says otherwise: the cost in dollars is the busy time.
 *
 * For the number of bins an instant is a resource of a packing, of which an item takes its size if
 * it is there then. Only instants at which somebody has come and the next to do anything leaves
 * are looked at, as nobody is missing there who is at one beside it; and of these, those at which
 * not all fit one bin. So a plan packs a bin well if and only if no instant is too full.
 * O(items * instants).
 */
#include <stdio.h>
#include <stdlib.h>

#include "packing.h"
#include "source_jobs.h"
#include "tokens.h"

typedef struct {
    uint64_t index, start, end;
    ul_micro size;
} tbpp_item;

typedef struct {
    ul_arena *arena;
    ul_micro capacity;
    size_t n, room;
    tbpp_item *item;
} tbpp;

static ul_status read_item(tbpp *in, ul_tokens *tokens, uint64_t steps_max)
{
    tbpp_item one;
    UL_TRY(ul_tokens_count(tokens, "the index", UL_SCHEDULE_TASKS_MAX, &one.index));
    UL_TRY(ul_tokens_count(tokens, "the start", steps_max, &one.start));
    UL_TRY(ul_tokens_count(tokens, "the end", steps_max, &one.end));
    if (one.end <= one.start)
        return ul_tokens_fail(tokens, "an item ends after its start");
    UL_TRY(ul_tokens_micro(tokens, "the size", &one.size));
    UL_MORE(in->arena, in->item, in->n, in->room);
    in->item[in->n++] = one;
    return UL_OK;
}

static ul_status read_words(tbpp *in, ul_tokens *tokens, ul_micro unit)
{
    uint64_t items, ignored;
    const char *word;
    UL_TRY(ul_tokens_count(tokens, "the number of items", UL_SCHEDULE_TASKS_MAX, &items));
    UL_TRY(ul_tokens_micro(tokens, "the capacity", &in->capacity));
    UL_TRY(ul_tokens_count(tokens, "a zero", 0, &ignored));
    UL_TRY(ul_tokens_count(tokens, "a zero", 0, &ignored));
    for (uint64_t q = 0; q < items; q++)
        UL_TRY(read_item(in, tokens, (uint64_t)(UL_SCHEDULE_SECONDS_MAX / unit)));
    UL_TRY(ul_tokens_next(tokens, &word));
    return word == NULL ? UL_OK
                        : ul_tokens_fail(tokens, "there are more than the %llu items of the first "
                                                 "line", (unsigned long long)items);
}

static ul_status read_file(const char *path, ul_micro unit, ul_arena *arena, tbpp *in)
{
    UL_FREED_BY(ul_input_drop) ul_input *input = NULL;
    ul_tokens *tokens;
    *in = (tbpp){.arena = arena};
    UL_TRY(ul_input_open(path, &input));
    UL_TRY(ul_tokens_new(input, &tokens));
    const ul_status status = read_words(in, tokens, unit);
    ul_tokens_free(tokens);
    return status;
}

static const char *name_of(const tbpp_item *item, char name[32])
{
    snprintf(name, 32, "i%llu", (unsigned long long)item->index);
    return name;
}

/* ---- busy time ---- */

static ul_status fill(ul_schedule_builder *b, void *context)
{
    const ul_source_request *request = context;
    const ul_micro unit = (ul_micro)ul_param_number(request->param, "unit") * UL_MICRO;
    char name[UL_SOURCE_NAME];
    tbpp in;
    UL_OWN_ARENA(arena);
    UL_TRY(read_file(request->input[0], unit, arena, &in));
    UL_TRY(ul_schedule_set_name(b, ul_source_name(request, name)));
    UL_TRY(ul_schedule_add_resource(b, "size"));
    UL_TRY(ul_schedule_set_billing(b, NULL, 0, 0));
    UL_TRY(ul_schedule_add_type(b, "bin", "bin", UL_MICRO, &in.capacity));
    for (size_t q = 0; q < in.n; q++) {
        const tbpp_item *one = &in.item[q];
        const ul_schedule_job_facts job = {
            .name = name_of(one, name), .arrival_s = (ul_micro)one->start * unit, .tasks = 1,
            .work_s = (ul_micro)(one->end - one->start) * unit, .demand = &one->size};
        UL_TRY(ul_schedule_add_job(b, &job));
    }
    return UL_OK;
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

/* ---- the number of bins ---- */

/* An item comes or, by a size below 0, leaves. */
typedef struct {
    uint64_t at;
    ul_micro size;
    bool comes;
} change;

static int by_time(const void *left, const void *right)
{
    const change *a = left, *b = right;
    UL_LOWER_FIRST(a->at, b->at);
    return (int)a->comes - (int)b->comes;
}

/* One at least, so that there is a resource. */
static ul_status find_instants(const tbpp *in, uint64_t **instant, size_t *n)
{
    change *all;
    ul_cost load = 0;
    UL_ALLOC(in->arena, all, 2 * in->n + 1);
    UL_ALLOC(in->arena, *instant, in->n + 1);
    for (size_t q = 0; q < in->n; q++) {
        all[2 * q] = (change){in->item[q].start, in->item[q].size, true};
        all[2 * q + 1] = (change){in->item[q].end, -in->item[q].size, false};
    }
    qsort(all, 2 * in->n, sizeof *all, by_time);
    for (size_t q = 0; q < 2 * in->n; q++) {
        if (!all[q].comes && all[q - 1].comes && load > in->capacity)
            (*instant)[(*n)++] = all[q - 1].at;
        load += all[q].size;
    }
    *n += *n == 0;
    return UL_OK;
}

static ul_status add_items(ul_packing_builder *b, const tbpp *in, const uint64_t *instant, size_t n)
{
    char name[32];
    for (size_t q = 0; q < in->n; q++) {
        const tbpp_item *one = &in->item[q];
        ul_micro demand[UL_RESOURCES_MAX];
        for (size_t r = 0; r < n; r++)
            demand[r] = one->start <= instant[r] && instant[r] < one->end ? one->size : 0;
        const ul_packing_task_facts task = {.name = name_of(one, name), .copies = 1,
                                            .runtime_s = -1, .demand = demand};
        UL_TRY(ul_packing_add_task(b, &task));
    }
    return UL_OK;
}

static ul_status fill_packing(ul_packing_builder *b, void *context)
{
    const ul_source_request *request = context;
    char name[UL_SOURCE_NAME];
    ul_micro capacity[UL_RESOURCES_MAX];
    uint64_t *instant;
    size_t n = 0;
    tbpp in;
    UL_OWN_ARENA(arena);
    UL_TRY(read_file(request->input[0], UL_MICRO, arena, &in));
    UL_TRY(find_instants(&in, &instant, &n));
    UL_TRY(ul_packing_set_name(b, ul_source_name(request, name)));
    for (size_t r = 0; r < n; r++) {
        snprintf(name, sizeof name, "at%llu", (unsigned long long)instant[r]);
        UL_TRY(ul_packing_add_resource(b, name));
        capacity[r] = in.capacity;
    }
    UL_TRY(ul_packing_add_type(b, "bin", "bin", UL_MICRO, capacity));
    return add_items(b, &in, instant, n);
}

const ul_source ul_importer_tbpp_machines = {
    .name = "tbpp-machines",
    .brief = "the same for the least number of bins: a packing, an instant being a resource",
    .paper = "Aydin, Muter, Birbil 2020; Dell'Amico, Furini, Iori 2020",
    .least_inputs = 1,
    .most_inputs = 1,
    .packing = fill_packing,
};
