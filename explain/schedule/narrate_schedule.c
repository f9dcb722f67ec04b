/* What a policy decides over time, in words, and what comes of it. */
#include "narrator.h"
#include "reason.h"
#include "say.h"
#include "schedule_data.h"
#include "schedule_facts.h"
#include "schedule_following.h"

/* ---- words that reasons use ---- */

static double bin_number(const void *state, const ul_step *step)
{
    (void)state;
    return (double)step->bin;
}

static uint32_t tasks_of_job(const ul_schedule_following *s, const ul_step *step)
{
    return s->in->job[s->in->task[step->task].job].n_tasks;
}

static double n_tasks(const void *state, const ul_step *step)
{
    return tasks_of_job(state, step);
}

static double n_others(const void *state, const ul_step *step)
{
    (void)state;
    return (double)step->count - 1;
}

static double is_slow(const void *state, const ul_step *step)
{
    (void)state;
    return ul_schedule_is_slow(step);
}

static void put_type(const void *state, const ul_step *step, ul_output *out)
{
    const ul_schedule_following *s = state;
    ul_output_text(out, s->in->type[step->type].name);
}

static void put_price(const void *state, const ul_step *step, ul_output *out)
{
    const ul_schedule_following *s = state;
    ul_say_dollars(out, ul_micro_double(ul_schedule_price_at(s->in, step->type, step->at_s)));
}

static void put_machine(const void *state, const ul_step *step, ul_output *out)
{
    ul_schedule_put_machine(state, "Machine", step->bin, out);
}

static void put_task(const void *state, const ul_step *step, ul_output *out)
{
    ul_schedule_put_tasks(state, step->task, 1, out);
}

static void put_job(const void *state, const ul_step *step, ul_output *out)
{
    ul_schedule_put_tasks(state, step->task, tasks_of_job(state, step), out);
}

static void put_resource(const void *state, const ul_step *step, ul_output *out)
{
    const ul_schedule_following *s = state;
    (void)step;
    ul_output_text(out, s->in->resource[0]);
}

static void put_its_speed(const void *state, const ul_step *step, ul_output *out)
{
    (void)state;
    ul_schedule_put_speed(step, "its", out);
}

static void put_their_speed(const void *state, const ul_step *step, ul_output *out)
{
    (void)state;
    ul_schedule_put_speed(step, "their", out);
}

static const ul_word words[] = {
    {"bin", .number = bin_number},
    {"tasks", .number = n_tasks},   /* of the job */
    {"others", .number = n_others}, /* count without the task itself */
    {"slow", .number = is_slow},    /* 1 where neighbours cost speed, by `share` */
    {"type", .put = put_type},
    {"price", .put = put_price},     /* of the type, now */
    {"Machine", .put = put_machine}, /* "Machine 4 (large)" */
    {"task", .put = put_task},
    {"job", .put = put_job},             /* the task's */
    {"resource", .put = put_resource},   /* the first */
    {"its speed", .put = put_its_speed}, /* "80% of its speed", by `share` */
    {"their speed", .put = put_their_speed},
    {0},
};

static void say_why(const ul_schedule_following *s, const ul_step *step, ul_output *out)
{
    ul_say_why(out, step, words, s);
}

/* The same as the end of a sentence, or as all of it. */
static void end_why(const ul_schedule_following *s, const ul_step *step, ul_output *out)
{
    say_why(s, step, out);
    if (ul_why_goes_on(step))
        ul_output_text(out, ".");
}

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
    say_why(s, step, out);
    ul_output_text(out, ".");
    put_how_fast(step, out);
}

/* ---- decisions ---- */

static void say_order(const ul_schedule_following *s, const ul_step *step, ul_output *out)
{
    const uint64_t n = ul_step_copies(step);
    const char *type = s->in->type[step->type].name;
    if (ul_why_goes_on(step)) {
        if (n > 1)
            ul_output_format(out, "Order %llu machines of type %s (", (unsigned long long)n, type);
        else
            ul_output_format(out, "Order machine %zu, a %s (", step->bin, type);
        put_price(s, step, out);
        ul_output_text(out, n > 1 ? " an hour each)" : " an hour)");
    }
    end_why(s, step, out);
}

static void say_exchange(const ul_schedule_following *s, const ul_step *step, ul_output *out)
{
    ul_schedule_put_machine(s, "Machine", step->bin, out);
    say_why(s, step, out);
    ul_output_format(out, " to a new %s for ", s->in->type[step->type].name);
    ul_say_dollars(out, step->value);
    ul_output_text(out, " an hour instead of ");
    ul_say_dollars(out, step->against);
    ul_output_text(out, ", as soon as that is ready.");
}

static void say_leaving(const ul_schedule_following *s, const ul_step *step, ul_output *out)
{
    if (ul_why_goes_on(step)) {
        put_machine(s, step, out);
        ul_output_text(out, " goes back");
    }
    end_why(s, step, out);
}

static void say_joining(const ul_schedule_following *s, const ul_step *step, ul_output *out)
{
    const uint32_t on = s->on[step->task];
    if (step->bin == UL_NONE) {
        ul_schedule_put_tasks(s, step->task, step->count == 0 ? 1 : step->count, out);
    } else {
        ul_schedule_put_tasks(s, step->task, 1, out);
        ul_output_text(out, on != UL_SCHEDULE_NONE && on != step->bin ? " moves to " : " goes on ");
        ul_schedule_put_machine(s, "machine", step->bin, out);
    }
    end_why(s, step, out);
}

static ul_status say(void *state, const ul_step *step, ul_output *out)
{
    ul_schedule_following *s = state;
    switch (step->kind) {
    case UL_STEP_OPEN:
        UL_TRY(ul_schedule_note_machines(s, step->bin, ul_step_copies(step), step->type));
        say_order(s, step, out);
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
    case UL_STEP_TURN:
        say_why(s, step, out);
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
    .begin = ul_schedule_follow,
    .say = say,
    .unroll = complete,
    .complete = complete,
    .has_clock = true,
    .instance_json = ul_schedule_instance_json,
    .plan_json = ul_schedule_plan_json,
};
