#include "summary_parts.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "events.h"
#include "registry.h"
#include "statistics.h"

/* ---- methods ---- */

ul_status ul_summary_make_methods(ul_summary *s)
{
    UL_ALLOC(s->arena, s->method, s->n_methods);
    for (size_t m = 0; m < s->n_methods; m++) {
        ul_method_summary *method = &s->method[m];
        double *numbers;
        UL_ALLOC(s->arena, numbers, 3 * (s->n_records + s->n_instances));
        UL_ALLOC(s->arena, method->mean, s->n_instances);
        method->cpu_s = numbers;
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

bool ul_gap(double cost, double reference, double *gap)
{
    *gap = reference > 0 ? (cost - reference) / reference : 0;
    return reference > 0 || cost == reference;
}

const char *ul_summary_unlike(const ul_summary *s)
{
    const ul_method_summary *first = NULL;
    for (size_t m = 0; m < s->n_methods; m++) {
        const ul_method_summary *method = &s->method[m];
        if (method->n_priced == 0)
            continue;
        if (first == NULL)
            first = method;
        for (size_t i = 0; i < s->n_instances; i++)
            if ((isfinite(method->cost[i]) != 0) != (isfinite(first->cost[i]) != 0))
                return "; not all methods have plans for the same instances, so these means do not "
                       "compare: --baseline compares in pairs";
    }
    return "";
}

/* What a run says of its method as a run; *wanted tells whether a plan was to be found. */
static void add_run(const ul_record *r, const ul_reference *reference, ul_method_summary *method,
                    bool *wanted)
{
    const bool none_exists = r->outcome == UL_INFEASIBLE && reference->infeasible;
    double gap;
    method->n_runs++;
    method->n_proved += r->outcome == UL_OPTIMAL || none_exists;
    method->n_certified += (r->outcome == UL_OPTIMAL || none_exists)
                           && strcmp(r->certificate, "verified") == 0;
    method->n_limited += r->limit != UL_LIMIT_NONE;
    if (r->has_cost || r->outcome == UL_BOUND || none_exists)
        method->cpu_s[method->n_solved++] = r->cpu_s;
    *wanted = r->has_cost || (r->outcome != UL_BOUND && !reference->infeasible);
    if (!*wanted || !reference->has_optimum)
        return;
    method->n_measured++;
    if (r->has_cost && ul_gap(ul_cost_double(r->cost), reference->optimum, &gap))
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
    if (gaps != NULL && plans > 0 && ul_gap(*cost, against, &gaps->gap[gaps->n])) {
        gaps->dollars += *cost - against;
        gaps->n++;
    } else if (gaps != NULL && plans > 0) {
        gaps->n_unmeasured++;
    } else if (gaps != NULL) {
        gaps->n_planless++;
    }
}

/* Sums are of whole numbers: the mean of equal costs is that cost, and a tie is one. */
static ul_status add_records(ul_summary *s)
{
    size_t *plans;
    UL_ALLOC(s->arena, plans, s->n_methods * s->n_instances);
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
static ul_status primal_integral(const ul_summary *s, const ul_record *record, double best,
                                 ul_method_summary *method)
{
    ul_arena *arena = s->arena;
    const ul_arena_mark_t mark = ul_arena_mark(arena);
    ul_events events;
    UL_TRY(ul_events_read(record, arena, &events));
    size_t n = 0; /* plans only, moved to the front */
    for (size_t q = 0; q < events.n; q++)
        if (!events.is_bound[q]) {
            events.at_s[n] = events.at_s[q];
            events.value[n++] = events.value[q];
        }
    if (n > 0)
        method->integral[method->n_integrals++] = ul_stat_primal_integral(
            events.at_s, events.value, n, best, s->horizon_s);
    method->n_lost += n == 0;
    ul_arena_rewind(arena, mark);
    return UL_OK;
}

/* A run that ended without a plan had none at any time. */
ul_status ul_summary_integrals(ul_summary *s)
{
    for (size_t q = 0; q < s->n_records; q++) {
        const ul_record *r = &s->record[q];
        const ul_reference *reference = &s->reference[s->instance_of[q]];
        ul_method_summary *method = &s->method[s->method_of[q]];
        if (!reference->has_best || (r->outcome == UL_BOUND && !r->has_cost))
            continue;
        if (r->has_cost)
            UL_TRY(primal_integral(s, r, reference->best, method));
        else
            method->integral[method->n_integrals++] = s->horizon_s;
    }
    return UL_OK;
}

/* ---- filling ---- */

static void find_horizon(ul_summary *s)
{
    s->horizon_s = 0;
    for (size_t q = 0; q < s->n_records; q++)
        s->horizon_s = fmax(s->horizon_s, s->record[q].wall_s);
}

/* A shift as large as a usual time, as a power of ten: with less, the shortest times, which
 * are the machine's noise, would rule a geometric mean; with more, none would matter. */
static ul_status find_shift(ul_summary *s)
{
    size_t n = 0;
    double *cpu_s;
    UL_ALLOC(s->arena, cpu_s, s->n_records);
    for (size_t m = 0; m < s->n_methods; m++) {
        memcpy(cpu_s + n, s->method[m].cpu_s, s->method[m].n_solved * sizeof *cpu_s);
        n += s->method[m].n_solved;
    }
    const double usual = n == 0 ? 0 : ul_stat_quantile(cpu_s, n, 0.5);
    s->shift_s = usual < 1e-6 ? 1e-6 : pow(10, floor(log10(usual) + 1e-9));
    return UL_OK;
}

/* Whoever proves is exact; of methods that this program does not have, who ever proved. */
static void find_exact(const ul_summary *s)
{
    for (size_t q = 0; q < s->n_records; q++) {
        const ul_method *known = ul_method_find(s->record[q].method);
        ul_method_summary *method = &s->method[s->method_of[q]];
        method->is_exact = method->is_exact || s->record[q].outcome == UL_OPTIMAL
                           || (known != NULL && (known->traits & UL_PROVES) != 0);
    }
}

ul_status ul_summary_fill(ul_summary *s)
{
    find_horizon(s);
    find_exact(s);
    UL_TRY(add_records(s));
    return find_shift(s);
}

ul_status ul_summary_of_kind(const ul_summary *whole, const char *kind, ul_summary **part)
{
    ul_summary *s;
    ul_record *record;
    UL_ALLOC(whole->arena, s, 1);
    UL_ALLOC(whole->arena, record, whole->n_records);
    *s = *whole;
    s->record = record;
    UL_ALLOC(s->arena, s->instance_of, s->n_records);
    UL_ALLOC(s->arena, s->method_of, s->n_records);
    UL_TRY(ul_summary_make_methods(s));
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
    for (size_t m = 0; m < s->n_methods; m++) {
        s->method[m].label = whole->method[m].label;
        s->method[m].is_exact = whole->method[m].is_exact;
    }
    find_horizon(s);
    *part = s;
    UL_TRY(add_records(s));
    return find_shift(s);
}

const char *ul_summary_next_kind(const ul_summary *s, const char *kind)
{
    bool passed = kind == NULL;
    for (size_t k = 0; ul_kinds[k] != NULL; k++) {
        for (size_t q = 0; q < s->n_instances && passed; q++)
            if (strcmp(s->instance[q].kind, ul_kinds[k]->name) == 0)
                return ul_kinds[k]->name;
        passed = passed || strcmp(kind, ul_kinds[k]->name) == 0;
    }
    return NULL;
}

/* ", " and a name, for a list of what there is. */
static void add_name(char *text, size_t room, const char *name)
{
    const size_t used = strlen(text);
    snprintf(text + used, room - used, "%s%s", used == 0 ? "" : ", ", name);
}

/* Whether a suite has the method, by its name, and runs of it were passed over: the sentence of
 * the manifest ends in a list of names. */
static bool is_passed_over(const ul_summary *s, const char *label)
{
    const size_t length = strcspn(label, " ");
    for (size_t f = 0; f < s->n_folders; f++) {
        const char *at = strrchr(s->folder[f].passed_over, ':');
        while (at != NULL && at[0] != '\0') {
            at += strspn(at, ":, ");
            if (strcspn(at, ",.") == length && strncmp(at, label, length) == 0)
                return true;
            at = strchr(at, ',');
        }
    }
    return false;
}

ul_status ul_summary_method(const ul_summary *s, const char *name, size_t *m)
{
    char there[512] = "";
    size_t found = UL_NONE, n = 0;
    for (*m = 0; *m < s->n_methods; ++*m) {
        const char *label = s->method[*m].label;
        const size_t length = strcspn(label, " ");
        if (strcmp(label, name) == 0)
            return UL_OK;
        if (strlen(name) == length && strncmp(label, name, length) == 0) {
            found = *m;
            n++;
        }
        add_name(there, sizeof there, label);
    }
    *m = found;
    if (n == 0 && is_passed_over(s, name))
        return ul_fail(UL_E_INPUT, "method '%s' is in the suite and was passed over, as it does not "
                                   "know of a limited supply of machines; with runs there are: %s",
                       name, there);
    return n == 1 ? UL_OK
                  : ul_fail(UL_E_INPUT, "%s method '%s' in the records; there are: %s",
                            n == 0 ? "there is no" : "there is more than one", name, there);
}

ul_status ul_summary_class(const ul_summary *s, const char *name, size_t *number)
{
    char there[512] = "";
    for (*number = 0; *number < s->n_classes; ++*number) {
        if (strcmp(s->classes[*number].name, name) == 0)
            return UL_OK;
        add_name(there, sizeof there, s->classes[*number].name);
    }
    return ul_fail(UL_E_INPUT, "instances have no '%s'; they are told apart by: %s", name,
                   there[0] == '\0' ? "nothing (there is no manifest.json that says more)" : there);
}
