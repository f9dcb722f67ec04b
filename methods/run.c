#include "run.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "run_state.h"
#include "utf8.h"

const char *ul_outcome_name(ul_outcome outcome)
{
    static const char *const name[] = {
        [UL_OUTCOME_NONE] = "none",     [UL_OPTIMAL] = "optimal",
        [UL_CLAIMED] = "claimed",
        [UL_FEASIBLE] = "feasible",     [UL_INFEASIBLE] = "infeasible",
        [UL_BOUND] = "bound",           [UL_TIME_LIMIT] = "time-limit",
        [UL_INTERRUPTED] = "interrupted", [UL_MEMORY_LIMIT] = "memory-limit",
        [UL_CRASH] = "crash",           [UL_REJECTED] = "rejected",
        [UL_CONTRADICTION] = "contradiction",
    };
    return name[outcome];
}

const char *ul_limit_name(ul_limit limit)
{
    static const char *const name[] = {
        [UL_LIMIT_NONE] = "",         [UL_LIMIT_TIME] = "time", [UL_LIMIT_CPU] = "cpu",
        [UL_LIMIT_MEMORY] = "memory", [UL_LIMIT_USER] = "user",
    };
    return name[limit];
}

const char *ul_knows_name(ul_knows knows)
{
    static const char *const name[] = {
        [UL_KNOWS_UNSAID] = "",
        [UL_KNOWS_DEMANDS] = "demands",
        [UL_KNOWS_ESTIMATES] = "estimates",
        [UL_KNOWS_INTERFERENCE] = "interference",
        [UL_KNOWS_RUN_TIMES] = "run-times",
        [UL_KNOWS_EVERYTHING] = "everything",
    };
    return name[knows];
}

const char *ul_knows_mark(ul_knows knows)
{
    return knows == UL_KNOWS_EVERYTHING     ? "(knows everything)"
           : knows == UL_KNOWS_RUN_TIMES    ? "(knows run times)"
           : knows == UL_KNOWS_INTERFERENCE ? "(knows interference)"
                                            : "";
}

static ul_status read_parameters(ul_run *run)
{
    snprintf(run->owner, sizeof run->owner, "method '%s'", run->method->name);
    return ul_param_read(run->owner, run->method->param, run->options.set, run->options.n_set,
                         &run->values);
}

/* A name may be served by one method for each kind: the one that takes the instance. */
static const ul_method *namesake(const ul_method *method, const ul_kind *kind,
                                 const ul_method *const *methods)
{
    for (size_t q = 0; methods != NULL && methods[q] != NULL; q++)
        if (!ul_method_takes(method, kind) && ul_method_takes(methods[q], kind)
            && strcmp(methods[q]->name, method->name) == 0)
            return methods[q];
    return method;
}

ul_status ul_run_new(const ul_method *asked, const ul_instance *instance,
                     const ul_run_options *options, ul_run **result)
{
    const ul_method *method = namesake(asked, instance->kind, options->methods);
    if (!ul_method_takes(method, instance->kind))
        return ul_fail(UL_E_INPUT, "method '%s' does not take %s instances; 'ullage list methods' "
                                   "shows which do", method->name, instance->kind->name);
    if (!ul_method_suits(method, instance))
        return ul_fail(UL_E_INPUT, "method '%s' does not know of a limited supply of machines, "
                                   "which '%s' has; 'ullage list methods' shows which do, or leave "
                                   "the supply records out", method->name, instance->name);
    if (options->certificate != NULL && (method->traits & UL_CERTIFIES) == 0)
        return ul_fail(UL_E_INPUT, "method '%s' writes no certificate; 'ullage list methods' shows "
                                   "which do", method->name);
    if (options->certificate != NULL && instance->sha256[0] == '\0')
        return ul_fail(UL_E_INTERNAL, "'%s' has no hash that a certificate could name", instance->name);
    ul_run *run = calloc(1, sizeof *run);
    UL_NEED(run);
    run->method = method;
    run->instance = instance;
    run->options = *options;
    run->stop = options->stop == NULL ? NULL : &run->own_stop;
    run->result.first_s = -1;
    run->deadline_s = HUGE_VAL; /* the clock starts with ul_run_go() */
    run->arena = ul_arena_new();
    run->kept = ul_arena_new();
    run->spare = ul_arena_new();
    run->rng = ul_rng_new(options->seed);
    run->cpu = options->cpu_limit_s > 0 ? calloc(1, sizeof *run->cpu) : NULL;
    ul_status status = run->arena == NULL || run->kept == NULL || run->spare == NULL
                                   || run->rng == NULL
                                   || (options->cpu_limit_s > 0 && run->cpu == NULL)
                           ? ul_no_memory()
                           : read_parameters(run);
    if (status != UL_OK) {
        ul_run_free(run);
        return status;
    }
    *result = run;
    return UL_OK;
}

void ul_run_free(ul_run *run)
{
    if (run == NULL)
        return;
    ul_param_clear(&run->values);
    ul_arena_free(run->arena);
    ul_arena_free(run->kept);
    ul_arena_free(run->spare);
    ul_rng_free(run->rng);
    if (!run->is_inside)
        free(run->cpu);
    free(run->event);
    free(run);
}

static bool is_optimal(const ul_run_result *result)
{
    return result->has_cost && result->has_bound && result->bound == result->cost;
}

static bool is_of_this_program(const ul_run *run)
{
    const ul_method *const *list = run->options.methods;
    while (list != NULL && *list != NULL && *list != run->method)
        list++;
    return list == NULL || *list != NULL;
}

/* What a method from outside says of all plans is its word; what it says of a plan is checked. */
static bool is_word(const ul_run *run)
{
    return !run->is_sifted && !is_of_this_program(run);
}

/* Its own plan may cost less than a method from outside says that any does. */
static bool is_contradicted(const ul_run *run)
{
    const ul_run_result *result = &run->result;
    return result->has_cost
           && ((result->has_bound && result->bound > result->cost)
               || (result->has_claim && result->claim > result->cost && !is_of_this_program(run)));
}

/* What is proved needed no more time. */
static ul_limit limit_of(const ul_run *run)
{
    if (is_optimal(&run->result) || run->said == UL_INFEASIBLE || run->said == UL_CRASH)
        return UL_LIMIT_NONE;
    if (run->said == UL_MEMORY_LIMIT)
        return UL_LIMIT_MEMORY;
    if (run->said != UL_TIME_LIMIT && !ul_run_expired(run))
        return UL_LIMIT_NONE;
    const bool is_cpu = ul_run_cpu_spent(run) || (run->cpu != NULL && run->deadline_s == HUGE_VAL);
    return ul_run_is_interrupted(run) ? UL_LIMIT_USER : is_cpu ? UL_LIMIT_CPU : UL_LIMIT_TIME;
}

/* The same for every method: who has a plan and no proof is feasible, and the limit
 * says whether it could have gone on. */
static ul_outcome outcome_of(const ul_run *run)
{
    const ul_run_result *result = &run->result;
    if (is_optimal(result))
        return UL_OPTIMAL;
    if (is_contradicted(run))
        return UL_CONTRADICTION;
    if (run->said == UL_CRASH || run->said == UL_REJECTED)
        return run->said;
    if (result->has_cost)
        return result->has_claim && result->claim >= result->cost ? UL_CLAIMED : UL_FEASIBLE;
    if (result->n_rejected > 0)
        return UL_REJECTED;
    if (result->limit == UL_LIMIT_USER)
        return UL_INTERRUPTED;
    if (result->limit == UL_LIMIT_TIME || result->limit == UL_LIMIT_CPU)
        return UL_TIME_LIMIT;
    if (run->said != UL_OUTCOME_NONE)
        return run->said;
    return result->has_bound ? UL_BOUND : UL_OUTCOME_NONE;
}

static ul_status solve(ul_run *run)
{
#define UL_KIND(kind_name)                           \
    if (run->instance->kind == &ul_kind_##kind_name) \
        return run->method->kind_name(run->instance->data, run);
#include "kinds.def"
#undef UL_KIND
    return ul_fail(UL_E_INTERNAL, "kind '%s' is unknown to runs", run->instance->kind->name);
}

/* A method from outside has the whole instance in its hands: what its simulation saw it look
 * at is all that it knew only where it says so. */
static ul_knows knows_of(const ul_run *run)
{
    if (!run->instance->kind->unfolds)
        return (run->method->traits & UL_ONLINE) != 0 ? UL_KNOWS_DEMANDS : run->result.knows;
    return run->result.knows != UL_KNOWS_UNSAID
                   && ((run->method->traits & UL_BLIND) != 0 || is_of_this_program(run))
               ? run->result.knows
               : UL_KNOWS_EVERYTHING;
}

ul_status ul_run_go(ul_run *run)
{
    ul_run_start_watch(run); /* looks at all processes: no part of the method's time */
    const double cpu_s = ul_clock_cpu_s();
    run->start_s = ul_clock_wall_s();
    run->deadline_s = run->options.time_limit_s > 0 ? run->start_s + run->options.time_limit_s
                                                    : HUGE_VAL;
    run->own_stop.look_s = run->start_s + UL_ASK_EVERY_S;
    ul_status status = solve(run);
    run->result.wall_s = ul_clock_wall_s() - run->start_s;
    run->result.cpu_s = ul_clock_cpu_s() - cpu_s;
    if (run->cpu != NULL && !run->is_inside)
        run->cpu->look_s = 0; /* the last look is due now, whenever it was planned */
    run->result.knows = knows_of(run);
    run->result.limit = limit_of(run);
    run->result.outcome = outcome_of(run);
    if (run->result.outcome == UL_CONTRADICTION)
        ul_run_note(run, "ALARM: the plan is valid and costs less than the bound, which is wrong; "
                         "please report it");
    /* no plan costs less than nothing, so a bound of 0 says something only where it
     * proves a free plan optimal, or where a bound was all that was asked for */
    if (run->result.bound <= 0 && run->result.outcome != UL_OPTIMAL
        && run->result.outcome != UL_BOUND)
        run->result.has_bound = false;
    run->result.event = run->event;
    run->result.n_events = run->n_events;
    run->result.note = run->note;
    if (status == UL_OK && run->result.plan != NULL && run->instance->kind->plan_measures != NULL)
        status = run->instance->kind->plan_measures(run->result.plan, &run->result.measures);
    if (status == UL_OK && run->bounds_some)
        status = ul_measures_add(&run->result.measures, run->bound_wait_s, UL_BOUND_WAIT);
    return status;
}

bool ul_run_bounds_all(const ul_run_result *result)
{
    return result->has_bound && ul_measures_find(&result->measures, UL_BOUND_WAIT) == NULL;
}

bool ul_run_proves(const ul_run_result *result)
{
    return result->outcome == UL_OPTIMAL && ul_run_bounds_all(result);
}

const ul_run_result *ul_run_result_of(const ul_run *run)
{
    return &run->result;
}

const ul_method *ul_run_method(const ul_run *run)
{
    return run->method;
}

const ul_instance *ul_run_instance(const ul_run *run)
{
    return run->instance;
}

const char *ul_run_progress_text(const ul_run *run)
{
    return run->progress;
}

void ul_run_progress(ul_run *run, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(run->progress, sizeof run->progress, format, arguments);
    va_end(arguments);
    if (run->options.listener != NULL)
        run->options.listener(run->options.listener_context, run);
}

const char *ul_run_parameters(const ul_run *run)
{
    return run->values.text;
}

ul_arena *ul_run_arena(ul_run *run)
{
    return run->arena;
}

uint64_t ul_run_seed(const ul_run *run)
{
    return run->options.seed;
}

ul_rng *ul_run_rng(ul_run *run)
{
    return run->rng;
}

const char *ul_run_choice(const ul_run *run, const char *name)
{
    return ul_param_text(&run->values, name);
}

bool ul_run_choice_is(const ul_run *run, const char *name, const char *value)
{
    return ul_param_is(&run->values, name, value);
}

double ul_run_number(const ul_run *run, const char *name)
{
    return ul_param_number(&run->values, name);
}

static ul_status add_event(ul_run *run, bool is_bound, ul_cost value)
{
    if (run->n_events == run->event_room) {
        const size_t room = run->event_room == 0 ? 16 : run->event_room * 2;
        ul_run_event *grown = realloc(run->event, room * sizeof *grown);
        UL_NEED(grown);
        run->event = grown;
        run->event_room = room;
    }
    run->event[run->n_events++] =
        (ul_run_event){ul_clock_wall_s() - run->start_s, is_bound, value};
    if (run->options.listener != NULL)
        run->options.listener(run->options.listener_context, run);
    return UL_OK;
}

void ul_run_wait_at_most(ul_run *run, double wait_s)
{
    run->limits_wait = true;
    run->most_wait_s = wait_s;
}

/* In time: nobody is without a place for longer; the limit is kept to the microsecond. */
static ul_status is_in_time(ul_run *run, const void *plan, bool *in_time)
{
    ul_measures measures = {0};
    *in_time = true;
    if (!run->limits_wait)
        return UL_OK;
    UL_TRY(run->instance->kind->plan_measures(plan, &measures));
    const double *longest_s = ul_measures_find(&measures, "longest_wait_s");
    *in_time = longest_s == NULL || *longest_s <= run->most_wait_s + 1e-6;
    return UL_OK;
}

ul_status ul_run_offer(ul_run *run, const void *plan)
{
    bool valid, in_time;
    ul_cost cost;
    void *copy;
    const double begin_s = ul_clock_cpu_s();
    UL_TRY(run->instance->kind->plan_check(plan, &valid, &cost));
    if (!valid) {
        run->result.n_rejected++;
        return ul_run_note(run, ul_error_text());
    }
    UL_TRY(is_in_time(run, plan, &in_time));
    if (!in_time)
        return UL_OK;
    UL_TELL(run->options.steps, .kind = UL_STEP_PLAN, .value = ul_cost_double(cost),
            .against = run->result.has_cost ? ul_cost_double(run->result.cost) : HUGE_VAL);
    if (run->result.has_cost && cost >= run->result.cost)
        return UL_OK;
    ul_arena_rewind(run->spare, (ul_arena_mark_t){NULL, 0});
    UL_TRY(run->instance->kind->plan_copy(plan, run->spare, &copy));
    ul_run_keep_time(run, begin_s);
    ul_arena *older = run->kept;
    run->kept = run->spare;
    run->spare = older;
    run->result.plan = copy;
    run->result.cost = cost;
    if (!run->result.has_cost)
        run->result.first_s = ul_clock_wall_s() - run->start_s;
    run->result.has_cost = true;
    return add_event(run, false, cost);
}

ul_status ul_run_keep_bound(ul_run *run, ul_cost bound)
{
    if (run->result.has_bound && bound <= run->result.bound)
        return UL_OK;
    if (!run->bounds_some) /* what is told is of all plans */
        UL_TELL(run->options.steps, .kind = UL_STEP_BOUND, .value = ul_cost_double(bound));
    run->result.has_bound = true;
    run->result.bound = bound;
    return add_event(run, true, bound);
}

ul_status ul_run_offer_bound(ul_run *run, ul_cost bound)
{
    if (!is_word(run))
        return ul_run_keep_bound(run, bound);
    ul_run_claim(run, bound);
    return UL_OK;
}

void ul_run_claim(ul_run *run, ul_cost bound)
{
    if (run->result.has_claim && bound <= run->result.claim)
        return;
    run->result.has_claim = true;
    run->result.claim = bound;
}

void ul_run_ended(ul_run *run, ul_outcome outcome)
{
    const bool proves = outcome == UL_OPTIMAL || outcome == UL_INFEASIBLE || outcome == UL_BOUND;
    run->said = proves && is_word(run) ? UL_CLAIMED : outcome;
}

void ul_run_is_sifted(ul_run *run)
{
    run->is_sifted = true;
}

void ul_run_bound_within(ul_run *run, double wait_s)
{
    run->bounds_some = true;
    run->bound_wait_s = wait_s;
}

void ul_run_knows(ul_run *run, ul_knows knows)
{
    run->result.knows = knows;
}

/* It may hold words of programs outside: what is no text for a line becomes '?'. */
ul_status ul_run_note(ul_run *run, const char *note)
{
    size_t used = strlen(run->note);
    if (used > 0 && used + 2 < sizeof run->note)
        used = (size_t)(stpcpy(run->note + used, "; ") - run->note);
    while (*note != '\0' && used + 4 < sizeof run->note) {
        uint32_t code;
        const size_t n = ul_utf8_next(note, &code);
        const bool shows = code >= 0x20 && code != 0x7f && code != UL_UTF8_REPLACEMENT;
        used += ul_utf8_put(shows ? code : '?', run->note + used);
        note += n;
    }
    run->note[used] = '\0';
    return UL_OK;
}

const ul_step_listener *ul_run_steps(const ul_run *run)
{
    return run->options.steps;
}

const char *ul_run_certificate(const ul_run *run)
{
    return run->options.certificate;
}

const void *ul_run_best(const ul_run *run)
{
    return run->result.plan;
}

bool ul_run_best_cost(const ul_run *run, ul_cost *cost)
{
    *cost = run->result.cost;
    return run->result.has_cost;
}

