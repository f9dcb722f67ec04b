/* Machines over time, by type. Up to ROWS_APART of them have a row each, tasks
 * that are there together above each other; of more, those of a type that follow each
 * other share a row; and where even that is too much the types are areas: how many
 * machines are rented, and how many of them the tasks of each workload would fill.
 *
 * O(stays log stays + machines log machines + columns * workloads a type). */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "draw_parts.h"
#include "svg.h"

enum { ROWS_APART = 60, ROWS_SHARED = 300, STAYS_DRAWN = 20000, LINKS_DRAWN = 2000, LANES_MAX = 12,
       LABEL = 22 };
static const double lane_height = 14, gap = 6, thin_least = 3, thin_most = 12, shared_height = 900,
                    heading = 16, area_height = 48, sliver = 5;

typedef struct {
    size_t lanes;
    ul_micro until_s[LANES_MAX]; /* a lane is taken until here */
} machine_lanes;

typedef enum { APART, SHARED, SUMMED } row_mode;

struct ul_timeline_rows {
    row_mode mode;
    size_t *group; /* machines of each type */
    uint32_t *order; /* machines by type and the second of their order */
    double *y;       /* by machine, from the top of the rows */
    double *height;
    machine_lanes *lanes; /* by machine */
    uint8_t *lane;        /* by stay */
    double *heading_y;    /* by type */
    size_t *rows;         /* by type */
};

/* ---- arranging ---- */

static int machine_order(const void *a, const void *b, void *of)
{
    const ul_schedule_plan *plan = of;
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    const ul_timeline_machine *m = &plan->machine[x], *n = &plan->machine[y];
    UL_LOWER_FIRST(m->type, n->type);
    UL_LOWER_FIRST(m->ordered_s, n->ordered_s);
    return x < y ? -1 : x > y;
}

static int stay_order(const void *a, const void *b, void *of)
{
    const ul_schedule_plan *plan = of;
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    const ul_micro s = plan->stay[x].from_s, t = plan->stay[y].from_s;
    return s != t ? (s < t ? -1 : 1) : x < y ? -1 : x > y;
}

/* The first lane that is free when a stay comes; the last where there are too many. */
static uint8_t find_lane(machine_lanes *r, const ul_timeline_stay *stay)
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

static ul_status find_lanes(const ul_timeline_drawing *d, ul_timeline_rows *rows)
{
    const ul_schedule_plan *plan = d->plan;
    uint32_t *stay;
    UL_ALLOC(d->arena, rows->lanes, plan->n_machines);
    UL_ALLOC(d->arena, rows->lane, plan->n_stays);
    UL_ALLOC(d->arena, stay, plan->n_stays);
    for (uint32_t s = 0; s < plan->n_stays; s++)
        stay[s] = s;
    if (plan->n_stays > 0)
        qsort_r(stay, plan->n_stays, sizeof *stay, stay_order, (void *)plan);
    for (size_t q = 0; q < plan->n_stays; q++)
        rows->lane[stay[q]] = find_lane(&rows->lanes[plan->stay[stay[q]].machine],
                                        &plan->stay[stay[q]]);
    return UL_OK;
}

/* Which row of its type a machine takes, where rows are shared: the first whose last
 * machine is gone. Machines come in order of their orders. */
static ul_status share_rows(const ul_timeline_drawing *d, ul_timeline_rows *rows, size_t *row,
                            size_t *total)
{
    const ul_schedule_plan *plan = d->plan;
    ul_micro *until_s;
    UL_ALLOC(d->arena, until_s, plan->n_machines);
    *total = 0;
    for (size_t q = 0; q < plan->n_machines; q++) {
        const uint32_t m = rows->order[q];
        const ul_timeline_machine *machine = &plan->machine[m];
        const bool fresh = q == 0 || plan->machine[rows->order[q - 1]].type != machine->type;
        size_t *n = &rows->rows[machine->type], at = 0;
        if (fresh)
            *n = 0;
        while (at < *n && until_s[at] > machine->ordered_s && at <= ROWS_SHARED)
            at++;
        if (at == *n) {
            (*n)++;
            (*total)++;
        }
        until_s[at] = machine->released_s;
        row[m] = at;
    }
    return UL_OK;
}

/* Rows from top to bottom, types under headings. */
static double stack_rows(const ul_timeline_drawing *d, ul_timeline_rows *rows, const size_t *row,
                         size_t total)
{
    const ul_schedule_plan *plan = d->plan;
    const double thin = fmin(thin_most, fmax(thin_least, shared_height / (double)(total + 1)));
    double y = 0, top = 0;
    for (size_t q = 0; q < plan->n_machines; q++) {
        const uint32_t m = rows->order[q];
        const uint32_t k = plan->machine[m].type;
        if (q == 0 || plan->machine[rows->order[q - 1]].type != k) {
            rows->heading_y[k] = y;
            top = y += heading;
        }
        if (rows->mode == APART) {
            rows->height[m] = lane_height * (double)(rows->lanes[m].lanes > 0 ? rows->lanes[m].lanes : 1);
            rows->y[m] = y;
            y += rows->height[m] + gap;
        } else {
            rows->height[m] = thin;
            rows->y[m] = top + (double)row[m] * (thin + 1);
            y = fmax(y, rows->y[m] + thin + gap);
        }
    }
    return y;
}

static double stack_areas(const ul_timeline_drawing *d, ul_timeline_rows *rows)
{
    double y = 0;
    for (size_t k = 0; k < d->plan->in->n_types; k++) {
        rows->heading_y[k] = y;
        y += rows->group[k] > 0 ? heading + area_height + gap : 0;
    }
    return y;
}

ul_status ul_timeline_arrange(const ul_timeline_drawing *d, ul_timeline_rows **result,
                              double *height)
{
    const ul_schedule_plan *plan = d->plan;
    ul_timeline_rows *rows;
    size_t *row, total = 0;
    UL_ALLOC(d->arena, rows, 1);
    UL_ALLOC(d->arena, rows->group, plan->in->n_types);
    UL_ALLOC(d->arena, rows->rows, plan->in->n_types);
    UL_ALLOC(d->arena, rows->heading_y, plan->in->n_types);
    UL_ALLOC(d->arena, rows->order, plan->n_machines);
    UL_ALLOC(d->arena, rows->y, plan->n_machines);
    UL_ALLOC(d->arena, rows->height, plan->n_machines);
    UL_ALLOC(d->arena, row, plan->n_machines);
    for (uint32_t m = 0; m < plan->n_machines; m++) {
        rows->order[m] = m;
        rows->group[plan->machine[m].type]++;
    }
    if (plan->n_machines > 0)
        qsort_r(rows->order, plan->n_machines, sizeof *rows->order, machine_order, (void *)plan);
    rows->mode = plan->n_machines <= ROWS_APART ? APART : SHARED;
    if (rows->mode == SHARED)
        UL_TRY(share_rows(d, rows, row, &total));
    if (total > ROWS_SHARED || plan->n_stays > STAYS_DRAWN)
        rows->mode = SUMMED;
    *result = rows;
    if (rows->mode == SUMMED) {
        *height = stack_areas(d, rows);
        return UL_OK;
    }
    UL_TRY(find_lanes(d, rows));
    *height = stack_rows(d, rows, row, total);
    return UL_OK;
}

const char *ul_timeline_legend(const ul_timeline_rows *rows)
{
    return rows->mode == SUMMED
               ? "by type: machines rented (hatched), and how many of them the tasks fill; "
                 "there are too many for a row each"
           : rows->mode == SHARED
               ? "striped: starts up; hatched: idle; filled: works; thin lines: moves; machines "
                 "that follow each other share a row"
               : "striped: starts up; hatched: idle; outlined: loads or saves; filled: works; thin "
                 "lines: moves";
}

/* ---- rows ---- */

static void draw_machine(const ul_timeline_drawing *d, const ul_timeline_rows *rows, uint32_t m,
                         double y, ul_output *out)
{
    const ul_timeline_machine *machine = &d->plan->machine[m];
    const ul_micro billed_s = machine->ordered_s + d->plan->in->type[machine->type].billed_after_s;
    const ul_micro ready_s = machine->ready_s < machine->released_s ? machine->ready_s
                                                                    : machine->released_s;
    const double from = ul_timeline_x(d, billed_s), ready = ul_timeline_x(d, ready_s),
                 to = ul_timeline_x(d, machine->released_s);
    char label[32];
    if (ready > from)
        ul_svg_startup(out, from, y, ready - from, rows->height[m]);
    if (to > ready)
        ul_svg_idle(out, ready, y, to - ready, rows->height[m]);
    if (rows->mode != APART)
        return;
    snprintf(label, sizeof label, "%u", m);
    ul_svg_text(out, &(ul_svg_style){.x = d->left - 8, .y = y + 11, .size = 11, .anchor = "end",
                                     .colour = UL_SVG_INK}, label);
}

static double lane_of(const ul_timeline_rows *rows, const ul_timeline_stay *stay, size_t s,
                      double *height)
{
    const size_t lanes = rows->lanes[stay->machine].lanes;
    *height = rows->height[stay->machine] / (double)(lanes > 0 ? lanes : 1);
    return rows->y[stay->machine] + *height * rows->lane[s];
}

static void draw_stay(const ul_timeline_drawing *d, const ul_timeline_rows *rows, size_t s,
                      double top, ul_output *out)
{
    const ul_timeline_stay *stay = &d->plan->stay[s];
    const ul_schedule_job *job = &d->plan->in->job[d->plan->in->task[stay->task].job];
    const double from = ul_timeline_x(d, stay->from_s), to = ul_timeline_x(d, stay->to_s);
    const double working = ul_timeline_x(d, stay->working_s),
                 stopped = ul_timeline_x(d, stay->stopped_s);
    const double pad = rows->mode == APART ? 1 : 0;
    double height;
    const double y = top + lane_of(rows, stay, s, &height) + pad;
    char title[UL_NAME_MAX + 128], number[2][UL_NUMBER_TEXT];
    height -= 2 * pad;
    if (height < sliver) {
        ul_svg_sliver(out, working, y, stopped - working, height, ul_timeline_fill(d, job));
        return;
    }
    snprintf(title, sizeof title, "job %s task %u works from second %s to %s", job->name,
             stay->task - job->first_task, ul_micro_text(stay->working_s, number[0]),
             ul_micro_text(stay->stopped_s, number[1]));
    ul_svg_box(out, working, y, stopped - working, height, ul_timeline_fill(d, job), title);
    if (rows->mode != APART)
        return;
    ul_svg_frame(out, from, y, to - from, height);
    if (stopped - working > 7 * (double)strlen(job->name))
        ul_svg_text(out, &(ul_svg_style){.x = (working + stopped) / 2, .y = y + height - 3,
                                         .size = 9, .anchor = "middle", .colour = UL_SVG_INK,
                                         .most = LABEL}, job->name);
}

/* From where a stay ended to where the task's next one begins. */
static ul_status draw_moves(const ul_timeline_drawing *d, const ul_timeline_rows *rows, double top,
                            ul_output *out)
{
    const ul_schedule_plan *plan = d->plan;
    uint32_t *stay, *before;
    size_t drawn = 0;
    UL_ALLOC(d->arena, stay, plan->n_stays);
    UL_ALLOC(d->arena, before, plan->in->n_tasks);
    for (uint32_t s = 0; s < plan->n_stays; s++)
        stay[s] = s;
    for (size_t i = 0; i < plan->in->n_tasks; i++)
        before[i] = UL_SCHEDULE_NONE;
    if (plan->n_stays > 0)
        qsort_r(stay, plan->n_stays, sizeof *stay, stay_order, (void *)plan);
    for (size_t q = 0; q < plan->n_stays && drawn < LINKS_DRAWN; q++) {
        const ul_timeline_stay *to = &plan->stay[stay[q]];
        const uint32_t b = before[to->task];
        before[to->task] = stay[q];
        if (b == UL_SCHEDULE_NONE)
            continue;
        double high, higher;
        const double y1 = lane_of(rows, &plan->stay[b], b, &high);
        const double y2 = lane_of(rows, to, stay[q], &higher);
        ul_svg_link(out, ul_timeline_x(d, plan->stay[b].stopped_s), top + y1 + high / 2,
                    ul_timeline_x(d, to->from_s), top + y2 + higher / 2,
                    rows->mode == SHARED);
        drawn++;
    }
    return UL_OK;
}

/* ---- sums ---- */

/* The mean share of a machine's resources that a task takes. */
static double share_of(const ul_schedule *in, uint32_t task, uint32_t k)
{
    const ul_micro *need = ul_schedule_need(in, task, k);
    double sum = 0;
    size_t n = 0;
    for (size_t r = 0; r < in->n_resources; r++)
        if (in->type[k].capacity[r] > 0) {
            sum += ul_micro_double(need[r]) / ul_micro_double(in->type[k].capacity[r]);
            n++;
        }
    return n == 0 ? 0 : sum / (double)n;
}

/* What tasks of each fill take of the machines of a type; returns which fills there are.
 * Jobs without a workload are too many for colours of their own. */
static unsigned sum_fills(const ul_timeline_drawing *d, uint32_t k, ul_timeline_curve *fill)
{
    const ul_schedule_plan *plan = d->plan;
    unsigned seen = 0;
    for (size_t q = 0; q < UL_SVG_FILLS; q++)
        ul_timeline_curve_begin(d, &fill[q]);
    for (size_t s = 0; s < plan->n_stays; s++) {
        const ul_timeline_stay *stay = &plan->stay[s];
        if (plan->machine[stay->machine].type != k)
            continue;
        const ul_schedule_job *job = &plan->in->job[plan->in->task[stay->task].job];
        const size_t q = job->workload == UL_SCHEDULE_NONE ? 0 : ul_timeline_fill(d, job);
        seen |= 1U << q;
        ul_timeline_curve_add(d, &fill[q], stay->from_s, stay->to_s,
                              share_of(plan->in, stay->task, k));
    }
    for (size_t q = 0; q < UL_SVG_FILLS; q++)
        ul_timeline_curve_end(&fill[q]);
    return seen;
}

/* The fills above each other, the sum of all first: each later one covers its part. */
static void draw_fills(unsigned seen, ul_timeline_curve *fill, double base, double scale,
                       ul_output *out)
{
    double y[UL_TIMELINE_COLUMNS + 1];
    char name[16];
    for (size_t q = UL_SVG_FILLS; q-- > 0;) {
        if ((seen >> q & 1) == 0)
            continue;
        for (size_t c = 0; c <= UL_TIMELINE_COLUMNS; c++) {
            double sum = 0;
            for (size_t o = 0; o <= q; o++)
                sum += fill[o].value[c];
            y[c] = base - scale * fmax(0, sum);
        }
        ul_svg_area(out, fill[q].x, y, UL_TIMELINE_COLUMNS + 1, base, ul_svg_fill(q, name));
    }
}

static void draw_sum(const ul_timeline_drawing *d, uint32_t k, double top, ul_timeline_curve *fill,
                     ul_timeline_curve *rented, ul_output *out)
{
    const double base = top + heading + area_height;
    double y[UL_TIMELINE_COLUMNS + 1];
    char label[32];
    ul_timeline_curve_begin(d, rented);
    for (size_t m = 0; m < d->plan->n_machines; m++)
        if (d->plan->machine[m].type == k)
            ul_timeline_curve_add(d, rented, d->plan->machine[m].ordered_s,
                                  d->plan->machine[m].released_s, 1);
    ul_timeline_curve_end(rented);
    const double most = fmax(1, ul_timeline_curve_most(rented));
    for (size_t c = 0; c <= UL_TIMELINE_COLUMNS; c++)
        y[c] = base - area_height * rented->value[c] / most;
    ul_svg_area(out, rented->x, y, UL_TIMELINE_COLUMNS + 1, base, "url(#idle)");
    draw_fills(sum_fills(d, k, fill), fill, base, area_height / most, out);
    ul_svg_curve(out, rented->x, y, UL_TIMELINE_COLUMNS + 1, UL_SVG_FAINT);
    snprintf(label, sizeof label, "%.0f at once", most);
    ul_svg_text(out, &(ul_svg_style){.x = d->left - 8, .y = top + heading + 10, .size = 9,
                                     .anchor = "end", .colour = UL_SVG_FAINT}, label);
}

/* ---- all of them ---- */

static void draw_heading(const ul_timeline_drawing *d, const ul_timeline_rows *rows, uint32_t k,
                         double y, ul_output *out)
{
    char label[UL_NAME_MAX + 48];
    snprintf(label, sizeof label, "%s: %zu machine%s", d->plan->in->type[k].name, rows->group[k],
             rows->group[k] == 1 ? "" : "s");
    ul_svg_text(out, &(ul_svg_style){.x = 16, .y = y + 12, .size = 11, .anchor = "start",
                                     .colour = UL_SVG_INK, .bold = true, .most = 80}, label);
}

ul_status ul_draw_machines(const ul_timeline_drawing *d, ul_timeline_rows *rows, double y,
                           ul_output *out)
{
    const ul_schedule_plan *plan = d->plan;
    ul_timeline_curve *fill = NULL;
    if (rows->mode == SUMMED)
        UL_ALLOC(d->arena, fill, UL_SVG_FILLS + 1);
    for (uint32_t k = 0; k < plan->in->n_types; k++) {
        if (rows->group[k] == 0)
            continue;
        draw_heading(d, rows, k, y + rows->heading_y[k], out);
        if (rows->mode == SUMMED)
            draw_sum(d, k, y + rows->heading_y[k], fill, &fill[UL_SVG_FILLS], out);
    }
    if (rows->mode == SUMMED)
        return UL_OK;
    for (uint32_t m = 0; m < plan->n_machines; m++)
        draw_machine(d, rows, m, y + rows->y[m], out);
    for (size_t s = 0; s < plan->n_stays; s++)
        draw_stay(d, rows, s, y, out);
    return draw_moves(d, rows, y, out);
}
