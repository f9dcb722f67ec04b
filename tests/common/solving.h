/* Running a method inside a test: instances from text or a generator, and the
 * run that solved them. Any fault fails the test with its sentence. */
#pragma once

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "generator.h"
#include "packing_plan.h"
#include "registry.h"
#include "run.h"

static inline ul_instance parsed(const char *text)
{
    ul_instance instance;
    cr_assert_eq(ul_instance_parse("test", text, strlen(text), &instance), UL_OK, "%s",
                 ul_error_text());
    return instance;
}

static inline ul_instance generated(const char *generator, size_t tasks, uint64_t seed)
{
    char remark[200];
    ul_instance instance;
    const ul_source_options options = {.tasks = tasks, .seed = seed, .to_s = HUGE_VAL};
    cr_assert_eq(ul_source_make(ul_generator_find(generator), &options, remark, sizeof remark,
                                &instance), UL_OK, "%s", ul_error_text());
    return instance;
}

/* `set` is "name=value name=value" or "". Free the run with ul_run_free(). */
static inline ul_run *solved(const ul_instance *instance, const char *method, const char *set)
{
    char text[200];
    const char *list[8];
    size_t n = 0;
    ul_run *run;
    snprintf(text, sizeof text, "%s", set);
    for (char *save, *word = strtok_r(text, " ", &save); word != NULL && n < 8;
         word = strtok_r(NULL, " ", &save))
        list[n++] = word;
    const ul_run_options options = {.seed = 1, .set = list, .n_set = n, .methods = ul_methods};
    cr_assert_eq(ul_run_new(ul_method_find(method), instance, &options, &run), UL_OK, "%s",
                 ul_error_text());
    cr_assert_eq(ul_run_go(run), UL_OK, "%s", ul_error_text());
    cr_assert(ul_run_result_of(run)->has_cost, "%s has no plan: %s", method,
              ul_run_result_of(run)->note);
    return run;
}

/* The exact cost in millionths of a dollar an hour. */
static inline ul_micro solved_cost(const ul_instance *instance, const char *method, const char *set)
{
    ul_run *run = solved(instance, method, set);
    const ul_cost cost = ul_run_result_of(run)->cost;
    ul_run_free(run);
    return (ul_micro)(cost / UL_COST_PER_MICRO);
}
