/* Charts of what comes with time: what a method costs against how long jobs take under it,
 * measured from the floor where there is one; how long jobs wait; how far plans and bounds
 * were from the best cost known as a run went on. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "chart_list.h"
#include "names.h"

enum { STYLE_OF_FRONTIER = 4, STYLE_OF_BRACKET = 5, PROGRESS_POINTS = 80 };

/* ---- cost against completion ---- */

/* The mean over common instances of a cost above the bound, in per cent; NaN where some of
 * them has none. The cost is the method's or, without one, the cheapest known. */
static double above_floor(const ul_summary *s, size_t m)
{
    double sum = 0, gap;
    for (size_t q = 0; q < s->n_instances; q++) {
        const ul_reference *r = &s->reference[q];
        if (!s->common[q])
            continue;
        if (!r->has_bound || !ul_gap(m == UL_NONE ? r->best : s->method[m].cost[q], r->bound, &gap))
            return NAN;
        sum += 100 * gap;
    }
    return s->n_common == 0 ? NAN : sum / (double)s->n_common;
}

static int sooner_first(const void *a, const void *b)
{
    const ul_chart_series *p = a, *q = b;
    return p->x[0] != q->x[0] ? (p->x[0] > q->x[0]) - (p->x[0] < q->x[0])
                              : (p->y[0] > q->y[0]) - (p->y[0] < q->y[0]);
}

/* The staircase of the points that nobody beats in both. */
static ul_status add_frontier(ul_chart *chart)
{
    double *x;
    size_t n = 0;
    UL_ALLOC(chart->arena, x, 2 * chart->n);
    double *y = x + chart->n;
    qsort(chart->series, chart->n, sizeof *chart->series, sooner_first);
    for (size_t q = 0; q < chart->n; q++)
        if (n == 0 || chart->series[q].y[0] < y[n - 1]) {
            x[n] = chart->series[q].x[0];
            y[n++] = chart->series[q].y[0];
        }
    return ul_chart_add(chart, &(ul_chart_series){.style = STYLE_OF_FRONTIER, .x = x, .y = y, .n = n,
                                                  .label = "nobody is both cheaper and sooner"});
}

ul_status ul_picture_completion(const ul_pictures *p)
{
    const ul_summary *s = p->summary;
    const double bracket = above_floor(s, UL_NONE);
    const bool from_floor = !isnan(bracket);
    ul_chart *chart, model = {
        .title = "Cost against completion time",
        .x = {.title = "mean completion time of a job", .scale = UL_LOG, .unit = "s"},
        .y = ul_gap_axis(from_floor ? "cost above the floor" : "cost above the best method's")};
    bool any = false;
    for (size_t m = 0; m < s->n_methods; m++)
        any = any || ul_mean_measure(s, m, "mean_completion_s") > 0;
    if (!any)
        return UL_OK;
    model.y.origin_label = from_floor ? "floor" : NULL;
    UL_TRY(ul_arena_format(s->arena, &model.note, "A dot a method: means over its runs%s. The line "
                           "joins those that nobody beats in both.%s", s->over,
                           from_floor ? " No schedule lies below the floor; the dashed line is the "
                                        "cheapest plan known, and the optimum lies between the two."
                                      : ""));
    UL_TRY(ul_picture_begin(p, "completion", &model, &chart));
    for (size_t m = 0; m < s->n_methods; m++) {
        ul_chart_series point = ul_picture_series(p, UL_POINT, m);
        const double x = ul_mean_measure(s, m, "mean_completion_s");
        const double y = s->method[m].n_priced == 0 ? NAN
                         : from_floor               ? above_floor(s, m)
                                                    : ul_mean_excess(p, m);
        point.x = &x;
        point.y = &y;
        point.n = x > 0;
        UL_TRY(ul_chart_add(chart, &point));
    }
    UL_TRY(add_frontier(chart));
    if (from_floor)
        UL_TRY(ul_chart_add(chart, &(ul_chart_series){
            .style = STYLE_OF_BRACKET, .label = "the cheapest plan known", .x = chart->series[0].x,
            .y = &bracket, .n = chart->n > 1, .faint = true}));
    return UL_OK;
}

/* ---- waits ---- */

ul_status ul_picture_waits(const ul_pictures *p)
{
    const ul_summary *s = p->summary;
    ul_chart *chart, model = {.title = "How long jobs wait",
                              .x = {.title = "wait", .scale = UL_SYMLOG, .knee = 1, .unit = "s"},
                              .y = {.title = "share of jobs", .to = 1}};
    size_t unread = 0, total = 0;
    for (size_t q = 0; q < s->n_records; q++) {
        unread += s->detail[q]->unread;
        total += s->detail[q]->n_waits;
    }
    if (total == 0)
        return UL_OK;
    model.note = "The share of jobs whose last task works within this time of its arrival.";
    if (unread > 0)
        UL_TRY(ul_arena_format(s->arena, &model.note, "%s Left out: %zu plan%s that cannot be read.",
                               model.note, unread, unread == 1 ? "" : "s"));
    UL_TRY(ul_picture_begin(p, "wait", &model, &chart));
    for (size_t m = 0; m < s->n_methods; m++) {
        double *wait_s;
        size_t n = 0;
        UL_ALLOC(s->arena, wait_s, total);
        for (size_t q = 0; q < s->n_records; q++)
            if (s->method_of[q] == m && s->detail[q]->n_waits > 0) {
                memcpy(wait_s + n, s->detail[q]->wait_s, s->detail[q]->n_waits * sizeof *wait_s);
                n += s->detail[q]->n_waits;
            }
        UL_TRY(ul_picture_ecdf(p, chart, m, wait_s, n, n));
    }
    return UL_OK;
}

/* ---- plans and bounds as time goes by ---- */

/* Means over a method's runs of the plan in hand or of the bound, in per cent from the best
 * cost, at each point of time; a mean counts from the moment all runs that ever have one
 * have one. */
static ul_status add_means(const ul_pictures *p, size_t m, bool bound, const double *at_s,
                           ul_chart *chart)
{
    const ul_summary *s = p->summary;
    ul_chart_series line = ul_picture_series(p, UL_STEPS, m);
    double sum[PROGRESS_POINTS] = {0}, x[PROGRESS_POINTS], y[PROGRESS_POINTS];
    size_t count[PROGRESS_POINTS] = {0};
    for (size_t r = 0; r < s->n_records; r++) {
        const ul_reference *reference = &s->reference[s->instance_of[r]];
        const ul_events *e = &s->detail[r]->events;
        double held = NAN;
        if (s->method_of[r] != m || !reference->has_best || reference->best <= 0)
            continue;
        for (size_t t = 0, q = 0; t < PROGRESS_POINTS; t++) {
            for (; q < e->n && e->at_s[q] <= at_s[t]; q++)
                if (e->is_bound[q] == bound && e->value[q] > 0)
                    held = 100 * (e->value[q] / reference->best - 1);
            sum[t] += isnan(held) ? 0 : held;
            count[t] += !isnan(held);
        }
    }
    for (size_t t = 0; t < PROGRESS_POINTS; t++)
        if (count[t] > 0 && count[t] == count[PROGRESS_POINTS - 1]) {
            x[line.n] = at_s[t];
            y[line.n++] = sum[t] / (double)count[t];
        }
    line.x = x;
    line.y = y;
    line.faint = bound;
    return ul_chart_add(chart, &line);
}

ul_status ul_picture_progress(const ul_pictures *p)
{
    const ul_summary *s = p->summary;
    ul_chart *chart, model = {.title = "Plans and bounds over time",
                              .note = "Means over runs: the plan in hand above the line, the proved "
                                      "bound (thin) below it.",
                              .x = ul_time_axis(s, false, "wall-clock time"),
                              .y = ul_gap_axis("from the best cost known")};
    double at_s[PROGRESS_POINTS];
    model.y.origin_label = "best";
    for (size_t t = 0; t < PROGRESS_POINTS; t++)
        at_s[t] = model.x.from * pow(model.x.to / model.x.from, (double)t / (PROGRESS_POINTS - 1));
    UL_TRY(ul_picture_begin(p, "progress", &model, &chart));
    for (size_t m = 0; m < s->n_methods; m++) {
        UL_TRY(add_means(p, m, false, at_s, chart));
        UL_TRY(add_means(p, m, true, at_s, chart));
    }
    return UL_OK;
}

/* ---- an instance's runs ---- */

/* A run's plans, or its bounds; a bound of 0 says nothing, and would fill half the picture. */
static ul_status add_run(const ul_pictures *p, size_t r, bool bound, ul_chart *chart)
{
    const ul_summary *s = p->summary;
    const ul_events *e = &s->detail[r]->events;
    ul_chart_series line = ul_picture_series(p, UL_STEPS, s->method_of[r]);
    double *x;
    UL_ALLOC(s->arena, x, 2 * e->n);
    double *y = x + e->n;
    for (size_t q = 0; q < e->n; q++)
        if (e->is_bound[q] == bound && e->value[q] > 0) {
            x[line.n] = fmax(1e-6, e->at_s[q]);
            y[line.n++] = 100 * (e->value[q] / s->reference[s->instance_of[r]].best - 1);
        }
    line.x = x;
    line.y = y;
    line.faint = bound;
    return ul_chart_add(chart, &line);
}

ul_status ul_picture_instances(const ul_summary *s, ul_chart_list *list)
{
    const ul_report_options none = {.has_baseline = false};
    ul_pictures p = {.summary = s, .options = &none, .list = list, .number = 1};
    for (size_t i = 0; i < s->n_instances; i++) {
        ul_chart *chart, model = {.title = "Plans and bounds over time",
                                  .note = "The plan in hand above the best cost known, the proved bound "
                                          "(thin) below it.",
                                  .x = {.title = "wall-clock time", .scale = UL_LOG, .unit = "s"},
                                  .y = ul_gap_axis("from the best cost known")};
        if (!s->reference[i].has_best || s->reference[i].best <= 0)
            continue;
        UL_TRY(ul_arena_format(s->arena, &model.y.origin_label, "$%.6g", s->reference[i].best));
        UL_TRY(ul_picture_begin(&p, "", &model, &chart));
        UL_TRY(ul_arena_format(s->arena, &chart->id, "progress-%zu", i));
        for (size_t r = 0; r < s->n_records; r++)
            if (s->instance_of[r] == i) {
                const double end_s = fmax(1e-6, s->record[r].wall_s);
                ul_axis_reach(&chart->x, &end_s, 1);
                UL_TRY(add_run(&p, r, false, chart));
                UL_TRY(add_run(&p, r, true, chart));
            }
        }
    return UL_OK;
}
