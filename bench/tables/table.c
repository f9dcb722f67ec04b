#include "table.h"

#include <glob.h>
#include <stdarg.h>
#include <stdlib.h>
#include <unistd.h>

#include "registry.h"
#include "run_folder.h"

ul_status ul_table_csv(const ul_table_made *made, bool heading, ul_output *out)
{
    return heading ? ul_sheet_csv(made->numbers, out) : ul_sheet_csv_rows(made->numbers, out);
}

ul_status ul_table_json(const ul_table_made *made, ul_json_writer *json)
{
    ul_json_open(json, "{", ", ");
    ul_json_text_member(json, "table", made->self->name);
    ul_json_text_member(json, "title", made->table->title);
    ul_json_text_member(json, "note", made->table->note);
    ul_json_name(json, "numbers");
    UL_TRY(ul_sheet_json(made->numbers, json));
    ul_json_close(json, "}");
    return UL_OK;
}

ul_status ul_table_input(ul_table_made *made, const ul_instance *instance)
{
    for (size_t q = 0; q < made->n_inputs; q++)
        if (ul_same(made->input[q].sha256, instance->sha256))
            return UL_OK;
    UL_MORE(made->arena, made->input, made->n_inputs, made->input_room);
    made->input[made->n_inputs++] = (ul_manifest_input){
        .name = ul_text(made, "%s", instance->name),
        .sha256 = ul_text(made, "%s", instance->sha256)};
    return UL_OK;
}

static void say(const ul_table_request *request, const char *text)
{
    if (request->say != NULL)
        request->say(request->say_context, text);
}

/* A sheet, and another below it, by a writer; sheets may be NULL. */
static ul_status save(const char *path, ul_sheet_writer write, const ul_sheet *first,
                      const ul_sheet *second)
{
    ul_output *out;
    if (first == NULL)
        return UL_OK;
    UL_TRY(ul_output_open(path, &out));
    ul_status status = write(first, out);
    if (status == UL_OK && second != NULL) {
        ul_output_text(out, "\n");
        status = write(second, out);
    }
    return ul_output_finish(out, status);
}

ul_status ul_table_save(ul_table_made *made, const char *folder, const ul_manifest_table *manifest)
{
    const char *inside = ul_text(made, "%s/%s", folder, manifest->name);
    UL_TRY(ul_run_folder_make(folder, manifest->name));
    UL_TRY(save(ul_text(made, "%s/table.txt", inside), ul_sheet_text, made->table, made->verdicts));
    UL_TRY(save(ul_text(made, "%s/table.csv", inside), ul_sheet_csv, made->numbers, NULL));
    UL_TRY(save(ul_text(made, "%s/trials.csv", inside), ul_sheet_csv, made->trials, NULL));
    return ul_manifest_write_table(inside, manifest);
}

ul_status ul_table_trace(ul_table_made *made, const char *file, const char **found)
{
    const char *folder = ul_table_text(made, "traces");
    *found = folder[0] == '\0' ? NULL : ul_text(made, "%s/%s", folder, file);
    if (*found != NULL && access(*found, R_OK) != 0)
        *found = ul_text(made, "%s.gz", *found);
    return *found == NULL || access(*found, R_OK) == 0
               ? UL_OK
               : ul_fail(UL_E_INPUT, "%s: no %s or %s.gz is there; without a folder jobs are "
                                     "generated", folder, file, file);
}

ul_status ul_table_files(ul_table_made *made, const char *folder, const char *pattern,
                         const char *const **path, size_t *n)
{
    const char *where = ul_text(made, "%s/%s", ul_table_text(made, folder), pattern);
    const char **kept;
    glob_t found = {0};
    *n = glob(where, 0, NULL, &found) == 0 ? found.gl_pathc : 0;
    *path = kept = ul_arena_alloc(made->arena, *n, sizeof *kept);
    for (size_t q = 0; q < *n && kept != NULL; q++)
        kept[q] = ul_text(made, "%s", found.gl_pathv[q]);
    globfree(&found);
    return *n > 0 ? UL_OK : ul_fail(UL_E_INPUT, "%s: no file is named so; say where they are with "
                                                "--set %s=FOLDER", where, folder);
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

static ul_status begin_trials(ul_table_made *made, const char *heading)
{
    char *align;
    size_t n = 1;
    for (const char *at = heading; *at != '\0'; at++)
        n += *at == '\t';
    UL_ALLOC(made->arena, align, n + 1);
    memset(align, 'l', n);
    return ul_sheet_new(made->arena, "trials", "Every run", "", align, &made->trials);
}

void ul_table_row(ul_table_made *made, const char *heading, char *text)
{
    const bool first = made->trials == NULL;
    made->failed = made->failed || (first && begin_trials(made, heading) != UL_OK);
    if (first && !made->failed)
        ul_table_row(made, heading, ul_text(made, "%s", heading));
    for (char *cell; !made->failed && (cell = strsep(&text, "\t")) != NULL;)
        ul_sheet_cell(made->trials, "%s", cell);
}

enum { SETTINGS_MAX = 16 };

/* Cuts "name a=1 b=2" into the name, which it returns, and its settings. */
static const char *cut_settings(char *text, const char *set[SETTINGS_MAX], size_t *n)
{
    char *rest = text;
    const char *name = strsep(&rest, " ");
    for (*n = 0; rest != NULL && *n < SETTINGS_MAX;)
        set[(*n)++] = strsep(&rest, " ");
    return name;
}

ul_status ul_table_own(ul_table_made *made, ul_instance *instance, const ul_instance **kept)
{
    ul_instance *own = ul_arena_alloc(made->arena, 1, sizeof *own);
    made->instance = ul_arena_more(made->arena, made->instance, made->n_instances,
                                   &made->instance_room, sizeof *made->instance);
    if (own == NULL || made->instance == NULL) {
        ul_instance_free(instance);
        return ul_no_memory();
    }
    *own = *instance;
    made->instance[made->n_instances++] = own;
    *kept = own;
    return UL_OK;
}

void ul_table_let_go(ul_table_made *made, const ul_instance *from)
{
    ul_instance *last = NULL;
    ul_run_free(made->run);
    made->run = NULL;
    while (made->n_instances > 0 && (from == NULL || last != from)) {
        last = made->instance[--made->n_instances];
        ul_instance_free(last);
    }
}

ul_status ul_table_instance(ul_table_made *made, const ul_source_options *options,
                            const ul_instance **instance, const char *format, ...)
{
    ul_source_options with = options == NULL ? (ul_source_options){0} : *options;
    char remark[256];
    const char *set[SETTINGS_MAX];
    ul_instance own;
    va_list arguments;
    va_start(arguments, format);
    char *text = ul_arena_words(made->arena, format, arguments);
    va_end(arguments);
    UL_NEED(text);
    const char *source = cut_settings(text, set, &with.n_set);
    with.set = set;
    with.to_s = HUGE_VAL;
    if (with.seed == 0)
        with.seed = made->request->seed;
    if (with.n_inputs == 0)
        with.n_inputs = with.input != NULL && with.input[0] != NULL && with.input[0][0] != '\0';
    say(made->request, with.n_inputs > 0 ? with.input[0] : source);
    UL_TRY(ul_source_make(with.n_inputs > 0 ? ul_importer_find(source) : ul_generator_find(source),
                          &with, remark, sizeof remark, &own));
    UL_TRY(ul_table_own(made, &own, instance));
    return ul_table_input(made, *instance);
}

ul_status ul_table_begin(ul_table_made *made, const ul_instance *instance, const char *method,
                         const ul_run_options *options, ul_run **run)
{
    ul_run_options with = options == NULL ? (ul_run_options){0} : *options;
    const char *set[SETTINGS_MAX];
    const char *name = cut_settings(ul_text(made, "%s", method), set, &with.n_set);
    const ul_method *of = ul_method_find(name);
    with.set = set;
    with.methods = ul_methods;
    if (with.seed == 0)
        with.seed = made->request->seed;
    if (of == NULL)
        return ul_fail(UL_E_INTERNAL, "there is no method '%s'", method);
    say(made->request, ul_text(made, "%s: %s", instance->name, method));
    ul_run_free(made->run);
    made->run = NULL;
    UL_TRY(ul_run_new(of, instance, &with, &made->run));
    *run = made->run;
    return UL_OK;
}

ul_status ul_table_try(ul_table_made *made, const ul_instance *instance, const char *method,
                       const ul_run_options *options, const ul_run **run)
{
    ul_run *own;
    UL_TRY(ul_table_begin(made, instance, method, options, &own));
    *run = own;
    return ul_run_go(own);
}

ul_status ul_table_run(ul_table_made *made, const ul_instance *instance, const char *method,
                       const ul_run_options *options, const ul_run **run)
{
    UL_TRY(ul_table_try(made, instance, method, options, run));
    const ul_run_result *result = ul_run_result_of(*run);
    return result->has_cost
               ? UL_OK
               : ul_fail(result->outcome == UL_INTERRUPTED ? UL_E_STOPPED : UL_E_INTERNAL,
                         "method '%s' has no plan of '%s': %s", method, instance->name,
                         ul_outcome_name(result->outcome));
}

const char *ul_table_certificate(ul_table_made *made, const char *what, const char *of)
{
    const char *folder = ul_table_text(made, "certificates");
    char *name = ul_text(made, "%s%s.csv", what, of);
    for (char *at = name; *at != '\0'; at++)
        *at = *at == ' ' ? '-' : *at;
    return *folder == '\0' ? NULL : ul_text(made, "%s/%s", folder, name);
}

ul_status ul_table_floor(ul_table_made *made, const ul_instance *instance, const char *of,
                         const char *set, double *dollars)
{
    const ul_run *run;
    UL_TRY(ul_table_try(made, instance, ul_text(made, "schedule-floor%s", set), &(ul_run_options){
        .cpu_limit_s = made->request->time_limit_s,
        .certificate = ul_table_certificate(made, "floor", of)}, &run));
    *dollars = ul_cost_double(ul_run_result_of(run)->bound);
    return UL_OK;
}

ul_status ul_table_above(ul_table_made *made, const char *of, const char *who, const ul_run *run,
                         double least)
{
    const double cost = ul_cost_double(ul_run_result_of(run)->cost);
    ul_add(made, of, who, "above", 100 * (cost / least - 1));
    return cost >= least * (1 - 1e-9)
               ? UL_OK
               : ul_fail(UL_E_INTERNAL, "alarm: on %s '%s' costs less than what was proved", of, who);
}

void ul_span(ul_table_made *made, ul_changes *list, ul_micro from_s, ul_micro to_s, double by,
             size_t of)
{
    const ul_change pair[] = {{from_s, by, of}, {to_s, -by, of}};
    for (size_t q = 0; q < 2 && !made->failed; q++) {
        list->change = ul_arena_more(made->arena, list->change, list->n, &list->room, sizeof *pair);
        made->failed = list->change == NULL;
        if (!made->failed)
            list->change[list->n++] = pair[q];
    }
}

static int by_time(const void *a, const void *b)
{
    const ul_change *x = a, *y = b;
    UL_LOWER_FIRST(x->at_s, y->at_s);
    return x->by < y->by ? -1 : x->by > y->by;
}

void ul_changes_sort(ul_changes *list)
{
    if (list->n > 0) /* qsort takes no null pointer, not even of nothing */
        qsort(list->change, list->n, sizeof *list->change, by_time);
}

double ul_table_measure(const ul_run *run, const char *name)
{
    const double *value = ul_measures_find(&ul_run_result_of(run)->measures, name);
    return value == NULL ? NAN : *value;
}

ul_status ul_table_make(const ul_table *table, const ul_table_request *request, ul_arena *arena,
                        ul_table_made *made)
{
    *made = (ul_table_made){.self = table, .request = request, .arena = arena};
    ul_printed_list list;
    const ul_status status = table->experiment(made);
    ul_table_let_go(made, NULL);
    if (made->failed)
        return ul_no_memory();
    UL_TRY(status);
    UL_TRY(ul_printed_read(arena, &list));
    for (size_t q = 0, none = made->n_cells == 0; none && q < list.n; q++) /* what is missing */
        if (strcmp(list.row[q].table, table->name) == 0 && ul_printed_is(&list.row[q], "result"))
            ul_put(made, list.row[q].of, list.row[q].who, list.row[q].measure, NAN);
    UL_TRY(ul_cells_lay_out(made, &list));
    UL_TRY(ul_cells_judge(made, &list));
    const char *path = ul_table_text(made, "svg"); /* empty where it is no parameter */
    return path[0] == '\0' ? UL_OK : ul_cells_draw(made, path);
}
