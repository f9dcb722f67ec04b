/* ullage tune: the best setting of a method's parameters, and what it gains elsewhere. */

#include "campaign_args.h"
#include "tune.h"

typedef struct {
    ul_campaign_args args;
    ul_tune_options tune;
    bool json;
} options;

static const ul_option option[] = {
    {"method", 'm', "METHOD", "the method and what to try, 'NAME a=0.5..2 b=x|y'; a range without "
     "'by' is nine values", UL_FIELD(tune.method), UL_ONCE},
    {"budget", 'b', "S", "CPU seconds for all runs together (default: as long as it takes)",
     UL_FIELD(tune.budget_s)},
    {"test", 0, "SHARE", "of the instances that settings are not chosen on (default 0.5)",
     UL_FIELD(tune.test_share), UL_NO_TIME},
    {"seed", 's', "N", "splits the instances, and draws settings where there are many (default 1)",
     UL_FIELD(tune.seed)},
    {"json", 'J', NULL, "one JSON object on standard output", UL_FIELD(json)},
    {0},
};

static void check(void *input, const struct argp_state *state)
{
    const options *o = input;
    if (o->tune.test_share >= 1 || o->tune.test_share <= 0)
        argp_error(state, "--test is a share between 0 and 1");
    if (o->args.slurm.runner.campaign.asked.suite == NULL || o->tune.method == NULL)
        argp_error(state, "a suite and a method with values to try (-m 'NAME a=0.5..2 b=x|y') "
                          "are needed");
}

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
    static const ul_command command = {
        .args_doc = "SUITE",
        .own = {option, NULL},
        .shared = &ul_campaign_option_list, .shared_at = offsetof(options, args),
        .argument = "suite", .argument_at = offsetof(options, args.slurm.runner.campaign.asked.suite),
        .check = check,
        .doc = "Races settings of a method's parameters on one part of a suite's instances, drops "
               "those that lose significantly, and measures on the other part what the best gains "
               "over the default."
               "\vExample: ullage tune smoke -m 'eva-full price=rp|tnrp throughput=0.5..1' --out tuned",
    };
    options o = {.tune = {.seed = 1, .test_share = 0.5}};
    bool alarm = false;
    ul_campaign_args_begin(&o.args, argc, argv);
    ul_parse_args(&command, argc, argv, &o);
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
