/* Eva's micro-benchmark: 30 trials of 200 tasks drawn from Table 7; the cost of
 * every constructive packing method relative to the optimum, and its runtime.
 *
 * The paper divides by the best plan that Gurobi found in 30 minutes, never
 * proved optimal. Here the divisor is an optimum proved by the method named
 * below; trials where its proof does not finish are left out and counted. When
 * it is not registered, or proves nothing, the divisor is the cheapest plan
 * that any method found, and the table says so: ratios are then too low.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "generator.h"
#include "registry.h"
#include "run.h"
#include "statistics.h"
#include "table.h"
#include "view.h"

static const char generator_name[] = "eva-table7";
static const char prover_name[] = "exact";

/* The paper's rows; its ILP never ended, so that row has a time only. */
static const struct {
    const char *method;
    double cost, deviation, runtime_ms;
    const char *why; /* should the cost differ by more than the paper's deviation */
} printed[] = {
    {"no-packing", 1.56, 0.08, 17,
     "the paper may have drawn Table 7's nine kinds, not its ten rows (--set rows=nine)"},
    {"eva-full", 1.01, 0.02, 378,
     "Algorithm 1 as printed leaves ties open; eva-full-code breaks them as the authors do"},
    {"eva-full-code", 1.01, 0.02, 378, "against proved optima, not against a plan found in 30 min"},
};
enum { N_PRINTED = sizeof printed / sizeof *printed };
static const double printed_proof_s = 1800; /* Gurobi's limit, reached in every trial */

enum { METHODS_MAX = 64 };

typedef struct {
    const ul_table_request *request;
    ul_table_made *made;
    ul_arena *arena;
    size_t n_trials, n_methods, n_proved;
    const ul_method *method[METHODS_MAX];
    ul_cost *cost;    /* trials x methods */
    double *cpu_s;    /* trials x methods */
    ul_cost *optimum; /* trials; -1 where none is proved */
} bench;

static bool is_prover(const ul_method *method)
{
    return strcmp(method->name, prover_name) == 0 && (method->traits & UL_PROVES) != 0;
}

static void choose_methods(bench *b)
{
    for (size_t q = 0; ul_methods[q] != NULL && b->n_methods < METHODS_MAX; q++)
        if (ul_methods[q]->packing != NULL
            && ((ul_methods[q]->traits & UL_CONSTRUCTIVE) != 0 || is_prover(ul_methods[q])))
            b->method[b->n_methods++] = ul_methods[q];
}

static void trial_row(bench *b, const ul_instance *instance, size_t trial, const ul_method *method,
                      const ul_run_result *result)
{
    char cost[UL_NUMBER_TEXT];
    ul_sheet_cell(b->made->trials, "%zu", trial + 1);
    ul_sheet_cell(b->made->trials, "%s", instance->name);
    ul_sheet_cell(b->made->trials, "%s", method->name);
    ul_sheet_cell(b->made->trials, "%s", ul_outcome_name(result->outcome));
    ul_sheet_cell(b->made->trials, "%s", ul_cost_text(result->cost, cost));
    ul_sheet_cell(b->made->trials, "%.6f", result->cpu_s);
}

static ul_status run_method(bench *b, const ul_instance *instance, size_t trial, size_t m)
{
    const ul_method *method = b->method[m];
    const ul_run_options options = {
        .time_limit_s = is_prover(method) ? b->request->time_limit_s : 0,
        .seed = b->request->seed + trial,
        .methods = ul_methods,
    };
    ul_run *run;
    UL_TRY(ul_run_new(method, instance, &options, &run));
    ul_status status = ul_run_go(run);
    const ul_run_result *result = ul_run_result_of(run);
    if (status == UL_OK && !result->has_cost)
        status = ul_fail(UL_E_INTERNAL, "method '%s' found no plan on trial %zu: %s", method->name,
                         trial + 1, ul_outcome_name(result->outcome));
    if (status == UL_OK) {
        b->cost[trial * b->n_methods + m] = result->cost;
        b->cpu_s[trial * b->n_methods + m] = result->cpu_s;
        if (result->outcome == UL_OPTIMAL)
            b->optimum[trial] = result->cost;
        trial_row(b, instance, trial, method, result);
    }
    ul_run_free(run);
    return status;
}

static ul_status check_against_optimum(const bench *b, size_t trial)
{
    for (size_t m = 0; m < b->n_methods; m++)
        if (b->cost[trial * b->n_methods + m] < b->optimum[trial])
            return ul_fail(UL_E_INTERNAL, "alarm: on trial %zu method '%s' costs less than the "
                                          "proved optimum", trial + 1, b->method[m]->name);
    return UL_OK;
}

static ul_status run_trial(bench *b, size_t trial)
{
    char remark[256], tasks_set[2][64];
    const char *const set[] = {tasks_set[0], tasks_set[1]};
    const ul_param_values *param = b->request->param;
    ul_instance instance = {0};
    snprintf(tasks_set[0], sizeof tasks_set[0], "rows=%s", ul_param_text(param, "rows"));
    snprintf(tasks_set[1], sizeof tasks_set[1], "cores=%s", ul_param_text(param, "cores"));
    const ul_source_options options = {
        .tasks = (size_t)ul_param_number(param, "tasks"),
        .seed = b->request->seed + trial,
        .to_s = HUGE_VAL,
        .set = set,
        .n_set = 2,
    };
    ul_table_say(b->request, "trial %zu of %zu", trial + 1, b->n_trials);
    UL_TRY(ul_source_make(ul_generator_find(generator_name), &options, remark, sizeof remark,
                          &instance));
    ul_status status = ul_table_input(b->made, b->arena, &instance);
    for (size_t m = 0; m < b->n_methods && status == UL_OK; m++)
        status = run_method(b, &instance, trial, m);
    if (status == UL_OK)
        status = check_against_optimum(b, trial);
    b->n_proved += b->optimum[trial] >= 0;
    ul_instance_free(&instance);
    return status;
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

static size_t printed_row(const ul_method *method)
{
    size_t p = 0;
    while (p < N_PRINTED && strcmp(printed[p].method, method->name) != 0)
        p++;
    return p;
}

/* The numbers of a method, with the paper's claims where it is in the paper. */
static ul_status add_numbers(bench *b, size_t m, const double *ratio, size_t n,
                             const double *seconds)
{
    char cost_of[64], runtime_of[64];
    const char *method = b->method[m]->name;
    const size_t p = printed_row(b->method[m]);
    const bool claimed = p < N_PRINTED;
    ul_number cost = {.subject = method, .measure = "cost",
                      .unit = b->n_proved > 0 ? "of the optimum" : "of the cheapest plan",
                      .ours = ul_stat_mean(ratio, n), .has = UL_HAS_DEVIATION,
                      .deviation = ul_stat_sd(ratio, n)};
    const ul_number runtime = {.subject = method, .measure = "cpu time", .unit = "ms",
                               .ours = 1000 * ul_stat_mean(seconds, b->n_trials),
                               .has = UL_HAS_DEVIATION,
                               .deviation = 1000 * ul_stat_sd(seconds, b->n_trials)};
    if (!claimed) {
        UL_TRY(ul_table_number(b->made, b->arena, &cost, NULL));
        return ul_table_number(b->made, b->arena, &runtime, NULL);
    }
    cost.has |= UL_HAS_PAPER_DEVIATION;
    cost.paper_deviation = printed[p].deviation;
    snprintf(cost_of, sizeof cost_of, "cost of %s", method);
    snprintf(runtime_of, sizeof runtime_of, "runtime of %s", method);
    UL_TRY(ul_table_number(b->made, b->arena, &cost, &(ul_claim){
        .what = cost_of, .paper = printed[p].cost, .ours = cost.ours,
        .tolerance = printed[p].deviation, .decimals = 3, .unit = "", .why = printed[p].why}));
    return ul_table_number(b->made, b->arena, &runtime, &(ul_claim){
        .what = runtime_of, .paper = printed[p].runtime_ms, .ours = runtime.ours,
        .sense = UL_CLAIM_AT_MOST, .decimals = 2, .unit = " ms", .why = "a slower machine"});
}

static ul_status claim_proof(bench *b, double seconds)
{
    static const char why[] = "patterns and cuts prove what the printed integer program could not";
    UL_TRY(ul_table_claim(b->made, b->arena, &(ul_claim){
        .what = "trials with a proved optimum", .paper = 0, .ours = (double)b->n_proved,
        .unit = "", .why = why}));
    if (b->n_proved < b->n_trials)
        return UL_OK;
    return ul_table_number(b->made, b->arena, &(ul_number){
        .subject = prover_name, .measure = "time to prove it", .unit = "s", .ours = seconds},
        &(ul_claim){.what = "time to prove it, mean", .paper = printed_proof_s, .ours = seconds,
                    .sense = UL_CLAIM_AT_LEAST, .decimals = 2, .unit = " s", .why = why});
}

static ul_status fill_row(bench *b, size_t m, double *ratio, double *seconds)
{
    size_t n = 0;
    char text[UL_NUMBER_TEXT];
    const size_t p = printed_row(b->method[m]);
    ul_sheet *sheet = b->made->table;
    for (size_t trial = 0; trial < b->n_trials; trial++) {
        const double by = divisor(b, trial);
        seconds[trial] = b->cpu_s[trial * b->n_methods + m];
        if (by > 0)
            ratio[n++] = ul_cost_double(b->cost[trial * b->n_methods + m]) / by;
    }
    const double mean_s = ul_stat_mean(seconds, b->n_trials);
    ul_sheet_cell(sheet, "%s", b->method[m]->name);
    ul_sheet_cell(sheet, "%.3f ± %.3f", ul_stat_mean(ratio, n), ul_stat_sd(ratio, n));
    ul_sheet_cell(sheet, "%s", ul_seconds_text(mean_s, text));
    if (p < N_PRINTED) {
        ul_sheet_cell(sheet, "%.2f ± %.2f", printed[p].cost, printed[p].deviation);
        ul_sheet_cell(sheet, "%g ms", printed[p].runtime_ms);
    } else {
        ul_sheet_cell(sheet, "%s", is_prover(b->method[m]) ? "1" : "");
        ul_sheet_cell(sheet, "%s", is_prover(b->method[m]) ? "> 30 min" : "");
    }
    UL_TRY(add_numbers(b, m, ratio, n, seconds));
    return is_prover(b->method[m]) ? claim_proof(b, mean_s) : UL_OK;
}

static ul_status write_note(const bench *b, ul_arena *arena, const char **note)
{
    char text[512];
    if (b->n_proved == b->n_trials)
        snprintf(text, sizeof text, "Cost divided by the proved optimum, mean and standard "
                                    "deviation over %zu trials; CPU time, mean.", b->n_trials);
    else if (b->n_proved > 0)
        snprintf(text, sizeof text, "Cost divided by the proved optimum, mean and standard "
                                    "deviation over the %zu of %zu trials where the proof ended in "
                                    "%g s; CPU time, mean over all.",
                 b->n_proved, b->n_trials, b->request->time_limit_s);
    else
        snprintf(text, sizeof text, "Cost divided by the cheapest plan found, mean and standard "
                                    "deviation over %zu trials; CPU time, mean.\n  No optimum is "
                                    "proved, so the true ratios are as high or higher.",
                 b->n_trials);
    *note = ul_arena_text(arena, text, strlen(text));
    return *note == NULL ? ul_no_memory() : UL_OK;
}

static ul_status begin_table(bench *b, const char *note)
{
    static const char *const head[] = {"method", "cost", "time", "cost in paper", "time in paper"};
    UL_TRY(ul_sheet_new(b->arena, "eva-table4", "Eva, Table 4: provisioning cost of the "
                        "micro-benchmark, relative, and runtime", note, "lrrrr",
                        &b->made->table));
    for (size_t c = 0; c < sizeof head / sizeof *head; c++)
        ul_sheet_cell(b->made->table, "%s", head[c]);
    return UL_OK;
}

static ul_status begin_trials(bench *b)
{
    static const char *const head[] = {"trial", "instance", "method", "status", "cost", "cpu_s"};
    UL_TRY(ul_sheet_new(b->arena, "trials", "Every run", "", "rlllrr", &b->made->trials));
    for (size_t c = 0; c < sizeof head / sizeof *head; c++)
        ul_sheet_cell(b->made->trials, "%s", head[c]);
    return UL_OK;
}

static ul_status make(const ul_table_request *request, ul_arena *arena, ul_table_made *made)
{
    bench b = {.request = request, .made = made, .arena = arena};
    const char *note;
    b.n_trials = (size_t)ul_param_number(request->param, "trials");
    choose_methods(&b);
    double *ratio, *seconds;
    UL_ALLOC(arena, b.cost, b.n_trials * b.n_methods);
    UL_ALLOC(arena, b.cpu_s, b.n_trials * b.n_methods);
    UL_ALLOC(arena, b.optimum, b.n_trials);
    UL_ALLOC(arena, ratio, b.n_trials);
    UL_ALLOC(arena, seconds, b.n_trials);
    UL_TRY(begin_trials(&b));
    for (size_t trial = 0; trial < b.n_trials; trial++) {
        b.optimum[trial] = -1;
        UL_TRY(run_trial(&b, trial));
    }
    UL_TRY(write_note(&b, arena, &note));
    UL_TRY(begin_table(&b, note));
    for (size_t m = 0; m < b.n_methods; m++)
        UL_TRY(fill_row(&b, m, ratio, seconds));
    return UL_OK;
}

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
    .make = make,
};
