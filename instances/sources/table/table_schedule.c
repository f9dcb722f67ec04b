/* Tables as jobs over time. Rows with one job's name are its tasks. */
#include <stdlib.h>
#include <string.h>

#include "catalog.h"
#include "names.h"
#include "source_jobs.h"
#include "table_kinds.h"

enum { JOB, ARRIVAL, DURATION, TASKS, WORKLOAD, GANG, ESTIMATE };
static const ul_data_field schedule_field[] = {
    [JOB] = {"job", UL_FIELD_TEXT, false, 0},
    [ARRIVAL] = {"arrival", UL_FIELD_SECONDS, false, 0},
    [DURATION] = {"duration", UL_FIELD_SECONDS, true, 0},
    [TASKS] = {"tasks", UL_FIELD_COUNT, false, UL_MICRO},
    [WORKLOAD] = {"workload", UL_FIELD_TEXT, false, 0},
    [GANG] = {"gang", UL_FIELD_AMOUNT, false, 0},
    [ESTIMATE] = {"estimate", UL_FIELD_SECONDS, false, -1},
    {0},
};

typedef struct {
    const ul_data_rows *rows;
    const ul_source_request *request;
    struct member {
        const ul_data_record *row;
        size_t job; /* in order of first appearance */
    } *member;
    size_t n, misfits;
    const ul_data_record *misfit; /* the first */
} making;

/* By job, then by arrival, then by line. */
static int compare(const void *a, const void *b)
{
    const struct member *p = a, *q = b;
    const ul_micro s = p->row->number[ARRIVAL], t = q->row->number[ARRIVAL];
    UL_LOWER_FIRST(p->job, q->job);
    UL_LOWER_FIRST(s, t);
    return p->row->line < q->row->line ? -1 : p->row->line > q->row->line;
}

/* The rows that fit some type, sorted by job. */
static ul_status group(making *state, ul_names *jobs, const ul_schedule_builder *b)
{
    const ul_data_rows *rows = state->rows;
    UL_ALLOC(rows->arena, state->member, rows->n);
    for (size_t q = 0; q < rows->n; q++) {
        ul_data_record *row = &rows->record[q];
        if (!ul_schedule_builder_fits(b, NULL, row->number + rows->n_fields)) {
            state->misfit = state->misfits++ == 0 ? row : state->misfit;
            continue;
        }
        if (row->text[JOB] == NULL)
            UL_TRY(ul_arena_format(rows->arena, &row->text[JOB], "row-%zu", row->line));
        const size_t job = ul_names_add(jobs, row->text[JOB], strlen(row->text[JOB]), NULL);
        if (job == UL_NONE)
            return ul_no_memory();
        state->member[state->n++] = (struct member){row, job};
    }
    qsort(state->member, state->n, sizeof *state->member, compare);
    return UL_OK;
}

static ul_status add_estimates(ul_schedule_builder *b, const struct member *first, size_t n)
{
    for (size_t q = 0; q < n; q++) {
        const ul_micro *number = first[q].row->number;
        const ul_micro told_s = number[ESTIMATE] >= 0 ? number[ESTIMATE] : number[DURATION];
        for (uint64_t i = 0; i < (uint64_t)(number[TASKS] / UL_MICRO); i++)
            UL_TRY(ul_schedule_add_estimate(b, &told_s, 1));
    }
    return UL_OK;
}

static ul_micro longest(const struct member *first, size_t n)
{
    ul_micro most_s = 0;
    for (size_t q = 0; q < n; q++)
        if (first[q].row->number[DURATION] > most_s)
            most_s = first[q].row->number[DURATION];
    return most_s;
}

/* A job of n rows. A gang begins when the last of it is there, and its tasks end together:
 * each works as long as the longest. */
static ul_status add_job(ul_schedule_builder *b, const making *state, const struct member *first,
                         size_t n)
{
    const size_t n_fields = state->rows->n_fields;
    const ul_micro *number = first->row->number;
    const bool is_gang = number[GANG] > 0;
    const ul_micro gang_s = longest(first, n);
    const ul_micro arrival_s = first[is_gang ? n - 1 : 0].row->number[ARRIVAL];
    const ul_micro loading_s =
        (ul_micro)(ul_param_number(state->request->param, "loading") * 1e6);
    const ul_schedule_job_facts facts = {
        .name = first->row->text[JOB], .arrival_s = arrival_s,
        .tasks = (uint64_t)(number[TASKS] / UL_MICRO), .workload = first->row->text[WORKLOAD],
        .work_s = is_gang ? gang_s : number[DURATION], .gang = is_gang, .demand = number + n_fields,
    };
    bool is_told = false;
    UL_TRY(ul_schedule_add_job(b, &facts));
    for (size_t q = 0; q < n; q++) {
        const ul_micro *own = first[q].row->number;
        is_told = is_told || own[ESTIMATE] >= 0;
        if (q > 0)
            UL_TRY(ul_schedule_add_tasks(b, is_gang ? arrival_s : own[ARRIVAL],
                                         (uint64_t)(own[TASKS] / UL_MICRO),
                                         is_gang ? gang_s : own[DURATION], own + n_fields));
    }
    if (is_told)
        UL_TRY(add_estimates(b, first, n));
    return loading_s > 0 ? ul_schedule_set_moving(b, loading_s, 0, 0, 0, 0, NULL) : UL_OK;
}

static ul_status add_jobs(ul_schedule_builder *b, making *state)
{
    const char *path = state->request->input[0];
    size_t jobs = 0, n;
    for (size_t q = 0; q < state->n; q += n, jobs++) {
        for (n = 1; q + n < state->n && state->member[q + n].job == state->member[q].job;)
            n++;
        if (add_job(b, state, &state->member[q], n) != UL_OK)
            return ul_fail_prefix(UL_E_INPUT, "%s:%zu", path, state->member[q].row->line);
    }
    ul_source_remark(state->request, "%zu jobs", jobs);
    if (state->misfits > 0)
        ul_source_remark(state->request, "%zu rows fit no type (line %zu first)", state->misfits,
                         state->misfit->line);
    return jobs > 0 ? UL_OK : ul_data_fits_nowhere(state->request, state->rows, state->misfit);
}

static ul_status fill(ul_schedule_builder *b, void *context)
{
    making *state = context;
    const ul_source_request *request = state->request;
    const char *file = ul_param_text(request->param, "catalog");
    char name[UL_SOURCE_NAME];
    UL_TRY(ul_schedule_set_name(b, ul_source_name(request, name)));
    UL_TRY(ul_schedule_set_round(
        b, (ul_micro)(ul_param_number(request->param, "round") * 1e6)));
    UL_TRY(ul_schedule_set_billing(
        b, NULL, (ul_micro)(ul_param_number(request->param, "billing") * 1e6), 0));
    UL_TRY(ul_catalog_read_rented(file, state->rows->resource, state->rows->n_resources, b));
    ul_names *jobs = ul_names_new();
    ul_status status = jobs == NULL ? ul_no_memory() : group(state, jobs, b);
    ul_names_free(jobs);
    return status == UL_OK ? add_jobs(b, state) : status;
}

static ul_status make(const ul_data_rows *rows, const ul_source_request *request,
                      ul_instance *instance)
{
    return ul_source_schedule(request, fill, &(making){.rows = rows, .request = request}, instance);
}

const ul_data_kind ul_data_schedule = {"schedule", schedule_field, UL_RESOURCES_NEEDED, make};
