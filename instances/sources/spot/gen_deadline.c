/* A job before a deadline --tasks ticks ahead, and spot that comes and goes as a Markov chain
 * of two states: where it is to be had it stays so for `mean-up` ticks on average, and over
 * all it is to be had in a share `up` of the ticks. O(ticks). */
#include <math.h>
#include <stdio.h>

#include "deadline.h"
#include "generator.h"

static ul_status add_ticks(ul_deadline_builder *b, const ul_source_request *request)
{
    const double up = ul_param_number(request->param, "up");
    const double leave = 1 / ul_param_number(request->param, "mean-up");
    const double come = up < 1 ? fmin(1, leave * up / (1 - up)) : 1;
    bool has_spot = ul_rng_unit(request->rng) < up;
    for (size_t i = 0; i < request->tasks; i++) {
        UL_TRY(ul_deadline_add_ticks(b, has_spot, 1));
        const double draw = ul_rng_unit(request->rng);
        has_spot = has_spot ? up == 1 || draw >= leave : up > 0 && draw < come;
    }
    return UL_OK;
}

static ul_status fill(ul_deadline_builder *b, void *context)
{
    const ul_source_request *request = context;
    const int64_t tick_s = (int64_t)ul_param_number(request->param, "tick");
    const int64_t deadline_s = request->tasks <= UL_DEADLINE_TICKS_MAX
                                   ? tick_s * (int64_t)request->tasks
                                   : INT64_MAX;
    const double share = ul_param_number(request->param, "work");
    int64_t spot = 0, on_demand = 0;
    char name[64];
    snprintf(name, sizeof name, "deadline-%zu-s%llu", request->tasks,
             (unsigned long long)request->seed);
    UL_TRY(ul_deadline_set_name(b, name));
    UL_TRY(ul_deadline_set_tick(b, tick_s));
    UL_TRY(ul_deadline_set_job(b, (int64_t)round(share * (double)deadline_s), deadline_s,
                               (int64_t)ul_param_number(request->param, "overhead")));
    UL_TRY(ul_deadline_price(ul_param_text(request->param, "spot"), &spot));
    UL_TRY(ul_deadline_price(ul_param_text(request->param, "on-demand"), &on_demand));
    UL_TRY(ul_deadline_set_prices(b, spot, on_demand));
    return add_ticks(b, request);
}

static ul_status make(const ul_source_request *request, ul_instance *instance)
{
    return ul_deadline_build(fill, (void *)request, instance);
}

static const ul_param param[] = {
    UL_COUNT("tick", "600", "seconds of a tick", 1, 1e6),
    UL_REAL("work", "0.8", "share of the time until the deadline", 0, 1),
    UL_COUNT("overhead", "720", "seconds lost by whoever begins on a machine", 0, 1e9),
    UL_REAL("up", "0.6", "share of the ticks in which spot is to be had", 0, 1),
    UL_REAL("mean-up", "12", "ticks for which it stays so on average", 1, 1e6),
    UL_TEXT("spot", "0.9731", "dollars an hour on spot"),
    UL_TEXT("on-demand", "3.06", "dollars an hour on demand"),
    {0},
};

const ul_source ul_generator_deadline = {
    .name = "deadline",
    .brief = "a job and spot that comes and goes; --tasks is the ticks until its deadline",
    .paper = "Can't Be Late, NSDI 2024; the chain is ours",
    .param = param,
    .tasks = 360,
    .make = make,
};
