/* Eva's packings at one time, Tables 3 to 5.
 *
 * The worked example (Sections 1, 4.2 and 4.3): four tasks on four types, what they may cost
 * alone, what the algorithm pays, and when two are worth a machine.
 *
 * The micro-benchmark: 30 trials of 200 tasks drawn from Table 7; the cost of every constructive
 * packing method relative to the optimum, and its runtime. The paper divides by the best plan that
 * Gurobi found in 30 minutes, never proved optimal. Here the divisor is an optimum proved by the
 * method named below; trials where its proof does not finish are left out and counted. When it
 * proves nothing, the divisor is the cheapest plan that any method found, and the table says so:
 * ratios are then too low.
 *
 * The runtime of Full Reconfiguration on 1,000 to 8,000 tasks of Table 7, and on up to a million,
 * where the paper stops. The paper's implementation is O(tasks^2) in Python on eight cores; ours
 * works on groups of equal tasks. CPU seconds, one core, the least of three runs: noise of a
 * shared machine only ever adds.
 */
#include "packing.h"
#include "registry.h"
#include "table.h"

/* ---- Table 3 ---- */

/* What a task may cost: the price of the cheapest type that holds it alone. */
static double reservation(const ul_packing *in, size_t task)
{
    return ul_micro_double(in->type[ul_packing_cheapest_for(in, in->task[task].shape)].price);
}

static ul_status experiment3(ul_table_made *made)
{
    static const char *const method[] = {"no-packing", "eva-full", "exact"};
    const ul_instance *instance;
    const ul_run *run;
    UL_TRY(ul_table_instance(made, NULL, &instance, "eva-table3"));
    for (size_t m = 0; m < sizeof method / sizeof *method; m++) {
        UL_TRY(ul_table_run(made, instance, method[m], NULL, &run));
        ul_put(made, "all tasks", method[m], "cost", ul_cost_double(ul_run_result_of(run)->cost));
    }
    const ul_packing *in = instance->data;
    const double first = reservation(in, 0), second = reservation(in, 1);
    for (size_t q = 0; q < in->n_tasks; q++)
        ul_put(made, ul_text(made, "task %zu", q + 1), "alone", "worth", reservation(in, q));
    ul_put(made, "tasks 1, 2 and 4", "alone", "worth", first + second + reservation(in, 3));
    ul_put(made, "tasks 1 and 2", "at 0.8 and 0.9", "worth", 0.8 * first + 0.9 * second);
    ul_put(made, "tasks 1 and 2", "at 0.7 and 0.8", "worth", 0.7 * first + 0.8 * second);
    ul_put(made, "task 2", "at 0.8", "worth", 0.8 * second);
    return UL_OK;
}

const ul_table ul_table_eva_example = {
    .name = "eva-example", .paper = "Eva, Sections 4.2 and 4.3, Table 3",
    .brief = "the worked example: what is paid, and when two tasks are worth a machine",
    .of = "of", .who = "by",
    .column = UL_COLUMNS(UL_COL("cost", "$/h", 2), UL_COL("worth", "$/h", 2)),
    .experiment = experiment3,
};

/* ---- Table 4 ---- */

static const char prover[] = "exact";
enum { METHODS_MAX = 64 };

typedef struct {
    ul_table_made *made;
    size_t n_trials, n_methods, n_proved;
    const char *method[METHODS_MAX];
    ul_cost *cost;  /* trials x methods */
    ul_cost *least; /* of a trial's, the optimum where that is proved */
    bool *proved;
} bench;

static ul_status run_trial(bench *b, size_t trial)
{
    ul_table_made *made = b->made;
    const uint64_t seed = made->request->seed + trial;
    const ul_instance *instance;
    ul_cost optimum = -1, *least = &b->least[trial];
    UL_TRY(ul_table_instance(made, &(ul_source_options){
        .tasks = (size_t)ul_table_param(made, "tasks"), .seed = seed}, &instance,
        "eva-table7 rows=%s cores=%s", ul_table_text(made, "rows"), ul_table_text(made, "cores")));
    for (size_t m = 0; m < b->n_methods; m++) {
        const char *method = b->method[m];
        char cost[UL_NUMBER_TEXT];
        const ul_run *run;
        UL_TRY(ul_table_run(made, instance, method, &(ul_run_options){.seed = seed,
            .time_limit_s = ul_same(method, prover) ? made->request->time_limit_s : 0}, &run));
        const ul_run_result *result = ul_run_result_of(run);
        b->cost[trial * b->n_methods + m] = result->cost;
        *least = m == 0 || result->cost < *least ? result->cost : *least;
        optimum = result->outcome == UL_OPTIMAL ? result->cost : optimum;
        ul_add(made, "", method, "cost", NAN); /* its place is before the time's */
        ul_add(made, "", method, "cpu time", result->cpu_s);
        ul_table_trial(made, "trial\tinstance\tmethod\tstatus\tcost\tcpu_s",
                       "%zu\t%s\t%s\t%s\t%s\t%.6f", trial + 1, instance->name, method,
                       ul_outcome_name(result->outcome), ul_cost_text(result->cost, cost),
                       result->cpu_s);
    }
    b->proved[trial] = optimum >= 0;
    b->n_proved += optimum >= 0;
    return *least >= optimum
               ? UL_OK
               : ul_fail(UL_E_INTERNAL, "alarm: on trial %zu a method costs less than the proved "
                                        "optimum", trial + 1);
}

static ul_status experiment4(ul_table_made *made)
{
    bench b = {.made = made, .n_trials = (size_t)ul_table_param(made, "trials")};
    for (const ul_method *const *m = ul_methods; *m != NULL && b.n_methods < METHODS_MAX; m++)
        if ((*m)->packing != NULL && (((*m)->traits & UL_CONSTRUCTIVE) != 0
                                      || ul_same((*m)->name, prover)))
            b.method[b.n_methods++] = (*m)->name;
    UL_ALLOC(made->arena, b.cost, b.n_trials * b.n_methods);
    UL_ALLOC(made->arena, b.least, b.n_trials);
    UL_ALLOC(made->arena, b.proved, b.n_trials);
    for (size_t trial = 0; trial < b.n_trials; trial++)
        UL_TRY(run_trial(&b, trial));
    for (size_t trial = 0; trial < b.n_trials; trial++)
        for (size_t m = 0; m < b.n_methods && (b.proved[trial] || b.n_proved == 0); m++)
            ul_add(made, "", b.method[m], "cost", ul_cost_double(b.cost[trial * b.n_methods + m])
                                                      / ul_cost_double(b.least[trial]));
    ul_put(made, "", prover, "trials proved", (double)b.n_proved);
    if (b.n_trials < 30 || ul_table_param(made, "tasks") != 200)
        made->unlike = "the paper has 30 trials of 200 tasks";
    if (b.n_proved > 0)
        return ul_put_note(made, "Cost divided by the proved optimum, mean and standard deviation "
            "over the %zu of %zu trials where it was proved; CPU time, mean.", b.n_proved, b.n_trials);
    return ul_put_note(made, "Cost divided by the cheapest plan found, mean and standard deviation "
        "over %zu trials; CPU time, mean. No optimum is proved, so the true ratios are as high or "
        "higher.", b.n_trials);
}

const ul_table ul_table_eva_table4 = {
    .name = "eva-table4", .paper = "Eva, Section 4.2, Table 4",
    .brief = "cost of the micro-benchmark against the optimum, and runtime", .who = "method",
    .hidden = "trials proved (count)",
    .column = UL_COLUMNS(UL_COL("cost", "x", 3, .deviates = true),
        UL_COL("cpu time", "s", UL_DURATION, .head = "time")),
    .param = UL_PARAMS(UL_COUNT("trials", "30", "how many instances", 1, 10000),
        UL_COUNT("tasks", "200", "tasks of each", 1, 1000000),
        UL_CHOICE("rows", "ten", "all rows of Table 7, or its nine kinds", "ten|nine"),
        UL_CHOICE("cores", "physical", "what a type's CPU capacity counts", "physical|vcpu")),
    .time_limit_s = 20, .experiment = experiment4,
};

/* ---- Table 5 ---- */

static ul_status time_method(ul_table_made *made, const ul_instance *instance, const char *of,
                             const char *method)
{
    enum { REPEATS = 3 };
    double least_s = HUGE_VAL;
    const ul_run *run;
    for (int repeat = 0; repeat < REPEATS; repeat++) {
        UL_TRY(ul_table_run(made, instance, method, NULL, &run));
        least_s = fmin(least_s, ul_run_result_of(run)->cpu_s);
    }
    ul_put(made, of, method, "cpu time", least_s);
    return UL_OK;
}

static ul_status experiment5(ul_table_made *made)
{
    static const size_t tasks[] = {1000, 2000, 4000, 8000, 100000, 1000000};
    for (size_t q = 0; q < sizeof tasks / sizeof *tasks; q++) {
        const char *of = ul_text(made, "%zu", tasks[q]);
        const ul_instance *instance;
        if ((double)tasks[q] > ul_table_param(made, "largest"))
            break;
        UL_TRY(ul_table_instance(made, &(ul_source_options){.tasks = tasks[q]}, &instance,
                                 "eva-table7"));
        UL_TRY(time_method(made, instance, of, "eva-full"));
        UL_TRY(time_method(made, instance, of, "eva-full-code"));
        ul_table_let_go(made, NULL);
    }
    return ul_put_note(made, "CPU seconds on one core, least of three runs; the paper's are wall "
        "seconds of a Python program on eight cores.");
}

const ul_table ul_table_eva_table5 = {
    .name = "eva-table5", .paper = "Eva, Section 4.2, Table 5",
    .brief = "runtime of Full Reconfiguration on 1,000 to 1,000,000 tasks", .of = "tasks",
    .column = UL_COLUMNS(UL_COL("cpu time", "s", 4, .head = "s", .who = "*")),
    .param = UL_PARAMS(UL_COUNT("largest", "1000000",
                 "leave out sizes above this; the paper's end at 8000", 8000, 1000000)),
    .experiment = experiment5,
};
