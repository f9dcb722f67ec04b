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

enum { N_ROWS = sizeof row / sizeof *row, N_METHODS = 2, REPEATS = 3 };

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

static ul_status fill_row(const ul_table_request *request, size_t q, ul_sheet *sheet)
{
    char remark[256], text[64];
    ul_instance instance = {0};
    const ul_source_options options = {
        .tasks = row[q].tasks, .seed = request->seed, .to_s = HUGE_VAL};
    snprintf(text, sizeof text, "%zu tasks", row[q].tasks);
    if (request->say != NULL)
        request->say(request->say_context, text);
    UL_TRY(ul_source_make(ul_generator_find("eva-table7"), &options, remark, sizeof remark,
                          &instance));
    ul_sheet_cell(sheet, "%zu", row[q].tasks);
    ul_status status = UL_OK;
    for (size_t m = 0; m < N_METHODS && status == UL_OK; m++) {
        double least_s;
        status = time_method(&instance, ul_method_find(method_name[m]), request->seed, &least_s);
        if (status != UL_OK)
            break;
        ul_sheet_cell(sheet, "%.4f", least_s);
        if (row[q].paper_s > 0)
            ul_sheet_cell(sheet, "%.0f", row[q].paper_s / least_s);
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
    UL_TRY(ul_sheet_new(arena, "eva-table5", "Eva, Table 5: runtime of Full Reconfiguration",
                        "CPU seconds on one core, least of three runs; the paper's are wall "
                        "seconds on eight cores", "rrrrrr", &made->table));
    for (size_t c = 0; c < sizeof head / sizeof *head; c++)
        ul_sheet_cell(made->table, "%s", head[c]);
    for (size_t q = 0; q < N_ROWS; q++)
        UL_TRY(fill_row(request, q, made->table));
    return UL_OK;
}

const ul_table ul_table_eva_table5 = {
    .name = "eva-table5",
    .brief = "runtime of Full Reconfiguration on 1,000 to 1,000,000 tasks",
    .paper = "Eva, Section 4.2, Table 5",
    .make = make,
};
