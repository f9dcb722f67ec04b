/* What the schedule kind can do, for those who know no kind by name. */
#include "kind_functions.h"
#include "schedule.h"
#include "timeline.h"

UL_KIND_FUNCTIONS(schedule, ul_schedule_finish_at(reader, &in, line))

static ul_status plan_measures(const void *plan, ul_measures *measures)
{
    return ul_timeline_measures(plan, measures);
}

static ul_status plan_waits(const void *plan, ul_arena *arena, double **wait_s, size_t *n)
{
    return ul_timeline_waits(plan, arena, wait_s, n);
}

const ul_kind ul_kind_schedule = {
    .brief = "jobs that arrive over time onto machines rented and given back (all five papers)",
    .unfolds = true,
    .cost_per = "",
    UL_KIND_MEMBERS(schedule),
    .plan_measures = plan_measures,
    .plan_waits = plan_waits,
};
