/* What every registered method promises, on every tiny instance: a valid plan,
 * the same one for the same seed, never cheaper than the brute-force optimum,
 * no bound above it, and an end soon after the deadline. */
#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "brute_force.h"
#include "packing_plan.h"
#include "registry.h"
#include "run.h"
#include "sanitized.h"

/* Tiny instances have no deadline: every method ends by itself. A test that does
 * not is stopped after this many seconds. */
#define TINY_TIMEOUT_S 120
static const double NO_LIMIT = 0;

/* Test workers may be loaded elsewhere: parameters travel as indices. */
static struct criterion_test_params packing_methods(void)
{
    static size_t index[256];
    size_t n = 0;
    for (size_t q = 0; ul_methods[q] != NULL && n < 256; q++)
        if (ul_methods[q]->packing != NULL)
            index[n++] = q;
    return cr_make_param_array(size_t, index, n);
}

/* Runs the method; NULL when it is an optional one that cannot run here. */
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
    cr_assert((method->traits & UL_OPTIONAL) != 0 && status == UL_E_INPUT, "%s on '%s': %s",
              method->name, instance->name, ul_error_text());
    return NULL;
}

static void expect_valid(const ul_method *method, const ul_instance *instance, const ul_run *run)
{
    const ul_run_result *result = ul_run_result_of(run);
    cr_assert_eq(result->n_rejected, 0, "%s offered a bad plan of '%s': %s", method->name,
                 instance->name, result->note);
    if ((method->traits & UL_BOUND_ONLY) != 0) {
        cr_assert(result->plan == NULL && result->has_bound, "%s: no bound on '%s'", method->name,
                  instance->name);
        return;
    }
    cr_assert_not_null(result->plan, "%s: no plan of '%s', but %s (%s)", method->name,
                       instance->name, ul_outcome_name(result->outcome), result->note);
    ul_cost cost;
    bool valid;
    cr_assert(ul_packing_check(result->plan, &valid, &cost) == UL_OK && valid, "%s: %s",
              method->name, ul_error_text());
}

static void expect_honest(const ul_method *method, const ul_instance *instance, const ul_run *run)
{
    const ul_run_result *result = ul_run_result_of(run);
    const ul_cost optimum = ul_brute_force(instance->data);
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

ParameterizedTestParameters(conformance, valid_and_honest)
{
    return packing_methods();
}

ParameterizedTest(const size_t *index, conformance, valid_and_honest, .timeout = TINY_TIMEOUT_S)
{
    const ul_method *method = ul_methods[*index];
    for (size_t q = 0; q < ul_tiny_count(); q++) {
        ul_instance instance;
        cr_assert_eq(ul_tiny_make(q, &instance), UL_OK, "%zu: %s", q, ul_error_text());
        ul_run *run = run_method(method, &instance, NO_LIMIT);
        if (run != NULL) {
            expect_valid(method, &instance, run);
            expect_honest(method, &instance, run);
        }
        ul_run_free(run);
        ul_instance_free(&instance);
    }
}

static bool same_plan(const ul_packing_plan *a, const ul_packing_plan *b)
{
    if (a == NULL || b == NULL)
        return a == b;
    return a->n_bins == b->n_bins && a->n_entries == b->n_entries
           && memcmp(a->bin, b->bin, a->n_bins * sizeof *a->bin) == 0
           && memcmp(a->entry, b->entry, a->n_entries * sizeof *a->entry) == 0;
}

ParameterizedTestParameters(conformance, repeatable_by_seed)
{
    return packing_methods();
}

ParameterizedTest(const size_t *index, conformance, repeatable_by_seed,
                  .timeout = TINY_TIMEOUT_S)
{
    const ul_method *method = ul_methods[*index];
    for (size_t q = 0; q < ul_tiny_count(); q += 2) {
        ul_instance instance;
        cr_assert_eq(ul_tiny_make(q, &instance), UL_OK, "%s", ul_error_text());
        ul_run *once = run_method(method, &instance, NO_LIMIT);
        ul_run *again = run_method(method, &instance, NO_LIMIT);
        if (once != NULL && again != NULL)
            cr_assert(same_plan(ul_run_result_of(once)->plan, ul_run_result_of(again)->plan),
                      "%s: two plans of '%s' with one seed", method->name, instance.name);
        ul_run_free(once);
        ul_run_free(again);
        ul_instance_free(&instance);
    }
}

/* A loaded machine stretches the wall clock and a waiting method burns no CPU:
 * both must be late before it counts, or the wall clock absurdly so. */
static void expect_prompt(const ul_method *method, size_t n_tasks)
{
    const double slack_s = UL_SANITIZED ? 0.8 : 0.2;
    const double limit_s = 0.05;
    ul_instance instance;
    cr_assert_eq(ul_tiny_large(n_tasks, 1, &instance), UL_OK, "%s", ul_error_text());
    ul_run *run = run_method(method, &instance, limit_s);
    if (run != NULL) {
        const ul_run_result *result = ul_run_result_of(run);
        const double least_s = result->cpu_s < result->wall_s ? result->cpu_s : result->wall_s;
        cr_assert(least_s <= limit_s + slack_s && result->wall_s <= limit_s + 10 * slack_s,
                  "%s: %.3f s on %zu tasks (%.3f s of CPU) with a limit of %.3f s", method->name,
                  result->wall_s, n_tasks, result->cpu_s, limit_s);
    }
    ul_run_free(run);
    ul_instance_free(&instance);
}

ParameterizedTestParameters(conformance, obeys_its_deadline)
{
    return packing_methods();
}

ParameterizedTest(const size_t *index, conformance, obeys_its_deadline)
{
    expect_prompt(ul_methods[*index], 300);
    expect_prompt(ul_methods[*index], 20000);
}

static void expect_registered(const char *folder, const char *file)
{
    static const char mark[] = "const ul_method ul_method_";
    char path[1024], line[512], symbol[128];
    snprintf(path, sizeof path, "%s/%s", folder, file);
    FILE *source = fopen(path, "r");
    cr_assert_not_null(source, "%s", path);
    while (fgets(line, sizeof line, source) != NULL) {
        if (strncmp(line, mark, sizeof mark - 1) != 0
            || sscanf(line + sizeof mark - 1, "%127[a-z0-9_] =", symbol) != 1)
            continue;
        bool found = false;
#define UL_METHOD(name) found = found || strcmp(symbol, #name) == 0;
#include "methods.def"
#undef UL_METHOD
        cr_assert(found, "%s defines ul_method_%s, methods.def does not list it", path, symbol);
    }
    fclose(source);
}

Test(conformance, every_method_in_the_source_is_registered)
{
    static const char *const room[] = {"heuristics", "solver"};
    const char *source = getenv("UL_SOURCE");
    if (source == NULL)
        cr_skip_test("UL_SOURCE does not name the source folder");
    for (size_t q = 0; q < 2; q++) {
        char folder[512];
        snprintf(folder, sizeof folder, "%s/%s", source, room[q]);
        DIR *dir = opendir(folder);
        cr_assert_not_null(dir, "%s", folder);
        for (const struct dirent *at; (at = readdir(dir)) != NULL;) {
            const size_t length = strlen(at->d_name);
            if (length > 2 && strcmp(at->d_name + length - 2, ".c") == 0)
                expect_registered(folder, at->d_name);
        }
        closedir(dir);
    }
}
