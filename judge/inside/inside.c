#include "inside.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/sysinfo.h>
#include <unistd.h>

#include "bin_array.h"
#include "json.h"
#include "json_writer.h"
#include "loading.h"
#include "lockdown.h"
#include "priority_plugin.h"
#include "sanitized.h"

enum {
    file_max = 64 << 20, /* bytes of a plan */
    open_max = 256,      /* files, pipes and sockets, each of which holds memory that nobody sees */
    tasks_max = 512      /* processes and threads; the kernel does not hold root to it */
};

typedef struct {
    ul_priority rule;
    ul_arena *arena;     /* of the game */
    ul_bin_array *array; /* of a rule that looks at all machines */
    ul_micro *item, *capacity;
    size_t *number, n_open; /* machines in the order of their opening; UL_NONE: unused */
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
    ul_json_name(&g->json, "values");
    ul_json_open(&g->json, "[", ", ");
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
    puts(text);
    fflush(stdout);
    free(text);
    return UL_OK;
}

static ul_status play(const char *path)
{
    game g = {0};
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

void ul_inside(const char *shared_object)
{
    static char in[1 << 16], out[1 << 16]; /* else the first use asks what the files are */
    setvbuf(stdin, in, _IOFBF, sizeof in);
    setvbuf(stdout, out, _IOFBF, sizeof out);
    const ul_status status = play(shared_object);
    if (status != UL_OK)
        fprintf(stderr, "CandidateError: %s\n", ul_error_text());
    _exit(status == UL_OK ? 0 : 1);
}

/* Above the tasks that are counted already, which outside are all of the user's. */
static bool set_limits(rlim_t tasks)
{
    const struct rlimit file = {file_max, file_max}, task = {tasks_max + tasks, tasks_max + tasks},
                        open = {open_max, open_max};
    return setrlimit(RLIMIT_FSIZE, &file) == 0 && setrlimit(RLIMIT_NPROC, &task) == 0
           && setrlimit(RLIMIT_NOFILE, &open) == 0;
}

static void fail_to_run(const char *program) __attribute__((noreturn));
static void fail_to_run(const char *program)
{
    fprintf(stderr, "CandidateError: %s cannot be run: %s\n", program, strerror(errno));
    _exit(127);
}

/* The search for leaks at the end of a process looks into it as a debugger does; and where there
 * is no /proc sanitizers find no ASAN_OPTIONS. */
static const char is_locked[] = "ULLAGE_LOCKED";
#if UL_SANITIZED
int __lsan_is_turned_off(void);
int __lsan_is_turned_off(void)
{
    return getenv(is_locked) != NULL;
}
#endif

void ul_inside_program(char *const argv[], bool may_fork)
{
    if (UL_SANITIZED)
        setenv(is_locked, "1", true);
    if (set_limits(0) && ul_lockdown_program(may_fork) == UL_OK)
        execv(argv[0], argv);
    fail_to_run(argv[0]);
}

void ul_outside_program(char *const argv[])
{
    char *with[128] = {argv[0], "--seccomp"}, number[16];
    struct sysinfo system = {0};
    int file = -1;
    size_t n = 1;
    while (argv[n] != NULL && n + 3 < sizeof with / sizeof *with) {
        with[n + 2] = argv[n];
        n++;
    }
    if (argv[n] == NULL && ul_lockdown_file(&file) == UL_OK && sysinfo(&system) == 0 && set_limits(system.procs)) {
        snprintf(number, sizeof number, "%d", file);
        with[2] = number;
        execv(with[0], with);
    }
    fail_to_run(argv[0]);
}
