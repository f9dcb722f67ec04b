#include "events.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "csv_reader.h"

typedef struct {
    ul_events *events;
    ul_arena *arena;
    size_t room;
    bool headed;
} reading;

static ul_status grow(reading *state)
{
    ul_events *e = state->events;
    const size_t room = state->room == 0 ? 64 : 2 * state->room;
    e->at_s = ul_arena_grow(state->arena, e->at_s, e->n, room, sizeof *e->at_s);
    e->value = ul_arena_grow(state->arena, e->value, e->n, room, sizeof *e->value);
    e->is_bound = ul_arena_grow(state->arena, e->is_bound, e->n, room, sizeof *e->is_bound);
    if (e->at_s == NULL || e->value == NULL || e->is_bound == NULL)
        return ul_fail(UL_E_MEMORY, "out of memory for a run's events");
    state->room = room;
    return UL_OK;
}

static ul_status read_event(void *context, const ul_csv_row *row)
{
    reading *state = context;
    ul_events *e = state->events;
    if (!state->headed || row->n != 3) { /* a killed run may leave half a row */
        state->headed = true;
        return UL_OK;
    }
    if (e->n == state->room)
        UL_TRY(grow(state));
    e->at_s[e->n] = strtod(row->field[0].text, NULL);
    e->is_bound[e->n] = strcmp(row->field[1].text, "bound") == 0;
    e->value[e->n++] = strtod(row->field[2].text, NULL);
    return UL_OK;
}

ul_status ul_events_read(const char *folder, uint64_t run, ul_arena *arena, ul_events *events)
{
    char path[4096];
    ul_input *input;
    reading state = {.events = events, .arena = arena};
    *events = (ul_events){0};
    snprintf(path, sizeof path, "%s/events/%06llu.csv", folder, (unsigned long long)run);
    if (ul_input_open(path, &input) != UL_OK)
        return UL_OK;
    const ul_status status = ul_csv_read(input, read_event, &state);
    ul_input_close(input);
    return status;
}
