#include "chart.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "svg.h"

/* Of an axis or of a step on it: what lies this near to a mark lies on it. */
#define ON_THE_MARK 1e-9

/* ---- series ---- */

ul_status ul_chart_add(ul_chart *chart, const ul_chart_series *series)
{
    double *x, *y;
    ul_chart_series copy = *series;
    UL_MORE(chart->arena, chart->series, chart->n, chart->room);
    UL_ALLOC(chart->arena, x, 2 * series->n);
    y = x + series->n;
    copy.n = 0;
    for (size_t q = 0; q < series->n; q++)
        if (isfinite(series->x[q]) && (series->form == UL_BOX || isfinite(series->y[q]))) {
            x[copy.n] = series->x[q];
            y[copy.n++] = series->form == UL_BOX ? 0 : series->y[q];
        }
    copy.x = x;
    copy.y = y;
    if (copy.n > 0 || series->form == UL_BOX)
        chart->series[chart->n++] = copy;
    return UL_OK;
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

double ul_axis_share(const ul_axis *axis, double value)
{
    const double from = stretch(axis, axis->from), to = stretch(axis, axis->to);
    return fmin(1, fmax(0, (stretch(axis, value) - from) / (to - from)));
}

/* Room around the values: a factor of a logarithm, a twentieth of the rest. */
void ul_axis_reach(ul_axis *axis, const double *value, size_t n)
{
    const double limit = axis->most > 0 ? axis->most : HUGE_VAL;
    const bool empty = axis->from == axis->to;
    for (size_t q = 0; q < n; q++) {
        const double far = value[q] - axis->origin;
        double low = value[q], high = value[q];
        if (axis->scale == UL_LOG) {
            low = 0.8 * value[q];
            high = 1.2 * value[q];
        } else if (axis->scale == UL_SYMLOG) {
            low = axis->origin + fmax(fmin(1.05 * far, 0), -limit);
            high = axis->origin + fmin(fmax(1.05 * far, axis->knee), limit);
        }
        axis->from = empty && q == 0 ? low : fmin(axis->from, low);
        axis->to = empty && q == 0 ? high : fmax(axis->to, high);
    }
}

/* An empty range becomes wider, one of a logarithm has two ticks, a linear one is round. */
static void fix_range(ul_axis *axis)
{
    if (axis->scale == UL_LOG) {
        const double from = axis->from > 0 ? axis->from : 1, to = fmax(axis->to, from);
        const double more = sqrt(fmax(1, 5 / (to / from)));
        axis->from = from / more;
        axis->to = to * more;
    } else if (!(axis->to > axis->from)) {
        axis->from = axis->origin;
        axis->to = axis->origin + (axis->scale == UL_SYMLOG ? axis->knee : 1);
    }
    if (axis->scale == UL_LINEAR) {
        const double step = ul_svg_step(axis->to - axis->from);
        axis->from = floor(axis->from / step + ON_THE_MARK) * step;
        axis->to = ceil(axis->to / step - ON_THE_MARK) * step;
    }
}

void ul_chart_finish(ul_chart *chart)
{
    for (size_t q = 0; q < chart->n; q++) {
        const ul_chart_series *s = &chart->series[q];
        ul_axis_reach(&chart->x, s->x, s->n);
        if (s->form != UL_BOX)
            ul_axis_reach(&chart->y, s->y, s->n);
    }
    fix_range(&chart->x);
    fix_range(&chart->y);
}

/* ---- ticks ---- */

void ul_axis_tick_text(const ul_axis *axis, double value, char *text, size_t room)
{
    const bool origin = axis->scale == UL_SYMLOG && value == axis->origin;
    const bool seconds = axis->unit != NULL && strcmp(axis->unit, "s") == 0;
    if (origin && axis->origin_label != NULL)
        snprintf(text, room, "%s", axis->origin_label);
    else if (seconds && value < 0.1 && value > 0)
        snprintf(text, room, "%.6g %s", value * (value < 0.00099 ? 1e6 : 1e3),
                 value < 0.00099 ? "µs" : "ms");
    else
        snprintf(text, room,
                 axis->scale == UL_SYMLOG && axis->from < axis->origin && !origin ? "%+.6g%s%s"
                                                                                  : "%.6g%s%s",
                 value, seconds ? " " : "", axis->unit == NULL ? "" : axis->unit);
}

static void add_tick(ul_axis_ticks *list, double value)
{
    const double slack = ON_THE_MARK * (list->axis->to - list->axis->from), apart = 0.115;
    for (size_t q = 0; q < list->n; q++) /* labels must not touch, on a phone neither */
        if (fabs(ul_axis_share(list->axis, list->at[q]) - ul_axis_share(list->axis, value)) < apart)
            return;
    if (value >= list->axis->from - slack && value <= list->axis->to + slack && list->n < UL_TICKS_MAX)
        list->at[list->n++] = value;
}

/* Powers of ten from..to, each way from the origin; few decades get ticks between. */
static void add_decades(ul_axis_ticks *list, double from, double to, double origin)
{
    static const double multiple[][3] = {{1, 2, 5}, {1, 3}, {1}};
    const double n = log10(to / from);
    const bool both_ways = origin > list->axis->from;
    const double *of_ten = multiple[n < 1.3 ? 0 : n < 3.5 && !both_ways ? 1 : 2];
    /* the first decade's ticks would stand on the origin's, from either side */
    const int first = (int)floor(log10(from) + ON_THE_MARK) + (both_ways && n > 1 ? 1 : 0);
    for (int power = first; pow(10, power) <= to * (1 + ON_THE_MARK); power++)
        for (size_t q = 0; q < 3 && of_ten[q] > 0; q++) {
            add_tick(list, origin + of_ten[q] * pow(10, power));
            if (both_ways)
                add_tick(list, origin - of_ten[q] * pow(10, power));
        }
}

ul_axis_ticks ul_axis_ticks_of(const ul_axis *axis)
{
    ul_axis_ticks list = {.axis = axis};
    const double step = ul_svg_step(axis->to - axis->from);
    if (axis->scale == UL_LOG) {
        add_decades(&list, axis->from, axis->to, 0);
    } else if (axis->scale == UL_SYMLOG) {
        const double reach = fmax(axis->to - axis->origin, axis->origin - axis->from);
        add_tick(&list, axis->origin);
        add_decades(&list, axis->knee, fmax(reach, axis->knee), axis->origin);
    } else {
        for (double q = ceil(axis->from / step - ON_THE_MARK);
             q * step <= axis->to + ON_THE_MARK * step; q++)
            add_tick(&list, q * step + 0.0); /* and not minus zero */
    }
    return list;
}

/* ---- JSON ---- */

static void put_numbers(ul_json_writer *json, const char *name, const double *value, size_t n)
{
    ul_json_open_member(json, name, "[", ",");
    for (size_t q = 0; q < n; q++)
        ul_json_put(json, "%.7g", value[q]);
    ul_json_close(json, "]");
}

static void put_axis(ul_json_writer *json, const char *name, const ul_axis *axis)
{
    static const char *const scale[] = {"linear", "log", "symlog"};
    const ul_axis_ticks list = ul_axis_ticks_of(axis);
    char text[64];
    ul_json_open_member(json, name, "{", ", ");
    ul_json_text_member(json, "title", axis->title == NULL ? "" : axis->title);
    ul_json_text_member(json, "scale", scale[axis->scale]);
    ul_json_put_member(json, "range", "[%.9g, %.9g, %.9g, %.9g]", axis->from, axis->to, axis->origin,
                   axis->knee);
    ul_json_truth_member(json, "named", axis->origin_label != NULL);
    ul_json_open_member(json, "ticks", "[", ", ");
    for (size_t q = 0; q < list.n; q++) {
        ul_axis_tick_text(axis, list.at[q], text, sizeof text);
        ul_json_open(json, "[", ", ");
        ul_json_put(json, "%.9g", list.at[q]);
        ul_json_put_text(json, text);
        ul_json_close(json, "]");
    }
    ul_json_close(json, "]");
    ul_json_close(json, "}");
}

static void put_series(ul_json_writer *json, const ul_chart_series *s)
{
    static const char *const form[] = {"steps", "point", "dots", "box", "bar", "level"};
    ul_json_open(json, "{", ", ");
    ul_json_text_member(json, "form", form[s->form]);
    ul_json_count_member(json, "style", s->style % UL_CHART_STYLES);
    ul_json_text_member(json, "method", s->label);
    if (s->faint || s->strong)
        ul_json_truth_member(json, s->faint ? "faint" : "strong", true);
    put_numbers(json, "x", s->x, s->n);
    if (s->form != UL_BOX)
        put_numbers(json, "y", s->y, s->n);
    ul_json_close(json, "}");
}

void ul_chart_json(const ul_chart *chart, ul_json_writer *json)
{
    ul_json_open(json, "{", ", ");
    ul_json_text_member(json, "id", chart->id);
    ul_json_text_member(json, "title", chart->title);
    ul_json_text_member(json, "note", chart->note == NULL ? "" : chart->note);
    ul_json_text_member(json, "group", chart->group == NULL ? "" : chart->group);
    ul_json_text_member(json, "part", chart->part == NULL ? "" : chart->part);
    put_axis(json, "x", &chart->x);
    put_axis(json, "y", &chart->y);
    ul_json_truth_member(json, "diagonal", chart->diagonal);
    ul_json_open_member(json, "series", "[", ",\n");
    for (size_t q = 0; q < chart->n; q++)
        put_series(json, &chart->series[q]);
    ul_json_close(json, "]");
    ul_json_close(json, "}");
}
