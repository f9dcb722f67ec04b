/* Demand against rented capacity, resource by resource, and the cost so far. Demand
 * is of tasks from their arrival until they are done, as counted where they first run.
 *
 * O(machines + stays + tasks) a resource. */
#include <math.h>
#include <stdio.h>

#include "draw_parts.h"
#include "svg.h"

static const double panel = 52, between = 12;

/* ---- panels ---- */

typedef struct {
    double y, most;
    const char *name;
} frame;

static double height_at(const frame *f, double value)
{
    return f->y + panel - panel * (f->most > 0 ? value / f->most : 0);
}

static void to_heights(const frame *f, const ul_timeline_curve *curve, double *y)
{
    for (size_t q = 0; q <= UL_TIMELINE_COLUMNS; q++)
        y[q] = height_at(f, fmax(0, curve->value[q]));
}

static void draw_frame(const ul_timeline_drawing *d, const frame *f, const char *top, ul_output *out)
{
    ul_svg_line(out, d->left, f->y + panel, d->right, f->y + panel, UL_SVG_FAINT, false);
    ul_svg_text(out, &(ul_svg_style){.x = d->left - 8, .y = f->y + panel / 2 + 4, .size = 11,
                                     .anchor = "end", .colour = UL_SVG_INK, .most = 20}, f->name);
    ul_svg_text(out, &(ul_svg_style){.x = d->left - 8, .y = f->y + 9, .size = 9, .anchor = "end",
                                     .colour = UL_SVG_FAINT}, top);
}

/* Where a task first runs, or UL_SCHEDULE_NONE; and when it is done. */
typedef struct {
    uint32_t *type;
    ul_micro *from_s, *done_s;
} lives;

static ul_status find_lives(const ul_timeline_drawing *d, lives *l)
{
    const ul_schedule_plan *plan = d->plan;
    UL_ALLOC(d->arena, l->type, plan->in->n_tasks);
    UL_ALLOC(d->arena, l->from_s, plan->in->n_tasks);
    UL_ALLOC(d->arena, l->done_s, plan->in->n_tasks);
    for (size_t i = 0; i < plan->in->n_tasks; i++)
        l->type[i] = UL_SCHEDULE_NONE;
    for (size_t s = 0; s < plan->n_stays; s++) {
        const ul_timeline_stay *stay = &plan->stay[s];
        const uint32_t i = stay->task;
        if (l->type[i] == UL_SCHEDULE_NONE || stay->from_s < l->from_s[i]) {
            l->type[i] = plan->machine[stay->machine].type;
            l->from_s[i] = stay->from_s;
        }
        l->done_s[i] = stay->to_s > l->done_s[i] ? stay->to_s : l->done_s[i];
    }
    return UL_OK;
}

typedef struct {
    ul_timeline_curve rented, used, demand;
} levels;

static void measure(const ul_timeline_drawing *d, const lives *l, size_t r, levels *v)
{
    const ul_schedule_plan *plan = d->plan;
    ul_timeline_curve_begin(d, &v->rented);
    ul_timeline_curve_begin(d, &v->used);
    ul_timeline_curve_begin(d, &v->demand);
    for (size_t m = 0; m < plan->n_machines; m++)
        ul_timeline_curve_add(d, &v->rented, plan->machine[m].ready_s, plan->machine[m].released_s,
                              ul_micro_double(plan->in->type[plan->machine[m].type].capacity[r]));
    for (size_t s = 0; s < plan->n_stays; s++) {
        const ul_timeline_stay *stay = &plan->stay[s];
        const ul_micro *need =
            ul_schedule_need(plan->in, stay->task, plan->machine[stay->machine].type);
        ul_timeline_curve_add(d, &v->used, stay->from_s, stay->to_s, ul_micro_double(need[r]));
    }
    for (size_t i = 0; i < plan->in->n_tasks; i++)
        if (l->type[i] != UL_SCHEDULE_NONE)
            ul_timeline_curve_add(d, &v->demand, plan->in->task[i].arrival_s, l->done_s[i],
                                  ul_micro_double(ul_schedule_need(plan->in, i, l->type[i])[r]));
    ul_timeline_curve_end(&v->rented);
    ul_timeline_curve_end(&v->used);
    ul_timeline_curve_end(&v->demand);
}

static void draw_resource(const ul_timeline_drawing *d, const lives *l, size_t r, double at,
                          levels *v, ul_output *out)
{
    char top[32];
    double y[UL_TIMELINE_COLUMNS + 1];
    measure(d, l, r, v);
    const frame f = {at, fmax(ul_timeline_curve_most(&v->rented), ul_timeline_curve_most(&v->demand)),
                     d->plan->in->resource[r]};
    snprintf(top, sizeof top, "%.4g", f.most);
    to_heights(&f, &v->rented, y);
    ul_svg_area(out, v->rented.x, y, UL_TIMELINE_COLUMNS + 1, at + panel, "url(#idle)");
    to_heights(&f, &v->used, y);
    ul_svg_area(out, v->used.x, y, UL_TIMELINE_COLUMNS + 1, at + panel, "#8fb8d6");
    to_heights(&f, &v->demand, y);
    ul_svg_curve(out, v->demand.x, y, UL_TIMELINE_COLUMNS + 1, UL_SVG_INK);
    draw_frame(d, &f, top, out);
}

/* ---- the cost so far ---- */

/* A machine's bill is spread evenly over the time from its billing to its release: slopes
 * first, which are then summed up. */
static void add_up_cost(const ul_timeline_drawing *d, ul_timeline_curve *cost)
{
    const ul_schedule *in = d->plan->in;
    double sum = 0;
    ul_timeline_curve_begin(d, cost);
    for (size_t m = 0; m < d->plan->n_machines; m++) {
        const ul_timeline_machine *machine = &d->plan->machine[m];
        const double dollars = ul_cost_double(ul_schedule_dollars(
            ul_schedule_bill(in, machine->type, machine->ordered_s, machine->released_s)));
        size_t from = ul_timeline_column(d, machine->ordered_s + in->type[machine->type].billed_after_s);
        size_t to = ul_timeline_column(d, machine->released_s);
        from = from < UL_TIMELINE_COLUMNS ? from : UL_TIMELINE_COLUMNS - 1;
        to = to > from ? to : from + 1;
        cost->value[from] += dollars / (double)(to - from);
        cost->value[to] -= dollars / (double)(to - from);
    }
    ul_timeline_curve_end(cost);
    for (size_t q = 0; q <= UL_TIMELINE_COLUMNS; q++) {
        const double slope = cost->value[q];
        cost->value[q] = sum;
        sum += slope;
    }
}

static ul_status draw_cost(const ul_timeline_drawing *d, double at, ul_output *out)
{
    ul_timeline_curve *cost;
    double y[UL_TIMELINE_COLUMNS + 1];
    char top[32];
    ul_cost total;
    UL_ALLOC(d->arena, cost, 1);
    UL_TRY(ul_timeline_cost(d->plan, &total));
    add_up_cost(d, cost);
    /* discounts are counted over all machines of a month: here in proportion */
    const double most = ul_cost_double(total), sum = cost->value[UL_TIMELINE_COLUMNS];
    for (size_t q = 0; q <= UL_TIMELINE_COLUMNS && sum > 0; q++)
        cost->value[q] *= most / sum;
    const frame f = {at, most, "cost so far"};
    snprintf(top, sizeof top, "$%.6g", most);
    to_heights(&f, cost, y);
    ul_svg_curve(out, cost->x, y, UL_TIMELINE_COLUMNS + 1, "#d55e00");
    draw_frame(d, &f, top, out);
    return UL_OK;
}

double ul_levels_height(const ul_timeline_drawing *d)
{
    return (panel + between) * (double)(d->plan->in->n_resources + 1);
}

ul_status ul_draw_levels(const ul_timeline_drawing *d, double *y, ul_output *out)
{
    lives l;
    levels *v;
    UL_ALLOC(d->arena, v, 1);
    UL_TRY(find_lives(d, &l));
    for (size_t r = 0; r < d->plan->in->n_resources; r++, *y += panel + between)
        draw_resource(d, &l, r, *y, v, out);
    UL_TRY(draw_cost(d, *y, out));
    *y += panel + between;
    return UL_OK;
}
