/* A batch trace over time, as SEC runs it: a job of p processors is a gang of
 * ceil(p / 16) tasks, each a node of its own (a cc2.8xlarge has 16 cores). What
 * users asked for is what policies are told.
 *
 * Jobs without processors or run time are left out. O(jobs).
 */
#include <math.h>
#include <stdio.h>

#include "sec_world.h"
#include "source_jobs.h"
#include "swf.h"

typedef struct {
    ul_schedule_builder *b;
    const ul_source_request *request;
    int64_t per_node; /* processors */
    double alpha;
    ul_micro setup_s;
    size_t taken, dropped;
} importing;

static ul_status take_job(void *context, const ul_swf_job *job)
{
    importing *state = context;
    const ul_source_request *request = state->request;
    char name[32];
    if (request->tasks > 0 && state->taken == request->tasks)
        return UL_E_STOPPED; /* the rest need not be read */
    if ((double)job->submit_s < request->from_s || (double)job->submit_s >= request->to_s)
        return UL_OK;
    if (job->run_s < 0 || job->processors <= 0) {
        state->dropped++;
        return UL_OK;
    }
    const int64_t run_s = job->run_s > 0 ? job->run_s : 1;
    const int64_t asked_s = job->requested_s > 0 ? job->requested_s : run_s;
    const double told_s = rint((double)run_s + state->alpha * (double)(asked_s - run_s));
    snprintf(name, sizeof name, "%lld", (long long)job->number);
    const ul_sec_record facts = {
        .name = name,
        .arrival_s = (ul_micro)job->submit_s * UL_MICRO - (ul_micro)(request->from_s * 1e6),
        .run_s = (ul_micro)run_s * UL_MICRO,
        .told_s = (ul_micro)fmin(fmax(1, told_s), 1e12) * UL_MICRO,
        .nodes = (uint64_t)((job->processors + state->per_node - 1) / state->per_node),
        .asks = ul_sec_task_asks(request->param, state->per_node),
        .setup_s = state->setup_s,
    };
    state->taken++;
    return ul_sec_add_job(state->b, &facts);
}

static ul_status fill(ul_schedule_builder *b, void *context)
{
    const ul_source_request *request = context;
    importing state = {
        .b = b,
        .request = request,
        .per_node = (int64_t)ul_param_number(request->param, "processors"),
        .alpha = ul_param_number(request->param, "alpha"),
        .setup_s = ul_sec_setup(request->param),
    };
    char name[UL_SOURCE_NAME];
    ul_input *input;
    UL_TRY(ul_schedule_set_name(b, ul_source_name(request, name)));
    UL_TRY(ul_sec_begin(b, request->param));
    UL_TRY(ul_input_open(request->input[0], &input));
    const ul_status status = ul_swf_read(input, take_job, &state);
    ul_input_close(input);
    if (status != UL_E_STOPPED)
        UL_TRY(status);
    ul_source_remark(request, "%zu jobs; %zu without run time or processors left out", state.taken,
                     state.dropped);
    return state.taken > 0 ? UL_OK : ul_fail(UL_E_INPUT, "%s: no job is left", request->input[0]);
}

const ul_source ul_importer_swf_jobs = {
    .name = "swf-jobs",
    .brief = "a batch trace (Standard Workload Format) over time, jobs as gangs of nodes",
    .paper = "SEC, Section 8; Parallel Workloads Archive",
    .param = (const ul_param[]){
        UL_COUNT("processors", "16", "processors of a node", 1, 1000000),
        UL_SEC_ALPHA_PARAM,
        UL_SEC_PARAMS,
        UL_SOURCE_JOBS,
        {0},
    },
    .least_inputs = 1,
    .most_inputs = 1,
    .samples = true,
    .schedule = fill,
};
