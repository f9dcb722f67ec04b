/* A batch trace as demand for cloud instances: every job starts when it is
 * submitted (no waiting) on ceil(processors / 16) instances of its own, and
 * hours are counted at each concurrency level per week from the first submit
 * (SEC, Section 8.5; a cc2.8xlarge has 16 cores).
 *
 * Jobs that never ran or had no processors are left out. O(jobs log jobs).
 */
#include <stdio.h>
#include <string.h>

#include "generator.h"
#include "reservation_demand.h"
#include "swf.h"

typedef struct {
    ul_demand *demand;
    const ul_source_request *request;
    int64_t per_instance; /* processors */
    bool whole_hours;
    int64_t first_submit_s;
    size_t taken, dropped;
} importing;

static ul_status take_job(void *context, const ul_swf_job *job)
{
    importing *state = context;
    if (state->first_submit_s < 0)
        state->first_submit_s = job->submit_s;
    const double since_s = (double)(job->submit_s - state->first_submit_s);
    if (since_s < state->request->from_s || since_s >= state->request->to_s
        || (state->request->tasks > 0 && state->taken == state->request->tasks))
        return UL_OK;
    if (job->run_s <= 0 || job->processors <= 0) {
        state->dropped++;
        return UL_OK;
    }
    const int64_t run_s = state->whole_hours ? (job->run_s + 3599) / 3600 * 3600 : job->run_s;
    const int64_t instances = (job->processors + state->per_instance - 1) / state->per_instance;
    state->taken++;
    return ul_demand_add(state->demand, job->submit_s, job->submit_s + run_s,
                         (uint64_t)instances);
}

/* "SDSC-DS-2004-2.1-cln" of ".../SDSC-DS-2004-2.1-cln.swf.gz". */
static void name_of(const char *path, char *name, size_t room)
{
    const char *slash = strrchr(path, '/');
    snprintf(name, room, "%s", slash == NULL ? path : slash + 1);
    const char *const ending[] = {".gz", ".swf", ".csv"};
    for (size_t q = 0; q < sizeof ending / sizeof *ending; q++) {
        const size_t n = strlen(name), m = strlen(ending[q]);
        if (n > m && strcmp(name + n - m, ending[q]) == 0)
            name[n - m] = '\0';
    }
}

static ul_status import_file(importing *state, const char *path, ul_instance *instance)
{
    char name[UL_NAME_MAX + 1];
    ul_input *input;
    UL_TRY(ul_input_open(path, &input));
    ul_status status = ul_swf_read(input, take_job, state);
    ul_input_close(input);
    UL_TRY(status);
    name_of(path, name, sizeof name);
    status = ul_demand_build(state->demand, name, state->request->param, 0, instance);
    if (status == UL_E_INPUT)
        return ul_fail_prefix(status, "%s", path);
    snprintf(state->request->remark, state->request->remark_room,
             "%zu jobs; %zu without run time or processors left out; hours rounded up to "
             "millionths%s", state->taken, state->dropped,
             state->whole_hours ? ", run times up to whole hours" : "");
    return status;
}

static ul_status import(const ul_source_request *request, ul_instance *instance)
{
    importing state = {
        .demand = ul_demand_new(),
        .request = request,
        .per_instance = (int64_t)ul_param_number(request->param, "processors"),
        .whole_hours = ul_param_is(request->param, "round", "hour"),
        .first_submit_s = -1,
    };
    UL_NEED(state.demand);
    const ul_status status = import_file(&state, request->input[0], instance);
    ul_demand_free(state.demand);
    return status;
}

const ul_source ul_importer_swf = {
    .name = "swf",
    .brief = "a batch trace (Standard Workload Format) as reservation demand, no waiting",
    .paper = "SEC, Section 8.5; Parallel Workloads Archive",
    .param = (const ul_param[]){
        UL_RESERVATION_PARAMS("168"),
        UL_COUNT("processors", "16", "processors of an instance", 1, 1000000),
        UL_CHOICE("round", "none", "hour: each job's run time up to whole hours, as charged",
                  "none|hour"),
        {0},
    },
    .least_inputs = 1,
    .most_inputs = 1,
    .samples = true,
    .make = import,
};
