#include "table.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cells.h"
#include "registry.h"
#include "run_folder.h"

ul_status ul_table_csv(const ul_table_made *made, bool heading, ul_output *out)
{
    return made->numbers == NULL ? UL_OK
           : heading             ? ul_sheet_csv(made->numbers, out)
                                 : ul_sheet_csv_rows(made->numbers, out);
}

ul_status ul_table_json(const ul_table_made *made, ul_json_writer *json)
{
    ul_json_open(json, "{", ", ");
    ul_json_text_member(json, "table", made->self->name);
    ul_json_text_member(json, "title", made->table->title);
    ul_json_text_member(json, "note", made->table->note);
    ul_json_name(json, "numbers");
    UL_TRY(made->numbers == NULL ? UL_OK : ul_sheet_json(made->numbers, json));
    ul_json_close(json, "}");
    return UL_OK;
}

ul_status ul_table_input(ul_table_made *made, ul_arena *arena, const ul_instance *instance)
{
    for (size_t q = 0; q < made->n_inputs; q++)
        if (strcmp(made->input[q].sha256, instance->sha256) == 0)
            return UL_OK;
    if (made->n_inputs == made->input_room) {
        made->input_room = made->input_room == 0 ? 64 : 2 * made->input_room;
        made->input = ul_arena_grow(arena, made->input, made->n_inputs, made->input_room,
                                    sizeof *made->input);
    }
    const ul_manifest_input input = {
        .name = ul_arena_text(arena, instance->name, strlen(instance->name)),
        .sha256 = ul_arena_text(arena, instance->sha256, strlen(instance->sha256)),
    };
    if (made->input == NULL || input.name == NULL || input.sha256 == NULL)
        return ul_no_memory();
    made->input[made->n_inputs++] = input;
    return UL_OK;
}

void ul_table_say(const ul_table_request *request, const char *format, ...)
{
    char text[600];
    va_list arguments;
    if (request->say == NULL)
        return;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    request->say(request->say_context, text);
}

static ul_status write_text(const ul_table_made *made, ul_output *out)
{
    UL_TRY(ul_sheet_text(made->table, out));
    if (made->verdicts == NULL)
        return UL_OK;
    ul_output_text(out, "\n");
    return ul_sheet_text(made->verdicts, out);
}

static ul_status write_csv(const ul_table_made *made, ul_output *out)
{
    return ul_table_csv(made, true, out);
}

static ul_status write_trials(const ul_table_made *made, ul_output *out)
{
    return ul_sheet_csv(made->trials, out);
}

static ul_status save(const ul_table_made *made, const char *folder, const char *file,
                      ul_status (*write)(const ul_table_made *, ul_output *))
{
    char path[4096];
    ul_output *out;
    if (snprintf(path, sizeof path, "%s/%s", folder, file) >= (int)sizeof path)
        return ul_fail(UL_E_INPUT, "%s: the path is too long", folder);
    UL_TRY(ul_output_open(path, &out));
    return ul_output_finish(out, write(made, out));
}

ul_status ul_table_save(const ul_table_made *made, const char *folder,
                        const ul_manifest_table *manifest)
{
    char inside[4096];
    UL_TRY(ul_run_folder_make(folder, manifest->name));
    snprintf(inside, sizeof inside, "%s/%s", folder, manifest->name);
    UL_TRY(save(made, inside, "table.txt", write_text));
    UL_TRY(save(made, inside, "table.csv", write_csv));
    if (made->trials != NULL)
        UL_TRY(save(made, inside, "trials.csv", write_trials));
    return ul_manifest_write_table(inside, manifest);
}

ul_status ul_table_trace(const ul_table_request *request, const char *file, char path[4096],
                         const char **found)
{
    static const char *const ending[] = {"", ".gz"};
    const char *folder = ul_param_text(request->param, "traces");
    *found = NULL;
    for (size_t q = 0; folder[0] != '\0' && q < 2; q++) {
        snprintf(path, 4096, "%s/%s%s", folder, file, ending[q]);
        if (access(path, R_OK) == 0) {
            *found = path;
            return UL_OK;
        }
    }
    return folder[0] == '\0' ? UL_OK
                             : ul_fail(UL_E_INPUT, "%s: no %s or %s.gz is there; without a folder "
                                                   "jobs are generated", folder, file, file);
}

/* ---- for experiments ---- */

const char *ul_table_text(const ul_table_made *made, const char *name)
{
    return ul_param_text(made->request->param, name);
}

double ul_table_param(const ul_table_made *made, const char *name)
{
    return ul_param_number(made->request->param, name);
}

void ul_table_trial(ul_table_made *made, const char *format, ...)
{
    char text[2000], *rest = text, *cell;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (made->trials == NULL) {
        char align[64] = "l";
        for (const char *at = text; (at = strchr(at, '\t')) != NULL && strlen(align) < 63; at++)
            strcat(align, "l");
        if (ul_sheet_new(made->arena, "trials", "Every run", "",
                         ul_arena_text(made->arena, align, strlen(align)), &made->trials)
            != UL_OK) {
            made->failed = true;
            return;
        }
    }
    while ((cell = strsep(&rest, "\t")) != NULL)
        ul_sheet_cell(made->trials, "%s", cell);
}

ul_status ul_table_instance(ul_table_made *made, const char *source,
                            const ul_source_options *options, ul_instance *instance)
{
    const ul_source *by = options->n_inputs > 0 ? ul_importer_find(source)
                                                : ul_generator_find(source);
    char remark[256];
    ul_table_say(made->request, "%s", options->n_inputs > 0 ? options->input[0] : source);
    UL_TRY(ul_source_make(by, options, remark, sizeof remark, instance));
    const ul_status status = ul_table_input(made, made->arena, instance);
    if (status != UL_OK)
        ul_instance_free(instance);
    return status;
}

enum { SETTINGS_MAX = 16 };

ul_status ul_table_run(ul_table_made *made, const ul_instance *instance, const char *method,
                       const ul_run_options *options, ul_run **run)
{
    char text[400], *rest = text;
    const char *set[SETTINGS_MAX];
    ul_run_options with = options == NULL ? (ul_run_options){0} : *options;
    snprintf(text, sizeof text, "%s", method);
    const ul_method *of = ul_method_find(strsep(&rest, " "));
    for (char *one; rest != NULL && with.n_set < SETTINGS_MAX; with.n_set++) {
        one = strsep(&rest, " ");
        set[with.n_set] = one;
    }
    if (with.n_set > 0)
        with.set = set;
    if (with.seed == 0)
        with.seed = made->request->seed;
    with.methods = ul_methods;
    if (of == NULL)
        return ul_fail(UL_E_INTERNAL, "there is no method '%s'", method);
    ul_table_say(made->request, "%s: %s", instance->name, method);
    UL_TRY(ul_run_new(of, instance, &with, run));
    ul_status status = ul_run_go(*run);
    const ul_run_result *result = ul_run_result_of(*run);
    if (status == UL_OK && !result->has_cost)
        status = ul_fail(result->outcome == UL_INTERRUPTED ? UL_E_STOPPED : UL_E_INTERNAL,
                         "method '%s' has no plan of '%s': %s", method, instance->name,
                         ul_outcome_name(result->outcome));
    if (status != UL_OK)
        ul_run_free(*run);
    return status;
}

double ul_table_measure(const ul_run *run, const char *name)
{
    const double *value = ul_measures_find(&ul_run_result_of(run)->measures, name);
    return value == NULL ? NAN : *value;
}

static bool has_param(const ul_table *table, const char *name)
{
    for (const ul_param *p = table->param; p != NULL && p->name != NULL; p++)
        if (strcmp(p->name, name) == 0)
            return true;
    return false;
}

ul_status ul_table_make(const ul_table *table, const ul_table_request *request, ul_arena *arena,
                        ul_table_made *made)
{
    *made = (ul_table_made){.self = table, .request = request, .arena = arena};
    ul_printed_list list;
    UL_TRY(table->experiment(made));
    if (made->failed)
        return ul_no_memory();
    UL_TRY(ul_printed_read(arena, &list));
    for (size_t q = 0, none = made->n_cells == 0; none && q < list.n; q++) /* what is missing */
        if (strcmp(list.row[q].table, table->name) == 0 && ul_printed_is(&list.row[q], "result"))
            ul_put(made, list.row[q].of, list.row[q].who, list.row[q].measure, NAN);
    UL_TRY(ul_cells_lay_out(made, &list));
    UL_TRY(ul_cells_judge(made, &list));
    const char *path = table->layout->panel != NULL && has_param(table, "svg")
                           ? ul_table_text(made, "svg") : "";
    return path[0] == '\0' ? UL_OK : ul_cells_draw(made, path);
}
