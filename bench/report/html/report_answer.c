/* The question, and the answer in one sentence: on top of the page and on the terminal. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "comparison.h"
#include "instance.h"
#include "registry.h"
#include "report_html.h"

/* Of one method on the instances of one kind that have a reference of one sort. */
typedef struct {
    size_t runs, plans, proved;
    size_t instances;    /* with a reference that the method ran on */
    bool everywhere;     /* ran on all of them, and every run has a plan */
    bool measured;       /* an exact method is the measure, also where it proved nothing */
    double gap, dollars; /* means; NaN without a gap */
} tally;

/* One kind's part of the answer. */
typedef struct {
    const ul_summary *s;
    const ul_kind *kind;
    bool to_bound; /* instances without a proved optimum, against their bound */
    const char *reference; /* what it is against, in words */
    tally *all;    /* by method */
    const char *const *name;
    ul_output *out;
} part_of_answer;

static ul_status count(part_of_answer *a)
{
    const ul_summary *s = a->s;
    size_t most = 0;
    UL_ALLOC(s->arena, a->all, s->n_methods);
    for (size_t q = 0; q < s->n_records; q++) {
        const ul_record *r = &s->record[q];
        const ul_reference *reference = &s->reference[s->instance_of[q]];
        tally *t = &a->all[s->method_of[q]];
        if (isnan(a->to_bound ? reference->bound : reference->optimum)
            || (a->to_bound && !isnan(reference->optimum)) || (r->outcome == UL_BOUND && !r->has_cost))
            continue;
        t->runs++;
        t->plans += r->has_cost;
        t->proved += ul_record_is_optimum(r);
    }
    for (size_t m = 0; m < s->n_methods; m++) {
        const ul_gaps *gaps = &s->method[m].gaps[a->to_bound];
        tally *t = &a->all[m];
        t->instances = gaps->n + gaps->n_planless + gaps->n_unmeasured;
        t->measured = t->runs > 0 && !s->method[m].is_exact;
        t->gap = gaps->n == 0 ? NAN : ul_stat_mean(gaps->gap, gaps->n);
        t->dollars = gaps->dollars / (double)gaps->n;
        most = t->instances > most ? t->instances : most;
    }
    for (tally *t = a->all; t < a->all + s->n_methods; t++)
        t->everywhere = t->plans == t->runs && t->instances == most;
    return UL_OK;
}

/* The method with the least mean gap, or with sign -1 the greatest, of those that have a plan
 * everywhere or of all; UL_NONE without one. */
static size_t extreme(const part_of_answer *a, bool everywhere, int sign)
{
    size_t found = UL_NONE;
    for (size_t m = 0; m < a->s->n_methods; m++)
        if (a->all[m].measured && !isnan(a->all[m].gap) && (a->all[m].everywhere || !everywhere)
            && (found == UL_NONE || sign * a->all[m].gap < sign * a->all[found].gap))
            found = m;
    return found;
}

/* "at most 3.44% ($14.20 an hour)" */
enum { WORDS = 120 };
static const char *distance(const part_of_answer *a, const tally *t, char text[WORDS])
{
    snprintf(text, WORDS, "%s%.2f%% ($%.2f%s)", a->to_bound ? "at most " : "", 100 * t->gap,
             t->dollars, a->kind->cost_per);
    return text;
}

/* Says over which runs or instances a mean was taken, unless it was over all. */
static const char *extent(const tally *t, char text[WORDS])
{
    text[0] = '\0';
    if (t->plans < t->runs)
        snprintf(text, WORDS, " in the %zu of its %zu runs that have a plan", t->plans, t->runs);
    else if (!t->everywhere)
        snprintf(text, WORDS, " on the %zu instances it ran on", t->instances);
    return text;
}

static void put_left_out(const part_of_answer *a)
{
    size_t n = 0;
    for (size_t m = 0; m < a->s->n_methods; m++)
        n += a->all[m].measured && !a->all[m].everywhere;
    if (n > 0)
        ul_output_format(a->out, " (%zu method%s without a plan everywhere %s not counted)", n,
                         n == 1 ? "" : "s", n == 1 ? "is" : "are");
}

/* The headline's method: how far, and which of how many, the nearest first. */
static void put_mine(const part_of_answer *a, size_t mine)
{
    const tally *t = &a->all[mine];
    char far[WORDS], over[WORDS];
    size_t rank = 1, n = 0;
    for (size_t m = 0; m < a->s->n_methods; m++) {
        n += a->all[m].measured && !isnan(a->all[m].gap);
        rank += a->all[m].measured && a->all[m].gap < t->gap;
    }
    ul_output_format(a->out, "%s pays %s more than the %s on average%s, number %zu of %zu heuristics; ",
                     a->name[mine], distance(a, t, far), a->reference, extent(t, over), rank, n);
}

static void put_near(const part_of_answer *a, size_t near)
{
    const tally *t = &a->all[near];
    char far[WORDS], over[WORDS];
    ul_output_format(a->out, "the heuristic nearest to the %s is %s, which ", a->reference,
                     a->name[near]);
    if (t->gap == 0)
        ul_output_format(a->out, "%s them%s%s", a->to_bound ? "meets" : "finds",
                         t->everywhere ? " all" : "", extent(t, over));
    else
        ul_output_format(a->out, "pays %s too much on average%s", distance(a, t, far),
                         extent(t, over));
}

/* Where only exact methods have plans: how many of these are proved. */
static void put_proved(const part_of_answer *a, size_t proved)
{
    size_t plans = 0;
    for (size_t q = 0; q < a->s->n_records; q++)
        plans += a->s->record[q].has_cost;
    if (proved == plans)
        ul_output_text(a->out, "every method that found a plan proves it the best possible");
    else if (proved > 0)
        ul_output_format(a->out, "%zu of %zu plans are proved the best possible", proved, plans);
    else
        ul_output_text(a->out, "no plan is proved the best possible, and the gaps are those to the bounds");
}

/* Whether an instance of the kind, or with NULL of any, has an optimum or a bound. */
static bool has_reference(const ul_summary *s, const char *kind)
{
    for (size_t q = 0; q < s->n_instances; q++)
        if ((kind == NULL || strcmp(s->instance[q].kind, kind) == 0)
            && !(isnan(s->reference[q].optimum) && isnan(s->reference[q].bound)))
            return true;
    return false;
}

/* Not said when the kind has no reference of this sort. A method that has failed
 * somewhere is not compared with those that have not: what it did solve may have been
 * easy. */
static ul_status put_kind(part_of_answer *a, const ul_report_options *o, bool *said)
{
    char distant[WORDS], over[WORDS];
    size_t proved = 0;
    UL_TRY(count(a));
    for (size_t m = 0; m < a->s->n_methods; m++)
        proved += a->all[m].proved;
    const bool everywhere = extreme(a, true, 1) != UL_NONE;
    const size_t near = extreme(a, everywhere, 1), far = extreme(a, everywhere, -1);
    *said = near != UL_NONE || proved > 0 || (a->to_bound && has_reference(a->s, a->kind->name));
    if (o->has_mine && a->all[o->mine].measured && !isnan(a->all[o->mine].gap))
        put_mine(a, o->mine);
    if (near != UL_NONE)
        put_near(a, near);
    else if (*said)
        put_proved(a, proved);
    if (far != near)
        ul_output_format(a->out, ", and the farthest is %s, with %s%s", a->name[far],
                         distance(a, &a->all[far], distant), extent(&a->all[far], over));
    if (everywhere || (near == UL_NONE && proved > 0))
        put_left_out(a);
    return UL_OK;
}

/* The first method of a kind that has all these traits; or NULL. */
static const ul_method *find_method(const ul_kind *kind, unsigned traits)
{
    for (size_t q = 0; ul_methods[q] != NULL; q++)
        if (ul_method_takes(ul_methods[q], kind) && (ul_methods[q]->traits & traits) == traits)
            return ul_methods[q];
    return NULL;
}

/* What follows "no" where a kind has no reference, and which method would give it one. */
static void put_unmeasured(const ul_kind *kind, ul_output *out)
{
    const ul_method *measure = find_method(kind, UL_ANYTIME | UL_PROVES);
    if (measure == NULL)
        measure = find_method(kind, UL_BOUND_ONLY | UL_CERTIFIES);
    ul_output_text(out, " optimum and no bound is proved, so only methods can be compared");
    if (measure != NULL)
        ul_output_format(out, " and gaps are blank: with 'method,%s' in the suite, 'ullage bench "
                              "--resume' adds them", measure->name);
}

static ul_status put_nearest(const ul_summary *s, const ul_report_options *o,
                             const char *const *name, ul_output *out)
{
    for (size_t k = 0; k < s->n_kinds; k++) {
        ul_summary *part;
        bool said = false;
        UL_TRY(ul_summary_part(s, s->kind[k], 0, NULL, &part));
        ul_output_text(out, k > 0 ? "; " : "");
        if (s->n_kinds > 1)
            ul_output_format(out, "in %s, ", s->kind[k]);
        part_of_answer answer = {.s = part, .kind = ul_kind_find(s->kind[k]), .name = name, .out = out};
        for (int to_bound = 0; to_bound < 2 && !said; to_bound++) {
            answer.to_bound = to_bound;
            answer.reference = to_bound ? "best bounds" : "proved optima";
            UL_TRY(put_kind(&answer, o, &said));
        }
        if (!said) {
            ul_output_text(out, "no");
            put_unmeasured(answer.kind, out);
        }
    }
    ul_output_text(out, ".\n");
    return UL_OK;
}

/* ---- against a baseline ---- */

/* The headline's method, heuristics before exact methods, the cheapest first. */
static int cheapest_first(const void *a, const void *b)
{
    const ul_comparison *x = a, *y = b;
    if (x->place != y->place)
        return x->place - y->place;
    UL_LOWER_FIRST(x->by.mean, y->by.mean);
    return x->method < y->method ? -1 : 1;
}

/* A sentence for each kind without a reference: why its gaps are blank. */
static void put_blanks(const ul_summary *s, ul_output *out)
{
    for (size_t k = 0; k < s->n_kinds; k++) {
        if (has_reference(s, s->kind[k]))
            continue;
        ul_output_format(out, s->n_kinds == 1 ? "No" : "In %s, no", s->kind[k]);
        put_unmeasured(ul_kind_find(s->kind[k]), out);
        ul_output_text(out, ".\n");
    }
}

/* The first sentence is the headline, the others follow it. */
static ul_status put_comparisons(const ul_summary *s, const ul_report_options *o,
                                 const char *const *name, ul_output *out)
{
    ul_comparison *found;
    size_t n = 0;
    UL_ALLOC(s->arena, found, s->n_kinds * s->n_methods);
    for (size_t k = 0; k < s->n_kinds; k++) {
        ul_summary *part;
        ul_comparison *of_kind;
        size_t m;
        UL_TRY(ul_summary_part(s, s->kind[k], 0, NULL, &part));
        UL_TRY(ul_compare(part, o->baseline, &of_kind, &m));
        for (size_t q = 0; q < m; q++, n++) {
            found[n] = of_kind[q];
            found[n].place = o->has_mine && found[n].method == o->mine ? 0
                             : s->method[found[n].method].is_exact     ? 2 : 1;
        }
    }
    qsort(found, n, sizeof *found, cheapest_first);
    if (n == 0)
        ul_output_format(out, "%s %s: there is nothing to compare.\n", name[o->baseline],
                         s->n_methods == 1 ? "is the only method of these records"
                                           : "has no plan on any instance where another method has one");
    for (size_t q = 0; q < n; q++) {
        ul_comparison_sentence(s, &found[q], name, out);
        ul_output_text(out, "\n");
    }
    put_blanks(s, out);
    return UL_OK;
}

void ul_report_find_baseline(const ul_summary *s, ul_report_options *o)
{
    const bool measured = s->n_kinds != 1 || has_reference(s, NULL);
    double least = HUGE_VAL;
    for (size_t m = 0; m < s->n_methods && !measured && !o->has_baseline; m++)
        if (!(o->has_mine && m == o->mine) && ul_mean_instance(s, m, UL_DOLLARS_PAID) < least) {
            least = ul_mean_instance(s, m, UL_DOLLARS_PAID);
            o->baseline = m;
        }
    o->has_baseline = o->has_baseline || (isfinite(least) && s->n_methods > 1);
}

static ul_status write_answer(const ul_summary *s, const ul_report_options *o, const char *mark,
                              ul_output *out)
{
    const char **name;
    size_t plans = 0;
    UL_ALLOC(s->arena, name, s->n_methods);
    for (size_t m = 0; m < s->n_methods; m++)
        UL_TRY(ul_arena_format(s->arena, &name[m], "%s%s%s", mark, s->method[m].label, mark));
    for (size_t q = 0; q < s->n_records; q++)
        plans += s->record[q].has_cost;
    if (plans > 0)
        return (o->has_baseline ? put_comparisons : put_nearest)(s, o, name, out);
    ul_output_text(out, "No run found a plan, so there is nothing to compare; the notes of the runs "
                        "say why.\n");
    return UL_OK;
}

ul_status ul_report_answer(const ul_summary *s, const ul_report_options *o, const char *mark,
                           char ***line, size_t *n)
{
    ul_output *memory;
    char *text, *rest;
    size_t length;
    UL_TRY(ul_output_memory(&memory));
    const ul_status status = write_answer(s, o, mark, memory);
    UL_TRY(ul_output_take(memory, &text, &length));
    rest = ul_arena_text(s->arena, text, length);
    free(text);
    UL_TRY(status);
    UL_ALLOC(s->arena, *line, length);
    *n = 0;
    while (rest != NULL && rest[0] != '\0')
        (*line)[(*n)++] = strsep(&rest, "\n");
    return *n == 0 ? ul_no_memory() : UL_OK;
}

/* ---- what this is a report of ---- */

static void add_limit(double value, const char *unit, char text[120])
{
    const size_t used = strlen(text);
    if (value > 0)
        snprintf(text + used, 120 - used, "%s%g %s", used > 0 ? ", " : "", value, unit);
}

ul_status ul_report_fact(const ul_manifest_facts *f, ul_arena *arena, const char **text)
{
    char limits[120] = "";
    if (!f->is_there)
        return ul_arena_format(arena, text, "%s: no manifest says how it was made", f->folder);
    add_limit(f->wall_s, "s wall", limits);
    add_limit(f->cpu_s, "s CPU", limits);
    add_limit(f->memory_mb, "MB", limits);
    return ul_arena_format(arena, text, "Suite %s, %s, on %s (%g core%s), ullage %s, limits of a run: "
                           "%s", f->suite, f->started, f->cpu, f->cores, f->cores == 1 ? "" : "s",
                           f->version, limits[0] == '\0' ? "none" : limits);
}
