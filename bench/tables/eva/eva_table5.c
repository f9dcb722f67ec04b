/* Eva's scalability: the runtime of Full Reconfiguration on 1,000 to 8,000
 * tasks of Table 7, and on up to a million, where the paper stops.
 *
 * The paper's implementation is O(tasks^2) in Python on eight cores; ours works
 * on groups of equal tasks. CPU seconds, one core, the least of three runs:
 * noise of a shared machine only ever adds.
 */
#include <math.h>
#include <stdio.h>

#include "generator.h"
#include "registry.h"
#include "run.h"
#include "table.h"

static const struct {
    size_t tasks;
    double paper_s; /* 0: not in the paper */
} row[] = {
    {1000, 0.40}, {2000, 1.50}, {4000, 5.53}, {8000, 22.06}, {100000, 0}, {1000000, 0},
};

static const char *const method_name[] = {"eva-full", "eva-full-code"};

enum { N_ROWS = sizeof row / sizeof *row, LAST_PRINTED = 3, N_METHODS = 2, REPEATS = 3 };

typedef struct {
    double least_s[N_ROWS][N_METHODS];
} figure;

static ul_status time_method(const ul_instance *instance, const ul_method *method, uint64_t seed,
                             double *least_s)
{
    const ul_run_options options = {.seed = seed, .methods = ul_methods};
    *least_s = HUGE_VAL;
    for (int repeat = 0; repeat < REPEATS; repeat++) {
        ul_run *run;
        UL_TRY(ul_run_new(method, instance, &options, &run));
        const ul_status status = ul_run_go(run);
        *least_s = fmin(*least_s, ul_run_result_of(run)->cpu_s);
        ul_run_free(run);
        UL_TRY(status);
    }
    return UL_OK;
}

/* What the paper claims is judged on the algorithm as it prints it. */
static ul_status add_runtime(const figure *f, size_t q, size_t m, ul_arena *arena,
                             ul_table_made *made)
{
    char of[32], what[64];
    snprintf(of, sizeof of, "%zu tasks", row[q].tasks);
    snprintf(what, sizeof what, "runtime, %s", of);
    const bool printed = row[q].paper_s > 0;
    const ul_number number = {
        .of = of, .subject = method_name[m], .measure = "cpu time", .unit = "s",
        .ours = f->least_s[q][m], .has = printed ? UL_HAS_PAPER : 0, .paper = row[q].paper_s};
    const ul_claim claim = {
        .what = what, .paper = row[q].paper_s, .ours = f->least_s[q][m],
        .sense = UL_CLAIM_AT_MOST, .decimals = 4, .unit = " s", .why = "a slower machine"};
    return ul_table_number(made, arena, &number, printed && m == 0 ? &claim : NULL);
}

/* The paper's time grows with the square of the tasks. */
static ul_status claim_growth(const figure *f, ul_arena *arena, ul_table_made *made)
{
    const double paper = row[LAST_PRINTED].paper_s / row[0].paper_s;
    const double ours = f->least_s[LAST_PRINTED][0] / f->least_s[0][0];
    return ul_table_number(made, arena, &(ul_number){
        .subject = method_name[0], .measure = "growth from 1000 to 8000 tasks", .unit = "times",
        .ours = ours},
        &(ul_claim){.what = "growth from 1,000 to 8,000 tasks", .paper = paper, .ours = ours,
                    .tolerance = 0.1 * paper, .decimals = 1, .unit = " times",
                    .why = "equal tasks are one group here, so the work grows with the machines "
                           "opened"});
}

static ul_status fill_row(const ul_table_request *request, size_t q, ul_arena *arena, figure *f,
                          ul_table_made *made)
{
    ul_sheet *sheet = made->table;
    char remark[256];
    ul_instance instance = {0};
    const ul_source_options options = {
        .tasks = row[q].tasks, .seed = request->seed, .to_s = HUGE_VAL};
    ul_table_say(request, "%zu tasks", row[q].tasks);
    UL_TRY(ul_source_make(ul_generator_find("eva-table7"), &options, remark, sizeof remark,
                          &instance));
    ul_sheet_cell(sheet, "%zu", row[q].tasks);
    ul_status status = ul_table_input(made, arena, &instance);
    for (size_t m = 0; m < N_METHODS && status == UL_OK; m++) {
        double *least_s = &f->least_s[q][m];
        status = time_method(&instance, ul_method_find(method_name[m]), request->seed, least_s);
        if (status != UL_OK)
            break;
        ul_sheet_cell(sheet, "%.4f", *least_s);
        if (row[q].paper_s > 0)
            ul_sheet_cell(sheet, "%.0f", row[q].paper_s / *least_s);
        else
            ul_sheet_cell(sheet, "%s", "");
    }
    if (row[q].paper_s > 0)
        ul_sheet_cell(sheet, "%.2f", row[q].paper_s);
    else
        ul_sheet_cell(sheet, "%s", "");
    ul_instance_free(&instance);
    return status;
}

static ul_status make(const ul_table_request *request, ul_arena *arena, ul_table_made *made)
{
    static const char *const head[] = {"tasks", "eva-full s", "times faster", "eva-full-code s",
                                       "times faster", "paper s"};
    figure f;
    UL_TRY(ul_sheet_new(arena, "eva-table5", "Eva, Table 5: runtime of Full Reconfiguration",
                        "CPU seconds on one core, least of three runs; the paper's are wall "
                        "seconds on eight cores", "rrrrrr", &made->table));
    for (size_t c = 0; c < sizeof head / sizeof *head; c++)
        ul_sheet_cell(made->table, "%s", head[c]);
    const double largest = ul_param_number(request->param, "largest");
    for (size_t q = 0; q < N_ROWS && (double)row[q].tasks <= largest; q++) {
        UL_TRY(fill_row(request, q, arena, &f, made));
        for (size_t m = 0; m < N_METHODS; m++)
            UL_TRY(add_runtime(&f, q, m, arena, made));
    }
    return claim_growth(&f, arena, made);
}

static const ul_param param[] = {
    {.name = "largest", .preset = "1000000", .form = UL_PARAM_WHOLE, .low = 8000, .high = 1000000,
     .brief = "leave out sizes above this; the paper's end at 8000"},
    {0},
};

const ul_table ul_table_eva_table5 = {
    .name = "eva-table5",
    .brief = "runtime of Full Reconfiguration on 1,000 to 1,000,000 tasks",
    .paper = "Eva, Section 4.2, Table 5",
    .param = param,
    .make = make,
};
