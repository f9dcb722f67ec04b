/* How far methods were from the best cost known, and how far their bounds, as time
 * went by: means over their runs. O(runs * (events + points)). */
#include <math.h>

#include "events.h"
#include "report_html.h"

enum { PROGRESS_POINTS = 80 };

/* Means over a method's runs of the plan in hand and of the bound, in per cent
 * from the best cost, at each point of time; a mean counts from the moment all
 * runs that ever have one have one. */
typedef struct {
    double at_s[PROGRESS_POINTS];
    double sum[2][PROGRESS_POINTS];
    size_t n[2][PROGRESS_POINTS], runs[2];
} progress;

static void add_run(progress *mean, const ul_events *events, double best)
{
    for (int bound = 0; bound < 2; bound++) {
        size_t q = 0;
        double held = NAN;
        for (size_t t = 0; t < PROGRESS_POINTS; t++) {
            for (; q < events->n && events->at_s[q] <= mean->at_s[t]; q++)
                if (events->is_bound[q] == bound && events->value[q] > 0)
                    held = 100 * (events->value[q] / best - 1);
            if (!isnan(held)) {
                mean->sum[bound][t] += held;
                mean->n[bound][t]++;
            }
        }
        mean->runs[bound] += !isnan(held);
    }
}

static ul_status add_method(const ul_summary *s, size_t m, progress *mean)
{
    for (size_t q = 0; q < s->n_records; q++) {
        const ul_reference *reference = &s->reference[s->instance_of[q]];
        const ul_arena_mark_t mark = ul_arena_mark(s->arena);
        ul_events events;
        if (s->method_of[q] != m || !reference->has_best || reference->best <= 0)
            continue;
        UL_TRY(ul_events_read(&s->record[q], s->arena, &events));
        add_run(mean, &events, reference->best);
        ul_arena_rewind(s->arena, mark);
    }
    return UL_OK;
}

static void put_means(const ul_chart *chart, const progress *mean, size_t m, const char *label,
                      ul_output *out)
{
    double x[PROGRESS_POINTS], y[PROGRESS_POINTS];
    for (int bound = 0; bound < 2; bound++) {
        size_t n = 0;
        for (size_t t = 0; t < PROGRESS_POINTS && mean->runs[bound] > 0; t++)
            if (mean->n[bound][t] == mean->runs[bound]) {
                x[n] = mean->at_s[t];
                y[n++] = mean->sum[bound][t] / (double)mean->runs[bound];
            }
        ul_chart_steps(out, chart, &(ul_chart_staircase){m, label, x, y, n, bound == 1});
    }
}

/* The means at each point of the time axis, and the range that all of them need. */
static ul_status find_means(const ul_summary *s, ul_chart *chart, progress *mean)
{
    for (size_t m = 0; m < s->n_methods; m++) {
        for (size_t t = 0; t < PROGRESS_POINTS; t++)
            mean[m].at_s[t] = chart->x.from * pow(chart->x.to / chart->x.from,
                                                  (double)t / (PROGRESS_POINTS - 1));
        UL_TRY(add_method(s, m, &mean[m]));
        for (size_t t = 0; t < PROGRESS_POINTS; t++) {
            if (mean[m].runs[0] > 0 && mean[m].n[0][t] == mean[m].runs[0])
                chart->y.to = fmax(chart->y.to, mean[m].sum[0][t] / (double)mean[m].runs[0]);
            if (mean[m].runs[1] > 0 && mean[m].n[1][t] == mean[m].runs[1])
                chart->y.from = fmin(chart->y.from, mean[m].sum[1][t] / (double)mean[m].runs[1]);
        }
    }
    chart->y.to = fmin(UL_GAP_DRAWN_MAX, 1.2 * chart->y.to);
    return UL_OK;
}

ul_status ul_report_progress(const ul_summary *s, ul_chart *chart, ul_output *out)
{
    progress *mean;
    UL_ALLOC(s->arena, mean, s->n_methods);
    UL_TRY(find_means(s, chart, mean));
    ul_chart_fix_ranges(chart);
    ul_chart_begin(out, chart);
    for (size_t m = 0; m < s->n_methods; m++)
        put_means(chart, &mean[m], m, s->method[m].label, out);
    return UL_OK;
}
