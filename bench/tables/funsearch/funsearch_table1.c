/* FunSearch's Table 1: online bin packing, the excess over the bound L1 of a set, which is
 * (mean bins - mean L1) / mean L1; and the same over the proved optimum, which the paper
 * does not have. Without the published sets others are drawn by the same rules. */
#include "table.h"

static const struct {
    const char *name, *file, *drawn; /* drawn: a generator with its settings */
    int instances, tasks;
    const char *rule; /* what FunSearch found on this kind of set */
} set[] = {
    {"OR1", "binpack1.txt", "bpp", 20, 120, "funsearch-or"},
    {"OR2", "binpack2.txt", "bpp", 20, 250, "funsearch-or"},
    {"OR3", "binpack3.txt", "bpp", 20, 500, "funsearch-or"},
    {"OR4", "binpack4.txt", "bpp", 20, 1000, "funsearch-or"},
    {"Weibull 5k", "funsearch-weibull-5k.txt", "weibull", 5, 5000, "funsearch-weibull"},
};
enum { SETS = sizeof set / sizeof *set };

static ul_status make_instance(ul_table_made *made, size_t s, int number,
                               const ul_instance **instance)
{
    const char *found;
    UL_TRY(ul_table_trace(made, set[s].file, &found));
    if (found != NULL)
        return ul_table_instance(made, &(ul_source_options){.input = &found}, instance,
                                 "or-library problem=%d", number);
    made->unlike = "its sets are drawn anew";
    return ul_table_instance(made, &(ul_source_options){
        .seed = made->request->seed + (uint64_t)number - 1, .tasks = (size_t)set[s].tasks},
        instance, "%s", set[s].drawn);
}

static ul_status run_set(ul_table_made *made, size_t s)
{
    static const char *const who[] = {"first fit", "best fit", "FunSearch", "optimum"};
    const char *method[] = {"first-fit", "best-fit", set[s].rule, "exact"};
    double sum[4] = {0}, sum_l1 = 0;
    const int instances = (int)fmin(set[s].instances, ul_table_param(made, "instances"));
    if (instances < set[s].instances)
        made->unlike = "it has fewer instances";
    for (int number = 1; number <= instances; number++) {
        const ul_instance *instance;
        const ul_run *run;
        double machines, l1 = 0;
        UL_TRY(make_instance(made, s, number, &instance));
        for (size_t m = 0; m < 4; m++) {
            UL_TRY(ul_table_run(made, instance, method[m], &(ul_run_options){
                .time_limit_s = made->request->time_limit_s}, &run));
            machines = ul_table_measure(run, "machines");
            l1 = round(machines / (1 + ul_table_measure(run, "excess_l1")));
            if (m == 3 && ul_run_result_of(run)->outcome != UL_OPTIMAL)
                machines = NAN; /* a sum with it is not known, either */
            sum[m] += machines;
            ul_table_trial(made, "set\tnumber\tmethod\tbins\tl1", "%s\t%d\t%s\t%g\t%g", set[s].name,
                           number, method[m], machines, l1);
        }
        sum_l1 += l1;
    }
    for (size_t m = 0; m < 4; m++) {
        ul_put(made, set[s].name, who[m], "excess", 100 * (sum[m] / sum_l1 - 1));
        if (m < 3)
            ul_put(made, set[s].name, who[m], "above the optimum", 100 * (sum[m] / sum[3] - 1));
    }
    ul_table_let_go(made, NULL);
    return UL_OK;
}

static ul_status experiment(ul_table_made *made)
{
    for (size_t s = 0; s < SETS; s++)
        UL_TRY(run_set(made, s));
    return ul_put_note(made, "FunSearch: the rule that it found on OR-Library's sizes for OR1 to "
        "OR4, the one for Weibull sizes behind them.%s",
        made->unlike == NULL ? "" :
        "  --set traces=FOLDER takes OR-Library's binpack1.txt ... binpack4.txt and the "
        "notebook's Weibull test set as funsearch-weibull-5k.txt, in the same form.");
}

const ul_table ul_table_funsearch_table1 = {
    .name = "funsearch-table1",
    .paper = "Romera-Paredes et al., FunSearch, Nature 625 (2024), Table 1",
    .brief = "online bin packing: excess over L1 and over the optimum",
    .title = "FunSearch, Table 1: online bin packing", .of = "set", .who = "rule",
    .column = UL_COLUMNS(UL_COL("excess", "%", 2, .head = "excess over L1"),
        UL_COL("above the optimum", "%", 2)),
    .param = UL_PARAMS(UL_TEXT("traces", "", "folder with the published sets; empty: drawn ones"),
        UL_COUNT("instances", "20", "of a set at most", 1, 1000)), .time_limit_s = 20,
    .experiment = experiment,
};
