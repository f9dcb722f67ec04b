#include "narrate_machines.h"

#include <math.h>

#include "say.h"

/* The first sentence of an order, without its end. */
static void put_order(const ul_schedule_following *s, const ul_step *step, ul_output *out)
{
    const ul_schedule_type *type = &s->in->type[step->type];
    const bool nodes = step->why == UL_WHY_TOO_FEW || step->why == UL_WHY_TOO_LATE;
    if (nodes && step->count > 1)
        ul_output_format(out, "Order %llu machines of type %s (",
                         (unsigned long long)step->count, type->name);
    else
        ul_output_format(out, "Order machine %zu, a %s (", step->bin, type->name);
    ul_say_dollars(out, ul_micro_double(ul_schedule_price_at(s->in, step->type, step->at_s)));
    ul_output_text(out, nodes && step->count > 1 ? " an hour each)" : " an hour)");
}

static void put_long_share(const ul_step *step, const char *against, ul_output *out)
{
    ul_output_format(out, ": long tasks hold %.3g%% of the servers%s%.3g%%", 100 * step->value,
                     against, 100 * step->against);
}

/* Stratus' reason: whose run times are of one bin, and what the group uses for the price. */
static void put_group(const ul_schedule_following *s, const ul_step *step, ul_output *out)
{
    ul_output_text(out, " for ");
    ul_schedule_put_tasks(s, step->task, 1, out);
    if (step->count > 1)
        ul_output_format(out, " and %llu more", (unsigned long long)step->count - 1);
    if (step->seconds > 0) {
        ul_output_text(out, step->count > 1 ? ", which run for about " : ", which runs for ");
        ul_say_span(out, step->seconds);
        if (step->count > 1)
            ul_output_text(out, " and end together");
    }
    ul_output_format(out, ": of the groups of who waits, longest first%s, and the types that hold "
                          "them, this uses most for its price",
                     step->seconds > 0 ? " and by bins of run times" : "");
    if (step->value > 0 && isfinite(step->value) && step->against == 0)
        ul_output_format(out, " (cost-efficiency %.4g)", step->value);
    ul_output_text(out, ".");
}

/* SEC's reason: the first in the queue. */
static void put_queue(const ul_schedule_following *s, const ul_step *step, ul_output *out)
{
    ul_output_text(out, ": ");
    ul_schedule_put_tasks(s, step->task, s->in->job[s->in->task[step->task].job].n_tasks, out);
    if (step->why == UL_WHY_TOO_FEW) {
        ul_output_text(out, ", first in the queue, needs more than the cluster has.");
        return;
    }
    ul_output_text(out, ", first in the queue, would start ");
    if (isfinite(step->seconds)) {
        ul_say_span(out, step->seconds - ul_micro_double(step->at_s));
        ul_output_text(out, " from now, too late.");
    } else {
        ul_output_text(out, "never.");
    }
}

void ul_schedule_say_said(const ul_schedule_following *s, const ul_step *step, ul_output *out)
{
    if (step->said != NULL)
        ul_say_said(out, step, step->bin, s->in->type[step->type].name);
}

void ul_schedule_say_order(const ul_schedule_following *s, const ul_step *step, ul_output *out)
{
    put_order(s, step, out);
    switch (step->why) {
    case UL_WHY_ALONE:
        ul_output_text(out, " for ");
        ul_schedule_put_tasks(s, step->task, 1, out);
        ul_output_text(out, ": the cheapest type that holds it.");
        return;
    case UL_WHY_WORTH:
        ul_output_format(out, ": its %llu tasks are worth ", (unsigned long long)step->count);
        ul_say_dollars(out, round(step->value * 1e4) / 1e4);
        ul_output_text(out, " an hour, by what each would cost alone and how fast they are thought "
                            "to run side by side.");
        return;
    case UL_WHY_PAIR:
        ul_output_text(out, ": the pair gives most worth for the price of all who wait.");
        return;
    case UL_WHY_GROUP:
        put_group(s, step, out);
        return;
    case UL_WHY_PER_UNIT:
        ul_output_text(out, " for ");
        ul_schedule_put_tasks(s, step->task, 1, out);
        ul_output_format(out, ": of the types that can be had and hold it, the cheapest for its "
                              "%s.", s->in->resource[0]);
        return;
    case UL_WHY_MORE_LONG:
        put_long_share(step, ", more than ", out);
        ul_output_text(out, ".");
        return;
    case UL_WHY_TOO_FEW:
    case UL_WHY_TOO_LATE:
        put_queue(s, step, out);
        return;
    default:
        ul_schedule_say_said(s, step, out);
        ul_output_text(out, ".");
    }
}

void ul_schedule_say_leaving(const ul_schedule_following *s, const ul_step *step, ul_output *out)
{
    ul_schedule_put_machine(s, "Machine", step->bin, out);
    switch (step->why) {
    case UL_WHY_UNUSED:
        ul_output_text(out, " goes back: nobody is on it any more.");
        return;
    case UL_WHY_BELOW_PRICE:
        ul_output_text(out, " is given up: ");
        ul_output_text(out, "its tasks ");
        if (ul_schedule_is_slow(step)) {
            ul_output_text(out, "run at ");
            ul_schedule_put_speed(step, "their", out);
            ul_output_text(out, " beside each other, and so ");
        }
        ul_output_text(out, "are worth ");
        ul_say_dollars(out, round(step->value * 1e4) / 1e4);
        ul_output_text(out, " an hour now, less than its price of ");
        ul_say_dollars(out, step->against);
        ul_output_text(out, ".");
        return;
    case UL_WHY_ELSEWHERE:
        ul_output_text(out, " goes back: its tasks have better places in the new plan.");
        return;
    case UL_WHY_HALF_EMPTY:
        ul_output_text(out, " is cleared: it is less than half full in every resource");
        if (step->count > 0)
            ul_output_format(out, ", at %llu scheduling events in a row, and its tasks fit "
                                  "elsewhere", (unsigned long long)step->count);
        ul_output_text(out, ".");
        return;
    case UL_WHY_PAID_UNTIL:
        ul_output_text(out, " goes back: nobody waits, and what is paid for ends in ");
        ul_say_span(out, step->seconds - ul_micro_double(step->at_s));
        ul_output_text(out, ".");
        return;
    case UL_WHY_FEWER_LONG:
        ul_output_text(out, " goes back");
        put_long_share(step, ", less than ", out);
        ul_output_text(out, step->count > 0 ? ". First it serves who is there." : ".");
        return;
    default:
        ul_output_text(out, " goes back");
        ul_schedule_say_said(s, step, out);
        ul_output_text(out, ".");
    }
}

void ul_schedule_say_exchange(const ul_schedule_following *s, const ul_step *step, ul_output *out)
{
    ul_schedule_put_machine(s, "Machine", step->bin, out);
    if (step->why == UL_WHY_HALF_EMPTY)
        ul_output_format(out, " is cleared: less than half full at %llu scheduling events in a "
                              "row. Its tasks fit nowhere else, so they move",
                         (unsigned long long)step->count);
    else
        ul_output_text(out, " is exchanged: prices have moved, and its tasks move");
    ul_output_format(out, " to a new %s for ", s->in->type[step->type].name);
    ul_say_dollars(out, step->value);
    ul_output_text(out, " an hour instead of ");
    ul_say_dollars(out, step->against);
    ul_output_text(out, ", as soon as that is ready.");
}
