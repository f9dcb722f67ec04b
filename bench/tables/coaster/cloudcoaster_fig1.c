/* CloudCoaster, Figure 1 and the ratio it steers by: how many tasks would run at once if
 * each ran from its arrival on, and which share of all servers holds long tasks under
 * Eagle, both over time.
 *
 * The paper draws Google's trace, averaged over 100 seconds and then over four hours;
 * here it is the trace that the other tables take, over `period` seconds. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "coaster_cases.h"
#include "svg.h"

/* Means over windows of time of something that goes up and down. */
typedef struct {
    double from_s, width_s;
    size_t n;
    double *running, *long_share;
    double most_long; /* the largest share of all servers that held long tasks at once */
} windows;

/* `weight` for as long as something lasts. */
static void add_span(const windows *w, double *value, double from_s, double to_s, double weight)
{
    const double start = fmax(0, (from_s - w->from_s) / w->width_s);
    const double end = fmin((double)w->n, (to_s - w->from_s) / w->width_s);
    for (size_t q = (size_t)start; q < w->n && (double)q < end; q++) {
        const double part = fmin(end, (double)(q + 1)) - fmax(start, (double)q);
        value[q] += part > 0 ? weight * part : 0;
    }
}

/* ---- who holds long tasks ---- */

typedef struct {
    uint32_t machine;
    ul_micro from_s, to_s;
} hold;

static int by_machine(const void *a, const void *b)
{
    const hold *x = a, *y = b;
    if (x->machine != y->machine)
        return x->machine < y->machine ? -1 : 1;
    return x->from_s < y->from_s ? -1 : x->from_s > y->from_s;
}

static int by_time(const void *a, const void *b)
{
    const ul_micro x = *(const ul_micro *)a, y = *(const ul_micro *)b;
    return llabs(x) != llabs(y) ? (llabs(x) < llabs(y) ? -1 : 1) : x < y ? -1 : x > y;
}

/* Servers that hold a long task, from the arrival of its job until its end; a server with
 * several counts once. `edge` gets where holds begin, and where they end, negative. */
static size_t merge(const windows *w, hold *held, size_t n, double one, ul_micro *edge)
{
    size_t n_edges = 0;
    qsort(held, n, sizeof *held, by_machine);
    for (size_t q = 0, end; q < n; q = end) {
        ul_micro to_s = held[q].to_s;
        for (end = q + 1; end < n && held[end].machine == held[q].machine
                          && held[end].from_s <= to_s; end++)
            to_s = held[end].to_s > to_s ? held[end].to_s : to_s;
        add_span(w, w->long_share, ul_micro_double(held[q].from_s), ul_micro_double(to_s), one);
        edge[n_edges++] = held[q].from_s;
        edge[n_edges++] = -to_s;
    }
    return n_edges;
}

static ul_status watch_long(void *context, const ul_schedule_plan *plan)
{
    windows *w = context;
    const ul_schedule *in = plan->in;
    const double one = 1 / (double)plan->n_machines;
    hold *held = malloc(plan->n_stays * sizeof *held + 1);
    ul_micro *edge = malloc(2 * plan->n_stays * sizeof *edge + 1);
    size_t n = 0, up = 0;
    if (held == NULL || edge == NULL) {
        free(held);
        free(edge);
        return ul_no_memory();
    }
    for (size_t s = 0; s < plan->n_stays; s++) {
        const ul_timeline_stay *stay = &plan->stay[s];
        if (in->task[stay->task].estimate_s > in->cutoff_s)
            held[n++] = (hold){stay->machine, in->task[stay->task].arrival_s, stay->to_s};
    }
    const size_t n_edges = merge(w, held, n, one, edge);
    qsort(edge, n_edges, sizeof *edge, by_time);
    for (size_t q = 0; q < n_edges; q++) {
        up += edge[q] >= 0 ? 1 : (size_t)-1;
        w->most_long = fmax(w->most_long, (double)up * one);
    }
    free(held);
    free(edge);
    return UL_OK;
}

/* ---- what would run ---- */

static ul_status begin_windows(const ul_coaster_cases *cases, windows *w)
{
    const ul_schedule *in = cases->in;
    const double from_s = ul_micro_double(in->job[0].arrival_s);
    const double to_s = ul_micro_double(in->job[in->n_jobs - 1].arrival_s);
    w->from_s = from_s;
    w->width_s = ul_param_number(cases->request->param, "period");
    w->n = (size_t)fmax(1, floor((to_s - from_s) / w->width_s));
    UL_ALLOC(cases->arena, w->running, w->n);
    UL_ALLOC(cases->arena, w->long_share, w->n);
    for (size_t i = 0; i < in->n_tasks; i++) {
        const double at_s = ul_micro_double(in->task[i].arrival_s);
        add_span(w, w->running, at_s, at_s + ul_micro_double(in->task[i].work_s), 1);
    }
    return UL_OK;
}

/* ---- the table and the picture ---- */

static ul_status fill(ul_coaster_cases *cases, const windows *w)
{
    static const char *const head[] = {"hours", "tasks at once", "servers with long tasks"};
    char jobs[120], note[400];
    snprintf(note, sizeof note, "Means over %g s; %s. Tasks as if each ran from its arrival on; "
             "servers under Eagle. The first windows fill up, as the trace begins with nothing running, and are not judged.",
             w->width_s, ul_coaster_jobs_text(cases, jobs, sizeof jobs));
    UL_TRY(ul_sheet_new(cases->arena, "cloudcoaster-fig1",
                        "CloudCoaster, Figure 1: tasks at once, and the share of long ones",
                        ul_arena_text(cases->arena, note, strlen(note)), "rrr",
                        &cases->made->table));
    for (size_t c = 0; c < sizeof head / sizeof *head; c++)
        ul_sheet_cell(cases->made->table, "%s", head[c]);
    for (size_t q = 0; q < w->n; q++) {
        char of[32];
        const double hours = (double)q * w->width_s / 3600;
        snprintf(of, sizeof of, "%.2f h", hours);
        ul_sheet_cell(cases->made->table, "%.2f", hours);
        ul_sheet_cell(cases->made->table, "%.0f", w->running[q]);
        ul_sheet_cell(cases->made->table, "%.1f%%", 100 * w->long_share[q]);
        const char *kept = ul_arena_text(cases->arena, of, strlen(of));
        UL_TRY(ul_coaster_number(cases, kept, "tasks at once", "", w->running[q], NAN));
        UL_TRY(ul_coaster_number(cases, kept, "servers with long tasks", "%",
                                 100 * w->long_share[q], NAN));
    }
    return UL_OK;
}

/* The windows before the mean is first reached: the cluster was not empty before the cut. */
static size_t n_filling(const windows *w)
{
    double sum = 0;
    size_t q = 0;
    for (size_t v = 0; v < w->n; v++)
        sum += w->running[v];
    while (q < w->n && w->running[q] < sum / (double)w->n)
        q++;
    return q;
}

static ul_status judge(ul_coaster_cases *cases, const windows *w)
{
    double least = HUGE_VAL, most = 0;
    for (size_t q = n_filling(w); q < w->n; q++) {
        least = fmin(least, w->running[q]);
        most = fmax(most, w->running[q]);
    }
    UL_TRY(ul_table_claim(cases->made, cases->arena, &(ul_claim){
        .what = "once it is full, the most tasks at once are so many times the fewest", .paper = 6,
        .ours = most / least, .sense = UL_CLAIM_AT_LEAST, .decimals = 1, .unit = "",
        .why = "the paper draws a month of Google's trace, this is a day at most, of Yahoo's"}));
    return ul_table_claim(cases->made, cases->arena, &(ul_claim){
        .what = "long tasks are at times on more servers than the threshold", .paper = 95,
        .ours = 100 * w->most_long, .sense = UL_CLAIM_AT_LEAST, .decimals = 1, .unit = "%",
        .why = "too few long tasks for so many servers: no transient server would be added"});
}

static void draw_steps(ul_output *out, const windows *w, const double *value, double most,
                       double y, double tall, size_t fill_number)
{
    const double left = 60, wide = 700, step = wide / (double)w->n;
    for (size_t q = 0; q < w->n; q++) {
        const double height = tall * value[q] / most;
        ul_svg_box(out, left + step * (double)q, y + tall - height, step, height, fill_number, NULL);
    }
    ul_svg_line(out, left, y + tall, left + wide, y + tall, UL_SVG_INK, false);
}

static ul_status draw(const ul_coaster_cases *cases, const windows *w)
{
    const char *path = ul_param_text(cases->request->param, "svg");
    const double tall = 160;
    double most = 1;
    char text[64];
    ul_output *out;
    if (path[0] == '\0')
        return UL_OK;
    for (size_t q = 0; q < w->n; q++)
        most = fmax(most, w->running[q]);
    UL_TRY(ul_output_open(path, &out));
    ul_svg_begin(out, 800, 480, "CloudCoaster, Figure 1");
    ul_svg_text(out, &(ul_svg_style){.x = 60, .y = 32, .size = 18, .bold = true},
                "Tasks at once, and servers with long tasks (CloudCoaster, Figure 1)");
    snprintf(text, sizeof text, "tasks, at most %.0f", most);
    ul_svg_text(out, &(ul_svg_style){.x = 60, .y = 60, .size = 12}, text);
    draw_steps(out, w, w->running, most, 66, tall, 0);
    ul_svg_text(out, &(ul_svg_style){.x = 60, .y = 260, .size = 12},
                "share of servers with long tasks; dashed: the threshold, 95%");
    draw_steps(out, w, w->long_share, 1, 266, tall, 1);
    ul_svg_line(out, 60, 266 + 0.05 * tall, 760, 266 + 0.05 * tall, UL_SVG_INK, true);
    snprintf(text, sizeof text, "%.1f hours", (double)w->n * w->width_s / 3600);
    ul_svg_text(out, &(ul_svg_style){.x = 760, .y = 450, .size = 12, .anchor = "end"}, text);
    ul_svg_end(out);
    return ul_output_close(out, NULL);
}

static ul_status make(const ul_table_request *request, ul_arena *arena, ul_table_made *made)
{
    ul_coaster_cases *cases;
    windows w = {0};
    UL_ALLOC(arena, cases, 1);
    ul_status status = ul_coaster_cases_begin(cases, request, arena, made);
    if (status == UL_OK)
        status = begin_windows(cases, &w);
    if (status == UL_OK)
        status = ul_coaster_case(cases, "eagle", "eagle", NULL, 0, watch_long, &w);
    if (status == UL_OK)
        status = fill(cases, &w);
    if (status == UL_OK)
        status = judge(cases, &w);
    if (status == UL_OK)
        status = draw(cases, &w);
    ul_coaster_cases_free(cases);
    return status;
}

static const ul_param param[] = {
    UL_COASTER_TABLE_PARAMS,
    {.name = "period", .preset = "900", .form = UL_PARAM_REAL, .low = 1, .high = 1e7,
     .brief = "seconds to take means over"},
    {.name = "svg", .preset = "", .form = UL_PARAM_TEXT, .brief = "file to draw both into"},
    {0},
};

const ul_table ul_table_cloudcoaster_fig1 = {
    .name = "cloudcoaster-fig1",
    .brief = "tasks at once over time, and the share of servers with long ones",
    .paper = "CloudCoaster, Section 2.3, Figure 1",
    .param = param,
    .make = make,
};
