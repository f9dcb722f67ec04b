/* The record import: instances of a suite that come from foreign files. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "suite_parts.h"

enum { INPUTS_MAX = 512 };

typedef struct {
    ul_suite_instance entry;
    uint64_t first_seed, last_seed;
    const char *set[UL_SUITE_SET_MAX];
    const char *input[INPUTS_MAX];
} import_record;

static ul_status read_import_field(const ul_csv_row *row, size_t field, import_record *record,
                                   bool *taken)
{
    const char *text = row->field[field].text, *value, *end;
    uint64_t tasks;
    *taken = true;
    if (ul_suite_is_option(text, "tasks", &value)) {
        UL_TRY(ul_suite_read_whole(row, field, value, &tasks, &end));
        record->entry.tasks = tasks;
        return *end == '\0' ? UL_OK : ul_csv_fail(row, field, "tasks=N, not '%.40s'", text);
    }
    if (ul_suite_is_option(text, "seed", &value)) {
        UL_TRY(ul_suite_read_whole(row, field, value, &record->first_seed, &end));
        record->last_seed = record->first_seed;
        record->entry.is_seeded = true;
        if (strncmp(end, "..", 2) == 0)
            UL_TRY(ul_suite_read_whole(row, field, end + 2, &record->last_seed, &end));
        return *end == '\0' && record->first_seed <= record->last_seed
                   ? UL_OK
                   : ul_csv_fail(row, field, "seed=N or seed=N..N, not '%.40s'", text);
    }
    if (ul_suite_is_option(text, "from", &value))
        return ul_suite_read_second(row, field, value, &record->entry.from_s);
    if (ul_suite_is_option(text, "window", &value))
        return ul_suite_read_second(row, field, value, &record->entry.window_s);
    if (ul_suite_is_option(text, "at", &value)) {
        record->entry.is_snapshot = true;
        return ul_suite_read_second(row, field, value, &record->entry.at_s);
    }
    if (ul_suite_is_option(text, "to", &value))
        return ul_suite_read_second(row, field, value, &record->entry.to_s);
    *taken = false;
    return UL_OK;
}

static ul_status add_input(ul_suite_reading *state, const ul_csv_row *row, const char *path,
                           void *context)
{
    import_record *record = context;
    if (record->entry.n_inputs == INPUTS_MAX)
        return ul_csv_fail(row, 2, "more than %d input files", INPUTS_MAX);
    ul_csv_put(&state->copy, path);
    record->input[record->entry.n_inputs] = ul_suite_keep(state->suite, path);
    return record->input[record->entry.n_inputs++] == NULL ? ul_suite_no_memory() : UL_OK;
}

/* Behind the format: inputs, options of the sample, parameters of the format. */
static ul_status read_import_fields(ul_suite_reading *state, const ul_csv_row *row,
                                    import_record *record)
{
    ul_suite_instance *entry = &record->entry;
    for (size_t field = 2; field < row->n; field++) {
        const char *text = row->field[field].text;
        bool taken;
        UL_TRY(read_import_field(row, field, record, &taken));
        if (taken || strchr(text, '=') != NULL)
            ul_csv_put(&state->copy, text);
        if (taken)
            continue;
        if (strchr(text, '=') != NULL) {
            if (entry->n_set == UL_SUITE_SET_MAX)
                return ul_csv_fail(row, field, "more than %d parameters", UL_SUITE_SET_MAX);
            record->set[entry->n_set] = ul_suite_keep(state->suite, text);
            if (record->set[entry->n_set++] == NULL)
                return ul_suite_no_memory();
            continue;
        }
        UL_TRY(ul_suite_each_file(state, row, field, add_input, record));
    }
    ul_csv_end(&state->copy);
    return entry->n_inputs > 0 ? UL_OK : ul_csv_fail(row, row->n, "an import needs an INPUT file");
}

static const char *label_of_import(ul_suite *suite, const ul_suite_instance *entry)
{
    char text[256];
    const char *name = ul_suite_file_label(suite, entry->input[0]);
    if (name == NULL)
        return NULL;
    int n = snprintf(text, sizeof text, "%.150s", name);
    if (entry->is_snapshot)
        n += snprintf(text + n, sizeof text - (size_t)n, "-at%.15g", entry->at_s);
    if (entry->window_s > 0)
        n += snprintf(text + n, sizeof text - (size_t)n, "-w%.15g-s%llu", entry->window_s,
                      (unsigned long long)entry->seed);
    if (entry->tasks > 0)
        n += snprintf(text + n, sizeof text - (size_t)n, "-n%zu-s%llu", entry->tasks,
                      (unsigned long long)entry->seed);
    if (entry->tasks == 0 && entry->window_s == 0 && entry->is_seeded)
        n += snprintf(text + n, sizeof text - (size_t)n, "-s%llu", (unsigned long long)entry->seed);
    return ul_suite_label_values(suite, text, sizeof text, n, entry);
}

/* One instance a seed of some inputs. */
static ul_status add_import(ul_suite_reading *state, const ul_csv_row *row,
                            const import_record *record, const char *const *input, size_t n)
{
    ul_suite_instance entry = record->entry;
    const char **kept = ul_arena_alloc(state->suite->arena, n + entry.n_set, sizeof *kept);
    if (kept == NULL)
        return ul_suite_no_memory();
    memcpy(kept, input, n * sizeof *kept);
    memcpy(kept + n, record->set, entry.n_set * sizeof *kept);
    entry.input = kept;
    entry.n_inputs = n;
    entry.path = kept[0];
    entry.set = kept + n;
    for (entry.seed = record->first_seed; entry.seed <= record->last_seed; entry.seed++) {
        entry.label = label_of_import(state->suite, &entry);
        if (entry.label == NULL)
            return ul_suite_no_memory();
        UL_TRY(ul_suite_add_instance(state, row, entry));
    }
    return UL_OK;
}

/* A format of one file makes an instance of each, one of several files one of all. */
ul_status ul_suite_read_import(ul_suite_reading *state, const ul_csv_row *row)
{
    import_record record = {.entry = {.to_s = HUGE_VAL}, .first_seed = 1, .last_seed = 1};
    const char *all;
    UL_TRY(ul_suite_expect(row, 3, "import,FORMAT,INPUT...,tasks=N,seed=N..N,NAME=VALUE..."));
    UL_TRY(ul_csv_at(row, 1, ul_importer_choose(row->field[1].text, &record.entry.source)));
    ul_csv_put(&state->copy, "import");
    ul_csv_put(&state->copy, record.entry.source->name);
    UL_TRY(read_import_fields(state, row, &record));
    UL_TRY(ul_suite_try_set(state->suite, row, 2, record.entry.source->param, record.set,
                            record.entry.n_set, &all));
    if (record.entry.source->most_inputs > 1)
        return add_import(state, row, &record, record.input, record.entry.n_inputs);
    for (size_t q = 0; q < record.entry.n_inputs; q++)
        UL_TRY(add_import(state, row, &record, &record.input[q], 1));
    return UL_OK;
}
