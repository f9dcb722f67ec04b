/* The charts of a report as descriptions, for the page and for files: for each kind of
 * problem by itself, as their costs have nothing in common, over all instances and again
 * over those of each value of a class. A method is the same series in all of them. */
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "chart_list.h"
#include "instance.h"
#include "statistics.h"

enum { CLASS_VALUES_MAX = 24 }; /* values of a class: more are a table's business */

/* ---- distributions ---- */

/* The share of a method's runs, or instances, up to each value. */
static ul_status put_shares(const ul_pictures *p, ul_sample_of of)
{
    static const char *const id[] = {"profile", "gap-share", "time"};
    const ul_axis share_of_runs = {.title = "share of runs", .to = 1};
    const ul_chart model[] = {
        [UL_COST_RATIOS] = {.title = "Performance profile of cost",
                            .note = "The share of its instances on which a method costs at most this "
                                    "many times the best method (Dolan and Moré).",
                            .x = {.title = "cost, as a multiple of the best method's",
                                  .scale = UL_SYMLOG, .origin = 1, .knee = 0.001, .most = 1000},
                            .y = {.title = "share of instances", .to = 1}},
        [UL_RUN_GAPS] = {.title = "How often within a gap",
                         .note = "The share of runs that end within this gap, of those whose optimum "
                                 "is proved.",
                         .x = ul_gap_axis("gap to the proved optimum"), .y = share_of_runs},
        [UL_CPU_TIMES] = {.title = "How often within a CPU time",
                          .note = "The share of runs that ended within this CPU time with a plan, the "
                                  "proof that there is none, or a bound as asked.",
                          .x = ul_time_axis(p->summary, true, "CPU time"), .y = share_of_runs}};
    ul_chart *chart;
    UL_TRY(ul_picture_begin(p, id[of], &model[of], &chart));
    for (size_t m = 0; m < p->summary->n_methods; m++) {
        ul_sample sample;
        UL_TRY(ul_sample_make(p->summary, m, of, &sample));
        for (size_t q = 0; q < sample.n && of == UL_RUN_GAPS; q++)
            sample.value[q] *= 100;
        UL_TRY(ul_picture_ecdf(p, chart, m, sample.value, sample.n, sample.whole));
    }
    return UL_OK;
}

/* ---- boxes ---- */

/* What the boxes show, by method and instance: the difference from the baseline, or the gap
 * to the optimum, or to the bound. False where there is nothing. */
static bool box_value(const ul_pictures *p, size_t m, size_t q, double *value)
{
    const ul_summary *s = p->summary;
    const ul_reference *reference = &s->reference[q];
    const bool to_bound = p->boxes == UL_BOXES_OF_BOUNDS;
    const double cost = s->method[m].cost[q];
    double against = to_bound ? reference->bound : reference->optimum;
    bool there = to_bound ? reference->has_bound && !reference->has_optimum : reference->has_optimum;
    if (p->boxes == UL_BOXES_OF_DIFFERENCES) {
        against = s->method[p->options->baseline].cost[q];
        there = isfinite(against) && m != p->options->baseline;
    }
    if (!there || !isfinite(cost) || !ul_gap(cost, against, value))
        return false;
    *value *= 100;
    return true;
}

/* One axis for all pictures of a kind, or they could not be compared. */
static ul_status put_boxes(const ul_pictures *p)
{
    static const ul_chart model[] = {
        [UL_BOXES_OF_GAPS] = {.title = "Gap to the proved optimum",
                              .note = "Least, quartiles and greatest over the instances with a plan "
                                      "whose optimum is proved."},
        [UL_BOXES_OF_BOUNDS] = {.title = "Gap to the best bound",
                                .note = "Least, quartiles and greatest over the instances with a plan "
                                        "and no proved optimum: upper bounds on the true gap."},
        [UL_BOXES_OF_DIFFERENCES] = {.title = "Cost from the baseline's",
                                     .note = "Least, quartiles and greatest over the instances where "
                                             "both have a plan; left of 0 is cheaper."},
    };
    static const char *const axis[] = {"gap to the proved optimum", "gap to the best bound",
                                       "cost, from the baseline's"};
    static const char *const id[] = {"gap", "bound", "difference"};
    const ul_summary *s = p->summary;
    ul_chart *chart, begun = model[p->boxes];
    double *value;
    UL_ALLOC(s->arena, value, s->n_instances);
    begun.x = p->box_axis->title == NULL ? ul_gap_axis(axis[p->boxes]) : *p->box_axis;
    UL_TRY(ul_picture_begin(p, id[p->boxes], &begun, &chart));
    for (size_t m = 0; m < s->n_methods; m++) {
        ul_chart_series box = ul_picture_series(p, UL_BOX, m);
        double five[5];
        size_t n = 0;
        for (size_t q = 0; q < s->n_instances; q++)
            n += box_value(p, m, q, &value[n]);
        for (int q = 0; q < 5 && n > 0; q++)
            five[q] = ul_stat_quantile(value, n, 0.25 * q);
        box.x = five;
        box.n = n > 0 ? 5 : 0;
        if (s->method[m].n_sought > 0
            && !(p->boxes == UL_BOXES_OF_DIFFERENCES && m == p->options->baseline))
            UL_TRY(ul_chart_add(chart, &box));
    }
    ul_chart_finish(chart); /* for the axis */
    *p->box_axis = chart->x;
    return UL_OK;
}

/* ---- cost against time, and against the baseline ---- */

static ul_status put_trade(const ul_pictures *p)
{
    const ul_summary *s = p->summary;
    ul_chart *chart, model = {.title = "Cost against CPU time",
                              .x = {.title = "mean CPU time", .scale = UL_LOG, .unit = "s"},
                              .y = ul_gap_axis("cost above the best method's")};
    UL_TRY(ul_arena_format(s->arena, &model.note, "A dot a method: means of CPU time and cost%s.",
                           s->over));
    UL_TRY(ul_picture_begin(p, "trade", &model, &chart));
    for (size_t m = 0; m < s->n_methods; m++) {
        ul_chart_series point = ul_picture_series(p, UL_POINT, m);
        const double x = fmax(1e-6, ul_mean_cpu(s, m)), y = ul_mean_excess(p, m);
        point.x = &x;
        point.y = &y;
        point.n = 1;
        UL_TRY(ul_chart_add(chart, &point));
    }
    return UL_OK;
}

/* An instance is a dot: the baseline's cost across, the other method's up, both in per
 * cent above the best cost known, so that what is cheaper lies below the diagonal. */
static ul_status put_scatter(const ul_pictures *p)
{
    const ul_summary *s = p->summary;
    const size_t baseline = p->options->baseline;
    const ul_chart model = {.title = "Against the baseline",
                            .note = "A dot an instance: costs above the best known, the baseline's "
                                    "across, the other method's up. Below the line the method is cheaper "
                                    "than the baseline.",
                            .x = ul_gap_axis(s->method[baseline].label),
                            .y = ul_gap_axis("the other method"), .diagonal = true};
    ul_chart *chart;
    double *x;
    UL_TRY(ul_picture_begin(p, "scatter", &model, &chart));
    UL_ALLOC(s->arena, x, 2 * s->n_instances);
    for (size_t m = 0; m < s->n_methods; m++) {
        ul_chart_series dots = ul_picture_series(p, UL_DOTS, m);
        for (size_t q = 0; q < s->n_instances && m != baseline; q++) {
            x[dots.n] = 100 * (ul_cost_ratio(s, baseline, q) - 1);
            x[s->n_instances + dots.n++] = 100 * (ul_cost_ratio(s, m, q) - 1);
        }
        dots.x = x;
        dots.y = x + s->n_instances;
        UL_TRY(ul_chart_add(chart, &dots));
    }
    for (size_t q = 0; q < chart->n; q++) { /* one range for both, or the diagonal misleads */
        ul_axis_reach(&chart->x, chart->series[q].x, chart->series[q].n);
        ul_axis_reach(&chart->x, chart->series[q].y, chart->series[q].n);
    }
    chart->y.from = chart->x.from;
    chart->y.to = chart->x.to;
    return UL_OK;
}

/* ---- the whole ---- */

static ul_status put_part(ul_pictures *p)
{
    const ul_summary *s = p->summary;
    const ul_report_options *o = p->options;
    size_t gaps[2] = {0, 0}, priced = 0, others = 0;
    for (size_t m = 0; m < s->n_methods; m++) {
        gaps[false] += s->method[m].gaps[false].n;
        gaps[true] += s->method[m].gaps[true].n;
        priced += s->method[m].n_priced;
        others += m != o->baseline && s->method[m].n_sought > 0;
    }
    if (priced == 0)
        return UL_OK;
    const bool based = o->has_baseline && s->method[o->baseline].n_priced > 0 && others > 0;
    if (p->part == NULL) /* one measure for a kind and its parts */
        p->boxes = based ? UL_BOXES_OF_DIFFERENCES : gaps[false] > 0 ? UL_BOXES_OF_GAPS
                                                                     : UL_BOXES_OF_BOUNDS;
    if (p->boxes == UL_BOXES_OF_DIFFERENCES ? based : gaps[p->boxes == UL_BOXES_OF_BOUNDS] > 0)
        UL_TRY(put_boxes(p));
    if (based)
        UL_TRY(put_scatter(p));
    UL_TRY(put_shares(p, UL_COST_RATIOS));
    UL_TRY(put_trade(p));
    UL_TRY(ul_picture_completion(p));
    UL_TRY(ul_picture_waits(p));
    UL_TRY(ul_picture_progress(p));
    if (gaps[false] > 0)
        UL_TRY(put_shares(p, UL_RUN_GAPS));
    return put_shares(p, UL_CPU_TIMES);
}

/* All of a kind, then each value of each class. */
static ul_status put_kind(const ul_summary *s, const char *kind, ul_pictures *p)
{
    const ul_report_options *o = p->options;
    ul_summary *part;
    ul_axis box_axis = {.title = NULL};
    p->part = NULL;
    p->part_number = 0;
    p->box_axis = &box_axis;
    UL_TRY(ul_summary_part(s, kind, 0, NULL, &part));
    p->summary = part;
    UL_TRY(put_part(p));
    for (size_t c = 0; c < o->n_classes; c++) {
        const ul_class *class = &s->classes[o->classes[c]];
        for (size_t v = 0; v < class->n_values && v < CLASS_VALUES_MAX; v++) {
            UL_TRY(ul_summary_part(s, kind, o->classes[c], class->value[v], &part));
            UL_TRY(ul_arena_format(s->arena, &p->part, "%s: %s", class->name, class->value[v]));
            p->summary = part;
            p->part_number++;
            if (part->n_records > 0)
                UL_TRY(put_part(p));
        }
    }
    return UL_OK;
}

ul_status ul_report_charts(const ul_summary *s, const ul_report_options *options,
                           ul_chart_list *list)
{
    ul_pictures p = {.options = options, .list = list};
    for (const char *kind = NULL; (kind = ul_summary_next_kind(s, kind)) != NULL;) {
        p.number++;
        UL_TRY(ul_arena_format(s->arena, &p.group, "%c%s", toupper(kind[0]), kind + 1));
        UL_TRY(put_kind(s, kind, &p));
    }
    UL_TRY(ul_picture_instances(s, list));
    for (size_t q = 0; q < list->n; q++)
        ul_chart_finish(&list->chart[q]);
    return UL_OK;
}
