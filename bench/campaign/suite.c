#include "suite.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "names.h"
#include "run_folder.h"

enum { INSTANCES_MAX = 100000, METHODS_MAX = 1000, REPETITIONS_MAX = 10000,
       SUITE_MAX = 16 * 1024 * 1024 };

typedef struct {
    ul_suite *suite;
    const char *path;
    bool headed;
    bool is_copy; /* its files are not looked for */
    size_t instance_room, method_room;
    ul_names *label;
} reading;

static ul_status no_memory(void)
{
    return ul_fail(UL_E_MEMORY, "out of memory for a suite");
}

static const char *keep(ul_suite *suite, const char *text)
{
    return ul_arena_text(suite->arena, text, strlen(text));
}

static ul_status expect_fields(const ul_csv_row *row, size_t n, const char *form)
{
    return row->n >= n ? UL_OK
                       : ul_csv_fail(row, row->n, "the record is too short; expected %s", form);
}

/* The NAME=VALUE fields that end a record. */
static ul_status read_set(ul_suite *suite, const ul_csv_row *row, size_t first,
                          const char *const **set, size_t *n)
{
    *n = row->n > first ? row->n - first : 0;
    if (*n > UL_SUITE_SET_MAX)
        return ul_csv_fail(row, first, "more than %d parameters", UL_SUITE_SET_MAX);
    const char **list = ul_arena_alloc(suite->arena, *n, sizeof *list);
    if (list == NULL)
        return no_memory();
    for (size_t q = 0; q < *n; q++) {
        list[q] = keep(suite, row->field[first + q].text);
        if (list[q] == NULL)
            return no_memory();
        if (strchr(list[q], '=') == NULL)
            return ul_csv_fail(row, first + q, "'%.40s' is not NAME=VALUE", list[q]);
    }
    *set = list;
    return UL_OK;
}

static bool same_instance(const ul_suite_instance *a, const ul_suite_instance *b)
{
    if (a->source != b->source || a->tasks != b->tasks || a->seed != b->seed || a->n_set != b->n_set
        || (a->path != NULL && strcmp(a->path, b->path) != 0))
        return false;
    for (size_t q = 0; q < a->n_set; q++)
        if (strcmp(a->set[q], b->set[q]) != 0)
            return false;
    return true;
}

/* Gives the entry a label of its own: the one it has, or with a number behind it
 * where another instance (same file name, same values of parameters) has that. */
static ul_status name_instance(reading *state, const ul_csv_row *row, ul_suite_instance *entry)
{
    char numbered[300];
    const char *label = entry->label;
    bool added = false;
    for (size_t q = 2; !added; q++) {
        const size_t index = ul_names_add(state->label, label, strlen(label), &added);
        if (index == UL_NONE)
            return no_memory();
        if (!added && same_instance(&state->suite->instance[index], entry))
            return ul_csv_fail(row, 1, "instance '%s' is in the suite twice", label);
        if (!added) {
            snprintf(numbered, sizeof numbered, "%.270s-%zu", entry->label, q);
            label = numbered;
        }
    }
    entry->label = keep(state->suite, label);
    return entry->label == NULL ? no_memory() : UL_OK;
}

static ul_status add_instance(reading *state, const ul_csv_row *row, ul_suite_instance entry)
{
    ul_suite *suite = state->suite;
    if (suite->n_instances == INSTANCES_MAX)
        return ul_csv_fail(row, 0, "the suite has more than %d instances", INSTANCES_MAX);
    UL_TRY(name_instance(state, row, &entry));
    if (suite->n_instances == state->instance_room) {
        state->instance_room = state->instance_room == 0 ? 64 : state->instance_room * 2;
        suite->instance = ul_arena_grow(suite->arena, suite->instance, suite->n_instances,
                                        state->instance_room, sizeof *suite->instance);
        if (suite->instance == NULL)
            return no_memory();
    }
    suite->instance[suite->n_instances++] = entry;
    return UL_OK;
}

/* FAMILY-TASKS-sSEED with the parameters' values behind it. */
static const char *label_of(ul_suite *suite, const ul_suite_instance *entry)
{
    char text[256];
    int n = snprintf(text, sizeof text, "%s-%zu-s%llu", entry->source->name, entry->tasks,
                     (unsigned long long)entry->seed);
    for (size_t q = 0; q < entry->n_set && n < (int)sizeof text - 1; q++)
        n += snprintf(text + n, sizeof text - (size_t)n, "-%s", strchr(entry->set[q], '=') + 1);
    for (char *c = text; *c != '\0'; c++)
        if (*c == '/')
            *c = '_';
    return keep(suite, text);
}

/* Parameters are tried where they stand, so that the fault names the line. *all is
 * the text of all of them, defaults too. */
static ul_status try_set(ul_suite *suite, const ul_csv_row *row, size_t field,
                         const ul_param *param, const char *const *set, size_t n_set,
                         const char **all)
{
    ul_param_values values;
    char owner[80];
    snprintf(owner, sizeof owner, "%.20s '%.40s'", row->field[0].text, row->field[1].text);
    ul_status status = ul_param_read(owner, param, set, n_set, &values);
    if (status == UL_OK) {
        *all = keep(suite, values.text);
        status = *all == NULL ? no_memory() : UL_OK;
    }
    ul_param_clear(&values);
    return ul_csv_at(row, field, status);
}

static ul_status read_generate(reading *state, const ul_csv_row *row)
{
    ul_suite_instance entry = {0};
    uint64_t tasks, first, last;
    const char *all;
    UL_TRY(expect_fields(row, 5, "generate,FAMILY,TASKS,FIRST_SEED,LAST_SEED,NAME=VALUE..."));
    entry.source = ul_generator_find(row->field[1].text);
    if (entry.source == NULL)
        return ul_csv_fail(row, 1, "there is no generator '%.40s'", row->field[1].text);
    UL_TRY(ul_csv_count(row, 2, "the number of tasks", 100000000, &tasks));
    UL_TRY(ul_csv_count(row, 3, "the first seed", INT64_MAX, &first));
    UL_TRY(ul_csv_count(row, 4, "the last seed", INT64_MAX, &last));
    UL_TRY(read_set(state->suite, row, 5, &entry.set, &entry.n_set));
    UL_TRY(try_set(state->suite, row, 5, entry.source->param, entry.set, entry.n_set, &all));
    if (last < first)
        return ul_csv_fail(row, 4, "the last seed is below the first");
    entry.tasks = tasks;
    for (entry.seed = first; entry.seed <= last; entry.seed++) {
        entry.label = label_of(state->suite, &entry);
        if (entry.label == NULL)
            return no_memory();
        UL_TRY(add_instance(state, row, entry));
    }
    return UL_OK;
}

/* The file's name without .csv and .gz. */
static const char *label_of_file(ul_suite *suite, const char *path)
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

static ul_status read_file(reading *state, const ul_csv_row *row)
{
    ul_suite_instance entry = {0};
    char path[4096];
    UL_TRY(expect_fields(row, 2, "file,PATH"));
    const char *name = row->field[1].text;
    const char *slash = strrchr(state->path, '/');
    const bool ships = strncmp(name, "gallery:", 8) == 0;
    const int folder =
        name[0] == '/' || ships || slash == NULL ? 0 : (int)(slash - state->path) + 1;
    if (snprintf(path, sizeof path, "%.*s%s", folder, state->path, name) >= (int)sizeof path)
        return ul_csv_fail(row, 1, "the path is too long");
    entry.path = keep(state->suite, path);
    entry.label = label_of_file(state->suite, name);
    if (entry.path == NULL || entry.label == NULL)
        return no_memory();
    if (!state->is_copy && !ships && access(path, R_OK) != 0)
        return ul_csv_fail(row, 1, "%s: %s", path, strerror(errno));
    return add_instance(state, row, entry);
}

static ul_status read_method(reading *state, const ul_csv_row *row)
{
    ul_suite *suite = state->suite;
    ul_suite_method entry = {0};
    UL_TRY(expect_fields(row, 2, "method,NAME,NAME=VALUE..."));
    entry.method = ul_method_find(row->field[1].text);
    if (entry.method == NULL)
        return ul_csv_fail(row, 1, "there is no method '%.40s'%s", row->field[1].text,
                           strchr(row->field[1].text, ' ') == NULL
                               ? ""
                               : "; in a suite parameters are fields of their own: "
                                 "method,NAME,NAME=VALUE");
    if (suite->n_methods == METHODS_MAX)
        return ul_csv_fail(row, 0, "the suite has more than %d methods", METHODS_MAX);
    UL_TRY(read_set(suite, row, 2, &entry.set, &entry.n_set));
    UL_TRY(try_set(suite, row, 2, entry.method->param, entry.set, entry.n_set,
                   &entry.parameters));
    for (size_t m = 0; m < suite->n_methods; m++)
        if (suite->method[m].method == entry.method
            && strcmp(suite->method[m].parameters, entry.parameters) == 0)
            return ul_csv_fail(row, 1, "method '%s' is in the suite twice with these parameters",
                               entry.method->name);
    if (suite->n_methods == state->method_room) {
        state->method_room = state->method_room == 0 ? 16 : state->method_room * 2;
        suite->method = ul_arena_grow(suite->arena, suite->method, suite->n_methods,
                                      state->method_room, sizeof *suite->method);
        if (suite->method == NULL)
            return no_memory();
    }
    suite->method[suite->n_methods++] = entry;
    return UL_OK;
}

static ul_status read_limits(reading *state, const ul_csv_row *row)
{
    ul_micro wall, cpu;
    UL_TRY(expect_fields(row, 4, "limits,WALL_S,CPU_S,MEMORY_MB"));
    UL_TRY(ul_csv_micro(row, 1, "the wall-clock limit", &wall));
    UL_TRY(ul_csv_micro(row, 2, "the CPU limit", &cpu));
    UL_TRY(ul_csv_count(row, 3, "the memory limit", 1u << 30, &state->suite->memory_mb));
    state->suite->wall_s = ul_micro_double(wall);
    state->suite->cpu_s = ul_micro_double(cpu);
    return UL_OK;
}

static ul_status read_repetitions(reading *state, const ul_csv_row *row)
{
    UL_TRY(expect_fields(row, 2, "repetitions,N"));
    UL_TRY(ul_csv_count(row, 1, "the number of repetitions", REPETITIONS_MAX,
                        &state->suite->repetitions));
    return state->suite->repetitions > 0 ? UL_OK : ul_csv_fail(row, 1, "at least one repetition");
}

static ul_status read_name(reading *state, const ul_csv_row *row)
{
    UL_TRY(expect_fields(row, 2, "name,NAME"));
    state->suite->name = keep(state->suite, row->field[1].text);
    return state->suite->name == NULL ? no_memory() : UL_OK;
}

static const struct {
    const char *tag;
    ul_status (*fn)(reading *state, const ul_csv_row *row);
} record[] = {
    {"name", read_name},         {"limits", read_limits}, {"repetitions", read_repetitions},
    {"generate", read_generate}, {"file", read_file},     {"method", read_method},
};

static ul_status read_row(void *context, const ul_csv_row *row)
{
    reading *state = context;
    const char *tag = row->field[0].text;
    if (!state->headed) {
        state->headed = true;
        return strcmp(tag, "ullage-suite") == 0 && row->n >= 2
                       && strcmp(row->field[1].text, "1") == 0
                   ? UL_OK
                   : ul_csv_fail(row, 0, "the file does not begin with 'ullage-suite,1'");
    }
    for (size_t q = 0; q < sizeof record / sizeof *record; q++)
        if (strcmp(tag, record[q].tag) == 0)
            return record[q].fn(state, row);
    return ul_csv_fail(row, 0, "record '%.40s' is not known; expected name, limits, repetitions, "
                               "generate, file or method", tag);
}

static ul_status parse_suite(reading *state)
{
    ul_suite *suite = state->suite;
    ul_input *input;
    UL_TRY(ul_input_memory(state->path, suite->text, suite->text_length, &input));
    const ul_status status = ul_csv_read(input, read_row, state);
    ul_input_sha256(input, suite->sha256);
    ul_input_close(input);
    UL_TRY(status);
    const char *lacks = suite->name == NULL        ? "name; add a record 'name,NAME'"
                        : suite->n_instances == 0 ? "instance; add a record 'generate' or 'file'"
                        : suite->n_methods == 0   ? "method; add a record 'method,NAME'"
                                                  : NULL;
    return lacks == NULL ? UL_OK
                         : ul_fail(UL_E_INPUT, "%s: the suite has no %s", state->path, lacks);
}

/* The text of a file, or of a suite that ships. */
static ul_status find_text(ul_suite *suite, const char *path_or_name)
{
    ul_input *input;
    char *text;
    if (access(path_or_name, F_OK) != 0)
        for (size_t q = 0; ul_suites_shipped[q].name != NULL; q++)
            if (strcmp(ul_suites_shipped[q].name, path_or_name) == 0) {
                suite->text = ul_suites_shipped[q].text;
                suite->text_length = strlen(suite->text);
                return UL_OK;
            }
    const ul_status opened = ul_input_open(path_or_name, &input);
    if (opened != UL_OK)
        return ul_fail_prefix(opened, "neither a file nor a suite of 'ullage list suites'");
    const ul_status status = ul_input_read_all(input, SUITE_MAX, &text, &suite->text_length);
    ul_input_close(input);
    UL_TRY(status);
    suite->text = ul_arena_text(suite->arena, text, suite->text_length);
    free(text);
    return suite->text == NULL ? no_memory() : UL_OK;
}

static ul_status read_suite(const char *path_or_name, bool is_copy, ul_suite **result)
{
    ul_suite *suite = calloc(1, sizeof *suite);
    if (suite != NULL)
        suite->arena = ul_arena_new();
    ul_status status = no_memory();
    if (suite != NULL && suite->arena != NULL) {
        suite->repetitions = 1;
        reading state = {.suite = suite, .path = path_or_name, .is_copy = is_copy,
                         .label = ul_names_new()};
        if (state.label != NULL)
            status = find_text(suite, path_or_name);
        if (status == UL_OK)
            status = parse_suite(&state);
        ul_names_free(state.label);
    }
    if (status != UL_OK) {
        ul_suite_free(suite);
        suite = NULL;
    }
    *result = suite;
    return status;
}

ul_status ul_suite_read(const char *path_or_name, ul_suite **suite)
{
    return read_suite(path_or_name, false, suite);
}

ul_status ul_suite_read_copy(const char *folder, ul_suite **suite)
{
    char path[UL_PATH];
    ul_run_folder_path(folder, UL_SUITE_COPY, path);
    return read_suite(path, true, suite);
}

void ul_suite_free(ul_suite *suite)
{
    if (suite == NULL)
        return;
    ul_arena_free(suite->arena);
    free(suite);
}

ul_status ul_suite_load(const ul_suite_instance *entry, ul_instance *instance)
{
    char remark[512];
    if (entry->source == NULL)
        return ul_instance_read(entry->path, instance);
    const ul_source_options options = {
        .tasks = entry->tasks,
        .seed = entry->seed,
        .to_s = HUGE_VAL,
        .set = entry->set,
        .n_set = entry->n_set,
    };
    return ul_source_make(entry->source, &options, remark, sizeof remark, instance);
}

const char *ul_suite_brief(const ul_suite_shipped *suite, char text[UL_SUITE_BRIEF])
{
    const char *comment = strstr(suite->text, "\n# ");
    const char *start = comment == NULL ? "" : comment + 3;
    snprintf(text, UL_SUITE_BRIEF, "%.*s", (int)strcspn(start, "\n"), start);
    return text;
}
