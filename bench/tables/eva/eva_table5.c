/* Eva's scalability: the runtime of Full Reconfiguration on 1,000 to 8,000
 * tasks of Table 7, and on up to a million, where the paper stops.
 *
 * The paper's implementation is O(tasks^2) in Python on eight cores; ours works
 * on groups of equal tasks. CPU seconds, one core, the least of three runs:
 * noise of a shared machine only ever adds.
 */
#include <math.h>
#include <stdio.h>

#include "cells.h"

static ul_status time_method(ul_table_made *made, const ul_instance *instance, const char *of,
                             const char *method)
{
    enum { REPEATS = 3 };
    double least_s = HUGE_VAL;
    for (int repeat = 0; repeat < REPEATS; repeat++) {
        ul_run *run;
        UL_TRY(ul_table_run(made, instance, method, NULL, &run));
        least_s = fmin(least_s, ul_run_result_of(run)->cpu_s);
        ul_run_free(run);
    }
    ul_put(made, of, method, "cpu time", least_s);
    return UL_OK;
}

static ul_status experiment(ul_table_made *made)
{
    static const size_t tasks[] = {1000, 2000, 4000, 8000, 100000, 1000000};
    for (size_t q = 0; q < sizeof tasks / sizeof *tasks; q++) {
        char of[32];
        ul_instance instance;
        if ((double)tasks[q] > ul_table_param(made, "largest"))
            break;
        snprintf(of, sizeof of, "%zu", tasks[q]);
        UL_TRY(ul_table_instance(made, "eva-table7", &(ul_source_options){
            .tasks = tasks[q], .seed = made->request->seed, .to_s = HUGE_VAL}, &instance));
        ul_status status = time_method(made, &instance, of, "eva-full");
        if (status == UL_OK)
            status = time_method(made, &instance, of, "eva-full-code");
        ul_instance_free(&instance);
        UL_TRY(status);
    }
    ul_put_note(made, "CPU seconds on one core, least of three runs; the paper's are wall seconds "
                      "of a Python program on eight cores.");
    return UL_OK;
}

static const ul_column column[] = {
    {UL_SEEN("cpu time", "s", 4), .head = "eva-full, s", .who = "eva-full"},
    {UL_SEEN("cpu time", "s", 4), .head = "eva-full-code, s", .who = "eva-full-code"}, {0}};
static const ul_table_layout layout = {.title = "Eva, Table 5: runtime of Full Reconfiguration",
                                 .of = "tasks", .column = column};
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
    .layout = &layout,
    .experiment = experiment,
};
