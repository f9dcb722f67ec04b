/* TR-Kubernetes, Figure 1: the spot prices of two types over months, each against its
 * on-demand price: while it is above, the type is not to be had.
 */
#include <glob.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "availability_series.h"
#include "svg.h"
#include "table.h"

enum { PAIR = 2, COLUMNS = 800 };

typedef struct {
    bool generated;
    ul_spot_series series[PAIR];
    size_t n;
    double from_s, to_s; /* what both cover */
} study;

/* The files of the folder whose type is asked for, or the first ones. */
static ul_status read_folder(const ul_table_request *request, study *s)
{
    static const char *const name[PAIR] = {"first", "second"};
    for (; s->n < PAIR; s->n++) {
        char pattern[512];
        const char *type = ul_param_text(request->param, name[s->n]);
        glob_t found;
        snprintf(pattern, sizeof pattern, "%s/%s*-Linux-%s.csv*",
                 ul_param_text(request->param, "folder"), ul_param_text(request->param, "zone"),
                 *type == '\0' ? "*" : type);
        const bool there = glob(pattern, 0, NULL, &found) == 0;
        const size_t at = *type == '\0' ? s->n : 0;
        ul_status status = !there || found.gl_pathc <= at
                               ? ul_fail(UL_E_INPUT, "%s: no such price history; say where they are "
                                                     "with --set folder=FOLDER", pattern)
                               : ul_spot_series_read(found.gl_pathv[at], "", &s->series[s->n]);
        if (there)
            globfree(&found);
        UL_TRY(status);
    }
    return UL_OK;
}

/* Stand-ins where there are no histories: they show the table, not the paper's finding. */
static ul_status generate(const ul_table_request *request, study *s)
{
    static const double availability[PAIR] = {0.99, 0.95};
    ul_rng *rng = ul_rng_new(request->seed);
    ul_status status = rng == NULL ? ul_no_memory() : UL_OK;
    s->generated = true;
    for (; s->n < PAIR && status == UL_OK; s->n += status == UL_OK)
        status = ul_spot_series_generate(rng, s->n + 1, availability[s->n], 90, &s->series[s->n]);
    ul_rng_free(rng);
    return status;
}

static ul_status find_period(study *s)
{
    s->from_s = fmax(s->series[0].price[0].time_s, s->series[1].price[0].time_s);
    s->to_s = fmin(s->series[0].price[s->series[0].n - 1].time_s,
                   s->series[1].price[s->series[1].n - 1].time_s);
    return s->from_s < s->to_s ? UL_OK : ul_fail(UL_E_INPUT, "the two histories share no time");
}

/* Dollars an hour and unit. */
static double per_unit(const ul_spot_series *series, size_t q)
{
    return series->price[q].price / (double)series->capacity;
}

/* The share of time in which the second is cheaper per unit than the first. */
static double second_cheaper(const study *s)
{
    size_t at[PAIR] = {0, 0};
    double now_s = s->from_s, sum = 0;
    while (now_s < s->to_s) {
        double next_s = s->to_s;
        for (size_t k = 0; k < PAIR; k++) {
            while (at[k] + 1 < s->series[k].n && s->series[k].price[at[k] + 1].time_s <= now_s)
                at[k]++;
            if (at[k] + 1 < s->series[k].n)
                next_s = fmin(next_s, s->series[k].price[at[k] + 1].time_s);
        }
        sum += per_unit(&s->series[1], at[1]) < per_unit(&s->series[0], at[0]) ? next_s - now_s : 0;
        now_s = next_s;
    }
    return sum / (s->to_s - s->from_s);
}

/* ---- the picture ---- */

enum { LEFT = 70, TALL = 180, GAP = 60 };

/* Lowest and highest price in each column of the picture. */
static void draw_prices(ul_output *out, const study *s, const ul_spot_series *series, double top,
                        double most)
{
    size_t q = 0;
    for (int x = 0; x < COLUMNS; x++) {
        const double to_s = s->from_s + (s->to_s - s->from_s) * (x + 1) / COLUMNS;
        double low = HUGE_VAL, high = 0;
        while (q + 1 < series->n && series->price[q + 1].time_s <= s->from_s)
            q++;
        for (size_t p = q; p < series->n && series->price[p].time_s < to_s; p++) {
            low = fmin(low, series->price[p].price);
            high = fmax(high, series->price[p].price);
            q = p;
        }
        const double y = top + TALL * (1 - fmin(1, high / most));
        const double bottom = top + TALL * (1 - fmin(1, low / most));
        ul_svg_line(out, LEFT + x, y, LEFT + x, fmax(bottom, y + 1), UL_SVG_INK, false);
    }
}

static void draw_one(ul_output *out, const study *s, size_t k, double top)
{
    const ul_spot_series *series = &s->series[k];
    const double most = 2 * series->on_demand_price;
    const double y = top + TALL * (1 - series->on_demand_price / most);
    char text[160];
    snprintf(text, sizeof text, "%s, $ an hour; dashed: on demand, $%g", series->name,
             series->on_demand_price);
    ul_svg_text(out, &(ul_svg_style){LEFT, top - 10, 13, "start", UL_SVG_INK, true, 0}, text);
    for (int q = 0; q <= 4; q++) {
        const double at = top + TALL * (1 - q / 4.0);
        snprintf(text, sizeof text, "%.3g", most * q / 4);
        ul_svg_line(out, LEFT, at, LEFT + COLUMNS, at, "#dddddd", false);
        ul_svg_text(out, &(ul_svg_style){LEFT - 8, at + 4, 10, "end", UL_SVG_FAINT, false, 0},
                    q == 4 ? "more" : text);
    }
    draw_prices(out, s, series, top, most);
    ul_svg_line(out, LEFT, y, LEFT + COLUMNS, y, "#d55e00", true);
}

static ul_status draw(const study *s, const char *path)
{
    static const char title[] = "Spot prices of two types (TR-Kubernetes, Figure 1)";
    char text[96];
    ul_output *out;
    UL_TRY(ul_output_open(path, &out));
    ul_svg_begin(out, LEFT + COLUMNS + 40, 90 + PAIR * (TALL + GAP), title);
    ul_svg_text(out, &(ul_svg_style){20, 28, 16, "start", UL_SVG_INK, true, 0}, title);
    for (size_t k = 0; k < PAIR; k++)
        draw_one(out, s, k, 80 + (double)k * (TALL + GAP));
    snprintf(text, sizeof text, "%.0f days of %s", (s->to_s - s->from_s) / 86400, s->series[0].zone);
    ul_svg_text(out, &(ul_svg_style){LEFT + COLUMNS / 2.0, 70 + PAIR * (TALL + GAP), 12, "middle",
                                     UL_SVG_FAINT, false, 0}, text);
    ul_svg_end(out);
    return ul_output_close(out, NULL);
}

/* ---- the table ---- */

static ul_status add_type(const study *s, size_t k, ul_arena *arena, ul_table_made *made)
{
    const ul_spot_series *series = &s->series[k];
    const ul_spot_summary sum = ul_spot_series_summary(series, s->from_s, s->to_s);
    const double up = sum.up_s / (sum.up_s + sum.down_s);
    const struct {
        const char *measure, *unit;
        double value;
    } number[] = {{"price while up", "$ an hour", sum.price},
                  {"price while up of on-demand", "%", 100 * sum.price / series->on_demand_price},
                  {"available", "%", 100 * up},
                  {"revocations", "in the period", (double)sum.revocations},
                  {"mean time to revocation", "h", sum.mean_up_s / 3600}};
    ul_sheet_cell(made->table, "%s", series->name);
    ul_sheet_cell(made->table, "%llu", (unsigned long long)series->capacity);
    ul_sheet_cell(made->table, "$%g", series->on_demand_price);
    ul_sheet_cell(made->table, "$%.4f", sum.price);
    ul_sheet_cell(made->table, "%.1f%%", number[1].value);
    ul_sheet_cell(made->table, "%.2f%%", 100 * up);
    ul_sheet_cell(made->table, "%zu", sum.revocations);
    ul_sheet_cell(made->table, "%.1f", sum.mean_up_s / 3600);
    for (size_t q = 0; q < sizeof number / sizeof *number; q++)
        UL_TRY(ul_table_number(made, arena, &(ul_number){
            .subject = series->name, .measure = number[q].measure, .unit = number[q].unit,
            .ours = number[q].value}, NULL));
    return UL_OK;
}

static ul_status fill(const study *s, const ul_table_request *request, ul_arena *arena,
                      ul_table_made *made)
{
    static const char *const head[] = {"type", "ECU", "on demand", "spot while up", "of on demand",
                                       "available", "revocations", "hours to one"};
    char note[600];
    const double cheaper = second_cheaper(s);
    snprintf(note, sizeof note, "%.1f days. %s is cheaper per ECU than %s in %.1f%% of the time. The "
             "paper's pair is d2.2xlarge and m4.2xlarge in us-west-1c, September to December 2017; "
             "its series are not published.%s", (s->to_s - s->from_s) / 86400, s->series[1].name,
             s->series[0].name, 100 * cheaper, s->generated
             ? " These are generated; --set folder=FOLDER takes histories." : "");
    const char *kept = ul_arena_text(arena, note, strlen(note));
    if (kept == NULL)
        return ul_no_memory();
    UL_TRY(ul_sheet_new(arena, "trk8s-fig1", "TR-Kubernetes, Figure 1: spot prices of two types",
                        kept, "lrrrrrrr", &made->table));
    for (size_t c = 0; c < sizeof head / sizeof *head; c++)
        ul_sheet_cell(made->table, "%s", head[c]);
    for (size_t k = 0; k < PAIR; k++)
        UL_TRY(add_type(s, k, arena, made));
    UL_TRY(ul_table_number(made, arena, &(ul_number){
        .subject = s->series[1].name, .measure = "time at a lower price per unit", .unit = "%",
        .ours = 100 * cheaper, .paper_says = "often much cheaper, occasionally dearer"}, NULL));
    const char *svg = ul_param_text(request->param, "svg");
    return *svg == '\0' ? UL_OK : draw(s, svg);
}

static ul_status make(const ul_table_request *request, ul_arena *arena, ul_table_made *made)
{
    study s = {0};
    ul_status status = *ul_param_text(request->param, "folder") == '\0' ? generate(request, &s)
                                                                        : read_folder(request, &s);
    if (status == UL_OK)
        status = find_period(&s);
    if (status == UL_OK)
        status = fill(&s, request, arena, made);
    for (size_t k = 0; k < PAIR; k++)
        ul_spot_series_clear(&s.series[k]);
    return status;
}

static const ul_param param[] = {
    {.name = "folder", .preset = "", .form = UL_PARAM_TEXT,
     .brief = "folder of price histories (ZONE-Linux-TYPE.csv); without one they are generated"},
    {.name = "zone", .preset = "us-east-1a", .form = UL_PARAM_TEXT, .brief = "whose histories"},
    {.name = "first", .preset = "", .form = UL_PARAM_TEXT, .brief = "a type; empty: the first file"},
    {.name = "second", .preset = "", .form = UL_PARAM_TEXT,
     .brief = "another; empty: the second file"},
    {.name = "svg", .preset = "trk8s-fig1.svg", .form = UL_PARAM_TEXT,
     .brief = "where the picture goes; empty for none"},
    {0},
};

const ul_table ul_table_trk8s_fig1 = {
    .name = "trk8s-fig1",
    .brief = "spot prices of two types against on-demand",
    .paper = "TR-Kubernetes, Figure 1",
    .param = param,
    .make = make,
};
