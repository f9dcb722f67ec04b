/* TR-Kubernetes, Figure 16: how long batch jobs take, as a cumulative distribution over
 * the trace's jobs.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "trk8s_batch.h"

static const char title[] = "share of jobs that take at most so long, %";

static int by_length(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static ul_status put(ul_batch_study *study)
{
    static const double minutes[] = {1, 2, 5, 10, 20, 30, 60, 100};
    const size_t n = study->jobs->n_jobs;
    double *length, *share;
    UL_ALLOC(study->made->arena, length, n);
    UL_ALLOC(study->made->arena, share, n);
    for (size_t j = 0; j < n; j++)
        length[j] = fmax(1, ul_batch_recorded_s(study->jobs, j));
    qsort(length, n, sizeof *length, by_length);
    for (size_t j = 0; j < n; j++)
        share[j] = 100 * (double)(j + 1) / (double)n;
    for (size_t q = 0, j = 0; q < sizeof minutes / sizeof *minutes; q++) {
        char of[32];
        snprintf(of, sizeof of, "%g min", minutes[q]);
        while (j < n && length[j] <= 60 * minutes[q])
            j++;
        ul_put(study->made, of, "jobs", "of jobs", 100 * (double)j / (double)n);
    }
    ul_put(study->made, "all", "jobs", "longest but few", length[(size_t)(0.99 * (double)n)] / 60);
    ul_put_curve(study->made, title, "jobs", length, share, n);
    ul_put_note(study->made, "From a job's submission to the end of its last task. A part of the trace "
                             "shows no job longer than itself.");
    return UL_OK;
}

static ul_status experiment(ul_table_made *made)
{
    return ul_batch_table(made, false, put);
}

static const ul_column column[] = {{UL_SEEN("of jobs", "%", 1), .who = "jobs"},
                                   {UL_UNSEEN("longest but few", "min")}, {0}};
static const ul_panel panel[] = {{.look = UL_STEPS, .title = title,
                                  .x_title = "seconds from submission to the end of the last task",
                                  .log_x = true}, {0}};
static const ul_table_layout layout = {.title = "TR-Kubernetes, Figure 16: lengths of batch jobs",
                                       .of = "at most", .column = column, .panel = panel};
static const ul_param param[] = {UL_BATCH_PARAMS("trk8s-fig16.svg"), {0}};

const ul_table ul_table_trk8s_fig16 = {
    .name = "trk8s-fig16",
    .brief = "how long batch jobs take, as a distribution",
    .paper = "TR-Kubernetes, Figure 16",
    .param = param,
    .layout = &layout,
    .experiment = experiment,
};
