#include "summary.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "csv_reader.h"
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
        int n = snprintf(text, sizeof text, "%s %llu", r->sha256, (unsigned long long)r->seed);
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

/* ---- events, for the primal integral ---- */

typedef struct {
    double *at_s, *cost;
    size_t n, room;
    bool headed;
} incumbents;

static ul_status read_event(void *context, const ul_csv_row *row)
{
    incumbents *events = context;
    if (!events->headed) {
        events->headed = true;
        return UL_OK;
    }
    if (row->n != 3 || strcmp(row->field[1].text, "cost") != 0)
        return UL_OK;
    if (events->n == events->room) {
        events->room = events->room == 0 ? 64 : events->room * 2;
        double *at_s = realloc(events->at_s, events->room * sizeof *at_s);
        if (at_s != NULL)
            events->at_s = at_s;
        double *cost = realloc(events->cost, events->room * sizeof *cost);
        if (cost != NULL)
            events->cost = cost;
        if (at_s == NULL || cost == NULL)
            return no_memory();
    }
    events->at_s[events->n] = strtod(row->field[0].text, NULL);
    events->cost[events->n++] = strtod(row->field[2].text, NULL);
    return UL_OK;
}

/* A run whose process died left no events: its integral is that of no plan. */
static ul_status primal_integral(const reading *state, const ul_record *record, double best,
                                 double *integral)
{
    char path[4096];
    ul_input *input;
    incumbents events = {0};
    snprintf(path, sizeof path, "%s/events/%06llu.csv", state->folder,
             (unsigned long long)record->run);
    ul_status status = UL_OK;
    if (ul_input_open(path, &input) == UL_OK) {
        status = ul_csv_read(input, read_event, &events);
        ul_input_close(input);
    }
    *integral = ul_stat_primal_integral(events.at_s, events.cost, events.n, best,
                                        state->summary->horizon_s);
    free(events.at_s);
    free(events.cost);
    return status;
}

/* ---- filling ---- */

static ul_status make_methods(reading *state)
{
    ul_summary *s = state->summary;
    s->n_methods = ul_names_count(state->method);
    s->n_cells = ul_names_count(state->cell);
    s->method = ul_arena_alloc(s->arena, s->n_methods, sizeof *s->method);
    if (s->method == NULL)
        return no_memory();
    for (size_t m = 0; m < s->n_methods; m++) {
        ul_method_summary *method = &s->method[m];
        const char *label = ul_names_text(state->method, m);
        double *numbers = ul_arena_alloc(s->arena, 4 * s->n_records + s->n_cells, sizeof *numbers);
        method->label = ul_arena_text(s->arena, label, strlen(label));
        if (numbers == NULL || method->label == NULL)
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

/* A method that ran with one set of parameters needs none in its label. */
static void shorten_labels(ul_summary *s)
{
    for (size_t m = 0; m < s->n_methods; m++) {
        const size_t length = strcspn(s->method[m].label, " ");
        bool alone = true;
        for (size_t q = 0; q < s->n_methods; q++)
            alone = alone && (q == m || strncmp(s->method[q].label, s->method[m].label, length) != 0
                              || (s->method[q].label[length] != ' '
                                  && s->method[q].label[length] != '\0'));
        if (alone)
            s->method[m].label[length] = '\0';
    }
}

static double relative(double cost, double reference)
{
    return reference == 0 ? (cost == 0 ? 0 : HUGE_VAL) : (cost - reference) / reference;
}

static ul_status add_record(reading *state, size_t q)
{
    const ul_summary *s = state->summary;
    const ul_record *r = &s->record[q];
    const ul_reference *reference = &state->reference[s->instance_of[q]];
    ul_method_summary *method = &s->method[s->method_of[q]];
    method->wall_s[method->n_runs++] = r->wall_s;
    method->n_solved += r->has_cost;
    method->n_proved += r->outcome == UL_OPTIMAL;
    if (reference->has_best)
        UL_TRY(primal_integral(state, r, reference->best, &method->integral[method->n_integrals++]));
    method->cost[s->cell_of[q]] = HUGE_VAL;
    if (!r->has_cost)
        return UL_OK;
    const double cost = ul_cost_double(r->cost);
    method->cost[s->cell_of[q]] = cost;
    if (reference->has_optimum) {
        method->to_optimum[method->n_to_optimum++] = relative(cost, reference->optimum);
        method->above_optimum += cost - reference->optimum;
    } else if (reference->has_bound) {
        method->to_bound[method->n_to_bound++] = relative(cost, reference->bound);
        method->above_bound += cost - reference->bound;
    }
    return UL_OK;
}

static ul_status fill(reading *state)
{
    ul_summary *s = state->summary;
    s->instance_of = ul_arena_alloc(s->arena, s->n_records, sizeof *s->instance_of);
    s->cell_of = ul_arena_alloc(s->arena, s->n_records, sizeof *s->cell_of);
    s->method_of = ul_arena_alloc(s->arena, s->n_records, sizeof *s->method_of);
    if (s->instance_of == NULL || s->cell_of == NULL || s->method_of == NULL)
        return no_memory();
    UL_TRY(number_records(state));
    UL_TRY(make_methods(state));
    s->n_instances = ul_names_count(state->instance);
    state->reference = ul_arena_alloc(s->arena, s->n_instances, sizeof *state->reference);
    if (state->reference == NULL)
        return no_memory();
    find_references(state);
    s->reference = state->reference;
    for (size_t q = 0; q < s->n_records; q++)
        s->horizon_s = fmax(s->horizon_s, s->record[q].wall_s);
    for (size_t q = 0; q < s->n_records; q++)
        UL_TRY(add_record(state, q));
    shorten_labels(s);
    return UL_OK;
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
