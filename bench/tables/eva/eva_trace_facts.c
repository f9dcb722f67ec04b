/* Eva's Tables 8 and 9: what the jobs of Alibaba's trace demand, those that failed included,
 * and how long those of Eva's two traces run. Every job has one task, so a task is a job.
 * Quantiles interpolate between order statistics (R type 7). */
#include "packing.h"
#include "statistics.h"
#include "table.h"

/* The packing of the trace that a parameter gives; none where it gives none. */
static ul_status read_trace(ul_table_made *made, const char *name, const char *importer,
                            const ul_packing **in)
{
    const char *path = ul_table_text(made, name);
    const ul_instance *instance;
    *in = NULL;
    if (path[0] == '\0')
        return UL_OK;
    UL_TRY(ul_table_instance(made, &(ul_source_options){.input = &path}, &instance, "%s", importer));
    *in = instance->data;
    return UL_OK;
}

static ul_status count_gpus(ul_table_made *made)
{
    static const double gpus[] = {0, 1, 2, 4, 8};
    const ul_packing *in;
    double several = 0;
    UL_TRY(read_trace(made, "pods", "alibaba-gpu-v2023 failed=keep", &in));
    for (size_t q = 0; q < sizeof gpus / sizeof *gpus; q++) {
        const char *of = ul_text(made, "%g", gpus[q]);
        double n = 0;
        for (size_t j = 0; in != NULL && j < in->n_tasks; j++)
            n += ul_micro_double(ul_packing_demand(in, in->task[j].shape, 0)[0]) == gpus[q];
        ul_put(made, of, "", "jobs", in == NULL ? NAN : n);
        ul_put(made, of, "", "share", in == NULL ? NAN : 100 * n / (double)in->n_tasks);
        several += gpus[q] > 1 ? ul_got(made, of, "", "share") : 0;
    }
    ul_put(made, "", "several GPUs", "share in all", several);
    ul_put_note(made, in != NULL ? "Jobs that fit one of the 21 types, those that failed included."
                                 : "Not made: the trace is missing; --set pods=FILE takes "
                                   "openb_pod_list_default.csv of Alibaba's GPU trace.");
    return UL_OK;
}

static ul_status put_durations(ul_table_made *made, const char *of, const char *name)
{
    static const struct {
        const char *measure;
        double share;
    } quantile[] = {{"median", 0.5}, {"P80", 0.8}, {"P95", 0.95}};
    const ul_packing *in;
    double *hours;
    UL_TRY(read_trace(made, name, "eva-trace", &in));
    const size_t n = in == NULL ? 0 : in->n_tasks;
    UL_ALLOC(made->arena, hours, n + 1);
    for (size_t j = 0; j < n; j++)
        hours[j] = ul_micro_double(in->task[j].runtime_s) / 3600;
    ul_put(made, of, "", "jobs", n == 0 ? NAN : (double)n);
    ul_put(made, of, "", "mean", n == 0 ? NAN : ul_stat_mean(hours, n));
    for (size_t q = 0; q < sizeof quantile / sizeof *quantile; q++)
        ul_put(made, of, "", quantile[q].measure,
               n == 0 ? NAN : ul_stat_quantile(hours, n, quantile[q].share));
    ul_put(made, of, "", "median in minutes", 60 * ul_got(made, of, "", "median"));
    return UL_OK;
}

static ul_status time_jobs(ul_table_made *made)
{
    UL_TRY(put_durations(made, "Alibaba", "alibaba"));
    UL_TRY(put_durations(made, "Gavel", "gavel"));
    return ul_put_note(made, "Jobs of the trace that fit one of the 21 types. Where a row is empty "
        "the trace is missing; --set alibaba=FILE takes pai_full_alibaba_duration.json of Eva's "
        "artifact, --set gavel=FILE pai_full.json.");
}

const ul_table ul_table_eva_table8 = {
    .name = "eva-table8", .paper = "Eva, Section 6.1, Table 8",
    .brief = "how many GPUs the jobs of Alibaba's trace demand", .of = "GPUs",
    .hidden = "share in all (%)",
    .column = UL_COLUMNS(UL_COL("jobs", "count", 0),
        UL_COL("share", "%", 2, .head = "of all jobs")),
    .param = UL_PARAMS(UL_TEXT("pods", "",
                "Alibaba's list, openb_pod_list_default.csv of cluster-trace-gpu-v2023")),
    .experiment = count_gpus,
};

const ul_table ul_table_eva_table9 = {
    .name = "eva-table9", .paper = "Eva, Section 6.1, Table 9",
    .brief = "how long the jobs of Eva's traces run", .of = "durations",
    .hidden = "median in minutes (min)",
    .column = UL_COLUMNS(UL_COL("jobs", "count", 0), UL_COL("mean", "h", 2),
        UL_COL("median", "h", 2), UL_COL("P80", "h", 2), UL_COL("P95", "h", 2)),
    .param = UL_PARAMS(UL_TEXT("alibaba", "",
                "Eva's trace with Alibaba's durations, pai_full_alibaba_duration.json"),
        UL_TEXT("gavel", "", "Eva's trace with Gavel's durations, pai_full.json")),
    .experiment = time_jobs,
};
