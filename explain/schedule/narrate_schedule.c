/* What a policy decides over time, in words, and what comes of it. The state is where
 * everybody is: the type of each machine, as far as it was mentioned, and each task's
 * machine. */
#include <math.h>

#include "narrator.h"
#include "say.h"
#include "schedule_data.h"
#include "schedule_facts.h"
#include "schedule_file.h"

typedef struct {
    const ul_schedule *in;
    ul_arena *arena;
    uint32_t *type; /* by machine, or UL_SCHEDULE_NONE */
    size_t room;
    uint32_t *on; /* by task: the machine it was placed on last, or UL_SCHEDULE_NONE */
} following;

static ul_status begin(const void *data, ul_arena *arena, void **state)
{
    following *s;
    UL_ALLOC(arena, s, 1);
    s->in = data;
    s->arena = arena;
    UL_ALLOC(arena, s->on, s->in->n_tasks);
    for (size_t i = 0; i < s->in->n_tasks; i++)
        s->on[i] = UL_SCHEDULE_NONE;
    *state = s;
    return UL_OK;
}

/* ---- who and where ---- */

static ul_status note_machines(following *s, size_t m, size_t n, size_t type)
{
    if (m + n > s->room) {
        const size_t room = 2 * (m + n) + 64;
        uint32_t *grown = ul_arena_grow(s->arena, s->type, s->room, room, sizeof *grown);
        if (grown == NULL)
            return ul_no_memory();
        for (size_t q = s->room; q < room; q++)
            grown[q] = UL_SCHEDULE_NONE;
        s->type = grown;
        s->room = room;
    }
    for (size_t q = m; q < m + n; q++)
        s->type[q] = (uint32_t)type;
    return UL_OK;
}

static void put_machine(const following *s, size_t m, ul_output *out)
{
    ul_output_format(out, "machine %zu", m);
    if (m < s->room && s->type[m] != UL_SCHEDULE_NONE)
        ul_output_format(out, " (%s)", s->in->type[s->type[m]].name);
}

static void put_Machine(const following *s, size_t m, ul_output *out)
{
    ul_output_format(out, "Machine %zu", m);
    if (m < s->room && s->type[m] != UL_SCHEDULE_NONE)
        ul_output_format(out, " (%s)", s->in->type[s->type[m]].name);
}

/* "a", "a's task 3", "4 tasks of a", or all of a job by its name; a name that is a number
 * is said to be a job's. */
static void put_tasks(const following *s, size_t i, uint64_t n, ul_output *out)
{
    const ul_schedule_job *job = &s->in->job[s->in->task[i].job];
    const char *word = job->name[0] >= '0' && job->name[0] <= '9' ? "job " : "";
    if (n == job->n_tasks)
        ul_output_format(out, "%s%s", word, job->name);
    else if (n <= 1)
        ul_output_format(out, "%s%s's task %zu", word, job->name, i - job->first_task);
    else
        ul_output_format(out, "%llu tasks of %s%s", (unsigned long long)n, word, job->name);
}

static bool is_one(const following *s, const ul_step *step)
{
    return step->count <= 1 || step->count == s->in->job[s->in->task[step->task].job].n_tasks;
}

/* ---- facts ---- */

static void put_count(const following *s, const ul_step *step, const char *one, const char *many,
                      ul_output *out)
{
    if (step->count <= 1) {
        put_Machine(s, step->bin, out);
        ul_output_text(out, one);
        return;
    }
    ul_output_format(out, "%llu machines of type %s", (unsigned long long)step->count,
                     s->in->type[step->type].name);
    ul_output_text(out, many);
}

static void say_arrival(const following *s, const ul_step *step, ul_output *out)
{
    const ul_schedule_job *job = &s->in->job[s->in->task[step->task].job];
    put_tasks(s, step->task, step->count, out);
    ul_output_text(out, is_one(s, step) ? " arrives" : " arrive");
    if (job->n_tasks > 1 && step->count == job->n_tasks)
        ul_output_format(out, ", %u tasks%s", job->n_tasks, job->gang ? " that run together" : "");
    ul_output_text(out, ".");
}

static void say_start(following *s, const ul_step *step, ul_output *out)
{
    const bool again = s->on[step->task] != UL_SCHEDULE_NONE;
    put_tasks(s, step->task, step->count, out);
    ul_output_text(out, is_one(s, step) ? again ? " resumes" : " starts"
                        : again         ? " resume"
                                        : " start");
    if (step->count <= 1) {
        ul_output_text(out, " on ");
        put_machine(s, step->bin, out);
    }
    ul_output_text(out, ".");
    const ul_schedule_job *job = &s->in->job[s->in->task[step->task].job];
    const size_t end = job->first_task + job->n_tasks;
    for (size_t i = step->task; i < end && i < step->task + step->count; i++)
        s->on[i] = (uint32_t)step->bin;
}

/* Whether neighbours cost so much speed that it is worth a word. */
static bool is_slow(const ul_step *step)
{
    return step->share > 0 && step->share < 0.99;
}

static void put_speed(const ul_step *step, const char *whose, ul_output *out)
{
    if (step->share > 0.495 && step->share < 0.505)
        ul_output_text(out, "half speed");
    else
        ul_output_format(out, "%.0f%% of %s speed", 100 * step->share, whose);
}

static void put_how_fast(const ul_step *step, ul_output *out)
{
    if (!is_slow(step))
        return;
    ul_output_text(out, step->count > 1 ? " They ran at " : " It ran at ");
    put_speed(step, step->count > 1 ? "their" : "its", out);
    ul_output_text(out, ", slowed down by neighbours.");
}

static void say_end(const following *s, const ul_step *step, ul_output *out)
{
    put_tasks(s, step->task, step->count, out);
    if (step->kind == UL_STEP_DONE) {
        ul_output_text(out, is_one(s, step) ? " is done, " : " are done, ");
        ul_say_span(out, ul_micro_double(step->at_s - s->in->task[step->task].arrival_s));
        ul_output_text(out, " after the arrival.");
        put_how_fast(step, out);
        return;
    }
    ul_output_text(out, is_one(s, step) ? " leaves" : " leave");
    if (step->count <= 1) {
        ul_output_text(out, " ");
        put_machine(s, step->bin, out);
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
static void say_placing(const following *s, const ul_step *step, ul_output *out)
{
    const uint32_t n = s->in->job[s->in->task[step->task].job].n_tasks;
    const bool is_long = step->why == UL_WHY_CENTRAL;
    put_tasks(s, step->task, n, out);
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

static void say_choice(const ul_step *step, ul_output *out)
{
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
    ul_output_text(out, "; until then it brings ");
    ul_say_dollars(out, round(step->value * 100) / 100);
    ul_output_text(out, full ? ", Partial only " : ", Full no more than ");
    ul_say_dollars(out, round(step->against * 100) / 100);
    ul_output_text(out, ".");
}

/* The first sentence of an order, without its end. */
static void put_order(const following *s, const ul_step *step, ul_output *out)
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

static void say_order(const following *s, const ul_step *step, ul_output *out)
{
    put_order(s, step, out);
    switch (step->why) {
    case UL_WHY_ALONE:
        ul_output_text(out, " for ");
        put_tasks(s, step->task, 1, out);
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
        ul_output_format(out, " for %llu task%s: ", (unsigned long long)step->count,
                         step->count == 1 ? "" : "s");
        ul_output_text(out, "of the groups of who waits, longest first, and the types that hold "
                            "them, this uses most for its price");
        if (step->value > 0 && isfinite(step->value) && step->against == 0)
            ul_output_format(out, " (cost-efficiency %.4g)", step->value);
        ul_output_text(out, ".");
        return;
    case UL_WHY_PER_UNIT:
        ul_output_text(out, " for ");
        put_tasks(s, step->task, 1, out);
        ul_output_format(out, ": of the types that can be had and hold it, the cheapest for its "
                              "%s.", s->in->resource[0]);
        return;
    case UL_WHY_MORE_LONG:
        put_long_share(step, ", more than ", out);
        ul_output_text(out, ".");
        return;
    case UL_WHY_TOO_FEW:
        ul_output_text(out, ": ");
        put_tasks(s, step->task, s->in->job[s->in->task[step->task].job].n_tasks, out);
        ul_output_text(out, ", first in the queue, needs more than the cluster has.");
        return;
    case UL_WHY_TOO_LATE:
        ul_output_text(out, ": ");
        put_tasks(s, step->task, s->in->job[s->in->task[step->task].job].n_tasks, out);
        ul_output_text(out, ", first in the queue, would start ");
        if (isfinite(step->seconds)) {
            ul_say_span(out, step->seconds - ul_micro_double(step->at_s));
            ul_output_text(out, " from now, too late.");
        } else {
            ul_output_text(out, "never.");
        }
        return;
    default:
        ul_output_text(out, ".");
    }
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
        [UL_WHY_FIRST] = " starts: it is first in the queue, and machines enough are idle.",
        [UL_WHY_SPARE] = " starts before its turn, on machines that the first in the queue will not "
                         "need.",
        [UL_WHY_BACK] = ": the machine on which it slept is back.",
        [UL_WHY_QUEUE] = ": its probe was the next in the queue there.",
    };
    return why < sizeof said / sizeof *said && said[why] != NULL ? said[why] : ".";
}

static void say_joining(const following *s, const ul_step *step, ul_output *out)
{
    put_tasks(s, step->task, step->count == 0 || step->bin != UL_NONE ? 1 : step->count, out);
    if (step->bin != UL_NONE) {
        ul_output_text(out, s->on[step->task] != UL_SCHEDULE_NONE
                                    && s->on[step->task] != step->bin
                                ? " moves to "
                                : " goes on ");
        put_machine(s, step->bin, out);
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
        put_speed(step, "its", out);
        break;
    case UL_WHY_LEAST_LEFT:
        ul_output_format(out, ": of the %llu probes in the queue there it is of the job with the "
                              "least left to do", (unsigned long long)step->count);
        break;
    default:
        ul_output_text(out, plain_reason(step->why));
        return;
    }
    ul_output_text(out, ".");
}

static void say_leaving(const following *s, const ul_step *step, ul_output *out)
{
    put_Machine(s, step->bin, out);
    switch (step->why) {
    case UL_WHY_UNUSED:
        ul_output_text(out, " goes back: nobody is on it any more.");
        return;
    case UL_WHY_BELOW_PRICE:
        ul_output_text(out, " is given up: ");
        ul_output_text(out, "its tasks ");
        if (is_slow(step)) {
            ul_output_text(out, "run at ");
            put_speed(step, "their", out);
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
        ul_output_text(out, " goes back.");
    }
}

static void say_exchange(const following *s, const ul_step *step, ul_output *out)
{
    put_Machine(s, step->bin, out);
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

static ul_status say(void *state, const ul_step *step, ul_output *out)
{
    following *s = state;
    const bool several = step->why == UL_WHY_TOO_FEW || step->why == UL_WHY_TOO_LATE;
    switch (step->kind) {
    case UL_STEP_OPEN:
        UL_TRY(note_machines(s, step->bin, several ? step->count : 1, step->type));
        say_order(s, step, out);
        return UL_OK;
    case UL_STEP_ORDER:
    case UL_STEP_READY:
    case UL_STEP_GONE:
        if (step->count <= 1)
            UL_TRY(note_machines(s, step->bin, 1, step->type));
        put_count(s, step,
                  step->kind == UL_STEP_ORDER   ? " is ordered."
                  : step->kind == UL_STEP_READY ? " is ready."
                                                : " is given back.",
                  step->kind == UL_STEP_ORDER   ? " are ordered."
                  : step->kind == UL_STEP_READY ? " are ready."
                                                : " are given back.",
                  out);
        return UL_OK;
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
            say_choice(step, out);
        return UL_OK;
    case UL_STEP_PUT:
        say_joining(s, step, out);
        return UL_OK;
    case UL_STEP_EMPTY:
        say_leaving(s, step, out);
        return UL_OK;
    case UL_STEP_RESIZE:
        say_exchange(s, step, out);
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
    .begin = begin,
    .say = say,
    .unroll = complete,
    .complete = complete,
    .has_clock = true,
    .instance_json = ul_schedule_instance_json,
    .plan_json = ul_schedule_plan_json,
};
