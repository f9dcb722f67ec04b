/* Bar charts with error bars: what TR-Kubernetes' Figures 6 and 14 look like. */
#include <math.h>
#include <stdio.h>

#include "svg.h"
#include "trk8s_zones.h"

enum { BAR = 16, GAP = 26, LEFT = 60, TOP = 60, HEIGHT = 220, FOOT = 60, KEY = 18 };

static double chart_top(const ul_bar_chart *chart)
{
    double top = 0;
    for (size_t q = 0; q < chart->n_groups * chart->n_bars; q++)
        if (chart->value[q].most > top)
            top = chart->value[q].most;
    const double step = pow(10, floor(log10(top > 0 ? top : 1)));
    return ceil(top / step) * step;
}

static double chart_width(const ul_bar_chart *chart)
{
    return LEFT + 20
           + (double)chart->n_groups * (double)(chart->n_bars * BAR + GAP);
}

static void draw_axis(ul_output *out, double y, double top, const ul_bar_chart *chart)
{
    char text[40];
    for (int q = 0; q <= 4; q++) {
        const double at = y + HEIGHT - HEIGHT * q / 4.0;
        snprintf(text, sizeof text, "%.3g", top * q / 4);
        ul_svg_text(out, &(ul_svg_style){LEFT - 6, at + 4, 10, "end", UL_SVG_FAINT, false, 0},
                    text);
        ul_output_format(out, "<line x1='%d' y1='%.1f' x2='%.1f' y2='%.1f' stroke='#dddddd'/>\n",
                         LEFT, at, chart_width(chart) - 10, at);
    }
    ul_svg_text(out, &(ul_svg_style){LEFT, y - 10, 12, "start", UL_SVG_INK, true, 0}, chart->axis);
}

static void draw_bar(ul_output *out, double x, double y, double scale, const ul_spread *value,
                     size_t fill, const char *name)
{
    char title[160];
    if (!(value->mean >= 0))
        return;
    const double height = value->mean * scale, middle = x + BAR / 2.0 - 1;
    snprintf(title, sizeof title, "%s: %.4g (%.4g to %.4g)", name, value->mean, value->least,
             value->most);
    ul_svg_box(out, x, y + HEIGHT - height, BAR - 2, height, fill, title);
    ul_output_format(out,
                     "<line x1='%.1f' y1='%.1f' x2='%.1f' y2='%.1f' stroke='" UL_SVG_INK "'/>\n",
                     middle, y + HEIGHT - value->least * scale, middle,
                     y + HEIGHT - value->most * scale);
}

static void draw_chart(ul_output *out, double y, const ul_bar_chart *chart)
{
    const double top = chart_top(chart), scale = HEIGHT / top;
    draw_axis(out, y, top, chart);
    for (size_t g = 0; g < chart->n_groups; g++) {
        const double x = LEFT + 10 + (double)g * (double)(chart->n_bars * BAR + GAP);
        for (size_t b = 0; b < chart->n_bars; b++)
            draw_bar(out, x + (double)(b * BAR), y, scale, &chart->value[g * chart->n_bars + b], b,
                     chart->bar[b]);
        ul_svg_text(out,
                    &(ul_svg_style){x + (double)(chart->n_bars * BAR) / 2, y + HEIGHT + 16, 10,
                                    "middle", UL_SVG_INK, false, 0},
                    chart->group[g]);
    }
}

static void draw_key(ul_output *out, double y, const ul_bar_chart *chart)
{
    for (size_t b = 0; b < chart->n_bars; b++) {
        const double at = y + (double)(b * KEY);
        ul_svg_box(out, LEFT, at, 12, 12, b, NULL);
        ul_svg_text(out, &(ul_svg_style){LEFT + 18, at + 10, 11, "start", UL_SVG_INK, false, 0},
                    chart->bar[b]);
    }
}

ul_status ul_bar_chart_draw(const ul_bar_chart *const *chart, size_t n, const char *title,
                            const char *path)
{
    ul_output *out;
    double width = 0;
    UL_TRY(ul_output_open(path, &out));
    for (size_t q = 0; q < n; q++)
        width = fmax(width, chart_width(chart[q]));
    const double each = HEIGHT + FOOT + 20;
    ul_svg_begin(out, fmax(width, 520),
                 TOP + each * (double)n + (double)(chart[0]->n_bars * KEY) + 20, title);
    ul_svg_text(out, &(ul_svg_style){LEFT, 26, 14, "start", UL_SVG_INK, true, 0}, title);
    for (size_t q = 0; q < n; q++)
        draw_chart(out, TOP + each * (double)q, chart[q]);
    draw_key(out, TOP + each * (double)n - 10, chart[0]);
    ul_svg_end(out);
    return ul_output_close(out, NULL);
}
