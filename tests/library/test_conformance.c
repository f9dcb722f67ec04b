/* What every registered method promises, for every problem kind it takes: on tiny
 * instances a valid plan, the same one for the same seed, never cheaper than the
 * optimum that brute force finds, no bound above it; on larger ones an end soon after
 * the deadline. tests/common/tiny.def has the instances of each kind. */
#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "clock.h"
#include "prompt.h"
#include "registry.h"
#include "run.h"
#include "tiny.h"

/* Tiny instances have no deadline: every method ends by itself. A test that does
 * not is stopped after this many seconds. */
#define TINY_TIMEOUT_S 120
static const double NO_LIMIT = 0;

/* A method and one of the kinds that it takes. Test workers may be loaded elsewhere:
 * parameters travel as indices. */
typedef struct {
    size_t method, kind;
} pairing;

static struct criterion_test_params pairings(void)
{
    static pairing all[1024];
    size_t n = 0;
    for (size_t k = 0; ul_kinds[k] != NULL; k++)
        for (size_t m = 0; ul_methods[m] != NULL && n < sizeof all / sizeof *all; m++)
            if (ul_method_takes(ul_methods[m], ul_kinds[k]))
                all[n++] = (pairing){m, k};
    return cr_make_param_array(pairing, all, n);
}

static const ul_tiny *tiny_of(const pairing *p)
{
    const ul_tiny *tiny = ul_tiny_of(ul_kinds[p->kind]);
    cr_assert_not_null(tiny, "kind '%s' has no line in tests/common/tiny.def",
                       ul_kinds[p->kind]->name);
    return tiny;
}

static ul_instance make(const ul_tiny *tiny, size_t index)
{
    ul_instance instance;
    cr_assert_eq(tiny->make(index, &instance), UL_OK, "%s %zu: %s", tiny->kind->name, index,
                 ul_error_text());
    return instance;
}

/* Runs the method; NULL when it refuses the instance, or cannot run here. */
static ul_run *run_method(const ul_method *method, const ul_instance *instance, double limit_s)
{
    const ul_run_options options = {.seed = 7, .time_limit_s = limit_s, .methods = ul_methods};
    ul_run *run;
    ul_status status = ul_run_new(method, instance, &options, &run);
    if (status == UL_OK) {
        status = ul_run_go(run);
        if (status == UL_OK)
            return run;
        ul_run_free(run);
    }
    cr_assert_eq(status, UL_E_INPUT, "%s on '%s': %s", method->name, instance->name,
                 ul_error_text());
    return NULL;
}

/* ---- repeatable ---- */

static void keep_plan(const ul_run *run, const char *path)
{
    const ul_run_result *result = ul_run_result_of(run);
    cr_assert_eq(ul_run_instance(run)->kind->plan_write(result->plan, "same", path), UL_OK, "%s",
                 ul_error_text());
}

static bool same_files(const char *a, const char *b)
{
    FILE *x = fopen(a, "r"), *y = fopen(b, "r");
    int from_x, from_y;
    cr_assert(x != NULL && y != NULL);
    do {
        from_x = getc(x);
        from_y = getc(y);
    } while (from_x == from_y && from_x != EOF);
    fclose(x);
    fclose(y);
    return from_x == from_y;
}

static void expect_same_plan(const ul_run *once, const ul_run *again, const char *folder)
{
    const ul_run_result *first = ul_run_result_of(once), *second = ul_run_result_of(again);
    char a[64], b[64];
    const char *method = ul_run_method(once)->name, *name = ul_run_instance(once)->name;
    cr_assert_eq(first->plan == NULL, second->plan == NULL, "%s on '%s'", method, name);
    if (first->plan == NULL)
        return;
    snprintf(a, sizeof a, "%s/a.csv", folder);
    snprintf(b, sizeof b, "%s/b.csv", folder);
    keep_plan(once, a);
    keep_plan(again, b);
    cr_assert(same_files(a, b), "%s: two plans of '%s' with one seed", method, name);
    unlink(a);
    unlink(b);
}

/* Once more, with the same seed. */
static void expect_repeatable(const ul_run *once, const char *folder)
{
    ul_run *again = run_method(ul_run_method(once), ul_run_instance(once), NO_LIMIT);
    if (again != NULL)
        expect_same_plan(once, again, folder);
    ul_run_free(again);
}

/* ---- valid and honest ---- */

/* Whether the run has what its method is for: a valid plan, or a bound. */
static bool has_valid_answer(const ul_method *method, const ul_instance *instance, const ul_run *run)
{
    const ul_run_result *result = ul_run_result_of(run);
    bool valid;
    ul_cost cost;
    cr_assert(result->n_rejected == 0 || (method->traits & UL_MAY_MISS) != 0,
              "%s offered a bad plan of '%s': %s", method->name, instance->name, result->note);
    if ((method->traits & UL_BOUND_ONLY) != 0) {
        cr_assert_null(result->plan, "%s: a plan of '%s'", method->name, instance->name);
        return result->has_bound;
    }
    if (result->plan == NULL)
        return false;
    cr_assert_eq(instance->kind->plan_check(result->plan, &valid, &cost), UL_OK, "%s",
                 ul_error_text());
    cr_assert(valid && cost == result->cost, "%s on '%s': %s", method->name, instance->name,
              ul_error_text());
    return true;
}

static void expect_honest(const ul_method *method, const ul_instance *instance, const ul_run *run,
                          ul_cost optimum)
{
    const ul_run_result *result = ul_run_result_of(run);
    char text[2][UL_NUMBER_TEXT];
    if (result->has_cost)
        cr_assert(result->cost >= optimum, "%s: '%s' costs %s, the optimum is %s", method->name,
                  instance->name, ul_cost_text(result->cost, text[0]),
                  ul_cost_text(optimum, text[1]));
    if (result->has_bound)
        cr_assert(result->bound <= optimum, "%s: the bound of '%s' is %s, the optimum is %s",
                  method->name, instance->name, ul_cost_text(result->bound, text[0]),
                  ul_cost_text(optimum, text[1]));
}

/* Of the instances that have a plan: how many a method takes, and of how many of
 * these it has an answer. */
typedef struct {
    size_t taken, answered;
} tally;

static void try_tiny(const ul_method *method, const ul_tiny *tiny, size_t index, const char *folder,
                     tally *count)
{
    ul_cost optimum;
    ul_instance instance = make(tiny, index);
    const bool solvable = tiny->optimum(instance.data, &optimum);
    ul_run *run = run_method(method, &instance, NO_LIMIT);
    if (run != NULL) {
        const bool answered = has_valid_answer(method, &instance, run);
        if (solvable)
            expect_honest(method, &instance, run, optimum);
        else
            cr_assert_not(ul_run_result_of(run)->has_cost, "%s: '%s' has no plan", method->name,
                          instance.name);
        count->taken += solvable;
        count->answered += solvable && answered;
        if ((method->traits & UL_PROVES) != 0 && solvable)
            cr_assert(answered, "%s proves optima and has none of '%s'", method->name,
                      instance.name);
        if (index % 2 == 0)
            expect_repeatable(run, folder);
    }
    ul_run_free(run);
    ul_instance_free(&instance);
}

ParameterizedTestParameters(conformance, valid_honest_and_repeatable)
{
    return pairings();
}

ParameterizedTest(const pairing *p, conformance, valid_honest_and_repeatable,
                  .timeout = TINY_TIMEOUT_S)
{
    const ul_method *method = ul_methods[p->method];
    const ul_tiny *tiny = tiny_of(p);
    char folder[] = "/tmp/ullage-conformance-XXXXXX";
    tally count = {0};
    cr_assert_not_null(mkdtemp(folder));
    for (size_t q = 0; q < tiny->n; q++)
        try_tiny(method, tiny, q, folder, &count);
    rmdir(folder);
    cr_assert(count.taken > 0 || (method->traits & UL_OPTIONAL) != 0, "%s takes no %s instance: %s",
              method->name, tiny->kind->name, ul_error_text());
    /* a heuristic may give up on an instance, but not on most */
    const size_t times = (method->traits & UL_MAY_MISS) != 0 ? 5 : 2;
    cr_assert(count.taken == 0 || times * count.answered > count.taken,
              "%s answers %zu of %zu %s instances", method->name, count.answered, count.taken,
              tiny->kind->name);
}

/* ---- deadlines ---- */

/* By our own clock. */
static void expect_prompt(const ul_method *method, const ul_tiny *tiny, size_t size)
{
    const double limit_s = 0.05;
    ul_instance instance;
    cr_assert_eq(tiny->large(size, &instance), UL_OK, "%s", ul_error_text());
    const double start_s = ul_clock_wall_s(), start_cpu_s = ul_clock_cpu_s();
    ul_run *run = run_method(method, &instance, limit_s);
    const double wall_s = ul_clock_wall_s() - start_s, cpu_s = ul_clock_cpu_s() - start_cpu_s;
    cr_assert(ul_is_prompt(limit_s, wall_s, cpu_s),
              "%s: %.3f s on '%s' (%.3f s of CPU) with a limit of %.3f s", method->name, wall_s,
              instance.name, cpu_s, limit_s);
    if (run != NULL)
        (void)has_valid_answer(method, &instance, run);
    ul_run_free(run);
    ul_instance_free(&instance);
}

ParameterizedTestParameters(conformance, obeys_its_deadline)
{
    return pairings();
}

ParameterizedTest(const pairing *p, conformance, obeys_its_deadline)
{
    const ul_tiny *tiny = tiny_of(p);
    for (size_t q = 0; q < UL_TINY_SIZES; q++)
        expect_prompt(ul_methods[p->method], tiny, tiny->size[q]);
}

/* ---- the list ---- */

/* Without methods the tests above would have nothing to do, and pass. */
Test(conformance, every_kind_has_methods_and_tiny_instances)
{
    cr_assert_not_null(ul_methods[0], "no method is registered");
    cr_assert_not_null(ul_kinds[0], "there is no problem kind");
    for (size_t k = 0; ul_kinds[k] != NULL; k++) {
        size_t n = 0;
        for (size_t m = 0; ul_methods[m] != NULL; m++)
            n += ul_method_takes(ul_methods[m], ul_kinds[k]);
        cr_assert_gt(n, 0, "no method takes %s instances", ul_kinds[k]->name);
        cr_assert_gt(tiny_of(&(pairing){0, k})->n, 0);
    }
}

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
    cr_assert_not_null(source, "%s", path);
    while (fgets(line, sizeof line, source) != NULL) {
        if (strncmp(line, mark, sizeof mark - 1) != 0
            || sscanf(line + sizeof mark - 1, "%127[a-z0-9_] =", symbol) != 1)
            continue;
        n_defined++;
        cr_assert(is_registered(symbol), "%s defines ul_method_%s, methods.def does not list it",
                  path, symbol);
    }
    fclose(source);
    return 0;
}

/* Every submodule of every module: a method may be anywhere below the library. */
Test(conformance, every_method_in_the_source_is_registered)
{
    static const char *const module[] = {"heuristics", "models", "solver", "sim"};
    const char *source = getenv("UL_SOURCE");
    size_t n_listed = 0;
    if (source == NULL)
        cr_skip_test("UL_SOURCE does not name the source folder");
    for (size_t q = 0; q < sizeof module / sizeof *module; q++) {
        char folder[512];
        snprintf(folder, sizeof folder, "%s/%s", source, module[q]);
        if (access(folder, F_OK) == 0)
            cr_assert_eq(nftw(folder, read_source, 16, 0), 0, "%s", folder);
    }
    while (ul_methods[n_listed] != NULL)
        n_listed++;
    cr_assert_eq(n_defined, n_listed, "%zu methods are defined, %zu are listed", n_defined,
                 n_listed);
}
