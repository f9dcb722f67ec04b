#include "events.h"

#include <string.h>

#include "csv_reader.h"
#include "run_folder.h"

typedef struct {
    ul_events *events;
    ul_arena *arena;
    size_t room;
    bool headed, has_plans;
} reading;

static ul_status grow(reading *state)
{
    ul_events *e = state->events;
    const size_t room = state->room == 0 ? 64 : 2 * state->room;
    e->at_s = ul_arena_grow(state->arena, e->at_s, e->n, room, sizeof *e->at_s);
    e->value = ul_arena_grow(state->arena, e->value, e->n, room, sizeof *e->value);
    e->is_bound = ul_arena_grow(state->arena, e->is_bound, e->n, room, sizeof *e->is_bound);
    UL_NEED(e->at_s && e->value && e->is_bound);
    state->room = room;
    return UL_OK;
}

static ul_status read_event(void *context, const ul_csv_row *row)
{
    reading *state = context;
    ul_events *e = state->events;
    ul_cost value;
    if (row->n != 3)
        return ul_csv_fail(row, row->n, "an event has 3 columns: wall_s,kind,value");
    if (!state->headed) {
        state->headed = true;
        return strcmp(row->field[1].text, "kind") == 0
                   ? UL_OK
                   : ul_csv_fail(row, 0, "events begin with a row wall_s,kind,value");
    }
    if (e->n == state->room)
        UL_TRY(grow(state));
    UL_TRY(ul_csv_real(row, 0, "the time", 0, 1e12, &e->at_s[e->n]));
    if (e->n > 0 && e->at_s[e->n] < e->at_s[e->n - 1])
        return ul_csv_fail(row, 0, "the event is earlier than the one before it");
    e->is_bound[e->n] = strcmp(row->field[1].text, "bound") == 0;
    if (!e->is_bound[e->n] && strcmp(row->field[1].text, "cost") != 0)
        return ul_csv_fail(row, 1, "an event is a cost or a bound, not '%.40s'", row->field[1].text);
    if (ul_cost_parse(row->field[2].text, row->field[2].length, &value) != UL_NUMBER_OK)
        return ul_csv_fail(row, 2, "'%.40s' is no amount of dollars", row->field[2].text);
    e->value[e->n] = ul_cost_double(value);
    e->n += e->is_bound[e->n] || state->has_plans;
    return UL_OK;
}

ul_status ul_events_read(const ul_record *record, ul_arena *arena, ul_events *events)
{
    char path[UL_PATH];
    UL_FREED_BY(ul_input_drop) ul_input *input = NULL;
    reading state = {.events = events, .arena = arena, .has_plans = record->has_cost};
    *events = (ul_events){0};
    ul_run_folder_file(record->folder, UL_EVENTS, record->run, path);
    if (ul_input_open(path, &input) != UL_OK)
        return UL_OK;
    return ul_csv_read(input, read_event, &state);
}
