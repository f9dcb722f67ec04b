/* The decisions of a job with a deadline in words: each change of mode, or of the reason for it,
 * with where the job stands. */
#include "deadline_plan.h"
#include "narrator.h"
#include "reason.h"
#include "say.h"

/* What is told is the tick from which a mode holds: those between are spent in it. */
typedef struct {
    ul_job_state job;
    ul_mode mode;
} following;

static ul_status begin(const void *data, ul_arena *arena, void **state)
{
    following *f;
    UL_ALLOC(arena, f, 1);
    ul_job_begin(data, &f->job);
    *state = f;
    return UL_OK;
}

static void say_progress(const ul_job_state *job, ul_output *out)
{
    const ul_deadline *in = job->in;
    const double even_s = (double)job->tick * (double)in->tick_s * (double)in->work_s
                          / (double)in->deadline_s;
    const double ahead_s = (double)job->done_s - even_s;
    if (ahead_s == 0)
        return;
    ul_output_text(out, ", ");
    ul_say_span(out, ahead_s > 0 ? ahead_s : -ahead_s);
    ul_output_text(out, ahead_s > 0 ? " ahead of even progress" : " behind even progress");
}

static ul_status say(void *state, const ul_step *step, ul_output *out)
{
    static const ul_word no_words = {0};
    static const char *const mode[UL_MODES] = {"idle", "on spot", "on demand"};
    following *f = state;
    if (step->kind != UL_STEP_TURN)
        return UL_OK;
    while (f->job.tick < step->interval)
        ul_job_spend(&f->job, f->mode);
    f->mode = (ul_mode)step->type;
    ul_output_format(out, "Tick %zu", step->interval + 1);
    say_progress(&f->job, out);
    if (f->job.last == UL_SPOT && f->job.current == UL_IDLE)
        ul_output_text(out, "; spot is gone");
    ul_output_format(out, ". The job is %s", mode[f->mode]);
    if (step->why != NULL) {
        ul_output_text(out, ": ");
        ul_say_why(out, step, &no_words, f);
    }
    ul_output_text(out, ".");
    return UL_OK;
}

static ul_status unroll(const void *data, ul_recording *recording)
{
    const ul_deadline_plan *plan = data;
    ul_job_state job;
    ul_deadline_follow(plan, &job);
    for (size_t i = 0; i < job.end; i++)
        if (i == 0 || plan->mode[i] != plan->mode[i - 1])
            ul_recording_add(recording,
                             &(ul_step){.kind = UL_STEP_TURN, .interval = i, .type = plan->mode[i],
                                        .at_s = (ul_micro)i * plan->in->tick_s * UL_MICRO}, false);
    return UL_OK;
}

/* [[length, 1 where there is spot], ...] */
static void put_trace(const ul_deadline *in, ul_json_writer *json)
{
    ul_json_open_member(json, "trace", "[", ",");
    for (size_t i = 0, end; i < in->n_ticks; i = end) {
        for (end = i + 1; end < in->n_ticks && in->has_spot[end] == in->has_spot[i];)
            end++;
        ul_json_put(json, "[%zu,%d]", end - i, in->has_spot[i]);
    }
    ul_json_close(json, "]");
}

static ul_status instance_json(const void *data, ul_json_writer *json)
{
    const ul_deadline *in = data;
    ul_json_open(json, "{", ", ");
    ul_json_count_member(json, "tick", (size_t)in->tick_s);
    ul_json_count_member(json, "work", (size_t)in->work_s);
    ul_json_count_member(json, "deadline", (size_t)in->deadline_s);
    ul_json_count_member(json, "overhead", (size_t)in->overhead_s);
    ul_json_put_member(json, "price", "[0, %.12g, %.12g]", ul_cost_double(in->price[UL_SPOT]),
                   ul_cost_double(in->price[UL_ON_DEMAND]));
    put_trace(in, json);
    ul_json_close(json, "}");
    return UL_OK;
}

/* [[length, mode], ...] */
static ul_status plan_json(const void *data, ul_json_writer *json)
{
    const ul_deadline_plan *plan = data;
    ul_job_state job;
    ul_deadline_follow(plan, &job);
    ul_json_open(json, "[", ",");
    for (size_t i = 0, end; i < job.end; i = end) {
        for (end = i + 1; end < job.end && plan->mode[end] == plan->mode[i];)
            end++;
        ul_json_put(json, "[%zu,%d]", end - i, plan->mode[i]);
    }
    ul_json_close(json, "]");
    return UL_OK;
}

const ul_narrator ul_narrator_deadline = {
    .kind = &ul_kind_deadline,
    .begin = begin,
    .say = say,
    .unroll = unroll,
    .has_clock = true,
    .instance_json = instance_json,
    .plan_json = plan_json,
};
