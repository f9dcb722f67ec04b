/* Uniform Progress: on spot where it is to be had, on demand where there is none and the job is
 * behind even progress; and its variants, by when a machine on demand is kept. */
#include "spot_policy.h"

/* When a machine on demand stays though the pace would not ask for it. */
typedef struct {
    bool without_spot; /* where there is no spot */
    bool while_short;  /* where the job is short of the progress that a change back would take */
} keeping;

/* `up` keeps it if either holds. */
static ul_choice pace(const ul_outlook *at, void *context)
{
    const keeping *keep = context;
    ul_choice choice = ul_choose_pace(at);
    if (at->job->current == UL_ON_DEMAND
        && ((keep->without_spot && !at->job->has_spot) || (keep->while_short && at->is_short)))
        choice = (ul_choice){.mode = UL_ON_DEMAND, .why = ul_spot_stay};
    return ul_safety_net(at, choice);
}

static ul_status solve_up(const ul_deadline *in, ul_run *run)
{
    return ul_spot_policy_run(in, run, pace, &(keeping){true, true});
}

static ul_status solve_plain(const ul_deadline *in, ul_run *run)
{
    return ul_spot_policy_run(in, run, pace, &(keeping){false, false});
}

static ul_status solve_keep(const ul_deadline *in, ul_run *run)
{
    return ul_spot_policy_run(in, run, pace, &(keeping){true, false});
}

static ul_status solve_no_keep(const ul_deadline *in, ul_run *run)
{
    return ul_spot_policy_run(in, run, pace, &(keeping){false, true});
}

/* ---- told how long spot lasts ---- */

typedef struct {
    const uint32_t *lasts; /* ticks in a row, from each on, in which there is spot */
    int64_t from_on_demand; /* changes that it must pay for there */
} foresight;

static bool pays(const ul_outlook *at, const foresight *f, int64_t changes)
{
    const ul_deadline *in = at->job->in;
    const int64_t saved = in->price[UL_ON_DEMAND] - in->price[UL_SPOT];
    const ul_cost life_s = (ul_cost)f->lasts[at->job->tick] * in->tick_s;
    return at->job->has_spot
           && life_s * saved > (ul_cost)changes * in->overhead_s * in->price[UL_ON_DEMAND];
}

static ul_choice told(const ul_outlook *at, void *context)
{
    const foresight *f = context;
    const double life_s = (double)f->lasts[at->job->tick] * (double)at->job->in->tick_s;
    const ul_choice lasts = {.mode = UL_SPOT, .seconds = life_s,
                             .why = "it is told that spot lasts {seconds}, which pays for the "
                                    "change"};
    ul_choice choice = {.mode = at->job->current, .why = ul_spot_stay};
    if (at->job->current == UL_IDLE)
        choice = pays(at, f, 1)  ? lasts
                 : at->is_behind ? (ul_choice){.mode = UL_ON_DEMAND, .why = ul_spot_behind}
                                 : (ul_choice){.mode = UL_IDLE, .why = ul_spot_wait};
    else if (at->job->current == UL_ON_DEMAND && pays(at, f, f->from_on_demand))
        choice = lasts;
    return ul_safety_net(at, choice);
}

static ul_status solve_told(const ul_deadline *in, ul_run *run, int64_t from_on_demand)
{
    uint32_t *lasts;
    UL_ALLOC(ul_run_arena(run), lasts, in->n_ticks + 1);
    for (size_t i = in->n_ticks; i-- > 0;)
        lasts[i] = in->has_spot[i] ? lasts[i + 1] + 1 : 0;
    UL_TRY(ul_spot_policy_run(in, run, told, &(foresight){lasts, from_on_demand}));
    ul_run_knows(run, UL_KNOWS_RUN_TIMES);
    return UL_OK;
}

static ul_status solve_next_spot(const ul_deadline *in, ul_run *run)
{
    return solve_told(in, run, 2);
}

static ul_status solve_next_spot_single(const ul_deadline *in, ul_run *run)
{
    return solve_told(in, run, 1);
}

const ul_method ul_method_up = {
    .name = "up",
    .brief = "Uniform Progress: on demand where there is no spot and the job is behind",
    .paper = "Can't Be Late, NSDI 2024, Section 4",
    .traits = UL_CONSTRUCTIVE | UL_MAY_MISS,
    .param = ul_spot_policy_param,
    .deadline = solve_up,
};

const ul_method ul_method_up_plain = {
    .name = "up-plain",
    .brief = "Uniform Progress that leaves on demand as soon as it is no longer behind",
    .paper = "Can't Be Late, NSDI 2024, Section 4",
    .traits = UL_CONSTRUCTIVE | UL_MAY_MISS,
    .param = ul_spot_policy_param,
    .deadline = solve_plain,
};

const ul_method ul_method_up_keep = {
    .name = "up-keep",
    .brief = "Uniform Progress that leaves on demand as soon as there is spot",
    .paper = "Can't Be Late, NSDI 2024, its simulator",
    .traits = UL_CONSTRUCTIVE | UL_MAY_MISS,
    .param = ul_spot_policy_param,
    .deadline = solve_keep,
};

const ul_method ul_method_up_no_keep = {
    .name = "up-no-keep",
    .brief = "Uniform Progress that leaves on demand as soon as it is far enough ahead",
    .paper = "Can't Be Late, NSDI 2024, its simulator",
    .traits = UL_CONSTRUCTIVE | UL_MAY_MISS,
    .param = ul_spot_policy_param,
    .deadline = solve_no_keep,
};

const ul_method ul_method_up_next_spot = {
    .name = "up-next-spot",
    .brief = "Uniform Progress, told how long spot lasts: taken where that pays for the changes",
    .paper = "Can't Be Late, NSDI 2024, Section 5",
    .traits = UL_CONSTRUCTIVE | UL_MAY_MISS | UL_KNOWS_RUNTIMES,
    .param = ul_spot_policy_param,
    .deadline = solve_next_spot,
};

const ul_method ul_method_up_next_spot_single = {
    .name = "up-next-spot-single",
    .brief = "the same, where it pays for one change",
    .paper = "Can't Be Late, NSDI 2024, its simulator",
    .traits = UL_CONSTRUCTIVE | UL_MAY_MISS | UL_KNOWS_RUNTIMES,
    .param = ul_spot_policy_param,
    .deadline = solve_next_spot_single,
};
