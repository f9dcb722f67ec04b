/* A chart as an SVG file. show/page/chart.js draws the same, function by function. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chart.h"
#include "svg.h"
#include "utf8.h"

/* Small pictures with large letters: a phone shows them at three quarters. */
enum { WIDTH = 520, RIGHT = 506, TOP = 12, BOTTOM = 264, BELOW = 46 };
enum { ROW_HEIGHT = 24, LINE = 14, NAME = 18, LONG_NAME = 56, NAMES_MAX = 16, KEY = 34 };
static const double letter = 7.4; /* the usual width of one */

static const char *const colour[] = {"#0060a8", "#9a7400", "#2f8fd0", "#d9600a",
                                     "#2b2b2b", "#00865a", "#a23a8c"};
static const char *const dash[] = {"none", "7 4", "2 3", "9 3 2 3"};
static const char *const shape[] = {"m-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0", "m-4-4h8v8h-8z",
                                    "m0-5l5 9h-10z", "m0-5.5l5.5 5.5-5.5 5.5-5.5-5.5z"};

typedef struct {
    const ul_chart *chart;
    ul_output *out;
    bool rows;  /* a box each, else a plane */
    bool named; /* points have their names beside them */
    double left, bottom, row;
} drawing;

/* ---- places ---- */

static double x_of(const drawing *d, double value)
{
    return d->left + ul_axis_share(&d->chart->x, value) * (RIGHT - d->left);
}

static double y_of(const drawing *d, double value)
{
    return BOTTOM - ul_axis_share(&d->chart->y, value) * (BOTTOM - TOP);
}

/* The end of a line of at most so many letters: at a blank, or else within a word. */
static const char *line_end(const char *text, size_t most)
{
    const char *at = text, *blank = NULL;
    uint32_t code;
    for (size_t n = 0; *at != '\0' && n < most; n++) {
        blank = *at == ' ' ? at : blank;
        at += ul_utf8_next(at, &code);
    }
    return *at == '\0' || blank == NULL ? at : blank;
}

static size_t count_lines(const char *text, size_t most)
{
    size_t n = 0;
    for (; *text != '\0'; n++) {
        text = line_end(text, most);
        text += *text == ' ';
    }
    return n;
}

static drawing begin(const ul_chart *chart, ul_output *out)
{
    drawing d = {.chart = chart, .out = out, .named = true, .row = ROW_HEIGHT, .bottom = BOTTOM};
    size_t points = 0;
    d.rows = chart->n > 0 && chart->series[0].form == UL_BOX;
    d.left = d.rows ? 160 : chart->y.origin_label != NULL ? 96 : 66;
    for (size_t q = 0; q < chart->n; q++) {
        const ul_chart_series *s = &chart->series[q];
        const double lines = (double)count_lines(s->label, NAME);
        points += s->form == UL_POINT;
        d.named = d.named && (s->form != UL_POINT || ul_utf8_count(s->label) <= NAME);
        d.row = fmax(d.row, ROW_HEIGHT + (lines - 1) * LINE);
    }
    d.named = d.named && points <= NAMES_MAX;
    if (d.rows)
        d.bottom = TOP + (double)chart->n * d.row + 4;
    return d;
}

/* ---- pieces ---- */

static void put_text(const drawing *d, double x, double y, const char *anchor, const char *text)
{
    ul_output_format(d->out, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">", x, y, anchor);
    ul_svg_escape(d->out, text);
    ul_output_text(d->out, "</text>");
}

/* Lines around y; a name is never cut. */
static void put_name(const drawing *d, double x, double y, const char *anchor, const char *name,
                     size_t most)
{
    y -= ((double)count_lines(name, most) - 1) / 2 * LINE;
    while (*name != '\0') {
        char line[4 * LONG_NAME + 1];
        const char *end = line_end(name, most);
        snprintf(line, sizeof line, "%.*s", (int)(end - name), name);
        put_text(d, x, y + 4, anchor, line);
        name = end + (*end == ' ');
        y += LINE;
    }
}

static void put_axes(const drawing *d)
{
    const ul_chart *c = d->chart;
    char text[64];
    for (int is_y = 0; is_y < (d->rows ? 1 : 2); is_y++) {
        const ul_axis_ticks list = ul_axis_ticks_of(is_y ? &c->y : &c->x);
        for (size_t q = 0; q < list.n; q++) {
            const double at = is_y ? y_of(d, list.at[q]) : x_of(d, list.at[q]);
            ul_axis_tick_text(list.axis, list.at[q], text, sizeof text);
            if (is_y) {
                ul_output_format(d->out, "<path class=\"grid\" stroke=\"#d5d9dd\" d=\"M%.1f %.1fH%d\"/>",
                                 d->left, at, RIGHT);
                put_text(d, d->left - 6, at + 4, "end", text);
            } else {
                ul_output_format(d->out, "<path class=\"grid\" stroke=\"#d5d9dd\" d=\"M%.1f %dV%.1f\"/>",
                                 at, TOP, d->bottom);
                put_text(d, at, d->bottom + 17, at > RIGHT - 12 ? "end" : "middle", text);
            }
        }
    }
    ul_output_format(d->out, "<path class=\"axis\" stroke=\"#5c636b\" fill=\"none\" "
                             "d=\"M%.1f %dV%.1fH%d\"/>", d->left, TOP, d->bottom, RIGHT);
    put_text(d, (d->left + RIGHT) / 2, d->bottom + BELOW - 8, "middle", c->x.title);
    if (d->rows)
        return;
    ul_output_format(d->out, "<g transform=\"translate(13 %.1f) rotate(-90)\">", (TOP + d->bottom) / 2);
    put_text(d, 0, 0, "middle", c->y.title);
    ul_output_text(d->out, "</g>");
}

static void put_diagonal(const drawing *d)
{
    enum { POINTS = 60 };
    const ul_axis *x = &d->chart->x, *y = &d->chart->y;
    const double from = fmax(x->from, y->from), to = fmin(x->to, y->to);
    ul_output_text(d->out, "<path class=\"axis\" stroke=\"#5c636b\" fill=\"none\" d=\"");
    for (int q = 0; q <= POINTS; q++) {
        const double at = from + (to - from) * pow((double)q / POINTS, 4); /* denser at its start */
        ul_output_format(d->out, "%s%.1f %.1f", q == 0 ? "M" : "L", x_of(d, at), y_of(d, at));
    }
    ul_output_text(d->out, "\"/>");
}

/* ---- series ---- */

static void open_series(const drawing *d, const ul_chart_series *s)
{
    ul_output_format(d->out, "\n<g class=\"series c%zu\" color=\"%s\" data-method=\"", s->style % 7,
                     colour[s->style % 7]);
    ul_svg_escape(d->out, s->label);
    ul_output_text(d->out, "\"><title>");
    ul_svg_escape(d->out, s->label);
}

static void put_line(const drawing *d, const ul_chart_series *s, const char *path)
{
    ul_output_format(d->out, "<path class=\"line\" fill=\"none\" stroke=\"currentColor\" "
                             "stroke-width=\"%s\" stroke-dasharray=\"%s\" d=\"%s",
                     s->faint ? "1.1" : s->strong ? "4" : "2.2", dash[s->style % 4], path);
}

static void put_steps(const drawing *d, const ul_chart_series *s)
{
    char start[64];
    snprintf(start, sizeof start, "M%.1f %.1f", x_of(d, s->x[0]), y_of(d, s->y[0]));
    ul_output_text(d->out, "</title>");
    put_line(d, s, start);
    for (size_t q = 1; q < s->n; q++)
        if (s->y[q] != s->y[q - 1])
            ul_output_format(d->out, "H%.1fV%.1f", x_of(d, s->x[q]), y_of(d, s->y[q]));
    ul_output_format(d->out, "H%d\"/></g>", RIGHT);
}

static void put_mark(const drawing *d, size_t style, double x, double y)
{
    ul_output_format(d->out, "<path class=\"mark\" fill=\"currentColor\" d=\"M%.1f %.1f%s\"/>", x, y,
                     shape[style % 4]);
}

static void put_dots(const drawing *d, const ul_chart_series *s)
{
    ul_output_text(d->out, "</title>");
    for (size_t q = 0; q < s->n; q++)
        put_mark(d, s->style, x_of(d, s->x[q]), y_of(d, s->y[q]));
    ul_output_text(d->out, "</g>");
}

static void put_box(const drawing *d, const ul_chart_series *s, size_t row)
{
    const double y = TOP + ((double)row + 0.5) * d->row + 2;
    double x[5] = {0};
    for (size_t q = 0; q < 5 && q < s->n; q++)
        x[q] = x_of(d, s->x[q]);
    if (s->n == 5)
        ul_output_format(d->out, ": %.4g to %.4g, median %.4g", s->x[0], s->x[4], s->x[2]);
    ul_output_text(d->out, "</title>");
    put_name(d, d->left - 8, y, "end", s->label, NAME);
    if (s->n == 5) {
        ul_output_format(d->out, "<path class=\"whisker\" fill=\"none\" stroke=\"currentColor\" "
                                 "stroke-width=\"1.4\" d=\"M%.1f %.1fH%.1fM%.1f %.1fH%.1fM%.1f %.1fv8"
                                 "M%.1f %.1fv8\"/>", x[0], y, x[1], x[3], y, x[4], x[0], y - 4, x[4],
                         y - 4);
        ul_output_format(d->out, "<rect class=\"box\" fill=\"currentColor\" fill-opacity=\"0.28\" "
                                 "stroke=\"currentColor\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" "
                                 "height=\"14\"/><path class=\"median\" stroke=\"currentColor\" "
                                 "stroke-width=\"3\" d=\"M%.1f %.1fv14\"/>", x[1], y - 7,
                         fmax(1, x[3] - x[1]), x[2], y - 7);
    }
    ul_output_text(d->out, "</g>");
}

/* ---- points and their names ---- */

static int higher_first(const void *a, const void *b)
{
    const ul_chart_series *p = *(const ul_chart_series *const *)a;
    const ul_chart_series *q = *(const ul_chart_series *const *)b;
    if (p->y[0] != q->y[0])
        return p->y[0] > q->y[0] ? -1 : 1;
    if (p->x[0] != q->x[0])
        return p->x[0] < q->x[0] ? -1 : 1;
    return p->style < q->style ? -1 : 1;
}

/* Where a mark's name starts so that it hides none of the marks around. */
static double name_place(const drawing *d, const ul_chart_series *const *point, size_t n, size_t p)
{
    const double x = x_of(d, point[p]->x[0]), y = y_of(d, point[p]->y[0]);
    const bool on_left = x > 0.62 * RIGHT;
    double at = x;
    for (size_t q = 0; q < n; q++) {
        const double other = x_of(d, point[q]->x[0]);
        if (fabs(other - x) < 90 && fabs(y_of(d, point[q]->y[0]) - y) < 1.5 * LINE)
            at = on_left ? fmin(at, other) : fmax(at, other);
    }
    return on_left ? at - 14 : at + 14;
}

static void put_point(const drawing *d, const ul_chart_series *const *point, size_t n, size_t q,
                      double *next)
{
    const ul_chart_series *p = point[q];
    const double x = x_of(d, p->x[0]), y = y_of(d, p->y[0]);
    open_series(d, p);
    ul_output_format(d->out, ": %.4g, %.4g</title>", p->x[0], p->y[0]);
    if (d->named) {
        const double name_x = name_place(d, point, n, q);
        /* names below may need the room down to the axis */
        const double lowest = BOTTOM - 4 - (double)(n - 1 - q) * LINE;
        const double at = fmax(*next, fmin(y + 4, lowest));
        ul_output_format(d->out, "<path class=\"leader\" stroke=\"currentColor\" stroke-width=\"0.6\" "
                                 "d=\"M%.1f %.1fL%.1f %.1f\"/>", x, y,
                         name_x + (name_x < x ? 2 : -2), at - 4);
        put_text(d, name_x, at, name_x < x ? "end" : "start", p->label);
        *next = at + LINE;
    }
    put_mark(d, p->style, x, y);
    ul_output_text(d->out, "</g>");
}

static void put_points(const drawing *d)
{
    const ul_chart_series *point[256];
    size_t n = 0;
    double next = TOP + 8; /* the highest place for a name that touches no other */
    for (size_t q = 0; q < d->chart->n && n < 256; q++)
        if (d->chart->series[q].form == UL_POINT)
            point[n++] = &d->chart->series[q];
    qsort(point, n, sizeof *point, higher_first);
    for (size_t q = 0; q < n; q++)
        put_point(d, point, n, q, &next);
}

/* ---- the whole ---- */

/* What names a series: the first of its label, unless the picture does. */
static bool is_in_legend(const drawing *d, size_t q)
{
    const ul_chart_series *s = &d->chart->series[q];
    for (size_t p = 0; p < q; p++)
        if (strcmp(d->chart->series[p].label, s->label) == 0)
            return false;
    return !d->rows && !(s->form == UL_POINT && d->named);
}

/* Returns the height; draws nothing where `drawn` is false. */
static double put_legend(const drawing *d, bool drawn)
{
    size_t longest = 1, n = 0, lines = 1;
    for (size_t q = 0; q < d->chart->n; q++) {
        const char *label = d->chart->series[q].label;
        if (!is_in_legend(d, q))
            continue;
        longest = ul_utf8_count(label) > longest ? ul_utf8_count(label) : longest;
        lines = count_lines(label, LONG_NAME) > lines ? count_lines(label, LONG_NAME) : lines;
    }
    const double cell = fmin(RIGHT, KEY + 12 + letter * (double)longest);
    const double height = 18 + (double)(lines - 1) * LINE;
    const size_t columns = cell < RIGHT / 2.0 ? (size_t)(RIGHT / cell) : 1;
    for (size_t q = 0; q < d->chart->n; q++) {
        ul_chart_series s = d->chart->series[q];
        if (!is_in_legend(d, q))
            continue;
        const double x = 8 + (double)(n % columns) * cell;
        const double y = d->bottom + BELOW + 8 + (double)(n++ / columns) * height;
        if (!drawn)
            continue;
        open_series(d, &s);
        ul_output_text(d->out, "</title>");
        s.faint = false;
        if (s.form == UL_STEPS) {
            char path[48];
            snprintf(path, sizeof path, "M%.1f %.1fh28", x, y);
            put_line(d, &s, path);
            ul_output_text(d->out, "\"/>");
        } else {
            put_mark(d, s.style, x + 14, y);
        }
        put_name(d, x + KEY, y + (double)(lines - 1) / 2 * LINE, "start", s.label, LONG_NAME);
        ul_output_text(d->out, "</g>");
    }
    return n == 0 ? 0 : 6 + (double)((n + columns - 1) / columns) * height;
}

void ul_chart_svg(const ul_chart *chart, ul_output *out)
{
    drawing d = begin(chart, out);
    const double height = d.bottom + BELOW + put_legend(&d, false);
    ul_output_format(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"chart\" id=\"%s\" "
                          "viewBox=\"0 0 %d %.1f\" role=\"img\" aria-label=\"", chart->id, WIDTH,
                     height);
    ul_svg_escape(out, chart->title);
    ul_output_text(out, "\" font-family=\"system-ui, 'DejaVu Sans', sans-serif\" font-size=\"12.5\" "
                        "fill=\"#1c2024\">");
    put_axes(&d);
    if (chart->diagonal)
        put_diagonal(&d);
    for (size_t q = 0; q < chart->n; q++) {
        const ul_chart_series *s = &chart->series[q];
        if (s->form == UL_POINT)
            continue;
        open_series(&d, s);
        if (s->form == UL_STEPS)
            put_steps(&d, s);
        else if (s->form == UL_DOTS)
            put_dots(&d, s);
        else
            put_box(&d, s, q);
    }
    put_points(&d);
    ul_output_text(out, "\n<g class=\"legend\">");
    put_legend(&d, true);
    ul_output_text(out, "</g></svg>\n");
}
