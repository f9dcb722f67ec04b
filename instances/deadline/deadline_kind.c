/* What the deadline kind can do, for those who know no kind by name. */
#include "deadline.h"
#include "deadline_plan.h"
#include "kind_functions.h"

UL_KIND_FUNCTIONS(deadline, ul_deadline_finish(reader, &in))

static uint64_t size(const void *data)
{
    return ((const ul_deadline *)data)->n_usable;
}

static ul_status plan_measures(const void *data, ul_measures *measures)
{
    const ul_deadline_plan *plan = data;
    ul_job_state job;
    ul_deadline_follow(plan, &job);
    const struct {
        const char *name;
        size_t value;
    } measure[] = {{"in_time", job.end <= plan->in->n_usable},
                   {"ticks", job.end},
                   {"spot_ticks", job.ticks[UL_SPOT]},
                   {"on_demand_ticks", job.ticks[UL_ON_DEMAND]},
                   {"launches", job.launches},
                   {"preemptions", job.preemptions}};
    for (size_t q = 0; q < sizeof measure / sizeof *measure; q++)
        UL_TRY(ul_measures_add(measures, (double)measure[q].value, "%s", measure[q].name));
    return UL_OK;
}

const ul_kind ul_kind_deadline = {
    .brief = "one job on spot or on demand, done by its deadline (Can't Be Late)",
    .unfolds = true,
    .cost_per = "",
    UL_KIND_MEMBERS(deadline),
    .size = size,
    .plan_measures = plan_measures,
};
