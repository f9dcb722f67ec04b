/* CloudCoaster, Figure 3 and Table 1: how long short tasks wait under Eagle, and with half of
 * the servers for short jobs replaced by transient ones at one, two and three for one; how
 * long those are used, and how many at a time.
 *
 * The paper had all of Yahoo's jobs, two days; public are two cuts of eight hours. */
#include <math.h>
#include <stdlib.h>

#include "coaster_cases.h"

/* ---- Figure 3 ---- */

static const char figure_title[] = "share of short tasks that wait at most so long, %";

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

/* A message takes half a millisecond: who waits less is drawn as if he waited that. */
static ul_status put_delays(ul_table_made *made, const ul_coaster_case *one,
                            const ul_schedule_plan *plan)
{
    enum { POINTS = 400 };
    double *delay_s, x[POINTS], y[POINTS];
    size_t n = 0;
    UL_ALLOC(made->arena, delay_s, plan->n_stays + 1);
    for (size_t s = 0; s < plan->n_stays; s++)
        if (ul_coaster_is_short(plan->in, plan->stay[s].task))
            delay_s[n++] = ul_micro_double(plan->stay[s].from_s
                                           - plan->in->task[plan->stay[s].task].arrival_s);
    qsort(delay_s, n, sizeof *delay_s, by_value);
    for (size_t q = 0; q < POINTS && n > 0; q++) {
        x[q] = fmax(0.0005, delay_s[(q + 1) * (n - 1) / POINTS]);
        y[q] = 100 * (double)(q + 1) / POINTS;
    }
    ul_put_curve(made, figure_title, one->name, x, y, n > 0 ? POINTS : 0);
    return UL_OK;
}

static ul_status experiment_fig3(ul_table_made *made)
{
    static const ul_coaster_case setting[] = {{"eagle", "eagle"}, {"r = 1", "cloudcoaster r=1"},
                                              {"r = 2", "cloudcoaster r=2"},
                                              {"r = 3", "cloudcoaster r=3"}, {0}};
    UL_TRY(ul_coaster_cases(made, setting, put_delays));
    for (size_t q = 1; setting[q].name != NULL; q++) {
        const char *name = setting[q].name;
        ul_put(made, "", name, "delay divided by",
               ul_got(made, "", "eagle", "delay") / ul_got(made, "", name, "delay"));
        ul_put(made, "", name, "longest divided by",
               ul_got(made, "", "eagle", "longest delay") / ul_got(made, "", name, "longest delay"));
    }
    return UL_OK;
}

static const ul_column fig3_column[] = {
    {UL_SEEN("delay", "s", 2), .head = "mean, s"}, {UL_SEEN("90%", "s", 1), .head = "90%, s"},
    {UL_SEEN("99%", "s", 1), .head = "99%, s"},
    {UL_SEEN("longest delay", "s", 1), .head = "at most, s"},
    {UL_SEEN("delay divided by", "x", 2), .head = "Eagle's mean by this"},
    {UL_SEEN("longest divided by", "x", 2), .head = "Eagle's longest by this"},
    {UL_SEEN("long tasks", "s", 1), .head = "long tasks, mean, s"}, UL_COASTER_MEASURES, {0}};
static const ul_panel fig3_panel[] = {{.look = UL_STEPS, .title = figure_title,
                                       .x_title = "seconds", .log_x = true}, {0}};
static const ul_table_layout fig3_layout = {.title = "CloudCoaster, Figure 3: delay of short tasks",
                                            .who = "short tasks wait", .column = fig3_column,
                                            .panel = fig3_panel};
static const ul_param fig3_param[] = {
    UL_COASTER_PARAMS,
    {.name = "svg", .preset = "", .form = UL_PARAM_TEXT, .brief = "file to draw the curves into"},
    {0}};

const ul_table ul_table_cloudcoaster_fig3 = {
    .name = "cloudcoaster-fig3",
    .brief = "how long short tasks wait with transient servers",
    .paper = "CloudCoaster, Section 4.1, Figure 3",
    .param = fig3_param,
    .layout = &fig3_layout,
    .experiment = experiment_fig3,
};

/* ---- Table 1 ---- */

static ul_status experiment_table1(ul_table_made *made)
{
    static const ul_coaster_case setting[] = {{"r = 1", "cloudcoaster r=1"},
                                              {"r = 2", "cloudcoaster r=2"},
                                              {"r = 3", "cloudcoaster r=3"}, {0}};
    UL_TRY(ul_coaster_cases(made, setting, NULL));
    /* half of the 2% of servers that are for short jobs alone */
    const double replaced = floor(floor(2 * ul_table_param(made, "workers") / 100) / 2);
    const double failure_h = 18; /* what the paper takes for the mean time to failure */
    double most = 0, longest_h = 0;
    for (size_t q = 0; setting[q].name != NULL; q++) {
        const char *name = setting[q].name;
        const double normal = ul_got(made, "", name, "in use") / (double)(q + 1);
        most = fmax(most, normal);
        longest_h = fmax(longest_h, ul_got(made, "", name, "longest life"));
        ul_put(made, "", name, "normalised", normal);
        ul_put(made, "", name, "servers saved", replaced - normal);
        ul_put(made, "", name, "saved", 100 * (1 - normal / replaced));
    }
    ul_put(made, "", "all", "normalised, most", most);
    ul_put(made, "", "all", "below the time to failure", longest_h < failure_h);
    ul_put_note(made, "Hours from ready to gone. Normalised: transient servers in use divided by r, "
                      "beside %.0f servers that were replaced; saved: of their cost.", replaced);
    return UL_OK;
}

static const ul_column table1_column[] = {
    {UL_SEEN("mean life", "h", 2)}, {UL_SEEN("longest life", "h", 2)},
    {UL_SEEN("in use", "count", 1)}, {UL_SEEN("normalised", "count", 1)},
    {UL_SEEN("servers saved", "count", 1)}, {UL_SEEN("saved", "%", 1)},
    {UL_UNSEEN("normalised, most", "count")}, {UL_UNSEEN("below the time to failure", "")},
    UL_COASTER_MEASURES, {0}};
static const ul_table_layout table1_layout = {
    .title = "CloudCoaster, Table 1: transient servers and their lifetimes",
    .who = "transient servers", .column = table1_column};
static const ul_param table1_param[] = {UL_COASTER_PARAMS, {0}};

const ul_table ul_table_cloudcoaster_table1 = {
    .name = "cloudcoaster-table1",
    .brief = "how long transient servers are used, and how many",
    .paper = "CloudCoaster, Section 4.2, Table 1",
    .param = table1_param,
    .layout = &table1_layout,
    .experiment = experiment_table1,
};
