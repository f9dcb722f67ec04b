/* TR-Kubernetes, Figure 5: correlation of the types' up times, Pearson's coefficient
 * over 0/1 series sampled from spot price histories; a heat map on the terminal and
 * as SVG. O(types^2 * samples).
 */
#include <glob.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "availability_series.h"
#include "correlation.h"
#include "svg.h"
#include "table.h"

enum { SERIES_MAX = 400, GENERATED = 11, CELL = 38, LABEL = 28 };

typedef struct {
    bool generated;
    size_t n, length;
    ul_spot_series series[SERIES_MAX];
    double *sample; /* n x length */
    double *matrix; /* n x n */
} study;

static ul_status read_folder(const ul_table_request *request, study *s)
{
    char pattern[512];
    glob_t found;
    ul_status status = UL_OK;
    snprintf(pattern, sizeof pattern, "%s/%s*-Linux-*.csv*", ul_param_text(request->param, "folder"),
             ul_param_text(request->param, "zone"));
    if (glob(pattern, 0, NULL, &found) != 0)
        return ul_fail(UL_E_INPUT, "%s: no such price histories; say where they are with --set "
                                   "folder=FOLDER", pattern);
    for (size_t q = 0; q < found.gl_pathc && s->n < SERIES_MAX && status == UL_OK; q++) {
        status = ul_spot_series_read(found.gl_pathv[q], ul_param_text(request->param, "types"),
                                     &s->series[s->n]);
        s->n += status == UL_OK;
    }
    globfree(&found);
    return status;
}

/* Stand-ins where there are no histories: they show the table, not the paper's finding. */
static ul_status generate(const ul_table_request *request, study *s)
{
    ul_rng *rng = ul_rng_new(request->seed);
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

/* A shade for the terminal: the stronger the correlation, the fuller the block. */
static const char *shade(double value)
{
    static const char *const level[] = {" ", "░", "▒", "▓", "█"};
    const size_t at = (size_t)(fmin(1, fabs(value)) * 4 + 0.5);
    return level[at > 4 ? 4 : at];
}

static ul_status write_sheet(const study *s, ul_arena *arena, ul_sheet **sheet)
{
    char align[SERIES_MAX + 2] = "l", note[320];
    for (size_t k = 0; k < s->n; k++)
        align[k + 1] = 'r';
    align[s->n + 1] = '\0';
    snprintf(note, sizeof note, "Pearson's coefficient over %zu samples of up (1) or down (0).%s",
             s->length, s->generated ? " The histories are generated, each by itself; --set "
                                       "folder=FOLDER takes real ones, and then the paper's claim "
                                       "is judged." : "");
    char *kept_align = ul_arena_text(arena, align, s->n + 1);
    char *kept_note = ul_arena_text(arena, note, strlen(note));
    if (kept_align == NULL || kept_note == NULL)
        return ul_no_memory();
    UL_TRY(ul_sheet_new(arena, "trk8s-fig5", "TR-Kubernetes, Figure 5: correlation of up times",
                        kept_note, kept_align, sheet));
    ul_sheet_cell(*sheet, "type");
    for (size_t k = 0; k < s->n; k++)
        ul_sheet_cell(*sheet, "%s", s->series[k].name);
    for (size_t i = 0; i < s->n; i++) {
        ul_sheet_cell(*sheet, "%s %s", s->series[i].zone, s->series[i].name);
        for (size_t j = 0; j < s->n; j++)
            ul_sheet_cell(*sheet, "%s %.2f", shade(s->matrix[i * s->n + j]),
                          s->matrix[i * s->n + j]);
    }
    return UL_OK;
}

static ul_status add_numbers(const study *s, ul_arena *arena, ul_table_made *made)
{
    for (size_t i = 0; i < s->n; i++)
        for (size_t j = 0; j < s->n; j++) {
            char of[160], with[160];
            snprintf(of, sizeof of, "%s %s", s->series[i].zone, s->series[i].name);
            snprintf(with, sizeof with, "%s %s", s->series[j].zone, s->series[j].name);
            UL_TRY(ul_table_number(made, arena, &(ul_number){
                .of = of, .subject = with, .measure = "correlation",
                .ours = s->matrix[i * s->n + j]}, NULL));
        }
    return UL_OK;
}

/* "either zero or close to zero for all pairs of different types" */
static ul_status claim(const study *s, ul_arena *arena, ul_table_made *made)
{
    double greatest = 0;
    for (size_t i = 0; i < s->n; i++)
        for (size_t j = 0; j < i; j++)
            if (strcmp(s->series[i].name, s->series[j].name) != 0)
                greatest = fmax(greatest, fabs(s->matrix[i * s->n + j]));
    return ul_table_claim(made, arena, &(ul_claim){
        .what = "greatest correlation of different types", .paper = 0, .ours = greatest,
        .tolerance = 0.2, .decimals = 2, .unit = "",
        .why = "these histories are of other types and months than the paper's"});
}

static ul_status make(const ul_table_request *request, ul_arena *arena, ul_table_made *made)
{
    const char *svg = ul_param_text(request->param, "svg");
    study *s;
    UL_ALLOC(arena, s, 1);
    const char *folder = ul_param_text(request->param, "folder");
    ul_status status = *folder == '\0' ? generate(request, s) : read_folder(request, s);
    if (status == UL_OK)
        status = correlate(s, ul_param_number(request->param, "step_s"), arena);
    if (status == UL_OK)
        status = write_sheet(s, arena, &made->table);
    if (status == UL_OK)
        status = add_numbers(s, arena, made);
    if (status == UL_OK && !s->generated)
        status = claim(s, arena, made);
    if (status == UL_OK && *svg != '\0')
        status = draw(s, svg);
    for (size_t k = 0; k < s->n; k++)
        ul_spot_series_clear(&s->series[k]);
    return status;
}

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
    .make = make,
};
