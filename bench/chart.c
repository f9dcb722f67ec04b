#include "chart.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "svg.h"

enum { WIDTH = 640, HEIGHT = 380, LEFT = 70, RIGHT = 625, TOP = 18, BOTTOM = 300 };

void ul_chart_fix_ranges(ul_chart *chart)
{
    if (!(chart->right > chart->left))
        chart->right = chart->log_x ? chart->left * 10 : chart->left + 1;
    if (!(chart->high > chart->low))
        chart->high = chart->log_y ? chart->low * 10 : chart->low + 1;
}

static double place(double value, double from, double to, bool log_scale)
{
    if (log_scale)
        return log(fmax(value, from) / from) / log(to / from);
    return (value - from) / (to - from);
}

static double x_of(const ul_chart *chart, double value)
{
    const double share = place(value, chart->left, chart->right, chart->log_x);
    return LEFT + fmin(1, fmax(0, share)) * (RIGHT - LEFT);
}

static double y_of(const ul_chart *chart, double value)
{
    const double share = place(value, chart->low, chart->high, chart->log_y);
    return BOTTOM - fmin(1, fmax(0, share)) * (BOTTOM - TOP);
}

static void text_at(ul_output *out, double x, double y, const char *anchor, const char *text)
{
    ul_output_format(out, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">", x, y, anchor);
    ul_svg_escape(out, text);
    ul_output_text(out, "</text>\n");
}

/* 1, 2 or 5 times a power of ten, giving four to eight ticks. */
static double step_of(double range)
{
    const double power = pow(10, floor(log10(range)));
    const double share = range / power;
    return power * (share < 2 ? 0.25 : share < 5 ? 0.5 : 1);
}

static void tick(ul_output *out, const ul_chart *chart, bool is_x, double value)
{
    char text[32];
    snprintf(text, sizeof text, "%.6g", value);
    if (is_x) {
        const double x = x_of(chart, value);
        ul_output_format(out, "<path class=\"grid\" d=\"M%.1f %dV%d\"/>\n", x, TOP, BOTTOM);
        text_at(out, x, BOTTOM + 18, "middle", text);
    } else {
        const double y = y_of(chart, value);
        ul_output_format(out, "<path class=\"grid\" d=\"M%d %.1fH%d\"/>\n", LEFT, y, RIGHT);
        text_at(out, LEFT - 6, y + 4, "end", text);
    }
}

static void ticks(ul_output *out, const ul_chart *chart, bool is_x)
{
    const double from = is_x ? chart->left : chart->low;
    const double to = is_x ? chart->right : chart->high;
    if (is_x ? chart->log_x : chart->log_y) {
        for (double value = pow(10, ceil(log10(from) - 1e-9)); value <= to * (1 + 1e-9); value *= 10)
            tick(out, chart, is_x, value);
        return;
    }
    const double step = step_of(to - from);
    for (double value = ceil(from / step - 1e-9) * step; value <= to + 1e-9 * step; value += step)
        tick(out, chart, is_x, fabs(value) < step * 1e-9 ? 0 : value);
}

void ul_chart_begin(ul_output *out, const ul_chart *chart)
{
    ul_output_format(out, "<svg class=\"chart\" id=\"%s\" viewBox=\"0 0 %d %d\" role=\"img\" "
                          "aria-label=\"", chart->id, WIDTH, HEIGHT);
    ul_svg_escape(out, chart->title);
    ul_output_text(out, "\">\n");
    if (!chart->categories)
        ticks(out, chart, true);
    ticks(out, chart, false);
    ul_output_format(out, "<path class=\"axis\" d=\"M%d %dV%dH%d\"/>\n", LEFT, TOP, BOTTOM, RIGHT);
    text_at(out, (LEFT + RIGHT) / 2.0, HEIGHT - 8, "middle", chart->x_title);
    ul_output_format(out, "<text transform=\"translate(14 %d) rotate(-90)\" "
                          "text-anchor=\"middle\">", (TOP + BOTTOM) / 2);
    ul_svg_escape(out, chart->y_title);
    ul_output_text(out, "</text>\n");
}

void ul_chart_end(ul_output *out)
{
    ul_output_text(out, "</svg>\n");
}

static void begin_series(ul_output *out, size_t series, const char *label)
{
    ul_output_format(out, "<g class=\"series s%zu\" data-method=\"", series % 28);
    ul_svg_escape(out, label);
    ul_output_text(out, "\"><title>");
    ul_svg_escape(out, label);
    ul_output_text(out, "</title>");
}

void ul_chart_steps(ul_output *out, const ul_chart *chart, size_t series, const char *label,
                    const double *x, const double *y, size_t n)
{
    if (n == 0)
        return;
    begin_series(out, series, label);
    ul_output_format(out, "<path class=\"line\" d=\"M%.1f %.1f", x_of(chart, x[0]),
                     y_of(chart, y[0]));
    for (size_t q = 1; q < n; q++)
        ul_output_format(out, "H%.1fV%.1f", x_of(chart, x[q]), y_of(chart, y[q]));
    ul_output_format(out, "H%d\"/></g>\n", RIGHT);
}

void ul_chart_point(ul_output *out, const ul_chart *chart, size_t series, const char *label,
                    double x, double y)
{
    static const char *const shape[] = {
        "m-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0", "m-4-4h8v8h-8z", "m0-5l5 9h-10z", "m0-5l5 5-5 5-5-5z",
    };
    begin_series(out, series, label);
    ul_output_format(out, "<path class=\"mark\" d=\"M%.1f %.1f%s\"/></g>\n", x_of(chart, x),
                     y_of(chart, y), shape[series / 7 % 4]);
}

void ul_chart_box(ul_output *out, const ul_chart *chart, size_t series, const char *label,
                  double at, const double five[5])
{
    const double x = x_of(chart, at);
    const double half = fmin(16, 0.35 * (x_of(chart, at + 1) - x));
    double y[5];
    for (int q = 0; q < 5; q++)
        y[q] = y_of(chart, five[q]);
    begin_series(out, series, label);
    ul_output_format(out, "<path class=\"line\" d=\"M%.1f %.1fV%.1fM%.1f %.1fV%.1f\"/>", x, y[0],
                     y[1], x, y[3], y[4]);
    ul_output_format(out, "<rect class=\"box\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" "
                          "height=\"%.1f\"/>", x - half, y[3], 2 * half, fmax(1, y[1] - y[3]));
    ul_output_format(out, "<path class=\"line\" d=\"M%.1f %.1fh%.1f\"/></g>\n", x - half, y[2],
                     2 * half);
}

void ul_chart_category(ul_output *out, const ul_chart *chart, double at, const char *label)
{
    char kept[15 * 4 + 4];
    size_t n = 0;
    for (size_t count = 0; label[n] != '\0' && count < 15; count++)
        do
            kept[n] = label[n], n++;
        while (((unsigned char)label[n] & 0xc0) == 0x80 && n < 60);
    kept[n] = '\0';
    ul_output_format(out, "<text transform=\"translate(%.1f %d) rotate(-30)\" "
                          "text-anchor=\"end\">", x_of(chart, at) + 4, BOTTOM + 14);
    ul_svg_escape(out, kept);
    ul_output_text(out, "</text>\n");
}

void ul_chart_legend(ul_output *out, const char *const *label, size_t n)
{
    ul_output_text(out, "<ul class=\"legend\">\n");
    for (size_t q = 0; q < n; q++) {
        ul_output_text(out, "<li data-method=\"");
        ul_svg_escape(out, label[q]);
        ul_output_format(out, "\"><svg class=\"key\" viewBox=\"0 0 28 10\" aria-hidden=\"true\">"
                              "<g class=\"series s%zu\"><path class=\"line\" d=\"M0 5H28\"/></g>"
                              "</svg> ", q % 28);
        ul_svg_escape(out, label[q]);
        ul_output_text(out, "</li>\n");
    }
    ul_output_text(out, "</ul>\n");
}
