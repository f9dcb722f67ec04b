#include "chart.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "svg.h"
#include "utf8.h"

/* Small pictures with large letters: a phone shows them at three quarters. */
enum { WIDTH = 520, RIGHT = 506, TOP = 12, BOTTOM = 264, BELOW = 46 };
enum { ROW_HEIGHT = 24, ROW_NAME = 18, LABEL_HEIGHT = 13, STYLES = 28 };

/* Of an axis or of a step on it: what lies this near to a mark lies on it. */
#define ON_THE_MARK 1e-9

static int left_of(const ul_chart *chart)
{
    return chart->n_rows > 0 ? 160 : chart->y.origin_label != NULL ? 96 : 66;
}

static int row_height(const ul_chart *chart)
{
    const int lines = chart->row_lines > 1 ? (int)chart->row_lines : 1;
    return ROW_HEIGHT + (lines - 1) * LABEL_HEIGHT;
}

static int bottom_of(const ul_chart *chart)
{
    return chart->n_rows > 0 ? TOP + (int)chart->n_rows * row_height(chart) + 4 : BOTTOM;
}

/* ---- scales ---- */

static double stretch(const ul_axis *axis, double value)
{
    switch (axis->scale) {
    case UL_LOG:
        return log(fmax(value, axis->from));
    case UL_SYMLOG:
        return copysign(log1p(fabs(value - axis->origin) / axis->knee), value - axis->origin);
    default:
        return value;
    }
}

/* 0 at the start of the axis, 1 at its end; what lies outside is put on the edge. */
static double share_of(const ul_axis *axis, double value)
{
    const double from = stretch(axis, axis->from), to = stretch(axis, axis->to);
    return fmin(1, fmax(0, (stretch(axis, value) - from) / (to - from)));
}

static double x_of(const ul_chart *chart, double value)
{
    return left_of(chart) + share_of(&chart->x, value) * (RIGHT - left_of(chart));
}

static double y_of(const ul_chart *chart, double value)
{
    return BOTTOM - share_of(&chart->y, value) * (BOTTOM - TOP);
}

static void fix_range(ul_axis *axis)
{
    if (!(axis->to > axis->from))
        axis->to = axis->scale == UL_LOG      ? axis->from * 10
                   : axis->scale == UL_SYMLOG ? axis->from + axis->knee
                                              : axis->from + 1;
    if (axis->scale == UL_LINEAR) {
        const double step = ul_svg_step(axis->to - axis->from);
        axis->from = floor(axis->from / step + ON_THE_MARK) * step;
        axis->to = ceil(axis->to / step - ON_THE_MARK) * step;
    }
}

void ul_chart_fix_ranges(ul_chart *chart)
{
    fix_range(&chart->x);
    fix_range(&chart->y);
}

/* ---- ticks ---- */

static void text_at(ul_output *out, double x, double y, const char *anchor, const char *text)
{
    ul_output_format(out, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">", x, y, anchor);
    ul_svg_escape(out, text);
    ul_output_text(out, "</text>\n");
}

static void tick_text(const ul_axis *axis, double value, char *text, size_t room)
{
    const bool origin = axis->scale == UL_SYMLOG && value == axis->origin;
    if (origin && axis->origin_label != NULL)
        snprintf(text, room, "%s", axis->origin_label);
    else if (axis->unit != NULL && strcmp(axis->unit, "s") == 0 && value < 0.1)
        snprintf(text, room, "%.6g %s", value * (value < 0.00099 ? 1e6 : 1e3),
                 value < 0.00099 ? "µs" : "ms");
    else if (axis->scale == UL_SYMLOG && axis->from < axis->origin && !origin)
        snprintf(text, room, "%+.6g%s", value, axis->unit == NULL ? "" : axis->unit);
    else
        snprintf(text, room, "%.6g%s%s", value,
                 axis->unit != NULL && strcmp(axis->unit, "s") == 0 ? " " : "",
                 axis->unit == NULL ? "" : axis->unit);
}

static void tick(ul_output *out, const ul_chart *chart, bool is_x, double value)
{
    char text[64];
    const ul_axis *axis = is_x ? &chart->x : &chart->y;
    const double slack = ON_THE_MARK * (axis->to - axis->from);
    if (value < axis->from - slack || value > axis->to + slack)
        return;
    tick_text(axis, value, text, sizeof text);
    if (is_x) {
        const double x = x_of(chart, value);
        ul_output_format(out, "<path class=\"grid\" d=\"M%.1f %dV%d\"/>\n", x, TOP,
                         bottom_of(chart));
        text_at(out, x, bottom_of(chart) + 17, x > RIGHT - 12 ? "end" : "middle", text);
    } else {
        const double y = y_of(chart, value);
        ul_output_format(out, "<path class=\"grid\" d=\"M%d %.1fH%d\"/>\n", left_of(chart), y,
                         RIGHT);
        text_at(out, left_of(chart) - 6, y + 4, "end", text);
    }
}

/* Powers of ten from..to, each way from the origin; few decades get ticks between. */
static void decades(ul_output *out, const ul_chart *chart, bool is_x, double from, double to,
                    double origin)
{
    static const double multiple[][3] = {{1, 2, 5}, {1, 3}, {1}};
    const double n = log10(to / from);
    const bool both_ways = origin > (is_x ? chart->x.from : chart->y.from);
    const double *of_ten = multiple[n < 1.3 ? 0 : n < 3.5 && !both_ways ? 1 : 2];
    /* the first decade's ticks would stand on the origin's, from either side */
    const int first = (int)floor(log10(from) + ON_THE_MARK) + (both_ways && n > 1 ? 1 : 0);
    for (int power = first; pow(10, power) <= to * (1 + ON_THE_MARK); power++)
        for (size_t q = 0; q < 3 && of_ten[q] > 0; q++) {
            tick(out, chart, is_x, origin + of_ten[q] * pow(10, power));
            if (both_ways)
                tick(out, chart, is_x, origin - of_ten[q] * pow(10, power));
        }
}

static void ticks(ul_output *out, const ul_chart *chart, bool is_x)
{
    const ul_axis *axis = is_x ? &chart->x : &chart->y;
    if (axis->scale == UL_LOG) {
        decades(out, chart, is_x, axis->from, axis->to, 0);
    } else if (axis->scale == UL_SYMLOG) {
        const double reach = fmax(axis->to - axis->origin, axis->origin - axis->from);
        tick(out, chart, is_x, axis->origin);
        decades(out, chart, is_x, axis->knee, fmax(reach, axis->knee), axis->origin);
    } else {
        const double step = ul_svg_step(axis->to - axis->from);
        for (double q = ceil(axis->from / step - ON_THE_MARK); q * step <= axis->to + ON_THE_MARK * step; q++)
            tick(out, chart, is_x, q * step + 0.0); /* and not minus zero */
    }
}

/* ---- the figure ---- */

void ul_chart_begin(ul_output *out, const ul_chart *chart)
{
    const int bottom = bottom_of(chart), left = left_of(chart);
    ul_output_text(out, "<figure><figcaption>");
    ul_svg_escape(out, chart->title);
    ul_output_format(out, "</figcaption>\n<svg class=\"chart\" id=\"%s\" viewBox=\"0 0 %d %d\" "
                          "role=\"img\" aria-label=\"", chart->id, WIDTH, bottom + BELOW);
    ul_svg_escape(out, chart->title);
    ul_output_text(out, "\">\n");
    ticks(out, chart, true);
    if (chart->n_rows == 0)
        ticks(out, chart, false);
    ul_output_format(out, "<path class=\"axis\" d=\"M%d %dV%dH%d\"/>\n", left, TOP, bottom, RIGHT);
    text_at(out, (left + RIGHT) / 2.0, bottom + BELOW - 8, "middle", chart->x.title);
    if (chart->n_rows > 0)
        return;
    ul_output_format(out, "<text transform=\"translate(13 %d) rotate(-90)\" "
                          "text-anchor=\"middle\">", (TOP + bottom) / 2);
    ul_svg_escape(out, chart->y.title);
    ul_output_text(out, "</text>\n");
}

static const char *mark_of(size_t series)
{
    static const char *const shape[] = {
        "m-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0", "m-4-4h8v8h-8z", "m0-5l5 9h-10z",
        "m0-5.5l5.5 5.5-5.5 5.5-5.5-5.5z",
    };
    return shape[series % 4];
}

static void begin_series(ul_output *out, size_t series, const char *label)
{
    ul_output_format(out, "<g class=\"series s%zu\" data-method=\"", series % STYLES);
    ul_svg_escape(out, label);
    ul_output_text(out, "\"><title>");
    ul_svg_escape(out, label);
}

void ul_chart_end(ul_output *out, const ul_chart *chart, ul_chart_key key,
                  const char *const *label, const bool *shown, size_t n)
{
    ul_output_text(out, n > 0 ? "</svg>\n<ul class=\"legend\">\n" : "</svg>\n");
    for (size_t q = 0; q < n; q++) {
        if (shown != NULL && !shown[q])
            continue;
        ul_output_text(out, "<li data-method=\"");
        ul_svg_escape(out, label[q]);
        ul_output_format(out, "\"><svg class=\"key\" viewBox=\"0 0 %d 12\" aria-hidden=\"true\">"
                              "<g class=\"series s%zu\"><path class=\"%s\" d=\"%s%s\"/></g></svg> ",
                         key == UL_KEY_MARK ? 14 : 28, q % STYLES,
                         key == UL_KEY_MARK ? "mark" : "line",
                         key == UL_KEY_MARK ? "M7 6" : "M0 6H28",
                         key == UL_KEY_MARK ? mark_of(q) : "");
        ul_svg_escape(out, label[q]);
        ul_output_text(out, "</li>\n");
    }
    ul_output_text(out, n > 0 ? "</ul>\n" : "");
    if (chart->note != NULL)
        ul_output_format(out, "<p class=\"note\">%s</p>\n", chart->note);
    ul_output_text(out, "</figure>\n");
}

/* ---- what is drawn ---- */

void ul_chart_steps(ul_output *out, const ul_chart *chart, const ul_chart_staircase *line)
{
    const double *x = line->x, *y = line->y;
    if (line->n == 0)
        return;
    begin_series(out, line->series, line->label);
    ul_output_format(out, "</title><path class=\"line%s\" d=\"M%.1f %.1f",
                     line->faint ? " faint" : "", x_of(chart, x[0]), y_of(chart, y[0]));
    for (size_t q = 1; q < line->n; q++)
        if (y[q] != y[q - 1])
            ul_output_format(out, "H%.1fV%.1f", x_of(chart, x[q]), y_of(chart, y[q]));
    ul_output_format(out, "H%d\"/></g>\n", RIGHT);
}

static int higher_first(const void *a, const void *b)
{
    const ul_chart_point *p = a, *q = b;
    if (p->y != q->y)
        return p->y > q->y ? -1 : 1;
    if (p->x != q->x)
        return p->x < q->x ? -1 : 1;
    return p->series < q->series ? -1 : 1;
}

/* Where a mark's name starts so that it hides none of the marks around. */
static double name_place(const ul_chart *chart, const ul_chart_point *point, size_t n, size_t p,
                         bool on_left)
{
    const double x = x_of(chart, point[p].x), y = y_of(chart, point[p].y);
    double at = x;
    for (size_t q = 0; q < n; q++) {
        const double other = x_of(chart, point[q].x);
        if (isfinite(point[q].y) && fabs(other - x) < 90
            && fabs(y_of(chart, point[q].y) - y) < 1.5 * LABEL_HEIGHT)
            at = on_left ? fmin(at, other) : fmax(at, other);
    }
    return on_left ? at - 14 : at + 14;
}

bool ul_chart_has_names(const ul_chart_point *point, size_t n)
{
    enum { NAMES_MAX = 16 };
    for (size_t q = 0; q < n; q++)
        if (ul_utf8_count(point[q].label) > ROW_NAME)
            return false;
    return n <= NAMES_MAX;
}

void ul_chart_points(ul_output *out, const ul_chart *chart, ul_chart_point *point, size_t n)
{
    char title[128], number[64];
    const bool named = ul_chart_has_names(point, n);
    double next = TOP + 8; /* the highest place for a name that touches no other */
    qsort(point, n, sizeof *point, higher_first);
    for (size_t q = 0; q < n; q++) {
        const ul_chart_point *p = &point[q];
        if (!isfinite(p->x) || !isfinite(p->y))
            continue;
        const double x = x_of(chart, p->x), y = y_of(chart, p->y);
        begin_series(out, p->series, p->label);
        tick_text(&chart->x, p->x, number, sizeof number);
        snprintf(title, sizeof title, ": %s, %.4g", number, p->y);
        ul_output_format(out, "%s</title>", title);
        if (named) {
            const bool on_left = x > 0.62 * RIGHT;
            const double name_x = name_place(chart, point, n, q, on_left);
            /* names below may need the room down to the axis */
            const double lowest = BOTTOM - 4 - (double)(n - 1 - q) * LABEL_HEIGHT;
            const double at = fmax(next, fmin(y + 4, lowest));
            ul_output_format(out, "<path class=\"leader\" d=\"M%.1f %.1fL%.1f %.1f\"/>", x, y,
                             name_x + (on_left ? 2 : -2), at - 4);
            ul_svg_text(out, &(ul_svg_style){.x = name_x, .y = at, .size = 11.5, .most = ROW_NAME,
                                             .anchor = on_left ? "end" : "start",
                                             .colour = "currentColor"}, p->label);
            next = at + LABEL_HEIGHT;
        }
        ul_output_format(out, "<path class=\"mark\" d=\"M%.1f %.1f%s\"/></g>\n", x, y,
                         mark_of(p->series));
    }
}

void ul_chart_dots(ul_output *out, const ul_chart *chart, size_t series, const char *label,
                   const double *x, const double *y, size_t n)
{
    if (n == 0)
        return;
    begin_series(out, series, label);
    ul_output_text(out, "</title>");
    for (size_t q = 0; q < n; q++)
        ul_output_format(out, "<path class=\"mark\" d=\"M%.1f %.1f%s\"/>", x_of(chart, x[q]),
                         y_of(chart, y[q]), mark_of(series));
    ul_output_text(out, "</g>\n");
}

void ul_chart_diagonal(ul_output *out, const ul_chart *chart)
{
    enum { POINTS = 60 };
    const double from = fmax(chart->x.from, chart->y.from), to = fmin(chart->x.to, chart->y.to);
    ul_output_text(out, "<path class=\"axis\" d=\"");
    for (int q = 0; q <= POINTS; q++) {
        /* evenly on a linear axis, denser near its start on the others */
        const double share = (double)q / POINTS;
        const double at = from + (to - from) * (chart->x.scale == UL_LINEAR ? share : pow(share, 4));
        ul_output_format(out, "%s%.1f %.1f", q == 0 ? "M" : "L", x_of(chart, at), y_of(chart, at));
    }
    ul_output_text(out, "\"/>\n");
}

/* The end of a line of at most ROW_NAME letters: at a blank, or else within a word. */
static const char *line_end(const char *text)
{
    const char *at = text, *blank = NULL;
    uint32_t code;
    for (size_t n = 0; *at != '\0' && n < ROW_NAME; n++) {
        blank = *at == ' ' ? at : blank;
        at += ul_utf8_next(at, &code);
    }
    return *at == '\0' || blank == NULL ? at : blank;
}

size_t ul_chart_name_lines(const char *name)
{
    size_t n = 0;
    while (*name != '\0') {
        name = line_end(name);
        name += *name == ' ';
        n++;
    }
    return n;
}

static void put_row_name(ul_output *out, const ul_chart *chart, double y, const char *name)
{
    const double lines = (double)ul_chart_name_lines(name);
    y -= (lines - 1) / 2 * LABEL_HEIGHT;
    while (*name != '\0') {
        char line[4 * ROW_NAME + 1];
        const char *end = line_end(name);
        snprintf(line, sizeof line, "%.*s", (int)(end - name), name);
        ul_svg_text(out, &(ul_svg_style){.x = left_of(chart) - 8, .y = y + 4, .size = 12,
                                         .anchor = "end", .colour = "inherit"}, line);
        name = end + (*end == ' ');
        y += LABEL_HEIGHT;
    }
}

void ul_chart_box(ul_output *out, const ul_chart *chart, size_t row, size_t series,
                  const char *label, const double *five)
{
    const double y = TOP + ((double)row + 0.5) * row_height(chart) + 2;
    double x[5];
    begin_series(out, series, label);
    for (int q = 0; five != NULL && q < 5; q++)
        x[q] = x_of(chart, five[q]);
    if (five != NULL)
        ul_output_format(out, ": %.4g to %.4g, median %.4g", five[0], five[4], five[2]);
    ul_output_text(out, "</title>");
    put_row_name(out, chart, y, label);
    if (five != NULL) {
        ul_output_format(out, "<path class=\"whisker\" d=\"M%.1f %.1fH%.1fM%.1f %.1fH%.1f"
                              "M%.1f %.1fv8M%.1f %.1fv8\"/>", x[0], y, x[1], x[3], y, x[4], x[0],
                         y - 4, x[4], y - 4);
        ul_output_format(out, "<rect class=\"box\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" "
                              "height=\"14\"/><path class=\"median\" d=\"M%.1f %.1fv14\"/>", x[1],
                         y - 7, fmax(1, x[3] - x[1]), x[2], y - 7);
    }
    ul_output_text(out, "</g>\n");
}
