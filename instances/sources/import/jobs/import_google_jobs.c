/* Google's jobs over time, as Stratus runs them: a job counts if each of its tasks
 * that the file shows was submitted after the trace's start and ended in it, with
 * its last run; requests are at least 0.01.
 *
 * google-2011-batch takes what TR-Kubernetes runs on its excess: tasks that are not
 * production, CPU alone, in ECU; how long a job took in the trace is kept.
 *
 * A trace part covers 93 minutes. With `span` a longer time is made of it: jobs are
 * drawn with replacement at the trace's rate and arrive at random, each as it is.
 *
 * O(rows + tasks log tasks) time; memory is about 150 bytes a task seen.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "google_events.h"
#include "grow.h"
#include "source_jobs.h"
#include "stratus_source.h"

#define NEVER UL_GOOGLE_NEVER
#define LEAST_REQUEST ((ul_micro)10000) /* 0.01 vCPU or GiB */
enum { PRODUCTION = 9, ECU_OF_LARGEST = 26 };

typedef struct {
    uint64_t submit_us, schedule_us;    /* first, last */
    uint64_t begin_us, end_us;          /* of the last run that ended */
    ul_micro demand[UL_CATALOG_M4_RESOURCES]; /* of its end; negative when not recorded */
    uint32_t job, index;                /* index: of the task itself */
    bool is_production;
} history;

typedef struct {
    const ul_source_request *request;
    ul_stratus_source world;
    bool any_end, is_batch;
    double longer; /* runs, than they were */
    ul_google_names names;
    history *past;
    size_t room;
    /* what counts: tasks of kept jobs by job and submission */
    uint32_t *first, *kept; /* by job: its first task, and one behind the last; jobs that count */
    size_t n_kept;
    ul_micro *work_s; /* of one job's tasks */
    size_t work_room;
} importing;

static bool is_end(const importing *state, uint64_t event)
{
    return event == UL_GOOGLE_FINISH
           || (state->any_end
               && (event == UL_GOOGLE_FAIL || event == UL_GOOGLE_KILL || event == UL_GOOGLE_LOST));
}

static ul_status take_event(void *context, const ul_google_event *e)
{
    importing *state = context;
    UL_TRY(ul_grow(&state->past, e->task, &state->room, sizeof *state->past));
    history *past = &state->past[e->task];
    if (e->new_task)
        *past = (history){NEVER, NEVER, NEVER, NEVER, {-1, -1}, (uint32_t)e->job,
                          (uint32_t)e->task, e->priority >= PRODUCTION};
    if (e->event == UL_GOOGLE_SUBMIT && past->submit_us == NEVER)
        past->submit_us = e->time_us;
    if (e->event == UL_GOOGLE_SCHEDULE)
        past->schedule_us = e->time_us;
    if (is_end(state, e->event) && past->schedule_us != NEVER) {
        past->begin_us = past->schedule_us;
        past->end_us = e->time_us;
        memcpy(past->demand, e->demand, sizeof past->demand);
    }
    return UL_OK;
}

static bool is_whole(const history *past)
{
    const uint64_t most_us = (uint64_t)UL_SCHEDULE_SECONDS_MAX;
    return past->submit_us != NEVER && past->submit_us > 0 && past->end_us != NEVER
           && past->submit_us <= most_us && past->begin_us > 0 && past->end_us >= past->begin_us
           && past->end_us <= most_us && past->demand[0] >= 0 && past->demand[1] >= 0
           && past->demand[0] <= UL_CATALOG_M4_VCPU_MAX * UL_MICRO
           && past->demand[1] <= UL_CATALOG_M4_RAM_GB_MAX * UL_MICRO;
}

static int by_job(const void *a, const void *b)
{
    const history *x = a, *y = b;
    UL_LOWER_FIRST(x->job, y->job);
    UL_LOWER_FIRST(x->submit_us, y->submit_us);
    return x->index < y->index ? -1 : x->index > y->index;
}

/* Whether all of a job counts, and arrives in the window. */
static bool counts(const importing *state, size_t job)
{
    for (uint32_t q = state->first[job]; q < state->first[job + 1]; q++)
        if (!is_whole(&state->past[q]) || (state->is_batch && state->past[q].is_production))
            return false;
    const double arrival_s = (double)state->past[state->first[job]].submit_us / 1e6;
    return arrival_s >= state->request->from_s && arrival_s < state->request->to_s;
}

static ul_status sort_jobs(importing *state)
{
    const size_t tasks = ul_names_count(state->names.task), jobs = ul_names_count(state->names.job);
    size_t q = 0, kept_tasks = 0;
    state->first = malloc((jobs + 1) * sizeof *state->first);
    state->kept = malloc((jobs + 1) * sizeof *state->kept);
    UL_NEED(state->first && state->kept);
    if (tasks > 0)
        qsort(state->past, tasks, sizeof *state->past, by_job);
    for (size_t job = 0; job < jobs; job++) {
        state->first[job] = (uint32_t)q;
        while (q < tasks && state->past[q].job == job)
            q++;
    }
    state->first[jobs] = (uint32_t)q;
    for (size_t job = 0; job < jobs; job++)
        if (counts(state, job)) {
            state->kept[state->n_kept++] = (uint32_t)job;
            kept_tasks += state->first[job + 1] - state->first[job];
        }
    ul_source_remark(state->request, "%zu of %zu jobs, %zu of %zu tasks: the rest was not submitted "
                                     "and ended here, or fits no type", state->n_kept, jobs, kept_tasks, tasks);
    return state->n_kept > 0 ? UL_OK
                             : ul_fail(UL_E_INPUT, "%s: no job is left", state->request->input[0]);
}

static void demand_of(const importing *state, const history *past,
                      ul_micro demand[UL_CATALOG_M4_RESOURCES])
{
    if (state->is_batch) { /* rounded up */
        demand[0] = (past->demand[0] * ECU_OF_LARGEST + UL_CATALOG_M4_VCPU_MAX - 1)
                    / UL_CATALOG_M4_VCPU_MAX;
        return;
    }
    for (size_t r = 0; r < UL_CATALOG_M4_RESOURCES; r++)
        demand[r] = past->demand[r] < LEAST_REQUEST ? LEAST_REQUEST : past->demand[r];
}

static ul_status add_job(importing *state, ul_schedule_builder *b, size_t job, const char *name,
                         ul_micro arrival_s)
{
    const history *past = &state->past[state->first[job]];
    const uint32_t n = state->first[job + 1] - state->first[job];
    ul_micro demand[UL_CATALOG_M4_RESOURCES] = {0}, most_gib = 0;
    uint64_t end_us = 0;
    for (uint32_t q = 0; q < n; q++) {
        UL_TRY(ul_grow(&state->work_s, q, &state->work_room, sizeof *state->work_s));
        const ul_micro at_s = arrival_s + (ul_micro)(past[q].submit_us - past->submit_us);
        const ul_micro work_s = (ul_micro)llround(
            fmin((double)(past[q].end_us - past[q].begin_us) * state->longer,
                 (double)UL_SCHEDULE_SECONDS_MAX));
        demand_of(state, &past[q], demand);
        end_us = past[q].end_us > end_us ? past[q].end_us : end_us;
        most_gib = demand[1] > most_gib ? demand[1] : most_gib;
        const ul_schedule_job_facts facts = {name, at_s, 1, NULL, work_s, false, demand};
        UL_TRY(q == 0 ? ul_schedule_add_job(b, &facts)
                      : ul_schedule_add_tasks(b, at_s, 1, work_s, demand));
        state->work_s[q] = work_s;
    }
    if (state->is_batch)
        return ul_schedule_set_recorded(b, (ul_micro)(end_us - past->submit_us));
    return ul_stratus_source_job(&state->world, b, arrival_s, state->work_s, n, most_gib);
}

static ul_status add_recorded(importing *state, ul_schedule_builder *b)
{
    const ul_micro origin_s = (ul_micro)(state->request->from_s * 1e6);
    for (size_t q = 0; q < state->n_kept; q++) {
        const size_t job = state->kept[q];
        const ul_micro submit_s = (ul_micro)state->past[state->first[job]].submit_us;
        UL_TRY(add_job(state, b, job, ul_names_text(state->names.job, job), submit_s - origin_s));
    }
    return UL_OK;
}

/* Jobs at the trace's rate over `span` seconds, each drawn with replacement. */
static ul_status add_drawn(importing *state, ul_schedule_builder *b, double span_s)
{
    uint64_t first_us = NEVER, last_us = 0;
    for (size_t q = 0; q < state->n_kept; q++) {
        const uint64_t submit_us = state->past[state->first[state->kept[q]]].submit_us;
        first_us = submit_us < first_us ? submit_us : first_us;
        last_us = submit_us > last_us ? submit_us : last_us;
    }
    if (last_us == first_us)
        return ul_fail(UL_E_INPUT, "%s: jobs that all arrive at once have no rate to draw a span "
                                   "from", state->request->input[0]);
    const double per_s = (double)state->n_kept * 1e6 / (double)(last_us - first_us);
    const size_t n = (size_t)(per_s * span_s);
    ul_source_remark(state->request, "%zu jobs drawn over %g s", n, span_s);
    for (size_t q = 0; q < n; q++) {
        char name[32];
        const size_t job = state->kept[ul_rng_below(state->request->rng, state->n_kept)];
        const double at_s = ul_rng_unit(state->request->rng) * span_s;
        snprintf(name, sizeof name, "d%zu", q);
        UL_TRY(add_job(state, b, job, name, (ul_micro)(at_s * 1e6)));
    }
    return UL_OK;
}

static ul_status add_jobs(importing *state, ul_schedule_builder *b, double span_s)
{
    return span_s > 0 ? add_drawn(state, b, span_s) : add_recorded(state, b);
}

static ul_status fill(ul_schedule_builder *b, void *context)
{
    importing *state = context;
    const double span_s = ul_param_number(state->request->param, "span");
    char name[UL_SOURCE_NAME];
    UL_TRY(ul_schedule_set_name(b, ul_source_name(state->request, name)));
    if (state->is_batch) {
        UL_TRY(ul_catalog_ecu_rented(b, state->request->param));
        return add_jobs(state, b, span_s);
    }
    const ul_status status = ul_stratus_source_begin(&state->world, state->request, b);
    return ul_stratus_source_end(&state->world, b,
                                 status == UL_OK ? add_jobs(state, b, span_s) : status);
}

static ul_status import(importing *state, ul_instance *instance)
{
    UL_NEED(state->names.task && state->names.job);
    UL_TRY(ul_google_read(state->request, &state->names, take_event, state));
    UL_TRY(sort_jobs(state));
    return ul_source_schedule(state->request, fill, state, instance);
}

static ul_status make_from(const ul_source_request *request, bool is_batch, ul_instance *instance)
{
    importing state = {.request = request, .any_end = ul_param_is(request->param, "filter", "any-end"),
                       .is_batch = is_batch,
                       .longer = is_batch ? 1 : ul_param_number(request->param, "longer"),
                       .names = {ul_names_new(), ul_names_new()}};
    const ul_status status = import(&state, instance);
    ul_names_free(state.names.task);
    ul_names_free(state.names.job);
    free(state.past);
    free(state.first);
    free(state.kept);
    free(state.work_s);
    return status;
}

static ul_status make_jobs(const ul_source_request *request, ul_instance *instance)
{
    return make_from(request, false, instance);
}

static ul_status make_batch(const ul_source_request *request, ul_instance *instance)
{
    return make_from(request, true, instance);
}

#define FILTER                                                                                    \
    UL_CHOICE("filter", "finish-only", "tasks that finished, or ended in whatever way",           \
              "finish-only|any-end")
#define SPAN                                                                                      \
    UL_REAL("span", "0", "seconds to draw jobs over at the trace's rate (a day is 86400); 0: as " \
            "recorded", 0, 1e8)

static const ul_param param[] = {
    FILTER, SPAN,
    UL_REAL("longer", "1", "runs are so many times as long as recorded", 1e-3, 1e6),
    UL_STRATUS_SOURCE_PARAMS, UL_SOURCE_JOBS, {0}};
static const ul_param batch_param[] = {FILTER, SPAN, UL_CATALOG_FILE, UL_SOURCE_JOBS, {0}};

const ul_source ul_importer_google_jobs = {
    .name = "google-2011-jobs",
    .brief = "Google cluster trace 2011, task_events parts, over time, onto the six m4 types",
    .paper = "Stratus, Section 5.1",
    .param = param,
    .least_inputs = 1,
    .most_inputs = 500,
    .samples = true,
    .make = make_jobs,
};

const ul_source ul_importer_google_batch = {
    .name = "google-2011-batch",
    .brief = "Google cluster trace 2011, what is not production, over time, in ECU",
    .paper = "TR-Kubernetes, Section 4",
    .param = batch_param,
    .least_inputs = 1,
    .most_inputs = 500,
    .samples = true,
    .make = make_batch,
};
