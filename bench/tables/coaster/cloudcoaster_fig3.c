/* CloudCoaster, Figure 3: how long short tasks wait under Eagle, and with half of the
 * servers for short jobs replaced by transient ones at one, two and three for one.
 *
 * The paper had all of Yahoo's jobs, two days; public are two cuts of eight hours. So
 * seconds cannot agree; what is judged is what follows from what. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "coaster_cases.h"
#include "svg.h"

enum { EAGLE, R1, R2, R3, N_SETTINGS };
static const struct {
    const char *name, *method, *set[1];
    double paper_mean_s, paper_max_s; /* NaN: not printed */
} setting[N_SETTINGS] = {
    [EAGLE] = {"eagle", "eagle", {NULL}, 232.3, 3194},
    [R1] = {"r = 1", "cloudcoaster", {"r=1"}, NAN, NAN},
    [R2] = {"r = 2", "cloudcoaster", {"r=2"}, NAN, NAN},
    [R3] = {"r = 3", "cloudcoaster", {"r=3"}, 48.25, 1737},
};

/* ---- the picture: which share of tasks waits at most so long ---- */

static const double left = 60, top = 60, wide = 640, tall = 300, least_s = 0.0005;

static double x_of(double seconds, double most_s)
{
    return left + wide * log(fmax(seconds, least_s) / least_s) / log(most_s / least_s);
}

static void draw_axes(ul_output *out, double most_s)
{
    char text[32];
    for (double s = 0.001; s <= most_s; s *= 10) {
        snprintf(text, sizeof text, "%g s", s);
        ul_svg_line(out, x_of(s, most_s), top, x_of(s, most_s), top + tall, "#dddddd", false);
        ul_svg_text(out, &(ul_svg_style){.x = x_of(s, most_s), .y = top + tall + 18, .size = 11,
                                         .anchor = "middle"}, text);
    }
    for (int q = 0; q <= 4; q++) {
        const double y = top + tall * (1 - q / 4.0);
        snprintf(text, sizeof text, "%d%%", 25 * q);
        ul_svg_line(out, left, y, left + wide, y, q == 0 ? UL_SVG_INK : "#dddddd", false);
        ul_svg_text(out, &(ul_svg_style){.x = left - 8, .y = y + 4, .size = 11, .anchor = "end"},
                    text);
    }
}

static void draw_curve(ul_output *out, const ul_coaster_outcome *o, double most_s,
                       const char *colour, double key_y)
{
    enum { POINTS = 400 };
    double x = left, y = top + tall;
    for (int q = 1; q <= POINTS && o->n_delays > 0; q++) {
        const double share = q / (double)POINTS;
        const double next_x = x_of(o->delay_s[(size_t)(share * (double)(o->n_delays - 1))], most_s);
        const double next_y = top + tall * (1 - share);
        ul_svg_line(out, x, y, next_x, y, colour, false);
        ul_svg_line(out, next_x, y, next_x, next_y, colour, false);
        x = next_x;
        y = next_y;
    }
    ul_svg_line(out, left + wide - 120, key_y - 4, left + wide - 90, key_y - 4, colour, false);
    ul_svg_text(out, &(ul_svg_style){.x = left + wide - 82, .y = key_y, .size = 12}, o->name);
}

static ul_status draw(const ul_coaster_cases *cases)
{
    static const char *const colour[] = {"#222222", "#d55e00", "#0072b2", "#009e73"};
    const char *path = ul_param_text(cases->request->param, "svg");
    double most_s = 1;
    ul_output *out;
    if (path[0] == '\0')
        return UL_OK;
    for (size_t q = 0; q < cases->n; q++)
        most_s = fmax(most_s, cases->outcome[q].max_s);
    UL_TRY(ul_output_open(path, &out));
    ul_svg_begin(out, left + wide + 30, top + tall + 40, "CloudCoaster, Figure 3");
    ul_svg_text(out, &(ul_svg_style){.x = left, .y = 32, .size = 18, .bold = true},
                "Short tasks that wait at most so long (CloudCoaster, Figure 3)");
    draw_axes(out, most_s);
    for (size_t q = 0; q < cases->n; q++)
        draw_curve(out, &cases->outcome[q], most_s, colour[q], top + tall - 90 + 20 * (double)q);
    ul_svg_end(out);
    return ul_output_close(out, NULL);
}

/* ---- the table ---- */

static ul_status fill(ul_coaster_cases *cases)
{
    static const char *const head[] = {"short tasks wait", "mean", "90%", "99%", "at most",
                                       "paper's mean", "at most", "long tasks, mean"};
    char jobs[120], note[400];
    snprintf(note, sizeof note, "Seconds; %s. The verdicts are on the shape: the paper's trace is "
             "not public, only cuts of it.", ul_coaster_jobs_text(cases, jobs, sizeof jobs));
    UL_TRY(ul_sheet_new(cases->arena, "cloudcoaster-fig3",
                        "CloudCoaster, Figure 3: delay of short tasks",
                        ul_arena_text(cases->arena, note, strlen(note)), "lrrrrrrr",
                        &cases->made->table));
    for (size_t c = 0; c < sizeof head / sizeof *head; c++)
        ul_sheet_cell(cases->made->table, "%s", head[c]);
    for (size_t q = 0; q < N_SETTINGS; q++) {
        const ul_coaster_outcome *o = &cases->outcome[q];
        const double value[] = {o->mean_s, o->p90_s, o->p99_s, o->max_s, setting[q].paper_mean_s,
                                setting[q].paper_max_s, o->long_mean_s};
        ul_sheet_cell(cases->made->table, "%s", o->name);
        for (size_t c = 0; c < sizeof value / sizeof *value; c++)
            ul_sheet_number(cases->made->table, UL_PLAIN, round(100 * value[c]) / 100);
        UL_TRY(ul_coaster_number(cases, o->name, "mean delay of short tasks", "s", o->mean_s,
                                 setting[q].paper_mean_s));
        UL_TRY(ul_coaster_number(cases, o->name, "longest delay of a short task", "s", o->max_s,
                                 setting[q].paper_max_s));
        UL_TRY(ul_coaster_number(cases, o->name, "mean delay of long tasks", "s", o->long_mean_s,
                                 NAN));
    }
    return UL_OK;
}

static ul_status claim(ul_coaster_cases *cases, const char *what, double paper, double ours,
                       int sense, double tolerance, const char *unit)
{
    return ul_table_claim(cases->made, cases->arena, &(ul_claim){
        .what = what, .paper = paper, .ours = ours, .sense = sense, .tolerance = tolerance,
        .decimals = 2, .unit = unit, .origin = UL_DERIVED,
        .why = "other jobs than the paper's, whose trace is not public"});
}

static ul_status judge(ul_coaster_cases *cases)
{
    const ul_coaster_outcome *o = cases->outcome;
    double apart = 0;
    for (size_t q = R1; q < N_SETTINGS; q++)
        apart = fmax(apart, fabs(100 * (o[q].long_mean_s / o[EAGLE].long_mean_s - 1)));
    UL_TRY(claim(cases, "r = 1 is as good as Eagle: its mean delay", 100,
                 100 * o[R1].mean_s / o[EAGLE].mean_s, UL_CLAIM_EQUAL, 5, "% of Eagle's"));
    UL_TRY(claim(cases, "r = 2 is in between: its mean delay", 50, 100 * o[R2].mean_s / o[R1].mean_s,
                 UL_CLAIM_AT_MOST, 0, "% of r = 1's"));
    UL_TRY(claim(cases, "r = 3 divides the mean delay by", 4.8, o[EAGLE].mean_s / o[R3].mean_s,
                 UL_CLAIM_AT_LEAST, 1.8, ""));
    UL_TRY(claim(cases, "and by no more than", 4.8, o[EAGLE].mean_s / o[R3].mean_s,
                 UL_CLAIM_AT_MOST, 3.2, ""));
    UL_TRY(claim(cases, "and the longest delay by", 1.84, o[EAGLE].max_s / o[R3].max_s,
                 UL_CLAIM_AT_LEAST, 0.84, ""));
    return claim(cases, "long tasks wait as long: apart by at most", 0, apart, UL_CLAIM_AT_MOST, 1,
                 "%");
}

static ul_status make(const ul_table_request *request, ul_arena *arena, ul_table_made *made)
{
    ul_coaster_cases *cases;
    UL_ALLOC(arena, cases, 1);
    ul_status status = ul_coaster_cases_begin(cases, request, arena, made);
    cases->keeps_delays = true;
    for (size_t q = 0; q < N_SETTINGS && status == UL_OK; q++)
        status = ul_coaster_case(cases, setting[q].name, setting[q].method, setting[q].set,
                                 setting[q].set[0] != NULL, NULL, NULL);
    if (status == UL_OK)
        status = fill(cases);
    if (status == UL_OK)
        status = judge(cases);
    if (status == UL_OK)
        status = draw(cases);
    ul_coaster_cases_free(cases);
    return status;
}

static const ul_param param[] = {
    UL_COASTER_TABLE_PARAMS,
    {.name = "svg", .preset = "", .form = UL_PARAM_TEXT, .brief = "file to draw the curves into"},
    {0},
};

const ul_table ul_table_cloudcoaster_fig3 = {
    .name = "cloudcoaster-fig3",
    .brief = "how long short tasks wait with transient servers",
    .paper = "CloudCoaster, Section 4.1, Figure 3",
    .param = param,
    .make = make,
};
