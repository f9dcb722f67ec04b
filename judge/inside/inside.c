#include "inside.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bin_array.h"
#include "json.h"
#include "json_writer.h"
#include "loading.h"
#include "plugin_entry.h"
#include "priority_plugin.h"

typedef struct {
    ul_priority rule;
    ul_arena *arena;     /* of the game */
    ul_bin_array *array; /* of a rule that looks at all machines */
    ul_micro *item, *capacity;
    size_t *number, n_open; /* machines in the order of their opening; UL_NONE: unused */
    FILE *talk; /* answers go there */
    ul_output *out;
    ul_json_writer json;
} game;

/* ---- numbers ---- */

static ul_status take_row(const ul_json *row, size_t n, double *to)
{
    for (size_t r = 0; r < n; r++)
        if (!ul_json_number(ul_json_element(row, r), &to[r]))
            return ul_fail(UL_E_INPUT, "a row of numbers is expected");
    return UL_OK;
}

static ul_status take_micro(ul_arena *arena, const ul_json *row, ul_micro **to)
{
    const size_t n = ul_json_count(row);
    double *number;
    UL_ALLOC(arena, number, n);
    UL_ALLOC(arena, *to, n);
    UL_TRY(take_row(row, n, number));
    for (size_t r = 0; r < n; r++)
        (*to)[r] = llround(number[r] * 1e6);
    return UL_OK;
}

/* ---- questions ---- */

static ul_status begin(game *g, const ul_json *hello)
{
    const ul_json *types = ul_json_member(hello, "types");
    double items = 0;
    ul_arena_free(g->arena);
    if ((g->arena = ul_arena_new()) == NULL)
        return ul_no_memory();
    ul_json_truth_member(&g->json, "ready", true);
    if (g->rule.one != NULL) {
        ul_json_truth_member(&g->json, "values", true);
        return UL_OK;
    }
    ul_json_truth_member(&g->json, "bins", false);
    if (ul_json_count(types) != 1 || !ul_json_number(ul_json_member(hello, "items"), &items))
        return ul_fail(UL_E_INPUT, "priorities() is for machines of one type");
    UL_TRY(take_micro(g->arena, ul_json_member(ul_json_element(types, 0), "capacity"), &g->capacity));
    UL_ALLOC_RAW(g->arena, g->number, (size_t)items);
    memset(g->number, 0xff, (size_t)items * sizeof *g->number);
    g->n_open = 0;
    return ul_bin_array_new(g->arena, ul_json_count(ul_json_member(hello, "resources")),
                            (size_t)items, UL_NONE, &g->array);
}

static ul_status name_bin(game *g, const ul_json *asked)
{
    const ul_arena_mark_t mark = ul_arena_mark(g->arena);
    size_t i;
    UL_TRY(take_micro(g->arena, ul_json_member(asked, "item"), &g->item));
    const ul_micro *need = g->item;
    const ul_bin_arrival task = {&need, 0, g->capacity};
    UL_TRY(ul_bin_array_choose(g->array, &(ul_bin_rule){ul_priority_values, &g->rule}, &task, &i));
    if (i == UL_NONE)
        return ul_fail(UL_E_INPUT, "a value is NaN");
    ul_bin_array_put(g->array, &task, i);
    if (g->number[i] == UL_NONE)
        g->number[i] = g->n_open++;
    ul_json_count_member(&g->json, "bin", g->number[i]);
    ul_arena_rewind(g->arena, mark);
    return UL_OK;
}

static ul_status give_values(game *g, const ul_json *asked)
{
    const ul_json *bins = ul_json_member(asked, "bins"), *item = ul_json_member(asked, "item");
    const size_t n = ul_json_count(item), machines = ul_json_count(bins);
    const ul_arena_mark_t mark = ul_arena_mark(g->arena);
    double *row, *value;
    UL_ALLOC(g->arena, row, (machines + 2) * n);
    UL_ALLOC(g->arena, value, machines);
    UL_TRY(take_row(item, n, row));
    UL_TRY(take_row(ul_json_member(asked, "capacity"), n, row + n));
    for (size_t q = 0; q < machines; q++)
        UL_TRY(take_row(ul_json_element(bins, q), n, row + (q + 2) * n));
    const ul_bin_question ask = {n, row, row + n, machines, row + 2 * n};
    UL_TRY(ul_priority_values(&g->rule, &ask, value));
    ul_json_open_member(&g->json, "values", "[", ", ");
    for (size_t q = 0; q < machines; q++) {
        if (isnan(value[q]))
            return ul_fail(UL_E_INPUT, "a value is NaN");
        if (value[q] == trunc(value[q]) && fabs(value[q]) < 1e12)
            ul_json_put_real(&g->json, value[q]);
        else
            ul_json_put(&g->json, "%.17g", fmax(fmin(value[q], 1.7e308), -1.7e308));
    }
    ul_json_close(&g->json, "]");
    ul_arena_rewind(g->arena, mark);
    return UL_OK;
}

/* ---- the loop ---- */

static ul_status answer(game *g, const char *line, size_t length)
{
    ul_json *asked;
    char *text;
    UL_TRY(ul_json_parse("the line", line, length, &asked));
    UL_TRY(ul_output_memory(&g->out));
    g->json = ul_json_writer_on(g->out);
    ul_json_open(&g->json, "{", ", ");
    const ul_status status = ul_json_member(asked, "hello") != NULL ? begin(g, asked)
                             : g->rule.one != NULL                  ? give_values(g, asked)
                                                                    : name_bin(g, asked);
    ul_json_free(asked);
    UL_TRY(status);
    ul_json_close(&g->json, "}");
    UL_TRY(ul_output_take(g->out, &text, &length));
    fprintf(g->talk, "%s\n", text);
    fflush(g->talk);
    free(text);
    return UL_OK;
}

static ul_status play(const char *path, FILE *talk)
{
    game g = {.talk = talk};
    char *line = NULL;
    size_t room = 0;
    void *object;
    ul_json *first; /* the reader of JSON opens a file for its first object */
    UL_TRY(ul_json_parse("", "{}", 2, &first));
    ul_json_free(first);
    UL_TRY(ul_load_locked(path, &object));
    g.rule = ul_priority_of(object);
    if (g.rule.one == NULL && g.rule.all == NULL)
        return ul_fail(UL_E_INPUT, "it has no function priority() or priorities()");
    for (ssize_t n; (n = getline(&line, &room, stdin)) > 0;)
        UL_TRY(answer(&g, line, (size_t)n));
    return UL_OK;
}

static void leave(ul_status status) __attribute__((noreturn));
static void leave(ul_status status)
{
    fflush(stdout); /* first: the reason is the last line */
    if (status != UL_OK)
        fprintf(stderr, "CandidateError: %s\n", ul_error_text());
    _exit(status == UL_OK ? 0 : 1);
}

void ul_inside(const char *shared_object)
{
    static char in[1 << 16], out[1 << 16], printed[1 << 16]; /* else the first use asks what the files are */
    FILE *talk = fdopen(dup(STDOUT_FILENO), "w");
    if (talk == NULL || dup2(STDERR_FILENO, STDOUT_FILENO) < 0) /* what it prints is no answer */
        leave(ul_fail(UL_E_IO, "cannot open what answers go to"));
    setvbuf(stdin, in, _IOFBF, sizeof in);
    setvbuf(talk, out, _IOFBF, sizeof out);
    setvbuf(stdout, printed, _IOFBF, sizeof printed);
    leave(play(shared_object, talk));
}

/* ---- a method ---- */

/* One that is loaded is not tried in a process of its own first: this is one. */
static ul_status load_method(const char *path, const ul_method **method)
{
    if (dlopen(path, RTLD_NOW | RTLD_LOCAL) == NULL)
        return ul_fail(UL_E_INPUT, "%s", dlerror());
    return ul_plugin_load(path, 0, method);
}

/* Into the file that is there. */
static ul_status write_plan(const ul_run *run, const char *path)
{
    const ul_run_result *result = ul_run_result_of(run);
    if (result->plan == NULL)
        return ul_fail(UL_E_INPUT, "%s", result->note[0] == '\0' ? "it has no plan" : result->note);
    const int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (file < 0 || fflush(stdout) != 0 || dup2(file, STDOUT_FILENO) < 0)
        return ul_fail(UL_E_IO, "%s: cannot be written", path);
    return ul_run_instance(run)->kind->plan_write(result->plan, ul_run_method(run)->name, "-");
}

/* It has no methods of ours to call: it would be judged by theirs. */
void ul_inside_method(const char *shared_object, const char *from, const char *plan)
{
    const ul_run_options options = {.seed = 1};
    const ul_method *method;
    ul_instance instance = {0};
    ul_run *run = NULL;
    ul_status status = ul_instance_read(from, &instance);
    if (status == UL_OK)
        status = load_method(shared_object, &method);
    if (status == UL_OK)
        status = ul_run_new(method, &instance, &options, &run);
    if (status == UL_OK)
        status = ul_run_go(run);
    if (status == UL_OK)
        status = write_plan(run, plan);
    leave(status);
}

