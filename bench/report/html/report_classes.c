/* Small multiples: a box a method for each class of instances. Against a baseline they
 * show the relative difference, else the gap to the optimum or, without one, to the bound. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "comparison.h"
#include "report_html.h"
#include "statistics.h"
#include "svg.h"

enum { DRAWN_MAX = 24 }; /* values of a class: more are a table's business */

/* What a method comes to on an instance, in per cent; false where there is nothing. */
static bool value_of(const ul_summary *s, const ul_report_options *o, size_t m, size_t q,
                     double *value)
{
    const ul_reference *reference = &s->reference[q];
    const double cost = s->method[m].cost[q];
    const double against = o->has_baseline         ? s->method[o->baseline].cost[q]
                           : reference->has_optimum ? reference->optimum
                                                    : reference->bound;
    const bool both = isfinite(cost) && isfinite(against)
                      && (o->has_baseline || reference->has_optimum || reference->has_bound);
    if (!both || !ul_gap(cost, against, value))
        return false;
    *value *= 100;
    return true;
}

/* The values of a method on the instances of one class. */
static size_t collect(const ul_summary *s, const ul_report_options *o, size_t class,
                      const char *of, size_t m, double *value)
{
    size_t n = 0;
    for (size_t q = 0; q < s->n_instances; q++)
        if (strcmp(s->instance[q].of_class[class], of) == 0 && value_of(s, o, m, q, &value[n]))
            n++;
    return n;
}

/* One axis for all pictures of a class, or they could not be compared. */
static ul_axis find_axis(const ul_summary *s, const ul_report_options *o)
{
    ul_axis axis = {.scale = UL_SYMLOG, .knee = 0.1, .unit = "%", .to = 0.1,
                    .title = o->has_baseline ? "cost, from the baseline's" : "gap"};
    for (size_t m = 0; m < s->n_methods; m++)
        for (size_t q = 0; q < s->n_instances; q++) {
            double value;
            if (!value_of(s, o, m, q, &value))
                continue;
            axis.to = fmax(axis.to, fmin(UL_GAP_DRAWN_MAX, 1.05 * value));
            axis.from = fmin(axis.from, 1.05 * value);
        }
    return axis;
}

static bool is_drawn(const ul_summary *s, const ul_report_options *o, size_t m)
{
    return s->method[m].n_priced > 0 && !(o->has_baseline && m == o->baseline);
}

/* Whether there is anything to draw, of one value of a class or, where that is NULL, at all. */
static bool any_value(const ul_summary *s, const ul_report_options *o, size_t class, const char *of)
{
    double value;
    for (size_t m = 0; m < s->n_methods; m++)
        for (size_t q = 0; q < s->n_instances; q++)
            if (is_drawn(s, o, m) && value_of(s, o, m, q, &value)
                && (of == NULL || strcmp(s->instance[q].of_class[class], of) == 0))
                return true;
    return false;
}

static void put_chart(const ul_summary *s, const ul_report_options *o, size_t class,
                      const char *of, ul_chart *chart, double *value, ul_output *out)
{
    size_t row = 0;
    ul_output_text(out, "<div class=\"multiple\" data-class=\"");
    ul_svg_escape(out, s->classes[class].name);
    ul_output_text(out, ": ");
    ul_svg_escape(out, of);
    ul_output_text(out, "\">\n");
    ul_chart_begin(out, chart);
    for (size_t m = 0; m < s->n_methods; m++) {
        double five[5];
        if (!is_drawn(s, o, m))
            continue;
        const size_t n = collect(s, o, class, of, m, value);
        for (int q = 0; q < 5 && n > 0; q++)
            five[q] = ul_stat_quantile(value, n, 0.25 * q);
        ul_chart_box(out, chart, row++, m, s->method[m].label, n > 0 ? five : NULL);
    }
    ul_chart_end(out, chart, UL_KEY_LINE, NULL, NULL, 0);
    ul_output_text(out, "</div>\n");
}

/* Instances of the value, of the part's kind alone. */
static size_t count(const ul_summary *s, size_t class, const char *of)
{
    size_t n = 0;
    for (size_t q = 0; q < s->n_instances; q++)
        n += strcmp(s->instance[q].kind, s->record[0].kind) == 0
             && strcmp(s->instance[q].of_class[class], of) == 0;
    return n;
}

static ul_status put_class(const ul_summary *s, const ul_report_options *o, size_t class,
                           size_t kind, ul_output *out)
{
    const ul_class *c = &s->classes[class];
    double *value;
    char id[64], title[512];
    ul_chart chart = {.x = find_axis(s, o), .id = id, .title = title};
    UL_ALLOC(s->arena, value, s->n_instances);
    for (size_t m = 0; m < s->n_methods; m++) {
        const size_t lines = ul_chart_name_lines(s->method[m].label);
        chart.n_rows += is_drawn(s, o, m);
        chart.row_lines = is_drawn(s, o, m) && lines > chart.row_lines ? lines : chart.row_lines;
    }
    ul_chart_fix_ranges(&chart);
    for (size_t v = 0; v < c->n_values && v < DRAWN_MAX && chart.n_rows > 0; v++) {
        const size_t n = count(s, class, c->value[v]);
        if (n == 0 || !any_value(s, o, class, c->value[v]))
            continue;
        snprintf(id, sizeof id, "class-chart-%zu-%zu-%zu", kind, class, v);
        snprintf(title, sizeof title, "%.100s: %.200s (%zu instance%s)", c->name, c->value[v], n,
                 n == 1 ? "" : "s");
        put_chart(s, o, class, c->value[v], &chart, value, out);
    }
    return UL_OK;
}

/* Names the values that have instances and no picture. */
static void put_left_out(const ul_summary *s, const ul_report_options *o, size_t class, ul_output *out)
{
    const ul_class *c = &s->classes[class];
    size_t n = 0;
    for (size_t v = 0; v < c->n_values && v < DRAWN_MAX; v++) {
        if (count(s, class, c->value[v]) == 0 || any_value(s, o, class, c->value[v]))
            continue;
        if (n++ == 0) {
            ul_output_text(out, "<p class=\"note\">Not drawn, as no instance has ");
            ul_output_text(out, o->has_baseline ? "a plan of the baseline and of another method: "
                                                : "a gap: ");
            ul_svg_escape(out, c->name);
        }
        ul_output_text(out, n == 1 ? " " : ", ");
        ul_svg_escape(out, c->value[v]);
    }
    ul_output_text(out, n > 0 ? ".</p>\n" : "");
}

ul_status ul_report_class_charts(const ul_summary *s, const ul_report_options *options, size_t kind,
                                 ul_output *out)
{
    ul_report_options o = *options;
    o.has_baseline = o.has_baseline && s->method[o.baseline].n_priced > 0;
    if (o.n_classes == 0 || !any_value(s, &o, 0, NULL))
        return UL_OK;
    ul_output_format(out, "<h4>By class: %s</h4>\n<p class=\"note\">Least, quartiles and greatest "
                          "over the instances of each class%s.</p>\n",
                     o.has_baseline ? "cost from the baseline's" : "gaps",
                     o.has_baseline ? "; left of 0 is cheaper than the baseline"
                                    : ", to the proved optimum or, where none is, to the bound");
    for (size_t c = 0; c < o.n_classes; c++)
        put_left_out(s, &o, o.classes[c], out);
    for (size_t c = 0; c < o.n_classes; c++)
        UL_TRY(put_class(s, &o, o.classes[c], kind, out));
    return UL_OK;
}
