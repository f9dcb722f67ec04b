/* ullage tune: the best setting of a method's parameters, and what it gains elsewhere. */
#include <stdio.h>

#include "campaign_args.h"
#include "tune.h"

typedef struct {
    ul_campaign_args args;
    ul_tune_options tune;
    bool json;
} options;

enum { TEST_SHARE = 0x200 }; /* an option without a letter */

static error_t parse(int key, char *value, struct argp_state *state)
{
    options *o = state->input;
    switch (key) {
    case 'm':
        return ul_arg_one(&o->tune.method, value, "method (-m)", state);
    case 'b':
        o->tune.budget_s = ul_arg_seconds(value, "--budget", state);
        return 0;
    case 's':
        o->tune.seed = ul_arg_count(value, "--seed", state);
        return 0;
    case TEST_SHARE:
        o->tune.test_share = ul_arg_number(value, "--test", state);
        if (o->tune.test_share >= 1 || o->tune.test_share <= 0)
            argp_error(state, "--test is a share between 0 and 1");
        return 0;
    case 'J':
        return ul_arg_flag(&o->json);
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &o->args;
        return 0;
    case ARGP_KEY_ARG:
        return ul_arg_one(&o->args.slurm.runner.campaign.asked.suite, value, "suite", state);
    case ARGP_KEY_END:
        if (o->args.slurm.runner.campaign.asked.suite == NULL || o->tune.method == NULL)
            argp_error(state, "a suite and a method with values to try (-m 'NAME a=0.5..2 b=x|y') "
                              "are needed");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option option[] = {
    {"method", 'm', "METHOD", 0, "the method and what to try, 'NAME a=0.5..2 b=x|y'; a range without 'by' is nine "
                                 "values", 0},
    {"budget", 'b', "S", 0, "CPU seconds for all runs together (default: as long as it takes)", 0},
    {"test", TEST_SHARE, "SHARE", 0, "of the instances that settings are not chosen on (default 0.5)", 0},
    {"seed", 's', "N", 0, "splits the instances, and draws settings where there are many (default 1)", 0},
    {"json", 'J', 0, 0, "one JSON object on standard output", 0},
    {0},
};

static ul_status tune(const options *o, ul_arena *arena, bool *alarm)
{
    ul_tuning tuning;
    ul_output *out;
    UL_TRY(ul_tune(&o->tune, arena, &tuning, alarm));
    UL_TRY(ul_output_open("-", &out));
    return ul_output_finish(out, (o->json ? ul_tuning_json : ul_tuning_text)(&o->tune, &tuning, out));
}

int ul_command_tune(int argc, char **argv)
{
    static const struct argp_child children[] = {{&ul_campaign_argp, 0, NULL, 0}, {0}};
    static const struct argp argp = {
        .options = option,
        .parser = parse,
        .args_doc = "SUITE",
        .children = children,
        .doc = "Races settings of a method's parameters on one part of a suite's instances, drops "
               "those that lose significantly, and measures on the other part what the best gains "
               "over the default."
               "\vExample: ullage tune smoke -m 'eva-full price=rp|tnrp throughput=0.5..1' --out tuned",
    };
    options o = {.tune = {.seed = 1, .test_share = 0.5}};
    bool alarm = false;
    ul_campaign_args_begin(&o.args, argc, argv);
    ul_parse_args(&argp, argc, argv, &o);
    ul_arena *arena = ul_arena_new();
    ul_status status = arena == NULL ? ul_no_memory() : ul_campaign_args_settle(&o.args);
    o.tune.engine = &o.args.slurm;
    o.tune.on_slurm = o.args.on_slurm;
    if (status == UL_OK)
        status = tune(&o, arena, &alarm);
    ul_arena_free(arena);
    if (status == UL_OK)
        return UL_EXIT_OK;
    const int code = ul_complain(status);
    return alarm ? UL_EXIT_NO : code;
}
