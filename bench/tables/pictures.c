/* The picture of any layout: panels of bars, or of curves, one above the other. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bar_chart.h"
#include "cells.h"
#include "svg.h"

static const double left = 70, right = 20, width = 760, height = 220, top = 64, above = 40,
                    below = 74;

/* ---- bars ---- */

static bool same(const char *a, const char *b)
{
    return strcmp(a, b) == 0;
}

/* Adds a name that is not there yet; there is room for it. */
static void add_name(const char **names, size_t *n, const char *name)
{
    for (size_t q = 0; q < *n; q++)
        if (same(names[q], name))
            return;
    names[(*n)++] = name;
}

static ul_status make_bars(const ul_table_made *made, const ul_panel *panel, ul_bar_chart *chart)
{
    const char **group, **bar;
    ul_spread *value;
    double *mark;
    UL_ALLOC(made->arena, group, made->n_cells);
    UL_ALLOC(made->arena, bar, made->n_cells);
    *chart = (ul_bar_chart){.title = panel->title, .group = group, .bar = bar};
    for (size_t q = 0; q < made->n_cells; q++)
        if (same(made->cell[q].measure, panel->measure)) {
            add_name(group, &chart->n_groups, made->cell[q].of);
            add_name(bar, &chart->n_bars, made->cell[q].who);
        }
    UL_ALLOC(made->arena, value, chart->n_groups * chart->n_bars + 1);
    UL_ALLOC(made->arena, mark, chart->n_groups + 1);
    for (size_t g = 0; g < chart->n_groups; g++) {
        for (size_t b = 0; b < chart->n_bars; b++) {
            const ul_cell *cell = ul_cell_find(made, group[g], bar[b], panel->measure);
            ul_spread *to = &value[g * chart->n_bars + b];
            *to = cell == NULL ? (ul_spread){NAN, NAN, NAN}
                               : (ul_spread){cell->ours, cell->least, cell->most};
            if (isnan(to->least))
                to->least = to->most = to->mean;
        }
        mark[g] = panel->mark == NULL ? NAN : ul_got(made, group[g], "", panel->mark);
    }
    chart->value = value;
    chart->mark = panel->mark == NULL ? NULL : mark;
    chart->mark_name = panel->mark;
    return UL_OK;
}

/* ---- curves ---- */

typedef struct {
    double from, to;
    bool log;
} axis;

static void widen(axis *a, const double *value, size_t n)
{
    for (size_t q = 0; q < n; q++)
        if (isfinite(value[q]) && (!a->log || value[q] > 0)) {
            a->from = fmin(a->from, value[q]);
            a->to = fmax(a->to, value[q]);
        }
}

static void settle(axis *a)
{
    if (!(a->from < HUGE_VAL))
        *a = (axis){a->log ? 1 : 0, a->log ? 10 : 1, a->log};
    if (!a->log)
        a->from = fmin(a->from, 0);
    if (a->from >= a->to)
        a->to = a->log ? 10 * a->from : a->from + 1;
}

static double at(const axis *a, double value)
{
    return a->log ? log(fmax(value, a->from) / a->from) / log(a->to / a->from)
                  : (value - a->from) / (a->to - a->from);
}

static void draw_axis(ul_output *out, const axis *a, double y, bool upright)
{
    const double step = a->log ? 10 : ul_svg_step(a->to - a->from);
    char text[32];
    for (double value = a->log ? pow(10, ceil(log10(a->from))) : ceil(a->from / step) * step;
         value <= a->to * (1 + 1e-9); value = a->log ? value * step : value + step) {
        const double place = at(a, value), x = left + place * (width - left - right);
        const double over = y + height * (1 - place);
        snprintf(text, sizeof text, "%.6g", value);
        if (upright) {
            ul_svg_line(out, left, over, width - right, over, "#dddddd", false);
            ul_svg_text(out, &(ul_svg_style){left - 8, over + 4, 11, "end", UL_SVG_FAINT, false, 0},
                        text);
        } else {
            ul_svg_text(out, &(ul_svg_style){x, y + height + 16, 11, "middle", UL_SVG_FAINT, false,
                                             0}, text);
        }
    }
}

static ul_status draw_curve(ul_output *out, const ul_table_made *made, const ul_panel *panel,
                            const ul_curve *curve, const axis scale[2], double y, size_t series)
{
    double *px, *py, last = y + height;
    size_t n = 0;
    char colour[16];
    UL_ALLOC(made->arena, px, 2 * curve->n + 1);
    UL_ALLOC(made->arena, py, 2 * curve->n + 1);
    for (size_t q = 0; q < curve->n; q++) {
        px[n] = left + at(&scale[0], curve->x[q]) * (width - left - right);
        py[n] = y + height * (1 - at(&scale[1], curve->y[q]));
        if (panel->look == UL_DOTS) {
            ul_svg_box(out, px[n] - 2.5, py[n] - 2.5, 5, 5, series, curve->name);
        } else if (panel->look == UL_STEPS) {
            px[n + 1] = px[n];
            py[n + 1] = py[n];
            py[n] = q == 0 ? py[n] : last;
            last = py[++n];
            n++;
        } else {
            n++;
        }
    }
    if (n > 0)
        ul_svg_curve(out, px, py, n, ul_svg_fill(series, colour));
    return UL_OK;
}

static ul_status draw_curves(ul_output *out, const ul_table_made *made, const ul_panel *panel,
                             double y)
{
    axis scale[2] = {{HUGE_VAL, -HUGE_VAL, panel->log_x}, {HUGE_VAL, -HUGE_VAL, panel->log_y}};
    size_t series = 0;
    double key = width - right;
    for (size_t q = 0; q < made->n_curves; q++)
        if (same(made->curve[q].panel, panel->title)) {
            widen(&scale[0], made->curve[q].x, made->curve[q].n);
            widen(&scale[1], made->curve[q].y, made->curve[q].n);
        }
    settle(&scale[0]);
    settle(&scale[1]);
    draw_axis(out, &scale[0], y, false);
    draw_axis(out, &scale[1], y, true);
    ul_svg_text(out, &(ul_svg_style){left, y - 14, 13, "start", UL_SVG_INK, true, 0}, panel->title);
    ul_svg_text(out, &(ul_svg_style){(left + width - right) / 2, y + height + 34, 12, "middle",
                                     UL_SVG_INK, false, 0},
                panel->x_title == NULL ? "" : panel->x_title);
    for (size_t q = 0; q < made->n_curves; q++) {
        if (!same(made->curve[q].panel, panel->title))
            continue;
        UL_TRY(draw_curve(out, made, panel, &made->curve[q], scale, y, series));
        key -= 8.0 * (double)strlen(made->curve[q].name) + 24;
        ul_svg_box(out, key, y + height + 46, 12, 12, series++, NULL);
        ul_svg_text(out, &(ul_svg_style){key + 17, y + height + 56, 12, "start", UL_SVG_INK, false,
                                         0}, made->curve[q].name);
    }
    return UL_OK;
}

static ul_status draw_panels(const ul_table_made *made, size_t n, const char *path)
{
    const ul_table_layout *layout = made->self->layout;
    const double each = above + height + below;
    ul_status status = UL_OK;
    ul_output *out;
    UL_TRY(ul_output_open(path, &out));
    ul_svg_begin(out, width, top + each * (double)n, layout->title);
    ul_svg_text(out, &(ul_svg_style){20, 30, 17, "start", UL_SVG_INK, true, 0}, layout->title);
    for (size_t q = 0; q < n && status == UL_OK; q++)
        status = draw_curves(out, made, &layout->panel[q], top + above + each * (double)q);
    ul_svg_end(out);
    return ul_output_finish(out, status);
}

ul_status ul_cells_draw(const ul_table_made *made, const char *path)
{
    const ul_table_layout *layout = made->self->layout;
    ul_bar_chart *chart;
    size_t n = 0;
    while (layout->panel[n].title != NULL)
        n++;
    if (layout->panel[0].look != UL_BARS)
        return draw_panels(made, n, path);
    UL_ALLOC(made->arena, chart, n);
    for (size_t q = 0; q < n; q++)
        UL_TRY(make_bars(made, &layout->panel[q], &chart[q]));
    return ul_bar_chart_draw(chart, n, layout->title,
                             made->unlike == NULL ? "" : made->unlike, path);
}
