/* SEC's Figure 8: what an hour of work costs on one cloud with leases, on another with
 * sustained-use discounts, and on both, by the ratio of their prices.
 *
 * The first cloud's leases are bought by the online method as time passes, in total cost:
 * what they are worth after the trace is not deducted. The second cloud's schedule does
 * not depend on its price, which scales its bill.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "sec_time.h"

static const struct {
    const char *name, *file;
} trace[] = {
    {"DataStar", UL_SEC_DATASTAR},
    {"Ross", "Sandia-Ross-2001-1.1-cln.swf.gz"},
    {"SDSC SP2", "SDSC-SP2-1998-4.2-cln.swf.gz"},
    {"CTC SP2", "CTC-SP2-1996-3.1-cln.swf.gz"},
    {"KTH SP2", "KTH-SP2-1996-2.1-cln.swf.gz"},
    {"HPC2N", "HPC2N-2002-2.2-cln.swf.gz"},
};
enum { N_TRACES = sizeof trace / sizeof *trace, RATIOS = 4 };
static const double ratio[RATIOS] = {1, 0.9, 0.8, 0.7};
static const char *const second[RATIOS] = {"second=1", "second=0.9", "second=0.8", "second=0.7"};

/* An hour on the first cloud without a lease. */
static const double first_price = 2.4;

enum { ONE, OTHER, BOTH, PLATFORMS };
static const char *const platform[PLATFORMS] = {"one with leases", "other with discounts", "both"};

typedef struct {
    ul_sec_figure time;
    size_t n, n_traces; /* rows of traces; 0 of the latter: generated jobs */
    struct row {
        char name[40];
        double rate[RATIOS][PLATFORMS], wait_s[RATIOS][PLATFORMS];
    } row[N_TRACES];
} figure;

/* What was paid: the first cloud's machines through leases instead of on demand. */
static double with_leases(const ul_sec_outcome *outcome)
{
    const char *at = strstr(outcome->note, "leases: $");
    double upfront, hourly;
    if (at == NULL || sscanf(at, "leases: $%lf upfront, $%lf", &upfront, &hourly) != 2)
        return NAN;
    return outcome->cost - first_price * outcome->first_h + upfront + hourly;
}

static ul_status run_leased(figure *f, const char *label, const char *const *world,
                            ul_sec_outcome *outcome, double *rate)
{
    ul_instance instance = {0};
    UL_TRY(ul_sec_figure_world(&f->time, world, &instance));
    const ul_status status =
        ul_sec_figure_run(&f->time, label, &instance, "sec-clouds", NULL, outcome, NULL);
    ul_instance_free(&instance);
    *rate = with_leases(outcome) / outcome->work_h;
    return status;
}

static ul_status run_one(figure *f, struct row *row)
{
    static const char *const world[] = {"billing=hour", NULL};
    ul_sec_outcome outcome;
    double rate = NAN;
    UL_TRY(run_leased(f, platform[ONE], world, &outcome, &rate));
    for (size_t q = 0; q < RATIOS; q++) {
        row->rate[q][ONE] = rate;
        row->wait_s[q][ONE] = outcome.wait_s;
    }
    return UL_OK;
}

static ul_status run_other(figure *f, struct row *row)
{
    static const char *const world[] = {"billing=sustained", NULL};
    ul_instance instance = {0};
    ul_sec_outcome outcome;
    UL_TRY(ul_sec_figure_world(&f->time, world, &instance));
    const ul_status status = ul_sec_figure_run(&f->time, platform[OTHER], &instance, "sec", NULL,
                                               &outcome, NULL);
    ul_instance_free(&instance);
    for (size_t q = 0; q < RATIOS; q++) {
        row->rate[q][OTHER] = ratio[q] * outcome.rate;
        row->wait_s[q][OTHER] = outcome.wait_s;
    }
    return status;
}

static ul_status run_both(figure *f, struct row *row, size_t q)
{
    const char *const world[] = {"billing=hour", second[q], NULL};
    ul_sec_outcome outcome;
    char label[64];
    snprintf(label, sizeof label, "both at %g", ratio[q]);
    UL_TRY(run_leased(f, label, world, &outcome, &row->rate[q][BOTH]));
    row->wait_s[q][BOTH] = outcome.wait_s;
    return UL_OK;
}

static ul_status measure(figure *f, const char *name)
{
    struct row *row = &f->row[f->n++];
    snprintf(row->name, sizeof row->name, "%s", name);
    UL_TRY(run_one(f, row));
    UL_TRY(run_other(f, row));
    for (size_t q = 0; q < RATIOS; q++)
        UL_TRY(run_both(f, row, q));
    return UL_OK;
}

/* Every trace that the folder has; without a folder generated jobs. */
static ul_status measure_all(figure *f, const ul_table_request *request, ul_arena *arena,
                             ul_table_made *made)
{
    if (!ul_sec_figure_has_folder(request)) {
        UL_TRY(ul_sec_figure_begin(&f->time, request, arena, made, ""));
        return measure(f, "generated");
    }
    for (size_t q = 0; q < N_TRACES; q++) {
        if (!ul_sec_figure_has(request, trace[q].file))
            continue;
        UL_TRY(ul_sec_figure_begin(&f->time, request, arena, made, trace[q].file));
        UL_TRY(measure(f, trace[q].name));
        f->n_traces++;
    }
    return f->n > 0 ? UL_OK
                    : ul_sec_figure_begin(&f->time, request, arena, made, trace[0].file);
}

static double saving(const struct row *row, size_t q)
{
    return 100 * (1 - row->rate[q][BOTH] / fmin(row->rate[q][ONE], row->rate[q][OTHER]));
}

static ul_status fill_rows(figure *f)
{
    ul_sheet *sheet = f->time.made->table;
    for (size_t t = 0; t < f->n; t++)
        for (size_t q = 0; q < RATIOS; q++) {
            const struct row *row = &f->row[t];
            char of[64];
            snprintf(of, sizeof of, "%s at %g", row->name, ratio[q]);
            ul_sheet_cell(sheet, "%s", q == 0 ? row->name : "");
            ul_sheet_cell(sheet, "%.1f", ratio[q]);
            for (int p = 0; p < PLATFORMS; p++)
                ul_sheet_cell(sheet, "%.4f", row->rate[q][p]);
            ul_sheet_cell(sheet, "%+.1f%%", saving(row, q));
            for (int p = 0; p < PLATFORMS; p++) {
                UL_TRY(ul_table_number(f->time.made, f->time.arena, &(ul_number){
                    .of = ul_arena_text(f->time.arena, of, strlen(of)), .subject = platform[p],
                    .measure = "rate", .unit = "$/node-hour", .ours = row->rate[q][p]}, NULL));
                UL_TRY(ul_table_number(f->time.made, f->time.arena, &(ul_number){
                    .of = ul_arena_text(f->time.arena, of, strlen(of)), .subject = platform[p],
                    .measure = "mean wait", .unit = "s", .ours = row->wait_s[q][p]}, NULL));
            }
        }
    return UL_OK;
}

/* Where one cloud costs as much as the other, on each trace; and at which ratio both
 * together save most. */
static ul_status claim(figure *f)
{
    double saved[RATIOS] = {0};
    size_t inside = 0, most = 0;
    for (size_t t = 0; t < f->n; t++) {
        const double even = f->row[t].rate[0][ONE] / f->row[t].rate[0][OTHER];
        inside += even >= 0.7 && even <= 0.9;
        for (size_t q = 0; q < RATIOS; q++)
            saved[q] += saving(&f->row[t], q) / (double)f->n;
    }
    for (size_t q = 1; q < RATIOS; q++)
        most = saved[q] > saved[most] ? q : most;
    UL_TRY(ul_sec_figure_claim(&f->time, &(ul_claim){
        .what = "traces on which the clouds cost the same at 0.7 to 0.9",
        .paper = (double)f->n_traces, .ours = (double)inside, .unit = " traces",
        .origin = UL_DERIVED, .why = "on the others the online method's leases pay less, or more"}));
    UL_TRY(ul_sec_figure_claim(&f->time, &(ul_claim){
        .what = "saving of both at 0.8, mean over traces", .paper = 6.85, .ours = saved[2],
        .tolerance = 4.05, .decimals = 1, .unit = "%", .origin = UL_DERIVED,
        .why = "which cloud a job's nodes are ordered from is our reading of 'instant rate'"}));
    return ul_sec_figure_claim(&f->time, &(ul_claim){
        .what = "ratio at which both save most", .paper = 0.8, .ours = ratio[most],
        .tolerance = 0.1 + 1e-9, .decimals = 1, .unit = "", .origin = UL_DERIVED,
        .why = "the platforms cost the same at another ratio"});
}

/* A chart a trace. */
static ul_status draw(const figure *f)
{
    static const char *const group[RATIOS] = {"1", "0.9", "0.8", "0.7"};
    const char *path = ul_param_text(f->time.request->param, "svg");
    ul_spread value[N_TRACES][RATIOS * PLATFORMS];
    ul_bar_chart chart[N_TRACES];
    for (size_t t = 0; t < f->n; t++) {
        for (size_t q = 0; q < RATIOS; q++)
            for (size_t p = 0; p < PLATFORMS; p++) {
                const double cents = 100 * f->row[t].rate[q][p];
                value[t][q * PLATFORMS + p] = (ul_spread){cents, cents, cents};
            }
        chart[t] = (ul_bar_chart){f->row[t].name, RATIOS, PLATFORMS, group, platform, value[t],
                                  NULL, NULL, NULL};
    }
    return path[0] == '\0' ? UL_OK
                           : ul_bar_chart_draw(chart, f->n, "One cloud, another, and both (SEC, "
                                               "Figure 8)", "cents for an hour of a node's work, "
                                               "by the ratio of the clouds' prices", path);
}

static ul_status make(const ul_table_request *request, ul_arena *arena, ul_table_made *made)
{
    static const char *const head[] = {"jobs",     "price ratio",          "one with leases",
                                       "other with discounts", "both",  "saving of both"};
    char note[500];
    figure *f;
    UL_ALLOC(arena, f, 1);
    UL_TRY(measure_all(f, request, arena, made));
    snprintf(note, sizeof note, "$/node-hour: what was paid over the hours of work, leases in full. "
             "The price of the other cloud is the ratio times $2.40. Saving: of both against the "
             "cheaper one alone. %s", f->n_traces == 0
                 ? "Jobs are generated, of which the paper says nothing: --set traces=FOLDER takes "
                   "the archive's" : "Traces that the folder does not have are left out");
    UL_TRY(ul_sheet_new(arena, "sec-fig8", "SEC, Figure 8: one cloud, another, and both",
                        ul_arena_text(arena, note, strlen(note)), "lrrrrr", &made->table));
    for (size_t c = 0; c < sizeof head / sizeof *head; c++)
        ul_sheet_cell(made->table, "%s", head[c]);
    UL_TRY(fill_rows(f));
    UL_TRY(claim(f));
    return draw(f);
}

static const ul_param param[] = {UL_SEC_TIME_PARAMS, {0}};

const ul_table ul_table_sec_fig8 = {
    .name = "sec-fig8",
    .brief = "SEC on one cloud, on another, and on both",
    .paper = "SEC, Section 8.6, Figure 8",
    .param = param,
    .make = make,
};
