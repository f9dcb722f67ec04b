/* The question, and the answer in one sentence: on top of the page and on the terminal. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "comparison.h"
#include "instance.h"
#include "registry.h"
#include "report_html.h"
#include "statistics.h"
#include "svg.h"

/* Of one method on the instances of one kind that have a reference of one sort. */
typedef struct {
    size_t runs, plans, proved;
    bool everywhere; /* ran on all of them, and every run has a plan */
    bool is_exact;
    const ul_gaps *gaps;
} tally;

/* Instances with a reference that the method ran on. */
static size_t n_instances(const tally *t)
{
    return t->gaps->n + t->gaps->n_planless + t->gaps->n_unmeasured;
}

/* By method; to_bound: instances without a proved optimum, against their bound. */
static ul_status count(const ul_summary *s, bool to_bound, tally **result)
{
    tally *all;
    size_t most = 0;
    UL_ALLOC(s->arena, all, s->n_methods);
    for (size_t q = 0; q < s->n_records; q++) {
        const ul_record *r = &s->record[q];
        const ul_reference *reference = &s->reference[s->instance_of[q]];
        tally *t = &all[s->method_of[q]];
        if ((to_bound ? reference->has_optimum || !reference->has_bound : !reference->has_optimum)
            || (r->outcome == UL_BOUND && !r->has_cost))
            continue;
        t->runs++;
        t->plans += r->has_cost;
        t->proved += r->outcome == UL_OPTIMAL;
    }
    for (size_t m = 0; m < s->n_methods; m++) {
        all[m].gaps = &s->method[m].gaps[to_bound];
        all[m].is_exact = s->method[m].is_exact;
        most = n_instances(&all[m]) > most ? n_instances(&all[m]) : most;
    }
    for (size_t m = 0; m < s->n_methods; m++)
        all[m].everywhere = all[m].plans == all[m].runs && n_instances(&all[m]) == most;
    *result = all;
    return UL_OK;
}

/* An exact method is the measure, not the measured, also where it proved nothing. */
static bool is_measured(const tally *t)
{
    return t->runs > 0 && !t->is_exact;
}

/* The method with the least or greatest mean gap, of those that have a plan everywhere
 * or of all; UL_NONE without one. */
static size_t extreme(const ul_summary *s, const tally *all, bool everywhere, bool greatest)
{
    size_t found = UL_NONE;
    double least = 0;
    for (size_t m = 0; m < s->n_methods; m++) {
        if (!is_measured(&all[m]) || all[m].gaps->n == 0 || (everywhere && !all[m].everywhere))
            continue;
        const double gap = ul_stat_mean(all[m].gaps->gap, all[m].gaps->n) * (greatest ? -1 : 1);
        if (found == UL_NONE || gap < least) {
            found = m;
            least = gap;
        }
    }
    return found;
}

/* "3.44% ($14.20 an hour)" */
static void put_distance(const tally *t, const ul_kind *kind, ul_output *out)
{
    ul_output_format(out, "%.2f%% ($%.2f%s)", 100 * ul_stat_mean(t->gaps->gap, t->gaps->n),
                     t->gaps->dollars / (double)t->gaps->n, kind->cost_per);
}

/* Says over which runs or instances a mean was taken, unless it was over all. */
static void put_extent(const tally *t, ul_output *out)
{
    if (t->plans < t->runs)
        ul_output_format(out, " in the %zu of its %zu runs that have a plan", t->plans, t->runs);
    else if (!t->everywhere)
        ul_output_format(out, " on the %zu instances it ran on", n_instances(t));
}

static void put_left_out(const ul_summary *s, const tally *all, ul_output *out)
{
    size_t n = 0;
    for (size_t m = 0; m < s->n_methods; m++)
        n += is_measured(&all[m]) && !all[m].everywhere;
    if (n > 0)
        ul_output_format(out, " (%zu method%s without a plan everywhere %s not counted)", n,
                         n == 1 ? "" : "s", n == 1 ? "is" : "are");
}

/* One kind's part of the answer. */
typedef struct {
    const ul_summary *s;
    const ul_kind *kind;
    bool to_bound, html;
    const tally *all; /* by method */
} part_of_answer;

/* The headline's method: how far, and which of how many, the nearest first. */
static void put_mine(const part_of_answer *a, size_t mine, ul_output *out)
{
    const tally *t = &a->all[mine];
    size_t rank = 1, n = 0;
    for (size_t m = 0; m < a->s->n_methods; m++) {
        const ul_gaps *gaps = a->all[m].gaps;
        if (!is_measured(&a->all[m]) || gaps->n == 0)
            continue;
        n++;
        rank += ul_stat_mean(gaps->gap, gaps->n) < ul_stat_mean(t->gaps->gap, t->gaps->n);
    }
    ul_put_method(a->s, mine, a->html, out);
    ul_output_text(out, a->to_bound ? " pays at most " : " pays ");
    put_distance(t, a->kind, out);
    ul_output_format(out, " more than the %s on average", a->to_bound ? "best bounds" : "proved optima");
    put_extent(t, out);
    ul_output_format(out, ", number %zu of %zu heuristics; ", rank, n);
}

static void put_near(const part_of_answer *a, size_t near, ul_output *out)
{
    const tally *t = &a->all[near];
    ul_output_format(out, "the heuristic nearest to the %s is ",
                     a->to_bound ? "best bounds" : "proved optima");
    ul_put_method(a->s, near, a->html, out);
    if (ul_stat_mean(t->gaps->gap, t->gaps->n) == 0) {
        ul_output_format(out, a->to_bound ? ", which meets them%s" : ", which finds them%s",
                         t->everywhere ? " all" : "");
    } else {
        ul_output_text(out, a->to_bound ? ", which pays at most " : ", which pays ");
        put_distance(t, a->kind, out);
        ul_output_text(out, " too much on average");
    }
    put_extent(t, out);
}

static void put_far(const part_of_answer *a, size_t far, ul_output *out)
{
    ul_output_text(out, ", and the farthest is ");
    ul_put_method(a->s, far, a->html, out);
    ul_output_text(out, a->to_bound ? ", with at most " : ", with ");
    put_distance(&a->all[far], a->kind, out);
    put_extent(&a->all[far], out);
}

/* Not said when the kind has no reference of this sort. A method that has failed
 * somewhere is not compared with those that have not: what it did solve may have been
 * easy. */
static ul_status put_kind(part_of_answer answer, const ul_report_options *o, ul_output *out, bool *said)
{
    const ul_summary *s = answer.s;
    tally *all = NULL;
    size_t proved = 0;
    UL_TRY(count(s, answer.to_bound, &all));
    answer.all = all;
    for (size_t m = 0; m < s->n_methods; m++)
        proved += all[m].proved;
    const bool everywhere = extreme(s, all, true, false) != UL_NONE;
    const size_t near = extreme(s, all, everywhere, false);
    const size_t far = extreme(s, all, everywhere, true);
    *said = near != UL_NONE || proved > 0;
    if (o->has_mine && is_measured(&all[o->mine]) && all[o->mine].gaps->n > 0)
        put_mine(&answer, o->mine, out);
    if (near != UL_NONE)
        put_near(&answer, near, out);
    else if (proved > 0)
        ul_output_text(out, "every method that found a plan proves it the best possible");
    if (far != near)
        put_far(&answer, far, out);
    if (everywhere || (near == UL_NONE && proved > 0))
        put_left_out(s, all, out);
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

static ul_status put_nearest(const ul_summary *s, const ul_report_options *o, bool html,
                             ul_output *out)
{
    size_t n = 0;
    for (const char *kind = NULL; (kind = ul_summary_next_kind(s, kind)) != NULL;) {
        ul_summary *part;
        bool said;
        UL_TRY(ul_summary_part(s, kind, 0, NULL, &part));
        ul_output_text(out, n++ > 0 ? "; " : "");
        if (part->n_records < s->n_records)
            ul_output_format(out, "in %s, ", kind);
        part_of_answer answer = {part, ul_kind_find(kind), false, html, NULL};
        UL_TRY(put_kind(answer, o, out, &said));
        answer.to_bound = true;
        if (!said)
            UL_TRY(put_kind(answer, o, out, &said));
        if (!said) {
            ul_output_text(out, "no");
            put_unmeasured(ul_kind_find(kind), out);
        }
    }
    ul_output_text(out, ".");
    return UL_OK;
}

/* ---- against a baseline ---- */

typedef struct {
    const ul_summary *part;
    const ul_comparison *comparison;
    size_t n_comparisons; /* in its kind */
    const char *kind;     /* NULL where there is one alone */
    bool is_mine;
} finding;

/* The headline's method, heuristics before exact methods, the cheapest first. */
static int cheapest_first(const void *a, const void *b)
{
    const finding *x = a, *y = b;
    const bool x_exact = x->part->method[x->comparison->method].is_exact;
    const bool y_exact = y->part->method[y->comparison->method].is_exact;
    if (x->is_mine != y->is_mine)
        return x->is_mine ? -1 : 1;
    if (x_exact != y_exact)
        return x_exact ? 1 : -1;
    if (x->comparison->mean != y->comparison->mean)
        return x->comparison->mean < y->comparison->mean ? -1 : 1;
    return x->comparison->method < y->comparison->method ? -1 : 1;
}

static ul_status find_all(const ul_summary *s, const ul_report_options *o, finding *found, size_t *n)
{
    *n = 0;
    for (const char *kind = NULL; (kind = ul_summary_next_kind(s, kind)) != NULL;) {
        ul_summary *part;
        ul_comparison *comparison;
        size_t m;
        UL_TRY(ul_summary_part(s, kind, 0, NULL, &part));
        UL_TRY(ul_compare(part, o->baseline, &comparison, &m));
        for (size_t q = 0; q < m; q++)
            found[(*n)++] = (finding){part, &comparison[q], m,
                                      part->n_records < s->n_records ? kind : NULL,
                                      o->has_mine && comparison[q].method == o->mine};
    }
    qsort(found, *n, sizeof *found, cheapest_first);
    return UL_OK;
}

/* A sentence for each kind without a reference: why its gaps are blank. */
static void put_blanks(const ul_summary *s, bool html, ul_output *out)
{
    for (const char *kind = NULL; (kind = ul_summary_next_kind(s, kind)) != NULL;) {
        bool any = false, alone = true;
        for (size_t q = 0; q < s->n_instances; q++) {
            const bool of_kind = strcmp(s->instance[q].kind, kind) == 0;
            any = any || (of_kind && (s->reference[q].has_optimum || s->reference[q].has_bound));
            alone = alone && of_kind;
        }
        if (any)
            continue;
        ul_output_text(out, html ? "<p class=\"note\">" : "\n");
        if (alone)
            ul_output_text(out, "No");
        else
            ul_output_format(out, "In %s, no", kind);
        put_unmeasured(ul_kind_find(kind), out);
        ul_output_text(out, html ? ".</p>\n" : ".");
    }
}

/* The first sentence is the headline, the others follow it. */
static ul_status put_comparisons(const ul_summary *s, const ul_report_options *o, bool html,
                                 ul_answer_part which, ul_output *out)
{
    size_t kinds = 0, n;
    for (const char *kind = NULL; (kind = ul_summary_next_kind(s, kind)) != NULL;)
        kinds++;
    finding *found;
    UL_ALLOC(s->arena, found, kinds * s->n_methods);
    UL_TRY(find_all(s, o, found, &n));
    if (n == 0 && which != UL_REST) {
        ul_put_method(s, o->baseline, html, out);
        ul_output_text(out, s->n_methods == 1
                                ? " is the only method of these records: there is nothing to compare."
                                : " has no plan on any instance where another method has one: there is "
                                  "nothing to compare.");
    }
    if (html && which == UL_REST && n > 1)
        ul_output_text(out, "<ul class=\"answers\">\n");
    for (size_t q = which == UL_REST ? 1 : 0; q < (which == UL_HEADLINE && n > 0 ? 1 : n); q++) {
        ul_output_text(out, html && q > 0 ? "<li>" : q > 0 ? "\n" : "");
        if (found[q].kind != NULL)
            ul_output_format(out, "In %s, ", found[q].kind);
        UL_TRY(ul_comparison_sentence(found[q].part, o->baseline, found[q].comparison,
                                      found[q].n_comparisons, html, out));
        ul_output_text(out, html && q > 0 ? "</li>\n" : "");
    }
    if (html && which == UL_REST && n > 1)
        ul_output_text(out, "</ul>\n");
    if (which != UL_HEADLINE)
        put_blanks(s, html, out);
    return UL_OK;
}

void ul_report_find_baseline(const ul_summary *s, ul_report_options *o)
{
    const char *kind = ul_summary_next_kind(s, NULL);
    bool measured = kind == NULL || ul_summary_next_kind(s, kind) != NULL;
    double least = HUGE_VAL;
    for (size_t q = 0; q < s->n_instances; q++)
        measured = measured || s->reference[q].has_optimum || s->reference[q].has_bound;
    for (size_t m = 0; m < s->n_methods && !measured && !o->has_baseline; m++)
        if (!(o->has_mine && m == o->mine) && ul_mean_cost(s, m) < least) {
            least = ul_mean_cost(s, m);
            o->baseline = m;
        }
    o->has_baseline = o->has_baseline || (isfinite(least) && s->n_methods > 1);
}

ul_status ul_report_answer(const ul_summary *s, const ul_report_options *o, bool html,
                           ul_answer_part which, ul_output *out)
{
    size_t plans = 0;
    for (size_t q = 0; q < s->n_records; q++)
        plans += s->record[q].has_cost;
    const bool by_name = plans > 0 && (o->has_baseline || o->has_mine); /* it begins with a method */
    if (which == UL_REST)
        return plans > 0 && o->has_baseline ? put_comparisons(s, o, html, which, out) : UL_OK;
    ul_output_text(out, !html ? "" : by_name ? "<p class=\"answer\">" : "<p class=\"answer sentence\">");
    if (plans > 0 && o->has_baseline)
        UL_TRY(put_comparisons(s, o, html, which, out));
    else if (plans > 0)
        UL_TRY(put_nearest(s, o, html, out));
    else
        ul_output_text(out, "No run found a plan, so there is nothing to compare; the notes of the "
                            "runs say why.");
    ul_output_text(out, html ? "</p>\n" : "\n");
    return UL_OK;
}

/* ---- what this is a report of ---- */

static void add_limit(double value, const char *unit, char text[120])
{
    const size_t used = strlen(text);
    if (value > 0)
        snprintf(text + used, 120 - used, "%s%g %s", used > 0 ? ", " : "", value, unit);
}

static ul_status folder_text(const ul_manifest_facts *f, ul_arena *arena, const char **text)
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

ul_status ul_report_facts(const ul_summary *s, bool html, ul_output *out)
{
    for (size_t q = 0; q < s->n_folders + s->n_remarks; q++) {
        const bool remark = q >= s->n_folders;
        const char *text = remark ? s->remark[q - s->n_folders] : NULL;
        if (!remark)
            UL_TRY(folder_text(&s->folder[q], s->arena, &text));
        ul_output_text(out, !html ? "" : remark ? "<p class=\"remark\">" : "<p class=\"facts\">");
        (html ? ul_svg_escape : ul_output_text)(out, text);
        ul_output_text(out, !html ? "\n" : remark ? "</p>\n" : ".</p>\n");
    }
    return UL_OK;
}

static void put_tile(ul_output *out, size_t number, const char *what)
{
    ul_output_format(out, "<div><dt>%s</dt><dd>%zu</dd></div>\n", what, number);
}

void ul_report_tiles(const ul_summary *s, ul_output *out)
{
    size_t planless = 0, optima = 0, certified = 0;
    for (size_t q = 0; q < s->n_records; q++) /* who was asked for a bound lacks no plan */
        planless += !s->record[q].has_cost && s->record[q].outcome != UL_BOUND;
    for (size_t q = 0; q < s->n_instances; q++) {
        optima += s->reference[q].has_optimum;
        certified += s->reference[q].certified;
    }
    ul_output_text(out, "<dl class=\"tiles\">\n");
    put_tile(out, s->n_instances, s->n_instances == 1 ? "instance" : "instances");
    put_tile(out, s->n_methods, s->n_methods == 1 ? "method" : "methods");
    put_tile(out, s->n_records, s->n_records == 1 ? "run" : "runs");
    put_tile(out, optima, optima == 1 ? "optimum proved" : "optima proved");
    if (certified > 0)
        put_tile(out, certified, "of them certified");
    put_tile(out, planless, "runs without a plan");
    ul_output_text(out, "</dl>\n");
}
