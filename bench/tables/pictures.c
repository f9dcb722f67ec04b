/* The picture of any layout: panels of bars, or of curves, one above the other.
 *
 * Bars have error bars where their numbers have a range; means are a row of numbers under the
 * axis, where neither these nor a dashed line cross them. A single group has its bars' names
 * below them, several groups their own and a key on top. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cells.h"
#include "svg.h"

static const double left = 70, right = 18, width = 760, height = 210, top = 64, key = 26,
                    above = 42, below = 72;

typedef struct {
    double from, to;
    bool log;
} axis;

typedef struct {
    const ul_table_made *made;
    const ul_panel *panel;
    ul_output *out;
    double y; /* of the frame's upper edge */
    axis across, up;
    const char **group, **bar; /* of bars: cases and subjects */
    size_t n_groups, n_bars;
} drawing;

static void label(const drawing *d, double x, double y, double size, const char *anchor,
                  const char *text)
{
    ul_svg_text(d->out, &(ul_svg_style){x, y, size, anchor, UL_SVG_INK, false, 0}, text);
}

static double place(const axis *a, double value)
{
    return a->log ? log(fmax(value, a->from) / a->from) / log(a->to / a->from)
                  : (value - a->from) / (a->to - a->from);
}

static double x_of(const drawing *d, double value)
{
    return left + place(&d->across, value) * (width - left - right);
}

static double y_of(const drawing *d, double value)
{
    return d->y + height * (1 - place(&d->up, value));
}

static void widen(axis *a, double value)
{
    if (!isfinite(value) || (a->log && value <= 0))
        return;
    a->from = fmin(a->from, value);
    a->to = fmax(a->to, value);
}

static axis settled(axis a)
{
    if (!(a.from < HUGE_VAL))
        a = (axis){a.log ? 1 : 0, a.log ? 10 : 1, a.log};
    if (!a.log)
        a.from = fmin(a.from, 0);
    if (a.from >= a.to)
        a.to = a.log ? 10 * a.from : a.from + 1;
    return a;
}

static void draw_ticks(const drawing *d, const axis *a, bool upright)
{
    const double step = a->log ? 10 : ul_svg_step(a->to - a->from);
    char text[32];
    for (double value = a->log ? pow(10, ceil(log10(a->from))) : ceil(a->from / step) * step;
         value <= a->to * (1 + 1e-9); value = a->log ? value * step : value + step) {
        snprintf(text, sizeof text, "%.6g", value);
        if (upright) {
            ul_svg_line(d->out, left, y_of(d, value), width - right, y_of(d, value),
                        value == 0 ? UL_SVG_INK : "#dddddd", false);
            label(d, left - 8, y_of(d, value) + 4, 11, "end", text);
        } else {
            label(d, x_of(d, value), d->y + height + 16, 11, "middle", text);
        }
    }
    if (upright)
        ul_svg_text(d->out, &(ul_svg_style){left, d->y - 14, 13, "start", UL_SVG_INK, true, 0},
                    d->panel->title);
}

/* ---- bars ---- */

/* Adds a name that is not there yet; there is room for it. */
static void add_name(const char **names, size_t *n, const char *name)
{
    for (size_t q = 0; q < *n; q++)
        if (ul_same(names[q], name))
            return;
    names[(*n)++] = name;
}

static ul_status name_bars(drawing *d)
{
    UL_ALLOC(d->made->arena, d->group, d->made->n_cells);
    UL_ALLOC(d->made->arena, d->bar, d->made->n_cells);
    d->up = (axis){0, 0, false};
    for (size_t q = 0; q < d->made->n_cells; q++) {
        const ul_cell *cell = &d->made->cell[q];
        if (d->panel->mark != NULL && ul_same(cell->measure, d->panel->mark))
            widen(&d->up, cell->ours);
        if (!ul_same(cell->measure, d->panel->measure))
            continue;
        add_name(d->group, &d->n_groups, cell->of);
        add_name(d->bar, &d->n_bars, cell->who);
        widen(&d->up, isnan(cell->most) ? cell->ours : cell->most);
    }
    d->up = settled(d->up);
    const double step = ul_svg_step(d->up.to);
    d->up.to = ceil(d->up.to * 1.04 / step) * step;
    return UL_OK;
}

static void draw_bar(const drawing *d, const ul_cell *cell, double x, double wide, size_t fill)
{
    const double middle = x + wide / 2;
    char text[200];
    if (cell == NULL || !(cell->ours >= 0))
        return;
    const bool ranges = cell->most > cell->least;
    snprintf(text, sizeof text, "%s: %.4g (%.4g to %.4g)", cell->who, cell->ours,
             ranges ? cell->least : cell->ours, ranges ? cell->most : cell->ours);
    ul_svg_box(d->out, x + 2, y_of(d, cell->ours), wide - 4, y_of(d, 0) - y_of(d, cell->ours), fill,
               text);
    for (int end = 0; ranges && end < 2; end++) {
        const double y = y_of(d, end == 0 ? cell->least : cell->most);
        ul_svg_line(d->out, middle, y_of(d, cell->least), middle, y_of(d, cell->most), UL_SVG_INK,
                    false);
        ul_svg_line(d->out, middle - wide / 6, y, middle + wide / 6, y, UL_SVG_INK, false);
    }
    snprintf(text, sizeof text, cell->ours < 9.95 ? "%.1f" : "%.0f", cell->ours);
    ul_svg_text(d->out, &(ul_svg_style){middle, d->y + height + 14, fmin(10.5, 0.48 * wide),
                                        "middle", UL_SVG_INK, true, 0}, text);
}

/* "greedy-availability" in two lines, so that neighbours do not touch. */
static void draw_bar_name(const drawing *d, const char *name, double x)
{
    const char *hyphen = strchr(name, '-');
    const size_t first = hyphen == NULL ? strlen(name) : (size_t)(hyphen - name) + 1;
    char line[64];
    snprintf(line, sizeof line, "%.*s", (int)first, name);
    label(d, x, d->y + height + 30, 11, "middle", line);
    label(d, x, d->y + height + 44, 11, "middle", name + first);
}

static void draw_group(const drawing *d, size_t g)
{
    const double slot = (width - left - right) / (double)d->n_groups;
    const double wide = slot * (d->n_groups == 1 ? 0.96 : 0.8) / (double)d->n_bars;
    const double from = left + slot * (double)g, margin = (slot - wide * (double)d->n_bars) / 2;
    for (size_t b = 0; b < d->n_bars; b++) {
        const double x = from + margin + wide * (double)b;
        draw_bar(d, ul_cell_find(d->made, d->group[g], d->bar[b], d->panel->measure), x, wide, b);
        if (d->n_groups == 1)
            draw_bar_name(d, d->bar[b], x + wide / 2);
    }
    if (d->n_groups > 1)
        label(d, from + slot / 2, d->y + height + 30, 12, "middle", d->group[g]);
    const double mark = d->panel->mark == NULL ? NAN : ul_got(d->made, d->group[g], "", d->panel->mark);
    if (isnan(mark))
        return;
    ul_svg_line(d->out, from + 4, y_of(d, mark), from + slot - 4, y_of(d, mark), "#b00020", true);
    if (g == 0)
        ul_svg_text(d->out, &(ul_svg_style){width - right, d->y - 14, 11, "end", "#b00020", false,
                                            0}, d->panel->mark);
}

static ul_status draw_bars(drawing *d, bool with_key)
{
    UL_TRY(name_bars(d));
    draw_ticks(d, &d->up, true);
    for (size_t g = 0; g < d->n_groups; g++)
        draw_group(d, g);
    double x = left;
    for (size_t b = 0; with_key && d->n_groups > 1 && b < d->n_bars; b++) {
        ul_svg_box(d->out, x, top + 4, 13, 13, b, NULL);
        label(d, x + 19, top + 15, 12, "start", d->bar[b]);
        x += 7.0 * (double)strlen(d->bar[b]) + 36;
    }
    return UL_OK;
}

/* ---- curves ---- */

static ul_status draw_curve(const drawing *d, const ul_curve *curve, size_t series)
{
    double *x, *y;
    size_t n = 0;
    char colour[16];
    UL_ALLOC(d->made->arena, x, 2 * curve->n + 1);
    UL_ALLOC(d->made->arena, y, 2 * curve->n + 1);
    for (size_t q = 0; q < curve->n; q++) {
        const double to_x = x_of(d, curve->x[q]), to_y = y_of(d, curve->y[q]);
        if (d->panel->look == UL_DOTS)
            ul_svg_box(d->out, to_x - 2.5, to_y - 2.5, 5, 5, series, curve->name);
        if (d->panel->look == UL_STEPS && n > 0) {
            x[n] = to_x;
            y[n] = y[n - 1];
            n++;
        }
        x[n] = to_x;
        y[n++] = to_y;
    }
    if (n > 0 && d->panel->look != UL_DOTS)
        ul_svg_curve(d->out, x, y, n, ul_svg_fill(series, colour));
    return UL_OK;
}

static ul_status draw_curves(drawing *d)
{
    size_t series = 0;
    double at = width - right;
    d->across = (axis){HUGE_VAL, -HUGE_VAL, d->panel->log_x};
    d->up = (axis){HUGE_VAL, -HUGE_VAL, d->panel->log_y};
    for (size_t c = 0; c < d->made->n_curves; c++)
        for (size_t q = 0; q < d->made->curve[c].n; q++)
            if (ul_same(d->made->curve[c].panel, d->panel->title)) {
                widen(&d->across, d->made->curve[c].x[q]);
                widen(&d->up, d->made->curve[c].y[q]);
            }
    d->across = settled(d->across);
    d->up = settled(d->up);
    draw_ticks(d, &d->across, false);
    draw_ticks(d, &d->up, true);
    label(d, (left + width - right) / 2, d->y + height + 34, 12, "middle",
          d->panel->x_title == NULL ? "" : d->panel->x_title);
    for (size_t c = 0; c < d->made->n_curves; c++) {
        const ul_curve *curve = &d->made->curve[c];
        if (!ul_same(curve->panel, d->panel->title))
            continue;
        UL_TRY(draw_curve(d, curve, series));
        at -= 8.0 * (double)strlen(curve->name) + 24;
        ul_svg_box(d->out, at, d->y + height + 46, 12, 12, series++, NULL);
        label(d, at + 17, d->y + height + 56, 12, "start", curve->name);
    }
    return UL_OK;
}

ul_status ul_cells_draw(const ul_table_made *made, const char *path)
{
    const ul_table *table = made->self;
    const double each = above + height + below;
    ul_status status = UL_OK;
    ul_output *out;
    size_t n = 0;
    while (table->panel[n].title != NULL)
        n++;
    UL_TRY(ul_output_open(path, &out));
    ul_svg_begin(out, width, top + key + each * (double)n, table->title);
    ul_svg_text(out, &(ul_svg_style){20, 28, 17, "start", UL_SVG_INK, true, 0}, table->title);
    ul_svg_text(out, &(ul_svg_style){20, 50, 12, "start", UL_SVG_FAINT, false, 0},
                made->unlike == NULL ? "" : made->unlike);
    for (size_t q = 0; q < n && status == UL_OK; q++) {
        drawing d = {.made = made, .panel = &table->panel[q], .out = out,
                     .y = top + key + above + each * (double)q};
        status = d.panel->look == UL_BARS ? draw_bars(&d, q == 0) : draw_curves(&d);
    }
    ul_svg_end(out);
    return ul_output_finish(out, status);
}
