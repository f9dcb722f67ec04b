/* Bar charts with error bars, one above the other. Means are a row of numbers under
 * the axis, where neither error bars nor the dashed line cross them. A single group has
 * its bars' names below them, several groups their own and a key on top.
 */
#include "bar_chart.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "svg.h"

static const double left = 64, right = 16, width = 760, height = 200, top = 64, above = 44,
                    below = 64, key = 26, numbers = 14, names = 30;

typedef struct {
    ul_output *out;
    const ul_bar_chart *chart;
    double y;     /* of the frame's upper edge */
    double most;  /* value there */
    double slot, bar; /* width of a group, and of a bar with its gap */
} drawing;

static double y_of(const drawing *d, double value)
{
    return d->y + height * (1 - value / d->most);
}

static double x_of(const drawing *d, size_t group, double bars)
{
    const double margin = (d->slot - d->bar * (double)d->chart->n_bars) / 2;
    return left + d->slot * (double)group + margin + d->bar * bars;
}

static bool has_spread(const ul_bar_chart *chart)
{
    for (size_t q = 0; q < chart->n_groups * chart->n_bars; q++)
        if (chart->value[q].most > chart->value[q].least)
            return true;
    return false;
}

/* The greatest value shown, rounded up to a tick. */
static double most_of(const ul_bar_chart *chart)
{
    double most = 0;
    for (size_t q = 0; q < chart->n_groups * chart->n_bars; q++)
        most = chart->value[q].most > most ? chart->value[q].most : most; /* not when NaN */
    for (size_t g = 0; chart->mark != NULL && g < chart->n_groups; g++)
        most = fmax(most, chart->mark[g]);
    most = most > 0 ? most * 1.04 : 1;
    return ceil(most / ul_svg_step(most)) * ul_svg_step(most);
}

static void draw_axis(const drawing *d)
{
    char text[40];
    const double step = ul_svg_step(d->most), end = width - right;
    for (double value = 0; value <= d->most * (1 + 1e-9); value += step) {
        const double y = y_of(d, value);
        snprintf(text, sizeof text, "%.6g", value);
        ul_svg_text(d->out, &(ul_svg_style){left - 8, y + 4, 11, "end", UL_SVG_FAINT, false, 0},
                    text);
        ul_svg_line(d->out, left, y, end, y, value == 0 ? UL_SVG_INK : "#dddddd", false);
    }
    ul_svg_text(d->out, &(ul_svg_style){left, d->y - 14, 13, "start", UL_SVG_INK, true, 0},
                d->chart->title);
}

static size_t fill_of(const ul_bar_chart *chart, size_t b)
{
    return chart->fill == NULL ? b : chart->fill[b];
}

static void draw_error_bar(const drawing *d, const ul_spread *value, double middle)
{
    const double cap = d->bar / 6;
    ul_svg_line(d->out, middle, y_of(d, value->least), middle, y_of(d, value->most), UL_SVG_INK,
                false);
    ul_svg_line(d->out, middle - cap, y_of(d, value->least), middle + cap, y_of(d, value->least),
                UL_SVG_INK, false);
    ul_svg_line(d->out, middle - cap, y_of(d, value->most), middle + cap, y_of(d, value->most),
                UL_SVG_INK, false);
}

static void draw_bar(const drawing *d, size_t group, size_t b)
{
    const ul_spread *value = &d->chart->value[group * d->chart->n_bars + b];
    char text[160];
    if (!(value->mean >= 0))
        return;
    const double x = x_of(d, group, (double)b), middle = x + d->bar / 2;
    snprintf(text, sizeof text, "%s: %.4g (%.4g to %.4g)", d->chart->bar[b], value->mean,
             value->least, value->most);
    ul_svg_box(d->out, x + 2, y_of(d, value->mean), d->bar - 4, y_of(d, 0) - y_of(d, value->mean),
               fill_of(d->chart, b), text);
    if (value->most > value->least)
        draw_error_bar(d, value, middle);
    snprintf(text, sizeof text, value->mean < 9.95 ? "%.1f" : "%.0f", value->mean);
    ul_svg_text(d->out, &(ul_svg_style){middle, d->y + height + numbers, fmin(10.5, 0.48 * d->bar),
                                        "middle", UL_SVG_INK, true, 0}, text);
}

/* "greedy-availability" in two lines, so that neighbours do not touch. */
static void draw_bar_name(const drawing *d, size_t b)
{
    const char *name = d->chart->bar[b], *hyphen = strchr(name, '-');
    const size_t first = hyphen == NULL ? strlen(name) : (size_t)(hyphen - name) + 1;
    char line[64];
    ul_svg_style style = {x_of(d, 0, (double)b + 0.5), d->y + height + names, 11, "middle",
                          UL_SVG_INK, false, 0};
    snprintf(line, sizeof line, "%.*s", (int)first, name);
    ul_svg_text(d->out, &style, line);
    style.y += 14;
    ul_svg_text(d->out, &style, name + first);
}

static void draw_mark(const drawing *d, size_t group)
{
    const double x = left + d->slot * (double)group, y = y_of(d, d->chart->mark[group]);
    ul_svg_line(d->out, x + 4, y, x + d->slot - 4, y, "#b00020", true);
    if (group == 0)
        ul_svg_text(d->out, &(ul_svg_style){width - right, d->y - 14, 11, "end", "#b00020", false,
                                            0}, d->chart->mark_name);
}

static void draw_chart(ul_output *out, double y, const ul_bar_chart *chart)
{
    drawing d = {.out = out, .chart = chart, .y = y, .most = most_of(chart)};
    d.slot = (width - left - right) / (double)chart->n_groups;
    d.bar = d.slot * (chart->n_groups == 1 ? 0.96 : 0.8) / (double)chart->n_bars;
    draw_axis(&d);
    if (has_spread(chart))
        ul_svg_text(out, &(ul_svg_style){left - 8, y + height + numbers, 10, "end", UL_SVG_FAINT,
                                         false, 0}, "mean");
    for (size_t g = 0; g < chart->n_groups; g++) {
        for (size_t b = 0; b < chart->n_bars; b++)
            draw_bar(&d, g, b);
        if (chart->mark != NULL)
            draw_mark(&d, g);
        if (chart->n_groups > 1)
            ul_svg_text(out, &(ul_svg_style){left + d.slot * ((double)g + 0.5), y + height + names,
                                             12, "middle", UL_SVG_INK, false, 0}, chart->group[g]);
    }
    for (size_t b = 0; chart->n_groups == 1 && b < chart->n_bars; b++)
        draw_bar_name(&d, b);
}

static void draw_key(ul_output *out, const ul_bar_chart *chart)
{
    const double step = (width - left - right) / (double)chart->n_bars;
    for (size_t b = 0; b < chart->n_bars; b++) {
        const double x = left + step * (double)b;
        ul_svg_box(out, x, top + 4, 13, 13, fill_of(chart, b), NULL);
        ul_svg_text(out, &(ul_svg_style){x + 19, top + 15, 12, "start", UL_SVG_INK, false, 0},
                    chart->bar[b]);
    }
}

ul_status ul_bar_chart_draw(const ul_bar_chart *chart, size_t n, const char *title,
                            const char *subtitle, const char *path)
{
    ul_output *out;
    const double first = top + (chart[0].n_groups > 1 ? key : 0), each = above + height + below;
    UL_TRY(ul_output_open(path, &out));
    ul_svg_begin(out, width, first + each * (double)n, title);
    ul_svg_text(out, &(ul_svg_style){left, 28, 17, "start", UL_SVG_INK, true, 0}, title);
    ul_svg_text(out, &(ul_svg_style){left, 50, 12, "start", UL_SVG_FAINT, false, 0}, subtitle);
    if (chart[0].n_groups > 1)
        draw_key(out, &chart[0]);
    for (size_t q = 0; q < n; q++)
        draw_chart(out, first + above + each * (double)q, &chart[q]);
    ul_svg_end(out);
    return ul_output_close(out, NULL);
}
