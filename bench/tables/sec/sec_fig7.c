/* SEC's Figure 7: the average rate per instance-hour that each method pays, in
 * total and in pure cost, on batch traces and on generated demand; with the
 * optimum that the paper could only bracket.
 *
 * Traces are looked for in the folder `traces`; those absent are left out and
 * counted in the note. C' <= optimum <= every plan is asserted for each demand:
 * a breach is an alarm and no table.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "generator.h"
#include "registry.h"
#include "reservation_plan.h"
#include "run.h"
#include "svg.h"
#include "table.h"

static const struct {
    const char *name, *file;
} trace[] = {
    {"SDSC DataStar", "SDSC-DS-2004-2.1-cln.swf.gz"},
    {"Sandia Ross", "Sandia-Ross-2001-1.1-cln.swf.gz"},
    {"SDSC SP2", "SDSC-SP2-1998-4.2-cln.swf.gz"},
    {"CTC SP2", "CTC-SP2-1996-3.1-cln.swf.gz"},
    {"KTH SP2", "KTH-SP2-1996-2.1-cln.swf.gz"},
    {"HPC2N", "HPC2N-2002-2.2-cln.swf.gz"},
};

static const char *const shape[] = {"steady", "growing", "slowing", "rise-and-fall", "bursty"};

static const struct {
    const char *label, *method;
} run_of[] = {
    {"on-demand-only", "on-demand-only"},
    {"1y-only", "1y-only"},
    {"3y-only", "3y-only"},
    {"online", "sec-online"},
    {"greedy", "sec-greedy"},
    {"optimum", "reservation-exact"},
    {"C' bound", "sec-bound"},
};

enum { ONE_YEAR = 1, THREE_YEARS, ONLINE, GREEDY }; /* rows of run_of */

enum {
    N_TRACES = sizeof trace / sizeof *trace,
    N_SHAPES = sizeof shape / sizeof *shape,
    N_RUNS = sizeof run_of / sizeof *run_of,
    OPTIMUM = N_RUNS - 2,
    BOUND = N_RUNS - 1,
    N_DEMANDS = N_TRACES + N_SHAPES,
    BAR = 24, /* cells of a bar on the terminal */
};

typedef struct {
    const ul_table_request *request;
    ul_table_made *made;
    ul_arena *arena;
    size_t n, n_traces, absent, unproved; /* the traces come first */
    struct demand {
        char name[64];
        double hours;
        ul_cost cost[2][N_RUNS]; /* total, pure */
        bool proved[2];
    } demand[N_DEMANDS];
} figure;

static ul_status run_one(figure *f, struct demand *d, const ul_instance *instance, int pure,
                         size_t m)
{
    const ul_run_options options = {
        .time_limit_s = m == OPTIMUM ? f->request->time_limit_s : 0,
        .seed = f->request->seed,
        .methods = ul_methods,
    };
    ul_run *run;
    UL_TRY(ul_run_new(ul_method_find(run_of[m].method), instance, &options, &run));
    const ul_status status = ul_run_go(run);
    const ul_run_result *result = ul_run_result_of(run);
    d->cost[pure][m] = m == BOUND ? result->bound : result->cost;
    if (m == OPTIMUM)
        d->proved[pure] = result->outcome == UL_OPTIMAL;
    ul_run_free(run);
    return status;
}

static ul_status check_order(const struct demand *d, int pure)
{
    const ul_cost optimum = d->cost[pure][OPTIMUM];
    if (d->cost[pure][BOUND] > optimum)
        return ul_fail(UL_E_INTERNAL, "alarm: on %s C' is above the cost of a plan", d->name);
    for (size_t m = 0; m < OPTIMUM && d->proved[pure]; m++)
        if (d->cost[pure][m] < optimum)
            return ul_fail(UL_E_INTERNAL, "alarm: on %s '%s' costs less than the proved optimum",
                           d->name, run_of[m].label);
    return UL_OK;
}

static ul_status measure(figure *f, const ul_source *source, const ul_source_options *options,
                         const char *name)
{
    struct demand *d = &f->demand[f->n];
    snprintf(d->name, sizeof d->name, "%s", name);
    ul_table_say(f->request, "%s", name);
    for (int pure = 0; pure < 2; pure++) {
        char remark[256];
        ul_instance instance = {0};
        const char *set[8];
        for (size_t q = 0; q < options->n_set; q++)
            set[q] = options->set[q];
        set[options->n_set] = pure ? "objective=pure" : "objective=total";
        ul_source_options full = *options;
        full.set = set;
        full.n_set = options->n_set + 1;
        UL_TRY(ul_source_make(source, &full, remark, sizeof remark, &instance));
        d->hours = (double)ul_reservation_all_hours(instance.data) / (double)UL_MICRO;
        ul_status status = ul_table_input(f->made, f->arena, &instance);
        for (size_t m = 0; m < N_RUNS && status == UL_OK; m++)
            status = run_one(f, d, &instance, pure, m);
        if (status == UL_OK)
            status = check_order(d, pure);
        ul_instance_free(&instance);
        UL_TRY(status);
        f->unproved += !d->proved[pure];
    }
    f->n++;
    return UL_OK;
}

/* Where the traces are: the parameter, else the environment. */
static const char *trace_folder(const figure *f)
{
    const char *folder = ul_param_text(f->request->param, "traces");
    if (folder[0] != '\0')
        return folder;
    const char *from_environment = getenv("UL_TRACES");
    return from_environment == NULL ? "." : from_environment;
}

/* A folder that a user names holds at least one of the traces, or it is the wrong one. */
static ul_status check_folder(const figure *f)
{
    const char *named = ul_param_text(f->request->param, "traces");
    const char *from_environment = getenv("UL_TRACES");
    if (f->absent < N_TRACES || (named[0] == '\0' && from_environment == NULL))
        return UL_OK;
    return ul_fail(UL_E_INPUT, "%s: none of the paper's traces is there (%s, ...); without a folder "
                               "the demands are generated", trace_folder(f), trace[0].file);
}

static ul_status measure_traces(figure *f, const char *classes)
{
    for (size_t q = 0; q < N_TRACES; q++) {
        char path[4096];
        const char *input = path, *const set[] = {classes};
        snprintf(path, sizeof path, "%s/%s", trace_folder(f), trace[q].file);
        FILE *there = fopen(path, "rb");
        if (there == NULL) {
            f->absent++;
            continue;
        }
        fclose(there);
        const ul_source_options options = {.seed = f->request->seed, .to_s = HUGE_VAL, .input = &input,
                                     .n_inputs = 1, .set = set, .n_set = 1};
        UL_TRY(measure(f, ul_importer_find("swf"), &options, trace[q].name));
    }
    return check_folder(f);
}

static ul_status measure_shapes(figure *f, const char *classes)
{
    char years[32], instances[32];
    snprintf(years, sizeof years, "years=%s", ul_param_text(f->request->param, "years"));
    snprintf(instances, sizeof instances, "instances=%s",
             ul_param_text(f->request->param, "instances"));
    for (size_t q = 0; q < N_SHAPES; q++) {
        char form[32];
        snprintf(form, sizeof form, "shape=%s", shape[q]);
        const char *const set[] = {classes, years, instances, form};
        const ul_source_options options = {.seed = f->request->seed, .to_s = HUGE_VAL, .set = set,
                                     .n_set = 4};
        UL_TRY(measure(f, ul_generator_find("reservation"), &options, shape[q]));
    }
    return UL_OK;
}

static double rate(const struct demand *d, int pure, size_t m)
{
    return ul_cost_double(d->cost[pure][m]) / d->hours;
}

static double highest_rate(const figure *f)
{
    double highest = 0;
    for (size_t q = 0; q < f->n; q++)
        for (size_t m = 0; m < N_RUNS; m++)
            highest = fmax(highest, fmax(rate(&f->demand[q], 0, m), rate(&f->demand[q], 1, m)));
    return highest;
}

/* A bar in eighths of a cell. */
static void bar_text(double share, char text[3 * BAR + 4])
{
    static const char *const eighth[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
    int n = (int)lround(share * BAR * 8);
    char *to = text;
    for (; n >= 8; n -= 8)
        to = stpcpy(to, "█");
    strcpy(to, eighth[n]);
}

static void fill_sheet(const figure *f, ul_sheet *sheet)
{
    static const char *const head[] = {"demand", "method", "total $/h", "over optimum",
                                       "pure $/h", "over optimum", "pure"};
    const double highest = highest_rate(f);
    for (size_t q = 0; q < sizeof head / sizeof *head; q++)
        ul_sheet_cell(sheet, "%s", head[q]);
    for (size_t q = 0; q < f->n; q++)
        for (size_t m = 0; m < N_RUNS; m++) {
            const struct demand *d = &f->demand[q];
            char bar[3 * BAR + 4];
            ul_sheet_cell(sheet, "%s", m == 0 ? d->name : "");
            ul_sheet_cell(sheet, "%s%s", run_of[m].label,
                          m == OPTIMUM && !(d->proved[0] && d->proved[1]) ? " (not proved)" : "");
            for (int pure = 0; pure < 2; pure++) {
                ul_sheet_cell(sheet, "%.4f", rate(d, pure, m));
                ul_sheet_cell(sheet, "%+.2f%%",
                              100 * (rate(d, pure, m) / rate(d, pure, OPTIMUM) - 1));
            }
            bar_text(rate(d, 1, m) / highest, bar);
            ul_sheet_cell(sheet, "%s", bar);
        }
}

static ul_status add_numbers(const figure *f)
{
    static const char *const objective[] = {"total cost", "pure cost"};
    static const char *const above[] = {"total cost over optimum", "pure cost over optimum"};
    for (size_t q = 0; q < f->n; q++)
        for (size_t m = 0; m < N_RUNS; m++)
            for (int pure = 0; pure < 2; pure++) {
                const struct demand *d = &f->demand[q];
                ul_number number = {.of = d->name, .subject = run_of[m].label,
                                    .measure = objective[pure], .unit = "$/h",
                                    .ours = rate(d, pure, m)};
                UL_TRY(ul_table_number(f->made, f->arena, &number, NULL));
                number.measure = above[pure];
                number.unit = "%";
                number.ours = 100 * (rate(d, pure, m) / rate(d, pure, OPTIMUM) - 1);
                UL_TRY(ul_table_number(f->made, f->arena, &number, NULL));
                if (m != OPTIMUM)
                    continue;
                number.measure = pure ? "pure cost proved" : "total cost proved";
                number.unit = "";
                number.ours = d->proved[pure];
                UL_TRY(ul_table_number(f->made, f->arena, &number, NULL));
            }
    return UL_OK;
}

/* ---- what the paper's text says of its figure ---- */

static ul_status claim_count(figure *f, const char *what, size_t ours, const char *why)
{
    return ul_table_claim(f->made, f->arena, &(ul_claim){
        .what = what, .paper = (double)f->n_traces, .ours = (double)ours, .unit = " traces",
        .origin = UL_DERIVED, .why = why, .why_is_checked = true});
}

/* Where the claim does not hold: which trace, and which class alone is cheaper there. */
static const char *dearer_where(figure *f)
{
    char text[512] = "";
    for (size_t q = 0; q < f->n_traces; q++) {
        const ul_cost *cost = f->demand[q].cost[1];
        const size_t used = strlen(text);
        const size_t cheaper = cost[ONE_YEAR] < cost[THREE_YEARS] ? ONE_YEAR : THREE_YEARS;
        if (cost[ONLINE] > cost[cheaper])
            snprintf(text + used, sizeof text - used, "%s%s costs %.1f%% less on %s",
                     used == 0 ? "" : ", ", run_of[cheaper].label,
                     100 * (1 - rate(&f->demand[q], 1, cheaper) / rate(&f->demand[q], 1, ONLINE)),
                     f->demand[q].name);
    }
    const char *kept = ul_arena_text(f->arena, text, strlen(text));
    return kept == NULL ? "" : kept;
}

/* Judged on traces alone: the paper says nothing of generated demand. */
static ul_status claim(figure *f)
{
    size_t between = 0, no_dearer = 0;
    double farthest = 0;
    for (size_t q = 0; q < f->n_traces; q++) {
        const ul_cost *cost = f->demand[q].cost[1];
        between += cost[BOUND] <= cost[OPTIMUM] && cost[OPTIMUM] <= cost[GREEDY];
        no_dearer += cost[ONLINE] <= cost[ONE_YEAR] && cost[ONLINE] <= cost[THREE_YEARS];
        farthest = fmax(farthest, 100 * fabs(rate(&f->demand[q], 1, ONLINE)
                                             / rate(&f->demand[q], 1, GREEDY) - 1));
    }
    UL_TRY(claim_count(f, "C' <= optimum <= greedy", between,
                       "the greedy or the bound of this run breaks the paper's proof"));
    UL_TRY(claim_count(f, "online no dearer than one class alone", no_dearer, dearer_where(f)));
    return ul_table_number(f->made, f->arena, &(ul_number){
        .subject = run_of[ONLINE].label, .measure = "greatest distance from greedy", .unit = "%",
        .ours = farthest},
        &(ul_claim){.what = "online from greedy at most, \"very close\"", .paper = 0,
                    .origin = UL_DERIVED, .ours = farthest, .tolerance = 10, .decimals = 1, .unit = "%",
                    .why = "a forecast learns late that demand has turned"});
}

/* ---- the picture: a group of bars per demand, total hatched behind pure ---- */

static void draw_group(const figure *f, size_t q, double x, double y, double bar, double tall,
                       ul_output *out)
{
    const struct demand *d = &f->demand[q];
    const double highest = highest_rate(f);
    for (size_t m = 0; m < N_RUNS; m++) {
        const double total = tall * rate(d, 0, m) / highest, pure = tall * rate(d, 1, m) / highest;
        const double at = x + bar * (double)m;
        ul_svg_idle(out, at, y - total, bar - 2, total);
        ul_svg_box(out, at, y - pure, bar - 2, pure, m, run_of[m].label);
    }
    ul_svg_text(out, &(ul_svg_style){.x = x + bar * N_RUNS / 2, .y = y + 18, .size = 11,
                                     .anchor = "middle", .most = 14}, d->name);
}

static ul_status draw(const figure *f, const char *path)
{
    const double left = 60, tall = 260, top = 90, least = 940;
    const double group = fmax(104, (least - left - 30) / (double)f->n);
    const double width = left + group * (double)f->n + 30;
    ul_output *out;
    char text[32];
    UL_TRY(ul_output_open(path, &out));
    ul_svg_begin(out, width, top + tall + 80, "SEC, Figure 7: average rate per instance-hour");
    ul_svg_text(out, &(ul_svg_style){.x = left, .y = 32, .size = 18, .bold = true},
                "Average rate per instance-hour (SEC, Figure 7)");
    ul_svg_text(out, &(ul_svg_style){.x = left, .y = 54, .size = 12, .colour = UL_SVG_FAINT},
                "filled: pure cost; hatched: total cost, fees beyond the horizon included");
    const double highest = highest_rate(f);
    for (double rate = 0; rate <= highest; rate += ul_svg_step(highest)) {
        const double y = top + tall - tall * rate / highest;
        snprintf(text, sizeof text, "$%.2f", rate);
        ul_svg_text(out, &(ul_svg_style){.x = left - 8, .y = y + 4, .size = 11, .anchor = "end",
                                         .colour = UL_SVG_FAINT}, text);
        ul_svg_line(out, left, y, width - 30, y, rate > 0 ? "#dddddd" : UL_SVG_INK, false);
    }
    for (size_t q = 0; q < f->n; q++)
        draw_group(f, q, left + 8 + group * (double)q, top + tall, (group - 27) / N_RUNS, tall,
                   out);
    for (size_t m = 0; m < N_RUNS; m++) {
        const double x = left + 126 * (double)m + (m > 0 ? 14 : 0);
        ul_svg_box(out, x, top + tall + 42, 12, 12, m, NULL);
        ul_svg_text(out, &(ul_svg_style){.x = x + 18, .y = top + tall + 52, .size = 12},
                    run_of[m].label);
    }
    ul_svg_end(out);
    return ul_output_close(out, NULL);
}

static ul_status make(const ul_table_request *request, ul_arena *arena, ul_table_made *made)
{
    char classes[256], note[768];
    figure *f;
    UL_ALLOC(arena, f, 1);
    f->request = request;
    f->made = made;
    f->arena = arena;
    snprintf(classes, sizeof classes, "classes=%s", ul_param_text(request->param, "classes"));
    UL_TRY(measure_traces(f, classes));
    f->n_traces = f->n;
    UL_TRY(measure_shapes(f, classes));
    snprintf(note, sizeof note, "over optimum = rate / optimum - 1; no waiting, ceil(processors / "
             "16) instances a job, weekly. 1y-only, 3y-only and online see the past alone. The last "
             "%d demands are generated; %zu of %d traces are not in '%.200s' (--set "
             "traces=FOLDER)%s%s", N_SHAPES, f->absent, N_TRACES, trace_folder(f),
             f->n_traces == 0 ? ", and only on traces are the paper's claims judged" : "",
             f->unproved > 0 ? "; some optima are not proved, see --time-limit"
                                              : "");
    UL_TRY(ul_sheet_new(arena, "sec-fig7", "SEC, Figure 7: average rate per instance-hour",
                        ul_arena_text(arena, note, strlen(note)), "llrrrrl", &made->table));
    fill_sheet(f, made->table);
    UL_TRY(add_numbers(f));
    if (f->n_traces > 0)
        UL_TRY(claim(f));
    const char *svg = ul_param_text(request->param, "svg");
    return svg[0] == '\0' ? UL_OK : draw(f, svg);
}

static const ul_param param[] = {
    {.name = "traces", .preset = "", .form = UL_PARAM_TEXT,
     .brief = "folder of the Parallel Workloads Archive's files; else UL_TRACES"},
    {.name = "classes", .preset = "light+heavy", .form = UL_PARAM_TEXT,
     .brief = "leases on offer; the paper's are light and heavy, of one and three years"},
    {.name = "years", .preset = "3", .form = UL_PARAM_WHOLE, .low = 1, .high = 6,
     .brief = "length of the generated demands"},
    {.name = "instances", .preset = "200", .form = UL_PARAM_WHOLE, .low = 1, .high = 100000,
     .brief = "peak of the generated demands"},
    {.name = "svg", .preset = "", .form = UL_PARAM_TEXT, .brief = "file to draw the bars into"},
    {0},
};

const ul_table ul_table_sec_fig7 = {
    .name = "sec-fig7",
    .brief = "what each reservation method pays per instance-hour, and the optimum",
    .paper = "SEC, Section 8.5, Figure 7",
    .param = param,
    .time_limit_s = 60,
    .make = make,
};
