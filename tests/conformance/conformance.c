/* What every registered method promises, for every problem kind it takes: on tiny
 * instances a valid plan, the same one for the same seed, never cheaper than the
 * optimum that brute force finds, no bound above it; on larger ones an end soon after
 * the deadline. tests/common/tiny.def has the instances of each kind.
 *
 *     conformance [METHOD...]    all methods, or those of these names
 *
 * Each method is tried in a process of its own, which writes where it is: one that crashes or does
 * not end is named with its instance. A program of its own, since Criterion does not run where
 * ThreadSanitizer looks on (tests/cli/kind.sh). */
#include <ftw.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "clock.h"
#include "prompt.h"
#include "registry.h"
#include "run.h"
#include "tiny.h"

/* Tiny instances have no deadline: every method ends by itself. One that does not is
 * stopped after this many seconds. */
#define TINY_TIMEOUT_S 120
static const double NO_LIMIT = 0;

enum { MOST_TINY = 256, PLACE = 160 };

/* The instances of a kind, made once for all methods, and their optima. */
typedef struct {
    const ul_tiny *tiny;
    ul_instance instance[MOST_TINY], large[UL_TINY_SIZES];
    bool solvable[MOST_TINY];
    ul_cost optimum[MOST_TINY];
} ground;

static char *place; /* the instance that is tried, in memory that the parent sees too */
static char folder[] = "/tmp/ullage-conformance-XXXXXX";

#define EXPECT(truth, ...) ((truth) ? (void)0 : fail(__VA_ARGS__))

static _Noreturn void __attribute__((format(printf, 1, 2))) fail(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
    putchar('\n');
    exit(1);
}

/* Runs the method; NULL when it refuses the instance, or cannot run here. */
static ul_run *run_method(const ul_method *method, const ul_instance *instance, double limit_s)
{
    const ul_run_options options = {.seed = 7, .time_limit_s = limit_s, .methods = ul_methods};
    ul_run *run;
    snprintf(place, PLACE, "%s", instance->name);
    ul_status status = ul_run_new(method, instance, &options, &run);
    if (status == UL_OK) {
        status = ul_run_go(run);
        if (status == UL_OK)
            return run;
        ul_run_free(run);
    }
    EXPECT(status == UL_E_INPUT, "%s on '%s': %s", method->name, instance->name, ul_error_text());
    return NULL;
}

/* ---- repeatable ---- */

static void keep_plan(const ul_run *run, const char *path)
{
    const ul_run_result *result = ul_run_result_of(run);
    EXPECT(ul_run_instance(run)->kind->plan_write(result->plan, "same", path) == UL_OK, "%s",
                 ul_error_text());
}

static bool same_files(const char *a, const char *b)
{
    FILE *x = fopen(a, "r"), *y = fopen(b, "r");
    int from_x, from_y;
    EXPECT(x != NULL && y != NULL, "%s, %s", a, b);
    do {
        from_x = getc(x);
        from_y = getc(y);
    } while (from_x == from_y && from_x != EOF);
    fclose(x);
    fclose(y);
    return from_x == from_y;
}

static void expect_same_plan(const ul_run *once, const ul_run *again)
{
    const ul_run_result *first = ul_run_result_of(once), *second = ul_run_result_of(again);
    char a[64], b[64];
    const char *method = ul_run_method(once)->name, *name = ul_run_instance(once)->name;
    EXPECT((first->plan == NULL) == (second->plan == NULL), "%s on '%s'", method, name);
    if (first->plan == NULL)
        return;
    snprintf(a, sizeof a, "%s/a.csv", folder);
    snprintf(b, sizeof b, "%s/b.csv", folder);
    keep_plan(once, a);
    keep_plan(again, b);
    EXPECT(same_files(a, b), "%s: two plans of '%s' with one seed", method, name);
    unlink(a);
    unlink(b);
}

/* Once more, with the same seed. */
static void expect_repeatable(const ul_run *once)
{
    ul_run *again = run_method(ul_run_method(once), ul_run_instance(once), NO_LIMIT);
    if (again != NULL)
        expect_same_plan(once, again);
    ul_run_free(again);
}

/* ---- valid and honest ---- */

/* Whether the run has what its method is for: a valid plan, or a bound. */
static bool has_valid_answer(const ul_method *method, const ul_instance *instance, const ul_run *run)
{
    const ul_run_result *result = ul_run_result_of(run);
    bool valid;
    ul_cost cost;
    EXPECT(result->n_rejected == 0 || (method->traits & UL_MAY_MISS) != 0,
              "%s offered a bad plan of '%s': %s", method->name, instance->name, result->note);
    if ((method->traits & UL_BOUND_ONLY) != 0) {
        EXPECT(result->plan == NULL, "%s: a plan of '%s'", method->name, instance->name);
        return result->has_bound;
    }
    if (result->plan == NULL)
        return false;
    EXPECT(instance->kind->plan_check(result->plan, &valid, &cost) == UL_OK, "%s",
                 ul_error_text());
    EXPECT(valid && cost == result->cost, "%s on '%s': %s", method->name, instance->name,
              ul_error_text());
    return true;
}

static void expect_honest(const ul_method *method, const ul_instance *instance, const ul_run *run,
                          ul_cost optimum)
{
    const ul_run_result *result = ul_run_result_of(run);
    char text[2][UL_NUMBER_TEXT];
    if (result->has_cost)
        EXPECT(result->cost >= optimum, "%s: '%s' costs %s, the optimum is %s", method->name,
                  instance->name, ul_cost_text(result->cost, text[0]),
                  ul_cost_text(optimum, text[1]));
    if (result->has_bound)
        EXPECT(result->bound <= optimum, "%s: the bound of '%s' is %s, the optimum is %s",
                  method->name, instance->name, ul_cost_text(result->bound, text[0]),
                  ul_cost_text(optimum, text[1]));
}

/* Of the instances that have a plan: how many a method takes, and of how many of
 * these it has an answer. */
typedef struct {
    size_t taken, answered;
} tally;

static void try_tiny(const ul_method *method, const ground *g, size_t q, tally *count)
{
    const ul_instance *instance = &g->instance[q];
    const bool solvable = g->solvable[q];
    ul_run *run = run_method(method, instance, NO_LIMIT);
    if (run == NULL)
        return;
    const bool answered = has_valid_answer(method, instance, run);
    if (solvable)
        expect_honest(method, instance, run, g->optimum[q]);
    else
        EXPECT(!ul_run_result_of(run)->has_cost, "%s: '%s' has no plan", method->name, instance->name);
    count->taken += solvable;
    count->answered += solvable && answered;
    EXPECT((method->traits & UL_PROVES) == 0 || !solvable || answered,
           "%s proves optima and has none of '%s'", method->name, instance->name);
    if (q % 2 == 0)
        expect_repeatable(run);
    ul_run_free(run);
}

static void valid_honest_and_repeatable(const ul_method *method, const ground *g)
{
    const char *kind = g->tiny->kind->name;
    tally count = {0};
    for (size_t q = 0; q < g->tiny->n; q++)
        try_tiny(method, g, q, &count);
    EXPECT(count.taken > 0 || (method->traits & UL_OPTIONAL) != 0, "%s takes no %s instance: %s",
           method->name, kind, ul_error_text());
    /* a heuristic may give up on an instance, but not on most */
    const size_t times = (method->traits & UL_MAY_MISS) != 0 ? 5 : 2;
    EXPECT(count.taken == 0 || times * count.answered > count.taken,
           "%s answers %zu of %zu %s instances", method->name, count.answered, count.taken, kind);
}

/* By our own clock. */
static void obeys_its_deadline(const ul_method *method, const ground *g)
{
    const double limit_s = 0.05;
    for (size_t q = 0; q < UL_TINY_SIZES; q++) {
        const ul_instance *instance = &g->large[q];
        const double start_s = ul_clock_wall_s(), start_cpu_s = ul_clock_cpu_s();
        ul_run *run = run_method(method, instance, limit_s);
        const double wall_s = ul_clock_wall_s() - start_s, cpu_s = ul_clock_cpu_s() - start_cpu_s;
        EXPECT(ul_is_prompt(limit_s, wall_s, cpu_s),
               "%s: %.3f s on '%s' (%.3f s of CPU) with a limit of %.3f s", method->name, wall_s,
               instance->name, cpu_s, limit_s);
        if (run != NULL)
            (void)has_valid_answer(method, instance, run);
        ul_run_free(run);
    }
}

/* ---- one after the other ---- */

/* In a process of its own. */
static bool keeps_its_promises(const ul_method *method, const ground *g)
{
    int state = 1;
    fflush(stdout);
    const pid_t pid = fork();
    if (pid == 0) {
        alarm(TINY_TIMEOUT_S);
        valid_honest_and_repeatable(method, g);
        obeys_its_deadline(method, g);
        exit(0);
    }
    EXPECT(pid > 0 && waitpid(pid, &state, 0) == pid, "no process for %s", method->name);
    if (WIFSIGNALED(state))
        printf("%s %s on '%s' (%s): %s\n", method->name,
               WTERMSIG(state) == SIGALRM ? "does not end" : "crashes", place, g->tiny->kind->name,
               strsignal(WTERMSIG(state)));
    return state == 0;
}

static void make_ground(const ul_kind *kind, ground *g)
{
    g->tiny = ul_tiny_of(kind);
    EXPECT(g->tiny != NULL, "kind '%s' has no line in tests/common/tiny.def", kind->name);
    EXPECT(g->tiny->n > 0 && g->tiny->n <= MOST_TINY, "%zu tiny instances of '%s'", g->tiny->n,
           kind->name);
    for (size_t q = 0; q < g->tiny->n; q++) {
        EXPECT(g->tiny->make(q, &g->instance[q]) == UL_OK, "%s %zu: %s", kind->name, q, ul_error_text());
        g->solvable[q] = g->tiny->optimum(g->instance[q].data, &g->optimum[q]);
    }
    for (size_t q = 0; q < UL_TINY_SIZES; q++)
        EXPECT(g->tiny->large(g->tiny->size[q], &g->large[q]) == UL_OK, "%s", ul_error_text());
}

static void free_ground(ground *g)
{
    for (size_t q = 0; q < g->tiny->n; q++)
        ul_instance_free(&g->instance[q]);
    for (size_t q = 0; q < UL_TINY_SIZES; q++)
        ul_instance_free(&g->large[q]);
}

static bool is_wanted(const ul_method *method, char **name)
{
    bool wanted = *name == NULL;
    for (; *name != NULL; name++)
        wanted = wanted || strcmp(*name, method->name) == 0;
    return wanted;
}

/* Returns how many of the kind's methods were tried. */
static size_t try_kind(const ul_kind *kind, char **name, bool *held)
{
    static ground g;
    size_t n = 0;
    for (size_t m = 0; ul_methods[m] != NULL; m++)
        if (ul_method_takes(ul_methods[m], kind) && is_wanted(ul_methods[m], name)) {
            if (n++ == 0)
                make_ground(kind, &g);
            *held = keeps_its_promises(ul_methods[m], &g) && *held;
        }
    EXPECT(n > 0 || *name != NULL, "no method takes %s instances", kind->name);
    if (n > 0)
        free_ground(&g);
    return n;
}

/* ---- the list ---- */

static size_t n_defined;

static bool is_registered(const char *symbol)
{
    (void)symbol; /* in a list without methods */
#define UL_METHOD(name)            \
    if (strcmp(symbol, #name) == 0) \
        return true;
#include "methods.def"
#undef UL_METHOD
    return false;
}

static int read_source(const char *path, const struct stat *facts, int flag, struct FTW *where)
{
    static const char mark[] = "const ul_method ul_method_";
    char line[512], symbol[128];
    const size_t length = strlen(path);
    (void)facts;
    (void)where;
    if (flag != FTW_F || length < 2 || strcmp(path + length - 2, ".c") != 0)
        return 0;
    FILE *source = fopen(path, "r");
    EXPECT(source != NULL, "%s", path);
    while (fgets(line, sizeof line, source) != NULL) {
        if (strncmp(line, mark, sizeof mark - 1) != 0
            || sscanf(line + sizeof mark - 1, "%127[a-z0-9_] =", symbol) != 1)
            continue;
        n_defined++;
        EXPECT(is_registered(symbol), "%s defines ul_method_%s, methods.def does not list it", path,
               symbol);
    }
    fclose(source);
    return 0;
}

/* Every submodule of every module: a method may be anywhere below the library. */
static void expect_all_registered(const char *source)
{
    static const char *const module[] = {"heuristics", "models", "solver", "sim"};
    size_t n_listed = 0;
    for (size_t q = 0; q < sizeof module / sizeof *module; q++) {
        char path[512];
        snprintf(path, sizeof path, "%s/%s", source, module[q]);
        if (access(path, F_OK) == 0)
            EXPECT(nftw(path, read_source, 16, 0) == 0, "%s", path);
    }
    while (ul_methods[n_listed] != NULL)
        n_listed++;
    EXPECT(n_defined == n_listed, "%zu methods are defined, %zu are listed", n_defined, n_listed);
}

int main(int argc, char **argv)
{
    const char *source = getenv("UL_SOURCE");
    bool held = true;
    size_t n = 0;
    (void)argc;
    EXPECT(ul_methods[0] != NULL, "no method is registered");
    EXPECT(ul_kinds[0] != NULL, "there is no problem kind");
    place = mmap(NULL, PLACE, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    EXPECT(place != MAP_FAILED && mkdtemp(folder) != NULL, "no memory, or no folder");
    for (size_t k = 0; ul_kinds[k] != NULL; k++)
        n += try_kind(ul_kinds[k], argv + 1, &held);
    rmdir(folder);
    EXPECT(n > 0, "there is no such method");
    if (source != NULL)
        expect_all_registered(source);
    printf("%zu methods tried%s\n", n, held ? ", all as promised" : "");
    return held ? 0 : 1;
}
