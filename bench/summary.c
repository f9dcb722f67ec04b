#include "summary.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "events.h"
#include "names.h"
#include "statistics.h"

typedef struct {
    ul_summary *summary;
    const char *folder;
    ul_names *instance, *cell, *method;
    ul_reference *reference;
} reading;

static ul_status no_memory(void)
{
    return ul_fail(UL_E_MEMORY, "out of memory for a report");
}

/* Numbers instances (by content), cells (instance and seed) and methods (with
 * parameters) in order of appearance. */
static ul_status number_records(reading *state)
{
    ul_summary *s = state->summary;
    for (size_t q = 0; q < s->n_records; q++) {
        const ul_record *r = &s->record[q];
        char text[4096];
        int n = snprintf(text, sizeof text, "%.64s %llu", r->sha256, (unsigned long long)r->seed);
        s->instance_of[q] = ul_names_add(state->instance, r->sha256, strlen(r->sha256), NULL);
        s->cell_of[q] = ul_names_add(state->cell, text, (size_t)n, NULL);
        n = snprintf(text, sizeof text, "%s%s%s", r->method, r->parameters[0] != '\0' ? " " : "",
                     r->parameters);
        n = n < (int)sizeof text ? n : (int)sizeof text - 1;
        s->method_of[q] = ul_names_add(state->method, text, (size_t)n, NULL);
        if (s->instance_of[q] == UL_NONE || s->cell_of[q] == UL_NONE
            || s->method_of[q] == UL_NONE)
            return no_memory();
    }
    return UL_OK;
}

static void find_references(reading *state)
{
    const ul_summary *s = state->summary;
    for (size_t q = 0; q < s->n_records; q++) {
        const ul_record *r = &s->record[q];
        ul_reference *reference = &state->reference[s->instance_of[q]];
        if (r->has_cost) {
            const double cost = ul_cost_double(r->cost);
            reference->best = reference->has_best ? fmin(reference->best, cost) : cost;
            reference->has_best = true;
            if (r->outcome == UL_OPTIMAL) {
                reference->has_optimum = true;
                reference->optimum = cost;
            }
        }
        if (r->has_bound) {
            const double bound = ul_cost_double(r->bound);
            reference->bound = reference->has_bound ? fmax(reference->bound, bound) : bound;
            reference->has_bound = true;
        }
    }
}

/* What stopped the bench must not be averaged into a table. */
static ul_status check_order(const ul_summary *s)
{
    size_t *cheapest = ul_arena_alloc(s->arena, 2 * s->n_instances, sizeof *cheapest);
    size_t *tightest = cheapest + s->n_instances;
    if (cheapest == NULL)
        return no_memory();
    for (size_t q = 0; q < 2 * s->n_instances; q++)
        cheapest[q] = UL_NONE;
    for (size_t q = 0; q < s->n_records; q++) {
        const ul_record *r = &s->record[q];
        size_t *low = &cheapest[s->instance_of[q]], *high = &tightest[s->instance_of[q]];
        if (r->has_cost && (*low == UL_NONE || r->cost < s->record[*low].cost))
            *low = q;
        if (r->has_bound && (*high == UL_NONE || r->bound > s->record[*high].bound))
            *high = q;
    }
    for (size_t q = 0; q < s->n_instances; q++)
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

/* A run without events never had a plan. */
static ul_status primal_integral(const reading *state, const ul_record *record, double best,
                                 double *integral)
{
    ul_arena *arena = state->summary->arena;
    const ul_arena_mark_t mark = ul_arena_mark(arena);
    ul_events events;
    UL_TRY(ul_events_read(state->folder, record->run, arena, &events));
    size_t n = 0; /* plans only, moved to the front */
    for (size_t q = 0; q < events.n; q++)
        if (!events.is_bound[q]) {
            events.at_s[n] = events.at_s[q];
            events.value[n++] = events.value[q];
        }
    *integral = ul_stat_primal_integral(events.at_s, events.value, n, best,
                                        state->summary->horizon_s);
    ul_arena_rewind(arena, mark);
    return UL_OK;
}

/* ---- filling ---- */

/* Empty ones, without labels. */
static ul_status make_methods(ul_summary *s)
{
    s->method = ul_arena_alloc(s->arena, s->n_methods, sizeof *s->method);
    if (s->method == NULL)
        return no_memory();
    for (size_t m = 0; m < s->n_methods; m++) {
        ul_method_summary *method = &s->method[m];
        double *numbers = ul_arena_alloc(s->arena, 4 * s->n_records + s->n_cells, sizeof *numbers);
        if (numbers == NULL)
            return no_memory();
        method->wall_s = numbers;
        method->to_optimum = numbers + s->n_records;
        method->to_bound = numbers + 2 * s->n_records;
        method->integral = numbers + 3 * s->n_records;
        method->cost = numbers + 4 * s->n_records;
        for (size_t q = 0; q < s->n_cells; q++)
            method->cost[q] = NAN;
    }
    return UL_OK;
}

static ul_status label_methods(const reading *state)
{
    const ul_summary *s = state->summary;
    for (size_t m = 0; m < s->n_methods; m++) {
        const char *label = ul_names_text(state->method, m);
        s->method[m].label = ul_arena_text(s->arena, label, strlen(label));
        if (s->method[m].label == NULL)
            return no_memory();
    }
    return UL_OK;
}

/* Whether one of a label's words, after its name, is this one. */
static bool has_word(const char *label, const char *word, size_t length)
{
    for (label = strchr(label, ' '); label != NULL; label = strchr(label + 1, ' '))
        if (strncmp(label + 1, word, length) == 0 && strchr(" ", label[1 + length]) != NULL)
            return true;
    return false;
}

static bool same_name(const char *a, const char *b)
{
    const size_t length = strcspn(a, " ");
    return length == strcspn(b, " ") && strncmp(a, b, length) == 0;
}

/* Of its parameters a label keeps those by which it differs from another of its name. */
static ul_status shorten_labels(ul_summary *s)
{
    char **brief = ul_arena_alloc(s->arena, s->n_methods, sizeof *brief);
    if (brief == NULL)
        return no_memory();
    for (size_t m = 0; m < s->n_methods; m++) {
        const char *label = s->method[m].label;
        size_t n = strcspn(label, " ");
        brief[m] = ul_arena_text(s->arena, label, strlen(label));
        if (brief[m] == NULL)
            return no_memory();
        for (const char *word = strchr(label, ' '); word != NULL; word = strchr(word + 1, ' ')) {
            const size_t length = strcspn(word + 1, " ");
            bool shared = true;
            for (size_t q = 0; q < s->n_methods && shared; q++)
                shared = !same_name(s->method[q].label, label)
                         || has_word(s->method[q].label, word + 1, length);
            memcpy(brief[m] + n, word, shared ? 0 : length + 1);
            n += shared ? 0 : length + 1;
        }
        brief[m][n] = '\0';
    }
    for (size_t m = 0; m < s->n_methods; m++)
        s->method[m].label = brief[m];
    return UL_OK;
}

static double relative(double cost, double reference)
{
    return reference == 0 ? (cost == 0 ? 0 : HUGE_VAL) : (cost - reference) / reference;
}

static void add_record(const ul_summary *s, size_t q)
{
    const ul_record *r = &s->record[q];
    const ul_reference *reference = &s->reference[s->instance_of[q]];
    ul_method_summary *method = &s->method[s->method_of[q]];
    method->wall_s[method->n_runs++] = r->wall_s;
    method->n_solved += r->has_cost;
    method->n_proved += r->outcome == UL_OPTIMAL;
    method->cost[s->cell_of[q]] = HUGE_VAL;
    if (!r->has_cost)
        return;
    const double cost = ul_cost_double(r->cost);
    method->cost[s->cell_of[q]] = cost;
    method->dollars += cost;
    if (reference->has_optimum) {
        method->to_optimum[method->n_to_optimum++] = relative(cost, reference->optimum);
        method->above_optimum += cost - reference->optimum;
    } else if (reference->has_bound) {
        method->to_bound[method->n_to_bound++] = relative(cost, reference->bound);
        method->above_bound += cost - reference->bound;
    }
}

static ul_status add_integral(const reading *state, size_t q)
{
    const ul_summary *s = state->summary;
    const ul_reference *reference = &s->reference[s->instance_of[q]];
    ul_method_summary *method = &s->method[s->method_of[q]];
    if (!reference->has_best)
        return UL_OK;
    return primal_integral(state, &s->record[q], reference->best,
                           &method->integral[method->n_integrals++]);
}

static ul_status make_numbers(ul_summary *s)
{
    s->instance_of = ul_arena_alloc(s->arena, s->n_records, sizeof *s->instance_of);
    s->cell_of = ul_arena_alloc(s->arena, s->n_records, sizeof *s->cell_of);
    s->method_of = ul_arena_alloc(s->arena, s->n_records, sizeof *s->method_of);
    return s->instance_of == NULL || s->cell_of == NULL || s->method_of == NULL ? no_memory()
                                                                                : UL_OK;
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
    UL_TRY(make_numbers(s));
    UL_TRY(number_records(state));
    s->n_methods = ul_names_count(state->method);
    s->n_cells = ul_names_count(state->cell);
    s->n_instances = ul_names_count(state->instance);
    UL_TRY(make_methods(s));
    UL_TRY(label_methods(state));
    state->reference = ul_arena_alloc(s->arena, s->n_instances, sizeof *state->reference);
    if (state->reference == NULL)
        return no_memory();
    UL_TRY(check_runs(s, state->folder));
    UL_TRY(check_order(s));
    find_references(state);
    s->reference = state->reference;
    find_horizon(s);
    for (size_t q = 0; q < s->n_records; q++) {
        add_record(s, q);
        UL_TRY(add_integral(state, q));
    }
    return shorten_labels(s);
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
    UL_TRY(ul_record_read(path, arena, &record, &s->n_records));
    if (s->n_records == 0)
        return ul_fail(UL_E_INPUT, "%s: there are no records to report", path);
    qsort(record, s->n_records, sizeof *record, suite_order); /* twice the same is a fault */
    s->record = record;
    state.instance = ul_names_new();
    state.cell = ul_names_new();
    state.method = ul_names_new();
    const bool whole = state.instance != NULL && state.cell != NULL && state.method != NULL;
    const ul_status status = whole ? fill(&state) : no_memory();
    ul_names_free(state.instance);
    ul_names_free(state.cell);
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
        s->cell_of[n] = whole->cell_of[q];
        s->method_of[n] = whole->method_of[q];
        add_record(s, s->n_records++);
    }
    for (size_t m = 0; m < s->n_methods; m++)
        s->method[m].label = whole->method[m].label;
    find_horizon(s);
    *part = s;
    return UL_OK;
}
