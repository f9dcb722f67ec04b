/* Policies of deadlines on spot, as Can't Be Late's authors coded them (Wu et al., NSDI 2024;
 * their simulator as republished with ADRS, Apache-2.0): O(1) a tick. */
#include "spot_policy.h"

static int64_t up(int64_t seconds, int64_t tick_s)
{
    return (seconds + tick_s - 1) / tick_s;
}

static ul_outlook look(const ul_job_state *job)
{
    const ul_deadline *in = job->in;
    const int64_t at_s = (int64_t)job->tick * in->tick_s, to_do_s = in->work_s - job->done_s;
    return (ul_outlook){
        .job = job,
        .at_s = at_s,
        .left = (in->deadline_s - at_s) / in->tick_s,
        .need1 = up(to_do_s + in->overhead_s, in->tick_s),
        .need2 = up(to_do_s + 2 * in->overhead_s, in->tick_s),
        .is_behind = job->done_s * in->deadline_s < at_s * in->work_s,
        .is_short = job->done_s * in->deadline_s <= (at_s + 2 * in->overhead_s) * in->work_s,
        .is_working = job->current == UL_SPOT && job->starting_s == 0,
        .free_to_change = in->overhead_s == 0,
    };
}

const char ul_spot_wait[] = "there is no spot, and time to wait for it";
const char ul_spot_behind[] = "there is no spot, and it is behind";
const char ul_spot_stay[] = "the machine that runs is kept";

ul_choice ul_choose_spot(const ul_outlook *at)
{
    return at->job->has_spot ? (ul_choice){.mode = UL_SPOT, .why = "spot is to be had"}
                             : (ul_choice){.mode = UL_IDLE, .why = ul_spot_wait};
}

ul_choice ul_choose_no_change(const ul_outlook *at, int changes)
{
    return (ul_choice){.mode = UL_ON_DEMAND, .against = (double)at->left,
                       .value = (double)(changes == 2 ? at->need2 : at->need1),
                       .why = changes == 2 ? "what is left to do and two changes take {value} "
                                             "ticks, {against} are left"
                                            : "what is left to do and one change take {value} "
                                              "ticks, {against} are left"};
}

ul_choice ul_choose_pace(const ul_outlook *at)
{
    return !at->job->has_spot && at->is_behind
               ? (ul_choice){.mode = UL_ON_DEMAND, .why = ul_spot_behind}
               : ul_choose_spot(at);
}

ul_choice ul_safety_net(const ul_outlook *at, ul_choice choice)
{
    if (at->need2 >= at->left && at->job->current != UL_SPOT)
        choice = ul_choose_no_change(at, 2);
    if (at->need1 >= at->left)
        choice = at->is_working ? (ul_choice){.mode = UL_SPOT, .why = ul_spot_stay}
                                : ul_choose_no_change(at, 1);
    if (at->need1 >= at->left && at->free_to_change && at->job->has_spot)
        choice = ul_choose_spot(at);
    return choice;
}

/* It looks at the tick before, not at what still runs: after a preemption it asks for spot
 * where there is none, and the tick is lost. */
static ul_choice guard(const ul_outlook *at, ul_choice choice)
{
    const bool was_working = at->job->last == UL_SPOT && at->job->starting_s == 0;
    return at->need1 < at->left
               ? choice
               : (ul_choice){.mode = was_working ? UL_SPOT : UL_ON_DEMAND,
                             .why = "so the guard has it: one change more, and there would be no "
                                    "time"};
}

static void tell(const ul_step_listener *listener, const ul_job_state *job, const ul_choice *choice)
{
    UL_TELL(listener, .kind = UL_STEP_TURN, .why = choice->why, .type = choice->mode,
            .interval = job->tick, .seconds = choice->seconds, .count = choice->count,
            .value = choice->value, .against = choice->against,
            .at_s = (ul_micro)job->tick * job->in->tick_s * UL_MICRO);
}

ul_status ul_spot_policy_run(const ul_deadline *in, ul_run *run, ul_decide_fn decide,
                             void *context)
{
    const ul_step_listener *listener = ul_run_steps(run);
    const bool guarded = ul_run_choice_is(run, "guard", "yes");
    ul_choice before = {.mode = UL_MODES};
    ul_deadline_plan *plan;
    ul_job_state job;
    UL_TRY(ul_deadline_plan_new(in, ul_run_arena(run), &plan));
    ul_run_knows(run, UL_KNOWS_DEMANDS);
    for (ul_job_begin(in, &job); !ul_job_is_done(&job) && !ul_job_is_lost(&job);) {
        const ul_outlook at = look(&job);
        ul_choice choice = decide(&at, context);
        if (guarded)
            choice = guard(&at, choice);
        if (choice.mode == UL_SPOT && !job.has_spot)
            choice.mode = UL_IDLE;
        if (choice.mode != before.mode || choice.why != before.why || job.current != job.last)
            tell(listener, &job, &choice);
        before = choice;
        plan->mode[job.tick] = (uint8_t)choice.mode;
        ul_job_spend(&job, choice.mode);
    }
    return ul_run_offer(run, plan);
}

const ul_param ul_spot_policy_param[] = {UL_GUARD_PARAM("no"), {0}};
