/* What a policy decides over time, in words, and what comes of it. */
#include <math.h>

#include "narrate_machines.h"
#include "narrator.h"
#include "say.h"
#include "schedule_data.h"
#include "schedule_facts.h"

/* ---- facts ---- */

/* Of one machine, or of several that share a step. */
static ul_status say_machines(ul_schedule_following *s, const ul_step *step, ul_output *out)
{
    const char *what = step->kind == UL_STEP_ORDER   ? "ordered"
                       : step->kind == UL_STEP_READY ? "ready"
                                                     : "given back";
    if (step->count > 1) {
        ul_output_format(out, "%llu machines of type %s are %s.", (unsigned long long)step->count,
                         s->in->type[step->type].name, what);
        return UL_OK;
    }
    UL_TRY(ul_schedule_note_machines(s, step->bin, 1, step->type));
    ul_schedule_put_machine(s, "Machine", step->bin, out);
    ul_output_format(out, " is %s.", what);
    return UL_OK;
}

static void say_arrival(const ul_schedule_following *s, const ul_step *step, ul_output *out)
{
    const ul_schedule_job *job = &s->in->job[s->in->task[step->task].job];
    ul_schedule_put_tasks(s, step->task, step->count, out);
    ul_output_text(out, ul_schedule_is_one(s, step) ? " arrives" : " arrive");
    if (job->n_tasks > 1 && step->count == job->n_tasks)
        ul_output_format(out, ", %u tasks%s", job->n_tasks, job->gang ? " that run together" : "");
    ul_output_text(out, ".");
}

static void say_start(ul_schedule_following *s, const ul_step *step, ul_output *out)
{
    const bool again = s->on[step->task] != UL_SCHEDULE_NONE;
    ul_schedule_put_tasks(s, step->task, step->count, out);
    ul_output_text(out, ul_schedule_is_one(s, step) ? again ? " resumes" : " starts"
                        : again                     ? " resume"
                                                    : " start");
    if (step->count <= 1) {
        ul_output_text(out, " on ");
        ul_schedule_put_machine(s, "machine", step->bin, out);
    }
    ul_output_text(out, ".");
    const ul_schedule_job *job = &s->in->job[s->in->task[step->task].job];
    const size_t end = job->first_task + job->n_tasks;
    for (size_t i = step->task; i < end && i < step->task + step->count; i++)
        s->on[i] = (uint32_t)step->bin;
}

static void put_how_fast(const ul_step *step, ul_output *out)
{
    if (!ul_schedule_is_slow(step))
        return;
    ul_output_text(out, step->count > 1 ? " They ran at " : " It ran at ");
    ul_schedule_put_speed(step, step->count > 1 ? "their" : "its", out);
    ul_output_text(out, ", slowed down by neighbours.");
}

static void say_end(const ul_schedule_following *s, const ul_step *step, ul_output *out)
{
    ul_schedule_put_tasks(s, step->task, step->count, out);
    if (step->kind == UL_STEP_DONE) {
        ul_output_text(out, ul_schedule_is_one(s, step) ? " is done, " : " are done, ");
        ul_say_span(out, ul_micro_double(step->at_s - s->in->task[step->task].arrival_s));
        ul_output_text(out, " after the arrival.");
        put_how_fast(step, out);
        return;
    }
    ul_output_text(out, ul_schedule_is_one(s, step) ? " leaves" : " leave");
    if (step->count <= 1) {
        ul_output_text(out, " ");
        ul_schedule_put_machine(s, "machine", step->bin, out);
    }
    ul_output_text(out, step->why == UL_WHY_LOST ? "; what was done is lost." : ", to go on "
                                                                                 "elsewhere.");
    put_how_fast(step, out);
}

/* ---- decisions ---- */

static void say_weighed(const ul_step *step, ul_output *out)
{
    ul_output_text(out, step->why == UL_WHY_FULL ? "Full Reconfiguration, everything packed anew: "
                                                 : "Partial, only who is new or on a machine not "
                                                   "worth its price: ");
    ul_output_text(out, "saves ");
    ul_say_dollars(out, round(step->value * 1e4) / 1e4);
    ul_output_text(out, " an hour against each task alone, moves and new machines cost ");
    ul_say_dollars(out, round(step->against * 1e4) / 1e4);
}

/* How a job of Eagle's world is placed: by one who knows all queues, or by probes. */
static void say_placing(const ul_schedule_following *s, const ul_step *step, ul_output *out)
{
    const uint32_t n = s->in->job[s->in->task[step->task].job].n_tasks;
    const bool is_long = step->why == UL_WHY_CENTRAL;
    ul_schedule_put_tasks(s, step->task, n, out);
    ul_output_text(out, is_long ? " is long (about " : " is short (about ");
    ul_say_span(out, step->seconds);
    ul_output_text(out, n == 1 ? "): " : " a task): ");
    if (is_long) {
        ul_output_format(out, "who knows all queues places it where the least long work is left; "
                              "%.0f of the workers it takes had none.", step->value);
        return;
    }
    ul_output_format(out, "it sends %llu probes to workers drawn at random",
                     (unsigned long long)step->count);
    if (step->value > 0)
        ul_output_format(out, "; %.0f were refused at first, by workers with long tasks",
                         step->value);
    if (step->against > 0)
        ul_output_format(out, ", and %.0f went in the end to those kept for short jobs",
                         step->against);
    ul_output_text(out, ".");
}

/* What the configuration taken gains until the next, and the other one would have. */
static void say_gains(const char *other, double own, double others, ul_output *out)
{
    ul_output_text(out, own < 0 ? "loses " : "saves ");
    ul_say_dollars(out, fabs(own));
    if (own == others) {
        ul_output_format(out, ", and %s would, too.", other);
        return;
    }
    ul_output_format(out, own < others ? ", though %s would %s " : ", where %s would %s ", other,
                     others < 0 ? "lose" : "save");
    ul_say_dollars(out, fabs(others));
    ul_output_text(out, ".");
}

static void say_choice(const ul_schedule_following *s, const ul_step *step, ul_output *out)
{
    if (step->said != NULL) {
        ul_schedule_say_said(s, step, out);
        return;
    }
    const bool full = step->why == UL_WHY_FULL;
    ul_output_format(out, "%s Reconfiguration: by ", full ? "Full" : "Partial");
    if (step->count == 1)
        ul_output_text(out, "the one arrival");
    else
        ul_output_format(out, "the %llu arrivals and ends", (unsigned long long)step->count);
    ul_output_text(out, " so far a configuration lasts about ");
    if (isfinite(step->seconds))
        ul_say_span(out, step->seconds);
    else
        ul_output_text(out, "for ever");
    ul_output_text(out, "; until then it ");
    say_gains(full ? "Partial" : "Full", round(step->value * 100) / 100,
              round(step->against * 100) / 100, out);
}

/* Bins of runtime double in width: [0,1), [1,2), [2,4), ... seconds. */
static void put_bins(const ul_step *step, ul_output *out)
{
    ul_output_text(out, " It runs for ");
    ul_say_span(out, step->seconds);
    ul_output_text(out, " more, ");
    if (step->value <= 0) {
        ul_output_text(out, "and the machine is empty.");
        return;
    }
    ul_output_text(out, "whoever is there for ");
    ul_say_span(out, step->value);
    ul_output_text(out, step->why == UL_WHY_OWN_BIN
                            ? ": the same bin of runtimes, they end together."
                        : step->why == UL_WHY_LONGER_BIN
                            ? ": a longer bin. None of its own has room, and here it does not "
                              "prolong the machine's life."
                            : ": a shorter bin. Neither its own nor a longer one has room, and "
                              "prolonging this machine is better than a new one.");
}

/* Why a task goes where it does, where that takes no number. */
static const char *plain_reason(ul_step_why why)
{
    static const char *const said[] = {
        [UL_WHY_ALIGNED] = ": what it needs is most like what is free there.",
        [UL_WHY_TIGHT] = ": the least is left there.",
        [UL_WHY_FIRST_FIT] = ": the oldest machine with room.",
        [UL_WHY_LAST] = ": the youngest machine with room.",
        [UL_WHY_MOST_ROOM] = ": the emptiest machine with room.",
        [UL_WHY_NEAREST] = ": it leaves about when those leave who are there.",
        [UL_WHY_FIRST] = " starts: it is first in the queue, and machines enough are idle.",
        [UL_WHY_SPARE] = " starts before its turn, on machines that the first in the queue will not "
                         "need.",
        [UL_WHY_BACK] = ": the machine on which it slept is back.",
        [UL_WHY_QUEUE] = ": its probe was the next in the queue there.",
    };
    return why < sizeof said / sizeof *said && said[why] != NULL ? said[why] : ".";
}

static void say_joining(const ul_schedule_following *s, const ul_step *step, ul_output *out)
{
    ul_schedule_put_tasks(s, step->task, step->count == 0 || step->bin != UL_NONE ? 1 : step->count,
                          out);
    if (step->bin != UL_NONE) {
        ul_output_text(out, s->on[step->task] != UL_SCHEDULE_NONE
                                    && s->on[step->task] != step->bin
                                ? " moves to "
                                : " goes on ");
        ul_schedule_put_machine(s, "machine", step->bin, out);
    }
    switch (step->why) {
    case UL_WHY_WORTH:
        ul_output_text(out, ": with it the tasks there are worth ");
        ul_say_dollars(out, round(step->value * 1e4) / 1e4);
        ul_output_text(out, " an hour, the machine costs ");
        ul_say_dollars(out, step->against);
        break;
    case UL_WHY_OWN_BIN:
    case UL_WHY_LONGER_BIN:
    case UL_WHY_SHORTER_BIN:
        ul_output_text(out, ".");
        put_bins(step, out);
        return;
    case UL_WHY_ENDS_BEFORE:
        ul_output_text(out, " starts before its turn: by its estimate it ends before the first in "
                            "the queue can start");
        if (isfinite(step->seconds)) {
            ul_output_text(out, ", in ");
            ul_say_span(out, step->seconds - ul_micro_double(step->at_s));
        }
        break;
    case UL_WHY_STRETCHED:
        ul_output_text(out, ": nowhere is room enough, so it takes the largest empty machine, at ");
        ul_schedule_put_speed(step, "its", out);
        break;
    case UL_WHY_LEAST_LEFT:
        ul_output_format(out, ": of the %llu probes in the queue there it is of the job with the "
                              "least left to do", (unsigned long long)step->count);
        break;
    default:
        if (step->said == NULL) {
            ul_output_text(out, plain_reason(step->why));
            return;
        }
        ul_schedule_say_said(s, step, out);
    }
    ul_output_text(out, ".");
}

static ul_status say(void *state, const ul_step *step, ul_output *out)
{
    ul_schedule_following *s = state;
    const bool several = step->why == UL_WHY_TOO_FEW || step->why == UL_WHY_TOO_LATE;
    switch (step->kind) {
    case UL_STEP_OPEN:
        UL_TRY(ul_schedule_note_machines(s, step->bin, several ? step->count : 1, step->type));
        ul_schedule_say_order(s, step, out);
        return UL_OK;
    case UL_STEP_ORDER:
    case UL_STEP_READY:
    case UL_STEP_GONE:
        return say_machines(s, step, out);
    case UL_STEP_ARRIVE:
        say_arrival(s, step, out);
        return UL_OK;
    case UL_STEP_START:
        say_start(s, step, out);
        return UL_OK;
    case UL_STEP_LEAVE:
    case UL_STEP_DONE:
        say_end(s, step, out);
        return UL_OK;
    case UL_STEP_WEIGH:
        say_weighed(step, out);
        return UL_OK;
    case UL_STEP_TURN:
        if (step->why == UL_WHY_CENTRAL || step->why == UL_WHY_PROBES)
            say_placing(s, step, out);
        else
            say_choice(s, step, out);
        return UL_OK;
    case UL_STEP_PUT:
        say_joining(s, step, out);
        return UL_OK;
    case UL_STEP_EMPTY:
        ul_schedule_say_leaving(s, step, out);
        return UL_OK;
    case UL_STEP_RESIZE:
        ul_schedule_say_exchange(s, step, out);
        return UL_OK;
    default:
        return UL_OK;
    }
}

static ul_status complete(const void *plan, ul_recording *recording)
{
    return ul_schedule_merge_facts(plan, recording);
}

const ul_narrator ul_narrator_schedule = {
    .kind = &ul_kind_schedule,
    .begin = ul_schedule_follow,
    .say = say,
    .unroll = complete,
    .complete = complete,
    .has_clock = true,
    .instance_json = ul_schedule_instance_json,
    .plan_json = ul_schedule_plan_json,
};
