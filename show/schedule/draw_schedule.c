/* A timeline from top to bottom: its title, whose colour is whose, what was demanded and
 * rented of each resource, the cost so far, the machines, and the axis of time. */
#include "draw_schedule.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "draw_parts.h"
#include "svg.h"

enum { COLOURS_NAMED = 18 };
static const double width = 1000, left = 150, right = 20, top = 54, bottom = 46, legend_line = 16;

static void find_span(ul_timeline_drawing *d)
{
    const ul_schedule_plan *plan = d->plan;
    d->begin_s = plan->n_machines == 0 ? 0 : plan->machine[0].ordered_s;
    if (plan->in->n_tasks > 0 && plan->in->task[0].arrival_s < d->begin_s)
        d->begin_s = plan->in->task[0].arrival_s;
    for (size_t m = 0; m < plan->n_machines; m++) {
        const ul_timeline_machine *machine = &plan->machine[m];
        d->begin_s = machine->ordered_s < d->begin_s ? machine->ordered_s : d->begin_s;
        d->end_s = machine->released_s > d->end_s ? machine->released_s : d->end_s;
    }
    if (d->end_s < d->begin_s + UL_MICRO)
        d->end_s = d->begin_s + UL_MICRO;
}

/* Workloads with their colours, as many as fit two lines; where jobs have none, each bar
 * is labelled. Returns the y below. */
static double draw_colours(const ul_timeline_drawing *d, double y, ul_output *out)
{
    const ul_schedule *in = d->plan->in;
    bool named[UL_SVG_FILLS] = {false};
    double x = 16;
    size_t n = 0;
    if (in->n_workloads == 0)
        return y;
    for (size_t j = 0; j < in->n_jobs && n < COLOURS_NAMED; j++) {
        char name[UL_NAME_MAX + 1];
        const char *whole = ul_timeline_colour(d, &in->job[j]);
        const size_t q = ul_timeline_fill(d, &in->job[j]);
        if (in->job[j].workload == UL_SCHEDULE_NONE || named[q])
            continue;
        named[q] = true;
        snprintf(name, sizeof name, "%.*s", (int)strcspn(whole, "["), whole);
        const double wide = 24 + 6.6 * (double)(strlen(name) < 24 ? strlen(name) : 24);
        if (x + wide > width - right) {
            x = 16;
            y += legend_line;
        }
        ul_svg_box(out, x, y, 10, 10, q, NULL);
        ul_svg_text(out, &(ul_svg_style){.x = x + 14, .y = y + 9, .size = 10, .anchor = "start",
                                         .colour = UL_SVG_FAINT, .most = 24}, name);
        x += wide;
        n++;
    }
    return y + legend_line;
}

static void draw_axis(const ul_timeline_drawing *d, double y, ul_output *out)
{
    const double begin_s = ul_micro_double(d->begin_s), end_s = ul_micro_double(d->end_s);
    const double span_s = end_s - begin_s;
    const double unit_s = span_s > 2 * 86400 ? 86400 : span_s > 2 * 3600 ? 3600 : 1;
    const double step = ul_svg_step(span_s / unit_s);
    char label[32];
    for (double at = ceil(begin_s / unit_s / step) * step; at <= end_s / unit_s; at += step) {
        const double x = d->left + (d->right - d->left) * (at * unit_s - begin_s) / span_s;
        ul_svg_line(out, x, y, x, y + 5, UL_SVG_FAINT, false);
        snprintf(label, sizeof label, "%g", at);
        ul_svg_text(out, &(ul_svg_style){.x = x, .y = y + 17, .size = 11, .anchor = "middle",
                                         .colour = UL_SVG_FAINT}, label);
    }
    ul_svg_text(out, &(ul_svg_style){.x = (d->left + d->right) / 2, .y = y + 34, .size = 12,
                                     .anchor = "middle", .colour = UL_SVG_INK},
                unit_s == 1 ? "seconds" : unit_s == 3600 ? "hours" : "days");
}

static void draw_title(const ul_timeline_drawing *d, const ul_timeline_rows *rows,
                       const char *title, ul_output *out)
{
    char below[160];
    ul_svg_text(out, &(ul_svg_style){.x = 16, .y = 24, .size = 16, .anchor = "start",
                                     .colour = UL_SVG_INK, .bold = true, .most = 90}, title);
    ul_svg_text(out, &(ul_svg_style){.x = 16, .y = 42, .size = 11, .anchor = "start",
                                     .colour = UL_SVG_FAINT}, ul_timeline_legend(rows));
    snprintf(below, sizeof below, "%zu jobs on %zu machines; blue: in use, hatched: rented, line: "
                                  "demand", d->plan->in->n_jobs, d->plan->n_machines);
    ul_svg_text(out, &(ul_svg_style){.x = width - right, .y = 24, .size = 11, .anchor = "end",
                                     .colour = UL_SVG_FAINT}, below);
}

/* How many lines the colours take: what draw_colours() would return. */
static ul_status colours_height(const ul_timeline_drawing *d, double *height)
{
    ul_output *nowhere;
    UL_TRY(ul_output_memory(&nowhere));
    *height = draw_colours(d, 0, nowhere);
    ul_output_discard(nowhere);
    return UL_OK;
}

static ul_status draw(ul_timeline_drawing *d, const char *method, ul_output *out)
{
    char title[2 * UL_NAME_MAX + 64];
    ul_timeline_rows *rows;
    double rows_height, colours;
    find_span(d);
    UL_TRY(ul_timeline_arrange(d, &rows, &rows_height));
    UL_TRY(colours_height(d, &colours));
    const double height = top + colours + ul_levels_height(d) + rows_height + bottom;
    snprintf(title, sizeof title, "%s%s%s", d->plan->in->name, *method == '\0' ? "" : ": ", method);
    ul_svg_begin(out, width, height, title);
    ul_svg_define_startup(out);
    draw_title(d, rows, title, out);
    double y = draw_colours(d, top, out);
    UL_TRY(ul_draw_levels(d, &y, out));
    UL_TRY(ul_draw_machines(d, rows, y, out));
    draw_axis(d, height - bottom, out);
    ul_svg_end(out);
    return UL_OK;
}

ul_status ul_draw_schedule(const void *plan, const char *method, ul_names *colours, ul_output *out)
{
    UL_OWN_ARENA(arena);
    ul_names *own = colours == NULL ? ul_names_new() : NULL;
    ul_timeline_drawing d = {.plan = plan, .arena = arena,
                             .colours = colours == NULL ? own : colours, .left = left,
                             .right = width - right};
    const ul_status status = d.colours == NULL ? ul_no_memory() : draw(&d, method, out);
    ul_names_free(own);
    return status;
}
