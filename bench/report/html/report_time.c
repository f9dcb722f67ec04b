/* Charts of methods whose customers take their time: what a method costs against how long
 * jobs take under it, measured from the floor where there is one, and how long jobs wait.
 * Waits are read from the plans of the runs; a plan that is gone is left out, and said. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "instance.h"
#include "report_html.h"
#include "run_folder.h"

static const double gap_knee = 0.1;
enum { STYLE_OF_FRONTIER = 4, STYLE_OF_BRACKET = 5, WAITS_DRAWN = 200 };

/* ---- cost against completion ---- */

/* Whether every plan can be measured from a bound. */
static bool has_floor(const ul_summary *s)
{
    bool any = false;
    for (size_t m = 0; m < s->n_methods; m++) {
        if (s->method[m].n_priced > 0 && s->method[m].gaps[true].n != s->method[m].n_priced)
            return false;
        any = any || s->method[m].n_priced > 0;
    }
    return any;
}

/* In per cent: above the floor, or above the best method. */
static double height_of(const ul_time_charts *c, size_t m, bool from_floor)
{
    const ul_gaps *gaps = &c->summary->method[m].gaps[true];
    double sum = 0;
    if (!from_floor)
        return c->excess[m];
    for (size_t q = 0; q < gaps->n; q++)
        sum += 100 * gaps->gap[q];
    return gaps->n == 0 ? NAN : sum / (double)gaps->n;
}

/* How far the cheapest plans known are above the floors, in per cent, mean over instances. */
static double bracket_of(const ul_summary *s)
{
    double sum = 0;
    size_t n = 0;
    for (size_t q = 0; q < s->n_instances; q++) {
        double gap;
        const ul_reference *r = &s->reference[q];
        if (strcmp(s->instance[q].kind, s->record[0].kind) == 0 && r->has_bound && r->has_best
            && ul_gap(r->best, r->bound, &gap)) {
            sum += 100 * gap;
            n++;
        }
    }
    return n == 0 ? NAN : sum / (double)n;
}

static int sooner_first(const void *a, const void *b)
{
    const ul_chart_point *p = a, *q = b;
    return p->x != q->x ? (p->x > q->x) - (p->x < q->x) : (p->y > q->y) - (p->y < q->y);
}

/* The staircase of those that nobody beats in both. */
static void put_frontier(const ul_chart *chart, ul_chart_point *point, size_t n, double *x,
                         ul_output *out)
{
    double *y = x + n;
    size_t steps = 0;
    qsort(point, n, sizeof *point, sooner_first);
    for (size_t q = 0; q < n; q++)
        if (steps == 0 || point[q].y < y[steps - 1]) {
            x[steps] = point[q].x;
            y[steps++] = point[q].y;
        }
    ul_chart_steps(out, chart, &(ul_chart_staircase){
        .series = STYLE_OF_FRONTIER, .label = "nobody is both cheaper and sooner", .x = x, .y = y,
        .n = steps, .faint = true});
}

/* A point for every method that has both, and axes that reach them. */
static size_t place_methods(const ul_time_charts *c, ul_chart *chart, bool from_floor,
                            ul_chart_point *point)
{
    size_t n = 0;
    for (size_t m = 0; m < c->summary->n_methods; m++) {
        point[n] = (ul_chart_point){.x = ul_mean_measure(c->summary, m, "mean_completion_s"),
                                    .y = height_of(c, m, from_floor), .label = c->label[m],
                                    .series = m};
        if (!(point[n].x > 0) || isnan(point[n].y))
            continue;
        chart->x.from = fmin(chart->x.from, 0.8 * point[n].x);
        chart->x.to = fmax(chart->x.to, 1.2 * point[n].x);
        chart->y.to = fmax(chart->y.to, fmin(UL_GAP_DRAWN_MAX, 1.2 * point[n].y));
        n++;
    }
    return n;
}

static ul_status put_completion(const ul_time_charts *c, ul_output *out)
{
    const ul_summary *s = c->summary;
    const bool from_floor = has_floor(s);
    const double bracket = from_floor ? bracket_of(s) : NAN;
    char id[UL_CHART_ID];
    ul_chart_point *point;
    double *x;
    UL_ALLOC(s->arena, point, s->n_methods);
    UL_ALLOC(s->arena, x, 2 * s->n_methods + 2);
    ul_chart chart = {.id = ul_report_chart_name(c->kind, "completion-chart", id),
                      .title = "Cost against completion time",
                      .note = from_floor
                                  ? "A dot a method: means over its runs and instances. The thick "
                                    "line joins those that nobody beats in both. No schedule lies "
                                    "below the floor; the dashed line is the cheapest plan known, and "
                                    "the optimum lies between the two."
                                  : "A dot a method: means over its runs. The line joins those that "
                                    "nobody beats in both.",
                      .x = {.title = "mean completion time of a job", .scale = UL_LOG, .unit = "s",
                            .from = HUGE_VAL},
                      .y = {.title = from_floor ? "cost above the floor"
                                                : "cost above the best method's",
                            .scale = UL_SYMLOG, .knee = gap_knee, .unit = "%",
                            .origin_label = from_floor ? "floor" : NULL}};
    const size_t n = place_methods(c, &chart, from_floor, point);
    if (n == 0)
        return UL_OK;
    ul_chart_fix_ranges(&chart);
    ul_chart_begin(out, &chart);
    put_frontier(&chart, point, n, x, out);
    if (!isnan(bracket))
        ul_chart_steps(out, &chart, &(ul_chart_staircase){
            .series = STYLE_OF_BRACKET, .label = "the cheapest plan known", .x = &chart.x.from,
            .y = &bracket, .n = 1, .faint = true});
    ul_chart_points(out, &chart, point, n);
    ul_chart_end(out, &chart, UL_KEY_MARK, c->label, c->shown,
                 ul_chart_has_names(point, n) ? 0 : s->n_methods);
    return UL_OK;
}

/* ---- waits ---- */

typedef struct {
    double *wait_s;
    size_t n, room;
} waits;

static ul_status add_waits(waits *w, const double *wait_s, size_t n)
{
    if (w->n + n > w->room) {
        const size_t room = 2 * (w->n + n);
        double *grown = realloc(w->wait_s, room * sizeof *grown);
        if (grown == NULL)
            return ul_no_memory();
        w->wait_s = grown;
        w->room = room;
    }
    for (size_t q = 0; q < n; q++)
        w->wait_s[w->n++] = wait_s[q];
    return UL_OK;
}

/* The waits of one run; a fault where its plan cannot be read. */
static ul_status read_waits(const ul_record *record, const ul_instance *instance, ul_arena *arena,
                            double **wait_s, size_t *n)
{
    char path[UL_PATH];
    void *plan;
    ul_run_folder_file(record->folder, UL_PLANS, record->run, path);
    UL_TRY(instance->kind->plan_read(instance->data, arena, path, &plan));
    return instance->kind->plan_waits(plan, arena, wait_s, n);
}

/* All runs of an instance. */
static ul_status read_instance(const ul_summary *s, size_t i, waits *by_method, size_t *unread)
{
    ul_instance instance = {0};
    bool tried = false;
    ul_status status = UL_OK;
    for (size_t q = 0; q < s->n_records && status == UL_OK; q++) {
        const ul_record *record = &s->record[q];
        double *wait_s;
        size_t n;
        if (s->instance_of[q] != i || !record->has_cost)
            continue;
        if (!tried) {
            char path[UL_PATH];
            tried = true;
            ul_run_folder_instance(record->folder, record->instance, path);
            if (ul_instance_read(path, &instance) != UL_OK)
                instance = (ul_instance){0};
        }
        const ul_arena_mark_t mark = ul_arena_mark(s->arena);
        if (instance.data == NULL
            || read_waits(record, &instance, s->arena, &wait_s, &n) != UL_OK)
            (*unread)++;
        else
            status = add_waits(&by_method[s->method_of[q]], wait_s, n);
        ul_arena_rewind(s->arena, mark);
    }
    ul_instance_free(&instance);
    return status;
}

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The share of jobs that waited no longer, at so many points as one can see. */
static void put_curve(const ul_chart *chart, size_t m, const char *label, waits *w, ul_output *out)
{
    double x[WAITS_DRAWN + 2], share[WAITS_DRAWN + 2];
    size_t n = 0;
    x[n] = chart->x.from;
    share[n++] = 0;
    for (size_t q = 1; q <= WAITS_DRAWN; q++) {
        const size_t at = (w->n * q + WAITS_DRAWN - 1) / WAITS_DRAWN; /* so many of them */
        if (at == 0 || (q > 1 && at == (w->n * (q - 1) + WAITS_DRAWN - 1) / WAITS_DRAWN))
            continue;
        x[n] = w->wait_s[at - 1];
        share[n++] = (double)at / (double)w->n;
    }
    ul_chart_steps(out, chart, &(ul_chart_staircase){m, label, x, share, n, false});
}

static void draw_waits(const ul_time_charts *c, waits *by_method, size_t unread, ul_output *out)
{
    const ul_summary *s = c->summary;
    char id[UL_CHART_ID], note[160];
    size_t length = (size_t)snprintf(note, sizeof note, "The share of jobs whose last task works "
                                                        "within this time of its arrival.");
    if (unread > 0)
        snprintf(note + length, sizeof note - length, " Left out: %zu plan%s that cannot be read.",
                 unread, unread == 1 ? "" : "s");
    ul_chart chart = {.id = ul_report_chart_name(c->kind, "wait-chart", id),
                      .title = "How long jobs wait", .note = note,
                      .x = {.title = "wait", .scale = UL_SYMLOG, .knee = 1, .unit = "s", .to = 1},
                      .y = {.title = "share of jobs", .to = 1}};
    for (size_t m = 0; m < s->n_methods; m++)
        if (by_method[m].n > 0) {
            qsort(by_method[m].wait_s, by_method[m].n, sizeof(double), by_value);
            chart.x.to = fmax(chart.x.to, 1.05 * by_method[m].wait_s[by_method[m].n - 1]);
        }
    ul_chart_fix_ranges(&chart);
    ul_chart_begin(out, &chart);
    for (size_t m = 0; m < s->n_methods; m++)
        if (by_method[m].n > 0)
            put_curve(&chart, m, c->label[m], &by_method[m], out);
    ul_chart_end(out, &chart, UL_KEY_LINE, c->label, c->shown, s->n_methods);
}

static ul_status put_waits(const ul_time_charts *c, ul_output *out)
{
    const ul_summary *s = c->summary;
    waits *by_method = ul_arena_alloc(s->arena, s->n_methods, sizeof *by_method);
    size_t unread = 0, total = 0;
    ul_status status = by_method == NULL ? ul_no_memory() : UL_OK;
    if (status != UL_OK)
        return status;
    for (size_t i = 0; i < s->n_instances && status == UL_OK; i++)
        status = read_instance(s, i, by_method, &unread);
    for (size_t m = 0; m < s->n_methods; m++)
        total += by_method[m].n;
    if (status == UL_OK && total > 0)
        draw_waits(c, by_method, unread, out);
    for (size_t m = 0; m < s->n_methods; m++)
        free(by_method[m].wait_s);
    return status;
}

ul_status ul_report_time_charts(const ul_time_charts *c, ul_output *out)
{
    const ul_kind *kind = c->summary->n_records == 0 ? NULL
                                                     : ul_kind_find(c->summary->record[0].kind);
    UL_TRY(put_completion(c, out));
    return kind == NULL || kind->plan_waits == NULL ? UL_OK : put_waits(c, out);
}
