/* Eva, Table 9: how long the jobs of its trace run, by Alibaba's record and as drawn from
 * Gavel's distribution. Quantiles interpolate between order statistics (R type 7). */
#include <math.h>
#include <stdio.h>

#include "eva_trace_facts.h"
#include "statistics.h"

enum { MEASURES = 4 };
static const struct {
    const char *name;
    double share; /* the quantile; negative is the mean */
} measure[MEASURES] = {{"mean", -1}, {"median", 0.5}, {"P80", 0.8}, {"P95", 0.95}};

static const struct {
    const char *name, *param;
    double paper[MEASURES]; /* hours */
} row[] = {
    {"Alibaba", "alibaba", {9.1, 0.2, 1.0, 5.2}},
    {"Gavel", "gavel", {16.7, 4.5, 16.4, 96.6}},
};
enum { N_ROWS = sizeof row / sizeof *row };

static ul_status add_measure(size_t q, size_t m, const ul_eva_jobs *jobs, ul_arena *arena,
                             ul_table_made *made)
{
    char what[64];
    const double ours = jobs->n == 0            ? NAN
                        : measure[m].share < 0 ? ul_stat_mean(jobs->hours, jobs->n)
                                               : ul_stat_quantile(jobs->hours, jobs->n,
                                                                  measure[m].share);
    if (jobs->n == 0)
        ul_sheet_cell(made->table, "%s", "");
    else
        ul_sheet_cell(made->table, "%.2f", ours);
    ul_sheet_cell(made->table, "%.1f", row[q].paper[m]);
    snprintf(what, sizeof what, "%s, %s", row[q].name, measure[m].name);
    return ul_table_number(made, arena, &(ul_number){
        .of = row[q].name, .measure = measure[m].name, .unit = "h", .ours = ours,
        .has = UL_HAS_PAPER, .paper = row[q].paper[m]},
        jobs->n == 0 ? NULL : &(ul_claim){
            .what = what, .paper = row[q].paper[m], .ours = ours, .tolerance = 0.05, .decimals = 2,
            .unit = " h", .why = "the trace at hand is another than the paper's"});
}

static ul_status add_row(const ul_table_request *request, size_t q, ul_arena *arena,
                         ul_table_made *made, size_t *missing)
{
    ul_eva_jobs jobs;
    UL_TRY(ul_eva_jobs_read(request, row[q].param, "eva-trace", NULL, arena, made, &jobs));
    *missing += jobs.n == 0;
    ul_sheet_cell(made->table, "%s", row[q].name);
    ul_sheet_number(made->table, UL_WHOLE, jobs.n == 0 ? NAN : (double)jobs.n);
    for (size_t m = 0; m < MEASURES; m++)
        UL_TRY(add_measure(q, m, &jobs, arena, made));
    return UL_OK;
}

static ul_status make(const ul_table_request *request, ul_arena *arena, ul_table_made *made)
{
    static const char *const head[] = {"durations", "jobs", "mean h", "paper", "median h", "paper",
                                       "P80 h", "paper", "P95 h", "paper"};
    size_t missing = 0;
    UL_TRY(ul_sheet_new(arena, "eva-table9", "Eva, Table 9: job duration in simulation experiments",
                        "Jobs of the trace that fit one of the 21 types", "lrrrrrrrrr",
                        &made->table));
    for (size_t c = 0; c < sizeof head / sizeof *head; c++)
        ul_sheet_cell(made->table, "%s", head[c]);
    for (size_t q = 0; q < N_ROWS; q++)
        UL_TRY(add_row(request, q, arena, made, &missing));
    if (missing > 0)
        made->table->note = "Rows without numbers of ours: the trace is missing; --set "
                            "alibaba=FILE takes pai_full_alibaba_duration.json of Eva's artifact, "
                            "--set gavel=FILE pai_full.json";
    return UL_OK;
}

static const ul_param param[] = {
    {.name = "alibaba", .preset = "", .form = UL_PARAM_TEXT,
     .brief = "Eva's trace with Alibaba's durations, pai_full_alibaba_duration.json"},
    {.name = "gavel", .preset = "", .form = UL_PARAM_TEXT,
     .brief = "Eva's trace with Gavel's durations, pai_full.json"},
    {0},
};

const ul_table ul_table_eva_table9 = {
    .name = "eva-table9",
    .brief = "how long the jobs of Eva's traces run",
    .paper = "Eva, Section 6.1, Table 9",
    .param = param,
    .make = make,
};
