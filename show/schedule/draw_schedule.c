/* Each machine that was rented is a row, hatched as long as it is paid for. Its tasks
 * are bars in it, one above the other where they are there together: outlined while
 * they load and save, filled while they work.
 *
 * O(stays log stays); of many machines the first ones are drawn.
 */
#include "draw_schedule.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "svg.h"
#include "timeline.h"

enum { MACHINES_SHOWN = 60, LANES_MAX = 12, LABEL = 24 };
static const double width = 1000, left = 150, right = 20, top = 54, lane_height = 14, gap = 6,
                    bottom = 46;

typedef struct {
    size_t lanes;
    ul_micro until_s[LANES_MAX]; /* a lane is taken until here */
    double y;
} row;

typedef struct {
    const ul_schedule_plan *plan;
    ul_names *colours;
    size_t rows;
    row row[MACHINES_SHOWN];
    uint32_t *stay; /* of the rows, by their beginning */
    uint8_t *lane;
    size_t n_stays;
    ul_micro begin_s, end_s;
    double height;
} drawing;

static double x_of(const drawing *d, ul_micro s)
{
    return left + (width - left - right) * ul_micro_double(s - d->begin_s)
                      / ul_micro_double(d->end_s - d->begin_s);
}

static int stay_order(const void *a, const void *b, void *of)
{
    const ul_schedule_plan *plan = of;
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    const ul_micro s = plan->stay[x].from_s, t = plan->stay[y].from_s;
    return s != t ? (s < t ? -1 : 1) : x < y ? -1 : x > y;
}

/* The first lane that is free when a stay comes; the last where there are too many. */
static uint8_t find_lane(row *r, const ul_timeline_stay *stay)
{
    size_t l = 0;
    while (l < r->lanes && r->until_s[l] > stay->from_s)
        l++;
    if (l == LANES_MAX)
        l--;
    if (l == r->lanes)
        r->lanes++;
    r->until_s[l] = stay->to_s;
    return (uint8_t)l;
}

static ul_status arrange(drawing *d, ul_arena *arena)
{
    const ul_schedule_plan *plan = d->plan;
    d->stay = ul_arena_alloc_raw(arena, plan->n_stays, sizeof *d->stay);
    d->lane = ul_arena_alloc_raw(arena, plan->n_stays, sizeof *d->lane);
    if (d->stay == NULL || d->lane == NULL)
        return ul_fail(UL_E_MEMORY, "out of memory for a picture");
    d->rows = plan->n_machines < MACHINES_SHOWN ? plan->n_machines : MACHINES_SHOWN;
    d->begin_s = d->rows == 0 ? 0 : plan->machine[0].ordered_s;
    for (size_t m = 0; m < d->rows; m++) {
        const ul_timeline_machine *machine = &plan->machine[m];
        d->begin_s = machine->ordered_s < d->begin_s ? machine->ordered_s : d->begin_s;
        d->end_s = machine->released_s > d->end_s ? machine->released_s : d->end_s;
    }
    if (d->end_s < d->begin_s + UL_MICRO)
        d->end_s = d->begin_s + UL_MICRO;
    for (uint32_t s = 0; s < plan->n_stays; s++)
        if (plan->stay[s].machine < d->rows)
            d->stay[d->n_stays++] = s;
    if (d->n_stays > 0)
        qsort_r(d->stay, d->n_stays, sizeof *d->stay, stay_order, (void *)plan);
    for (size_t q = 0; q < d->n_stays; q++) {
        const ul_timeline_stay *stay = &plan->stay[d->stay[q]];
        d->lane[q] = find_lane(&d->row[stay->machine], stay);
    }
    d->height = top;
    for (size_t m = 0; m < d->rows; m++) {
        d->row[m].y = d->height;
        d->height += lane_height * (double)(d->row[m].lanes > 0 ? d->row[m].lanes : 1) + gap;
    }
    return UL_OK;
}

/* Which colour a job has: its workload's, without the variant, or its own. */
static size_t fill_of(const drawing *d, const ul_schedule_job *job)
{
    const char *name = job->workload == UL_SCHEDULE_NONE ? job->name
                                                         : d->plan->in->workload[job->workload];
    const size_t q = ul_names_add(d->colours, name, strcspn(name, "["), NULL);
    return q == UL_NONE ? 0 : q % UL_SVG_FILLS;
}

static void draw_stay(const drawing *d, size_t q, ul_output *out)
{
    const ul_timeline_stay *stay = &d->plan->stay[d->stay[q]];
    const ul_schedule_job *job = &d->plan->in->job[d->plan->in->task[stay->task].job];
    const double y = d->row[stay->machine].y + lane_height * d->lane[q] + 1;
    const double from = x_of(d, stay->from_s), to = x_of(d, stay->to_s);
    const double working = x_of(d, stay->working_s), stopped = x_of(d, stay->stopped_s);
    char title[UL_NAME_MAX + 128], number[2][UL_NUMBER_TEXT];
    snprintf(title, sizeof title, "job %s task %u works from second %s to %s", job->name,
             stay->task - job->first_task, ul_micro_text(stay->working_s, number[0]),
             ul_micro_text(stay->stopped_s, number[1]));
    ul_svg_box(out, working, y, stopped - working, lane_height - 2, fill_of(d, job), title);
    ul_svg_frame(out, from, y, to - from, lane_height - 2);
    if (stopped - working > 7 * (double)strlen(job->name))
        ul_svg_text(out, &(ul_svg_style){.x = (working + stopped) / 2, .y = y + lane_height - 5,
                                         .size = 9, .anchor = "middle", .colour = UL_SVG_INK,
                                         .most = LABEL}, job->name);
}

static void draw_machine(const drawing *d, size_t m, ul_output *out)
{
    const ul_timeline_machine *machine = &d->plan->machine[m];
    const ul_schedule_type *type = &d->plan->in->type[machine->type];
    const row *r = &d->row[m];
    const double high = lane_height * (double)(r->lanes > 0 ? r->lanes : 1);
    const ul_micro billed_s = machine->ordered_s + type->billed_after_s;
    char label[UL_NAME_MAX + 32];
    snprintf(label, sizeof label, "%zu %s", m, type->name);
    ul_svg_text(out, &(ul_svg_style){.x = left - 8, .y = r->y + 11, .size = 11, .anchor = "end",
                                     .colour = UL_SVG_INK, .most = LABEL}, label);
    if (machine->released_s > billed_s)
        ul_svg_idle(out, x_of(d, billed_s), r->y, x_of(d, machine->released_s) - x_of(d, billed_s),
                    high);
    if (machine->ready_s < machine->released_s)
        ul_svg_line(out, x_of(d, machine->ready_s), r->y, x_of(d, machine->ready_s), r->y + high,
                    UL_SVG_INK, true);
}

static void draw_axis(const drawing *d, ul_output *out)
{
    const double begin_s = ul_micro_double(d->begin_s), end_s = ul_micro_double(d->end_s);
    const double span_s = end_s - begin_s;
    const double unit_s = span_s > 2 * 86400 ? 86400 : span_s > 2 * 3600 ? 3600 : 1;
    const double step = ul_svg_step(span_s / unit_s);
    char label[32];
    for (double at = ceil(begin_s / unit_s / step) * step; at <= end_s / unit_s; at += step) {
        const double x = left + (width - left - right) * (at * unit_s - begin_s) / span_s;
        ul_svg_line(out, x, d->height, x, d->height + 5, UL_SVG_FAINT, false);
        snprintf(label, sizeof label, "%g", at);
        ul_svg_text(out, &(ul_svg_style){.x = x, .y = d->height + 17, .size = 11,
                                         .anchor = "middle", .colour = UL_SVG_FAINT}, label);
    }
    ul_svg_text(out, &(ul_svg_style){.x = (left + width - right) / 2, .y = d->height + 34,
                                     .size = 12, .anchor = "middle", .colour = UL_SVG_INK},
                unit_s == 1 ? "seconds" : unit_s == 3600 ? "hours" : "days");
}

static void draw(const drawing *d, const char *method, ul_output *out)
{
    char title[2 * UL_NAME_MAX + 64], below[128];
    snprintf(title, sizeof title, "%s%s%s", d->plan->in->name, *method == '\0' ? "" : ": ", method);
    ul_svg_begin(out, width, d->height + bottom, title);
    ul_svg_text(out, &(ul_svg_style){.x = 16, .y = 24, .size = 16, .anchor = "start",
                                     .colour = UL_SVG_INK, .bold = true, .most = 90}, title);
    snprintf(below, sizeof below, "hatched: paid for; dashed line: ready; outlined: loads or saves; "
                                  "filled: works%s", d->plan->n_machines > d->rows
                                                         ? "; the first machines" : "");
    ul_svg_text(out, &(ul_svg_style){.x = 16, .y = 42, .size = 11, .anchor = "start",
                                     .colour = UL_SVG_FAINT}, below);
    for (size_t m = 0; m < d->rows; m++)
        draw_machine(d, m, out);
    for (size_t q = 0; q < d->n_stays; q++)
        draw_stay(d, q, out);
    draw_axis(d, out);
    ul_svg_end(out);
}

ul_status ul_draw_schedule(const void *plan, const char *method, ul_names *colours, ul_output *out)
{
    ul_names *own = colours == NULL ? ul_names_new() : NULL;
    ul_arena *arena = ul_arena_new();
    drawing *d = arena == NULL ? NULL : ul_arena_alloc(arena, 1, sizeof *d);
    ul_status status = d == NULL || (colours == NULL && own == NULL)
                           ? ul_fail(UL_E_MEMORY, "out of memory for a picture")
                           : UL_OK;
    if (status == UL_OK) {
        d->plan = plan;
        d->colours = colours == NULL ? own : colours;
        status = arrange(d, arena);
    }
    if (status == UL_OK)
        draw(d, method, out);
    ul_arena_free(arena);
    ul_names_free(own);
    return status;
}
