/* The records generate, file and label: a suite's instances. */
#include <errno.h>
#include <glob.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "run_folder.h"
#include "suite_parts.h"

enum { INSTANCES_MAX = 100000 };
#define PLAIN "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._+-/"

static bool same_instance(const ul_suite_instance *a, const ul_suite_instance *b)
{
    if (a->source != b->source || a->tasks != b->tasks || a->seed != b->seed || a->n_set != b->n_set
        || a->n_inputs != b->n_inputs || a->from_s != b->from_s || a->to_s != b->to_s
        || a->window_s != b->window_s
        || a->is_snapshot != b->is_snapshot || a->at_s != b->at_s
        || (a->path != NULL && strcmp(a->path, b->path) != 0))
        return false;
    for (size_t q = 0; q < a->n_inputs; q++)
        if (strcmp(a->input[q], b->input[q]) != 0)
            return false;
    for (size_t q = 0; q < a->n_set; q++)
        if (strcmp(a->set[q], b->set[q]) != 0)
            return false;
    return true;
}

/* Gives the entry a label of its own: the one it has, or with a number behind it
 * where another instance (same file name, same values of parameters) has that. */
static ul_status name_instance(ul_suite_reading *state, const ul_csv_row *row,
                               ul_suite_instance *entry)
{
    char numbered[300];
    const char *label = entry->label;
    bool added = false;
    for (size_t q = 2; !added; q++) {
        const size_t index = ul_names_add(state->label, label, strlen(label), &added);
        if (index == UL_NONE)
            return ul_no_memory();
        if (!added && same_instance(&state->suite->instance[index], entry))
            return ul_csv_fail(row, 1, "instance '%s' is in the suite twice", label);
        if (!added) {
            snprintf(numbered, sizeof numbered, "%.270s-%zu", entry->label, q);
            label = numbered;
        }
    }
    entry->label = ul_suite_keep(state->suite, label);
    return entry->label == NULL ? ul_no_memory() : UL_OK;
}

/* A copy of the labels in force. */
static ul_status keep_labels(const ul_suite_reading *state, ul_suite_instance *entry)
{
    ul_suite_label *labels = ul_arena_alloc(state->suite->arena, state->n_labels, sizeof *labels);
    UL_NEED(labels);
    memcpy(labels, state->labels, state->n_labels * sizeof *labels);
    entry->labels = labels;
    entry->n_labels = state->n_labels;
    return UL_OK;
}

ul_status ul_suite_add_instance(ul_suite_reading *state, const ul_csv_row *row,
                                ul_suite_instance entry)
{
    ul_suite *suite = state->suite;
    if (suite->n_instances == INSTANCES_MAX)
        return ul_csv_fail(row, 0, "the suite has more than %d instances", INSTANCES_MAX);
    UL_TRY(name_instance(state, row, &entry));
    UL_TRY(keep_labels(state, &entry));
    if (suite->n_instances == state->instance_room) {
        state->instance_room = state->instance_room == 0 ? 64 : state->instance_room * 2;
        suite->instance = ul_arena_grow(suite->arena, suite->instance, suite->n_instances,
                                        state->instance_room, sizeof *suite->instance);
        UL_NEED(suite->instance);
    }
    suite->instance[suite->n_instances++] = entry;
    return UL_OK;
}

const char *ul_suite_label_values(ul_suite *suite, char *text, size_t room, int n,
                                  const ul_suite_instance *entry)
{
    for (size_t q = 0; q < entry->n_set && n < (int)room - 1; q++) {
        const char *value = strchr(entry->set[q], '=') + 1;
        if (value[strspn(value, PLAIN)] == '\0')
            n += snprintf(text + n, room - (size_t)n, "-%s", value);
    }
    for (char *c = text; *c != '\0'; c++)
        if (strchr(PLAIN, *c) == NULL || *c == '/')
            *c = '_';
    return ul_suite_keep(suite, text);
}

/* FAMILY-TASKS-sSEED with the parameters' values behind it. */
static const char *label_of(ul_suite *suite, const ul_suite_instance *entry)
{
    char text[256];
    int n = snprintf(text, sizeof text, "%s-%zu-s%llu", entry->source->name, entry->tasks,
                     (unsigned long long)entry->seed);
    return ul_suite_label_values(suite, text, sizeof text, n, entry);
}

ul_status ul_suite_read_generate(ul_suite_reading *state, const ul_csv_row *row)
{
    ul_suite_instance entry = {0};
    uint64_t tasks, first, last;
    const char *all;
    UL_TRY(ul_suite_expect(row, 5, "generate,FAMILY,TASKS,FIRST_SEED,LAST_SEED,NAME=VALUE..."));
    UL_TRY(ul_csv_at(row, 1, ul_generator_choose(row->field[1].text, &entry.source)));
    UL_TRY(ul_csv_count(row, 2, "the number of tasks", 100000000, &tasks));
    UL_TRY(ul_csv_count(row, 3, "the first seed", INT64_MAX, &first));
    UL_TRY(ul_csv_count(row, 4, "the last seed", INT64_MAX, &last));
    UL_TRY(ul_suite_read_set(state->suite, row, 5, &entry.set, &entry.n_set));
    UL_TRY(
        ul_suite_try_set(state->suite, row, 5, entry.source->param, entry.set, entry.n_set, &all));
    if (last < first)
        return ul_csv_fail(row, 4, "the last seed is below the first");
    entry.tasks = tasks;
    entry.is_seeded = first < last;
    for (entry.seed = first; entry.seed <= last; entry.seed++) {
        entry.label = label_of(state->suite, &entry);
        UL_NEED(entry.label);
        UL_TRY(ul_suite_add_instance(state, row, entry));
    }
    return UL_OK;
}

const char *ul_suite_file_label(ul_suite *suite, const char *path)
{
    const char *const ending[] = {".gz", ".csv"};
    const char *base = strrchr(path, '/') == NULL ? path : strrchr(path, '/') + 1;
    size_t length = strlen(base);
    for (size_t q = 0; q < sizeof ending / sizeof *ending; q++) {
        const size_t n = strlen(ending[q]);
        if (length > n && strncmp(base + length - n, ending[q], n) == 0)
            length -= n;
    }
    return ul_arena_text(suite->arena, base, length < 256 ? length : 256);
}

ul_status ul_suite_place(const ul_suite_reading *state, const ul_csv_row *row, size_t field,
                         char path[UL_PATH])
{
    const char *name = row->field[field].text;
    const char *slash = strrchr(state->path, '/');
    const bool ships = strncmp(name, "gallery:", 8) == 0;
    const int folder =
        name[0] == '/' || ships || slash == NULL ? 0 : (int)(slash - state->path) + 1;
    if (snprintf(path, UL_PATH, "%.*s%s", folder, state->path, name) >= UL_PATH)
        return ul_csv_fail(row, field, "the path is too long");
    return UL_OK;
}

ul_status ul_suite_each_file(ul_suite_reading *state, const ul_csv_row *row, size_t field,
                             ul_suite_file_fn fn, void *context)
{
    char path[UL_PATH];
    glob_t found;
    UL_TRY(ul_suite_place(state, row, field, path));
    const bool ships = strncmp(path, "gallery:", 8) == 0;
    if (ships || state->is_copy)
        return fn(state, row, path, context);
    if (strpbrk(path, "*?[") == NULL || access(path, F_OK) == 0)
        return access(path, R_OK) == 0 ? fn(state, row, path, context)
                                       : ul_csv_fail(row, field, "%s: %s", path, strerror(errno));
    state->has_patterns = true;
    if (glob(path, 0, NULL, &found) != 0)
        return ul_csv_fail(row, field, "%s: no file is named so", path);
    ul_status status = UL_OK;
    for (size_t q = 0; q < found.gl_pathc && status == UL_OK; q++)
        status = fn(state, row, found.gl_pathv[q], context);
    globfree(&found);
    return status;
}

static ul_status add_file(ul_suite_reading *state, const ul_csv_row *row, const char *path,
                          void *unused)
{
    ul_suite_instance entry = {.path = ul_suite_keep(state->suite, path),
                               .label = ul_suite_file_label(state->suite, path)};
    (void)unused;
    if (entry.path == NULL || entry.label == NULL)
        return ul_no_memory();
    ul_csv_put(&state->copy, "file");
    ul_csv_put(&state->copy, path);
    ul_csv_end(&state->copy);
    return ul_suite_add_instance(state, row, entry);
}

ul_status ul_suite_read_file(ul_suite_reading *state, const ul_csv_row *row)
{
    UL_TRY(ul_suite_expect(row, 2, "file,PATH"));
    return ul_suite_each_file(state, row, 1, add_file, NULL);
}

ul_status ul_suite_read_label(ul_suite_reading *state, const ul_csv_row *row)
{
    UL_TRY(ul_suite_expect(row, 2, "label,NAME,VALUE"));
    const char *name = ul_suite_keep(state->suite, row->field[1].text);
    const char *value = ul_suite_keep(state->suite, row->n > 2 ? row->field[2].text : "");
    size_t q = 0;
    if (name == NULL || value == NULL)
        return ul_no_memory();
    UL_TRY(ul_csv_at(row, 1, ul_name_check("a label's", name)));
    if (strcmp(name, "family") == 0 || strcmp(name, "size") == 0)
        return ul_csv_fail(row, 1, "'%s' is what reports call it already", name);
    while (q < state->n_labels && strcmp(state->labels[q].name, name) != 0)
        q++;
    if (q == UL_SUITE_LABELS_MAX)
        return ul_csv_fail(row, 1, "more than %d labels at a time", UL_SUITE_LABELS_MAX);
    state->n_labels += q == state->n_labels;
    state->labels[q] = (ul_suite_label){name, value};
    if (value[0] == '\0')
        state->labels[q] = state->labels[--state->n_labels];
    return UL_OK;
}
