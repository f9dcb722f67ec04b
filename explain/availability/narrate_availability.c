/* Availability decisions in words: which machine joins the pool, and what the
 * others would have been. The state is the pool's capacity and price. */
#include "availability_plan.h"
#include "narrator.h"
#include "reason.h"
#include "say.h"

typedef struct {
    const ul_availability *in;
    uint64_t capacity;
    double price;
} pool;

static ul_status begin(const void *data, ul_arena *arena, void **state)
{
    pool *s;
    UL_ALLOC(arena, s, 1);
    s->in = data;
    *state = s;
    return UL_OK;
}

static void put_name(const void *state, const ul_step *step, ul_output *out)
{
    const pool *s = state;
    ul_output_text(out, s->in->type[step->type].name);
}

static const ul_word words[] = {{"type", .put = put_name}, {0}};

static void say_weighed(const pool *s, const ul_step *step, ul_output *out)
{
    ul_output_format(out, "%s: availability with it %.9g, criterion %.6g",
                     s->in->type[step->type].name, step->against, step->value);
}

static void say_adding(pool *s, const ul_step *step, ul_output *out)
{
    const ul_availability_type *type = &s->in->type[step->type];
    s->capacity += type->capacity;
    s->price += type->price;
    ul_output_format(out, "%s joins the pool", type->name);
    ul_say_why(out, step, words, s);
    ul_output_format(out, ". It adds capacity %llu for ", (unsigned long long)type->capacity);
    ul_say_dollars(out, type->price);
    ul_output_format(out, " an hour. The pool has %llu of %llu units and costs ",
                     (unsigned long long)s->capacity, (unsigned long long)s->in->capacity);
    ul_say_dollars(out, s->price);
    ul_output_text(out, " an hour.");
    if (step->value > 0)
        ul_output_format(out, " %llu units are up with probability %.9g; %.9g is wanted.",
                         (unsigned long long)s->in->capacity, step->value, s->in->target);
}

/* Of a finished plan. */
static void say_holding(const pool *s, const ul_step *step, ul_output *out)
{
    const ul_availability_type *type = &s->in->type[step->type];
    const bool rented = step->kind == UL_STEP_RENT;
    ul_output_format(out, "The plan holds %llu of %s%s: capacity %llu and ",
                     (unsigned long long)step->count, type->name, rented ? " on demand" : "",
                     (unsigned long long)type->capacity);
    ul_say_dollars(out, rented ? type->on_demand_price : type->price);
    ul_output_format(out, " an hour each, up %.6g%% of the time.",
                     rented ? 100.0 : 100 * type->availability);
}

static ul_status say(void *state, const ul_step *step, ul_output *out)
{
    pool *s = state;
    if (step->kind == UL_STEP_WEIGH)
        say_weighed(s, step, out);
    else if (step->kind == UL_STEP_HOLD && step->why != NULL)
        say_adding(s, step, out);
    else if (step->kind == UL_STEP_HOLD || step->kind == UL_STEP_RENT)
        say_holding(s, step, out);
    else
        ul_say_why(out, step, words, s);
    return UL_OK;
}

static void put_type(const ul_availability_type *type, ul_json_writer *json)
{
    ul_json_open(json, "{", ", ");
    ul_json_text_member(json, "name", type->name);
    ul_json_count_member(json, "capacity", type->capacity);
    ul_json_real_member(json, "price", type->price);
    ul_json_real_member(json, "on_demand", type->on_demand_price);
    ul_json_put_member(json, "availability", "%.17g", type->availability);
    ul_json_close(json, "}");
}

static ul_status instance_json(const void *data, ul_json_writer *json)
{
    const ul_availability *in = data;
    ul_json_open(json, "{", ", ");
    ul_json_count_member(json, "capacity", in->capacity);
    ul_json_put_member(json, "target", "%.17g", in->target);
    ul_json_open_member(json, "types", "[", ",\n");
    for (size_t k = 0; k < in->n_types; k++)
        put_type(&in->type[k], json);
    ul_json_close(json, "]");
    ul_json_close(json, "}");
    return UL_OK;
}

/* [[type, machines, machines on demand], ...] */
static ul_status plan_json(const void *data, ul_json_writer *json)
{
    const ul_availability_plan *plan = data;
    ul_json_open(json, "[", ",");
    for (size_t k = 0; k < plan->in->n_types; k++)
        if (plan->hold[k] > 0 || plan->on_demand[k] > 0)
            ul_json_put(json, "[%zu,%u,%u]", k, plan->hold[k], plan->on_demand[k]);
    ul_json_close(json, "]");
    return UL_OK;
}

static ul_status unroll(const void *data, ul_recording *recording)
{
    const ul_availability_plan *plan = data;
    for (size_t k = 0; k < plan->in->n_types; k++) {
        if (plan->hold[k] > 0)
            ul_recording_add(recording, &(ul_step){.kind = UL_STEP_HOLD, .type = k,
                                                   .count = plan->hold[k]}, false);
        if (plan->on_demand[k] > 0)
            ul_recording_add(recording, &(ul_step){.kind = UL_STEP_RENT, .type = k,
                                                   .count = plan->on_demand[k]}, false);
    }
    return UL_OK;
}

const ul_narrator ul_narrator_availability = {
    .kind = &ul_kind_availability,
    .begin = begin,
    .say = say,
    .unroll = unroll,
    .instance_json = instance_json,
    .plan_json = plan_json,
};
