/* The record import: instances of a suite that come from foreign files. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "suite_parts.h"

typedef struct {
    ul_suite_instance entry;
    uint64_t first_seed, last_seed;
    const char *set[UL_SUITE_SET_MAX];
    const char **input;
    size_t room;
    uint64_t sample, sample_seed; /* so many of the inputs; 0: all */
} import_record;

/* Which of the files are wanted; the copy has their paths. */
static ul_status read_sample(ul_suite_reading *state, const ul_csv_row *row, size_t field,
                             import_record *record, bool *taken)
{
    const char *text = row->field[field].text, *value, *end;
    const bool is_seed = ul_suite_is_option(text, "sample-seed", &value);
    *taken = is_seed || ul_suite_is_option(text, "sample", &value);
    if (!*taken)
        return UL_OK;
    state->has_patterns = true;
    UL_TRY(ul_suite_read_whole(row, field, value, is_seed ? &record->sample_seed : &record->sample,
                               &end));
    return *end == '\0' ? UL_OK : ul_csv_fail(row, field, "'%.40s' is no whole number", value);
}

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
    if (ul_suite_is_option(text, "@cpu_s", &value))
        return ul_suite_read_second(row, field, value, &record->entry.cpu_s);
    *taken = false;
    return UL_OK;
}

static ul_status add_input(ul_suite_reading *state, const ul_csv_row *row, const char *path,
                           void *context)
{
    import_record *record = context;
    const size_t n = record->entry.n_inputs++;
    (void)row;
    if (n == record->room) {
        record->room = 2 * n + 8;
        record->input = ul_arena_grow(state->suite->arena, record->input, n, record->room,
                                      sizeof *record->input);
    }
    return record->input == NULL
                   || (record->input[n] = ul_suite_keep(state->suite, path)) == NULL
               ? ul_no_memory()
               : UL_OK;
}

typedef struct {
    uint8_t key[UL_SHA256_BYTES];
    const char *path;
    size_t place;
} drawn;

static int by_key(const void *a, const void *b)
{
    return memcmp(((const drawn *)a)->key, ((const drawn *)b)->key, UL_SHA256_BYTES);
}

static int by_place(const void *a, const void *b)
{
    const drawn *x = a, *y = b;
    return (x->place > y->place) - (x->place < y->place);
}

/* A sample: the files for which the SHA-256 of "SEED NAME" comes first. So it is the same
 * wherever they lie, and a larger sample has the smaller one in it. */
static ul_status draw_inputs(ul_suite *suite, import_record *record)
{
    const size_t n = record->entry.n_inputs, wanted = record->sample;
    drawn *draw;
    if (wanted == 0 || wanted >= n)
        return UL_OK;
    UL_ALLOC(suite->arena, draw, n);
    for (size_t q = 0; q < n; q++) {
        const char *path = record->input[q], *slash = strrchr(path, '/');
        char text[512];
        ul_sha256 hash;
        draw[q] = (drawn){.path = path, .place = q};
        ul_sha256_init(&hash);
        ul_sha256_add(&hash, text,
                      (size_t)snprintf(text, sizeof text, "%llu %.255s",
                                       (unsigned long long)record->sample_seed,
                                       slash == NULL ? path : slash + 1));
        ul_sha256_end(&hash, draw[q].key);
    }
    qsort(draw, n, sizeof *draw, by_key);
    qsort(draw, wanted, sizeof *draw, by_place);
    for (size_t q = 0; q < wanted; q++)
        record->input[q] = draw[q].path;
    record->entry.n_inputs = wanted;
    return UL_OK;
}

/* Behind the format: inputs, options of the sample, parameters of the format. */
static ul_status read_import_fields(ul_suite_reading *state, const ul_csv_row *row,
                                    import_record *record)
{
    ul_suite_instance *entry = &record->entry;
    for (size_t field = 2; field < row->n; field++) {
        const char *text = row->field[field].text;
        bool taken;
        UL_TRY(read_sample(state, row, field, record, &taken));
        if (taken)
            continue;
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
                return ul_no_memory();
            continue;
        }
        UL_TRY(ul_suite_each_file(state, row, field, add_input, record));
    }
    UL_TRY(draw_inputs(state->suite, record));
    for (size_t q = 0; q < entry->n_inputs; q++)
        ul_csv_put(&state->copy, record->input[q]);
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
    UL_NEED(kept);
    memcpy(kept, input, n * sizeof *kept);
    memcpy(kept + n, record->set, entry.n_set * sizeof *kept);
    entry.input = kept;
    entry.n_inputs = n;
    entry.path = kept[0];
    entry.set = kept + n;
    for (entry.seed = record->first_seed; entry.seed <= record->last_seed; entry.seed++) {
        entry.label = label_of_import(state->suite, &entry);
        UL_NEED(entry.label);
        UL_TRY(ul_suite_add_instance(state, row, entry));
    }
    return UL_OK;
}

/* A format of one file makes an instance of each, one of several files one of all. */
ul_status ul_suite_read_import(ul_suite_reading *state, const ul_csv_row *row)
{
    import_record record = {.entry = {.to_s = HUGE_VAL}, .first_seed = 1, .last_seed = 1,
                            .sample_seed = 1};
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
