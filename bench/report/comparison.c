#include "comparison.h"

#include <math.h>
#include <stdio.h>

/* To a millionth of a millionth: quotients of equal ratios must tie. */
static double rounded(double x)
{
    return rint(x * 1e12) / 1e12 + 0.0;
}

/* Of two means, to a billionth of a dollar: thirds are rounded, and equal differences
 * must tie. */
static double in_dollars(ul_cost x, ul_cost y)
{
    const ul_cost unit = 1000, half = x < y ? -unit / 2 : unit / 2;
    return ul_cost_double((x - y + half) / unit * unit);
}

static ul_status pair_up(const ul_summary *s, bool dollars, ul_comparison *c)
{
    const ul_method_summary *x = &s->method[c->method], *y = &s->method[c->baseline];
    UL_ALLOC(s->arena, c->difference, s->n_instances);
    for (size_t q = 0; q < s->n_instances; q++) {
        double difference;
        if (!s->inside[q])
            continue;
        const double side[] = {x->cost[q], y->cost[q]};
        const bool there = !s->reference[q].infeasible;
        c->n_all++;
        c->n_infeasible += !there;
        c->n_unpaired += isfinite(side[0]) != isfinite(side[1]);
        for (int k = 0; k < 2; k++) { /* why it gives no pair */
            c->n_absent[k] += there && isnan(side[k]);
            c->n_planless[k] += there && side[k] == HUGE_VAL;
        }
        if (!isfinite(side[0]) || !isfinite(side[1]))
            continue;
        if (!ul_gap(side[0], side[1], &difference) && !dollars) {
            c->n_free++;
            continue;
        }
        difference = dollars ? in_dollars(x->mean[q], y->mean[q]) : rounded(difference);
        c->n_better += difference < 0;
        c->n_equal += difference == 0;
        c->n_worse += difference > 0;
        c->difference[c->n++] = difference;
    }
    return UL_OK;
}

/* Holm over the comparisons that have a p. */
static ul_status adjust(const ul_summary *s, ul_comparison *all, size_t n)
{
    double *p;
    size_t tested = 0;
    UL_ALLOC(s->arena, p, 2 * n + 1);
    double *adjusted = p + n;
    for (size_t q = 0; q < n; q++)
        if (!isnan(all[q].by.p))
            p[tested++] = all[q].by.p;
    UL_TRY(ul_stat_holm(p, tested, adjusted));
    tested = 0;
    for (size_t q = 0; q < n; q++) {
        all[q].n_compared = n;
        if (!isnan(all[q].by.p))
            all[q].p_holm = adjusted[tested++];
    }
    return UL_OK;
}

ul_status ul_compare(const ul_summary *s, size_t baseline, ul_comparison **result, size_t *n)
{
    const bool all_pairs = baseline == UL_NONE;
    ul_comparison *all;
    double w;
    UL_ALLOC(s->arena, all, s->n_methods * (all_pairs ? s->n_methods : 1));
    *n = 0;
    for (size_t m = 0; m < s->n_methods; m++)
        for (size_t other = all_pairs ? m + 1 : 0; other < s->n_methods; other++) {
            ul_comparison c = {.method = m, .baseline = other, .kind = s->kind[0]};
            if (!all_pairs && (other != baseline || m == baseline))
                continue;
            UL_TRY(pair_up(s, all_pairs, &c));
            if (c.n == 0)
                continue;
            c.by.p = c.p_holm = NAN;
            if (!all_pairs)
                UL_TRY(ul_stat_paired(c.difference, c.n, &c.by));
            else if (c.n >= UL_FEWEST_PAIRS)
                UL_TRY(ul_stat_wilcoxon(c.difference, c.n, &w, &c.by.p));
            all[(*n)++] = c;
        }
    *result = all;
    return adjust(s, all, *n);
}

/* ---- the sentence ---- */

/* Settled where the interval of the mean leaves out 0 and p after Holm is below 5%. */
static const char *conclusion(const ul_comparison *c)
{
    if (c->n < UL_FEWEST_PAIRS)
        return "";
    if (c->p_holm >= 0.05 || (c->by.low <= 0 && c->by.high >= 0))
        return ": that does not settle which is better";
    return c->by.mean < 0 ? ": it is better" : ": it is worse";
}

/* "1.20% less", "0.35% more", "as much" */
enum { DIFFERENCE_TEXT = 40 };
static const char *difference_text(double difference, char text[DIFFERENCE_TEXT])
{
    if (fabs(difference) < 5e-6)
        return "as much";
    snprintf(text, DIFFERENCE_TEXT, fabs(difference) < 1e-3 ? "%.3f%% %s" : "%.2f%% %s",
             100 * fabs(difference), difference < 0 ? "less" : "more");
    return text;
}

static void put_evidence(const ul_comparison *c, ul_output *out)
{
    char low[DIFFERENCE_TEXT], high[DIFFERENCE_TEXT], median[DIFFERENCE_TEXT];
    if (c->n < UL_FEWEST_PAIRS) {
        ul_output_format(out, "; %zu instance%s too few for an interval or a test", c->n,
                         c->n == 1 ? " is" : "s are");
        return;
    }
    ul_output_format(out, " (95%% interval %s to %s, median %s", difference_text(c->by.low, low),
                     difference_text(c->by.high, high), difference_text(c->by.median, median));
    ul_output_format(out, c->p_holm < 0.001 ? "; p < 0.001" : "; p = %.3g", c->p_holm);
    if (c->n_compared > 1)
        ul_output_format(out, " after Holm over %zu comparisons", c->n_compared);
    ul_output_text(out, ")");
}

/* "; of the others, a did not run on 6, b has no plan on 3" */
static void put_others(const ul_comparison *c, const char *const *name, ul_output *out)
{
    const char *before = "; of the others, ";
    for (int q = 0; q < 2; q++) {
        if (c->n_absent[q] + c->n_planless[q] > 0)
            ul_output_format(out, "%s%s", before, name[q == 0 ? c->method : c->baseline]);
        if (c->n_absent[q] > 0)
            ul_output_format(out, " did not run on %zu", c->n_absent[q]);
        if (c->n_planless[q] > 0)
            ul_output_format(out, "%s has no plan on %zu", c->n_absent[q] > 0 ? " and" : "",
                             c->n_planless[q]);
        before = c->n_absent[q] + c->n_planless[q] > 0 ? ", " : before;
    }
    if (c->n_free > 0)
        ul_output_format(out, "%sthe baseline costs nothing on %zu", before, c->n_free);
    before = c->n_free > 0 ? ", " : before;
    if (c->n_infeasible > 0)
        ul_output_format(out, "%s%zu ha%s no plan at all", before, c->n_infeasible,
                         c->n_infeasible == 1 ? "s" : "ve");
}

void ul_comparison_sentence(const ul_summary *s, const ul_comparison *c, const char *const *name,
                            ul_output *out)
{
    static const char *const exact[] = {"", ", an exact method,"};
    char mean[DIFFERENCE_TEXT];
    if (s->n_kinds > 1)
        ul_output_format(out, "In %s, ", c->kind);
    ul_output_format(out, "%s%s costs %s %s %s%s on average over %zu", name[c->method],
                     exact[s->method[c->method].is_exact], difference_text(c->by.mean, mean),
                     fabs(c->by.mean) < 5e-6 ? "as" : "than", name[c->baseline],
                     exact[s->method[c->baseline].is_exact], c->n);
    if (c->n < c->n_all)
        ul_output_format(out, " of %zu", c->n_all);
    ul_output_text(out, c->n_all == 1 ? " instance" : " instances");
    put_evidence(c, out);
    ul_output_format(out, "%s; cheaper on %zu, equal on %zu, dearer on %zu",
                     conclusion(c), c->n_better, c->n_equal, c->n_worse);
    put_others(c, name, out);
    ul_output_text(out, ".");
}
