#include "suite.h"

#include <errno.h>
#include <glob.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "csv_writer.h"
#include "names.h"
#include "run_folder.h"

enum { INSTANCES_MAX = 100000, METHODS_MAX = 1000, REPETITIONS_MAX = 10000,
       SUITE_MAX = 16 * 1024 * 1024, LABELS_MAX = 16, INPUTS_MAX = 512 };

typedef struct {
    ul_suite *suite;
    const char *path;
    bool headed;
    bool is_copy; /* its files are not looked for */
    bool has_patterns;
    size_t instance_room, method_room;
    ul_names *label;
    ul_csv_writer copy; /* the records with paths for patterns, for the run's folder */
    ul_suite_label labels[LABELS_MAX]; /* in force */
    size_t n_labels;
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
        || a->n_inputs != b->n_inputs || a->from_s != b->from_s || a->to_s != b->to_s
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

/* A copy of the labels in force. */
static ul_status keep_labels(const reading *state, ul_suite_instance *entry)
{
    ul_suite_label *labels = ul_arena_alloc(state->suite->arena, state->n_labels, sizeof *labels);
    if (labels == NULL)
        return no_memory();
    memcpy(labels, state->labels, state->n_labels * sizeof *labels);
    entry->labels = labels;
    entry->n_labels = state->n_labels;
    return UL_OK;
}

static ul_status add_instance(reading *state, const ul_csv_row *row, ul_suite_instance entry)
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

/* A path as the suite has it, from the suite's folder. */
static ul_status place(const reading *state, const ul_csv_row *row, size_t field, char path[UL_PATH])
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

typedef ul_status (*file_fn)(reading *state, const ul_csv_row *row, const char *path,
                             void *context);

/* Calls fn for each file that a path or pattern stands for, sorted. The suite's copy in a
 * run's folder has paths for patterns, and looks for no file. */
static ul_status each_file(reading *state, const ul_csv_row *row, size_t field, file_fn fn,
                           void *context)
{
    char path[UL_PATH];
    glob_t found;
    UL_TRY(place(state, row, field, path));
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

static ul_status add_file(reading *state, const ul_csv_row *row, const char *path, void *unused)
{
    ul_suite_instance entry = {.path = keep(state->suite, path),
                               .label = label_of_file(state->suite, path)};
    (void)unused;
    if (entry.path == NULL || entry.label == NULL)
        return no_memory();
    ul_csv_put(&state->copy, "file");
    ul_csv_put(&state->copy, path);
    ul_csv_end(&state->copy);
    return add_instance(state, row, entry);
}

static ul_status read_file(reading *state, const ul_csv_row *row)
{
    UL_TRY(expect_fields(row, 2, "file,PATH"));
    return each_file(state, row, 1, add_file, NULL);
}

static ul_status read_label(reading *state, const ul_csv_row *row)
{
    UL_TRY(expect_fields(row, 2, "label,NAME,VALUE"));
    const char *name = keep(state->suite, row->field[1].text);
    const char *value = keep(state->suite, row->n > 2 ? row->field[2].text : "");
    size_t q = 0;
    if (name == NULL || value == NULL)
        return no_memory();
    UL_TRY(ul_csv_at(row, 1, ul_name_check("a label's", name)));
    if (strcmp(name, "family") == 0 || strcmp(name, "size") == 0)
        return ul_csv_fail(row, 1, "'%s' is what reports call it already", name);
    while (q < state->n_labels && strcmp(state->labels[q].name, name) != 0)
        q++;
    if (q == LABELS_MAX)
        return ul_csv_fail(row, 1, "more than %d labels at a time", LABELS_MAX);
    state->n_labels += q == state->n_labels;
    state->labels[q] = (ul_suite_label){name, value};
    if (value[0] == '\0')
        state->labels[q] = state->labels[--state->n_labels];
    return UL_OK;
}

/* ---- imports ---- */

/* An option of the sample, or false: then it is a parameter of the format. */
static bool is_option(const char *text, const char *name, const char **value)
{
    const size_t n = strlen(name);
    *value = text + n + 1;
    return strncmp(text, name, n) == 0 && text[n] == '=';
}

static ul_status read_whole(const ul_csv_row *row, size_t field, const char *text, uint64_t *value,
                            const char **end)
{
    char *behind;
    errno = 0;
    *value = strtoull(text, &behind, 10);
    *end = behind;
    return text[0] >= '0' && text[0] <= '9' && errno == 0
               ? UL_OK
               : ul_csv_fail(row, field, "'%.40s' is no whole number", text);
}

static ul_status read_second(const ul_csv_row *row, size_t field, const char *text, double *value)
{
    char *end;
    *value = strtod(text, &end);
    return end != text && *end == '\0' && *value >= 0
               ? UL_OK
               : ul_csv_fail(row, field, "'%.40s' is no number of seconds", text);
}

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
    if (is_option(text, "tasks", &value)) {
        UL_TRY(read_whole(row, field, value, &tasks, &end));
        record->entry.tasks = tasks;
        return *end == '\0' ? UL_OK : ul_csv_fail(row, field, "tasks=N, not '%.40s'", text);
    }
    if (is_option(text, "seed", &value)) {
        UL_TRY(read_whole(row, field, value, &record->first_seed, &end));
        record->last_seed = record->first_seed;
        if (strncmp(end, "..", 2) == 0)
            UL_TRY(read_whole(row, field, end + 2, &record->last_seed, &end));
        return *end == '\0' && record->first_seed <= record->last_seed
                   ? UL_OK : ul_csv_fail(row, field, "seed=N or seed=N..N, not '%.40s'", text);
    }
    if (is_option(text, "from", &value))
        return read_second(row, field, value, &record->entry.from_s);
    if (is_option(text, "at", &value)) {
        record->entry.is_snapshot = true;
        return read_second(row, field, value, &record->entry.at_s);
    }
    if (is_option(text, "to", &value))
        return read_second(row, field, value, &record->entry.to_s);
    *taken = false;
    return UL_OK;
}

static ul_status add_input(reading *state, const ul_csv_row *row, const char *path, void *context)
{
    import_record *record = context;
    if (record->entry.n_inputs == INPUTS_MAX)
        return ul_csv_fail(row, 2, "more than %d input files", INPUTS_MAX);
    ul_csv_put(&state->copy, path);
    record->input[record->entry.n_inputs] = keep(state->suite, path);
    return record->input[record->entry.n_inputs++] == NULL ? no_memory() : UL_OK;
}

/* Behind the format: inputs, options of the sample, parameters of the format. */
static ul_status read_import_fields(reading *state, const ul_csv_row *row, import_record *record)
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
            record->set[entry->n_set] = keep(state->suite, text);
            if (record->set[entry->n_set++] == NULL)
                return no_memory();
            continue;
        }
        UL_TRY(each_file(state, row, field, add_input, record));
    }
    ul_csv_end(&state->copy);
    return entry->n_inputs > 0 ? UL_OK : ul_csv_fail(row, row->n, "an import needs an INPUT file");
}

static const char *label_of_import(ul_suite *suite, const ul_suite_instance *entry)
{
    char text[256];
    const char *name = label_of_file(suite, entry->input[0]);
    if (name == NULL)
        return NULL;
    int n = snprintf(text, sizeof text, "%.150s", name);
    if (entry->is_snapshot)
        n += snprintf(text + n, sizeof text - (size_t)n, "-at%.15g", entry->at_s);
    if (entry->tasks > 0)
        n += snprintf(text + n, sizeof text - (size_t)n, "-n%zu-s%llu", entry->tasks,
                      (unsigned long long)entry->seed);
    for (size_t q = 0; q < entry->n_set && n < (int)sizeof text - 1; q++)
        n += snprintf(text + n, sizeof text - (size_t)n, "-%s", strchr(entry->set[q], '=') + 1);
    for (char *c = text; *c != '\0'; c++)
        if (*c == '/')
            *c = '_';
    return keep(suite, text);
}

/* One instance a seed of some inputs. */
static ul_status add_import(reading *state, const ul_csv_row *row, const import_record *record,
                            const char *const *input, size_t n)
{
    ul_suite_instance entry = record->entry;
    const char **kept = ul_arena_alloc(state->suite->arena, n + entry.n_set, sizeof *kept);
    if (kept == NULL)
        return no_memory();
    memcpy(kept, input, n * sizeof *kept);
    memcpy(kept + n, record->set, entry.n_set * sizeof *kept);
    entry.input = kept;
    entry.n_inputs = n;
    entry.path = kept[0];
    entry.set = kept + n;
    for (entry.seed = record->first_seed; entry.seed <= record->last_seed; entry.seed++) {
        entry.label = label_of_import(state->suite, &entry);
        if (entry.label == NULL)
            return no_memory();
        UL_TRY(add_instance(state, row, entry));
    }
    return UL_OK;
}

/* A format of one file makes an instance of each, one of several files one of all. */
static ul_status read_import(reading *state, const ul_csv_row *row)
{
    import_record record = {.entry = {.to_s = HUGE_VAL}, .first_seed = 1, .last_seed = 1};
    const char *all;
    UL_TRY(expect_fields(row, 3, "import,FORMAT,INPUT...,tasks=N,seed=N..N,NAME=VALUE..."));
    record.entry.source = ul_importer_find(row->field[1].text);
    if (record.entry.source == NULL)
        return ul_csv_fail(row, 1, "there is no importer '%.40s'", row->field[1].text);
    ul_csv_put(&state->copy, "import");
    ul_csv_put(&state->copy, record.entry.source->name);
    UL_TRY(read_import_fields(state, row, &record));
    UL_TRY(try_set(state->suite, row, 2, record.entry.source->param, record.set,
                   record.entry.n_set, &all));
    if (record.entry.source->most_inputs > 1)
        return add_import(state, row, &record, record.input, record.entry.n_inputs);
    for (size_t q = 0; q < record.entry.n_inputs; q++)
        UL_TRY(add_import(state, row, &record, &record.input[q], 1));
    return UL_OK;
}

/* ---- methods ---- */

/* "@wall_s=60" and its kin, which are the bench's business and not the method's. */
static ul_status read_own_limit(const ul_csv_row *row, size_t field, ul_suite_method *entry)
{
    const char *text = row->field[field].text + 1, *value, *end;
    if (is_option(text, "wall_s", &value))
        return read_second(row, field, value, &entry->wall_s);
    if (is_option(text, "cpu_s", &value))
        return read_second(row, field, value, &entry->cpu_s);
    const bool memory = is_option(text, "memory_mb", &value);
    if (!memory && !is_option(text, "repetitions", &value))
        return ul_csv_fail(row, field, "'%.40s' is not known; expected @wall_s=, @cpu_s=, "
                                       "@memory_mb= or @repetitions=", text - 1);
    uint64_t *number = memory ? &entry->memory_mb : &entry->repetitions;
    UL_TRY(read_whole(row, field, value, number, &end));
    return *end == '\0' && (memory || (*number > 0 && *number <= REPETITIONS_MAX))
               ? UL_OK : ul_csv_fail(row, field, "'%.40s' is no such number", value);
}

/* Takes the @fields off the end of a record. */
static ul_status read_own_limits(ul_csv_row *row, ul_suite_method *entry)
{
    entry->wall_s = entry->cpu_s = -1; /* as the suite says, once all of it is read */
    entry->memory_mb = UINT64_MAX;
    while (row->n > 2 && row->field[row->n - 1].text[0] == '@') {
        UL_TRY(read_own_limit(row, row->n - 1, entry));
        row->n--;
    }
    return UL_OK;
}

static ul_status add_method(reading *state, const ul_csv_row *row, ul_suite_method entry)
{
    ul_suite *suite = state->suite;
    if (suite->n_methods == METHODS_MAX)
        return ul_csv_fail(row, 0, "the suite has more than %d methods", METHODS_MAX);
    for (size_t m = 0; m < suite->n_methods; m++)
        if (strcmp(suite->method[m].method->name, entry.method->name) == 0
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

/* Whether the method has a parameter for each NAME=VALUE. */
static bool knows(const ul_method *method, const char *const *set, size_t n_set)
{
    for (size_t q = 0; q < n_set; q++) {
        const size_t length = strcspn(set[q], "=");
        const ul_param *param = method->param;
        while (param != NULL && param->name != NULL
               && (strlen(param->name) != length || strncmp(param->name, set[q], length) != 0))
            param++;
        if (param == NULL || param->name == NULL)
            return false;
    }
    return true;
}

/* A name may be served by a method for each kind: each of them is in the suite that has
 * the parameters, and runs on the instances it takes; but for those whose records would
 * be called the same. */
static ul_status add_namesakes(reading *state, const ul_csv_row *row, ul_suite_method entry)
{
    const ul_method *first = entry.method;
    const char *parameters = entry.parameters;
    for (size_t q = 0; ul_methods[q] != NULL; q++) {
        if (ul_methods[q] == first || strcmp(ul_methods[q]->name, first->name) != 0
            || !knows(ul_methods[q], entry.set, entry.n_set))
            continue;
        entry.method = ul_methods[q];
        UL_TRY(try_set(state->suite, row, 2, entry.method->param, entry.set, entry.n_set,
                       &entry.parameters));
        if (strcmp(entry.parameters, parameters) != 0)
            UL_TRY(add_method(state, row, entry));
    }
    return UL_OK;
}

/* The first of the name that has the parameters, or to complain about them. */
static const ul_method *find_method(const ul_method *first, const char *const *set, size_t n_set)
{
    for (size_t q = 0; ul_methods[q] != NULL; q++)
        if (strcmp(ul_methods[q]->name, first->name) == 0 && knows(ul_methods[q], set, n_set))
            return ul_methods[q];
    return first;
}

static ul_status read_method(reading *state, const ul_csv_row *whole)
{
    ul_suite *suite = state->suite;
    ul_suite_method entry = {0};
    ul_csv_row row = *whole;
    UL_TRY(expect_fields(&row, 2, "method,NAME,NAME=VALUE..."));
    entry.method = ul_method_find(row.field[1].text);
    if (entry.method == NULL)
        return ul_csv_fail(&row, 1, "there is no method '%.40s'%s", row.field[1].text,
                           strchr(row.field[1].text, ' ') == NULL
                               ? ""
                               : "; in a suite parameters are fields of their own: "
                                 "method,NAME,NAME=VALUE");
    UL_TRY(read_own_limits(&row, &entry));
    UL_TRY(read_set(suite, &row, 2, &entry.set, &entry.n_set));
    entry.method = find_method(entry.method, entry.set, entry.n_set);
    UL_TRY(try_set(suite, &row, 2, entry.method->param, entry.set, entry.n_set,
                   &entry.parameters));
    UL_TRY(add_method(state, &row, entry));
    return add_namesakes(state, &row, entry);
}

/* A program of the user's, by a name of the user's: the method `program` with its command. */
static ul_status read_program(reading *state, const ul_csv_row *whole)
{
    ul_suite *suite = state->suite;
    ul_suite_method entry = {.n_set = 1};
    ul_csv_row row = *whole;
    char command[4096];
    UL_TRY(expect_fields(&row, 3, "program,NAME,COMMAND"));
    UL_TRY(ul_csv_at(&row, 1, ul_name_check("a program's", row.field[1].text)));
    if (strchr(row.field[1].text, ' ') != NULL)
        return ul_csv_fail(&row, 1, "a program's name has no blanks: parameters stand behind one");
    if (ul_method_find(row.field[1].text) != NULL)
        return ul_csv_fail(&row, 1, "'%.40s' is a method of this program: choose another name",
                           row.field[1].text);
    UL_TRY(read_own_limits(&row, &entry));
    if (row.n != 3)
        return ul_csv_fail(&row, 3, "a command is one field: put it in quotes where it has commas");
    if (strstr(row.field[2].text, "{instance}") == NULL || strstr(row.field[2].text, "{plan}") == NULL)
        return ul_csv_fail(&row, 2, "the command names no {instance} or no {plan}");
    if (snprintf(command, sizeof command, "command=%s", row.field[2].text) >= (int)sizeof command)
        return ul_csv_fail(&row, 2, "the command is too long");
    ul_method *method = ul_arena_alloc(suite->arena, 1, sizeof *method);
    const char **set = ul_arena_alloc(suite->arena, 1, sizeof *set);
    if (method == NULL || set == NULL)
        return no_memory();
    *method = *ul_method_find("program");
    method->name = keep(suite, row.field[1].text);
    set[0] = keep(suite, command);
    if (method->name == NULL || set[0] == NULL)
        return no_memory();
    entry.method = method;
    entry.set = set;
    UL_TRY(try_set(suite, &row, 2, method->param, set, 1, &entry.parameters));
    return add_method(state, &row, entry);
}

/* Where a method says nothing, the suite's limits hold, wherever they stand in the file. */
static void settle_limits(ul_suite *suite)
{
    for (size_t m = 0; m < suite->n_methods; m++) {
        ul_suite_method *method = &suite->method[m];
        method->wall_s = method->wall_s < 0 ? suite->wall_s : method->wall_s;
        method->cpu_s = method->cpu_s < 0 ? suite->cpu_s : method->cpu_s;
        if (method->memory_mb == UINT64_MAX)
            method->memory_mb = suite->memory_mb;
        if (method->repetitions == 0)
            method->repetitions = suite->repetitions;
        if (method->repetitions > suite->most_repetitions)
            suite->most_repetitions = method->repetitions;
    }
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
    {"import", read_import},     {"label", read_label},   {"program", read_program},
};

static void copy_row(reading *state, const ul_csv_row *row)
{
    for (size_t q = 0; q < row->n; q++)
        ul_csv_put(&state->copy, row->field[q].text);
    ul_csv_end(&state->copy);
}

static ul_status read_row(void *context, const ul_csv_row *row)
{
    reading *state = context;
    const char *tag = row->field[0].text;
    if (!state->headed) {
        state->headed = true;
        copy_row(state, row);
        return strcmp(tag, "ullage-suite") == 0 && row->n >= 2
                       && strcmp(row->field[1].text, "1") == 0
                   ? UL_OK
                   : ul_csv_fail(row, 0, "the file does not begin with 'ullage-suite,1'");
    }
    for (size_t q = 0; q < sizeof record / sizeof *record; q++)
        if (strcmp(tag, record[q].tag) == 0) {
            if (record[q].fn != read_file && record[q].fn != read_import)
                copy_row(state, row);
            return record[q].fn(state, row);
        }
    return ul_csv_fail(row, 0, "record '%.40s' is not known; expected name, limits, repetitions, "
                               "generate, import, file, label, method or program", tag);
}

/* Only where the suite has patterns: else the run keeps the file as it is. */
static ul_status take_copy(reading *state)
{
    ul_suite *suite = state->suite;
    char *text;
    size_t length;
    if (state->copy.out == NULL)
        return no_memory();
    UL_TRY(ul_output_take(state->copy.out, &text, &length));
    if (state->has_patterns) {
        suite->text = ul_arena_text(suite->arena, text, length);
        suite->text_length = length;
    }
    free(text);
    return suite->text == NULL ? no_memory() : UL_OK;
}

static ul_status parse_suite(reading *state)
{
    ul_suite *suite = state->suite;
    ul_input *input;
    UL_TRY(ul_input_memory(state->path, suite->text, suite->text_length, &input));
    const ul_status begun = ul_output_memory(&state->copy.out);
    const ul_status status = begun != UL_OK ? begun : ul_csv_read(input, read_row, state);
    ul_input_sha256(input, suite->sha256);
    ul_input_close(input);
    const ul_status copied = take_copy(state);
    UL_TRY(status);
    UL_TRY(copied);
    const char *lacks = suite->name == NULL        ? "name; add a record 'name,NAME'"
                        : suite->n_instances == 0 ? "instance; add a record 'generate', 'import' or 'file'"
                        : suite->n_methods == 0   ? "method; add a record 'method,NAME'"
                                                  : NULL;
    settle_limits(suite);
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
        .from_s = entry->from_s,
        .is_snapshot = entry->is_snapshot,
        .at_s = entry->at_s,
        .to_s = entry->n_inputs > 0 ? entry->to_s : HUGE_VAL,
        .input = entry->input,
        .n_inputs = entry->n_inputs,
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
