#include "table_columns.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grow.h"

enum { FILES_MAX = 16, KEY_MAX = 2 * UL_NAME_MAX + 2 };

/* One file of the request, and which of the columns it has. */
typedef struct {
    ul_data_file file;
    size_t *wanted, *column; /* wanted[q] of the file is column[q] of ours */
    size_t n;
    size_t our_key;     /* column of ours by which its rows are found */
    ul_names *keys;     /* of its rows, where it is looked up */
    const char **held;  /* keys x n values */
    size_t held_room;
} part;

typedef struct {
    const ul_source_request *request;
    ul_arena *arena;
    ul_names *columns;
    ul_columns_fn fn;
    void *context;
    part part[FILES_MAX];
    size_t n_parts;
    const char **value;
    char fault[160];
} reading;

/* The name behind "FILE.", where this is that file; else the whole name. */
static const char *own_name(const char *path, const char *column)
{
    const char *slash = strrchr(path, '/');
    const char *base = slash == NULL ? path : slash + 1;
    const size_t n = strcspn(base, ".");
    return strncmp(base, column, n) == 0 && column[n] == '.' ? column + n + 1 : NULL;
}

static size_t find_column(const part *p, const char *name)
{
    const size_t found = ul_data_find(&p->file, name);
    const char *own = found == UL_NONE ? own_name(p->file.path, name) : NULL;
    return own == NULL ? found : ul_data_find(&p->file, own);
}

/* The columns that a file has, in one line. */
static const char *list_columns(const part *p, char *text, size_t room)
{
    size_t used = 0;
    text[0] = '\0';
    for (size_t q = 0; q < ul_names_count(p->file.column) && used + 1 < room; q++)
        used += (size_t)snprintf(text + used, room - used, "%s%s", q == 0 ? "" : ", ",
                                 ul_names_text(p->file.column, q));
    return text;
}

static ul_status want(part *p, reading *state, size_t in_file, size_t column)
{
    if (p->wanted == NULL) {
        const size_t most = ul_names_count(state->columns) + 1;
        UL_ALLOC(state->arena, p->wanted, most);
        UL_ALLOC(state->arena, p->column, most);
    }
    p->wanted[p->n] = in_file;
    p->column[p->n++] = column;
    return UL_OK;
}

/* Each column comes from the first of these files that has it. */
static ul_status place_columns(reading *state, part *first, size_t n)
{
    for (size_t c = 0; c < ul_names_count(state->columns); c++) {
        const char *name = ul_names_text(state->columns, c);
        size_t q = 0, found = UL_NONE;
        while (q < n && (found = find_column(&first[q], name)) == UL_NONE)
            q++;
        if (q == n) {
            char list[400];
            list_columns(first, list, sizeof list);
            return ul_fail(UL_E_INPUT, "%s: there is no column '%.80s'; there are: %s%s",
                           first->file.path, name, list,
                           strstr(list, name) == NULL
                               ? ""
                               : " (a name with blanks or signs stands in brackets)");
        }
        if (ul_names_find(first[q].file.repeated, name, strlen(name)) != UL_NONE)
            return ul_fail(UL_E_INPUT, "%s: there are several columns '%.80s'; $%zu is the first of "
                                       "them, by its number", first[q].file.path, name, found + 1);
        UL_TRY(want(&first[q], state, found, c));
    }
    return UL_OK;
}

/* ---- files that are looked up ---- */

typedef struct {
    reading *state;
    part *p;
    size_t key; /* place of their key among what is wanted */
} holding;

static ul_status hold_row(void *context, const ul_data_row *row)
{
    const holding *h = context;
    part *p = h->p;
    bool added;
    const char *key = row->value[h->key];
    if (row->fault != NULL || key == NULL)
        return UL_OK; /* who looks for it finds nothing, and says so */
    const size_t at = ul_names_add(p->keys, key, strlen(key), &added);
    if (at == UL_NONE)
        return ul_no_memory();
    if (!added)
        return UL_OK; /* the first of several holds */
    for (size_t q = 0; q < p->n; q++) {
        const char *value = row->value[q];
        UL_TRY(ul_grow(&p->held, at * p->n + q, &p->held_room, sizeof *p->held));
        p->held[at * p->n + q] =
            value == NULL ? NULL : ul_arena_text(h->state->arena, value, strlen(value));
    }
    return UL_OK;
}

/* `key` is OURS or OURS:THEIRS, one for all further files or one each with commas between. */
static ul_status read_key(reading *state, part *p, size_t q, size_t *theirs)
{
    const char *text = ul_param_text(state->request->param, "key");
    char key[KEY_MAX];
    for (size_t skip = q; skip > 1 && strchr(text, ',') != NULL; skip--)
        text = strchr(text, ',') + 1;
    snprintf(key, sizeof key, "%.*s", (int)strcspn(text, ","), text);
    char *colon = strchr(key, ':');
    if (colon != NULL)
        *colon = '\0';
    p->our_key = ul_names_add(state->columns, key, strlen(key), NULL);
    *theirs = find_column(p, colon == NULL ? key : colon + 1);
    if (p->our_key == UL_NONE)
        return ul_no_memory();
    return *theirs != UL_NONE ? UL_OK
                              : ul_fail(UL_E_INPUT, "%s: there is no column '%.80s', by which its "
                                                    "rows are to be found", p->file.path,
                                        colon == NULL ? key : colon + 1);
}

static ul_status hold_part(reading *state, part *p, size_t theirs)
{
    const holding h = {state, p, p->n};
    UL_TRY(want(p, state, theirs, p->our_key));
    p->keys = ul_names_new();
    UL_NEED(p->keys);
    return ul_data_each(&p->file, p->wanted, p->n, hold_row, (void *)&h);
}

/* Fills in what the further files have for this row, or says which has nothing. */
static const char *look_up(reading *state)
{
    for (size_t q = 1; q < state->n_parts; q++) {
        const part *p = &state->part[q];
        const char *key = state->value[p->our_key];
        const size_t at = key == NULL ? UL_NONE : ul_names_find(p->keys, key, strlen(key));
        if (at == UL_NONE) {
            snprintf(state->fault, sizeof state->fault, "has no partner in %.100s", p->file.path);
            return state->fault;
        }
        for (size_t c = 0; c + 1 < p->n; c++)
            state->value[p->column[c]] = p->held[at * p->n + c];
    }
    return NULL;
}

/* ---- the rows ---- */

typedef struct {
    reading *state;
    const part *p;
    bool looks_up;
} passing;

static ul_status pass_row(void *context, const ul_data_row *row)
{
    const passing *pass = context;
    reading *state = pass->state;
    ul_columns_row out = {.file = pass->p->file.path, .line = row->line, .value = state->value,
                          .fault = row->fault,
                          .commas = !pass->p->file.is_json && pass->p->file.separator != ','};
    for (size_t q = 0; q < pass->p->n; q++)
        state->value[pass->p->column[q]] = row->value[q];
    if (out.fault == NULL && pass->looks_up)
        out.fault = look_up(state);
    return state->fn(state->context, &out);
}

static ul_status read_joined(reading *state)
{
    size_t theirs[FILES_MAX];
    for (size_t q = 1; q < state->n_parts; q++)
        UL_TRY(read_key(state, &state->part[q], q, &theirs[q]));
    UL_TRY(place_columns(state, state->part, state->n_parts));
    UL_ALLOC(state->arena, state->value, ul_names_count(state->columns) + 1);
    for (size_t q = 1; q < state->n_parts; q++)
        UL_TRY(hold_part(state, &state->part[q], theirs[q]));
    const part *first = &state->part[0];
    const passing pass = {state, first, true};
    return ul_data_each(&first->file, first->wanted, first->n, pass_row, (void *)&pass);
}

static ul_status read_in_turn(reading *state)
{
    UL_ALLOC(state->arena, state->value, ul_names_count(state->columns) + 1);
    for (size_t q = 0; q < state->n_parts; q++) {
        part *p = &state->part[q];
        const passing pass = {state, p, false};
        UL_TRY(place_columns(state, p, 1));
        UL_TRY(ul_data_each(&p->file, p->wanted, p->n, pass_row, (void *)&pass));
    }
    return UL_OK;
}

static ul_status read_all(reading *state)
{
    const ul_source_request *request = state->request;
    for (size_t q = 0; q < request->n_inputs; q++) {
        state->n_parts++;
        UL_TRY(ul_data_open(request->input[q], ul_param_is(request->param, "header", "yes"),
                             &state->part[q].file));
    }
    return ul_param_text(request->param, "key")[0] != '\0' ? read_joined(state)
                                                           : read_in_turn(state);
}

ul_status ul_columns_each(const ul_source_request *request, ul_arena *arena, ul_names *columns,
                          ul_columns_fn fn, void *context)
{
    reading state = {.request = request, .arena = arena, .columns = columns, .fn = fn,
                     .context = context};
    if (request->n_inputs > FILES_MAX)
        return ul_fail(UL_E_INPUT, "at most %d tables are read together", FILES_MAX);
    const ul_status status = read_all(&state);
    for (size_t q = 0; q < state.n_parts; q++) {
        ul_data_close(&state.part[q].file);
        ul_names_free(state.part[q].keys);
        free(state.part[q].held);
    }
    return status;
}
