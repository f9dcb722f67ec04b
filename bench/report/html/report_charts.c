/* The charts of a report as descriptions, for the page and for files: for each kind of
 * problem by itself, as their costs have nothing in common, over all instances and again
 * over those of each value of a class; then the course of each instance's runs. A method is
 * the same series in all of them. */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>

#include "instance.h"
#include "report_html.h"
#include "statistics.h"

enum {
    CLASS_VALUES_MAX = 24, /* values of a class: more are a table's business */
    STYLE_OF_FRONTIER = 4,
    STYLE_OF_BRACKET = 5,
    PROGRESS_POINTS = 80
};

/* What charts are made of: a kind, or a part of one. */
typedef struct {
    const ul_summary *summary;
    const ul_report_options *options;
    size_t number;            /* of the kind in the report, from 1 */
    size_t part_number;       /* of the value of a class, from 1 */
    const char *group, *part; /* the kind; the value, or NULL */
    enum { BOXES_OF_GAPS, BOXES_OF_BOUNDS, BOXES_OF_DIFFERENCES } boxes;
    ul_axis box_axis; /* of all of the kind; without a title: none yet */
    ul_chart_list *list;
} pictures;

static ul_axis gap_axis(const char *title)
{
    /* in per cent: above a tenth of one, factors matter, not differences */
    return (ul_axis){.title = title, .scale = UL_SYMLOG, .knee = 0.1, .unit = "%", .most = 1000};
}

/* Over the runs of one instance, or of all: UL_NONE. */
static ul_axis time_axis(const ul_summary *s, size_t instance, bool is_cpu, const char *title)
{
    ul_axis axis = {.title = title, .scale = UL_LOG, .unit = "s"};
    for (size_t q = 0; q < s->n_records; q++) {
        const double took_s = fmax(1e-6, is_cpu ? s->record[q].cpu_s : s->record[q].wall_s);
        if (instance == UL_NONE || s->instance_of[q] == instance)
            ul_axis_reach(&axis, &took_s, 1);
    }
    return axis;
}

/* Adds a chart with axes and words like the model's, without series. It stays in its place
 * until the next is begun. */
static ul_status begin(const pictures *p, const char *id, const ul_chart *model, ul_chart **chart)
{
    ul_arena *arena = p->summary->arena;
    ul_chart_list *list = p->list;
    UL_MORE(arena, list->chart, list->n, list->room);
    *chart = &list->chart[list->n++];
    **chart = *model;
    (*chart)->arena = arena;
    (*chart)->group = p->group;
    (*chart)->part = p->part;
    if (p->part == NULL)
        return ul_arena_format(arena, &(*chart)->id, p->number == 1 ? "%s-chart" : "%s-chart-%zu", id,
                               p->number);
    UL_TRY(ul_arena_format(arena, &(*chart)->id, "%s-chart-%zu-%zu-%.79s", id, p->number,
                           p->part_number, p->part));
    for (char *c = (char *)(*chart)->id; *c != '\0'; c++)
        *c = (char)(isalnum((unsigned char)*c) ? *c : '-');
    return UL_OK;
}

/* A series of method m. */
static ul_status add(const pictures *p, ul_chart *chart, size_t m, ul_chart_series series)
{
    series.style = m;
    series.label = p->summary->method[m].label;
    series.strong = p->options->has_mine && m == p->options->mine;
    return ul_chart_add(chart, &series);
}

/* ---- distributions ---- */

/* The share of the whole sample that has at most each value. */
static ul_status add_shares(const pictures *p, ul_chart *chart, size_t m, const ul_sample *sample)
{
    enum { DRAWN = 400 };
    const size_t n = sample->n, step = n / DRAWN + 1;
    double x[DRAWN + 2], y[DRAWN + 2] = {0};
    size_t drawn = 1;
    if (sample->whole == 0)
        return UL_OK;
    ul_stat_sort(sample->value, n);
    x[0] = chart->x.scale != UL_LOG ? chart->x.origin : n > 0 ? sample->value[0] : NAN;
    for (size_t at = step; at < n + step; at += step) {
        const size_t so_many = at < n ? at : n;
        x[drawn] = sample->value[so_many - 1];
        y[drawn++] = (double)so_many / (double)sample->whole;
    }
    return add(p, chart, m, (ul_chart_series){.form = UL_STEPS, .x = x, .y = y, .n = drawn});
}

/* How long jobs wait, and what the picture leaves out; nothing where nobody waits. */
static ul_status waits_note(const ul_summary *s, const char **note)
{
    size_t unread = 0, total = 0;
    for (size_t q = 0; q < s->n_records; q++) {
        unread += s->detail[q]->unread;
        total += s->detail[q]->n_waits;
    }
    *note = total == 0 ? NULL
                       : "The share of jobs whose last task works within this time of its arrival.";
    return total == 0 || unread == 0
               ? UL_OK
               : ul_arena_format(s->arena, note, "%s Left out: %zu plan%s that cannot be read.", *note,
                                 unread, unread == 1 ? "" : "s");
}

/* The share of a method's runs, or instances, up to each value. */
static ul_status put_shares(const pictures *p, ul_sample_of of)
{
    static const char *const id[] = {"profile", "gap-share", "time", "wait"};
    const ul_axis share_of_runs = {.title = "share of runs", .to = 1};
    ul_chart model[] = {
        [UL_COST_RATIOS] = {.title = "Performance profile of cost",
                            .note = "The share of its instances on which a method costs at most this "
                                    "many times the best method (Dolan and Moré).",
                            .x = {.title = "cost, as a multiple of the best method's",
                                  .scale = UL_SYMLOG, .origin = 1, .knee = 0.001, .most = 1000},
                            .y = {.title = "share of instances", .to = 1}},
        [UL_RUN_GAPS] = {.title = "How often within a gap",
                         .note = "The share of runs that end within this gap, of those whose optimum "
                                 "is proved.",
                         .x = gap_axis("gap to the proved optimum"), .y = share_of_runs},
        [UL_CPU_TIMES] = {.title = "How often within a CPU time",
                          .note = "The share of runs that ended within this CPU time with a plan, the "
                                  "proof that there is none, or a bound as asked.",
                          .x = time_axis(p->summary, UL_NONE, true, "CPU time"), .y = share_of_runs},
        [UL_WAITS] = {.title = "How long jobs wait",
                      .x = {.title = "wait", .scale = UL_SYMLOG, .knee = 1, .unit = "s"},
                      .y = {.title = "share of jobs", .to = 1}}};
    ul_chart *chart;
    UL_TRY(waits_note(p->summary, &model[UL_WAITS].note));
    if (model[of].note == NULL)
        return UL_OK;
    UL_TRY(begin(p, id[of], &model[of], &chart));
    for (size_t m = 0; m < p->summary->n_methods; m++) {
        ul_sample sample;
        UL_TRY(ul_sample_make(p->summary, m, of, &sample));
        for (size_t q = 0; q < sample.n && of == UL_RUN_GAPS; q++)
            sample.value[q] *= 100;
        UL_TRY(add_shares(p, chart, m, &sample));
    }
    return UL_OK;
}

/* ---- boxes ---- */

/* What the boxes show of a method, in per cent: gaps to optima, or to bounds, or differences from
 * the baseline. */
static size_t box_values(const pictures *p, size_t m, double *value)
{
    const ul_summary *s = p->summary;
    const ul_gaps *gaps = &s->method[m].gaps[p->boxes == BOXES_OF_BOUNDS];
    const double *baseline = s->method[p->options->baseline].cost, *cost = s->method[m].cost;
    size_t n = 0;
    for (size_t q = 0; q < s->n_instances && p->boxes == BOXES_OF_DIFFERENCES; q++)
        n += isfinite(cost[q]) && isfinite(baseline[q]) && ul_gap(cost[q], baseline[q], &value[n]);
    for (; p->boxes != BOXES_OF_DIFFERENCES && n < gaps->n; n++)
        value[n] = gaps->gap[n];
    for (size_t q = 0; q < n; q++)
        value[q] *= 100;
    return n;
}

/* One axis for all pictures of a kind, or they could not be compared. */
static ul_status put_boxes(pictures *p)
{
    static const struct {
        const char *id, *axis, *title, *note;
    } of[] = {
        [BOXES_OF_GAPS] = {"gap", "gap to the proved optimum", "Gap to the proved optimum",
                           "Least, quartiles and greatest over the instances with a plan whose "
                           "optimum is proved."},
        [BOXES_OF_BOUNDS] = {"bound", "gap to the best bound", "Gap to the best bound",
                             "Least, quartiles and greatest over the instances with a plan and no "
                             "proved optimum: upper bounds on the true gap."},
        [BOXES_OF_DIFFERENCES] = {"difference", "cost, from the baseline's", "Cost from the baseline's",
                                  "Least, quartiles and greatest over the instances where both have "
                                  "a plan; left of 0 is cheaper."}};
    const ul_summary *s = p->summary;
    const ul_chart model = {.title = of[p->boxes].title, .note = of[p->boxes].note,
                            .x = p->box_axis.title == NULL ? gap_axis(of[p->boxes].axis) : p->box_axis};
    ul_chart *chart;
    double *value, five[5];
    UL_ALLOC(s->arena, value, s->n_instances + 1);
    UL_TRY(begin(p, of[p->boxes].id, &model, &chart));
    for (size_t m = 0; m < s->n_methods; m++) {
        if (s->method[m].n_sought == 0
            || (p->boxes == BOXES_OF_DIFFERENCES && m == p->options->baseline))
            continue;
        const size_t n = box_values(p, m, value);
        for (int q = 0; q < 5 && n > 0; q++)
            five[q] = ul_stat_quantile(value, n, 0.25 * q);
        UL_TRY(add(p, chart, m, (ul_chart_series){.form = UL_BOX, .x = five, .n = n > 0 ? 5 : 0}));
    }
    ul_chart_finish(chart); /* for the axis */
    p->box_axis = chart->x;
    return UL_OK;
}

/* ---- a dot a method ---- */

/* Means of a measure (NULL: of CPU time) across, of costs up. */
static ul_status put_dots(const pictures *p, const char *id, const ul_chart *model,
                          const char *measure, ul_mean_of of, ul_chart **chart)
{
    UL_TRY(begin(p, id, model, chart));
    for (size_t m = 0; m < p->summary->n_methods; m++) {
        const double mean = ul_mean_run(p->summary, m, measure);
        const double x = measure == NULL ? fmax(1e-6, mean) : mean;
        const double y = ul_mean_instance(p->summary, m, of);
        UL_TRY(add(p, *chart, m, (ul_chart_series){.form = UL_POINT, .x = &x, .y = &y, .n = x > 0}));
    }
    return UL_OK;
}

static ul_status put_trade(const pictures *p)
{
    ul_chart *chart, model = {.title = "Cost against CPU time",
                              .x = {.title = "mean CPU time", .scale = UL_LOG, .unit = "s"},
                              .y = gap_axis("cost above the best method's")};
    UL_TRY(ul_arena_format(p->summary->arena, &model.note, "A dot a method: means of CPU time and "
                           "cost%s.", p->summary->over));
    return put_dots(p, "trade", &model, NULL, UL_ABOVE_BEST, &chart);
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

/* What a method costs against how long jobs take under it, from the floor where there is one. */
static ul_status put_completion(const pictures *p)
{
    const ul_summary *s = p->summary;
    const double bracket = ul_mean_instance(s, UL_NONE, UL_ABOVE_BOUND);
    const bool from_floor = !isnan(bracket);
    ul_chart *chart, model = {
        .title = "Cost against completion time",
        .x = {.title = "mean completion time of a job", .scale = UL_LOG, .unit = "s"},
        .y = gap_axis(from_floor ? "cost above the floor" : "cost above the best method's")};
    model.y.origin_label = from_floor ? "floor" : NULL;
    UL_TRY(ul_arena_format(s->arena, &model.note, "A dot a method: means over its runs%s. The line "
                           "joins those that nobody beats in both.%s", s->over,
                           from_floor ? " No schedule lies below the floor; the dashed line is the "
                                        "cheapest plan known, and the optimum lies between the two."
                                      : ""));
    UL_TRY(put_dots(p, "completion", &model, "mean_completion_s",
                    from_floor ? UL_ABOVE_BOUND : UL_ABOVE_BEST, &chart));
    if (chart->n == 0) { /* no jobs that take time */
        p->list->n--;
        return UL_OK;
    }
    UL_TRY(add_frontier(chart));
    if (from_floor)
        UL_TRY(ul_chart_add(chart, &(ul_chart_series){
            .style = STYLE_OF_BRACKET, .label = "the cheapest plan known", .x = chart->series[0].x,
            .y = &bracket, .n = chart->n > 1, .faint = true}));
    return UL_OK;
}

/* ---- a dot an instance ---- */

/* An instance is a dot: the baseline's cost across, the other method's up, both in per
 * cent above the best cost known, so that what is cheaper lies below the diagonal. */
static ul_status put_scatter(const pictures *p)
{
    const ul_summary *s = p->summary;
    const size_t baseline = p->options->baseline;
    const ul_chart model = {.title = "Against the baseline",
                            .note = "A dot an instance: costs above the best known, the baseline's "
                                    "across, the other method's up. Below the line the method is cheaper "
                                    "than the baseline.",
                            .x = gap_axis(s->method[baseline].label),
                            .y = gap_axis("the other method"), .diagonal = true};
    ul_chart *chart;
    double *x;
    UL_TRY(begin(p, "scatter", &model, &chart));
    UL_ALLOC(s->arena, x, 2 * s->n_instances);
    for (size_t m = 0; m < s->n_methods; m++) {
        size_t n = 0;
        for (size_t q = 0; q < s->n_instances && m != baseline; q++) {
            x[n] = 100 * (ul_cost_ratio(s, baseline, q) - 1);
            x[s->n_instances + n++] = 100 * (ul_cost_ratio(s, m, q) - 1);
        }
        UL_TRY(add(p, chart, m, (ul_chart_series){.form = UL_DOTS, .x = x, .y = x + s->n_instances,
                                                  .n = n}));
    }
    for (size_t q = 0; q < chart->n; q++) { /* one range for both, or the diagonal misleads */
        ul_axis_reach(&chart->x, chart->series[q].x, chart->series[q].n);
        ul_axis_reach(&chart->x, chart->series[q].y, chart->series[q].n);
    }
    chart->y.from = chart->x.from;
    chart->y.to = chart->x.to;
    return UL_OK;
}

/* ---- plans and bounds as time goes by ---- */

/* Means over a method's runs of the plan in hand or of the bound, in per cent from the best
 * cost, at each point of time; a mean counts from the moment all runs that ever have one
 * have one. */
static ul_status add_means(const pictures *p, size_t m, bool bound, const double *at_s,
                           ul_chart *chart)
{
    const ul_summary *s = p->summary;
    size_t n = 0;
    double sum[PROGRESS_POINTS] = {0}, x[PROGRESS_POINTS], y[PROGRESS_POINTS];
    size_t count[PROGRESS_POINTS] = {0};
    for (size_t r = 0; r < s->n_records; r++) {
        const ul_reference *reference = &s->reference[s->instance_of[r]];
        const ul_events *e = &s->detail[r]->events;
        double held = NAN;
        if (s->method_of[r] != m || !(reference->best > 0))
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
            x[n] = at_s[t];
            y[n++] = sum[t] / (double)count[t];
        }
    return add(p, chart, m, (ul_chart_series){.form = UL_STEPS, .x = x, .y = y, .n = n, .faint = bound});
}

static ul_chart course(const ul_summary *s, size_t instance, const char *note)
{
    return (ul_chart){.title = "Plans and bounds over time", .note = note,
                      .x = time_axis(s, instance, false, "wall-clock time"),
                      .y = gap_axis("from the best cost known")};
}

static ul_status put_progress(const pictures *p)
{
    const ul_summary *s = p->summary;
    ul_chart *chart, model = course(s, UL_NONE, "Means over runs: the plan in hand above the line, the "
                                                "proved bound (thin) below it.");
    double at_s[PROGRESS_POINTS];
    model.y.origin_label = "best";
    for (size_t t = 0; t < PROGRESS_POINTS; t++)
        at_s[t] = model.x.from * pow(model.x.to / model.x.from, (double)t / (PROGRESS_POINTS - 1));
    UL_TRY(begin(p, "progress", &model, &chart));
    for (size_t m = 0; m < 2 * s->n_methods; m++)
        UL_TRY(add_means(p, m / 2, m % 2 == 1, at_s, chart));
    return UL_OK;
}

/* ---- an instance's runs ---- */

/* A run's plans, or its bounds; a bound of 0 says nothing, and would fill half the picture. */
static ul_status add_run(const pictures *p, size_t r, bool bound, ul_chart *chart)
{
    const ul_summary *s = p->summary;
    const ul_events *e = &s->detail[r]->events;
    size_t n = 0;
    double *x;
    UL_ALLOC(s->arena, x, 2 * e->n);
    double *y = x + e->n;
    for (size_t q = 0; q < e->n; q++)
        if (e->is_bound[q] == bound && e->value[q] > 0) {
            x[n] = fmax(1e-6, e->at_s[q]);
            y[n++] = 100 * (e->value[q] / s->reference[s->instance_of[r]].best - 1);
        }
    return add(p, chart, s->method_of[r],
               (ul_chart_series){.form = UL_STEPS, .x = x, .y = y, .n = n, .faint = bound});
}

static ul_status put_instances(const ul_summary *s, ul_chart_list *list)
{
    const ul_report_options none = {.has_baseline = false};
    pictures p = {.summary = s, .options = &none, .list = list, .number = 1};
    for (size_t i = 0; i < s->n_instances; i++) {
        ul_chart *chart, model = course(s, i, "The plan in hand above the best cost known, the proved "
                                              "bound (thin) below it.");
        if (!(s->reference[i].best > 0))
            continue;
        UL_TRY(ul_arena_format(s->arena, &model.y.origin_label, "$%.6g", s->reference[i].best));
        UL_TRY(begin(&p, "", &model, &chart));
        UL_TRY(ul_arena_format(s->arena, &chart->id, "progress-%zu", i));
        for (size_t r = 0; r < 2 * s->n_records; r++)
            if (s->instance_of[r / 2] == i)
                UL_TRY(add_run(&p, r / 2, r % 2 == 1, chart));
    }
    return UL_OK;
}

/* ---- the whole ---- */

static ul_status put_part(pictures *p)
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
        p->boxes = based ? BOXES_OF_DIFFERENCES : gaps[false] > 0 ? BOXES_OF_GAPS
                                                                  : BOXES_OF_BOUNDS;
    if (p->boxes == BOXES_OF_DIFFERENCES ? based : gaps[p->boxes == BOXES_OF_BOUNDS] > 0)
        UL_TRY(put_boxes(p));
    if (based)
        UL_TRY(put_scatter(p));
    UL_TRY(put_shares(p, UL_COST_RATIOS));
    UL_TRY(put_trade(p));
    UL_TRY(put_completion(p));
    UL_TRY(put_shares(p, UL_WAITS));
    UL_TRY(put_progress(p));
    if (gaps[false] > 0)
        UL_TRY(put_shares(p, UL_RUN_GAPS));
    return put_shares(p, UL_CPU_TIMES);
}

/* All of a kind, then each value of each class. */
static ul_status put_kind(const ul_summary *s, const char *kind, pictures *p)
{
    const ul_report_options *o = p->options;
    ul_summary *part;
    p->part = NULL;
    p->part_number = 0;
    p->box_axis.title = NULL;
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
    pictures p = {.options = options, .list = list};
    for (p.number = 1; p.number <= s->n_kinds; p.number++) {
        const char *kind = s->kind[p.number - 1];
        UL_TRY(ul_arena_format(s->arena, &p.group, "%c%s", toupper(kind[0]), kind + 1));
        UL_TRY(put_kind(s, kind, &p));
    }
    UL_TRY(put_instances(s, list));
    for (size_t q = 0; q < list->n; q++)
        ul_chart_finish(&list->chart[q]);
    return UL_OK;
}
