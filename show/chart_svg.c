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
enum { WIDTH = 520, WIDE = 760, MARGIN = 14, TOP = 12, BOTTOM = 264, BELOW = 46 };
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
    double left, right, bottom, row;
    size_t n_bars; /* in a group */
} drawing;

/* ---- places ---- */

static double x_of(const drawing *d, double value)
{
    return d->left + ul_axis_share(&d->chart->x, value) * (d->right - d->left);
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

static drawing begin(const ul_chart *chart, double width, ul_output *out)
{
    drawing d = {.chart = chart, .out = out, .right = width - MARGIN, .named = true, .row = ROW_HEIGHT, .bottom = BOTTOM};
    size_t points = 0;
    d.rows = chart->n > 0 && chart->series[0].form == UL_BOX;
    d.left = d.rows ? 160 : chart->y.origin_label != NULL ? 96 : 66;
    for (size_t q = 0; q < chart->n; q++) {
        const ul_chart_series *s = &chart->series[q];
        const double lines = (double)count_lines(s->label, NAME);
        points += s->form == UL_POINT;
        d.n_bars += s->form == UL_BAR;
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
    for (size_t g = 0; g < c->n_groups; g++)
        put_text(d, d->left + (d->right - d->left) / (double)c->n_groups * ((double)g + 0.5),
                 d->bottom + 30, "middle", c->groups[g]);
    for (int is_y = c->n_groups > 0; is_y < (d->rows ? 1 : 2); is_y++) {
        const ul_axis_ticks list = ul_axis_ticks_of(is_y ? &c->y : &c->x);
        for (size_t q = 0; q < list.n; q++) {
            const double at = is_y ? y_of(d, list.at[q]) : x_of(d, list.at[q]);
            ul_axis_tick_text(list.axis, list.at[q], text, sizeof text);
            if (is_y) {
                ul_output_format(d->out, "<path class=\"grid\" stroke=\"#d5d9dd\" d=\"M%.1f %.1fH%.0f\"/>",
                                 d->left, at, d->right);
                put_text(d, d->left - 6, at + 4, "end", text);
            } else {
                ul_output_format(d->out, "<path class=\"grid\" stroke=\"#d5d9dd\" d=\"M%.1f %dV%.1f\"/>",
                                 at, TOP, d->bottom);
                put_text(d, at, d->bottom + 17, at > d->right - 12 ? "end" : "middle", text);
            }
        }
    }
    ul_output_format(d->out, "<path class=\"axis\" stroke=\"#5c636b\" fill=\"none\" "
                             "d=\"M%.1f %dV%.1fH%.0f\"/>", d->left, TOP, d->bottom, d->right);
    put_text(d, (d->left + d->right) / 2, d->bottom + BELOW - 8, "middle", c->x.title);
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
    ul_output_format(d->out, "H%.0f\"/></g>", d->right);
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

/* ---- bars ---- */

/* Bars of one subject, with whiskers where they have a range; their numbers stand under the axis,
 * where nothing crosses them. After seven colours come the same, paler. */
static void put_bars(const drawing *d, const ul_chart_series *s, size_t place)
{
    const double slot = (d->right - d->left) / (double)d->chart->n_groups;
    const double wide = slot * 0.84 / (double)d->n_bars;
    ul_output_text(d->out, "</title>");
    for (size_t q = 0; q < s->n; q++) {
        const double x = d->left + slot * (s->x[q] + 0.08) + wide * (double)place;
        const double y = y_of(d, s->y[q]), middle = x + wide / 2, zero = y_of(d, 0);
        ul_output_format(d->out, "<rect fill=\"currentColor\" fill-opacity=\"%.2g\" x=\"%.1f\" "
                                 "y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"><title>%.4g</title>"
                                 "</rect><text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\" "
                                 "font-size=\"%.1f\" fill=\"#1c2024\">%.*f</text>",
                         1 - 0.3 * (double)(s->style / 7), x + 1, fmin(y, zero), wide - 2,
                         fabs(zero - y), s->y[q], middle, d->bottom + 14, fmin(10.5, 0.48 * wide),
                         fabs(s->y[q]) < 9.95 ? 1 : 0, s->y[q]);
        if (s->high != NULL && s->high[q] > s->low[q])
            ul_output_format(d->out, "<path stroke=\"#1c2024\" fill=\"none\" d=\"M%.1f %.1fh%.1fm%.1f "
                                     "0V%.1fm%.1f 0h%.1f\"/>", middle - wide / 6, y_of(d, s->low[q]),
                             wide / 3, -wide / 6, y_of(d, s->high[q]), -wide / 6, wide / 3);
    }
    ul_output_text(d->out, "</g>");
}

static void put_levels(const drawing *d, const ul_chart_series *s)
{
    const double slot = (d->right - d->left) / (double)d->chart->n_groups;
    ul_output_text(d->out, "</title>");
    for (size_t q = 0; q < s->n; q++)
        ul_output_format(d->out, "<path stroke=\"#b00020\" stroke-dasharray=\"4 3\" d=\"M%.1f %.1fh%.1f"
                                 "\"/>", d->left + slot * s->x[q] + 4, y_of(d, s->y[q]), slot - 8);
    ul_output_text(d->out, "</g>");
}

/* ---- points and their names ---- */

static int higher_first(const void *a, const void *b)
{
    const ul_chart_series *p = *(const ul_chart_series *const *)a;
    const ul_chart_series *q = *(const ul_chart_series *const *)b;
    UL_HIGHER_FIRST(p->y[0], q->y[0]);
    UL_LOWER_FIRST(p->x[0], q->x[0]);
    return p->style < q->style ? -1 : 1;
}

/* Where a mark's name starts so that it hides none of the marks around. */
static double name_place(const drawing *d, const ul_chart_series *const *point, size_t n, size_t p)
{
    const double x = x_of(d, point[p]->x[0]), y = y_of(d, point[p]->y[0]);
    const bool on_left = x > 0.62 * d->right;
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
    const double cell = fmin(d->right, KEY + 12 + letter * (double)longest);
    const double height = 18 + (double)(lines - 1) * LINE;
    const size_t columns = cell < d->right / 2 ? (size_t)(d->right / cell) : 1;
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
        } else if (s.form == UL_BAR || s.form == UL_LEVEL) {
            ul_output_format(d->out, "<path %s fill-opacity=\"%.2g\" d=\"M%.1f %.1fh12v%dh-12z\"/>",
                             s.form == UL_BAR ? "fill=\"currentColor\"" : "stroke=\"#b00020\"",
                             1 - 0.3 * (double)(s.style / 7), x + 8, y - (s.form == UL_BAR ? 5 : 0), s.form == UL_BAR ? 10 : 0);
        } else {
            put_mark(d, s.style, x + 14, y);
        }
        put_name(d, x + KEY, y + (double)(lines - 1) / 2 * LINE, "start", s.label, LONG_NAME);
        ul_output_text(d->out, "</g>");
    }
    return n == 0 ? 0 : 6 + (double)((n + columns - 1) / columns) * height;
}

static void open_svg(double width, double height, const char *id, const char *title, ul_output *out)
{
    ul_output_format(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"chart\" id=\"%s\" "
                          "viewBox=\"0 0 %.0f %.1f\" role=\"img\" aria-label=\"", id, width, height);
    ul_svg_escape(out, title);
    ul_output_text(out, "\" font-family=\"system-ui, 'DejaVu Sans', sans-serif\" font-size=\"12.5\" "
                        "fill=\"#1c2024\">");
}

static void put_body(const drawing *d)
{
    size_t n_bars = 0;
    put_axes(d);
    if (d->chart->diagonal)
        put_diagonal(d);
    for (size_t q = 0; q < d->chart->n; q++) {
        const ul_chart_series *s = &d->chart->series[q];
        if (s->form == UL_POINT)
            continue;
        open_series(d, s);
        if (s->form == UL_STEPS)
            put_steps(d, s);
        else if (s->form == UL_DOTS)
            put_dots(d, s);
        else if (s->form == UL_BAR)
            put_bars(d, s, n_bars++);
        else if (s->form == UL_LEVEL)
            put_levels(d, s);
        else
            put_box(d, s, q);
    }
    put_points(d);
    ul_output_text(d->out, "\n<g class=\"legend\">");
    put_legend(d, true);
    ul_output_text(d->out, "</g>");
}

void ul_chart_svg(const ul_chart *chart, ul_output *out)
{
    const drawing d = begin(chart, WIDTH, out);
    open_svg(WIDTH, d.bottom + BELOW + put_legend(&d, false), chart->id, chart->title, out);
    put_body(&d);
    ul_output_text(out, "</svg>\n");
}

void ul_chart_panels(const char *title, const char *line, const ul_chart *chart, size_t n,
                     ul_output *out)
{
    enum { HEAD = 62, TITLE = 26 };
    double height = HEAD;
    for (int drawn = 0; drawn < 2; drawn++) {
        double y = HEAD;
        for (size_t q = 0; q < n; q++) {
            const drawing d = begin(&chart[q], WIDE, out);
            if (drawn) {
                ul_output_format(out, "\n<g transform=\"translate(0 %.1f)\">", y + TITLE);
                put_text(&d, d.left, -8, "start", chart[q].title);
                put_body(&d);
                ul_output_text(out, "</g>");
            }
            y += TITLE + d.bottom + BELOW + put_legend(&d, false);
        }
        height = y + 8;
        if (drawn)
            continue;
        open_svg(WIDE, height, "table", title, out);
        ul_output_text(out, "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/><text x=\"20\" y=\"28\" "
                            "font-weight=\"bold\" ");
        ul_output_format(out, "font-size=\"%.1f\">", fmin(16, 1230 / (double)(strlen(title) + 1)));
        ul_svg_escape(out, title);
        ul_output_text(out, "</text><text x=\"20\" y=\"48\" fill=\"#777777\">");
        ul_svg_escape(out, line);
        ul_output_text(out, "</text>");
    }
    ul_output_text(out, "</svg>\n");
}
