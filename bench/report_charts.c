/* The charts over all instances: profile, gaps, cost against runtime. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "chart.h"
#include "report_html.h"
#include "statistics.h"

enum { PROFILE_POINTS = 120 };

static ul_status no_memory(void)
{
    return ul_fail(UL_E_MEMORY, "out of memory for a report");
}

static ul_status put_legend(const ul_summary *s, ul_output *out)
{
    const char **label = ul_arena_alloc(s->arena, s->n_methods, sizeof *label);
    if (label == NULL)
        return no_memory();
    for (size_t m = 0; m < s->n_methods; m++)
        label[m] = s->method[m].label;
    ul_chart_legend(out, label, s->n_methods);
    return UL_OK;
}

static ul_status begin_figure(ul_output *out, const ul_chart *chart)
{
    ul_output_format(out, "<figure><figcaption>%s</figcaption>\n", chart->title);
    ul_chart_begin(out, chart);
    return UL_OK;
}

static ul_status end_figure(const ul_summary *s, ul_output *out)
{
    ul_chart_end(out);
    UL_TRY(put_legend(s, out));
    ul_output_text(out, "</figure>\n");
    return UL_OK;
}

/* Costs as one grid, methods by cells, for ul_stat_profile(). */
static double *cost_grid(const ul_summary *s)
{
    double *grid = ul_arena_alloc(s->arena, s->n_methods * s->n_cells, sizeof *grid);
    for (size_t m = 0; grid != NULL && m < s->n_methods; m++)
        memcpy(grid + m * s->n_cells, s->method[m].cost, s->n_cells * sizeof *grid);
    return grid;
}

/* The largest finite ratio to the best method, so that the chart shows all. */
static double largest_ratio(const ul_summary *s, const double *grid)
{
    double largest = 1.01;
    for (size_t q = 0; q < s->n_cells; q++) {
        double best = HUGE_VAL;
        for (size_t m = 0; m < s->n_methods; m++)
            best = fmin(best, grid[m * s->n_cells + q]);
        for (size_t m = 0; m < s->n_methods; m++)
            if (grid[m * s->n_cells + q] < HUGE_VAL && best > 0)
                largest = fmax(largest, grid[m * s->n_cells + q] / best);
    }
    return fmin(largest, 10);
}

static ul_status put_profile(const ul_summary *s, ul_output *out)
{
    double x[PROFILE_POINTS], y[PROFILE_POINTS];
    const double *grid = cost_grid(s);
    if (grid == NULL)
        return no_memory();
    ul_chart chart = {.id = "profile-chart", .title = "Performance profile of cost",
                      .x_title = "cost within this factor of the best method",
                      .y_title = "share of instances", .left = 1,
                      .right = largest_ratio(s, grid), .high = 1};
    ul_chart_fix_ranges(&chart);
    UL_TRY(begin_figure(out, &chart));
    for (size_t m = 0; m < s->n_methods; m++) {
        for (size_t q = 0; q < PROFILE_POINTS; q++) {
            x[q] = chart.left + (chart.right - chart.left) * (double)q / (PROFILE_POINTS - 1);
            y[q] = ul_stat_profile(grid, s->n_methods, s->n_cells, m, x[q]);
        }
        ul_chart_steps(out, &chart, m, s->method[m].label, x, y, PROFILE_POINTS);
    }
    return end_figure(s, out);
}

/* Box plots of the gaps to proved optima, in per cent. */
static ul_status put_gaps(const ul_summary *s, ul_output *out)
{
    ul_chart chart = {.id = "gap-chart", .title = "Gap to the proved optimum",
                      .x_title = "", .y_title = "gap, %", .left = -1,
                      .right = (double)s->n_methods, .categories = true};
    for (size_t m = 0; m < s->n_methods; m++)
        for (size_t q = 0; q < s->method[m].n_to_optimum; q++)
            chart.high = fmax(chart.high, 100 * s->method[m].to_optimum[q]);
    ul_chart_fix_ranges(&chart);
    UL_TRY(begin_figure(out, &chart));
    for (size_t m = 0; m < s->n_methods; m++) {
        double five[5];
        const ul_method_summary *method = &s->method[m];
        ul_chart_category(out, &chart, (double)m, method->label);
        for (int q = 0; q < 5 && method->n_to_optimum > 0; q++)
            five[q] = 100 * ul_stat_quantile(method->to_optimum, method->n_to_optimum, 0.25 * q);
        if (method->n_to_optimum > 0)
            ul_chart_box(out, &chart, m, method->label, (double)m, five);
    }
    return end_figure(s, out);
}

/* Mean relative cost against mean time, a point a method. */
static ul_status put_trade(const ul_summary *s, ul_output *out)
{
    double *mean = ul_arena_alloc(s->arena, 2 * s->n_methods, sizeof *mean);
    const double *grid = cost_grid(s);
    if (mean == NULL || grid == NULL)
        return no_memory();
    ul_chart chart = {.id = "trade-chart", .title = "Cost against runtime",
                      .x_title = "mean time, s",
                      .y_title = "mean cost relative to the best method", .log_x = true,
                      .left = HUGE_VAL, .low = 1, .high = 1};
    for (size_t m = 0; m < s->n_methods; m++) {
        const ul_method_summary *method = &s->method[m];
        double sum = 0;
        size_t n = 0;
        for (size_t q = 0; q < s->n_cells; q++) {
            double best = HUGE_VAL;
            for (size_t other = 0; other < s->n_methods; other++)
                best = fmin(best, grid[other * s->n_cells + q]);
            if (grid[m * s->n_cells + q] < HUGE_VAL && best > 0) {
                sum += grid[m * s->n_cells + q] / best;
                n++;
            }
        }
        mean[2 * m] = fmax(1e-6, ul_stat_mean(method->wall_s, method->n_runs));
        mean[2 * m + 1] = n > 0 ? sum / (double)n : 0;
        chart.left = fmin(chart.left, mean[2 * m]);
        chart.right = fmax(chart.right, mean[2 * m]);
        chart.high = fmax(chart.high, mean[2 * m + 1]);
    }
    chart.left = pow(10, floor(log10(chart.left)));
    chart.right = pow(10, ceil(log10(chart.right)));
    ul_chart_fix_ranges(&chart);
    UL_TRY(begin_figure(out, &chart));
    for (size_t m = 0; m < s->n_methods; m++)
        if (mean[2 * m + 1] > 0)
            ul_chart_point(out, &chart, m, s->method[m].label, mean[2 * m], mean[2 * m + 1]);
    return end_figure(s, out);
}

ul_status ul_report_charts(const ul_summary *s, ul_output *out)
{
    bool proved = false;
    for (size_t m = 0; m < s->n_methods; m++)
        proved = proved || s->method[m].n_to_optimum > 0;
    UL_TRY(put_profile(s, out));
    if (proved)
        UL_TRY(put_gaps(s, out));
    return put_trade(s, out);
}
