/* What it is worth to know how long virtual machines stay, and to know it badly: the cost of
 * policies that place once and for all, above the floor of schedules in which nobody waits,
 * against how far their predictions are off.
 *
 * Nobody printed these numbers; rules that the papers leave open are ours (docs/methods.md).
 */
#include "table.h"

enum { ERRORS = 6 };
static const char *const error[ERRORS] = {"exact",       "2 times",  "4 times",
                                          "8 times", "16 times", "32 times"};
static const char *const policy[] = {"duration base=10", "lifetime-greedy", "lifetime-align",
                                     "la-binary", "nilas", "lava", NULL};
/* Who does not know, and who knows everything from the beginning. */
static const char *const other[] = {"first-fit", "best-fit", "longest-first", NULL};

static ul_status measure(ul_table_made *made, const ul_instance *instance, const char *of,
                         const char *who, const char *method, double floor)
{
    const ul_run *run;
    UL_TRY(ul_table_run(made, instance, method, NULL, &run));
    UL_TRY(ul_table_above(made, of, who, run, floor));
    const double cost = ul_cost_double(ul_run_result_of(run)->cost);
    if (ul_same(method, "first-fit"))
        for (size_t e = 0; e < ERRORS; e++)
            ul_add(made, error[e], "", "first-fit", 100 * (cost / floor - 1));
    ul_table_trial(made, "instance\tmethod\tcost\tfloor\tempty hosts\tstranded cpu\tstranded memory",
                   "%s\t%s\t%.6f\t%.6f\t%.4f\t%.4f\t%.4f", instance->name, method, cost, floor,
                   ul_table_measure(run, "empty_hosts"), ul_table_measure(run, "stranded_cpu"),
                   ul_table_measure(run, "stranded_mem_gb"));
    return UL_OK;
}

/* Virtual machines of the trace, or drawn ones. */
static ul_status make_instance(ul_table_made *made, size_t trial, const ul_instance **instance)
{
    const char *input;
    const size_t n = (size_t)ul_table_param(made, "machines");
    UL_TRY(ul_table_trace(made, "Huawei-East-1-lt.csv", &input));
    if (input == NULL)
        return ul_table_instance(made, &(ul_source_options){
            .tasks = n, .seed = made->request->seed + trial}, instance, "vms");
    return ul_table_instance(made, &(ul_source_options){.input = &input}, instance,
                             "huawei-vms count=%zu", n);
}

static ul_status experiment(ul_table_made *made)
{
    const bool drawn = ul_table_text(made, "traces")[0] == '\0';
    const size_t trials = drawn ? (size_t)ul_table_param(made, "trials") : 1;
    for (size_t t = 0; t < trials; t++) {
        const ul_instance *instance;
        double floor;
        UL_TRY(make_instance(made, t, &instance));
        UL_TRY(ul_table_floor(made, instance, ul_text(made, "-%zu", t + 1), " wait=0", &floor));
        for (size_t q = 0; other[q] != NULL; q++)
            UL_TRY(measure(made, instance, "exact", other[q], other[q], floor));
        for (size_t q = 0; policy[q] != NULL; q++)
            for (int e = 0; e < ERRORS; e++)
                UL_TRY(measure(made, instance, error[e], policy[q],
                               ul_text(made, "%s predict=%d off=%d", policy[q], e > 0, e), floor));
        ul_table_let_go(made, instance);
    }
    return ul_put_note(made, "Cost above the floor of schedules in which nobody waits, where "
        "lifetimes are known, or predicted and off by so many times at most, either way. first-fit "
        "and best-fit know nothing, longest-first knows everybody before the first comes. %zu "
        "workloads of %zu virtual machines%s.", trials, (size_t)ul_table_param(made, "machines"),
        drawn ? "; --set traces=FOLDER takes Huawei-East-1-lt.csv" : " of Huawei's month");
}

const ul_table ul_table_lifetimes = {
    .name = "lifetimes", .paper = "Lifetimes of virtual machines, policies of 2014 to 2025",
    .brief = "what lifetimes are worth to who places virtual machines, by how far they are off",
    .title = "Cost against prediction error", .of = "predictions off by at most",
    .hidden = "first-fit (%)",
    .column = UL_COLUMNS(UL_COL("above", "%", 1, .head = "", .who = "*")),
    .panel = UL_PANELS({.title = "Above the floor, %, by how far predictions are off; dashed: "
                                 "first fit", .measure = "above", .mark = "first-fit"}),
    .param = UL_PARAMS(UL_TEXT("traces", "", "folder with Huawei-East-1-lt.csv; empty: drawn ones"),
        UL_COUNT("machines", "5000", "virtual machines of each workload", 1, 1000000000),
        UL_COUNT("trials", "5", "workloads that are drawn", 1, 1000), UL_TABLE_CERTIFICATES,
        UL_TABLE_PICTURE("lifetimes.svg")), .experiment = experiment,
};
