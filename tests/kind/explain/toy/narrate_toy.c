#include "narrator.h"
#include "say.h"
#include "toy.h"
#include "toy_plan.h"

static ul_status begin(const void *data, ul_arena *arena, void **state)
{
    const ul_toy **of;
    UL_ALLOC(arena, of, 1);
    *of = data;
    *state = of;
    return UL_OK;
}

static ul_status say(void *state, const ul_step *step, ul_output *out)
{
    const ul_toy *in = *(const ul_toy **)state;
    if (step->kind != UL_STEP_BUY)
        return UL_OK;
    ul_output_format(out, "%llu %s for ", (unsigned long long)step->count, in->pack[step->type].name);
    ul_say_dollars(out, ul_micro_double(in->pack[step->type].price) * (double)step->count);
    ul_output_text(out, ".");
    return UL_OK;
}

static ul_status unroll(const void *data, ul_recording *recording)
{
    const ul_toy_plan *plan = data;
    for (size_t k = 0; k < plan->in->n_packs; k++)
        if (plan->count[k] > 0)
            ul_recording_add(recording, &(ul_step){.kind = UL_STEP_BUY, .type = k,
                                                   .count = plan->count[k]}, false);
    return UL_OK;
}

static ul_status instance_json(const void *data, ul_json_writer *json)
{
    const ul_toy *in = data;
    ul_json_open(json, "{", ", ");
    ul_json_name(json, "wanted");
    ul_json_put(json, "%llu", (unsigned long long)in->wanted);
    ul_json_close(json, "}");
    return UL_OK;
}

static ul_status plan_json(const void *data, ul_json_writer *json)
{
    const ul_toy_plan *plan = data;
    bool valid;
    ul_cost cost;
    UL_TRY(ul_toy_check(plan, &valid, &cost));
    ul_json_open(json, "{", ", ");
    ul_json_name(json, "cost");
    ul_json_put_real(json, ul_cost_double(cost));
    ul_json_close(json, "}");
    return UL_OK;
}

const ul_narrator ul_narrator_toy = {
    .kind = &ul_kind_toy,
    .begin = begin,
    .say = say,
    .unroll = unroll,
    .instance_json = instance_json,
    .plan_json = plan_json,
};
