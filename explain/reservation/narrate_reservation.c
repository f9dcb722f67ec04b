/* Reservation decisions in words. */
#include "narrator.h"
#include "reason.h"
#include "reservation_plan.h"
#include "say.h"

static ul_status begin(const void *data, ul_arena *arena, void **state)
{
    const ul_reservation **in;
    UL_ALLOC(arena, in, 1);
    *in = data;
    *state = in;
    return UL_OK;
}

static void say_weighed(const ul_reservation *in, const ul_step *step, ul_output *out)
{
    const ul_reservation_class *class = &in->classes[step->type];
    ul_output_format(out, "%s pays from %.6g hours of use over its %u interval%s; instances used "
                          "that long that no better lease has taken: %llu, such leases in stock: "
                          "%.0f",
                     class->name, step->value, class->term, class->term == 1 ? "" : "s",
                     (unsigned long long)step->count, step->against);
}

static void say_buying(const ul_reservation *in, const ul_step *step, ul_output *out)
{
    const ul_reservation_class *class = &in->classes[step->type];
    const size_t end = ul_reservation_end(in, step->interval, step->type);
    ul_output_format(out, "Interval %zu: buy %llu of %s (", step->interval + 1,
                     (unsigned long long)step->count, class->name);
    ul_say_dollars(out, ul_micro_double(class->upfront));
    ul_output_text(out, " each, then ");
    ul_say_dollars(out, ul_micro_double(class->price));
    ul_output_format(out, " for each hour %s, against ",
                     class->billing == UL_BILL_ALWAYS ? "of the lease" : "used");
    ul_say_dollars(out, ul_micro_double(in->classes[in->on_demand].price));
    ul_output_format(out, " on demand), in force until the end of interval %zu.", end);
    if (step->interval + class->term > in->n_intervals)
        ul_output_format(out, " The horizon ends before the lease does, by %zu of its %u intervals.",
                         step->interval + class->term - in->n_intervals, class->term);
}

static double interval_number(const void *state, const ul_step *step)
{
    (void)state;
    return (double)step->interval + 1;
}

static ul_status say(void *state, const ul_step *step, ul_output *out)
{
    static const ul_word words[] = {{"interval", .number = interval_number}, {0}};
    const ul_reservation *in = *(const ul_reservation **)state;
    if (step->kind == UL_STEP_WEIGH)
        say_weighed(in, step, out);
    else if (step->kind == UL_STEP_BUY)
        say_buying(in, step, out);
    else
        ul_say_why(out, step, words, in);
    return UL_OK;
}

static void put_classes(const ul_reservation *in, ul_json_writer *json)
{
    ul_json_open_member(json, "classes", "[", ",\n");
    for (size_t c = 0; c < in->n_classes; c++) {
        const ul_reservation_class *class = &in->classes[c];
        ul_json_open(json, "{", ", ");
        ul_json_text_member(json, "name", class->name);
        ul_json_count_member(json, "term", class->term);
        ul_json_micro_member(json, "upfront", class->upfront);
        ul_json_micro_member(json, "price", class->price);
        ul_json_truth_member(json, "always", class->billing == UL_BILL_ALWAYS);
        ul_json_close(json, "}");
    }
    ul_json_close(json, "]");
}

/* [[hours, instances], ...] */
static void put_interval(const ul_reservation *in, size_t t, ul_json_writer *json)
{
    char number[UL_NUMBER_TEXT];
    ul_json_open(json, "[", ",");
    for (size_t s = in->first[t]; s < in->first[t + 1]; s++)
        ul_json_put(json, "[%s,%u]", ul_micro_text(in->step[s].hours, number),
                    in->step[s].instances);
    ul_json_close(json, "]");
}

static ul_status instance_json(const void *data, ul_json_writer *json)
{
    const ul_reservation *in = data;
    ul_json_open(json, "{", ",\n");
    ul_json_micro_member(json, "hours", in->interval_hours);
    ul_json_truth_member(json, "pure", in->objective == UL_OBJECTIVE_PURE);
    ul_json_count_member(json, "on_demand", in->on_demand);
    put_classes(in, json);
    ul_json_open_member(json, "usage", "[", ",");
    for (size_t t = 0; t < in->n_intervals; t++)
        put_interval(in, t, json);
    ul_json_close(json, "]");
    ul_json_close(json, "}");
    return UL_OK;
}

/* [[interval, class, count], ...] */
static ul_status plan_json(const void *data, ul_json_writer *json)
{
    const ul_reservation_plan *plan = data;
    ul_json_open(json, "[", ",");
    for (size_t q = 0; q < plan->n; q++)
        ul_json_put(json, "[%u,%u,%u]", plan->purchase[q].t, plan->purchase[q].c,
                    plan->purchase[q].count);
    ul_json_close(json, "]");
    return UL_OK;
}

static ul_status unroll(const void *data, ul_recording *recording)
{
    const ul_reservation_plan *plan = data;
    for (size_t t = 0; t < plan->in->n_intervals; t++)
        for (size_t q = 0; q < plan->n; q++)
            if (plan->purchase[q].t == t)
                ul_recording_add(recording, &(ul_step){.kind = UL_STEP_BUY, .interval = t,
                                                       .type = plan->purchase[q].c,
                                                       .count = plan->purchase[q].count}, false);
    return UL_OK;
}

const ul_narrator ul_narrator_reservation = {
    .kind = &ul_kind_reservation,
    .begin = begin,
    .say = say,
    .unroll = unroll,
    .instance_json = instance_json,
    .plan_json = plan_json,
};
