/* Eva's worked example (Table 3, Sections 1, 4.2 and 4.3): four tasks on four types, what
 * they may cost alone, what the algorithm pays, and when two are worth a machine. */
#include <math.h>
#include <stdio.h>

#include "cells.h"
#include "packing.h"

/* What a task may cost: the price of the cheapest type that holds it alone. */
static double reservation(const ul_packing *in, size_t task)
{
    return ul_micro_double(in->type[ul_packing_cheapest_for(in, in->task[task].shape)].price);
}

static void put_worths(ul_table_made *made, const ul_packing *in)
{
    const double first = reservation(in, 0), second = reservation(in, 1);
    for (size_t q = 0; q < in->n_tasks; q++) {
        char of[32];
        snprintf(of, sizeof of, "task %zu", q + 1);
        ul_put(made, of, "alone", "worth", reservation(in, q));
    }
    ul_put(made, "tasks 1, 2 and 4", "alone", "worth", first + second + reservation(in, 3));
    ul_put(made, "tasks 1 and 2", "at 0.8 and 0.9", "worth", 0.8 * first + 0.9 * second);
    ul_put(made, "tasks 1 and 2", "at 0.7 and 0.8", "worth", 0.7 * first + 0.8 * second);
    ul_put(made, "task 2", "at 0.8", "worth", 0.8 * second);
}

static ul_status experiment(ul_table_made *made)
{
    static const char *const method[] = {"no-packing", "eva-full", "exact"};
    ul_instance instance;
    ul_status status = ul_table_instance(made, "eva-table3", &(ul_source_options){
        .seed = made->request->seed, .to_s = HUGE_VAL}, &instance);
    UL_TRY(status);
    for (size_t m = 0; m < sizeof method / sizeof *method && status == UL_OK; m++) {
        ul_run *run;
        status = ul_table_run(made, &instance, method[m], NULL, &run);
        if (status != UL_OK)
            break;
        ul_put(made, "all tasks", method[m], "cost", ul_cost_double(ul_run_result_of(run)->cost));
        ul_run_free(run);
    }
    if (status == UL_OK)
        put_worths(made, instance.data);
    ul_instance_free(&instance);
    return status;
}

static const ul_column column[] = {{UL_SEEN("cost", "$/h", 2)}, {UL_SEEN("worth", "$/h", 2)}, {0}};
static const ul_table_layout layout = {.title = "Eva, Table 3: the worked example",
                                       .of = "of", .who = "by", .column = column};

const ul_table ul_table_eva_example = {
    .name = "eva-example",
    .brief = "Eva's worked example: what is paid, and when two tasks are worth a machine",
    .paper = "Eva, Sections 4.2 and 4.3, Table 3",
    .layout = &layout,
    .experiment = experiment,
};
