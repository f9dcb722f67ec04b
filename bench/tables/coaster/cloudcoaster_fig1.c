/* CloudCoaster, Figure 1 and the ratio it steers by: how many tasks would run at once if
 * each ran from its arrival on, and which share of all servers holds long tasks under
 * Eagle, both over time.
 *
 * The paper draws Google's trace, averaged over 100 seconds and then over four hours;
 * here it is the trace that the other tables take, over `period` seconds. */
#include "coaster_cases.h"
#include "statistics.h"

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

/* Servers that hold a long task, from the arrival of its job until its end; a server with
 * several counts once. */
static ul_status add_long(ul_table_made *made, const ul_schedule_plan *plan, windows *w)
{
    const double one = 1 / (double)plan->n_machines;
    ul_changes list = {0};
    size_t *held, up = 0;
    UL_ALLOC(made->arena, held, plan->n_machines + 1);
    for (size_t s = 0; s < plan->n_stays; s++) {
        const ul_timeline_stay *stay = &plan->stay[s];
        const ul_micro from_s = plan->in->task[stay->task].arrival_s;
        if (!ul_coaster_is_short(plan->in, stay->task))
            ul_span(made, &list, from_s, stay->to_s, 1, stay->machine);
    }
    ul_changes_sort(&list);
    for (size_t q = 0; q + 1 < list.n; q++) {
        const ul_change *change = &list.change[q];
        size_t *on = &held[change->of];
        if (change->by > 0)
            up += (*on)++ == 0;
        else
            up -= --*on == 0;
        w->most_long = fmax(w->most_long, (double)up * one);
        add_span(w, w->long_share, ul_micro_double(change->at_s),
                 ul_micro_double(change[1].at_s), (double)up * one);
    }
    return UL_OK;
}

/* ---- what would run ---- */

static ul_status put_windows(ul_table_made *made, const windows *w)
{
    const double mean = ul_stat_mean(w->running, w->n);
    double least = HUGE_VAL, most = 0;
    bool full = false; /* the cluster was not empty before the cut */
    for (size_t q = 0; q < w->n; q++) {
        const double hours = (double)q * w->width_s / 3600;
        const char *of = ul_text(made, "%.2f", hours);
        ul_put(made, of, "", "tasks at once", w->running[q]);
        ul_put(made, of, "", "servers with long tasks", 100 * w->long_share[q]);
        ul_put_point(made, 0, "tasks", hours, w->running[q]);
        ul_put_point(made, 1, "servers", hours, 100 * w->long_share[q]);
        full = full || w->running[q] >= mean;
        if (full) {
            least = fmin(least, w->running[q]);
            most = fmax(most, w->running[q]);
        }
    }
    ul_put(made, "all", "", "most by fewest", most / least);
    ul_put(made, "all", "", "most servers with long tasks", 100 * w->most_long);
    return ul_put_note(made, "Means over %g s; tasks as if each ran from its arrival on, servers "
        "under Eagle. The trace begins with nothing running; once it is full, the most tasks at "
        "once are %.1f times the fewest, and long tasks are on %.1f%% of the servers at most.",
        w->width_s, most / least, 100 * w->most_long);
}

static ul_status watch(ul_table_made *made, const ul_coaster_case *one,
                       const ul_schedule_plan *plan)
{
    const ul_schedule *in = plan->in;
    const double to_s = ul_micro_double(in->job[in->n_jobs - 1].arrival_s);
    windows w = {.from_s = ul_micro_double(in->job[0].arrival_s),
                 .width_s = ul_table_param(made, "period")};
    (void)one;
    w.n = (size_t)fmax(1, floor((to_s - w.from_s) / w.width_s));
    UL_ALLOC(made->arena, w.running, w.n);
    UL_ALLOC(made->arena, w.long_share, w.n);
    for (size_t i = 0; i < in->n_tasks; i++) {
        const double at_s = ul_micro_double(in->task[i].arrival_s);
        add_span(&w, w.running, at_s, at_s + ul_micro_double(in->task[i].work_s), 1);
    }
    UL_TRY(add_long(made, plan, &w));
    return put_windows(made, &w);
}

static ul_status experiment(ul_table_made *made)
{
    static const ul_coaster_case eagle[] = {{"eagle", "eagle"}, {0}};
    return ul_coaster_cases(made, eagle, watch);
}

const ul_table ul_table_cloudcoaster_fig1 = {
    .name = "cloudcoaster-fig1", .paper = "CloudCoaster, Section 2.3, Figure 1",
    .brief = "tasks at once over time, and the share of servers with long ones", .of = "hours",
    .hidden = "most by fewest (x); most servers with long tasks (%); " UL_COASTER_MEASURES,
    .column = UL_COLUMNS(UL_COL("tasks at once", "count", 0),
        UL_COL("servers with long tasks", "%", 1)),
    .panel = UL_PANELS({UL_STEP_LINES, .title = "tasks at once", .x_title = "hours"},
        {UL_STEP_LINES, .title = "servers with long tasks, %", .x_title = "hours"}),
    .param = UL_PARAMS(UL_COASTER_PARAMS,
        UL_REAL("period", "900", "seconds to take means over", 1, 1e7), UL_TABLE_PICTURE("")),
    .experiment = experiment,
};
