/* Jobs of Eva's simulations as a table: one row a job, columns found by name, all
 * tasks of a job alike, demands by family. A job's work is counted in iterations;
 * its duration is what policies are told. As Eva's Figures 6 to 8 do, jobs may be made
 * to ask for several GPUs, to have several tasks, or to come faster.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "eva_jobs.h"
#include "python_shuffle.h"
#include "source_jobs.h"

enum { GAP_S = 1200 }; /* mean seconds between arrivals in Eva's traces */

typedef enum {
    JOB_ID, NAME, ARRIVAL, DURATION, ITERATIONS, PER_SECOND, INIT, TASKS, IMAGE, FETCH, BUILD,
    KILL, UPLOAD, N_COLUMNS
} column;

static const char *const column_name[N_COLUMNS] = {
    "job_id", "name", "arrival_s", "duration_s", "total_iters", "full_throughput", "init_delay_s",
    "n_tasks", "image_id", "fetch_s", "build_s", "kill_s", "upload_s",
};
static const char *const resource[UL_CATALOG_EVA_RESOURCES] = {"gpu", "cpu", "ram"};

typedef struct {
    ul_schedule_builder *b;
    const ul_source_request *request;
    bool headed;
    size_t n_columns, at[N_COLUMNS], demand_at[UL_EVA_FAMILIES][UL_CATALOG_EVA_RESOURCES];
    size_t jobs, misfits, most;
    double *dealt_s; /* durations, row by row, where they are dealt out anew; else NULL */
    size_t n_dealt, room, row;
} reading;

static ul_status find_column(const ul_csv_row *row, const char *name, size_t *at)
{
    *at = ul_csv_find(row, name);
    return *at != UL_NONE ? UL_OK
                          : ul_csv_fail(row, 0, "there is no column '%s'; is this a table of "
                                                "Eva's jobs?", name);
}

static ul_status read_header(reading *state, const ul_csv_row *row)
{
    for (column c = 0; c < N_COLUMNS; c++)
        UL_TRY(find_column(row, column_name[c], &state->at[c]));
    for (size_t f = 0; f < UL_EVA_FAMILIES; f++)
        for (size_t r = 0; r < UL_CATALOG_EVA_RESOURCES; r++) {
            char name[32];
            snprintf(name, sizeof name, "%s_%s", ul_eva_family[f], resource[r]);
            UL_TRY(find_column(row, name, &state->demand_at[f][r]));
        }
    state->headed = true;
    state->n_columns = row->n;
    return UL_OK;
}

static ul_status read_job(const reading *state, const ul_csv_row *row, ul_eva_job *job)
{
    const struct {
        column c;
        ul_micro *value;
    } seconds[] = {{ARRIVAL, &job->arrival_s}, {DURATION, &job->duration_s}, {INIT, &job->init_s},
                   {FETCH, &job->fetch_s},     {BUILD, &job->build_s},       {KILL, &job->kill_s},
                   {UPLOAD, &job->upload_s}};
    for (size_t q = 0; q < sizeof seconds / sizeof *seconds; q++)
        UL_TRY(ul_csv_micro(row, state->at[seconds[q].c], column_name[seconds[q].c],
                            seconds[q].value));
    UL_TRY(ul_csv_real(row, state->at[ITERATIONS], "total_iters", 0, 1e18, &job->iterations));
    UL_TRY(ul_csv_real(row, state->at[PER_SECOND], "full_throughput", 0, 1e18, &job->per_second));
    UL_TRY(ul_csv_count(row, state->at[TASKS], "n_tasks", UL_SCHEDULE_TASKS_MAX, &job->tasks));
    for (size_t f = 0; f < UL_EVA_FAMILIES; f++)
        for (size_t r = 0; r < UL_CATALOG_EVA_RESOURCES; r++)
            UL_TRY(ul_csv_micro(row, state->demand_at[f][r], "the demand", &job->demand[f][r]));
    job->name = row->field[state->at[JOB_ID]].text;
    job->workload = row->field[state->at[NAME]].text;
    job->image = row->field[state->at[IMAGE]].text;
    return UL_OK;
}

/* A share of all jobs, drawn among those with GPUs, asks for 2, 4 or 8 as 5 : 4 : 1, and for
 * as much more of everything else, up to what the GPU types have beside a GPU. */
static void grow(const ul_source_request *request, ul_eva_job *job)
{
    static const double with_gpus = 0.8659; /* of the trace's jobs */
    static const ul_micro beside[] = {1 * UL_MICRO, 8 * UL_MICRO, 61 * UL_MICRO};
    const double share = ul_param_number(request->param, "multi-gpu");
    if (share == 0 || job->demand[0][0] == 0 || ul_rng_unit(request->rng) >= share / with_gpus)
        return;
    const uint64_t at = ul_rng_below(request->rng, 10);
    const ul_micro gpus = at < 5 ? 2 : at < 9 ? 4 : 8;
    for (size_t f = 0; f < UL_EVA_FAMILIES; f++)
        for (size_t r = 0; r < UL_CATALOG_EVA_RESOURCES; r++)
            job->demand[f][r] = gpus * (job->demand[f][r] < beside[r] ? job->demand[f][r]
                                                                      : beside[r]);
}

static void vary(const ul_source_request *request, ul_eva_job *job)
{
    const double share = ul_param_number(request->param, "multi-task");
    const double gap_s = ul_param_number(request->param, "gap");
    grow(request, job);
    if (share > 0 && ul_rng_unit(request->rng) < share)
        job->tasks = ul_rng_below(request->rng, 2) == 0 ? 2 : 4;
    if (gap_s != GAP_S)
        job->arrival_s = (ul_micro)floor(ul_micro_double(job->arrival_s) * gap_s / GAP_S) * UL_MICRO;
}

/* ---- durations dealt out anew ---- */

static ul_status note_duration(void *context, const ul_csv_row *row)
{
    reading *state = context;
    if (!state->headed)
        return read_header(state, row);
    UL_TRY(ul_csv_expect(row, state->n_columns, "as many as the header names"));
    if (state->n_dealt == state->room) {
        state->room = state->room == 0 ? 1024 : 2 * state->room;
        double *grown = realloc(state->dealt_s, state->room * sizeof *grown);
        UL_NEED(grown);
        state->dealt_s = grown;
    }
    return ul_csv_real(row, state->at[DURATION], "duration_s", 0, 1e15,
                       &state->dealt_s[state->n_dealt++]);
}

/* Reads all durations of the file and shuffles them as its authors did. */
static ul_status deal_durations(reading *state, uint32_t seed)
{
    UL_TRY(ul_csv_read_file(state->request->input[0], note_duration, state));
    size_t *order = calloc(state->n_dealt + 1, sizeof *order);
    double *dealt_s = calloc(state->n_dealt + 1, sizeof *dealt_s);
    if (order != NULL && dealt_s != NULL) {
        for (size_t q = 0; q < state->n_dealt; q++)
            order[q] = q;
        ul_python_shuffle(seed, order, state->n_dealt);
        for (size_t q = 0; q < state->n_dealt; q++)
            dealt_s[q] = state->dealt_s[order[q]];
        memcpy(state->dealt_s, dealt_s, state->n_dealt * sizeof *dealt_s);
    }
    const bool failed = order == NULL || dealt_s == NULL;
    free(order);
    free(dealt_s);
    state->headed = false;
    return failed ? ul_no_memory() : UL_OK;
}

static void take_duration(reading *state, ul_eva_job *job)
{
    if (state->row >= state->n_dealt)
        return;
    const double s = floor(state->dealt_s[state->row]);
    job->duration_s = (ul_micro)s * UL_MICRO;
    job->iterations = floor(s * job->per_second);
}

static ul_status read_row(void *context, const ul_csv_row *row)
{
    reading *state = context;
    ul_eva_job job;
    bool fits;
    if (!state->headed)
        return read_header(state, row);
    if (state->most > 0 && state->jobs == state->most)
        return UL_OK;
    UL_TRY(ul_csv_expect(row, state->n_columns, "as many as the header names"));
    UL_TRY(read_job(state, row, &job));
    take_duration(state, &job);
    state->row++;
    vary(state->request, &job);
    UL_TRY(ul_csv_at(row, state->at[JOB_ID], ul_eva_add_job(state->b, state->request->param, &job,
                                                            &fits)));
    state->jobs += fits;
    state->misfits += !fits;
    return UL_OK;
}

static ul_status fill(ul_schedule_builder *b, void *context)
{
    const ul_source_request *request = context;
    reading state = {.b = b, .request = request,
                     .most = (size_t)ul_param_number(request->param, "count")};
    char name[UL_SOURCE_NAME];
    UL_TRY(ul_schedule_set_name(b, ul_source_name(request, name)));
    UL_TRY(ul_eva_begin(b, request->param));
    const uint32_t deal = (uint32_t)ul_param_number(request->param, "deal");
    ul_status status = deal == 0 ? UL_OK : deal_durations(&state, deal);
    if (status == UL_OK)
        status = ul_csv_read_file(request->input[0], read_row, &state);
    free(state.dealt_s);
    UL_TRY(status);
    ul_source_remark(request, "%zu jobs", state.jobs);
    if (state.misfits > 0)
        ul_source_remark(request, "%zu fit no type", state.misfits);
    if (state.jobs == 0)
        return ul_fail(UL_E_INPUT, "%s: no job is left", request->input[0]);
    return UL_OK;
}

static const ul_param param[] = {
    UL_EVA_JOB_PARAMS("vcpu"),
    UL_COUNT("count", "0", "only the first so many that fit; 0 is all", 0, 1e8),
    UL_SOURCE_JOBS,
    UL_COUNT("deal", "0", "durations dealt out anew among the jobs, as Python's shuffle does with "
             "this seed; 0: as they are", 0, 4294967295.0),
    UL_REAL("gap", "1200", "mean seconds between arrivals: other than 1200 stretches those of the "
            "file", 0.001, 1e7),
    UL_REAL("multi-gpu", "0", "share of jobs made to ask for 2, 4 or 8 GPUs (5 : 4 : 1)", 0, 0.8),
    UL_REAL("multi-task", "0", "share of jobs made to have 2 or 4 tasks (1 : 1)", 0, 1),
    {0},
};

const ul_source ul_importer_eva_jobs = {
    .name = "eva-jobs",
    .brief = "jobs of Eva's simulations (CSV, a row a job) over time, onto its 21 types",
    .paper = "Eva, Section 6.1",
    .param = param,
    .least_inputs = 1,
    .most_inputs = 1,
    .schedule = fill,
};
