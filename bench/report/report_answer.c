/* The top of the report page: the question, and the answer in one sentence. */
#include <string.h>

#include "instance.h"
#include "report_html.h"
#include "statistics.h"
#include "svg.h"

/* Of one method on the instances of one kind that have a reference of one sort. */
typedef struct {
    size_t runs, plans, proved;
    bool everywhere; /* ran on all of them, and every run has a plan */
    const ul_gaps *gaps;
} tally;

/* By method; to_bound: instances without a proved optimum, against their bound. */
static ul_status count(const ul_summary *s, bool to_bound, tally **result)
{
    tally *all = ul_arena_alloc(s->arena, s->n_methods, sizeof *all);
    size_t most = 0;
    if (all == NULL)
        return ul_fail(UL_E_MEMORY, "out of memory for a report");
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
        most = all[m].gaps->n + all[m].gaps->n_without > most
                   ? all[m].gaps->n + all[m].gaps->n_without : most;
    }
    for (size_t m = 0; m < s->n_methods; m++)
        all[m].everywhere = all[m].plans == all[m].runs
                            && all[m].gaps->n + all[m].gaps->n_without == most;
    *result = all;
    return UL_OK;
}

/* A prover is the measure, not the measured. */
static bool is_measured(const tally *t)
{
    return t->runs > 0 && t->proved < t->runs;
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

static void put_name(const ul_summary *s, size_t m, ul_output *out)
{
    ul_output_text(out, "<b>");
    ul_svg_escape(out, s->method[m].label);
    ul_output_text(out, "</b>");
}

/* "3.44% ($14.20 an hour)" */
static void put_distance(const tally *t, const ul_kind *kind, ul_output *out)
{
    ul_output_format(out, "%.2f%% ($%.2f%s)", 100 * ul_stat_mean(t->gaps->gap, t->gaps->n),
                     t->gaps->dollars / (double)t->gaps->n, kind->cost_per);
}

/* Of how much a mean speaks, unless it is of everything. */
static void put_extent(const tally *t, ul_output *out)
{
    if (t->plans < t->runs)
        ul_output_format(out, " in the %zu of its %zu runs that have a plan", t->plans, t->runs);
    else if (!t->everywhere)
        ul_output_format(out, " on the %zu instances it ran on", t->gaps->n + t->gaps->n_without);
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

static void put_extremes(const ul_summary *s, const tally *all, size_t near, size_t far,
                         const ul_kind *kind, bool to_bound, ul_output *out)
{
    ul_output_format(out, "the heuristic nearest to the %s is ", to_bound ? "best bounds" : "proved optima");
    put_name(s, near, out);
    if (ul_stat_mean(all[near].gaps->gap, all[near].gaps->n) == 0) {
        ul_output_format(out, to_bound ? ", which meets them%s" : ", which finds them%s",
                         all[near].everywhere ? " all" : "");
    } else {
        ul_output_text(out, to_bound ? ", which pays at most " : ", which pays ");
        put_distance(&all[near], kind, out);
        ul_output_text(out, " too much on average");
    }
    put_extent(&all[near], out);
    if (far == near)
        return;
    ul_output_text(out, ", and the farthest is ");
    put_name(s, far, out);
    ul_output_text(out, to_bound ? ", with at most " : ", with ");
    put_distance(&all[far], kind, out);
    put_extent(&all[far], out);
}

/* One kind's part of the answer; not said when it has no reference of this sort. A
 * method that has failed somewhere is not compared with those that have not: what it
 * did solve may have been easy. */
static ul_status put_kind(const ul_summary *s, const ul_kind *kind, bool to_bound, ul_output *out,
                          bool *said)
{
    tally *all;
    size_t proved = 0;
    UL_TRY(count(s, to_bound, &all));
    for (size_t m = 0; m < s->n_methods; m++)
        proved += all[m].proved;
    const bool everywhere = extreme(s, all, true, false) != UL_NONE;
    const size_t near = extreme(s, all, everywhere, false);
    *said = near != UL_NONE || proved > 0;
    if (near != UL_NONE)
        put_extremes(s, all, near, extreme(s, all, everywhere, true), kind, to_bound, out);
    else if (proved > 0)
        ul_output_text(out, "every method that found a plan proves it the best possible");
    if (everywhere || (near == UL_NONE && proved > 0))
        put_left_out(s, all, out);
    return UL_OK;
}

static bool has_kind(const ul_summary *s, const ul_kind *kind)
{
    for (size_t q = 0; q < s->n_records; q++)
        if (strcmp(s->record[q].kind, kind->name) == 0)
            return true;
    return false;
}

static ul_status put_answer(const ul_summary *s, ul_output *out)
{
    size_t kinds = 0, n = 0;
    for (size_t k = 0; ul_kinds[k] != NULL; k++)
        kinds += has_kind(s, ul_kinds[k]);
    ul_output_text(out, "<p class=\"answer\">");
    for (size_t k = 0; ul_kinds[k] != NULL; k++) {
        const ul_kind *kind = ul_kinds[k];
        ul_summary *part;
        bool said;
        if (!has_kind(s, kind))
            continue;
        UL_TRY(ul_summary_of_kind(s, kind->name, &part));
        ul_output_text(out, n++ > 0 ? "; " : "");
        if (kinds > 1)
            ul_output_format(out, "in %s, ", kind->name);
        UL_TRY(put_kind(part, kind, false, out, &said));
        if (!said)
            UL_TRY(put_kind(part, kind, true, out, &said));
        if (!said)
            ul_output_text(out, "no optimum and no bound is proved, so only methods can be compared");
    }
    ul_output_text(out, ".</p>\n");
    return UL_OK;
}

static void put_tile(ul_output *out, size_t number, const char *what)
{
    ul_output_format(out, "<div><dt>%s</dt><dd>%zu</dd></div>\n", what, number);
}

ul_status ul_report_answer(const ul_summary *s, ul_output *out)
{
    size_t plans = 0, optima = 0;
    for (size_t q = 0; q < s->n_records; q++)
        plans += s->record[q].has_cost;
    for (size_t q = 0; q < s->n_instances; q++)
        optima += s->reference[q].has_optimum;
    ul_output_text(out, "<p class=\"question\">How far from the best possible are these "
                        "provisioning decisions, and what does the distance cost?</p>\n");
    if (plans > 0)
        UL_TRY(put_answer(s, out));
    else
        ul_output_text(out, "<p class=\"answer\">No run found a plan, so there is nothing to "
                            "compare; the notes below the instances say why.</p>\n");
    ul_output_text(out, "<dl class=\"tiles\">\n");
    put_tile(out, s->n_instances, s->n_instances == 1 ? "instance" : "instances");
    put_tile(out, s->n_methods, s->n_methods == 1 ? "method" : "methods");
    put_tile(out, s->n_records, s->n_records == 1 ? "run" : "runs");
    put_tile(out, optima, optima == 1 ? "optimum proved" : "optima proved");
    put_tile(out, s->n_records - plans, "runs without a plan");
    ul_output_text(out, "</dl>\n");
    return UL_OK;
}
