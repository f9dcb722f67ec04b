/* Greedy within slices of the time: each has its share of the work as a quota, and what was
 * done beyond it relaxes those that follow. Quotas are exact fractions of the time before the
 * deadline in whole ticks; where the authors' code has doubles, nothing they decide is closer
 * than these tell apart. O(1) a tick. */
#include "spot_policy.h"

typedef struct {
    const ul_deadline *in;
    int64_t slices, j;
    int64_t span_s;            /* of all slices: the denominator of what follows */
    int64_t begin_s, end_s;    /* of slice j */
    int64_t done_before_s;     /* work when it began */
    ul_cost gain;              /* beyond the quotas of slices that are over, times span_s */
} slicing;

/* The end of slice j: the last tick that ends before its even share of the time does. */
static int64_t slice_end(const slicing *s, int64_t j)
{
    const int64_t ticks = s->span_s / s->in->tick_s;
    return j + 1 == s->slices ? s->span_s : (j + 1) * ticks / s->slices * s->in->tick_s;
}

static ul_cost quota(const slicing *s)
{
    return (ul_cost)s->in->work_s * (s->end_s - s->begin_s);
}

static void next_slice(slicing *s, int64_t done_s)
{
    s->gain += (ul_cost)(done_s - s->done_before_s) * s->span_s - quota(s);
    s->done_before_s = done_s;
    s->j++;
    s->begin_s = s->end_s;
    s->end_s = slice_end(s, s->j);
}

static ul_cost round_down(ul_cost a, ul_cost b)
{
    return a / b - (a % b < 0);
}

static ul_choice decide(const ul_outlook *at, void *context)
{
    slicing *s = context;
    const ul_deadline *in = s->in;
    const ul_cost overhead = (ul_cost)in->overhead_s * s->span_s;
    const ul_cost tick = (ul_cost)in->tick_s * s->span_s;
    if (at->at_s >= s->end_s && s->j + 1 < s->slices)
        next_slice(s, at->job->done_s);
    const ul_cost lacking = quota(s) - (ul_cost)(at->job->done_s - s->done_before_s) * s->span_s;
    const ul_cost left = round_down((ul_cost)(s->end_s - at->at_s) * s->span_s + s->gain, tick);
    const ul_cost need1 = -round_down(-lacking - overhead, tick);
    const ul_cost need2 = -round_down(-lacking - 2 * overhead, tick);
    const ul_choice slice = {.mode = UL_ON_DEMAND, .count = (uint64_t)s->j + 1,
                             .why = "slice {count} leaves no time to wait for its share of the "
                                    "work"};
    ul_choice choice = ul_choose_spot(at);
    if (1000 * (lacking - s->gain) <= s->span_s && at->need2 < at->left)
        return choice; /* to a thousandth of a second it has its quota */
    if (at->job->current != UL_SPOT && (need2 >= left || at->need2 >= at->left))
        choice = slice;
    if (need1 >= left || at->need1 >= at->left)
        choice = at->is_working ? (ul_choice){.mode = UL_SPOT, .why = ul_spot_stay} : slice;
    return choice;
}

static ul_status solve(const ul_deadline *in, ul_run *run)
{
    slicing s = {.in = in, .slices = (int64_t)ul_run_number(run, "slices"),
                 .span_s = (int64_t)in->n_usable * in->tick_s};
    s.end_s = slice_end(&s, 0);
    return ul_spot_policy_run(in, run, decide, &s);
}

const ul_method ul_method_time_sliced = {
    .name = "time-sliced",
    .brief = "greedy within each of several slices of the time",
    .paper = "Can't Be Late, NSDI 2024, Section 3",
    .traits = UL_CONSTRUCTIVE | UL_MAY_MISS,
    .param = (const ul_param[]){
        UL_COUNT("slices", "4", "how many slices", 1, 1000),
        UL_GUARD_PARAM("no"),
        {0},
    },
    .deadline = solve,
};
