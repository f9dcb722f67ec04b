/* A policy in any language: a program beside the simulator that is told what has happened
 * and answers with orders, one JSON object a line (docs/protocol.md):
 *
 *     -m 'policy command=python3 mine.py'
 *
 * What it is told is what live.h tells, so that it cannot know what is to come. An order
 * that the world does not allow is answered with the reason; silence, garbage, a crash or
 * a flood end the run as an outcome. Time is the program's, and some twenty microseconds
 * of ours a question.
 */
#include "live_program.h"

static ul_status program_start(void *context, ul_live *live)
{
    ul_live_program *self = context;
    const ul_json *answer;
    UL_TRY(ul_live_say_hello(self, live));
    UL_TRY(ul_conversation_ask(self->talk, &answer));
    return ul_live_hear_ready(self, live, answer);
}

static ul_status program_ask(void *context, ul_live *live, const ul_live_event *event, size_t n)
{
    ul_live_program *self = context;
    const ul_json *answer;
    UL_TRY(ul_live_say_events(self, live, event, n));
    UL_TRY(ul_conversation_ask(self->talk, &answer));
    return ul_live_hear_orders(self, live, answer);
}

static ul_status converse(const ul_schedule *in, ul_run *run, ul_live_program *self)
{
    static const ul_live_policy policy = {.start = program_start, .ask = program_ask};
    self->job = ul_names_new();
    self->machine = ul_names_new();
    UL_NEED(self->job && self->machine);
    UL_TRY(ul_conversation_open(run, &self->talk));
    return ul_live_run(in, run, &policy, self);
}

static ul_status policy_schedule(const ul_schedule *in, ul_run *run)
{
    ul_live_program self = {.run = run};
    const ul_status status = converse(in, run, &self);
    ul_conversation_close(self.talk);
    ul_names_free(self.job);
    ul_names_free(self.machine);
    return status;
}

static const ul_param param[] = {
    UL_TEXT("command", "", "the program and its arguments; it is told what happens and answers "
            "with orders"),
    UL_CONVERSATION_LIMITS,
    {0},
};

const ul_method ul_method_policy = {
    .name = "policy",
    .brief = "a program of yours that is told what happens and gives orders",
    .paper = "yours",
    .traits = UL_OPTIONAL,
    .param = param,
    .schedule = policy_schedule,
};
