#include "summary.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "events.h"
#include "method_label.h"
#include "names.h"
#include "statistics.h"

typedef struct {
    ul_summary *summary;
    const char *folder;
    ul_names *instance, *content, *method;
    size_t *content_of; /* by instance */
} reading;

static ul_status no_memory(void)
{
    return ul_fail(UL_E_MEMORY, "out of memory for a report");
}

/* Numbers instances, their contents and methods (with parameters) in order of
 * appearance. */
static ul_status number_records(reading *state)
{
    ul_summary *s = state->summary;
    for (size_t q = 0; q < s->n_records; q++) {
        const ul_record *r = &s->record[q];
        char text[4096];
        bool is_new;
        const size_t content = ul_names_add(state->content, r->sha256, strlen(r->sha256), NULL);
        const size_t instance = ul_names_add(state->instance, r->instance, strlen(r->instance),
                                             &is_new);
        int n = snprintf(text, sizeof text, "%s%s%s", r->method,
                         r->parameters[0] != '\0' ? " " : "", r->parameters);
        n = n < (int)sizeof text ? n : (int)sizeof text - 1;
        s->instance_of[q] = instance;
        s->method_of[q] = ul_names_add(state->method, text, (size_t)n, NULL);
        if (content == UL_NONE || instance == UL_NONE || s->method_of[q] == UL_NONE)
            return no_memory();
        if (is_new)
            state->content_of[instance] = content;
        else if (state->content_of[instance] != content)
            return ul_fail(UL_E_INPUT, "%s/records.csv: instance '%s' has two contents: %.64s and "
                                       "%.64s", state->folder, r->instance,
                           ul_names_text(state->content, state->content_of[instance]), r->sha256);
    }
    return UL_OK;
}

static void add_to_reference(const ul_record *r, ul_reference *reference)
{
    reference->infeasible = reference->infeasible || r->outcome == UL_INFEASIBLE;
    if (r->has_cost) {
        const double cost = ul_cost_double(r->cost);
        reference->best = reference->has_best ? fmin(reference->best, cost) : cost;
        reference->has_best = true;
        if (r->outcome == UL_OPTIMAL) {
            reference->has_optimum = true;
            reference->optimum = cost;
        }
    }
    if (r->has_bound && r->bound > 0) {
        reference->bound = fmax(reference->bound, ul_cost_double(r->bound));
        reference->has_bound = true;
    }
}

/* What is known of a content is known of every instance that has it. A heuristic that
 * gives up says infeasible, too: another's plan refutes it. */
static ul_status find_references(reading *state)
{
    ul_summary *s = state->summary;
    ul_reference *known = ul_arena_alloc(s->arena, ul_names_count(state->content), sizeof *known);
    ul_reference *reference = ul_arena_alloc(s->arena, s->n_instances, sizeof *reference);
    if (known == NULL || reference == NULL)
        return no_memory();
    for (size_t q = 0; q < s->n_records; q++)
        add_to_reference(&s->record[q], &known[state->content_of[s->instance_of[q]]]);
    for (size_t q = 0; q < s->n_instances; q++) {
        reference[q] = known[state->content_of[q]];
        reference[q].infeasible = reference[q].infeasible && !reference[q].has_best;
    }
    s->reference = reference;
    return UL_OK;
}

/* What stopped the bench must not be averaged into a table. */
static ul_status check_order(const reading *state)
{
    const ul_summary *s = state->summary;
    const size_t n = ul_names_count(state->content);
    size_t *cheapest = ul_arena_alloc(s->arena, 2 * n, sizeof *cheapest), *tightest = cheapest + n;
    if (cheapest == NULL)
        return no_memory();
    for (size_t q = 0; q < 2 * n; q++)
        cheapest[q] = UL_NONE;
    for (size_t q = 0; q < s->n_records; q++) {
        const ul_record *r = &s->record[q];
        const size_t content = state->content_of[s->instance_of[q]];
        size_t *low = &cheapest[content], *high = &tightest[content];
        if (r->has_cost && (*low == UL_NONE || r->cost < s->record[*low].cost))
            *low = q;
        if (r->has_bound && (*high == UL_NONE || r->bound > s->record[*high].bound))
            *high = q;
    }
    for (size_t q = 0; q < n; q++)
        if (cheapest[q] != UL_NONE && tightest[q] != UL_NONE
            && s->record[cheapest[q]].cost < s->record[tightest[q]].bound)
            return ul_record_alarm(&s->record[cheapest[q]], &s->record[tightest[q]]);
    return UL_OK;
}

/* Rows that were copied would count twice. */
static ul_status check_runs(const ul_summary *s, const char *folder)
{
    ul_names *seen = ul_names_new();
    ul_status status = seen == NULL ? no_memory() : UL_OK;
    for (size_t q = 0; q < s->n_records && status == UL_OK; q++) {
        char text[32];
        bool added = true;
        const int n = snprintf(text, sizeof text, "%llu", (unsigned long long)s->record[q].run);
        if (ul_names_add(seen, text, (size_t)n, &added) == UL_NONE)
            status = no_memory();
        else if (!added)
            status = ul_fail(UL_E_INPUT, "%s/records.csv: run %s is there twice", folder, text);
    }
    ul_names_free(seen);
    return status;
}

/* ---- methods ---- */

/* Empty ones, without labels. */
static ul_status make_methods(ul_summary *s)
{
    s->method = ul_arena_alloc(s->arena, s->n_methods, sizeof *s->method);
    if (s->method == NULL)
        return no_memory();
    for (size_t m = 0; m < s->n_methods; m++) {
        ul_method_summary *method = &s->method[m];
        double *numbers = ul_arena_alloc(s->arena, 3 * (s->n_records + s->n_instances),
                                         sizeof *numbers);
        method->mean = ul_arena_alloc(s->arena, s->n_instances, sizeof *method->mean);
        if (numbers == NULL || method->mean == NULL)
            return no_memory();
        method->wall_s = numbers;
        method->run_gap = numbers + s->n_records;
        method->integral = numbers + 2 * s->n_records;
        method->cost = numbers + 3 * s->n_records;
        method->gaps[0].gap = method->cost + s->n_instances;
        method->gaps[1].gap = method->cost + 2 * s->n_instances;
        for (size_t q = 0; q < s->n_instances; q++)
            method->cost[q] = NAN;
    }
    return UL_OK;
}

static ul_status label_methods(const reading *state)
{
    const ul_summary *s = state->summary;
    char **label = ul_arena_alloc(s->arena, s->n_methods, sizeof *label);
    if (label == NULL)
        return no_memory();
    for (size_t m = 0; m < s->n_methods; m++) {
        label[m] = ul_arena_text(s->arena, ul_names_text(state->method, m),
                                 ul_names_length(state->method, m));
        if (label[m] == NULL)
            return no_memory();
    }
    UL_TRY(ul_method_labels_shorten(s->arena, label, s->n_methods));
    for (size_t m = 0; m < s->n_methods; m++)
        s->method[m].label = label[m];
    return UL_OK;
}

/* False where there is no such thing: nothing is so many per cent above 0. */
static bool relative(double cost, double reference, double *gap)
{
    *gap = reference > 0 ? (cost - reference) / reference : 0;
    return reference > 0 || cost == reference;
}

/* What a run says of its method as a run; *wanted tells whether a plan was to be found. */
static void add_run(const ul_record *r, const ul_reference *reference, ul_method_summary *method,
                    bool *wanted)
{
    const bool none_exists = r->outcome == UL_INFEASIBLE && reference->infeasible;
    double gap;
    method->n_runs++;
    method->n_proved += r->outcome == UL_OPTIMAL || none_exists;
    if (r->has_cost || r->outcome == UL_BOUND || none_exists)
        method->wall_s[method->n_solved++] = r->wall_s;
    *wanted = r->has_cost || (r->outcome != UL_BOUND && !reference->infeasible);
    if (!*wanted || !reference->has_optimum)
        return;
    method->n_measured++;
    if (r->has_cost && relative(ul_cost_double(r->cost), reference->optimum, &gap))
        method->run_gap[method->n_reached++] = gap;
}

/* A method on an instance: `plans` repetitions with a plan, whose costs add up to *mean. */
static void add_instance(const ul_reference *reference, size_t plans, ul_cost *mean, double *cost,
                         ul_method_summary *method)
{
    const bool to_bound = !reference->has_optimum;
    const double against = to_bound ? reference->bound : reference->optimum;
    ul_gaps *gaps = reference->has_optimum || reference->has_bound ? &method->gaps[to_bound] : NULL;
    method->n_sought++;
    if (plans > 0) {
        *mean = (*mean + (ul_cost)(plans / 2)) / (ul_cost)plans;
        *cost = ul_cost_double(*mean);
        method->dollars += *cost;
        method->n_priced++;
    }
    if (gaps != NULL && plans > 0 && relative(*cost, against, &gaps->gap[gaps->n])) {
        gaps->dollars += *cost - against;
        gaps->n++;
    } else if (gaps != NULL) {
        gaps->n_without++;
    }
}

/* Sums are of whole numbers: the mean of equal costs is that cost, and a tie is one. */
static ul_status add_records(ul_summary *s)
{
    size_t *plans = ul_arena_alloc(s->arena, s->n_methods * s->n_instances, sizeof *plans);
    if (plans == NULL)
        return no_memory();
    for (size_t q = 0; q < s->n_records; q++) {
        const ul_record *r = &s->record[q];
        const size_t instance = s->instance_of[q], m = s->method_of[q];
        ul_method_summary *method = &s->method[m];
        bool wanted;
        add_run(r, &s->reference[instance], method, &wanted);
        if (wanted)
            method->cost[instance] = HUGE_VAL;
        if (!r->has_cost)
            continue;
        if (__builtin_add_overflow(method->mean[instance], r->cost, &method->mean[instance]))
            return ul_fail(UL_E_INPUT, "the costs of %s on %s are too large to be added", r->method,
                           r->instance);
        plans[m * s->n_instances + instance]++;
    }
    for (size_t m = 0; m < s->n_methods; m++)
        for (size_t q = 0; q < s->n_instances; q++)
            if (!isnan(s->method[m].cost[q]))
                add_instance(&s->reference[q], plans[m * s->n_instances + q], &s->method[m].mean[q],
                             &s->method[m].cost[q], &s->method[m]);
    return UL_OK;
}

/* Of a solved run; without events there is none. */
static ul_status primal_integral(const reading *state, const ul_record *record, double best,
                                 ul_method_summary *method)
{
    ul_arena *arena = state->summary->arena;
    const ul_arena_mark_t mark = ul_arena_mark(arena);
    ul_events events;
    UL_TRY(ul_events_read(state->folder, record, arena, &events));
    size_t n = 0; /* plans only, moved to the front */
    for (size_t q = 0; q < events.n; q++)
        if (!events.is_bound[q]) {
            events.at_s[n] = events.at_s[q];
            events.value[n++] = events.value[q];
        }
    if (n > 0)
        method->integral[method->n_integrals++] = ul_stat_primal_integral(
            events.at_s, events.value, n, best, state->summary->horizon_s);
    method->n_lost += n == 0;
    ul_arena_rewind(arena, mark);
    return UL_OK;
}

/* A run that ended without a plan had none at any time. */
static ul_status add_integrals(const reading *state)
{
    const ul_summary *s = state->summary;
    for (size_t q = 0; q < s->n_records; q++) {
        const ul_record *r = &s->record[q];
        const ul_reference *reference = &s->reference[s->instance_of[q]];
        ul_method_summary *method = &s->method[s->method_of[q]];
        if (!reference->has_best || (r->outcome == UL_BOUND && !r->has_cost))
            continue;
        if (r->has_cost)
            UL_TRY(primal_integral(state, r, reference->best, method));
        else
            method->integral[method->n_integrals++] = s->horizon_s;
    }
    return UL_OK;
}

/* ---- filling ---- */

static ul_status make_numbers(ul_summary *s)
{
    s->instance_of = ul_arena_alloc(s->arena, s->n_records, sizeof *s->instance_of);
    s->method_of = ul_arena_alloc(s->arena, s->n_records, sizeof *s->method_of);
    return s->instance_of == NULL || s->method_of == NULL ? no_memory() : UL_OK;
}

static void find_horizon(ul_summary *s)
{
    s->horizon_s = 0;
    for (size_t q = 0; q < s->n_records; q++)
        s->horizon_s = fmax(s->horizon_s, s->record[q].wall_s);
}

static ul_status fill(reading *state)
{
    ul_summary *s = state->summary;
    state->content_of = ul_arena_alloc(s->arena, s->n_records, sizeof *state->content_of);
    if (state->content_of == NULL)
        return no_memory();
    UL_TRY(make_numbers(s));
    UL_TRY(number_records(state));
    s->n_methods = ul_names_count(state->method);
    s->n_instances = ul_names_count(state->instance);
    UL_TRY(make_methods(s));
    UL_TRY(label_methods(state));
    UL_TRY(check_runs(s, state->folder));
    UL_TRY(check_order(state));
    UL_TRY(find_references(state));
    find_horizon(s);
    UL_TRY(add_records(s));
    return add_integrals(state);
}

/* A run's number counts repetitions, instances and methods in the suite's order; rows
 * come as runs end, and the first method rotates. */
static int suite_order(const void *a, const void *b)
{
    const ul_record *x = a, *y = b;
    return (x->run > y->run) - (x->run < y->run);
}

ul_status ul_summary_read(const char *folder, ul_arena *arena, ul_summary **summary)
{
    char path[4096];
    ul_record *record;
    ul_summary *s = ul_arena_alloc(arena, 1, sizeof *s);
    reading state = {.summary = s, .folder = folder};
    if (s == NULL)
        return no_memory();
    s->arena = arena;
    snprintf(path, sizeof path, "%s/records.csv", folder);
    s->torn = ul_record_is_torn(path);
    UL_TRY(ul_record_read(path, arena, &record, &s->n_records));
    if (s->n_records == 0)
        return ul_fail(UL_E_INPUT, "%s: there are no records to report", path);
    qsort(record, s->n_records, sizeof *record, suite_order); /* twice the same is a fault */
    s->record = record;
    state.instance = ul_names_new();
    state.content = ul_names_new();
    state.method = ul_names_new();
    const bool whole = state.instance != NULL && state.content != NULL && state.method != NULL;
    const ul_status status = whole ? fill(&state) : no_memory();
    ul_names_free(state.instance);
    ul_names_free(state.content);
    ul_names_free(state.method);
    *summary = s;
    return status;
}

ul_status ul_summary_of_kind(const ul_summary *whole, const char *kind, ul_summary **part)
{
    ul_summary *s = ul_arena_alloc(whole->arena, 1, sizeof *s);
    ul_record *record = ul_arena_alloc(whole->arena, whole->n_records, sizeof *record);
    if (s == NULL || record == NULL)
        return no_memory();
    *s = *whole;
    s->record = record;
    UL_TRY(make_numbers(s));
    UL_TRY(make_methods(s));
    s->n_records = 0;
    for (size_t q = 0; q < whole->n_records; q++) {
        const size_t n = s->n_records;
        if (strcmp(whole->record[q].kind, kind) != 0)
            continue;
        record[n] = whole->record[q];
        s->instance_of[n] = whole->instance_of[q];
        s->method_of[n] = whole->method_of[q];
        s->n_records++;
    }
    for (size_t m = 0; m < s->n_methods; m++)
        s->method[m].label = whole->method[m].label;
    find_horizon(s);
    *part = s;
    return add_records(s);
}
