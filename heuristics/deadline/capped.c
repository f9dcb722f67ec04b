/* A pace with a cap: never more than so many percent above on demand alone, and never late,
 * whatever the trace.
 *
 * At every tick let F be the price of going on demand now and to the end: what is left to do,
 * with the overhead unless on demand runs already, in ticks rounded up. The policy would be on
 * spot where there is some, on demand where there is none and it is behind even progress or
 * there already, else idle. It does so only if afterwards, even should spot be gone, what was
 * paid and F are within the cap and F's ticks within the deadline; else it is on demand.
 *
 * Why that holds. At the beginning nothing is paid and F is the price of on demand alone, within
 * the cap and in time. A tick that is chosen keeps both by its condition. One on demand takes a
 * tick and its price off F and adds them to what is past. At the end F is 0. So it costs at
 * most the cap; and as every plan needs F's first ticks, at the price of spot at least, it costs
 * at most (1 + percent / 100) on-demand / spot times the optimum. No deterministic policy can
 * do much better than on-demand / spot (Can't Be Late, Section 5). O(1) a tick.
 */
#include "spot_policy.h"

typedef struct {
    int64_t percent;
    ul_cost paid; /* prices of the ticks so far */
    int64_t alone; /* ticks of on demand alone */
} cap;

/* Ticks on demand from the state after `mode` was spent to the end. */
static int64_t to_the_end(const ul_job_state *job, ul_mode mode)
{
    const ul_deadline *in = job->in;
    const int64_t start_s = mode == UL_ON_DEMAND ? job->starting_s : in->overhead_s;
    const int64_t left_s = in->work_s - job->done_s;
    return left_s <= 0 ? 0 : (left_s + start_s + in->tick_s - 1) / in->tick_s;
}

static bool is_within(const ul_job_state *job, ul_mode mode, const cap *c)
{
    const ul_deadline *in = job->in;
    ul_job_state after = *job;
    ul_job_spend(&after, mode);
    const int64_t ticks = to_the_end(&after, mode);
    const ul_cost all = c->paid + in->price[mode] + (ul_cost)in->price[UL_ON_DEMAND] * ticks;
    return 100 * all <= (ul_cost)(100 + c->percent) * in->price[UL_ON_DEMAND] * c->alone
           && (int64_t)after.tick + ticks <= (int64_t)in->n_usable;
}

static ul_choice decide(const ul_outlook *at, void *context)
{
    cap *c = context;
    ul_choice choice = ul_choose_pace(at);
    if (at->job->current == UL_ON_DEMAND && !at->job->has_spot)
        choice = (ul_choice){.mode = UL_ON_DEMAND, .why = ul_spot_stay};
    if (choice.mode != UL_ON_DEMAND && !is_within(at->job, choice.mode, c))
        choice = (ul_choice){.mode = UL_ON_DEMAND,
                             .why = "anything else might end above the cap, or too late"};
    c->paid += at->job->in->price[choice.mode];
    return choice;
}

static ul_status solve(const ul_deadline *in, ul_run *run)
{
    cap c = {.percent = (int64_t)ul_run_number(run, "percent"),
             .alone = (in->work_s + in->overhead_s + in->tick_s - 1) / in->tick_s};
    return ul_spot_policy_run(in, run, decide, &c);
}

const ul_method ul_method_capped = {
    .name = "capped",
    .brief = "an even pace, never late and never so many percent dearer than on demand alone",
    .paper = "ours",
    .traits = UL_CONSTRUCTIVE | UL_MAY_MISS, /* with the guard, which is not ours */
    .param = (const ul_param[]){
        UL_COUNT("percent", "5", "what it may cost above on demand alone", 0, 1000),
        UL_GUARD_PARAM("no"),
        {0},
    },
    .deadline = solve,
};
