#include "summary_parts.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "events.h"
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

/* Instances where some method has a plan and another none are named. */
static ul_status find_common(ul_summary *s)
{
    enum { NAMED = 8 };
    const char *others = "";
    size_t n = 0;
    UL_ALLOC(s->arena, s->common, s->n_instances);
    UL_ALLOC(s->arena, s->cheapest, s->n_instances);
    s->n_common = 0;
    s->over = "";
    for (size_t q = 0; q < s->n_instances; q++) {
        size_t with = 0, without = 0; /* of the methods that have any plan */
        s->cheapest[q] = HUGE_VAL;
        for (size_t m = 0; m < s->n_methods; m++) {
            const double cost = s->method[m].cost[q];
            s->cheapest[q] = fmin(s->cheapest[q], cost);
            *(isfinite(cost) ? &with : &without) += s->method[m].n_priced > 0;
        }
        s->common[q] = with > 0 && without == 0;
        s->n_common += s->common[q];
        if (isfinite(s->cheapest[q]) && !s->common[q] && n++ < NAMED)
            UL_TRY(ul_arena_format(s->arena, &others, "%s%s%s", others, n == 1 ? "" : ", ",
                                   s->instance[q].label));
    }
    if (n > NAMED)
        UL_TRY(ul_arena_format(s->arena, &others, "%s and %zu more", others, n - NAMED));
    if (n > 0 && s->n_common == 0)
        return ul_arena_format(s->arena, &s->over, "; no instance has a plan of every method, so "
                               "there is nothing to average ('--methods A,B' chooses fewer)");
    return n == 0 ? UL_OK
                  : ul_arena_format(s->arena, &s->over, "; over the %zu instance%s for which all "
                                    "methods have a plan, without %s", s->n_common,
                                    s->n_common == 1 ? "" : "s", others);
}

double ul_cost_ratio(const ul_summary *s, size_t m, size_t instance)
{
    const double cost = s->method[m].cost[instance], least = s->cheapest[instance];
    return cost == 0 && least == 0 ? 1 : least > 0 ? cost / least : NAN;
}

ul_status ul_sample_make(const ul_summary *s, size_t m, ul_sample_of of, ul_sample *sample)
{
    const ul_method_summary *method = &s->method[m];
    size_t waits = 0;
    for (size_t q = 0; q < s->n_records; q++)
        waits += s->method_of[q] == m ? s->detail[q]->n_waits : 0;
    const size_t n[] = {s->n_instances, method->n_reached, method->n_solved, 0};
    const size_t whole[] = {method->n_sought, method->n_measured, method->n_runs, waits};
    *sample = (ul_sample){.whole = whole[of]};
    UL_ALLOC(s->arena, sample->value, n[of] + waits);
    for (size_t q = 0; q < n[of]; q++) {
        const double value = of == UL_COST_RATIOS ? ul_cost_ratio(s, m, q)
                             : of == UL_RUN_GAPS  ? method->run_gap[q] : method->cpu_s[q];
        if (isfinite(value))
            sample->value[sample->n++] = value;
    }
    for (size_t q = 0; q < s->n_records && of == UL_WAITS; q++)
        for (size_t w = 0; w < s->detail[q]->n_waits && s->method_of[q] == m; w++)
            sample->value[sample->n++] = s->detail[q]->wait_s[w];
    return UL_OK;
}

double ul_mean_instance(const ul_summary *s, size_t m, ul_mean_of of)
{
    double sum = 0;
    size_t n = 0;
    for (size_t q = 0; q < s->n_instances; q++) {
        const ul_reference *r = &s->reference[q];
        double value = m == UL_NONE ? r->best : s->method[m].cost[q];
        if (!s->common[q] || !isfinite(value))
            continue;
        if (of == UL_ABOVE_BOUND && !ul_gap(value, r->bound, &value))
            return NAN;
        value = of == UL_ABOVE_BOUND ? 100 * value
                : of == UL_ABOVE_BEST ? 100 * (ul_cost_ratio(s, m, q) - 1) : value;
        sum += isfinite(value) ? value : 0;
        n += isfinite(value);
    }
    return n == 0 ? NAN : fmax(0, sum / (double)n); /* quotients are rounded */
}

double ul_mean_run(const ul_summary *s, size_t m, const char *measure)
{
    double sum = 0;
    size_t n = 0;
    for (size_t q = 0; q < s->n_records; q++) {
        const ul_record *r = &s->record[q];
        const double *value = measure != NULL ? ul_measures_find(r->measures, measure)
                              : r->has_cost   ? &r->cpu_s : NULL;
        if (value == NULL || s->method_of[q] != m || !s->common[s->instance_of[q]])
            continue;
        sum += *value;
        n++;
    }
    return n == 0 ? NAN : sum / (double)n;
}

/* What a run says of its method as a run; *wanted tells whether a plan was to be found. */
static void add_run(const ul_record *r, const ul_reference *reference, ul_method_summary *method,
                    bool *wanted)
{
    const bool none_exists = r->outcome == UL_INFEASIBLE && reference->infeasible;
    const bool proved = ul_record_is_optimum(r) || none_exists;
    double gap;
    method->n_runs++;
    method->n_proved += proved;
    method->n_certified += proved && strcmp(r->certificate, "verified") == 0;
    method->n_limited += r->limit != UL_LIMIT_NONE;
    if (r->has_cost || r->outcome == UL_BOUND || none_exists)
        method->cpu_s[method->n_solved++] = r->cpu_s;
    *wanted = r->has_cost || (r->outcome != UL_BOUND && !reference->infeasible);
    if (!*wanted || isnan(reference->optimum))
        return;
    method->n_measured++;
    if (r->has_cost && ul_gap(ul_cost_double(r->cost), reference->optimum, &gap))
        method->run_gap[method->n_reached++] = gap;
}

/* A method on an instance: `plans` repetitions with a plan, whose costs add up to *mean. */
static void add_instance(const ul_reference *reference, size_t plans, ul_cost *mean, double *cost,
                         ul_method_summary *method)
{
    const bool to_bound = isnan(reference->optimum);
    const double against = to_bound ? reference->bound : reference->optimum;
    ul_gaps *gaps = isnan(against) ? NULL : &method->gaps[to_bound];
    method->n_sought++;
    if (plans > 0) {
        *mean = (*mean + (ul_cost)(plans / 2)) / (ul_cost)plans;
        *cost = ul_cost_double(*mean);
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

/* Primal integrals. A run that ended without a plan had none at any time; a solved one
 * without events has no integral. */
static ul_status add_integrals(ul_summary *s)
{
    for (size_t q = 0; q < s->n_records; q++) {
        const ul_record *r = &s->record[q];
        const ul_reference *reference = &s->reference[s->instance_of[q]];
        const ul_events *e = &s->detail[q]->events;
        ul_method_summary *method = &s->method[s->method_of[q]];
        double *at_s;
        size_t n = 0;
        if (isnan(reference->best) || (r->outcome == UL_BOUND && !r->has_cost))
            continue;
        UL_ALLOC(s->arena, at_s, 2 * e->n);
        for (size_t p = 0; p < e->n; p++)
            if (!e->is_bound[p]) {
                at_s[n] = e->at_s[p];
                at_s[e->n + n++] = e->value[p];
            }
        if (!r->has_cost || n > 0)
            method->integral[method->n_integrals++] =
                r->has_cost ? ul_stat_primal_integral(at_s, at_s + e->n, n, reference->best, s->horizon_s)
                            : s->horizon_s;
        method->n_lost += r->has_cost && n == 0;
    }
    return UL_OK;
}

/* ---- filling ---- */

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

static ul_status find_kinds(ul_summary *s)
{
    size_t all = 0;
    while (ul_kinds[all] != NULL)
        all++;
    UL_ALLOC(s->arena, s->kind, all);
    s->n_kinds = 0;
    for (size_t k = 0; k < all; k++)
        for (size_t q = 0; q < s->n_records; q++)
            if (strcmp(s->record[q].kind, ul_kinds[k]->name) == 0) {
                s->kind[s->n_kinds++] = ul_kinds[k]->name;
                break;
            }
    return UL_OK;
}

ul_status ul_summary_fill(ul_summary *s)
{
    UL_ALLOC(s->arena, s->inside, s->n_instances);
    s->horizon_s = 0;
    for (size_t q = 0; q < s->n_records; q++) {
        s->inside[s->instance_of[q]] = true;
        s->horizon_s = fmax(s->horizon_s, s->record[q].wall_s);
    }
    UL_TRY(find_kinds(s));
    UL_TRY(add_records(s));
    UL_TRY(find_common(s));
    UL_TRY(add_integrals(s));
    return find_shift(s);
}

/* The records of a kind and a value, NULL: of any. number: by method, its number in the part,
 * UL_NONE to leave it out; NULL: as in the whole. */
static ul_status make_part(const ul_summary *whole, const char *kind, size_t class,
                           const char *value, const size_t *number, ul_summary **part)
{
    ul_summary *s;
    ul_record *record;
    UL_ALLOC(whole->arena, s, 1);
    UL_ALLOC(whole->arena, record, whole->n_records);
    *s = *whole;
    s->record = record;
    UL_ALLOC(s->arena, s->instance_of, s->n_records);
    UL_ALLOC(s->arena, s->method_of, s->n_records);
    UL_ALLOC(s->arena, s->detail, s->n_records);
    UL_TRY(ul_summary_make_methods(s));
    s->n_records = s->n_methods = 0;
    for (size_t m = 0; m < whole->n_methods; m++)
        if (number == NULL || number[m] != UL_NONE) {
            s->method[s->n_methods].label = whole->method[m].label;
            s->method[s->n_methods++].is_exact = whole->method[m].is_exact;
        }
    for (size_t q = 0; q < whole->n_records; q++) {
        const size_t n = s->n_records, m = whole->method_of[q];
        if ((kind != NULL && strcmp(whole->record[q].kind, kind) != 0)
            || (value != NULL
                && strcmp(whole->instance[whole->instance_of[q]].of_class[class], value) != 0)
            || (number != NULL && number[m] == UL_NONE))
            continue;
        record[n] = whole->record[q];
        s->instance_of[n] = whole->instance_of[q];
        s->method_of[n] = number == NULL ? m : number[m];
        s->detail[n] = whole->detail[q];
        s->n_records++;
    }
    *part = s;
    return ul_summary_fill(s);
}

ul_status ul_summary_part(const ul_summary *whole, const char *kind, size_t class,
                          const char *value, ul_summary **part)
{
    return make_part(whole, kind, class, value, NULL, part);
}

/* ---- fewer methods ---- */

ul_status ul_summary_choose(ul_summary *s, const char *methods)
{
    ul_summary *part;
    size_t *number, n = 0, any;
    char *rest = ul_arena_text(s->arena, methods, strlen(methods)), *name;
    UL_ALLOC(s->arena, number, s->n_methods);
    for (size_t m = 0; m < s->n_methods; m++)
        number[m] = UL_NONE;
    while ((name = strsep(&rest, ",")) != NULL) {
        bool met = false;
        for (size_t m = 0; m < s->n_methods; m++) {
            const char *label = s->method[m].label;
            const size_t length = strlen(name);
            if (strncmp(label, name, length) == 0 && (label[length] == '\0' || label[length] == ' ')) {
                number[m] = 0;
                met = true;
            }
        }
        if (!met)
            UL_TRY(ul_summary_method(s, name, &any));
    }
    for (size_t m = 0; m < s->n_methods; m++)
        number[m] = number[m] == UL_NONE ? UL_NONE : n++;
    UL_TRY(ul_arena_format(s->arena, &s->remark[s->n_remarks++],
                           "%zu of %zu methods were chosen; optima, bounds and best costs are those "
                           "of all runs.", n, s->n_methods));
    UL_TRY(make_part(s, NULL, 0, NULL, number, &part));
    *s = *part;
    return UL_OK;
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
    char name[256];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(label, " "), label);
    for (size_t f = 0; f < s->n_folders; f++) {
        const char *at = strrchr(s->folder[f].passed_over, ':');
        for (; at != NULL && (at = strstr(at, name)) != NULL; at++)
            if (strchr(", ", at[-1]) != NULL && strchr(",.", at[strlen(name)]) != NULL)
                return true;
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
