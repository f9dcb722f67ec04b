#include "deadline_plan.h"

#include <string.h>

ul_status ul_deadline_plan_new(const ul_deadline *in, ul_arena *arena, ul_deadline_plan **plan)
{
    UL_ALLOC(arena, *plan, 1);
    (*plan)->in = in;
    UL_ALLOC(arena, (*plan)->mode, in->n_ticks);
    return UL_OK;
}

ul_status ul_deadline_plan_copy(const ul_deadline_plan *plan, ul_arena *arena,
                                ul_deadline_plan **copy)
{
    UL_TRY(ul_deadline_plan_new(plan->in, arena, copy));
    memcpy((*copy)->mode, plan->mode, plan->in->n_ticks * sizeof *plan->mode);
    return UL_OK;
}

/* What is seen at the beginning of a tick. A preemption is seen there, too: the tick before
 * it was worked and charged in full. */
static void observe(ul_job_state *job)
{
    const bool is_over = job->tick == job->in->n_ticks || ul_job_is_done(job);
    job->has_spot = job->tick < job->in->n_ticks && job->in->has_spot[job->tick];
    job->current = job->last;
    if (job->last == UL_SPOT && !job->has_spot) {
        job->current = UL_IDLE;
        job->preemptions += !is_over;
    }
}

void ul_job_begin(const ul_deadline *in, ul_job_state *job)
{
    *job = (ul_job_state){.in = in};
    observe(job);
}

bool ul_job_is_done(const ul_job_state *job)
{
    return job->done_s >= job->in->work_s;
}

bool ul_job_is_lost(const ul_job_state *job)
{
    return job->tick == job->in->n_ticks && !ul_job_is_done(job);
}

void ul_job_spend(ul_job_state *job, ul_mode mode)
{
    const int64_t tick_s = job->in->tick_s, left_s = job->in->work_s - job->done_s;
    if (mode != UL_IDLE && mode != job->current) {
        job->starting_s = job->in->overhead_s; /* of a machine that is begun on anew */
        job->launches++;
    }
    job->ticks[mode]++;
    job->tick++;
    job->last = mode;
    if (mode != UL_IDLE) {
        const int64_t lost_s = job->starting_s < tick_s ? job->starting_s : tick_s;
        job->starting_s -= lost_s;
        job->done_s += tick_s - lost_s < left_s ? tick_s - lost_s : left_s;
        job->end = job->tick;
    }
    observe(job);
}

ul_cost ul_deadline_cost(const ul_deadline *in, ul_cost prices)
{
    return prices * in->tick_s / 3600;
}

bool ul_deadline_follow(const ul_deadline_plan *plan, ul_job_state *job)
{
    ul_job_begin(plan->in, job);
    while (job->tick < plan->in->n_ticks) {
        const uint8_t mode = plan->mode[job->tick];
        if (mode >= UL_MODES || (mode == UL_SPOT && !job->has_spot))
            return false;
        ul_job_spend(job, (ul_mode)mode);
    }
    return true;
}

ul_status ul_deadline_check(const ul_deadline_plan *plan, bool *valid, ul_cost *cost)
{
    const ul_deadline *in = plan->in;
    ul_job_state job;
    char amount[UL_NUMBER_TEXT];
    *valid = true;
    if (!ul_deadline_follow(plan, &job))
        return ul_refuse(valid, plan->mode[job.tick] == UL_SPOT
                                    ? "the plan is on spot in tick %zu, in which there is none"
                                    : "the plan has no mode in tick %zu", job.tick + 1);
    if (!ul_job_is_done(&job))
        return ul_refuse(valid, "of %lld seconds of work only %lld are done",
                         (long long)in->work_s, (long long)job.done_s);
    *cost = ul_deadline_cost(in, (ul_cost)in->price[UL_SPOT] * (ul_cost)job.ticks[UL_SPOT]
                                     + (ul_cost)in->price[UL_ON_DEMAND]
                                           * (ul_cost)job.ticks[UL_ON_DEMAND]);
    if (job.end > in->n_usable)
        return ul_refuse(valid, "the job is late: it is done in tick %zu for $%s, the deadline is "
                                "at the end of tick %zu", job.end, ul_cost_text(*cost, amount),
                         in->n_usable);
    return UL_OK;
}
