/* TR-Kubernetes, Figure 5: correlation of the types' up times, Pearson's coefficient
 * over 0/1 series sampled from spot price histories; a heat map as SVG. O(types^2 * samples).
 */
#include <glob.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "availability_series.h"
#include "correlation.h"
#include "svg.h"
#include "cells.h"

enum { SERIES_MAX = 400, GENERATED = 11, CELL = 38, LABEL = 28 };

typedef struct {
    bool generated;
    size_t n, length;
    ul_spot_series series[SERIES_MAX];
    double *sample; /* n x length */
    double *matrix; /* n x n */
} study;

static ul_status read_folder(ul_table_made *made, study *s)
{
    char pattern[512];
    glob_t found;
    ul_status status = UL_OK;
    snprintf(pattern, sizeof pattern, "%s/%s*-Linux-*.csv*", ul_table_text(made, "folder"),
             ul_table_text(made, "zone"));
    if (glob(pattern, 0, NULL, &found) != 0)
        return ul_fail(UL_E_INPUT, "%s: no such price histories; say where they are with --set "
                                   "folder=FOLDER", pattern);
    for (size_t q = 0; q < found.gl_pathc && s->n < SERIES_MAX && status == UL_OK; q++) {
        status = ul_spot_series_read(found.gl_pathv[q], ul_table_text(made, "types"),
                                     &s->series[s->n]);
        s->n += status == UL_OK;
    }
    globfree(&found);
    return status;
}

/* Stand-ins where there are no histories: they show the table, not the paper's finding. */
static ul_status generate(ul_table_made *made, study *s)
{
    ul_rng *rng = ul_rng_new(made->request->seed);
    if (rng == NULL)
        return ul_no_memory();
    ul_status status = UL_OK;
    s->generated = true;
    for (; s->n < GENERATED && status == UL_OK; s->n += status == UL_OK)
        status = ul_spot_series_generate(rng, s->n + 1, 0.9 + 0.0999 * ul_rng_unit(rng), 365,
                                         &s->series[s->n]);
    ul_rng_free(rng);
    return status;
}

static ul_status correlate(study *s, double step_s, ul_arena *arena)
{
    double first = -INFINITY, last = INFINITY;
    for (size_t k = 0; k < s->n; k++) {
        first = fmax(first, s->series[k].price[0].time_s);
        last = fmin(last, s->series[k].price[s->series[k].n - 1].time_s);
    }
    if (!(last - first >= step_s))
        return ul_fail(UL_E_INPUT, "the histories share no time");
    s->length = (size_t)((last - first) / step_s);
    UL_ALLOC(arena, s->sample, s->n * s->length);
    UL_ALLOC(arena, s->matrix, s->n * s->n);
    for (size_t k = 0; k < s->n; k++)
        ul_spot_series_sample(&s->series[k], first, step_s, s->length, s->sample + k * s->length);
    return ul_correlation(s->sample, s->n, s->length, s->matrix);
}

/* From blue (-1) over white (0) to red (1). */
static void cell_colour(double value, char colour[8])
{
    const int fade = 255 - (int)(fmin(1, fabs(value)) * 200);
    if (value >= 0)
        snprintf(colour, 8, "#ff%02x%02x", (unsigned)fade & 0xff, (unsigned)fade & 0xff);
    else
        snprintf(colour, 8, "#%02x%02xff", (unsigned)fade & 0xff, (unsigned)fade & 0xff);
}

static void draw_cell(ul_output *out, double x, double y, double width, double value)
{
    char colour[8], text[16];
    cell_colour(value, colour);
    ul_output_format(out, "<rect x='%.1f' y='%.1f' width='%.1f' height='%d' fill='%s' "
                          "stroke='#ffffff'/>\n", x, y, width, CELL, colour);
    snprintf(text, sizeof text, "%.2f", fabs(value) < 0.005 ? 0 : value); /* not minus zero */
    ul_svg_text(out, &(ul_svg_style){x + width / 2, y + CELL / 2.0 + 4, 10, "middle",
                                     fabs(value) > 0.6 ? "#ffffff" : UL_SVG_INK, false, 0}, text);
}

/* What the colours mean, from -1 to 1. */
static void draw_key(ul_output *out, double x, double y)
{
    for (int q = -4; q <= 4; q++)
        draw_cell(out, x + CELL * (q + 4), y, CELL, q / 4.0);
    ul_svg_text(out, &(ul_svg_style){x, y - 8, 11, "start", UL_SVG_FAINT, false, 0},
                "one is up while the other is down ... up and down together");
}

static ul_status draw(const study *s, const char *path)
{
    ul_output *out;
    static const char title[] = "Correlation of up times (TR-Kubernetes, Figure 5)";
    double longest = 4;
    for (size_t i = 0; i < s->n; i++)
        longest = fmax(longest, fmin(LABEL, (double)strlen(s->series[i].name)));
    /* a letter is about 7 wide; turned by 60 degrees it needs 6 of height */
    const double left = 30 + 7 * longest, top = 56 + 6 * longest;
    const double below = top + CELL * (double)s->n;
    UL_TRY(ul_output_open(path, &out));
    ul_svg_begin(out, fmax(left + CELL * (double)s->n + 4 * longest, left + 400), below + 90, title);
    ul_svg_text(out, &(ul_svg_style){20, 28, 16, "start", UL_SVG_INK, true, 0}, title);
    for (size_t i = 0; i < s->n; i++) {
        const double y = top + CELL * (double)i;
        ul_svg_text(out, &(ul_svg_style){left - 8, y + CELL / 2.0 + 4, 11, "end", UL_SVG_INK, false,
                                         LABEL}, s->series[i].name);
        ul_output_format(out, "<g transform='translate(%.1f %.1f) rotate(-60)'>",
                         left + CELL * ((double)i + 0.6), top - 6);
        ul_svg_text(out, &(ul_svg_style){0, 0, 11, "start", UL_SVG_INK, false, LABEL},
                    s->series[i].name);
        ul_output_text(out, "</g>\n");
        for (size_t j = 0; j < s->n; j++)
            draw_cell(out, left + CELL * (double)j, y, CELL, s->matrix[i * s->n + j]);
    }
    draw_key(out, left, below + 40);
    ul_svg_end(out);
    return ul_output_close(out, NULL);
}

static ul_status put_pairs(ul_table_made *made, const study *s)
{
    const char *svg = ul_table_text(made, "svg");
    double greatest = 0;
    for (size_t i = 0; i < s->n; i++)
        for (size_t j = 0; j < s->n; j++) {
            char of[160], with[160];
            snprintf(of, sizeof of, "%s %s", s->series[i].zone, s->series[i].name);
            snprintf(with, sizeof with, "%s %s", s->series[j].zone, s->series[j].name);
            ul_put(made, of, with, "correlation", s->matrix[i * s->n + j]);
            if (strcmp(s->series[i].name, s->series[j].name) != 0)
                greatest = fmax(greatest, fabs(s->matrix[i * s->n + j]));
        }
    ul_put(made, "all", "different types", "greatest correlation", greatest);
    ul_put_note(made, "Pearson's coefficient over %zu samples of up (1) or down (0); of different types "
                "%.2f at most.", s->length, greatest);
    made->unlike = s->generated ? "the histories are generated, each by itself; --set folder=FOLDER "
                                  "takes real ones"
                                : "these are other types and months than the paper's";
    return *svg == '\0' ? UL_OK : draw(s, svg);
}

static ul_status experiment(ul_table_made *made)
{
    study *s;
    UL_ALLOC(made->arena, s, 1);
    ul_status status = *ul_table_text(made, "folder") == '\0' ? generate(made, s)
                                                              : read_folder(made, s);
    if (status == UL_OK)
        status = correlate(s, ul_table_param(made, "step_s"), made->arena);
    if (status == UL_OK)
        status = put_pairs(made, s);
    for (size_t k = 0; k < s->n; k++)
        ul_spot_series_clear(&s->series[k]);
    return status;
}

/* The picture is a heat map, which the table draws itself. */
static const ul_column column[] = {{UL_SEEN("correlation", "", 2), .who = "*"},
                                   {UL_UNSEEN("greatest correlation", "")}, {0}};
static const ul_table_layout layout = {
    .title = "TR-Kubernetes, Figure 5: correlation of up times", .of = "type", .column = column};
static const ul_param param[] = {
    {.name = "folder", .preset = "", .form = UL_PARAM_TEXT,
     .brief = "folder of price histories (ZONE-Linux-TYPE.csv); without one they are generated"},
    {.name = "zone", .preset = "", .form = UL_PARAM_TEXT, .brief = "only zones that begin so"},
    {.name = "types", .preset = "", .form = UL_PARAM_TEXT,
     .brief = "a file VM,ECU,OnDemandPrice for types not in the built-in list"},
    {.name = "step_s", .preset = "300", .form = UL_PARAM_REAL, .low = 1, .high = 1e7,
     .brief = "seconds between samples"},
    {.name = "svg", .preset = "trk8s-fig5.svg", .form = UL_PARAM_TEXT,
     .brief = "where the picture goes; empty for none"},
    {0},
};

const ul_table ul_table_trk8s_fig5 = {
    .name = "trk8s-fig5",
    .brief = "correlation between types' up times, as a heat map",
    .paper = "TR-Kubernetes, Figure 5",
    .param = param,
    .layout = &layout,
    .experiment = experiment,
};
