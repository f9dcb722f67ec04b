/* The top of the report page: the question, and the answer in one sentence. */
#include <math.h>
#include <string.h>

#include "instance.h"
#include "report_html.h"
#include "svg.h"

/* Of one method on the instances of one kind that have a reference of one sort. */
typedef struct {
    size_t runs, solved, proved;
    double gap, dollars; /* summed */
} tally;

/* By method; to_bound: instances without a proved optimum, against their bound. */
static ul_status count(const ul_summary *s, const char *kind, bool to_bound, tally **result)
{
    tally *all = ul_arena_alloc(s->arena, s->n_methods, sizeof *all);
    if (all == NULL)
        return ul_fail(UL_E_MEMORY, "out of memory for a report");
    for (size_t q = 0; q < s->n_records; q++) {
        const ul_record *r = &s->record[q];
        const ul_reference *reference = &s->reference[s->instance_of[q]];
        const double best = to_bound ? reference->bound : reference->optimum;
        tally *t = &all[s->method_of[q]];
        if (strcmp(r->kind, kind) != 0 || !(best > 0)
            || (to_bound ? reference->has_optimum || !reference->has_bound : !reference->has_optimum))
            continue;
        t->runs++;
        t->proved += r->outcome == UL_OPTIMAL;
        if (!r->has_cost)
            continue;
        t->solved++;
        t->gap += ul_cost_double(r->cost) / best - 1;
        t->dollars += ul_cost_double(r->cost) - best;
    }
    *result = all;
    return UL_OK;
}

/* The method with the least or greatest mean gap; UL_NONE without one. */
static size_t extreme(const ul_summary *s, const tally *all, bool greatest)
{
    size_t found = UL_NONE;
    double mean = 0;
    for (size_t m = 0; m < s->n_methods; m++) {
        if (all[m].solved == 0 || all[m].proved == all[m].runs)
            continue; /* a prover is the measure, not the measured */
        const double gap = all[m].gap / (double)all[m].solved;
        if (found == UL_NONE || (greatest ? gap > mean : gap < mean)) {
            found = m;
            mean = gap;
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
static void put_distance(const tally *t, const char *kind, ul_output *out)
{
    const double n = (double)t->solved;
    ul_output_format(out, "%.2f%% ($%.2f%s)", 100 * t->gap / n, t->dollars / n,
                     strcmp(kind, "reservation") == 0 ? "" : " an hour");
}

/* One kind's part of the answer; not said when it has no reference of this sort. */
static ul_status put_kind(const ul_summary *s, const char *kind, bool to_bound, ul_output *out,
                          bool *said)
{
    tally *all;
    bool proved = false;
    UL_TRY(count(s, kind, to_bound, &all));
    const size_t near = extreme(s, all, false), far = extreme(s, all, true);
    for (size_t m = 0; m < s->n_methods; m++)
        proved = proved || all[m].proved > 0;
    *said = near != UL_NONE || proved;
    if (near == UL_NONE) {
        ul_output_text(out, proved ? "every method that ran proves its plan the best possible" : "");
        return UL_OK;
    }
    ul_output_format(out, "the heuristic nearest to the %s is ", to_bound ? "best bounds" : "proved optima");
    put_name(s, near, out);
    if (all[near].gap == 0) {
        ul_output_text(out, to_bound ? ", which meets them all" : ", which finds them all");
    } else {
        ul_output_text(out, to_bound ? ", which pays at most " : ", which pays ");
        put_distance(&all[near], kind, out);
        ul_output_text(out, " too much on average");
    }
    if (far == near)
        return UL_OK;
    ul_output_text(out, ", and the farthest is ");
    put_name(s, far, out);
    ul_output_text(out, to_bound ? ", with at most " : ", with ");
    put_distance(&all[far], kind, out);
    return UL_OK;
}

static bool has_kind(const ul_summary *s, const char *kind)
{
    for (size_t q = 0; q < s->n_records; q++)
        if (strcmp(s->record[q].kind, kind) == 0)
            return true;
    return false;
}

static ul_status put_answer(const ul_summary *s, ul_output *out)
{
    size_t kinds = 0, n = 0;
    for (size_t k = 0; ul_kinds[k] != NULL; k++)
        kinds += has_kind(s, ul_kinds[k]->name);
    ul_output_text(out, "<p class=\"answer\">");
    for (size_t k = 0; ul_kinds[k] != NULL; k++) {
        const char *kind = ul_kinds[k]->name;
        bool said;
        if (!has_kind(s, kind))
            continue;
        ul_output_text(out, n++ > 0 ? "; " : "");
        if (kinds > 1)
            ul_output_format(out, "in %s, ", kind);
        UL_TRY(put_kind(s, kind, false, out, &said));
        if (!said)
            UL_TRY(put_kind(s, kind, true, out, &said));
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
    size_t solved = 0, optima = 0;
    for (size_t m = 0; m < s->n_methods; m++)
        solved += s->method[m].n_solved;
    for (size_t q = 0; q < s->n_instances; q++)
        optima += s->reference[q].has_optimum;
    ul_output_text(out, "<p class=\"question\">How far from the best possible are these "
                        "provisioning decisions, and what does the distance cost?</p>\n");
    if (solved > 0)
        UL_TRY(put_answer(s, out));
    else
        ul_output_text(out, "<p class=\"answer\">No run found a plan, so there is nothing to "
                            "compare; the notes below the instances say why.</p>\n");
    ul_output_text(out, "<dl class=\"tiles\">\n");
    put_tile(out, s->n_instances, s->n_instances == 1 ? "instance" : "instances");
    put_tile(out, s->n_methods, s->n_methods == 1 ? "method" : "methods");
    put_tile(out, s->n_records, s->n_records == 1 ? "run" : "runs");
    put_tile(out, optima, optima == 1 ? "optimum proved" : "optima proved");
    put_tile(out, s->n_records - solved, "runs without a plan");
    ul_output_text(out, "</dl>\n");
    return UL_OK;
}
