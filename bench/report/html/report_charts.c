/* The charts over all instances: profile, gaps, distributions, cost against
 * runtime, progress over time; for each kind of problem by itself, as their costs
 * have nothing in common. A method is the same series in all of them. */
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "instance.h"
#include "report_html.h"
#include "statistics.h"

/* Gaps are in per cent: above a tenth of one, factors matter, not differences. */
static const double gap_knee = 0.1;

/* Of one kind. */
typedef struct {
    const ul_summary *summary;
    size_t number; /* of the kind in the report, from 1 */
    const char **label;
    bool *shown; /* by method: those that ran */
    size_t n_shown;
    const double *cost; /* methods by instances, for ul_stat_profile() */
    double *best;       /* by instance; HUGE_VAL where nobody solved it */
} pictures;

static ul_status prepare(const ul_summary *s, pictures *p)
{
    double *grid;
    UL_ALLOC(s->arena, grid, s->n_methods * s->n_instances);
    UL_ALLOC(s->arena, p->label, s->n_methods);
    UL_ALLOC(s->arena, p->shown, s->n_methods);
    UL_ALLOC(s->arena, p->best, s->n_instances);
    for (size_t q = 0; q < s->n_instances; q++)
        p->best[q] = HUGE_VAL;
    for (size_t m = 0; m < s->n_methods; m++) {
        p->label[m] = s->method[m].label;
        p->shown[m] = s->method[m].n_runs > 0;
        p->n_shown += p->shown[m];
        memcpy(grid + m * s->n_instances, s->method[m].cost, s->n_instances * sizeof *grid);
        for (size_t q = 0; q < s->n_instances; q++)
            p->best[q] = fmin(p->best[q], s->method[m].cost[q]);
    }
    p->cost = grid;
    return UL_OK;
}

static const char *name_chart(const pictures *p, const char *name, char id[UL_CHART_ID])
{
    return ul_report_chart_name(p->number, name, id);
}

static void end_lines(const pictures *p, const ul_chart *chart, ul_output *out)
{
    ul_chart_end(out, chart, UL_KEY_LINE, p->label, p->shown, p->summary->n_methods);
}

/* A method's cost over the best one's; not finite where there is none. */
static double ratio(const pictures *p, size_t m, size_t instance)
{
    const double best = p->best[instance];
    return best > 0 ? p->cost[m * p->summary->n_instances + instance] / best : NAN;
}

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* What a method's runs took or reached, from value[1] on, and their shares of `whole`. */
typedef struct {
    double *value, *share;
    size_t n, whole;
} distribution;

/* A staircase from the axis up over the values. */
static void put_distribution(const ul_chart *chart, size_t series, const char *label,
                             const distribution *of, ul_output *out)
{
    if (of->whole == 0)
        return;
    qsort(of->value + 1, of->n, sizeof *of->value, by_value);
    of->value[0] = chart->x.from;
    of->share[0] = 0;
    for (size_t q = 1; q <= of->n; q++)
        of->share[q] = ul_stat_ecdf(of->value + 1, of->n, of->whole, of->value[q]);
    ul_chart_steps(out, chart, &(ul_chart_staircase){series, label, of->value, of->share, of->n + 1,
                                                     false});
}

/* Begins a chart of distributions, with room for those of any method. */
static ul_status begin_distributions(const pictures *p, ul_chart *chart, distribution *of,
                                     ul_output *out)
{
    const size_t most = p->summary->n_records + 1;
    of->value = ul_arena_alloc(p->summary->arena, 2 * most, sizeof *of->value);
    of->share = of->value + most;
    if (of->value == NULL)
        return ul_no_memory();
    ul_chart_fix_ranges(chart);
    ul_chart_begin(out, chart);
    return UL_OK;
}

static ul_status put_profile(const pictures *p, ul_output *out)
{
    const ul_summary *s = p->summary;
    char id[UL_CHART_ID];
    ul_chart chart = {.id = name_chart(p, "profile-chart", id), .title = "Performance profile of cost",
                      .note = "The share of its instances on which a method costs at most this "
                              "many times the best method (Dolan and Mor&eacute;).",
                      .x = {.title = "cost, as a multiple of the best method's",
                            .scale = UL_SYMLOG, .from = 1, .to = 1.001, .origin = 1, .knee = 0.001},
                      .y = {.title = "share of instances", .to = 1}};
    double *tau;
    UL_ALLOC(s->arena, tau, 2 * (s->n_instances + 1));
    double *share = tau + s->n_instances + 1;
    for (size_t m = 0; m < s->n_methods; m++)
        for (size_t q = 0; q < s->n_instances; q++)
            if (isfinite(ratio(p, m, q)))
                chart.x.to = fmax(chart.x.to, fmin(UL_GAP_DRAWN_MAX, 1.05 * ratio(p, m, q) - 0.05));
    ul_chart_fix_ranges(&chart);
    ul_chart_begin(out, &chart);
    for (size_t m = 0; m < s->n_methods; m++) {
        size_t n = 1;
        if (s->method[m].n_sought == 0)
            continue;
        tau[0] = 1;
        for (size_t q = 0; q < s->n_instances; q++)
            if (isfinite(ratio(p, m, q)))
                tau[n++] = ratio(p, m, q);
        qsort(tau, n, sizeof *tau, by_value);
        for (size_t q = 0; q < n; q++) /* the factor a hair larger: quotients are rounded */
            share[q] = ul_stat_profile(p->cost, s->n_methods, s->n_instances, m, tau[q] * (1 + 1e-12));
        ul_chart_steps(out, &chart, &(ul_chart_staircase){m, p->label[m], tau, share, n, false});
    }
    end_lines(p, &chart, out);
    return UL_OK;
}

/* ---- gaps ---- */

static double largest_gap(const ul_summary *s, bool to_bound)
{
    double largest = 0;
    for (size_t m = 0; m < s->n_methods; m++) {
        const ul_gaps *gaps = &s->method[m].gaps[to_bound];
        for (size_t q = 0; q < gaps->n; q++)
            largest = fmax(largest, fmin(UL_GAP_DRAWN_MAX, 100 * gaps->gap[q]));
        for (size_t q = 0; q < s->method[m].n_reached && !to_bound; q++)
            largest = fmax(largest, fmin(UL_GAP_DRAWN_MAX, 100 * s->method[m].run_gap[q]));
    }
    return largest;
}

static ul_axis gap_axis(const ul_summary *s, bool to_bound)
{
    return (ul_axis){.title = to_bound ? "gap to the best bound" : "gap to the proved optimum",
                     .scale = UL_SYMLOG, .knee = gap_knee, .unit = "%",
                     .to = fmax(gap_knee, 1.05 * largest_gap(s, to_bound))};
}

static void put_boxes(const pictures *p, bool to_bound, ul_output *out)
{
    const ul_summary *s = p->summary;
    char id[UL_CHART_ID];
    ul_chart chart = {.id = name_chart(p, to_bound ? "bound-chart" : "gap-chart", id),
                      .title = to_bound ? "Gap to the best bound" : "Gap to the proved optimum",
                      .note = to_bound ? "Least, quartiles and greatest over the instances with a "
                                         "plan and no proved optimum: upper bounds on the true gap."
                                       : "Least, quartiles and greatest over the instances with a "
                                         "plan whose optimum is proved.",
                      .x = gap_axis(s, to_bound), .n_rows = p->n_shown};
    size_t row = 0;
    for (size_t m = 0; m < s->n_methods; m++)
        if (p->shown[m] && ul_chart_name_lines(p->label[m]) > chart.row_lines)
            chart.row_lines = ul_chart_name_lines(p->label[m]);
    ul_chart_fix_ranges(&chart);
    ul_chart_begin(out, &chart);
    for (size_t m = 0; m < s->n_methods; m++) {
        double five[5];
        const ul_gaps *gaps = &s->method[m].gaps[to_bound];
        if (!p->shown[m])
            continue;
        for (int q = 0; q < 5 && gaps->n > 0; q++)
            five[q] = 100 * ul_stat_quantile(gaps->gap, gaps->n, 0.25 * q);
        ul_chart_box(out, &chart, row++, m, s->method[m].label, gaps->n > 0 ? five : NULL);
    }
    ul_chart_end(out, &chart, UL_KEY_LINE, NULL, NULL, 0);
}

static ul_status put_gap_distribution(const pictures *p, ul_output *out)
{
    const ul_summary *s = p->summary;
    char id[UL_CHART_ID];
    ul_chart chart = {.id = name_chart(p, "gap-share-chart", id), .title = "How often within a gap",
                      .note = "The share of runs that end within this gap, of those whose "
                              "optimum is proved.",
                      .x = gap_axis(s, false), .y = {.title = "share of runs", .to = 1}};
    distribution of;
    UL_TRY(begin_distributions(p, &chart, &of, out));
    for (size_t m = 0; m < s->n_methods; m++) {
        const ul_method_summary *method = &s->method[m];
        for (size_t q = 0; q < method->n_reached; q++)
            of.value[q + 1] = 100 * method->run_gap[q];
        of.n = method->n_reached;
        of.whole = method->n_measured;
        put_distribution(&chart, m, method->label, &of, out);
    }
    end_lines(p, &chart, out);
    return UL_OK;
}

/* ---- time ---- */

/* Decades around the times that methods took. */
static ul_axis time_axis(const ul_summary *s, bool is_cpu, const char *title)
{
    double least = HUGE_VAL, most = 0;
    for (size_t q = 0; q < s->n_records; q++) {
        const double took_s = is_cpu ? s->record[q].cpu_s : s->record[q].wall_s;
        least = fmin(least, fmax(1e-6, took_s));
        most = fmax(most, took_s);
    }
    return (ul_axis){.title = title, .scale = UL_LOG, .unit = "s",
                     .from = pow(10, floor(log10(least) + 1e-9)), .to = fmax(least * 10, 1.1 * most)};
}

static ul_status put_time_distribution(const pictures *p, ul_output *out)
{
    const ul_summary *s = p->summary;
    char id[UL_CHART_ID];
    ul_chart chart = {.id = name_chart(p, "time-chart", id), .title = "How often within a CPU time",
                      .note = "The share of runs that ended within this CPU time with a plan, the proof "
                              "that there is none, or a bound as asked.",
                      .x = time_axis(s, true, "CPU time"), .y = {.title = "share of runs", .to = 1}};
    distribution of;
    UL_TRY(begin_distributions(p, &chart, &of, out));
    for (size_t m = 0; m < s->n_methods; m++) {
        const ul_method_summary *method = &s->method[m];
        memcpy(of.value + 1, method->cpu_s, method->n_solved * sizeof *of.value);
        of.n = method->n_solved;
        of.whole = method->n_runs;
        put_distribution(&chart, m, p->label[m], &of, out);
    }
    end_lines(p, &chart, out);
    return UL_OK;
}

/* Mean relative cost against mean time, a point a method. */
static ul_status put_trade(const pictures *p, ul_output *out)
{
    const ul_summary *s = p->summary;
    char id[UL_CHART_ID];
    ul_chart_point *point;
    UL_ALLOC(s->arena, point, s->n_methods);
    ul_chart chart = {.id = name_chart(p, "trade-chart", id), .title = "Cost against CPU time",
                      .note = "Means: of the CPU time over the runs that the method solved, of the cost "
                              "over the instances where it has a plan.",
                      .x = time_axis(s, true, "mean CPU time"),
                      .y = {.title = "cost above the best method's", .scale = UL_SYMLOG,
                            .knee = gap_knee, .unit = "%"}};
    size_t n_points = 0;
    for (size_t m = 0; m < s->n_methods; m++) {
        double sum = 0;
        size_t n = 0;
        if (!p->shown[m])
            continue;
        for (size_t q = 0; q < s->n_instances; q++)
            if (isfinite(ratio(p, m, q))) {
                sum += ratio(p, m, q);
                n++;
            }
        point[n_points] = (ul_chart_point){
            .x = n > 0 ? fmax(1e-6, ul_stat_mean(s->method[m].cpu_s, s->method[m].n_solved)) : NAN,
            .y = n > 0 ? 100 * fmax(0, sum / (double)n - 1) : NAN,
            .label = p->label[m], .series = m};
        if (n > 0)
            chart.y.to = fmax(chart.y.to, fmin(UL_GAP_DRAWN_MAX, 1.2 * point[n_points].y));
        n_points++;
    }
    ul_chart_fix_ranges(&chart);
    ul_chart_begin(out, &chart);
    ul_chart_points(out, &chart, point, n_points);
    ul_chart_end(out, &chart, UL_KEY_MARK, p->label, p->shown,
                 ul_chart_has_names(point, n_points) ? 0 : s->n_methods);
    return UL_OK;
}

static ul_status put_progress(const pictures *p, ul_output *out)
{
    char id[UL_CHART_ID];
    ul_chart chart = {.id = name_chart(p, "progress-chart", id), .title = "Plans and bounds over time",
                      .note = "Means over runs: the plan in hand above the line, the proved "
                              "bound (thin) below it.",
                      .x = time_axis(p->summary, false, "wall-clock time"),
                      .y = {.title = "from the best cost known", .scale = UL_SYMLOG,
                            .knee = gap_knee, .unit = "%", .origin_label = "best"}};
    UL_TRY(ul_report_progress(p->summary, &chart, out));
    end_lines(p, &chart, out);
    return UL_OK;
}

/* ---- where time passes ---- */

/* The mean over instances of a method's cost above the best method's, in per cent. */
static double mean_excess(const pictures *p, size_t m)
{
    double sum = 0;
    size_t n = 0;
    for (size_t q = 0; q < p->summary->n_instances; q++)
        if (isfinite(ratio(p, m, q))) {
            sum += 100 * (ratio(p, m, q) - 1);
            n++;
        }
    return n == 0 ? NAN : fmax(0, sum / (double)n);
}

static ul_status put_time(const pictures *p, ul_output *out)
{
    double *excess;
    UL_ALLOC(p->summary->arena, excess, p->summary->n_methods);
    for (size_t m = 0; m < p->summary->n_methods; m++)
        excess[m] = mean_excess(p, m);
    return ul_report_time_charts(&(ul_time_charts){p->summary, p->number, p->label, p->shown, excess},
                                 out);
}

/* ---- against the baseline ---- */

/* An instance is a dot: the baseline's cost across, the other method's up, both in per
 * cent above the best cost known, so that what is cheaper lies below the diagonal. */
static ul_status put_scatter(const pictures *p, size_t baseline, ul_output *out)
{
    const ul_summary *s = p->summary;
    char id[UL_CHART_ID];
    const ul_axis axis = {.scale = UL_SYMLOG, .knee = gap_knee, .unit = "%"};
    ul_chart chart = {.id = name_chart(p, "scatter-chart", id), .title = "Against the baseline",
                      .note = "A dot an instance: costs above the best known, the baseline's "
                              "across, the other method's up. Below the line the method is "
                              "cheaper than the baseline.",
                      .x = axis, .y = axis};
    double *x = ul_arena_alloc(s->arena, 2 * s->n_instances, sizeof *x), *y = x + s->n_instances;
    if (x == NULL)
        return ul_no_memory();
    chart.x.title = p->label[baseline];
    chart.y.title = "the other method";
    for (size_t m = 0; m < s->n_methods; m++)
        for (size_t q = 0; q < s->n_instances; q++)
            if (isfinite(ratio(p, m, q)) && isfinite(ratio(p, baseline, q)))
                chart.x.to = fmax(chart.x.to, fmin(UL_GAP_DRAWN_MAX, 105 * (ratio(p, m, q) - 1)));
    chart.y.to = chart.x.to;
    ul_chart_fix_ranges(&chart);
    ul_chart_begin(out, &chart);
    ul_chart_diagonal(out, &chart);
    for (size_t m = 0; m < s->n_methods; m++) {
        size_t n = 0;
        for (size_t q = 0; q < s->n_instances && m != baseline; q++)
            if (isfinite(ratio(p, m, q)) && isfinite(ratio(p, baseline, q))) {
                x[n] = 100 * (ratio(p, baseline, q) - 1);
                y[n++] = 100 * (ratio(p, m, q) - 1);
            }
        ul_chart_dots(out, &chart, m, p->label[m], x, y, n);
    }
    ul_chart_end(out, &chart, UL_KEY_MARK, p->label, p->shown, s->n_methods);
    return UL_OK;
}

/* The charts of one kind; `name`, where there are several, stands above them. */
static ul_status put_kind(pictures *p, const ul_report_options *o, const char *name,
                          ul_output *out)
{
    const ul_summary *s = p->summary;
    size_t to_optimum = 0, to_bound = 0, priced = 0;
    for (size_t m = 0; m < s->n_methods; m++) {
        to_optimum += s->method[m].gaps[false].n;
        to_bound += s->method[m].gaps[true].n;
        priced += s->method[m].n_priced;
    }
    if (name != NULL)
        ul_output_format(out, "<h3>%c%s</h3>\n", toupper(name[0]), name + 1);
    if (priced == 0) {
        ul_output_text(out, "<p class=\"note\">There is no plan to draw: no run found one.</p>\n");
        return UL_OK;
    }
    UL_TRY(prepare(s, p));
    if (o->has_baseline && s->method[o->baseline].n_priced > 0)
        UL_TRY(put_scatter(p, o->baseline, out));
    UL_TRY(put_profile(p, out));
    if (to_optimum > 0)
        put_boxes(p, false, out);
    else if (to_bound > 0)
        put_boxes(p, true, out);
    UL_TRY(put_trade(p, out));
    UL_TRY(put_time(p, out));
    UL_TRY(put_progress(p, out));
    if (to_optimum > 0)
        UL_TRY(put_gap_distribution(p, out));
    UL_TRY(put_time_distribution(p, out));
    return ul_report_class_charts(s, o, p->number, out);
}

ul_status ul_report_charts(const ul_summary *s, const ul_report_options *options, ul_output *out)
{
    size_t n = 0;
    for (size_t k = 0; ul_kinds[k] != NULL; k++) {
        const char *name = ul_kinds[k]->name;
        ul_summary *part;
        UL_TRY(ul_summary_of_kind(s, name, &part));
        if (part->n_records == 0)
            continue;
        pictures p = {.summary = part, .number = ++n};
        UL_TRY(put_kind(&p, options, part->n_records < s->n_records ? name : NULL, out));
    }
    return UL_OK;
}
