/* The policies that others are measured by: on demand throughout, spot alone, greedy, and the
 * two with which ADRS's search for policies began. */
#include "spot_policy.h"

static ul_choice on_demand(const ul_outlook *at, void *context)
{
    (void)at;
    (void)context;
    return (ul_choice){.mode = UL_ON_DEMAND, .why = "as always"};
}

static ul_choice spot_only(const ul_outlook *at, void *context)
{
    (void)context;
    return ul_choose_spot(at);
}

static ul_choice greedy(const ul_outlook *at, void *context)
{
    (void)context;
    return ul_safety_net(at, ul_choose_spot(at));
}

static ul_choice seed_greedy(const ul_outlook *at, void *context)
{
    const int64_t left = at->left > 0 ? at->left : 0;
    (void)context;
    if (at->need1 >= left)
        return ul_choose_no_change(at, 1);
    if (at->need2 >= left)
        return at->job->current == UL_SPOT
                   ? (ul_choice){.mode = UL_SPOT, .why = ul_spot_stay}
                   : ul_choose_no_change(at, 2);
    return ul_choose_spot(at);
}

/* With spot at hand the hysteresis never acts, and the net is that of one overhead. */
static ul_choice seed_up(const ul_outlook *at, void *context)
{
    (void)context;
    if (at->need1 >= at->left)
        return ul_choose_no_change(at, 1);
    if (!at->job->has_spot && at->job->current == UL_ON_DEMAND && at->is_short)
        return (ul_choice){.mode = UL_ON_DEMAND, .why = ul_spot_stay};
    return ul_choose_pace(at);
}

static ul_status solve_on_demand(const ul_deadline *in, ul_run *run)
{
    return ul_spot_policy_run(in, run, on_demand, NULL);
}

static ul_status solve_spot_only(const ul_deadline *in, ul_run *run)
{
    return ul_spot_policy_run(in, run, spot_only, NULL);
}

static ul_status solve_greedy(const ul_deadline *in, ul_run *run)
{
    return ul_spot_policy_run(in, run, greedy, NULL);
}

static ul_status solve_seed_greedy(const ul_deadline *in, ul_run *run)
{
    return ul_spot_policy_run(in, run, seed_greedy, NULL);
}

static ul_status solve_seed_up(const ul_deadline *in, ul_run *run)
{
    return ul_spot_policy_run(in, run, seed_up, NULL);
}

const ul_method ul_method_on_demand_deadline = {
    .name = "on-demand",
    .brief = "on demand throughout",
    .paper = "Can't Be Late, NSDI 2024",
    .traits = UL_CONSTRUCTIVE,
    .param = ul_spot_policy_param,
    .deadline = solve_on_demand,
};

const ul_method ul_method_spot_only = {
    .name = "spot-only",
    .brief = "on spot where it is to be had, else idle; in time by its guard, if at all",
    .paper = "Can't Be Late, NSDI 2024, its simulator",
    .traits = UL_CONSTRUCTIVE | UL_MAY_MISS,
    .param = (const ul_param[]){UL_GUARD_PARAM("yes"), {0}},
    .deadline = solve_spot_only,
};

const ul_method ul_method_greedy_deadline = {
    .name = "greedy",
    .brief = "on spot where it is to be had, else idle until no time is left to wait",
    .paper = "Can't Be Late, NSDI 2024, Section 3",
    .traits = UL_CONSTRUCTIVE | UL_MAY_MISS,
    .param = ul_spot_policy_param,
    .deadline = solve_greedy,
};

const ul_method ul_method_seed_greedy = {
    .name = "seed-greedy",
    .brief = "greedy as ADRS's search began with it",
    .paper = "ADRS, initial_greedy",
    .traits = UL_CONSTRUCTIVE | UL_MAY_MISS,
    .param = ul_spot_policy_param,
    .deadline = solve_seed_greedy,
};

const ul_method ul_method_seed_up = {
    .name = "seed-up",
    .brief = "Uniform Progress as ADRS's search began with it: no hysteresis, a narrower net",
    .paper = "ADRS, referenced_up",
    .traits = UL_CONSTRUCTIVE | UL_MAY_MISS,
    .param = ul_spot_policy_param,
    .deadline = solve_seed_up,
};
