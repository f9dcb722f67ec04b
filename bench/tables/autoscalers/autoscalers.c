/* What Kubernetes' autoscalers pay above what is possible: for tasks that come all at once
 * against the optimum or a proved bound, over time against a floor that no schedule goes below.
 *
 * Nobody printed these numbers; instances and versions of the autoscalers are ours to say.
 */
#include "table.h"

/* A case, and who is compared in it. */
typedef struct {
    const char *name, *source;
    size_t size; /* tasks, or 0: as many jobs as the parameter says */
    const char *const *method;
} shop;

static const char *const packing[] = {
    "no-packing", "cluster-autoscaler expander=most-pods ties=random",
    "cluster-autoscaler expander=least-nodes ties=random", "karpenter",
    "cluster-autoscaler expander=price ties=random", "cluster-autoscaler ties=random",
    "karpenter-consolidated", "karpenter-consolidated start=no-packing",
    "cluster-autoscaler-karpenter", "eva-full-code", NULL};
static const char *const policy[] = {
    "no-packing", "cluster-autoscaler ties=random", "cluster-autoscaler ties=random unneeded=60",
    "karpenter", "karpenter after=60", "karpenter policy=empty", "karpenter policy=balanced",
    "stratus", "eva", NULL};

static const shop shops[] = {
    {"50 tasks at once", "eva-table7", 50, packing},
    {"200 tasks at once", "eva-table7", 200, packing},
    {"Google's jobs over time", "google-jobs", 0, policy},
    {"Alibaba's jobs over time", "alibaba-jobs", 0, policy},
};

/* What was proved in time: optima among the bounds at once; nothing. */
typedef struct {
    size_t n_optima, n_bounds, n_none;
} found;

static ul_status trial(ul_table_made *made, const shop *s, size_t number, found *proved)
{
    const ul_instance *instance;
    const size_t jobs = (size_t)ul_table_param(made, "jobs");
    const char *catalog = ul_table_text(made, "catalog");
    const uint64_t seed = made->request->seed + number; /* of the instance, and of what is drawn */
    const ul_run *run = NULL;
    double least = 0; /* that is proved: the optimum, or in time no more than a bound */
    UL_TRY(ul_table_instance(made, &(ul_source_options){
        .tasks = s->size > 0 ? s->size : jobs, .seed = seed},
        &instance, "%s%s%s", s->source, catalog[0] == '\0' ? "" : " catalog=", catalog));
    if (s->size == 0)
        UL_TRY(ul_table_floor(made, instance, ul_text(made, "-%s", instance->name), "", &least));
    else
        UL_TRY(ul_table_try(made, instance, "exact", &(ul_run_options){
            .cpu_limit_s = made->request->time_limit_s}, &run));
    if (run != NULL && ul_run_result_of(run)->has_bound)
        least = ul_cost_double(ul_run_result_of(run)->bound);
    proved->n_optima += run != NULL && ul_run_result_of(run)->outcome == UL_OPTIMAL;
    proved->n_bounds += run != NULL && least > 0;
    proved->n_none += least <= 0;
    for (size_t m = 0; s->method[m] != NULL && least > 0; m++) {
        UL_TRY(ul_table_run(made, instance, s->method[m], &(ul_run_options){.seed = seed}, &run));
        UL_TRY(ul_table_above(made, s->name, s->method[m], run, least));
        ul_table_trial(made, "instance\tmethod\tcost\tleast", "%s\t%s\t%.6f\t%.6f", instance->name,
                       s->method[m], ul_cost_double(ul_run_result_of(run)->cost), least);
    }
    ul_table_let_go(made, instance);
    return UL_OK;
}

static ul_status experiment(ul_table_made *made)
{
    const size_t trials = (size_t)ul_table_param(made, "trials");
    found proved = {0};
    for (size_t q = 0; q < sizeof shops / sizeof *shops; q++)
        for (size_t t = 0; t < trials; t++)
            UL_TRY(trial(made, &shops[q], t, &proved));
    return ul_put_note(made, "Cost above what is proved: of tasks that come all at once (Eva's Table 7, "
        "its 21 EC2 types unless there is a catalog) the optimum, in %zu of %zu instances, else the "
        "bound that was proved in time, so that less is lost than is shown; of jobs over time the "
        "floor, which no schedule goes below, however long jobs wait. Nothing was proved in time of "
        "%zu instances, which are left out.", proved.n_optima, proved.n_bounds, proved.n_none);
}

const ul_table ul_table_autoscalers = {
    .name = "autoscalers", .paper = "Karpenter and cluster-autoscaler, as of August 2026",
    .brief = "what Kubernetes' autoscalers pay above what is proved, at once and over time",
    .title = "What autoscalers leave on the table", .of = "workload", .who = "method",
    .column = UL_COLUMNS(UL_COL("above", "%", 1, .head = "mean above"),
        UL_COL("above, median", "%", 1, .head = "median"),
        UL_COL("above, most", "%", 1, .head = "worst")),
    .panel = UL_PANELS(
        {.look = UL_BARS, .title = "Above what is proved, mean, %", .measure = "above"}),
    .param = UL_PARAMS(UL_COUNT("trials", "15", "instances of each case", 1, 1000),
        UL_COUNT("jobs", "100", "of each instance over time", 1, 100000),
        UL_TEXT("catalog", "", "file of the types to rent; empty: those of the papers"),
        UL_TABLE_CERTIFICATES, UL_TABLE_PICTURE("autoscalers.svg")), .time_limit_s = 20,
    .experiment = experiment,
};
