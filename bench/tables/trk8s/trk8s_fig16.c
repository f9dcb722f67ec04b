/* TR-Kubernetes, Figure 16: how long batch jobs take, as a cumulative distribution over
 * the trace's jobs.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "svg.h"
#include "trk8s_batch.h"

static const double minutes[] = {1, 2, 5, 10, 20, 30, 60, 100};
enum { POINTS = sizeof minutes / sizeof *minutes, LONG = POINTS - 1 };

static int by_length(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

/* The share of jobs of at most so many seconds; they are sorted. */
static double share_within(const double *length, size_t n, double seconds)
{
    size_t q = 0;
    while (q < n && length[q] <= seconds)
        q++;
    return (double)q / (double)n;
}

static ul_status draw(const double *length, size_t n, const char *path)
{
    static const char title[] = "Lengths of batch jobs (TR-Kubernetes, Figure 16)";
    enum { LEFT = 70, TOP = 60, WIDE = 640, TALL = 300 };
    const double least = log10(1), decades = log10(10000) - least; /* seconds to 10,000 */
    ul_output *out;
    double x = LEFT, y = TOP + TALL;
    UL_TRY(ul_output_open(path, &out));
    ul_svg_begin(out, LEFT + WIDE + 40, TOP + TALL + 70, title);
    ul_svg_text(out, &(ul_svg_style){20, 28, 16, "start", UL_SVG_INK, true, 0}, title);
    for (int q = 0; q <= 4; q++) {
        char text[16];
        const double at_y = TOP + TALL * (1 - q / 4.0), at_x = LEFT + WIDE * q / 4.0;
        ul_svg_line(out, LEFT, at_y, LEFT + WIDE, at_y, "#dddddd", false);
        snprintf(text, sizeof text, "%d%%", 25 * q);
        ul_svg_text(out, &(ul_svg_style){LEFT - 8, at_y + 4, 11, "end", UL_SVG_FAINT, false, 0},
                    text);
        snprintf(text, sizeof text, "%g s", pow(10, q));
        ul_svg_text(out, &(ul_svg_style){at_x, TOP + TALL + 18, 11, "middle", UL_SVG_FAINT, false,
                                         0}, text);
    }
    for (size_t q = 0; q < n; q++) {
        const double decade = (log10(fmax(1, length[q])) - least) / decades;
        const double to_x = LEFT + WIDE * fmin(1, decade);
        const double to_y = TOP + TALL * (1 - (double)(q + 1) / (double)n);
        if (q + 1 < n && to_x - x < 0.5)
            continue; /* finer than the picture */
        ul_svg_line(out, x, y, to_x, y, UL_SVG_INK, false);
        ul_svg_line(out, to_x, y, to_x, to_y, UL_SVG_INK, false);
        x = to_x;
        y = to_y;
    }
    ul_svg_text(out, &(ul_svg_style){LEFT + WIDE / 2.0, TOP + TALL + 44, 12, "middle", UL_SVG_INK,
                                     false, 0}, "from submission to the end of the last task");
    ul_svg_end(out);
    return ul_output_close(out, NULL);
}

static ul_status add_rows(const ul_batch_study *study, const double *length, size_t n)
{
    ul_table_made *made = study->made;
    for (size_t q = 0; q < POINTS; q++) {
        char of[32];
        const double share = share_within(length, n, 60 * minutes[q]);
        snprintf(of, sizeof of, "%g min", minutes[q]);
        ul_sheet_cell(made->table, "%s", of);
        ul_sheet_number(made->table, UL_SHARE, share);
        ul_sheet_cell(made->table, "%s", q == LONG ? "few above" : "");
        UL_TRY(ul_table_number(made, study->arena, &(ul_number){
            .of = of, .subject = "jobs", .measure = "at most so long", .unit = "%",
            .ours = 100 * share, .paper_says = q == LONG ? "few jobs exceed it" : NULL}, NULL));
    }
    if (study->generated)
        return UL_OK;
    return ul_table_claim(made, study->arena, &(ul_claim){
        .what = "jobs above 100 minutes", .paper = 0,
        .ours = 100 * (1 - share_within(length, n, 6000)), .tolerance = 5, .decimals = 1,
        .unit = "%", .origin = UL_DERIVED,
        .why = "the paper says few; a part of the trace shows no job longer than itself"});
}

static ul_status fill(ul_batch_study *study)
{
    static const char *const head[] = {"at most", "of jobs", "paper"};
    const size_t n = study->jobs->n_jobs;
    const char *svg = ul_param_text(study->request->param, "svg");
    const char *note = ul_batch_note(study, "From a job's submission to the end of its last task.");
    double *length = ul_arena_alloc(study->arena, n, sizeof *length);
    if (length == NULL || note == NULL)
        return ul_no_memory();
    for (size_t j = 0; j < n; j++)
        length[j] = ul_batch_recorded_s(study->jobs, j);
    qsort(length, n, sizeof *length, by_length);
    UL_TRY(ul_sheet_new(study->arena, "trk8s-fig16",
                        "TR-Kubernetes, Figure 16: lengths of batch jobs", note, "lrl",
                        &study->made->table));
    for (size_t c = 0; c < sizeof head / sizeof *head; c++)
        ul_sheet_cell(study->made->table, "%s", head[c]);
    UL_TRY(add_rows(study, length, n));
    return *svg == '\0' ? UL_OK : draw(length, n, svg);
}

static ul_status make(const ul_table_request *request, ul_arena *arena, ul_table_made *made)
{
    return ul_batch_table(request, arena, made, fill);
}

static const ul_param param[] = {UL_BATCH_PARAMS("trk8s-fig16.svg"), {0}};

const ul_table ul_table_trk8s_fig16 = {
    .name = "trk8s-fig16",
    .brief = "how long batch jobs take, as a distribution",
    .paper = "TR-Kubernetes, Figure 16",
    .param = param,
    .make = make,
};
