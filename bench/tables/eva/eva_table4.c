/* Eva's micro-benchmark: 30 trials of 200 tasks drawn from Table 7; the cost of
 * every constructive packing method relative to the optimum, and its runtime.
 *
 * The paper divides by the best plan that Gurobi found in 30 minutes, never
 * proved optimal. Here the divisor is an optimum proved by the method named
 * below; trials where its proof does not finish are left out and counted. When
 * it proves nothing, the divisor is the cheapest plan that any method found, and
 * the table says so: ratios are then too low.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cells.h"
#include "registry.h"

static const char prover[] = "exact";
enum { METHODS_MAX = 64 };

typedef struct {
    ul_table_made *made;
    size_t n_trials, n_methods, n_proved;
    const char *method[METHODS_MAX];
    ul_cost *cost;    /* trials x methods */
    double *cpu_s;    /* methods x trials */
    ul_cost *optimum; /* trials; -1 where none is proved */
} bench;

static void choose_methods(bench *b)
{
    for (size_t q = 0; ul_methods[q] != NULL && b->n_methods < METHODS_MAX; q++)
        if (ul_methods[q]->packing != NULL && ((ul_methods[q]->traits & UL_CONSTRUCTIVE) != 0
                                               || strcmp(ul_methods[q]->name, prover) == 0))
            b->method[b->n_methods++] = ul_methods[q]->name;
}

static ul_status run_method(bench *b, const ul_instance *instance, size_t trial, size_t m)
{
    char cost[UL_NUMBER_TEXT];
    const bool proves = strcmp(b->method[m], prover) == 0;
    ul_run *run;
    UL_TRY(ul_table_run(b->made, instance, b->method[m], &(ul_run_options){
        .time_limit_s = proves ? b->made->request->time_limit_s : 0,
        .seed = b->made->request->seed + trial}, &run));
    const ul_run_result *result = ul_run_result_of(run);
    b->cost[trial * b->n_methods + m] = result->cost;
    b->cpu_s[m * b->n_trials + trial] = result->cpu_s;
    if (result->outcome == UL_OPTIMAL)
        b->optimum[trial] = result->cost;
    ul_table_trial(b->made, "%zu\t%s\t%s\t%s\t%s\t%.6f", trial + 1, instance->name, b->method[m],
                   ul_outcome_name(result->outcome), ul_cost_text(result->cost, cost),
                   result->cpu_s);
    ul_run_free(run);
    return UL_OK;
}

static ul_status run_trial(bench *b, size_t trial)
{
    char rows[32], cores[32];
    const char *const set[] = {rows, cores};
    ul_instance instance;
    snprintf(rows, sizeof rows, "rows=%s", ul_table_text(b->made, "rows"));
    snprintf(cores, sizeof cores, "cores=%s", ul_table_text(b->made, "cores"));
    UL_TRY(ul_table_instance(b->made, "eva-table7", &(ul_source_options){
        .tasks = (size_t)ul_table_param(b->made, "tasks"), .seed = b->made->request->seed + trial,
        .to_s = HUGE_VAL, .set = set, .n_set = 2}, &instance));
    ul_status status = UL_OK;
    b->optimum[trial] = -1;
    for (size_t m = 0; m < b->n_methods && status == UL_OK; m++)
        status = run_method(b, &instance, trial, m);
    ul_instance_free(&instance);
    UL_TRY(status);
    for (size_t m = 0; m < b->n_methods; m++)
        if (b->cost[trial * b->n_methods + m] < b->optimum[trial])
            return ul_fail(UL_E_INTERNAL, "alarm: on trial %zu method '%s' costs less than the "
                                          "proved optimum", trial + 1, b->method[m]);
    b->n_proved += b->optimum[trial] >= 0;
    return UL_OK;
}

/* What the costs of a trial are divided by; 0 leaves the trial out. */
static double divisor(const bench *b, size_t trial)
{
    const ul_cost *cost = b->cost + trial * b->n_methods;
    ul_cost least = cost[0];
    if (b->n_proved > 0)
        return b->optimum[trial] >= 0 ? ul_cost_double(b->optimum[trial]) : 0;
    for (size_t m = 1; m < b->n_methods; m++)
        least = cost[m] < least ? cost[m] : least;
    return ul_cost_double(least);
}

static ul_status put_methods(bench *b)
{
    double *ratio;
    UL_ALLOC(b->made->arena, ratio, b->n_trials);
    for (size_t m = 0; m < b->n_methods; m++) {
        size_t n = 0;
        for (size_t trial = 0; trial < b->n_trials; trial++)
            if (divisor(b, trial) > 0)
                ratio[n++] = ul_cost_double(b->cost[trial * b->n_methods + m])
                             / divisor(b, trial);
        ul_put_mean(b->made, "", b->method[m], "cost", ratio, n);
        ul_put_mean(b->made, "", b->method[m], "cpu time", b->cpu_s + m * b->n_trials, b->n_trials);
    }
    ul_put(b->made, "", prover, "trials proved", (double)b->n_proved);
    return UL_OK;
}

static ul_status experiment(ul_table_made *made)
{
    bench b = {.made = made, .n_trials = (size_t)ul_table_param(made, "trials")};
    choose_methods(&b);
    UL_ALLOC(made->arena, b.cost, b.n_trials * b.n_methods);
    UL_ALLOC(made->arena, b.cpu_s, b.n_trials * b.n_methods);
    UL_ALLOC(made->arena, b.optimum, b.n_trials);
    ul_table_trial(made, "trial\tinstance\tmethod\tstatus\tcost\tcpu_s");
    for (size_t trial = 0; trial < b.n_trials; trial++)
        UL_TRY(run_trial(&b, trial));
    UL_TRY(put_methods(&b));
    if (b.n_trials < 30 || ul_table_param(made, "tasks") != 200)
        made->unlike = "the paper has 30 trials of 200 tasks";
    if (b.n_proved > 0)
        ul_put_note(made, "Cost divided by the proved optimum, mean and standard deviation over "
                    "the %zu of %zu trials where it was proved; CPU time, mean.", b.n_proved,
                    b.n_trials);
    else
        ul_put_note(made, "Cost divided by the cheapest plan found, mean and standard deviation "
                    "over %zu trials; CPU time, mean. No optimum is proved, so the true ratios "
                    "are as high or higher.", b.n_trials);
    return UL_OK;
}

static const ul_column column[] = {
    {UL_SEEN("cost", "x", 3), .deviates = true}, {UL_SEEN("cpu time", "s", UL_DURATION), .head = "time"},
    {UL_UNSEEN("trials proved", "count")}, {0}};
static const ul_table_layout layout = {
    .title = "Eva, Table 4: provisioning cost of the micro-benchmark, relative, and runtime",
    .who = "method", .column = column};
static const ul_param param[] = {
    {.name = "trials", .preset = "30", .form = UL_PARAM_WHOLE, .low = 1, .high = 10000,
     .brief = "how many instances"},
    {.name = "tasks", .preset = "200", .form = UL_PARAM_WHOLE, .low = 1, .high = 1000000,
     .brief = "tasks of each"},
    {.name = "rows", .preset = "ten", .form = UL_PARAM_CHOICE, .choices = "ten|nine",
     .brief = "all rows of Table 7, or its nine kinds"},
    {.name = "cores", .preset = "physical", .form = UL_PARAM_CHOICE, .choices = "physical|vcpu",
     .brief = "what a type's CPU capacity counts"},
    {0},
};

const ul_table ul_table_eva_table4 = {
    .name = "eva-table4",
    .brief = "Eva's micro-benchmark: cost against the optimum and runtime",
    .paper = "Eva, Section 4.2, Table 4",
    .param = param,
    .time_limit_s = 20,
    .layout = &layout,
    .experiment = experiment,
};
