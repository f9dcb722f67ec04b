/* Runs and checks for programs outside: ullage.h says what each function promises. */
#include <stdlib.h>
#include <string.h>

#include "bin_array.h"
#include "c_locale.h"
#include "clock.h"
#include "live.h"
#include "public_result.h"
#include "registry.h"

enum { WORDS_MAX = 64 };

/* "NAME NAME=VALUE...": the method, and its parameters behind those of the options. */
typedef struct {
    char *words; /* freed by who asked */
    const char **set;
    size_t n_set;
    const ul_method *method;
} asking;

static ul_status understand(const char *asked, const ul_options *options, asking *a)
{
    a->words = strdup(asked);
    a->set = calloc(options->n_set + WORDS_MAX, sizeof *a->set);
    UL_NEED(a->words && a->set);
    for (size_t q = 0; q < options->n_set; q++)
        a->set[a->n_set++] = options->set[q];
    return ul_method_choose_with(a->words, a->set, options->n_set + WORDS_MAX, &a->n_set,
                                 options->time_limit_s, &a->method);
}

/* Who wants to hear of a run and may end it. */
typedef struct {
    const ul_options *options;
    double start_s;
} caller;

static void tell_progress(void *context, const ul_run *run)
{
    const caller *to = context;
    const ul_run_result *so_far = ul_run_result_of(run);
    char cost[UL_NUMBER_TEXT] = "", bound[UL_NUMBER_TEXT] = "";
    if (so_far->has_cost)
        ul_cost_text(so_far->cost, cost);
    if (so_far->has_bound)
        ul_cost_text(so_far->bound, bound);
    to->options->progress(to->options->context,
                          &(ul_so_far){ul_clock_wall_s() - to->start_s, cost, bound,
                                         ul_run_progress_text(run)});
}

static bool ask_stop(void *context)
{
    const caller *who = context;
    return who->options->stop(who->options->context) != 0;
}

static void conclude(ul_result *result, const ul_run_result *is)
{
    result->is = *is;
    if (is->has_cost)
        ul_cost_text(is->cost, result->cost);
    if (is->has_bound)
        ul_cost_text(is->bound, result->bound);
}

static ul_status result_new(const ul_instance *instance, ul_result **result)
{
    *result = calloc(1, sizeof **result);
    UL_NEED(*result);
    (*result)->instance = instance;
    (*result)->arena = ul_arena_new();
    return (*result)->arena == NULL ? ul_no_memory() : UL_OK;
}

static ul_status solve(const ul_instance *instance, const asking *a, const ul_options *options,
                       ul_result *result)
{
    caller who = {options, ul_clock_wall_s()};
    const ul_run_options run_options = {
        .time_limit_s = options->time_limit_s,
        .cpu_limit_s = options->cpu_limit_s,
        .seed = options->seed,
        .set = a->set,
        .n_set = a->n_set,
        .certificate = options->certificate,
        .methods = ul_methods,
        .listener = options->progress == NULL ? NULL : tell_progress,
        .listener_context = &who,
        .stop = options->stop == NULL ? NULL : ask_stop,
        .stop_context = &who,
    };
    UL_TRY(ul_run_new(a->method, instance, &run_options, &result->run));
    UL_TRY(ul_run_go(result->run));
    conclude(result, ul_run_result_of(result->run));
    return UL_OK;
}

/* Hands the result over, or frees it after a fault. */
static int hand_over(ul_status status, ul_result *made, locale_t before, ul_result **result)
{
    ul_locale_back(before);
    *result = status == UL_OK ? made : NULL;
    if (status != UL_OK)
        ul_result_free(made);
    return (int)status;
}

static const ul_options preset = {.seed = 1};

int ul_solve(const ul_instance *instance, const char *method, const ul_options *options,
             ul_result **result)
{
    const ul_options *with = options == NULL ? &preset : options;
    const locale_t before = ul_locale_c();
    asking a = {0};
    ul_result *made = NULL;
    ul_status status = understand(method, with, &a);
    if (status == UL_OK)
        status = result_new(instance, &made);
    if (status == UL_OK)
        status = solve(instance, &a, with, made);
    free(a.words);
    free(a.set);
    return hand_over(status, made, before, result);
}

/* A method for one run, which lives as long as the result that names it. */
typedef struct {
    ul_method method; /* begins the struct: the run's */
    const ul_live_policy *policy;
    ul_values rule;
    bool of_all;
    void *context;
    int64_t *whole; /* of a question */
    size_t whole_room;
    ul_arena *arena; /* the run's */
} own_method;

static ul_status run_live(const struct ul_schedule *in, ul_run *run)
{
    const own_method *own = (const own_method *)ul_run_method(run);
    return ul_live_run(in, run, own->policy, own->context);
}

static bool take_whole(const double *amount, size_t n, int64_t *whole)
{
    bool are_whole = true;
    for (size_t q = 0; q < n; q++) {
        whole[q] = (int64_t)amount[q];
        are_whole = are_whole && (double)whole[q] == amount[q];
    }
    return are_whole;
}

/* The question in whole numbers, for languages in which these are something else. */
static ul_status find_whole(own_method *own, const ul_bin_question *ask, const int64_t **whole)
{
    const size_t n = ask->n_resources, n_free = ask->n * n;
    *whole = NULL;
    if (own->of_all)
        return UL_OK;
    if (own->whole_room < n + n_free) {
        own->whole_room = 2 * (n + n_free);
        UL_ALLOC_RAW(own->arena, own->whole, own->whole_room);
    }
    if (take_whole(ask->free, n_free, own->whole) && take_whole(ask->item, n, own->whole + n_free))
        *whole = own->whole;
    return UL_OK;
}

static ul_status ask_values(void *context, const ul_bin_question *ask, double *value)
{
    own_method *own = context;
    const int64_t *whole;
    UL_TRY(find_whole(own, ask, &whole));
    return own->rule(own->context, ask->item, ask->free, ask->n, ask->capacity, ask->n_resources,
                     whole, value) == 0
               ? UL_OK
               : ul_fail(UL_E_STOPPED, "the rule ended the run");
}

static ul_status run_values(const struct ul_packing *in, ul_run *run)
{
    own_method own = *(const own_method *)ul_run_method(run);
    own.arena = ul_run_arena(run);
    const ul_bin_rule rule = {ask_values, &own};
    const ul_status status = own.of_all ? ul_bin_array_pack(in, run, &rule, UL_NONE)
                                        : ul_bin_values_pack(in, run, &rule, NULL);
    return status == UL_E_STOPPED ? UL_OK : status;
}

static ul_status solve_own(const ul_instance *instance, const char *name, const own_method *given,
                           const ul_options *options, ul_result *result)
{
    own_method *own;
    UL_ALLOC(result->arena, own, 1);
    *own = *given;
    own->method.name = ul_arena_text(result->arena, name, strlen(name));
    UL_NEED(own->method.name);
    return solve(instance, &(asking){.method = &own->method}, options, result);
}

static int solve_by(const ul_instance *instance, const char *name, const own_method *given,
                    const ul_options *options, ul_result **result)
{
    const locale_t before = ul_locale_c();
    ul_result *made = NULL;
    ul_status status = result_new(instance, &made);
    if (status == UL_OK)
        status = solve_own(instance, name, given, options == NULL ? &preset : options, made);
    return hand_over(status, made, before, result);
}

int ul_solve_live(const ul_instance *instance, const char *name, const ul_live_policy *policy,
                  void *context, const ul_options *options, ul_result **result)
{
    const own_method given = {
        .method = {.brief = "a policy of the caller's", .paper = "yours", .traits = UL_BLIND,
                   .schedule = run_live},
        .policy = policy,
        .context = context,
    };
    return solve_by(instance, name, &given, options, result);
}

int ul_solve_values(const ul_instance *instance, const char *name, ul_values rule, int of_all,
                    void *context, const ul_options *options, ul_result **result)
{
    const own_method given = {
        .method = {.brief = "a rule of the caller's", .paper = "yours", .traits = UL_ONLINE,
                   .packing = run_values},
        .rule = rule,
        .of_all = of_all != 0,
        .context = context,
    };
    return solve_by(instance, name, &given, options, result);
}

/* A plan that cannot be read breaks a rule like any other. */
static ul_status judge(ul_result *result, ul_status read, const void *plan)
{
    const ul_kind *kind = result->instance->kind;
    ul_run_result is = {.outcome = UL_REJECTED, .first_s = -1, .note = ""};
    bool valid = false;
    if (read != UL_OK && read != UL_E_INPUT)
        return read;
    if (read == UL_OK)
        UL_TRY(kind->plan_check(plan, &valid, &is.cost));
    if (valid) {
        is.outcome = UL_FEASIBLE;
        is.has_cost = true;
        is.plan = plan;
        if (kind->plan_measures != NULL)
            UL_TRY(kind->plan_measures(plan, &is.measures));
    } else {
        is.note = ul_arena_text(result->arena, ul_error_text(), strlen(ul_error_text()));
        UL_NEED(is.note);
    }
    conclude(result, &is);
    return UL_OK;
}

int ul_check(const ul_instance *instance, const char *path, ul_result **result)
{
    const locale_t before = ul_locale_c();
    ul_result *made = NULL;
    void *plan = NULL;
    ul_status status = result_new(instance, &made);
    if (status == UL_OK) {
        const ul_status read = instance->kind->plan_read(instance->data, made->arena, path, &plan);
        status = judge(made, read, plan);
    }
    return hand_over(status, made, before, result);
}

int ul_check_arrays(const ul_instance *instance, const ul_array *column, size_t n,
                    ul_result **result)
{
    const ul_plan_arrays *arrays = ul_plan_arrays_of(instance->kind);
    const ul_columns from = {.column = (ul_array *)column, .n = n};
    const locale_t before = ul_locale_c();
    ul_result *made = NULL;
    void *plan = NULL;
    ul_status status = arrays != NULL ? result_new(instance, &made)
                                      : ul_fail(UL_E_INPUT, "plans of kind '%s' come as files only",
                                                instance->kind->name);
    if (status == UL_OK)
        status = arrays->take(instance->data, &from, made->arena, &plan);
    if (status == UL_OK)
        status = judge(made, UL_OK, plan);
    return hand_over(status, made, before, result);
}
