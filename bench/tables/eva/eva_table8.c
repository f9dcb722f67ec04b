/* Eva, Table 8: how many GPUs the jobs of Alibaba's trace demand, before those that failed
 * are left out. */
#include <math.h>
#include <stdio.h>

#include "eva_trace_facts.h"

static const struct {
    const char *name;
    double gpus, paper; /* percent of the jobs */
} row[] = {{"0", 0, 13.41}, {"1", 1, 86.17}, {"2", 2, 0.20}, {"4", 4, 0.18}, {"8", 8, 0.04}};
enum { N_ROWS = sizeof row / sizeof *row };

static ul_status add_row(size_t q, const ul_eva_jobs *jobs, ul_arena *arena, ul_table_made *made)
{
    size_t n = 0;
    for (size_t j = 0; j < jobs->n; j++)
        n += jobs->gpus[j] == row[q].gpus;
    const double ours = jobs->n == 0 ? NAN : 100 * (double)n / (double)jobs->n;
    char what[64];
    ul_sheet_cell(made->table, "%s", row[q].name);
    ul_sheet_number(made->table, UL_WHOLE, jobs->n == 0 ? NAN : (double)n);
    if (jobs->n == 0)
        ul_sheet_cell(made->table, "%s", "");
    else
        ul_sheet_cell(made->table, "%.2f%%", ours);
    ul_sheet_cell(made->table, "%.2f%%", row[q].paper);
    snprintf(what, sizeof what, "jobs that demand %s GPUs", row[q].name);
    return ul_table_number(made, arena, &(ul_number){
        .of = row[q].name, .measure = "job population", .unit = "%", .ours = ours,
        .has = UL_HAS_PAPER, .paper = row[q].paper},
        jobs->n == 0 ? NULL : &(ul_claim){
            .what = what, .paper = row[q].paper, .ours = ours, .tolerance = 0.005, .decimals = 2,
            .unit = "%", .why = "the trace at hand is another than the paper's"});
}

static ul_status make(const ul_table_request *request, ul_arena *arena, ul_table_made *made)
{
    static const char *const head[] = {"GPUs", "jobs", "of all jobs", "paper"};
    ul_eva_jobs jobs;
    UL_TRY(ul_eva_jobs_read(request, "pods", "alibaba-gpu-v2023", "failed=keep", arena, made, &jobs));
    UL_TRY(ul_sheet_new(arena, "eva-table8", "Eva, Table 8: trace job composition by GPU demands",
                        jobs.n == 0 ? "Not made: the trace is missing; --set pods=FILE takes "
                                      "openb_pod_list_default.csv of Alibaba's GPU trace"
                                    : "Jobs that fit one of the 21 types, those that failed included", "rrrr",
                        &made->table));
    for (size_t c = 0; c < sizeof head / sizeof *head; c++)
        ul_sheet_cell(made->table, "%s", head[c]);
    for (size_t q = 0; q < N_ROWS; q++)
        UL_TRY(add_row(q, &jobs, arena, made));
    return UL_OK;
}

static const ul_param param[] = {
    {.name = "pods", .preset = "", .form = UL_PARAM_TEXT,
     .brief = "Alibaba's list, openb_pod_list_default.csv of cluster-trace-gpu-v2023"},
    {0},
};

const ul_table ul_table_eva_table8 = {
    .name = "eva-table8",
    .brief = "how many GPUs the jobs of Alibaba's trace demand",
    .paper = "Eva, Section 6.1, Table 8",
    .param = param,
    .make = make,
};
