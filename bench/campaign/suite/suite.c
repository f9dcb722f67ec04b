#include "suite.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "nearest.h"
#include "run_folder.h"
#include "suite_parts.h"

enum { SUITE_MAX = 16 * 1024 * 1024 };

static ul_status read_limits(ul_suite_reading *state, const ul_csv_row *row)
{
    ul_micro wall, cpu;
    UL_TRY(ul_suite_expect(row, 4, "limits,WALL_S,CPU_S,MEMORY_MB"));
    UL_TRY(ul_csv_micro(row, 1, "the wall-clock limit", &wall));
    UL_TRY(ul_csv_micro(row, 2, "the CPU limit", &cpu));
    UL_TRY(ul_csv_count(row, 3, "the memory limit", 1u << 30, &state->suite->memory_mb));
    state->suite->wall_s = ul_micro_double(wall);
    state->suite->cpu_s = ul_micro_double(cpu);
    return UL_OK;
}

static ul_status read_repetitions(ul_suite_reading *state, const ul_csv_row *row)
{
    UL_TRY(ul_suite_expect(row, 2, "repetitions,N"));
    UL_TRY(ul_csv_count(row, 1, "the number of repetitions", UL_SUITE_REPETITIONS_MAX,
                        &state->suite->repetitions));
    return state->suite->repetitions > 0 ? UL_OK : ul_csv_fail(row, 1, "at least one repetition");
}

static ul_status read_name(ul_suite_reading *state, const ul_csv_row *row)
{
    UL_TRY(ul_suite_expect(row, 2, "name,NAME"));
    state->suite->name = ul_suite_keep(state->suite, row->field[1].text);
    return state->suite->name == NULL ? ul_no_memory() : UL_OK;
}

static ul_status read_certificates(ul_suite_reading *state, const ul_csv_row *row)
{
    (void)row;
    state->suite->certificates = true;
    return UL_OK;
}

static const struct {
    const char *tag;
    ul_status (*fn)(ul_suite_reading *state, const ul_csv_row *row);
} record[] = {
    {"name", read_name},
    {"limits", read_limits},
    {"repetitions", read_repetitions},
    {"certificates", read_certificates},
    {"parameter", ul_suite_read_parameter},
    {"generate", ul_suite_read_generate},
    {"file", ul_suite_read_file},
    {"method", ul_suite_read_method},
    {"import", ul_suite_read_import},
    {"label", ul_suite_read_label},
    {"program", ul_suite_read_program},
};

/* Records whose copy has another text copy themselves; a parameter's value is in the others. */
static bool copies_itself(size_t q)
{
    return record[q].fn == ul_suite_read_file || record[q].fn == ul_suite_read_import
           || record[q].fn == ul_suite_read_method || record[q].fn == ul_suite_read_parameter;
}

static ul_status read_row(void *context, const ul_csv_row *whole)
{
    ul_suite_reading *state = context;
    const char *tag = whole->field[0].text;
    ul_csv_row filled;
    const ul_csv_row *row = &filled;
    if (!state->headed) {
        state->headed = true;
        ul_suite_copy_row(state, whole);
        return strcmp(tag, "ullage-suite") == 0 && whole->n >= 2
                       && strcmp(whole->field[1].text, "1") == 0
                   ? UL_OK
                   : ul_csv_fail(whole, 0, "the file does not begin with 'ullage-suite,1'");
    }
    UL_TRY(ul_suite_fill_in(state, whole, &filled));
    for (size_t q = 0; q < sizeof record / sizeof *record; q++)
        if (strcmp(tag, record[q].tag) == 0) {
            if (state->asked.n_methods > 0 && (record[q].fn == ul_suite_read_method
                                         || record[q].fn == ul_suite_read_program))
                return UL_OK;
            if (!copies_itself(q))
                ul_suite_copy_row(state, row);
            return record[q].fn(state, row);
        }
    return ul_csv_fail(row, 0,
                       "record '%.40s' is not known; expected name, limits, repetitions, "
                       "certificates, parameter, generate, import, file, label, method or program",
                       tag);
}

/* Only where the suite has patterns: else the run keeps the file as it is. */
static ul_status take_copy(ul_suite_reading *state)
{
    ul_suite *suite = state->suite;
    char *text;
    size_t length;
    UL_NEED(state->copy.out);
    UL_TRY(ul_output_take(state->copy.out, &text, &length));
    if (state->has_patterns) {
        suite->text = ul_arena_text(suite->arena, text, length);
        suite->text_length = length;
    }
    free(text);
    return suite->text == NULL ? ul_no_memory() : UL_OK;
}

static ul_status parse_suite(ul_suite_reading *state)
{
    ul_suite *suite = state->suite;
    ul_input *input;
    UL_TRY(ul_input_memory(state->path, suite->text, suite->text_length, &input));
    const ul_status begun = ul_output_memory(&state->copy.out);
    ul_status status = begun != UL_OK ? begun : ul_csv_read(input, read_row, state);
    ul_input_sha256(input, suite->sha256);
    ul_input_close(input);
    if (status == UL_OK)
        status = ul_suite_check_asked(state);
    if (status == UL_OK && state->asked.n_methods > 0) {
        state->has_patterns = true;
        status = ul_suite_take_methods(state, state->asked.method, state->asked.n_methods);
    }
    const ul_status copied = take_copy(state);
    UL_TRY(status);
    UL_TRY(copied);
    const char *lacks = suite->name == NULL ? "name; add a record 'name,NAME'"
                        : suite->n_instances == 0
                            ? "instance; add a record 'generate', 'import' or 'file'"
                        : suite->n_methods == 0 ? "method; add a record 'method,NAME'"
                                                : NULL;
    ul_suite_settle_limits(suite);
    return lacks == NULL ? UL_OK
                         : ul_fail(UL_E_INPUT, "%s: the suite has no %s", state->path, lacks);
}

static ul_status find_shipped(ul_suite *suite, const char *name)
{
    ul_nearest near = {.wanted = name, .length = strlen(name)};
    char hint[UL_NEAREST_TEXT];
    for (size_t q = 0; ul_suites_shipped[q].name != NULL; q++) {
        ul_nearest_look(&near, ul_suites_shipped[q].name);
        if (strcmp(ul_suites_shipped[q].name, name) == 0) {
            suite->text = ul_suites_shipped[q].text;
            suite->text_length = strlen(suite->text);
            return UL_OK;
        }
    }
    return ul_fail(UL_E_IO, "%s is neither a file nor a suite; 'ullage list suites' shows those that "
                            "ship%s", name, ul_nearest_hint(&near, hint));
}

/* The text of a file, or of a suite that ships. */
static ul_status find_text(ul_suite *suite, const char *path_or_name)
{
    char *text;
    if (strcmp(path_or_name, "-") != 0 && access(path_or_name, F_OK) != 0 && errno == ENOENT)
        return find_shipped(suite, path_or_name);
    UL_TRY(ul_input_read_file(path_or_name, SUITE_MAX, &text, &suite->text_length));
    suite->text = ul_arena_text(suite->arena, text, suite->text_length);
    free(text);
    return suite->text == NULL ? ul_no_memory() : UL_OK;
}

static ul_status read_suite(ul_suite_reading state, ul_suite **result)
{
    ul_suite *suite = calloc(1, sizeof *suite);
    if (suite != NULL)
        suite->arena = ul_arena_new();
    ul_status status = ul_no_memory();
    if (suite != NULL && suite->arena != NULL) {
        suite->repetitions = 1;
        state.suite = suite;
        state.label = ul_names_new();
        if (state.label != NULL)
            status = find_text(suite, state.path);
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
    return ul_suite_read_for(&(ul_suite_request){.suite = path_or_name}, suite);
}

ul_status ul_suite_read_for(const ul_suite_request *request, ul_suite **suite)
{
    return read_suite((ul_suite_reading){.path = request->suite, .asked = *request}, suite);
}

ul_status ul_suite_read_copy(const char *folder, ul_suite **suite)
{
    char path[UL_PATH];
    ul_run_folder_path(folder, UL_SUITE_COPY, path);
    return read_suite((ul_suite_reading){.path = path, .is_copy = true}, suite);
}

void ul_suite_free(ul_suite *suite)
{
    if (suite == NULL)
        return;
    ul_arena_free(suite->arena);
    free(suite);
}

double ul_suite_cpu_s(const ul_suite_method *method, const ul_suite_instance *instance)
{
    return instance->cpu_s == 0 || (method->cpu_s > 0 && method->cpu_s < instance->cpu_s)
               ? method->cpu_s
               : instance->cpu_s;
}

ul_status ul_suite_load(const ul_suite_instance *entry, ul_instance *instance)
{
    char remark[512];
    if (entry->source == NULL || entry->again != NULL)
        return ul_instance_read(entry->again != NULL ? entry->again : entry->path, instance);
    const ul_source_options options = {
        .tasks = entry->tasks,
        .seed = entry->seed,
        .is_seeded = entry->is_seeded,
        .from_s = entry->from_s,
        .window_s = entry->window_s,
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
