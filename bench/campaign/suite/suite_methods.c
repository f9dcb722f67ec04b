/* The records method and program: who runs, with which parameters and limits. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grid.h"
#include "outside.h"
#include "plugin_entry.h"
#include "suite_parts.h"

enum { METHODS_MAX = 1000 };

/* "@wall_s=60" and its kin, which are the bench's business and not the method's. */
static ul_status read_own_limit(const ul_csv_row *row, size_t field, ul_suite_method *entry)
{
    const char *text = row->field[field].text + 1, *value, *end;
    if (ul_suite_is_option(text, "wall_s", &value))
        return ul_suite_read_second(row, field, value, &entry->wall_s);
    if (ul_suite_is_option(text, "cpu_s", &value))
        return ul_suite_read_second(row, field, value, &entry->cpu_s);
    const bool memory = ul_suite_is_option(text, "memory_mb", &value);
    if (!memory && !ul_suite_is_option(text, "repetitions", &value))
        return ul_csv_fail(row, field,
                           "'%.40s' is not known; expected @wall_s=, @cpu_s=, "
                           "@memory_mb= or @repetitions=",
                           text - 1);
    uint64_t *number = memory ? &entry->memory_mb : &entry->repetitions;
    UL_TRY(ul_suite_read_whole(row, field, value, number, &end));
    return *end == '\0' && (memory || (*number > 0 && *number <= UL_SUITE_REPETITIONS_MAX))
               ? UL_OK
               : ul_csv_fail(row, field, "'%.40s' is no such number", value);
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

static bool share_a_kind(const ul_method *a, const ul_method *b)
{
    for (size_t q = 0; ul_kinds[q] != NULL; q++)
        if (ul_method_takes(a, ul_kinds[q]) && ul_method_takes(b, ul_kinds[q]))
            return true;
    return false;
}

static ul_status add_method(ul_suite_reading *state, const ul_csv_row *row, ul_suite_method entry)
{
    ul_suite *suite = state->suite;
    if (suite->n_methods == METHODS_MAX)
        return ul_csv_fail(row, 0, "the suite has more than %d methods", METHODS_MAX);
    for (size_t m = 0; m < suite->n_methods; m++) {
        const ul_method *other = suite->method[m].method;
        if (strcmp(other->name, entry.method->name) != 0 || !share_a_kind(other, entry.method))
            continue;
        if (entry.object != NULL && other != entry.method)
            return ul_csv_fail(row, 1, "another method of the suite is called '%s'",
                               entry.method->name);
        if (strcmp(suite->method[m].parameters, entry.parameters) == 0)
            return ul_csv_fail(row, 1, "method '%s' is in the suite twice with these parameters",
                               entry.method->name);
    }
    if (suite->n_methods == state->method_room) {
        state->method_room = state->method_room == 0 ? 16 : state->method_room * 2;
        suite->method = ul_arena_grow(suite->arena, suite->method, suite->n_methods,
                                      state->method_room, sizeof *suite->method);
        UL_NEED(suite->method);
    }
    suite->method[suite->n_methods++] = entry;
    return UL_OK;
}

/* A name may be served by a method for each kind: each of them is in the suite that has
 * the parameters, and runs on the instances it takes. */
static ul_status add_namesakes(ul_suite_reading *state, const ul_csv_row *row,
                               ul_suite_method entry)
{
    const ul_method *first = entry.method;
    for (size_t q = 0; ul_methods[q] != NULL; q++) {
        if (ul_methods[q] == first || strcmp(ul_methods[q]->name, first->name) != 0
            || !ul_method_knows(ul_methods[q], entry.set, entry.n_set))
            continue;
        entry.method = ul_methods[q];
        UL_TRY(ul_suite_try_set(state->suite, row, 2, entry.method->param, entry.set, entry.n_set,
                                &entry.parameters));
        UL_TRY(add_method(state, row, entry));
    }
    return UL_OK;
}

/* Of a copy: it has the whole path, and its folder helps where that is no longer there. */
static ul_status load_again(const ul_suite_reading *state, const ul_csv_row *row,
                            ul_suite_method *entry)
{
    char path[UL_PATH];
    const char *folder;
    UL_TRY(ul_arena_format(state->suite->arena, &folder, "%.*s",
                           (int)(strrchr(state->path, '/') - state->path), state->path));
    entry->object = ul_suite_keep(state->suite, row->field[1].text);
    UL_NEED(entry->object);
    UL_TRY(ul_outside_place(folder, entry->object, path, sizeof path));
    return ul_csv_at(row, 1, ul_plugin_load(path, 0, &entry->method));
}

/* A shared object, from the suite's folder: its method runs in the bench's own processes.
 * A copy of the suite is read elsewhere, so it has the whole path. */
static ul_status load_plugin(ul_suite_reading *state, ul_csv_row *row, ul_suite_method *entry)
{
    char path[UL_PATH];
    if (state->is_copy)
        return load_again(state, row, entry);
    UL_TRY(ul_suite_place(state, row, 1, path));
    char *whole = realpath(path, NULL);
    if (whole == NULL)
        return ul_csv_fail(row, 1, "%s: %s", path, strerror(errno));
    ul_csv_field *field = ul_arena_alloc(state->suite->arena, row->n, sizeof *field);
    const char *kept = ul_suite_keep(state->suite, whole);
    free(whole);
    if (field == NULL || kept == NULL)
        return ul_no_memory();
    memcpy(field, row->field, row->n * sizeof *field);
    field[1] = (ul_csv_field){kept, strlen(kept)};
    row->field = field;
    state->has_patterns = true;
    entry->object = kept;
    return ul_csv_at(row, 1, ul_plugin_load(kept, 0, &entry->method));
}

/* Each setting that the entry's assignments stand for. */
static ul_status add_settings(ul_suite_reading *state, const ul_csv_row *row, ul_suite_method entry)
{
    ul_suite *suite = state->suite;
    ul_grid grid;
    UL_TRY(ul_csv_at(row, 2, ul_grid_new(entry.method->param, entry.set, entry.n_set, 0,
                                         suite->arena, &grid)));
    for (size_t q = 0; q < grid.n; q++) {
        const char **set;
        UL_ALLOC(suite->arena, set, grid.n_set);
        ul_grid_setting(&grid, q, set);
        entry.set = set;
        UL_TRY(ul_suite_try_set(suite, row, 2, entry.method->param, set, entry.n_set,
                                &entry.parameters));
        UL_TRY(add_method(state, row, entry));
        UL_TRY(add_namesakes(state, row, entry));
    }
    return UL_OK;
}

ul_status ul_suite_read_method(ul_suite_reading *state, const ul_csv_row *whole)
{
    ul_suite *suite = state->suite;
    ul_suite_method entry = {0};
    ul_csv_row row = *whole;
    UL_TRY(ul_suite_expect(&row, 2, "method,NAME,NAME=VALUE..."));
    if (ul_plugin_is_path(row.field[1].text))
        UL_TRY(load_plugin(state, &row, &entry));
    else
        entry.method = ul_method_find(row.field[1].text);
    if (entry.method == NULL)
        return strchr(row.field[1].text, ' ') == NULL
                   ? ul_csv_at(&row, 1, ul_method_choose(row.field[1].text, 0, &entry.method))
                   : ul_csv_fail(&row, 1, "there is no method '%.40s'; in a suite parameters are "
                                 "fields of their own: method,NAME,NAME=VALUE", row.field[1].text);
    ul_suite_copy_row(state, &row);
    UL_TRY(read_own_limits(&row, &entry));
    UL_TRY(ul_suite_read_set(suite, &row, 2, &entry.set, &entry.n_set));
    entry.method = ul_method_knowing(entry.method, entry.set, entry.n_set);
    return add_settings(state, &row, entry);
}

/* A shared object that the user names lies where the user is, not where the suite is. */
static ul_status from_here(ul_suite *suite, const char **name)
{
    char *whole = ul_plugin_is_path(*name) ? realpath(*name, NULL) : NULL;
    if (whole != NULL)
        *name = ul_suite_keep(suite, whole);
    free(whole);
    return *name == NULL ? ul_no_memory() : UL_OK;
}

ul_status ul_suite_take_methods(ul_suite_reading *state, const char *const *asked, size_t n_asked)
{
    const char *word[UL_SUITE_SET_MAX + 2] = {"method"};
    ul_csv_field field[UL_SUITE_SET_MAX + 2];
    for (size_t m = 0; m < n_asked; m++) {
        char *words = ul_arena_text(state->suite->arena, asked[m], strlen(asked[m]));
        const ul_method *method;
        size_t n = 0;
        UL_NEED(words);
        UL_TRY(ul_method_choose_with(words, word + 2, UL_SUITE_SET_MAX, &n, 0, &method));
        word[1] = words + strspn(words, " "); /* it ends where the choice cut it */
        UL_TRY(from_here(state->suite, &word[1]));
        for (size_t q = 0; q < n + 2; q++)
            field[q] = (ul_csv_field){word[q], strlen(word[q])};
        UL_TRY(ul_suite_read_method(state, &(ul_csv_row){"-m", m + 1, n + 2, field}));
    }
    return UL_OK;
}

/* A program of the user's, by a name of the user's: the method `program` with its command. */
ul_status ul_suite_read_program(ul_suite_reading *state, const ul_csv_row *whole)
{
    ul_suite *suite = state->suite;
    ul_suite_method entry = {.n_set = 1};
    ul_csv_row row = *whole;
    char command[4096];
    UL_TRY(ul_suite_expect(&row, 3, "program,NAME,COMMAND"));
    UL_TRY(ul_csv_at(&row, 1, ul_name_check("a program's", row.field[1].text)));
    if (strchr(row.field[1].text, ' ') != NULL)
        return ul_csv_fail(&row, 1, "a program's name has no blanks: parameters stand behind one");
    if (ul_method_find(row.field[1].text) != NULL)
        return ul_csv_fail(&row, 1, "'%.40s' is a method of this program: choose another name",
                           row.field[1].text);
    UL_TRY(read_own_limits(&row, &entry));
    if (row.n != 3)
        return ul_csv_fail(&row, 3, "a command is one field: put it in quotes where it has commas");
    if (strstr(row.field[2].text, "{instance}") == NULL
        || strstr(row.field[2].text, "{plan}") == NULL)
        return ul_csv_fail(&row, 2, "the command names no {instance} or no {plan}");
    if (snprintf(command, sizeof command, "command=%s", row.field[2].text) >= (int)sizeof command)
        return ul_csv_fail(&row, 2, "the command is too long");
    ul_method *method = ul_arena_alloc(suite->arena, 1, sizeof *method);
    const char **set = ul_arena_alloc(suite->arena, 1, sizeof *set);
    if (method == NULL || set == NULL)
        return ul_no_memory();
    *method = *ul_method_find("program");
    method->name = ul_suite_keep(suite, row.field[1].text);
    set[0] = ul_suite_keep(suite, command);
    if (method->name == NULL || set[0] == NULL)
        return ul_no_memory();
    entry.method = method;
    entry.set = set;
    return add_settings(state, &row, entry);
}

void ul_suite_settle_limits(ul_suite *suite)
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
